"""The card of a model file: the game, options and observation of a saved network.

A network is useless with a different observation, even one of the same size. Its card holds a digest of every block, and a
network whose blocks or features have changed since the training is rejected; the message names the block.
"""

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

import dig_envs
from dig_envs.agents.learned.networks import ACTIVATIONS, LAYERS
from dig_envs.agents.search.estimates import POTENTIALS, STANDINGS
from dig_envs.core.errors import ModelError
from dig_envs.core.features import FeatureSet, features_layout
from dig_envs.core.game import Game, Options
from dig_envs.core.layout import Layout

CARD = "dig-envs.json"
PLAYS = ("stochastic", "deterministic")
FORMAT = 5  # of model files
OLDER = 3, 4  # formats that dig-envs 0.3.0 reads
SCALE = re.compile(r"(?:/|scale) (\d[\d,]*)")  # a divisor in the description of a block
MAX_LENGTH = 1_000  # characters of a string in a card


@dataclass(frozen=True)
class ModelCard:
    """Describes the game, options and observation of a saved network.

    Attributes:
        game: the game's id.
        options: the options of the training.
        algorithm: the algorithm of the training, a key of `dig_envs.agents.learned.LAYERS`.
        activation: the function between layers, a key of `dig_envs.agents.learned.ACTIVATIONS`.
        layout: a digest of each block of the observation, in order (`block_digests`).
        play: "stochastic" if actions are sampled from the policy, "deterministic" if the most probable action is played.
        features: the name of the feature set whose floats follow the facts; None for facts alone.
        features_layout: a digest of each block of the feature set, as in `layout`.
        features_version: the version of the feature set; 0 without features.
        version: the version of dig-envs.
        format: the format of the model file, `FORMAT`.
        reward_scale: the factor of the game's rewards in the training, and so of the values.
        shaped: whether the training used shaped rewards (`training/environment/shaping.py`). The value function then predicts
            the game's reward less the potential of the position.
        potential: the potential of shaped rewards (`training/environment/potentials.py`): "standings", the rewards if the game
            ended here, or "estimate", the rewards that the game's agents expect.
    """

    game: str
    options: dict[str, Any]
    algorithm: str
    activation: str
    layout: dict[str, str]
    play: str = PLAYS[0]
    features: str | None = None
    features_layout: dict[str, str] = field(default_factory=dict)
    features_version: int = 0
    version: str = dig_envs.__version__
    format: int = FORMAT
    reward_scale: float = 1.0
    shaped: bool = False
    potential: str = STANDINGS

    def as_json(self) -> bytes:
        """Return the card as the content of the file `CARD`."""
        return json.dumps(asdict(self), indent=1).encode()

    def check(self, model: str, game: Game, options: Options, features: FeatureSet | None) -> None:
        """Reject a game whose observation or features differ from the training.

        Args:
            model: the model's name, for the message.
            game, options: the game to play, and its options.
            features: the feature set to append.

        Raises:
            ModelError: they differ; the message names the first block that differs, or the features.
        """
        if change := difference(self.layout, block_digests(game.layout(options))):
            other = self._other_options(options)
            raise ModelError(f"model {model} was trained on another observation of {game.id}: {change}{other}")
        if change := difference(self.features_layout, block_digests(features_layout(features, options))):
            raise ModelError(f"model {model} was trained with other features `{self.features}` of {game.id}: {change}")
        if features is not None and features.version != self.features_version:
            trained = f"version {self.features_version} of the features `{self.features}`"
            raise ModelError(f"model {model} was trained with {trained}; the present version is {features.version}")

    def _other_options(self, options: Options) -> str:
        """Describe the options of the training that differ from the given options; an empty text if none differ."""
        played = asdict(options)
        trained = {name: value for name, value in self.options.items() if name in played and played[name] != value}
        return f"; it plays {', '.join(f'{name}={value}' for name, value in trained.items())}" if trained else ""


