"""Dig Dig: moles shed their cards, from the hand, from a face-up row and blind; the last one with cards loses."""

from dataclasses import dataclass
from typing import ClassVar

from dig_envs.core.game import Game, LimitedOptions
from dig_envs.dig_dig import determinize, invariants, observation, rules
from dig_envs.dig_dig.components import MAX_PLAYERS
from dig_envs.dig_dig.state import SEAT, STATE, TABLE


@dataclass(frozen=True)
class DigDigOptions(LimitedOptions):
    """Options of Dig Dig.

    Attributes:
        num_players: 2 to 4.
        reward: "win" (the loser has -1, the others share +1) or "rank" (from +1 for the first out to -1 for the loser).
        max_turns: turns of all seats after which the game is truncated; 500 unless given.
    """

    rewards: ClassVar[tuple[str, ...]] = ("win", "rank")
    turns_in_all: ClassVar[int] = 500

    @property
    def forfeit_reward(self) -> float:
        """The loser's, under both rewards (DD-19)."""
        return -1.0


GAME = Game(
    id="dig_dig_v0",
    title="Dig Dig",
    min_players=2,
    max_players=MAX_PLAYERS,
    options=DigDigOptions,
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
    drawing="dig_envs.dig_dig.drawing",
)
