"""Show a game that agents play now, or one that was kept, with all cards open or as one seat sees it."""

from collections.abc import Iterator
from typing import Any

from dig_envs.core.playing import Moment, PlayedGame
from dig_envs.play.replay import Onlooker
from dig_envs.records import GameRecord
from dig_envs.render.replay import Frame, Replay, open_frames, open_replay


class Show:
    """Draws a game with all cards open, or as one seat sees it. It is played as its frames are asked for.

    Args:
        source: the game.
        viewer: a seat, or `PUBLIC`; None shows all cards.

    Raises:
        ArgumentError: there is no such seat.
    """

    def __init__(self, source: PlayedGame | GameRecord, viewer: int | None = None):
        self.source, self.viewer = source, viewer
        table: Any = source.batch if isinstance(source, PlayedGame) else source
        self.game, self.options = table.game, table.options
        self.seen: list[Frame] = []
        self._last: Moment | None = None
        self._onlooker = None
        if viewer is not None:
            self._onlooker = Onlooker(self.game, self.options, source.seed, source.names, viewer)

    def frames(self) -> Iterator[Frame]:
        """Yield the frames, as the game goes on."""
        drawn = self._onlooker.frames(self._moments()) if self._onlooker else open_frames(self._moments(), self.source.names)
        for frame in drawn:
            self.seen.append(frame)
            yield frame

    def _moments(self) -> Iterator[Moment]:
        for moment in self.source.moments():
            self._last = moment
            yield moment

    def replay(self) -> Replay:
        """Make a replay of the frames so far, or of the whole game if none was asked for."""
        if not self.seen:
            for _ in self.frames():
                pass
        if self._onlooker:
            return self._onlooker.replay(self.seen)
        assert self._last is not None
        return open_replay(self._last.batch, self.source.seed, self.source.names, self.seen)
