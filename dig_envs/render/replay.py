"""Record a game decision by decision as pictures, and save it as one HTML page that needs no network."""

import itertools
import json
import math
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
from dig_envs.render.view import PUBLIC
from dig_envs.utils.files import replace
from dig_envs.utils.text import printable

if TYPE_CHECKING:
    from dig_envs.records import GameRecord

MOST_CANDIDATES = 10  # that the page shows of a decision
LONGEST_NOTE = 80


@dataclass(frozen=True)
class Frame:
    """One moment of a recorded game.

    Attributes:
        player: the seat whose action led here; None for the deal.
        action: that action's name, or what the seat that looks on hears of it; None for the deal.
        turn: the turn that the action belongs to, from 1.
        points: each seat's result as the game stands; none where a seat that looks on may not know it.
        figures: what the standings show of each seat, in the replay's measure.
        text, svg: the table as it is shown.
        candidates: the actions that an agent considered, if it tells: the player's, or that of the seat that looks on.
        chosen: the name of the one among them that it chose.
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
        title: the game's name.
        seed: the game's seed; None where a seat looks on, which could deal all hidden cards from it.
        names: who sat where.
        frames: the deal, then one for each decision; for a seat, the moments that it saw.
        rewards: what each seat got; zeros if the recording stopped before the end.
        result: who won, in words; empty if the recording stopped before the end.
        measure: what the standings show, such as "points".
        seat: through whose eyes the frames are drawn, or `PUBLIC`; None where all cards are shown.
    """

    title: str
    seed: int | None
    names: tuple[str, ...]
    frames: tuple[Frame, ...] = field(repr=False)
    rewards: tuple[float, ...]
    result: str
    measure: str = "points"
    seat: int | None = None

    def page(self) -> str:
        """Write the replay as one self-contained HTML page: slider, play, steps, moves, standings, candidates."""
        template = files("dig_envs.render").joinpath("replay.html").read_text("utf-8")
        data = json.dumps(self._data(), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
        parts = {"title": escape(printable(self._heading())), "data": data}
        return re.sub(r"\{\{(title|data)\}\}", lambda place: parts[place[1]], template)  # at once: a name may be "{{data}}"

    def save(self, path: str | Path) -> Path:
        """Write the page, or replace it once the new one is whole.

        Raises:
            ResultsError: the file can't be written.
        """
        path = Path(path)
        try:
            replace(path, self.page().encode())
        except OSError as error:
            raise ResultsError(f"the replay can't be written to {path}: {error.strerror}") from error
        return path

    def _repr_html_(self) -> str:
        """Return the page as notebooks show it."""
        page = escape(self.page()).replace("\n", "&#10;")  # on one line: Markdown would end the frame at an empty one
        return f'<iframe srcdoc="{page}" style="width: 100%; height: 820px; border: 0"></iframe>'

    def _heading(self) -> str:
        if self.seat is None:
            whose = f"seed {self.seed}"
        else:
            whose = "as onlookers see it" if self.seat == PUBLIC else f"as {self.names[self.seat]} sees it"
        return f"{self.title}: {' - '.join(self.names)}, {whose}"

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


def _considered(candidates: Sequence[Candidate], chosen: str | None, player: int | None) -> dict[str, Any] | None:
    """Return what the page shows of an agent's candidates: the chosen one and the likeliest others, the likeliest first."""
    if not candidates:
        return None
    order = sorted(candidates, key=lambda candidate: (candidate.action != chosen, -_share(candidate)))
    kept = sorted(order[:MOST_CANDIDATES], key=lambda candidate: -_share(candidate))
    shown = [_candidate(candidate) for candidate in kept]
    return {"player": player, "chosen": chosen, "candidates": shown, "more": len(order) - len(kept)}


def _candidate(candidate: Candidate) -> list[Any]:
    """Return a candidate as JSON can hold it."""
    action, share, visits, value, note = candidate
    figures = [_rounded(share), None if visits is None else int(visits), _rounded(value)]
    return [printable(action), *figures, printable(note[:LONGEST_NOTE])]


def _share(candidate: Candidate) -> float:
    return _rounded(candidate.share) or 0.0


def _rounded(number: float | None) -> float | None:
    return round(float(number), 3) if number is not None and math.isfinite(number) else None


def _share_lines(texts: Sequence[str]) -> tuple[list[str], list[list[int]]]:
    """List the different lines of all texts, and each text as numbers of lines: successive pictures have most in common."""
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
    """Play one game and keep every moment of it.

    Args:
        game: a game, or its id.
        options: its options; `num_players` is the number of agents unless given.
        agents: who plays, one for each seat.
        seed: the game of `reset(seed=seed)` in every adapter. Agents draw from streams of the same seed.
        limit: stop after so many decisions; None plays to the end.

    Raises:
        ArgumentError: another number of agents than of seats.
    """
    played = PlayedGame(game_of(game) if isinstance(game, str) else game, options, agents, seed)
    return open_replay(played.batch, seed, played.names, list(open_frames(played.moments(limit), played.names)))


def replay_of(record: "GameRecord") -> Replay:
    """Draw a game that was kept, all cards shown, by playing it anew.

    Raises:
        RecordError: its decisions are no game.
    """
    moments = record.moments()
    deal = next(moments)
    frames = list(open_frames(itertools.chain([deal], moments), record.names))
    return open_replay(deal.batch, record.seed, record.names, frames)


def open_replay(batch: Batch, seed: int, names: tuple[str, ...], frames: Sequence[Frame]) -> Replay:
    """Make a replay of frames that show all cards.

    Args:
        batch: the table after the last of them.
        seed, names, frames: see `Replay`.
    """
    view = View(batch.game, batch.options, batch.states, names=names)
    return Replay(batch.game.title, seed, names, tuple(frames), tuple(batch.rewards[0].tolist()), view.result, view.measure)


def open_frames(moments: Iterable[Moment], names: tuple[str, ...]) -> Iterator[Frame]:
    """Draw the moments of a game, all cards shown, as they are played."""
    turn = 1
    for moment in moments:
        batch, seat = moment.batch, moment.seat
        action = None if moment.told is None else batch.game.actions.name(moment.told.action)
        last = None if seat is None else f"{names[seat]}: {action}"
        view = View(batch.game, batch.options, batch.states, names=names, last=last)
        candidates = () if moment.told is None else tuple(moment.told.candidates)
        yield Frame(seat, action, turn, view.points, view.figures, draw_text(view), draw_svg(view), candidates, action)
        turn = int(batch.states["table"]["turn"][0]) + 1
