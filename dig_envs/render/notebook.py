"""Show a game in a notebook with a slider over its moments."""

from html import escape
from typing import Any

from dig_envs.records import GameRecord
from dig_envs.render.replay import Frame, Replay, replay_of
from dig_envs.utils.text import printable

INTERVAL = 700  # milliseconds between two moments of a game that plays by itself
WIDTH = 760  # pixels of a picture


def slider(game: Replay | GameRecord) -> Any:
    """Show a game with a slider over its moments, from the deal to the end, and a button that plays it.

    With ipywidgets (`pip install dig-envs[notebook]`) these are widgets of the notebook, which need a kernel that runs.
    Without it they are the replay's own page in a frame, which also works in a notebook that was stored.

    Args:
        game: a replay, such as `record_game` returns, or a game that was kept, all cards shown.

    Returns:
        An `ipywidgets.VBox`, or the replay.

    Raises:
        RecordError: the decisions of a game that was kept are no game.
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
    table = widgets.HTML(_shown(replay, 0))

    def show(change: Any) -> None:
        table.value = _shown(replay, change["new"])

    moment.observe(show, "value")
    return widgets.VBox([widgets.HBox([play, moment]), table])


def _shown(replay: Replay, number: int) -> str:
    """Return the picture of a moment with what led there, and at the end with who won."""
    frame = replay.frames[number]
    words = [_caption(replay, frame), *([replay.result] if number == len(replay.frames) - 1 else [])]
    lines = "".join(f"<p>{escape(printable(line))}</p>" for line in words if line)
    picture = frame.svg.replace("<svg ", f'<svg style="width: {WIDTH}px; max-width: 100%; height: auto" ', 1)
    return f"<div>{picture}{lines}</div>"


def _caption(replay: Replay, frame: Frame) -> str:
    if frame.action is None:
        return "the deal"
    who = "" if frame.player is None else f"{replay.names[frame.player]}: "
    return f"turn {frame.turn}, {who}{frame.action}"
