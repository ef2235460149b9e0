"""The card of an agent that comes trained: how it was trained, what it sees, and what it wins."""

import json
from dataclasses import asdict, dataclass, fields
from typing import Any

from dig_envs.core.errors import ModelError

IN_WORDS = {"CLONE": "cloning", "EXIT": "expert iteration", "LEAGUE": "PPO in a league"}  # algorithms that are no names


@dataclass(frozen=True)
class Strength:
    """States what a trained agent wins against one opponent, measured on duplicate deals, with 95 % intervals over deals.

    Attributes:
        against: the opponent, which has all other seats.
        games: how many were played.
        win_share, low, high: the share of wins, from 0 to 1.
        score, score_low, score_high: its mean result less the opponents'.
    """

    against: str
    games: int
    win_share: float
    low: float
    high: float
    score: float
    score_low: float
    score_high: float


@dataclass(frozen=True)
class Card:
    """States how a trained agent came to be, and how strong it is.

    Attributes:
        game: the game's id.
        name: what `agents.make` takes.
        algorithm: of its last training, such as "PPO".
        options: the options that it was trained and measured with.
        play: "stochastic" or "deterministic".
        features: the feature set that it sees after the facts; None for facts alone.
        observation: a digest of what it sees: all blocks of the observation, and those of the features.
        commands: that trained it, in order.
        seed: of its last training.
        steps: decisions of the learner in it; of a clone, steps of gradient descent.
        weights: "float32" or "float16", as they are stored.
        same_actions: the share of sampled decisions in which rounded weights choose as those that were trained; 1 for float32.
        values: whether the file holds a value function too.
        par: what an equal would win against each opponent.
        strength: by opponent.
        digest: of the model's file.
        version: of dig-envs when it was measured.
    """

    game: str
    name: str
    algorithm: str
    options: dict[str, Any]
    play: str
    features: str | None
    observation: str
    commands: tuple[str, ...]
    seed: int
    steps: int
    weights: str
    same_actions: float
    values: bool
    par: float
    strength: tuple[Strength, ...]
    digest: str
    version: str

    @property
    def sentence(self) -> str:
        """Say in a sentence what it is."""
        seen = f"with the features {self.features}" if self.features else "on facts alone"
        how = IN_WORDS.get(self.algorithm, self.algorithm)
        return f"Learned by {how} {seen}, {self.steps:,} steps; for {self.options['num_players']} players."

    def as_json(self) -> str:
        """Return the card as text; `from_json` reads it."""
        return json.dumps(asdict(self), indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str, name: str) -> "Card":
        """Read a card back.

        Args:
            text: what `as_json` gave.
            name: of its file, for the message.

        Raises:
            ModelError: the text is no card.
        """
        try:
            found = json.loads(text)
            values = {item.name: found[item.name] for item in fields(cls)}
            strength = tuple(Strength(**row) for row in found["strength"])
            return cls(**{**values, "commands": tuple(found["commands"]), "strength": strength})
        except (ValueError, LookupError, TypeError) as error:
            raise ModelError(f"{name} is no card of a trained agent: {error!r}") from error
