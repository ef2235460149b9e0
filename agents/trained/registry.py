"""Find the agents that come trained. Listing them reads their cards alone; a network is loaded when it is to play."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from dig_envs.agents.trained.card import Card
from dig_envs.core.errors import ModelError, UnknownAgentError, nearest
from dig_envs.core.game import Game
from dig_envs.utils.files import read_bounded

if TYPE_CHECKING:
    from dig_envs.agents.learned import LearnedAgent

FOLDER = Path(__file__).parent
MOST_CARD = 1 << 20


def names(game: str | Game) -> list[str]:
    """List the names of a game's trained agents; none where there are none."""
    return sorted(file.stem for file in folder_of(game).glob("*.zip"))


def cards(game: str | Game) -> list[Card]:
    """List the cards of a game's trained agents, in the order of their names.

    Raises:
        ModelError: a model has no card, or one that is damaged.
    """
    return [card_of(name, game) for name in names(game)]


def card_of(name: str, game: str | Game) -> Card:
    """Read the card of a trained agent.

    Raises:
        ModelError: there is none, or it is damaged.
    """
    return _card(folder_of(game) / f"{name}.json")


def load(name: str, game: Game, **arguments: Any) -> "LearnedAgent":
    """Load a trained agent. It refuses options of which it does not know the observation when it takes its seat.

    Args:
        name: one of `names`.
        game: what it plays.
        **arguments: as `dig_envs.agents.learned.load` takes them.

    Raises:
        UnknownAgentError: the game has no such agent; the message says which there are.
        ModelError: the file is damaged, or the game's observation has changed since it was trained.
    """
    if name not in names(game):
        raise UnknownAgentError(f'{game.id} has no trained agent "{name}"; {nearest(name, names(game), "trained agents")}')
    from dig_envs.agents.learned import load

    agent = load(file_of(name, game), game, **arguments)
    agent.name = name
    return agent


def folder_of(game: str | Game) -> Path:
    """Return the folder of a game's trained agents, which need not exist."""
    return FOLDER / (game.id if isinstance(game, Game) else game)


def file_of(name: str, game: str | Game) -> Path:
    """Return the file of a trained agent, which need not exist."""
    return folder_of(game) / f"{name}.zip"


def model_file(model: str, game: str | Game) -> Path:
    """Return the file of a model that is given by the name of a trained agent, or by its path."""
    return file_of(model, game) if model in names(game) else Path(model)


def _card(path: Path) -> Card:
    try:
        text = read_bounded(path, MOST_CARD).decode()
    except (OSError, UnicodeDecodeError) as error:
        raise ModelError(f"{path} can't be read: {error}") from error
    return Card.from_json(text, str(path))
