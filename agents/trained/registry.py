"""Find the trained agents of this package. Listing them reads only their cards; `load` reads the network."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from dig_envs.agents.trained.card import AgentCard
from dig_envs.core.errors import ModelError, OptionError, UnknownAgentError, nearest
from dig_envs.core.feature_names import find_features
from dig_envs.core.features import features_layout
from dig_envs.core.game import Game, Options
from dig_envs.utils.files import read_bounded

if TYPE_CHECKING:
    from dig_envs.agents.learned import LearnedAgent

FOLDER = Path(__file__).parent
MAX_CARD = 1 << 20  # bytes


def names(game: str | Game) -> list[str]:
    """List the names of a game's trained agents."""
    return sorted(file.stem for file in folder_of(game).glob("*.zip"))


def cards(game: str | Game) -> list[AgentCard]:
    """List the cards of a game's trained agents, in the order of their names.

    Raises:
        ModelError: a card is missing or damaged.
    """
    return [card_of(name, game) for name in names(game)]


def names_for(game: Game, options: Options) -> list[str]:
    """List the names of the trained agents whose observation is that of these options."""
    return [card.name for card in cards(game) if _observes(card, game, options)]


def _observes(card: AgentCard, game: Game, options: Options) -> bool:
    """Return whether options give the observation and the features of an agent's training."""
    features, trained = find_features(card.features, game), game.parse_options(**card.options)
    if game.layout(trained) != game.layout(options):
        return False
    try:
        return features_layout(features, trained) == features_layout(features, options)
    except OptionError:
        return False


def card_of(name: str, game: str | Game) -> AgentCard:
    """Read the card of a trained agent.

    Raises:
        ModelError: the card is missing or damaged.
    """
    path = folder_of(game) / f"{name}.json"
    try:
        text = read_bounded(path, MAX_CARD).decode()
    except (OSError, UnicodeDecodeError) as error:
        raise ModelError(f"cannot read {path}: {error}") from error
    return AgentCard.from_json(text, str(path))


def load(name: str, game: Game, **arguments: Any) -> "LearnedAgent":
    """Load a trained agent. The agent rejects options whose observation differs from its training when a game begins.

    Args:
        name: one of `names(game)`.
        game: the game to play.
        **arguments: the arguments of `dig_envs.agents.learned.load`.

    Raises:
        UnknownAgentError: the game has no such agent; the message lists all names.
        ModelError: the file is damaged, or the game's observation has changed since the training.
    """
    if name not in names(game):
        raise UnknownAgentError(f'{game.id} has no trained agent "{name}"; {nearest(name, names(game), "trained agents")}')
    from dig_envs.agents.learned import load

    agent = load(file_of(name, game), game, **arguments)
    agent.name = name
    return agent


def folder_of(game: str | Game) -> Path:
    """Return the folder of a game's trained agents, whether it exists or not."""
    return FOLDER / (game.id if isinstance(game, Game) else game)


def file_of(name: str, game: str | Game) -> Path:
    """Return the file of a trained agent, whether it exists or not."""
    return folder_of(game) / f"{name}.zip"


def model_file(model: str, game: str | Game) -> Path:
    """Return the file of a model from the name of a trained agent or from a path."""
    return file_of(model, game) if model in names(game) else Path(model)
