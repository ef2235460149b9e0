"""The actions of Dig Dig by name."""

from dig_envs.core.actions import ActionTable, Family
from dig_envs.dig_dig.components import COPIES, KIND_NAMES, NUM_KINDS, NUMBERS, ROW

PLAY = 0  # PLAY + COPIES * number + m - 1: play m cards of a number
POWER = PLAY + COPIES * NUMBERS  # POWER + kind - BOOM: play one power card
BLIND = POWER + NUM_KINDS - NUMBERS  # BLIND + k: turn over blind card k
PICK_UP = BLIND + ROW
LAY = PICK_UP + 1  # LAY + kind: in the set-up, lay a card face up


def _play_name(number: str, count: int) -> str:
    return f"play {number}" if count == 1 else f"play {number} x{count}"


ACTIONS = ActionTable(
    Family(
        "play one or more cards of a number (DD-6)",
        tuple(_play_name(KIND_NAMES[number], count) for number in range(NUMBERS) for count in range(1, COPIES + 1)),
    ),
    Family("play a power card (DD-16)", tuple(f"play {name}" for name in KIND_NAMES[NUMBERS:])),
    Family("turn over a blind card (DD-18)", tuple(f"turn {k + 1}" for k in range(ROW))),
    Family("pick up the pile (DD-9)", ("pick up",)),
    Family("in the set-up: lay that card face up (DD-3)", tuple(f"lay {name}" for name in KIND_NAMES)),
)
