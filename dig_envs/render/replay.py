"""Record a game decision by decision as pictures, and save it as one HTML page that needs no network."""

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from dig_envs.core.agent import Agent, Candidate
from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ResultsError
from dig_envs.core.game import Game
from dig_envs.core.playing import PlayedGame
from dig_envs.files import replace
from dig_envs.render import View, draw_svg, draw_text
from dig_envs.text import printable

MOST_CANDIDATES = 10  # that the page shows of a decision
LONGEST_NOTE = 80


@dataclass(frozen=True)
class Frame:
    """One moment of a recorded game.

    Attributes:
        player: the seat whose action led here; None for the deal.
        action: that action's name; None for the deal.
        turn: the turn that the action belongs to, from 1.
        points: each seat's result as the game stands.
        text, svg: the table, shown openly.
        candidates: the actions that the player's agent considered, if it tells.
    """

    player: int | None
    action: str | None
    turn: int
    points: tuple[float, ...]
    text: str = field(repr=False)
    svg: str = field(repr=False)
    candidates: tuple[Candidate, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class Replay:
    """A recorded game.

    Attributes:
        title: the game's name.
        seed: the game's seed.
        names: who sat where.
        frames: the deal, then one for each decision.
        rewards: what each seat got; zeros if the recording stopped before the end.
        result: who won, in words; empty if the recording stopped before the end.
    """

    title: str
    seed: int
    names: tuple[str, ...]
    frames: tuple[Frame, ...] = field(repr=False)
    rewards: tuple[float, ...]
    result: str

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
        return f'<iframe srcdoc="{escape(self.page())}" style="width: 100%; height: 820px; border: 0"></iframe>'

    def _heading(self) -> str:
        return f"{self.title}: {' - '.join(self.names)}, seed {self.seed}"

    def _data(self) -> dict[str, Any]:
        lines, pictures = _share_lines([frame.svg for frame in self.frames])
        return {
            "names": [printable(name) for name in self.names],
            "rewards": [round(reward, 3) for reward in self.rewards],
            "result": printable(self.result),
            "lines": lines,
            "frames": [
                [picture, frame.player, frame.action, frame.turn, [round(points, 3) for points in frame.points]]
                for picture, frame in zip(pictures, self.frames, strict=True)
            ],
            "considered": [_considered(frame.candidates, frame.action) for frame in self.frames],
        }


def _considered(candidates: Sequence[Candidate], chosen: str | None) -> dict[str, Any] | None:
    """Return what the page shows of an agent's candidates: the chosen one and the likeliest others, the likeliest first."""
    if not candidates:
        return None
    order = sorted(candidates, key=lambda candidate: (candidate.action != chosen, -_share(candidate)))
    kept = sorted(order[:MOST_CANDIDATES], key=lambda candidate: -_share(candidate))
    return {"candidates": [_candidate(candidate) for candidate in kept], "more": len(order) - len(kept)}


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
    batch, actions = played.batch, played.batch.game.actions
    names = played.names
    frames = [_frame(batch, names, 1)]
    while played.player >= 0 and (limit is None or played.made < limit):
        player, turn = played.player, int(batch.states["table"]["turn"][0]) + 1
        told = played.decide()
        frames.append(_frame(batch, names, turn, player, actions.name(told.action), told.candidates))
    rewards = tuple(batch.rewards[0].tolist())
    result = View(batch.game, batch.options, batch.states, names=names).result
    return Replay(batch.game.title, seed, names, tuple(frames), rewards, result)


def _frame(
    batch: Batch,
    names: tuple[str, ...],
    turn: int,
    player: int | None = None,
    action: str | None = None,
    candidates: tuple[Candidate, ...] = (),
) -> Frame:
    last = None if player is None else f"{names[player]}: {action}"
    view = View(batch.game, batch.options, batch.states, names=names, last=last)
    return Frame(player, action, turn, view.points, draw_text(view), draw_svg(view), candidates)
