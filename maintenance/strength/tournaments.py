"""Say which agents play at which tables."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from dig_envs import agents
from dig_envs.agents import trained
from dig_envs.core.agent import Agent
from dig_envs.core.errors import ModelError
from dig_envs.core.game import Game, Options
from dig_envs.training.arena.players import Participant, participants

LARGER = 4  # seats at the larger table, or as many as a game has


@dataclass(frozen=True)
class Tournament:
    """A game for so many players, and who plays it.

    Attributes:
        game, options: what is played.
        players: who plays, the game's bots first, weakest first.
        absent: by agent that can't play here, why.
    """

    game: Game
    options: Options
    players: tuple[Participant, ...]
    absent: dict[str, str]

    @property
    def par(self) -> float:
        """What an equal wins: one among others of a kind."""
        return 1 / self.options.num_teams

    @property
    def name(self) -> str:
        """What files of it are called, such as "dig_v0-2"."""
        return f"{self.game.id}-{self.options.num_players}"

    @property
    def strongest(self) -> Participant:
        """The last of the game's own bots, whom all others are measured against."""
        return next(player for player in self.players if player.label == agents.names(self.game)[-1])


def tournaments(game: Game, more: Sequence[str] = ()) -> list[Tournament]:
    """Return a game between two players, and at a larger table, each with all agents that can play there.

    Args:
        game: what is played.
        more: further agents, as `dig_envs.training.arena.players.participants` takes them.

    Raises:
        UnknownAgentError, ModelError: no such agent, or no such model.
    """
    names = [*agents.names(game), *agents.more_names(game), *more]
    sizes = sorted({max(2, game.min_players), min(LARGER, game.max_players)})
    return [_tournament(game, game.parse_options(num_players=size), participants(game, names)) for size in sizes]


def _tournament(game: Game, options: Options, found: Sequence[Participant]) -> Tournament:
    players, absent = [], {}
    for player in found:
        try:
            player.agent.check(options)
        except ModelError as error:
            absent[player.label] = str(error)
        else:
            players.append(player)
    return Tournament(game, options, tuple(players), absent)


def digest_of(agent: Agent) -> str:
    """Return a short digest of an agent's fingerprint, by which data know it again."""
    return digest_of_fingerprint(agent.fingerprint)


def digest_of_fingerprint(fingerprint: str) -> str:
    """Return a short digest of what an agent is known by."""
    return hashlib.sha256(fingerprint.encode()).hexdigest()[:16]


def about(game: Game, player: Participant) -> str:
    """Say in a sentence what an agent is; nothing where it does not tell."""
    cards = {card.name: card.sentence for card in trained.cards(game)}
    return str(getattr(player.agent, "sentence", "") or cards.get(player.agent.name, ""))
