"""The model card: what a saved network plays, and what it was trained to see.

A network is worth nothing on another observation, even on one of the same length. So its card keeps a digest of every block,
and a network whose blocks or features have changed since is refused by name.
"""

import hashlib
import json
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
FORMAT = 3  # of model files; those of format 1 hold no value function, and networks describe themselves from 3 on
LONGEST = 1_000  # characters of a text in a card


@dataclass(frozen=True)
class ModelCard:
    """States what a saved network plays, and what it was trained to see.

    Attributes:
        game: the game's id.
        options: the options that it was trained with.
        algorithm: what trained it, a key of `dig_envs.agents.learned.LAYERS`.
        activation: between layers, a key of `dig_envs.agents.learned.ACTIVATIONS`; read of formats 1 and 2 alone.
        layout: by block of the observation, in order: a digest of its name, shape, kind and meaning.
        play: "stochastic" if actions are drawn from the policy, "deterministic" if the likeliest is played.
        features: the name of the feature set whose floats follow the facts; None for facts alone.
        features_layout: by block of the feature set: a digest as in `layout`.
        features_fingerprint: the feature set's `fingerprint`, which changes when what it computes may change.
        version: of dig-envs.
        format: of the model file, up to `FORMAT`.
        reward_scale: by which the game's rewards were multiplied in training, and so what the value function predicts.
        shaped: whether they were paid decision by decision (`training/environment/shaping.py`): then the value function predicts what the
            game will pay beyond its potential here.
        potential: of shaped rewards: "standings", what the game would pay if it ended here, or "estimate", what the game's
            agents expect it to pay (`training/environment/potentials.py`).
    """

    game: str
    options: dict[str, Any]
    algorithm: str
    activation: str
    layout: dict[str, str]
    play: str = PLAYS[0]
    features: str | None = None
    features_layout: dict[str, str] = field(default_factory=dict)
    features_fingerprint: str = ""
    version: str = dig_envs.__version__
    format: int = FORMAT
    reward_scale: float = 1.0
    shaped: bool = False
    potential: str = STANDINGS

    def as_json(self) -> bytes:
        """Return the card as the content of the file `CARD`."""
        return json.dumps(asdict(self), indent=1).encode()

    def check(self, model: str, game: Game, options: Options, features: FeatureSet | None) -> None:
        """Refuse a game whose observation or features are not those that the model was trained on.

        Args:
            model: its name, for the message.
            game, options: what it is to play.
            features: the feature set that is to be appended for it.

        Raises:
            ModelError: the message names the first block that differs, or the features that have changed.
        """
        if change := difference(self.layout, block_digests(game.layout(options))):
            other = self._other_options(options)
            raise ModelError(f"model {model} was trained on another observation of {game.id}: {change}{other}")
        if change := difference(self.features_layout, block_digests(features_layout(features, options))):
            raise ModelError(f"model {model} was trained with other features `{self.features}` of {game.id}: {change}")
        if features is not None and features.fingerprint != self.features_fingerprint:
            raise ModelError(f"model {model} can't be played: its features `{self.features}` have changed since")

    def _other_options(self, options: Options) -> str:
        """Say which options it was trained with where others are to be played; nothing if they are the same."""
        played = asdict(options)
        trained = {name: value for name, value in self.options.items() if name in played and played[name] != value}
        return f"; it plays {', '.join(f'{name}={value}' for name, value in trained.items())}" if trained else ""


def card_of(
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
    """Write the card of a network that was trained on this observation; see `ModelCard` for the arguments."""
    return ModelCard(
        game=game.id,
        options=asdict(options),
        algorithm=algorithm,
        activation=activation,
        layout=block_digests(game.layout(options)),
        play=play,
        features=features.name if features else None,
        features_layout=block_digests(features_layout(features, options)),
        features_fingerprint=features.fingerprint if features else "",
        reward_scale=reward_scale,
        shaped=shaped,
        potential=potential,
    )


def card_from_json(model: str, content: bytes) -> ModelCard:
    """Read a card back.

    Raises:
        ModelError: it can't be read, a field is of another type, or it is of a version that did not note what the network saw.
    """
    try:
        found = json.loads(content)
        older = "algorithm" in found and "layout" not in found
        found.setdefault("format", 1)
        card = None if older else ModelCard(**{item.name: found[item.name] for item in fields(ModelCard) if item.name in found})
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ModelError(f"model {model} is damaged: its {CARD} can't be read ({error!r})") from error
    if card is None:
        raise ModelError(f"model {model} is of an older dig-envs, which did not note what it was trained to see: train again")
    if type(card.format) is int and card.format > FORMAT:
        raise ModelError(f"model {model} is of format {card.format}; this dig-envs reads 1 to {FORMAT}: install a newer one")
    for item in fields(ModelCard):
        if not VALID[item.name](getattr(card, item.name)):
            raise ModelError(f"model {model} is damaged: its {CARD} has no valid {item.name}")
    return card


def _is_word(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST and value.isprintable()


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
    "features_fingerprint": _is_word,
    "version": _is_word,
    "format": lambda value: type(value) is int and value >= 1,
    "reward_scale": lambda value: type(value) in (int, float) and 1e-30 < value < 1e30,
    "shaped": lambda value: isinstance(value, bool),
    "potential": lambda value: _is_word(value) and value in POTENTIALS,
}


def block_digests(layout: Layout) -> dict[str, str]:
    """Return by block, in order, a digest of its name, shape, kind and meaning.

    >>> from dig_envs.core.layout import Block, Layout
    >>> block_digests(Layout(Block("hand", (5,), "my hand")))
    {'hand': 'a0f3b0e96706'}
    """
    return {block.name: _digest(block.name, list(block.shape), str(block.kind), block.meaning) for block in layout}


def _digest(*parts: Any) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:12]


def difference(trained: Mapping[str, str], present: Mapping[str, str]) -> str:
    """Name the first difference between the blocks that a network was trained on and those of today; "" if there is none.

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
    moved = [name for name, now in zip(trained, present, strict=True) if name != now]
    return f"block `{moved[0]}` has moved" if moved else ""
