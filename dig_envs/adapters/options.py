"""Types of the arguments of environments, so that a type checker reports misspelt options and values."""

from typing import TYPE_CHECKING, Literal, TypeAlias, TypedDict

if TYPE_CHECKING:
    from dig_envs.core.features import FeatureSet

RenderMode: TypeAlias = Literal["ansi", "rgb_array", "human"]
MaskPlace: TypeAlias = Literal["observation", "info"]
IllegalEffect: TypeAlias = Literal["end", "raise"]


class GameOptions(TypedDict, total=False):
    """The options of all five games. Each game accepts its own options only; the game's page describes them."""

    num_players: int
    reward: str
    max_turns: int | None
    scents: bool
    teams: bool
    land_mine: bool
    length: str
    max_health: int
    cards: str | None
    quick_play: bool
    variant: str


class RawEnvArguments(GameOptions, total=False):
    """Keywords of `dig_envs.raw_env`."""

    render_mode: RenderMode | None
    mask_in: MaskPlace
    observation_key: str | None
    mask_key: str | None
    features: "str | FeatureSet | None"


class EnvArguments(RawEnvArguments, total=False):
    """Keywords of `dig_envs.env`."""

    illegal: IllegalEffect
