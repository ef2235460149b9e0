"""Write the messages to a viewer. No other module sends anything about a game to a page.

A message contains the viewer's picture and text, its own log, and its own legal actions if it must decide. The game's
`known_state` limits picture and text to the viewer's knowledge.
"""

from collections.abc import Sequence
from html import escape
from typing import Any

from dig_envs.core.game import NOBODY, Options
from dig_envs.play.prospects import scale_of
from dig_envs.play.review import Review
from dig_envs.play.table import Hint, Table
from dig_envs.render.action_words import distinct
from dig_envs.render.history import ViewerHistory, ViewerMoment
from dig_envs.render.palette import PLAYERS
from dig_envs.render.view import PUBLIC, Shape, View
from dig_envs.render.wording import explain_parts, impossible_actions, player_rules
from dig_envs.utils.numbers import rounded

WORST = 3  # mistakes that a review lists


def about_message(table: Table, viewer: int, host: int | None, study: bool = False) -> dict[str, Any]:
    """Describe the participants and the viewer's rights, which stay the same during the game.

    Args:
        host: the seat whose person may open the lobby.
        study: whether the server keeps games as data if all people agree.
    """
    return {
        "title": table.game.title,
        "you": None if viewer == PUBLIC else viewer,
        "seats": [
            {"name": each.name, "agent": each.agent is not None, "colour": colour}
            for each, (colour, _) in zip(table.participants, PLAYERS, strict=False)
        ],
        "advisers": [] if viewer == PUBLIC else table.advisers,
        "undo": table.people == [viewer],
        "host": viewer == host,
        "rules": bool(player_rules(table.game)),
        "study": study,
    }


def absent_message(seats: list[int]) -> dict[str, Any]:
    """List the people's seats that are not connected."""
    return {"seats": seats}


def moment_message(
    table: Table, history: ViewerHistory, moment: ViewerMoment, known_lines: int, shape: Shape = Shape.WIDE
) -> dict[str, Any]:
    """Describe a moment to a viewer who already has the first `known_lines` lines of the log.

    Args:
        shape: the shape of the picture, for the width of the viewer's page.
    """
    viewer, lines = history.viewer, history.log[: moment.log_length]
    last = lines[-1].text(viewer, table.names) if lines else None
    view = View(table.game, table.options, moment.state, viewer, table.names, last, all_parts=True)
    svg = view.picture(shape)
    yours = moment.mask is not None and history.answered < moment.number
    return {
        "id": moment_id(table, moment),
        "number": moment.number,
        "svg": svg,
        "parts": explain_parts(view, svg),
        "text": view.drawing.text(view),
        "status": status(table, viewer, moment, view),
        "progress": view.clock if view.running else "",
        "thinking": moment.mover not in (NOBODY, viewer) and table.is_thinking(moment.mover),
        "yours": yours,
        "question": table.wording.question(view) if yours else None,
        "choices": choices(table, view, moment) if yours else [],
        "impossible": impossible_actions(view) if yours else [],
        "forced": yours and is_forced(table, moment),
        "over": moment.mover == NOBODY,
        "from": known_lines,
        "lines": [{"seat": line.seat, "words": line.words, "turn": line.turn} for line in lines[known_lines:]],
    }


def hint_message(hint: Hint, options: Options) -> dict[str, Any]:
    """Describe an agent's choice, and its shares and expected results of the actions that it considered.

    "by" says what the shares are: "playouts" of a search, or "probability".
    """
    scale = scale_of(options)
    considered = [
        {"action": action, "share": rounded(each.share), "value": scale.value(each.value)} for action, each in hint.candidates
    ]
    by = "playouts" if any(each.visits is not None for _, each in hint.candidates) else "probability"
    return {"action": hint.action, "words": hint.words, "by": by, "unit": scale.unit, "considered": considered}


def review_message(review: Review, epoch: int) -> dict[str, Any]:
    """Describe the result of a review: the expected result after each decision, and the largest mistakes with their losses."""
    scale = scale_of(review.record.options)
    worst = [
        {
            "frame": each.frame,
            "chosen": each.words,
            "better": each.better,
            "values": [scale.value(loss.chosen), scale.value(loss.best)],
            "loss": [scale.difference(number) for number in (loss.value, loss.low, loss.high)],
        }
        for each, loss in review.mistakes()[:WORST]
    ]
    curve = [[each.frame, scale.value(each.value)] for each in review.decisions]
    result = {"unit": scale.unit, "curve": curve, "worst": worst}
    return {"epoch": epoch, "completed": len(curve), "total": len(curve), "error": "", "result": result}


def branch_form(agents: Sequence[str]) -> str:
    """Write the form with which a person plays on from a frame of a replay (HTML)."""
    names = "".join(f"<option>{escape(name)}</option>" for name in agents)
    select = f'<select id="agent"><option value="">the same players</option>{names}</select>'
    return f"""<form id="branch"><button>Play on from here</button> <label>against {select}</label>
<span id="notice" role="alert" hidden></span></form>
<script type="module" src="/page/branch.js"></script>"""


def moment_id(table: Table, moment: ViewerMoment) -> str:
    """Return a moment's id. No id is used again after an undo or a restart."""
    return f"{table.epoch}-{moment.number}"


def choices(table: Table, view: View, moment: ViewerMoment) -> list[dict[str, Any]]:
    """List the legal actions of a viewer that must decide."""
    assert moment.mask is not None
    actions = [int(action) for action in moment.mask.nonzero()[0]]
    labels = distinct([table.wording.ACTIONS.label(view, action) for action in actions])
    return [
        {
            "action": action,
            "name": table.game.actions.name(action),
            "label": label,
            "help": table.wording.ACTIONS.help(view, action),
            "targets": list(table.wording.ACTIONS.targets(view, action)),
        }
        for action, label in zip(actions, labels, strict=True)
    ]


def is_forced(table: Table, moment: ViewerMoment) -> bool:
    """Return whether the viewer has exactly one legal action and the position may be shown to everyone.

    A quick answer to a secret question would tell the others that the viewer had no choice.
    """
    assert moment.mask is not None
    return int(moment.mask.sum()) == 1 and table.wording.may_be_shown(table.view(PUBLIC, moment.state))


def status(table: Table, viewer: int, moment: ViewerMoment, view: View) -> str:
    """Say whose turn or decision it is, or how the game ended."""
    if moment.mover == NOBODY:
        return view.result
    if moment.mover == viewer:
        return "Your turn" if getattr(view.table, "active", viewer) == viewer else "Your decision"
    name = table.names[moment.mover]
    return f"{name} is thinking" if table.is_thinking(moment.mover) else f"Waiting for {name}"
