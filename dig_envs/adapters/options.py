"""Name the options of our games for type checkers, so that a misspelt one is found before it is run."""

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from dig_envs.core.features import FeatureSet


class GameOptions(TypedDict, total=False):
    """The options of all our games. Each game takes its own and refuses the others; its page says what they mean."""

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


class EnvArguments(GameOptions, total=False):
    """The keywords of `dig_envs.env`."""

    render_mode: str | None
    mask_in: str
    observation_key: str | None
    mask_key: str | None
    features: "str | FeatureSet | None"
    illegal: str
