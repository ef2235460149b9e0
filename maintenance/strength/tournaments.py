"""List the tournaments of a game: the sizes of the tables, and the agents that play at each."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from dig_envs import agents
from dig_envs.agents import trained
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ModelError
from dig_envs.core.game import Game, Options
from dig_envs.training.arena.digests import digest_of
from dig_envs.training.arena.players import LabelledAgent, labelled_agents

LARGER = 4  # seats at the larger table, or the most that a game has


@dataclass(frozen=True)
class Tournament:
    """A game with a number of players, and its agents.

    Attributes:
        game, options: the game and its options.
        players: the agents: the game's bots first, the weakest first.
        absent: by agent that cannot play with these options, the reason.
    """

    game: Game
    options: Options
    players: tuple[LabelledAgent, ...]
    absent: dict[str, str]

    @property
    def par(self) -> float:
        """The win share of one among equally strong agents."""
        return 1 / self.options.num_teams

    @property
    def name(self) -> str:
        """The name for files, such as "dig_v0-2"."""
        return f"{self.game.id}-{self.options.num_players}"

    @property
    def strongest(self) -> LabelledAgent:
        """The last of the game's own bots, the reference for all other agents."""
        return next(player for player in self.players if player.label == agents.names(self.game)[-1])


def tournaments(game: Game, more: Sequence[str] = ()) -> list[Tournament]:
    """Return the tournaments of a game, between two players and at a larger table, with all agents that can play.

    Args:
        game: the game.
        more: more agents, as `dig_envs.training.arena.players.labelled_agents` takes them.

    Raises:
        UnknownAgentError, ModelError: there is no such agent, or no such model.
    """
    names = [*_names(game), *more]
    sizes = sorted({max(2, game.min_players), min(LARGER, game.max_players)})
    return [_tournament(game, game.parse_options(num_players=size), labelled_agents(game, names)) for size in sizes]


def _tournament(game: Game, options: Options, entrants: Sequence[LabelledAgent]) -> Tournament:
    players, absent = [], {}
    for player in entrants:
        try:
            player.agent.check(options)
        except ModelError as error:
            absent[player.label] = str(error)
        else:
            players.append(player)
    return Tournament(game, options, tuple(players), absent)


@cache
def digests_now(game: str) -> dict[str, str]:
    """Return the digest of each agent of a game as the agent is now, by name."""
    players = labelled_agents(game_of(game), _names(game_of(game)))
    return {player.label: digest_of(player.agent) for player in players}


def _names(game: Game) -> list[str]:
    return [*agents.names(game), agents.SEARCH, *trained.names(game)]


def about(game: Game, player: LabelledAgent) -> str:
    """Return the sentence that describes an agent; an empty text without one."""
    cards = {card.name: card.sentence for card in trained.cards(game)}
    return str(getattr(player.agent, "sentence", "") or cards.get(player.agent.name, ""))
