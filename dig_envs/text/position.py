"""Describe a position in words, as one seat knows it: the module `description` in the package of the game's drawing."""

from dig_envs.render.view import View, module_of
from dig_envs.text.turn import Parts


def position_of(view: View) -> Parts:
    """Return the parts of a position by their titles, in the order in which they are read.

    A game without a module `description`, whose function `describe(view)` returns the parts, has its table as text.
    """
    module = module_of(view.game, "description")
    parts = module.describe(view) if module else {"Table": view.drawing.text(view)}
    return {"Seat": f"You are player {(view.seat or 0) + 1} of {view.options.num_players}. It is {view.clock}.", **parts}
