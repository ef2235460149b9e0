"""Write what a viewer is sent: the only place where messages of a game are made.

A message is made of the game's picture and text, which `visibility.py` limits to what the viewer knows, of the viewer's own
log, and, if it must decide, of its own legal actions.
"""

from collections import Counter
from typing import Any

from dig_envs.core.game import NOBODY
from dig_envs.play.table import Line, Moment, Table, Track
from dig_envs.render.view import PUBLIC, View


def about(table: Table, viewer: int) -> dict[str, Any]:
    """Write what does not change during the game: who plays what, and what the viewer may do."""
    return {
        "title": table.game.title,
        "you": None if viewer == PUBLIC else viewer,
        "seats": [{"name": chair.name, "agent": chair.agent is not None} for chair in table.chairs],
        "advisers": [] if viewer == PUBLIC else table.advisers,
        "undo": table.people == [viewer],
    }


def moment_message(table: Table, track: Track, moment: Moment, known: int) -> dict[str, Any]:
    """Write a moment for a viewer who has so many lines of the log."""
    viewer, lines = track.viewer, track.log[: moment.told]
    last = f"{_who(table, lines[-1], viewer)}: {lines[-1].words}" if lines else None
    view = View(table.game, table.options, moment.state, viewer, table.names, last)
    yours = moment.mask is not None and track.answered < moment.number
    return {
        "id": moment_id(table, moment),
        "number": moment.number,
        "svg": view.drawing.svg(view),
        "text": view.drawing.text(view),
        "status": status(table, viewer, moment, view),
        "thinks": _thinks(table, viewer, moment),
        "yours": yours,
        "question": table.telling.question(view) if yours else None,
        "choices": choices(table, view, moment) if yours else [],
        "over": moment.mover == NOBODY,
        "from": known,
        "lines": [{"seat": line.seat, "words": line.words} for line in lines[known:]],
    }


def moment_id(table: Table, moment: Moment) -> str:
    """Name a moment of a viewer: after an undo or a restart all have new names."""
    return f"{table.epoch}-{moment.number}"


def choices(table: Table, view: View, moment: Moment) -> list[dict[str, Any]]:
    """List the legal actions of a viewer who must decide."""
    assert moment.mask is not None
    actions = [int(action) for action in moment.mask.nonzero()[0]]
    labels = distinct([table.telling.label(view, action) for action in actions])
    return [
        {
            "action": action,
            "name": table.game.actions.name(action),
            "label": label,
            "spots": list(table.telling.spots(view, action)),
        }
        for action, label in zip(actions, labels, strict=True)
    ]


def distinct(labels: list[str]) -> list[str]:
    """Number the labels that stand more than once, as for two cards of one kind.

    >>> distinct(["score Dirt", "score Worms", "score Dirt"])
    ['score Dirt (1)', 'score Worms', 'score Dirt (2)']
    """
    seen: Counter[str] = Counter()
    found = []
    for label in labels:
        seen[label] += 1
        found.append(f"{label} ({seen[label]})" if labels.count(label) > 1 else label)
    return found


def status(table: Table, viewer: int, moment: Moment, view: View) -> str:
    """Say whose turn it is, or how the game ended."""
    if moment.mover == NOBODY:
        return view.result
    if moment.mover == viewer:
        return "Your decision"
    chair = table.chairs[moment.mover]
    return f"{chair.name} thinks" if chair.agent is not None else f"Waiting for {chair.name}"


def _thinks(table: Table, viewer: int, moment: Moment) -> bool:
    """Return whether the viewer knows that an agent is at work."""
    return moment.mover not in (NOBODY, viewer) and table.chairs[moment.mover].agent is not None


def _who(table: Table, line: Line, viewer: int) -> str:
    return "" if line.seat is None else "you" if line.seat == viewer else table.names[line.seat]
