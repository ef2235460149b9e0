"""Show the frames of a game in a terminal, each in the place of the last, and let keys control the playback."""

import shutil
import sys
import time
from collections.abc import Iterator, Mapping

from dig_envs.render.paint import colour_lines, in_colour, wants_colour
from dig_envs.render.replay import Frame
from dig_envs.training.cli.keys import Keys, can_read_keys
from dig_envs.utils.text import broken_lines, pluralized, shortened

DELAY = 0.6  # seconds
MIN_DELAY, MAX_DELAY = 0.02, 20.0  # seconds of delay
HOME, REST_OF_LINE, REST_OF_SCREEN = "\x1b[H", "\x1b[K", "\x1b[J"
HELP = "space pause   ← → step   ↑ ↓ scroll   + - speed   q quit"


def watch(frames: Iterator[Frame], colours: Mapping[str, str], delay: float | None) -> None:
    """Show frames. A terminal shows each frame in the place of the last; any other output gets all frames as text.

    Args:
        frames: each frame is requested when it is to be shown.
        colours: the game's own (`dig_envs.render.paint`).
        delay: seconds between frames; None is `DELAY` on a terminal, and no delay elsewhere.
    """
    if not sys.stdout.isatty():
        for frame in frames:
            print(f"{frame.text}\n", flush=True)
            time.sleep(delay or 0.0)
        return
    viewer = Viewer(frames, colours if wants_colour(sys.stdout) else None, DELAY if delay is None else delay)
    if not can_read_keys():
        viewer.run()
        return
    with Keys() as keys:
        viewer.run(keys)


class Viewer:
    """Plays the frames of a game in a terminal.

    Args:
        frames: all frames, in order.
        colours: the game's own; None shows everything in one colour.
        delay: seconds between frames.

    Attributes:
        seen: the frames that `frames` has yielded.
        at: the index of the shown frame in `seen`.
        top: the index of the first shown line of the frame.
        paused, ended: whether the playback waits for a key, and whether it has ended.
    """

    def __init__(self, frames: Iterator[Frame], colours: Mapping[str, str] | None, delay: float):
        self.frames, self.colours, self.delay = frames, colours, delay
        self.seen: list[Frame] = []
        self.at = -1
        self.top = 0
        self.paused = self.ended = False

    def run(self, keys: Keys | None = None) -> None:
        """Show the game to its end, or until a key quits. A paused game waits at its end."""
        self.step(1)
        try:
            while not self.ended:
                self.draw()
                key = self._key(keys)
                self.press(key) if key else self.step(1)
        finally:
            sys.stdout.write("\n")
            sys.stdout.flush()

    def _key(self, keys: Keys | None) -> str:
        """Wait for a key during the delay; return the key, or an empty text without one."""
        if keys is None:
            time.sleep(self.delay)
            return ""
        return keys.read(None if self.paused else self.delay)

    def press(self, key: str) -> None:
        """Do the action of a key."""
        if key in ("q", "\x1b"):
            self.ended = True
        elif key in ("space", "p"):
            self.paused = not self.paused
        elif key in ("right", "enter", "n", "left", "b", "home", "end"):
            self.paused = True
            self.step({"left": -1, "b": -1, "home": -self.at, "end": len(self.seen) - 1 - self.at}.get(key, 1))
        elif key in ("+", "=", "-"):
            self.delay = min(MAX_DELAY, max(MIN_DELAY, self.delay * (2.0 if key == "-" else 0.5)))
        elif key in ("up", "down"):
            self.top = max(0, self.top + (1 if key == "down" else -1))

    def step(self, by: int) -> None:
        """Go forward or back by a number of frames; past the last frame, fetch the next one."""
        self.at = max(0, self.at + by)
        if self.at >= len(self.seen):
            self.at = len(self.seen)
            frame = next(self.frames, None)
            if frame is None:
                self.at -= 1
                self.ended = not self.paused
            else:
                self.seen.append(frame)

    def draw(self) -> None:
        """Write the lines of the frame for which the terminal has room, and a footer below them."""
        if not self.seen:
            return
        columns, rows = shutil.get_terminal_size((100, 24))
        lines = self.seen[self.at].text.rstrip("\n").split("\n")
        if self.colours is not None:
            lines = colour_lines(lines, self.colours)
        lines = broken_lines("\n".join(lines), columns)
        below = max(0, len(lines) - (rows - 1))
        self.top = min(self.top, below)
        lines = lines[self.top : self.top + rows - 1]
        footer = shortened(self.footer(below - self.top), columns - 1)
        if self.colours is not None:
            footer = in_colour(footer, "faint")
        shown = [*lines, *[""] * (rows - 1 - len(lines)), footer]
        sys.stdout.write(HOME + "\n".join(line + REST_OF_LINE for line in shown) + REST_OF_SCREEN)
        sys.stdout.flush()

    def footer(self, below: int) -> str:
        """Return the number of the frame, the speed, the number of lines below the terminal's end, and the keys."""
        speed = "paused" if self.paused else f"{self.delay:g} s"
        more = f"↓ {pluralized(below, 'more line')} · " if below else ""
        return f"{self.at} · {speed} · {more}{HELP}"
