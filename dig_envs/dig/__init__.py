"""DIG, designed by Chris Handy, published by Perplext: dogs dig up bones and bring them to their bowls."""

from dataclasses import dataclass
from typing import ClassVar

from dig_envs.core.game import Game, LimitedOptions
from dig_envs.dig import determinize, invariants, observation, rules
from dig_envs.dig.components import MAX_PLAYERS
from dig_envs.dig.state import SEAT, STATE, TABLE


@dataclass(frozen=True)
class DigOptions(LimitedOptions):
    """Options of DIG.

    Attributes:
        num_players: 2 to 4.
        reward: "win" or "score" (points less the mean of the others', divided by 20).
        max_turns: turns of all seats after which the game is truncated; 100 per player unless given.
        scents: bones show two colours on their backs, one of which is theirs (DIG-14).
    """

    scents: bool = False

    turns_per_player: ClassVar[int] = 100


GAME = Game(
    id="dig_v0",
    title="DIG",
    min_players=2,
    max_players=MAX_PLAYERS,
    options=DigOptions,
    table=TABLE,
    seat=SEAT,
    state=STATE,
    actions=rules.ACTIONS,
    layout=observation.layout,
    deal=rules.deal,
    legal=rules.legal,
    apply=rules.apply,
    encode=observation.encode,
    standings=rules.standings,
    rewards=rules.rewards,
    redeal=determinize.redeal,
    check=invariants.check,
    drawing="dig_envs.dig.drawing",
)
