"""Name the actions of DIG."""

from dig_envs.core.actions import ActionTable, Family
from dig_envs.dig.components import COLOURS, MAX_STEP

AWAY = 0  # AWAY + k - 1: move k places away from the doghouse
HOME = AWAY + MAX_STEP  # HOME + k - 1: move k places toward it
DIG = HOME + MAX_STEP
DROP = DIG + 1
END = DROP + 1
KEEP = END + 1
PLACE = KEEP + 1  # PLACE + c: put a bone of colour c into the hole

ACTIONS = ActionTable(
    Family("move so many places away from the doghouse (DIG-4)", tuple(f"move {k}" for k in range(1, MAX_STEP + 1))),
    Family("move so many places toward the doghouse (DIG-4)", tuple(f"move -{k}" for k in range(1, MAX_STEP + 1))),
    Family("take the bone under the dog (DIG-5)", ("dig",)),
    Family("drop all bones of the bowl's colour (DIG-6)", ("drop",)),
    Family("end the turn early (DIG-3)", ("end",)),
    Family("keep the bone just dug, and put none back (DIG-5)", ("keep",)),
    Family("put a bone of that colour into the hole (DIG-5, DIG-15)", tuple(f"place {colour}" for colour in COLOURS)),
)
