"""Draw a game that agents play, or a recorded game: with all cards shown, or as one seat or the public sees it.

A seat's frames are the moments that `dig-envs play` would send that seat, and no others.
"""

import dataclasses
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from dig_envs.core.agent import Candidate
from dig_envs.core.arguments import whole_number
from dig_envs.core.errors import ArgumentError
from dig_envs.core.game import Game, Options
from dig_envs.core.playing import Moment, PlayedGame
from dig_envs.play.table import MAX_NAME, Participant, Table
from dig_envs.records import GameRecord
from dig_envs.render.history import LogLine
from dig_envs.render.replay import Frame, Replay, frames_of, replay_of_frames
from dig_envs.render.view import PUBLIC, Shape, View
from dig_envs.utils.text import printable, shortened


class SeenMoment(NamedTuple):
    """One moment of a game as a viewer sees it.

    Attributes:
        view: the viewer's view.
        lines: the lines of the viewer's log since the moment before.
        known_lines: the number of lines before them.
        turn: the turn of the action before this moment, from 1.
        considered, chosen: the candidates of the viewer's decision before this moment, and the chosen one; () and None if the
            viewer made none.
    """

    view: View
    lines: tuple[LogLine, ...]
    known_lines: int
    turn: int
    considered: tuple[Candidate, ...]
    chosen: str | None


class ViewerFrames:
    """Draws a game as one viewer sees it.

    Args:
        game, options, seed: the game and its deal.
        names: the seats' names.
        viewer: a seat, or PUBLIC.
        shape: the shape of the pictures.

    Raises:
        ArgumentError: there is no such seat.
    """

    def __init__(self, game: Game, options: Options, seed: int, names: tuple[str, ...], viewer: int, shape: Shape = Shape.WIDE):
        if viewer != PUBLIC:
            whole_number("--seat", viewer, 0, options.num_players - 1)
        self.viewer, self.shape = viewer, shape
        self.table = Table(game, dataclasses.asdict(options), seed, [Participant(_valid_name(name)) for name in names])

    def seen(self, moments: Iterable[Moment]) -> Iterator["SeenMoment"]:
        """Yield the viewer's moments while the game is played."""
        table, history = self.table, self.table.histories[self.viewer]
        number, known_lines, turn, chosen = -1, 0, 1, None
        considered: tuple[Candidate, ...] = ()
        for moment in moments:
            if moment.seat is not None and moment.explanation is not None:
                if moment.seat == self.viewer:
                    chosen = table.game.actions.name(moment.explanation.action)
                    considered = tuple(moment.explanation.candidates)
                table.act(moment.seat, table.histories[moment.seat].latest.number, moment.explanation.action)
            for shown in history.after(number):
                view, lines = table.view(self.viewer, shown.state), tuple(history.log[known_lines : shown.log_length])
                yield SeenMoment(view, lines, known_lines, turn, considered, chosen)
                number, known_lines = shown.number, shown.log_length
                turn, considered, chosen = view.table.turn + 1, (), None

    def frames(self, moments: Iterable[Moment]) -> Iterator[Frame]:
        """Yield the viewer's frames while the game is played."""
        return map(self._frame, self.seen(moments))

    def _frame(self, seen: "SeenMoment") -> Frame:
        lines = seen.lines
        last = " · ".join(line.text(self.viewer, self.table.names) for line in lines) or None
        view = dataclasses.replace(seen.view, last=last)
        player, words = None, last
        if len({line.seat for line in lines}) == 1:
            player, words = lines[0].seat, " · ".join(line.words for line in lines)
        text, svg = view.drawing.text(view), view.picture(self.shape)
        return Frame(player, words, seen.turn, (), view.figures, text, svg, seen.considered, seen.chosen)

    def replay(self, frames: Iterable[Frame]) -> Replay:
        """Make a replay of the viewer's frames, without the seed, which would reveal all hidden cards."""
        table = self.table
        view = table.view(self.viewer)
        rewards = tuple(table.rewards) if table.over else (0.0,) * len(table.names)
        return Replay(table.game.title, None, table.names, tuple(frames), rewards, view.result, view.measure, self.viewer)


class GameFrames:
    """Draws a game with all cards shown, or as one viewer sees it. The game is played while its frames are requested.

    Args:
        source: a game that agents play, or a recorded game.
        viewer: a seat, or `PUBLIC`; None shows all cards.
        shape: the shape of a viewer's pictures.

    Raises:
        ArgumentError: there is no such seat.
    """

    def __init__(self, source: PlayedGame | GameRecord, viewer: int | None = None, shape: Shape = Shape.WIDE):
        self.source, self.viewer = source, viewer
        table: Any = source.batch if isinstance(source, PlayedGame) else source
        self.game, self.options = table.game, table.options
        self.seen: list[Frame] = []
        self._last: Moment | None = None
        self._viewer_frames = None
        if viewer is not None:
            self._viewer_frames = ViewerFrames(self.game, self.options, source.seed, source.names, viewer, shape)

    def frames(self) -> Iterator[Frame]:
        """Yield the frames while the game is played."""
        viewer = self._viewer_frames
        for frame in viewer.frames(self._moments()) if viewer else frames_of(self._moments(), self.source.names):
            self.seen.append(frame)
            yield frame

    def _moments(self) -> Iterator[Moment]:
        for moment in self.source.moments():
            self._last = moment
            yield moment

    def replay(self) -> Replay:
        """Make a replay of the frames so far; of the whole game if no frame was requested."""
        if not self.seen:
            for _ in self.frames():
                pass
        if self._viewer_frames:
            return self._viewer_frames.replay(self.seen)
        assert self._last is not None
        return replay_of_frames(self._last.batch, self.source.seed, self.source.names, self.seen)


def _valid_name(name: str) -> str:
    """Shorten a name so that a table accepts it."""
    return shortened(" ".join(printable(name).split()), MAX_NAME) or "-"


def parse_viewer(text: str) -> int:
    """Return the viewer for a seat's number or "public".

    Raises:
        ArgumentError: the text is neither.
    """
    if text == "public":
        return PUBLIC
    if text.isascii() and text.isdigit() and len(text) < 4:
        return int(text)
    raise ArgumentError(f'--seat takes a number, such as 0, or "public", not {printable(text)!r:.40}')
