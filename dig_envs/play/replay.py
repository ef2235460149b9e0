"""Show a game as one seat saw it, or an onlooker: the moments that `dig-envs play` would have sent, and no others."""

import dataclasses
from collections.abc import Iterable, Iterator

from dig_envs.core.agent import Candidate
from dig_envs.core.arguments import whole_number
from dig_envs.core.errors import ArgumentError
from dig_envs.core.game import Game, Options
from dig_envs.core.playing import Moment
from dig_envs.play.table import LONGEST_NAME, Chair, Line, Table
from dig_envs.render.replay import Frame, Replay
from dig_envs.render.view import PUBLIC, View
from dig_envs.utils.text import printable, shortened


class Onlooker:
    """Follows a game through the eyes of one seat, or of everybody (`PUBLIC`).

    Args:
        game, options, seed: what was dealt.
        names: who sits where.
        viewer: a seat, or PUBLIC.

    Raises:
        ArgumentError: there is no such seat.
    """

    def __init__(self, game: Game, options: Options, seed: int, names: tuple[str, ...], viewer: int):
        if viewer != PUBLIC:
            whole_number("--seat", viewer, 0, options.num_players - 1)
        self.viewer = viewer
        self.table = Table(game, dataclasses.asdict(options), seed, [Chair(_fitting(name)) for name in names])
        self.names = self.table.names

    def frames(self, moments: Iterable[Moment]) -> Iterator[Frame]:
        """Draw what the viewer sees of each decision, as they are made; nothing of those that it does not hear of."""
        table, track = self.table, self.table.track(self.viewer)
        number, known, turn, chosen = -1, 0, 1, None
        considered: tuple[Candidate, ...] = ()
        for moment in moments:
            if moment.seat is not None and moment.told is not None:
                if moment.seat == self.viewer:
                    chosen, considered = table.game.actions.name(moment.told.action), tuple(moment.told.candidates)
                table.act(moment.seat, table.track(moment.seat).last.number, moment.told.action)
            for shown in track.after(number):
                view, news = self.table.view(self.viewer, shown.state), track.log[known : shown.told]
                yield self._frame(view, news, turn, considered, chosen)
                number, known, turn, considered, chosen = shown.number, shown.told, view.table.turn + 1, (), None

    def _frame(self, view: View, news: list[Line], turn: int, considered: tuple[Candidate, ...], chosen: str | None) -> Frame:
        last = " · ".join(f"{self._who(line)}{line.words}" for line in news) or None
        view = dataclasses.replace(view, last=last)
        one = len({line.seat for line in news}) == 1
        player = news[-1].seat if one else None
        words = " · ".join(line.words for line in news) if one else last
        text, svg = view.drawing.text(view), view.drawing.svg(view)
        return Frame(player, words, turn, (), view.figures, text, svg, considered, chosen)

    def _who(self, line: Line) -> str:
        if line.seat is None:
            return ""
        return "you: " if line.seat == self.viewer else f"{self.names[line.seat]}: "

    def replay(self, frames: Iterable[Frame]) -> Replay:
        """Make a replay of frames that the viewer saw. It has no seed, which would tell all that is hidden."""
        table = self.table
        view = table.view(self.viewer)
        rewards = tuple(table.rewards) if table.over else (0.0,) * len(self.names)
        return Replay(table.game.title, None, self.names, tuple(frames), rewards, view.result, view.measure, self.viewer)


def _fitting(name: str) -> str:
    """Return a name as a chair has it."""
    return shortened(" ".join(printable(name).split()), LONGEST_NAME) or "-"


def viewer_of(text: str) -> int:
    """Return the viewer that a text names: a seat's number, or "public".

    Raises:
        ArgumentError: it is neither.
    """
    if text == "public":
        return PUBLIC
    if text.isascii() and text.isdigit() and len(text) < 4:
        return int(text)
    raise ArgumentError(f'--seat takes a number, such as 0, or "public", not {printable(text)!r:.40}')
