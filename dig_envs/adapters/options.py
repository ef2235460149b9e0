"""Types of the options of the five games, so that a type checker reports misspelt options."""

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from dig_envs.core.features import FeatureSet


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


class EnvArguments(GameOptions, total=False):
    """Keywords of `dig_envs.env`."""

    render_mode: str | None
    mask_in: str
    observation_key: str | None
    mask_key: str | None
    features: "str | FeatureSet | None"
    illegal: str
