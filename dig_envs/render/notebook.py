"""Show a game with a slider over its moments in a notebook."""

from html import escape
from typing import Any

from dig_envs.records import GameRecord
from dig_envs.render.replay import Frame, Replay, replay_of
from dig_envs.utils.text import printable

INTERVAL = 700  # milliseconds between moments in automatic play
WIDTH = 760  # of a picture, in pixels


def slider(game: Replay | GameRecord) -> Any:
    """Show a game with a slider over its moments and a button for automatic play.

    With ipywidgets (`pip install dig-envs[notebook]`) the controls are widgets, which need a running kernel. Without ipywidgets
    the replay's own page is shown, which also works in a saved notebook.

    Args:
        game: a replay, such as `record_game` returns, or a recorded game, which is shown with all cards.

    Returns:
        An `ipywidgets.VBox`, or the replay.

    Raises:
        RecordError: a decision of the record is not legal.
    """
    replay = game if isinstance(game, Replay) else replay_of(game)
    try:
        import ipywidgets
    except ImportError:
        return replay
    return _with_widgets(replay, ipywidgets)


def _with_widgets(replay: Replay, widgets: Any) -> Any:
    last = len(replay.frames) - 1
    moment = widgets.IntSlider(0, 0, last, description="decision", layout=widgets.Layout(width=f"{WIDTH - 160}px"))
    play = widgets.Play(value=0, min=0, max=last, interval=INTERVAL)
    widgets.jslink((play, "value"), (moment, "value"))
    table = widgets.HTML(_html(replay, 0))

    def show(change: Any) -> None:
        table.value = _html(replay, change["new"])

    moment.observe(show, "value")
    return widgets.VBox([widgets.HBox([play, moment]), table])


def _html(replay: Replay, number: int) -> str:
    """Return the HTML of a moment: picture, last action, and at the end the result."""
    frame = replay.frames[number]
    words = [_caption(replay, frame), *([replay.result] if number == len(replay.frames) - 1 else [])]
    lines = "".join(f"<p>{escape(printable(line))}</p>" for line in words if line)
    picture = frame.svg.replace("<svg ", f'<svg style="width: {WIDTH}px; max-width: 100%; height: auto" ', 1)
    return f"<div>{picture}{lines}</div>"


def _caption(replay: Replay, frame: Frame) -> str:
    if frame.action is None:
        return "the deal"
    name = "" if frame.player is None else f"{replay.names[frame.player]}: "
    return f"turn {frame.turn}, {name}{frame.action}"
