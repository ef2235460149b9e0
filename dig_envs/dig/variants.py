"""The sizes of DIG: the full game, and variants small enough for exact analysis (DIG-16)."""

from dataclasses import dataclass

from dig_envs.dig.components import ACTIONS_PER_TURN, BONES_PER_COLOUR, NUM_COLOURS


@dataclass(frozen=True)
class Variant:
    """The numbers of one size of the game.

    Attributes:
        bones: the number of bones of each colour in the game, in the order of the colours.
        num_players: the number of seats; 0 for any.
        bowls: the place of each colour's bowl; empty for the full game, in which bowls are shuffled with the bones.
        actions: the actions of a turn.
        max_turns: the default turn limit, in turns of all seats; 0 for the full game's limit.
        fixed_seats: whether seat 0 begins, instead of a random seat.
    """

    bones: tuple[int, ...]
    num_players: int = 2
    bowls: tuple[int, ...] = ()
    actions: int = ACTIONS_PER_TURN
    max_turns: int = 0
    fixed_seats: bool = True


VARIANTS = {
    "full": Variant((BONES_PER_COLOUR,) * NUM_COLOURS, 0, fixed_seats=False),
    "tiny": Variant((1, 1), bowls=(1, 4), actions=1, max_turns=7),
    "small": Variant((2, 1), bowls=(1, 4), actions=1, max_turns=8),
    "mid": Variant((2, 2), bowls=(2, 5), actions=2, max_turns=4),
    "tiny3": Variant((1, 1), 3, bowls=(1, 4), actions=2, max_turns=4),
    "tiny_long": Variant((1, 1), bowls=(1, 4), actions=1, max_turns=9),
}