def make_card(
    game: Game,
    options: Options,
    features: FeatureSet | None,
    *,
    algorithm: str,
    activation: str,
    play: str = PLAYS[0],
    reward_scale: float = 1.0,
    shaped: bool = False,
    potential: str = STANDINGS,
) -> ModelCard:
    """Make the card of a network that was trained on this observation; see `ModelCard` for the arguments."""
    return ModelCard(
        game=game.id,
        options=asdict(options),
        algorithm=algorithm,
        activation=activation,
        layout=block_digests(game.layout(options)),
        play=play,
        features=features.name if features else None,
        features_layout=block_digests(features_layout(features, options)),
        features_version=features.version if features else 0,
        reward_scale=reward_scale,
        shaped=shaped,
        potential=potential,
    )


def card_from_json(model: str, content: bytes) -> ModelCard:
    """Read a card.

    Raises:
        ModelError: it is damaged, a field has the wrong type, or its version of dig-envs did not record the observation.
    """
    try:
        values = json.loads(content)
        card = ModelCard(**{item.name: values[item.name] for item in fields(ModelCard) if item.name in values})
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ModelError(f"model {model} is damaged: cannot read its {CARD} ({error!r})") from error
    if type(card.format) is int and card.format != FORMAT:
        age = "a newer" if card.format > FORMAT else "an older"
        remedy = "; dig-envs 0.3.0 reads that file" if card.format in OLDER else ""
        raise ModelError(f"model {model} is of format {card.format}, of {age} dig-envs; this dig-envs reads {FORMAT}{remedy}")
    for item in fields(ModelCard):
        if not VALID[item.name](getattr(card, item.name)):
            raise ModelError(f"model {model} is damaged: its {CARD} has no valid {item.name}")
    return card


def _is_word(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= MAX_LENGTH and value.isprintable()


def _is_digests(value: Any) -> bool:
    return isinstance(value, dict) and all(map(_is_word, [*value, *value.values()]))


def _is_options(value: Any) -> bool:
    plain = str | int | float | None  # a bool is an int
    return isinstance(value, dict) and all(_is_word(name) and isinstance(item, plain) for name, item in value.items())


VALID: dict[str, Callable[[Any], bool]] = {  # by field of a card
    "game": _is_word,
    "options": _is_options,
    "algorithm": lambda value: _is_word(value) and value in LAYERS,
    "activation": lambda value: _is_word(value) and value in ACTIVATIONS,
    "layout": _is_digests,
    "play": lambda value: _is_word(value) and value in PLAYS,
    "features": lambda value: value is None or _is_word(value),
    "features_layout": _is_digests,
    "features_version": lambda value: type(value) is int and value >= 0,
    "version": _is_word,
    "format": lambda value: type(value) is int,
    "reward_scale": lambda value: type(value) in (int, float) and 1e-30 < value < 1e30,
    "shaped": lambda value: isinstance(value, bool),
    "potential": lambda value: _is_word(value) and value in POTENTIALS,
}


def block_digests(layout: Layout) -> dict[str, str]:
    """Return a digest of name, shape, kind and scales of each block, in order.

    The scales are the divisors that a block's description names, in any order. Other words do not matter.

    >>> from dig_envs.core.layout import Block, Layout
    >>> block_digests(Layout(Block("hand", (5,), "my cards / 4"))) == block_digests(Layout(Block("hand", (5,), "my hand / 4")))
    True
    """
    return {
        block.name: _digest(block.name, list(block.shape), str(block.kind), sorted(SCALE.findall(block.meaning)))
        for block in layout
    }


def _digest(*parts: Any) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:12]


def difference(trained: Mapping[str, str], present: Mapping[str, str]) -> str:
    """Describe the first difference between the blocks of the training and the present blocks; an empty text if they agree.

    >>> difference({"hand": "a", "yard": "b"}, {"hand": "a", "yard": "c"})
    'block `yard` differs'
    """
    for name, digest in trained.items():
        if name not in present:
            return f"block `{name}` is gone"
        if present[name] != digest:
            return f"block `{name}` differs"
    for name in present:
        if name not in trained:
            return f"block `{name}` is new"
    moved = [name for name, other in zip(trained, present, strict=True) if name != other]
    return f"block `{moved[0]}` has moved" if moved else ""
