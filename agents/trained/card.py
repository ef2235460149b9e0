"""The card of a trained agent: its training, its observation and its strength."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from dig_envs.core.errors import ModelError

# By algorithm; other algorithms have their own names.
METHODS = {"CLONE": "cloning", "EXIT": "expert iteration", "LEAGUE": "PPO in a league", "RLLIB-PPO": "PPO by RLlib"}


@dataclass(frozen=True)
class StrengthAgainst:
    """Holds the strength of a trained agent against one opponent, measured on duplicate deals, with 95 % intervals over deals.

    Attributes:
        num_players: the number of seats of the table.
        against: the opponent in all other seats.
        games: the number of games.
        win_share, low, high: the share of wins and its interval, from 0 to 1.
        score, score_low, score_high: the agent's mean result less the opponents', and its interval.
    """

    num_players: int
    against: str
    games: int
    win_share: float
    low: float
    high: float
    score: float
    score_low: float
    score_high: float


@dataclass(frozen=True)
class AgentCard:
    """Describes the training and the strength of a trained agent.

    Attributes:
        game: the game's id.
        name: the agent's name, for `agents.make`.
        algorithm: the algorithm of the last training, such as "PPO".
        options: the options of the training and of the measurement.
        players: the numbers of seats of the tables of the measurement, the one of `options` first.
        play: "stochastic" or "deterministic".
        features: the name of the feature set that follows the facts; None for facts alone.
        command: the command of the last training, which names the model from which it started.
        seed: the seed of the last training.
        steps: the learner's decisions in the last training; for a clone, the steps of gradient descent.
        weights: the type of stored weights, "float32" or "float16".
        same_actions: the share of sampled decisions that the rounding of weights leaves unchanged; 1 for float32.
        values: whether the file has a value function.
        par: the share of wins of an agent as strong as its opponents, at tables with the number of seats of `options`.
        strength: the strength against each of the game's bots; at tables of the other sizes, against the strongest bot alone.
        digest: a digest of the model file.
        version: the version of dig-envs of the measurement.
    """

    game: str
    name: str
    algorithm: str
    options: dict[str, Any]
    players: tuple[int, ...]
    play: str
    features: str | None
    command: str
    seed: int
    steps: int
    weights: str
    same_actions: float
    values: bool
    par: float
    strength: tuple[StrengthAgainst, ...]
    digest: str
    version: str

    @property
    def sentence(self) -> str:
        """A description in one sentence."""
        seen = f"with the features {self.features}" if self.features else "on facts alone"
        how = METHODS.get(self.algorithm, self.algorithm)
        return f"Learned by {how} {seen}, {self.steps:,} steps; for {words_of_sizes(self.players)} players."

    def as_json(self) -> str:
        """Return the card as JSON."""
        return json.dumps(asdict(self), indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str, name: str) -> "AgentCard":
        """Read a card that `as_json` wrote.

        Args:
            text: the JSON.
            name: the name of the file, for the message.

        Raises:
            ModelError: the text is not a card.
        """
        try:
            entries = json.loads(text)
            values = {item.name: entries[item.name] for item in fields(cls)}
            strength = tuple(StrengthAgainst(**row) for row in entries["strength"])
            return cls(**{**values, "players": tuple(entries["players"]), "strength": strength})
        except (ValueError, LookupError, TypeError) as error:
            raise ModelError(f"{name} is not the card of a trained agent: {error!r}") from error


def words_of_sizes(sizes: Sequence[int]) -> str:
    """Join numbers of players to a list in words.

    >>> words_of_sizes([2]), words_of_sizes([2, 3, 4])
    ('2', '2, 3 or 4')
    """
    *first, last = map(str, sizes)
    return f"{', '.join(first)} or {last}" if first else last
