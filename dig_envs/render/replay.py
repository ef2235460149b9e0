"""Record a game as one frame per decision, and save it as a self-contained HTML page."""

import itertools
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dig_envs.core.agent import Agent, Candidate
from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ResultsError
from dig_envs.core.game import Game
from dig_envs.core.playing import Moment, PlayedGame
from dig_envs.render import View, draw_svg, draw_text
from dig_envs.render.palette import dark_style
from dig_envs.render.view import PUBLIC
from dig_envs.utils.files import replace
from dig_envs.utils.numbers import rounded
from dig_envs.utils.text import printable

if TYPE_CHECKING:
    from dig_envs.records import GameRecord

MAX_CANDIDATES = 10  # per decision on the page
MAX_NOTE = 80  # characters


@dataclass(frozen=True)
class Frame:
    """One moment of a recorded game.

    Attributes:
        player: the seat that acted before this moment; None for the deal.
        action: the name of that action, or the words that the viewer hears; None for the deal.
        turn: the turn of the action, from 1.
        points: each seat's points so far; empty in a viewer's replay.
        figures: each seat's figure in the standings, in the replay's measure.
        text, svg: the table as text and as a picture.
        candidates: the actions that the player's agent considered, or in a viewer's replay the viewer's agent, if reported.
        chosen: the name of the candidate that was chosen.
    """

    player: int | None
    action: str | None
    turn: int
    points: tuple[float, ...]
    figures: tuple[str, ...]
    text: str = field(repr=False)
    svg: str = field(repr=False)
    candidates: tuple[Candidate, ...] = field(default=(), repr=False)
    chosen: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Replay:
    """A recorded game.

    Attributes:
        title: the game's title.
        seed: the game's seed; None in a viewer's replay, because the seed reveals all hidden cards.
        names: the seats' names.
        frames: the deal and one frame per decision; in a viewer's replay, the moments that the viewer saw.
        rewards: each seat's reward; zeros if the recording stopped before the end.
        result: how the game ended and who won, in words; empty if the recording stopped before the end.
        measure: the unit of the figures in the standings, such as "points".
        seat: the viewer, a seat or `PUBLIC`; None if all cards are shown.
    """

    title: str
    seed: int | None
    names: tuple[str, ...]
    frames: tuple[Frame, ...] = field(repr=False)
    rewards: tuple[float, ...]
    result: str
    measure: str = "points"
    seat: int | None = None

    def page(self, folder: str | None = None, more: str = "") -> str:
        """Return an HTML page with the frames, the moves, the standings and the agents' candidates.

        Args:
            folder: the path of `replay.css`, `dark.css`, `replay.js` and `icon.svg` on a server, such as "/page/"; None writes
                style and script into the page.
            more: HTML below the controls.
        """
        data = json.dumps(self._data(), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
        if folder is None:
            style = f"<style>\n{_file('replay.css')}{dark_style()}</style>"
            script = f"<script>\n{_file('replay.js')}</script>"
        else:
            style = f'<link rel="icon" href="{folder}icon.svg">\n<link rel="stylesheet" href="{folder}replay.css">'
            style += f'\n<link rel="stylesheet" href="{folder}dark.css">'
            script = f'<script src="{folder}replay.js"></script>'
        title = escape(printable(self._heading()))
        parts = {"title": title, "data": data, "style": style, "script": script, "more": more}
        # One pass, because a name may be "{{data}}".
        return re.sub(r"\{\{(title|data|style|script|more)\}\}", lambda place: parts[place[1]], _file("replay.html"))

    def save(self, path: str | Path) -> Path:
        """Write the page to a file, replacing an existing file only when the new one is complete.

        Raises:
            ResultsError: the file cannot be written.
        """
        path = Path(path)
        try:
            replace(path, self.page().encode())
        except OSError as error:
            raise ResultsError(f"the replay cannot be written to {path}: {error.strerror}") from error
        return path

    def _repr_html_(self) -> str:
        """Return the page in a frame for a notebook."""
        page = escape(self.page()).replace("\n", "&#10;")  # one line, because an empty line ends HTML in Markdown
        return f'<iframe srcdoc="{page}" style="width: 100%; height: 820px; border: 0"></iframe>'

    def _heading(self) -> str:
        if self.seat is None:
            view = f"seed {self.seed}"
        else:
            view = "as spectators see it" if self.seat == PUBLIC else f"as {self.names[self.seat]} sees it"
        return f"{self.title}: {' - '.join(self.names)}, {view}"

    def _data(self) -> dict[str, Any]:
        lines, pictures = _share_lines([frame.svg for frame in self.frames])
        return {
            "names": [printable(name) for name in self.names],
            "rewards": [round(reward, 3) for reward in self.rewards],
            "result": printable(self.result),
            "measure": self.measure,
            "lines": lines,
            "frames": [
                [picture, frame.player, frame.action, frame.turn, list(frame.figures)]
                for picture, frame in zip(pictures, self.frames, strict=True)
            ],
            "considered": [
                _considered(frame.candidates, frame.chosen, frame.player if self.seat is None else self.seat)
                for frame in self.frames
            ],
        }


def _file(name: str) -> str:
    return files("dig_envs.render").joinpath(name).read_text("utf-8")


def _considered(candidates: Sequence[Candidate], chosen: str | None, player: int | None) -> dict[str, Any] | None:
    """Return the data for an agent's candidates: the chosen action and the best others, sorted by share and value."""
    if not candidates:
        return None
    order = sorted(candidates, key=lambda candidate: (candidate.action != chosen, *_rank(candidate)))
    shown = sorted(order[:MAX_CANDIDATES], key=_rank)
    rows = [_candidate_row(candidate) for candidate in shown]
    return {"player": player, "chosen": chosen, "candidates": rows, "more": len(order) - len(shown)}


def _candidate_row(candidate: Candidate) -> list[Any]:
    action, share, visits, value, note = candidate
    figures = [rounded(share), None if visits is None else int(visits), rounded(value)]
    return [printable(action), *figures, printable(note[:MAX_NOTE])]


def _rank(candidate: Candidate) -> tuple[float, float]:
    """Return the sort key of a candidate: the largest share first, then the largest value."""
    return -(rounded(candidate.share) or 0.0), -(rounded(candidate.value) or 0.0)


def _share_lines(texts: Sequence[str]) -> tuple[list[str], list[list[int]]]:
    """Return the distinct lines of all texts, and each text as a list of their numbers.

    Successive pictures share most of their lines, so this makes pages small.
    """
    numbers: dict[str, int] = {}
    pictures = [[numbers.setdefault(line, len(numbers)) for line in text.splitlines()] for text in texts]
    return list(numbers), pictures


def record_game(
    game: str | Game,
    options: Mapping[str, Any],
    agents: Sequence[Agent],
    seed: int,
    limit: int | None = None,
) -> Replay:
    """Play one game and record a frame of each moment, with all cards shown.

    Args:
        game: a game or its id.
        options: the game's options; `num_players` is the number of agents unless given.
        agents: one agent for each seat.
        seed: the seed of the deal, as in `reset(seed=seed)`, and of the agents' random numbers.
        limit: maximum number of decisions; None plays to the end.

    Raises:
        ArgumentError: the number of agents is not the number of seats.
    """
    played = PlayedGame(game_of(game), options, agents, seed)
    return replay_of_frames(played.batch, seed, played.names, list(frames_of(played.moments(limit), played.names)))


def replay_of(record: "GameRecord") -> Replay:
    """Replay a recorded game with all cards shown.

    Raises:
        RecordError: a decision of the record is not legal.
    """
    moments = record.moments()
    deal = next(moments)
    frames = list(frames_of(itertools.chain([deal], moments), record.names))
    return replay_of_frames(deal.batch, record.seed, record.names, frames)


def replay_of_frames(batch: Batch, seed: int, names: tuple[str, ...], frames: Sequence[Frame]) -> Replay:
    """Make a replay of frames with all cards shown. `batch` is the table after the last frame."""
    view = View(batch.game, batch.options, batch.states, names=names)
    return Replay(batch.game.title, seed, names, tuple(frames), tuple(batch.rewards[0].tolist()), view.result, view.measure)


def frames_of(moments: Iterable[Moment], names: tuple[str, ...]) -> Iterator[Frame]:
    """Draw moments with all cards shown, while the game is played."""
    turn = 1
    for moment in moments:
        batch, seat = moment.batch, moment.seat
        action = None if moment.explanation is None else batch.game.actions.name(moment.explanation.action)
        last = None if seat is None else f"{names[seat]}: {action}"
        view = View(batch.game, batch.options, batch.states, names=names, last=last)
        candidates = () if moment.explanation is None else tuple(moment.explanation.candidates)
        yield Frame(seat, action, turn, view.points, view.figures, draw_text(view), draw_svg(view), candidates, action)
        turn = int(batch.states["table"]["turn"][0]) + 1
