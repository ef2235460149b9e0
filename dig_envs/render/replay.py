"""Record a game decision by decision as pictures, and save it as one HTML page that needs no network."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from dig_envs.core.agent import Agent, Decisions
from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError, ResultsError
from dig_envs.core.game import Game
from dig_envs.files import replace
from dig_envs.render import View, draw_svg, draw_text
from dig_envs.text import printable


@dataclass(frozen=True)
class Frame:
    """One moment of a recorded game.

    Attributes:
        player: the seat whose action led here; None for the deal.
        action: that action's name; None for the deal.
        turn: the turn that the action belongs to, from 1.
        points: each seat's result as the game stands.
        text, svg: the table, shown openly.
    """

    player: int | None
    action: str | None
    turn: int
    points: tuple[float, ...]
    text: str = field(repr=False)
    svg: str = field(repr=False)


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
        """Write the replay as one self-contained HTML page: slider, play, steps, list of moves, standings."""
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
        }


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
    game = game_of(game) if isinstance(game, str) else game
    options = {"num_players": len(agents), **options}
    batch = Batch(game, game.parse_options(**options), 1, seed, deal_again=False)
    if len(agents) != batch.num_players:
        raise ArgumentError(f"{batch.num_players} seats need {batch.num_players} agents, not {len(agents)}")
    names = _distinct([printable(str(agent.name)) for agent in agents])
    generators = [np.random.default_rng([seed, seat]) for seat in range(len(agents))]
    frames = [_frame(batch, names, 1)]
    while batch.players[0] >= 0 and (limit is None or len(frames) <= limit):
        player = int(batch.players[0])
        turn = int(batch.states["table"]["turn"][0]) + 1
        action = _choose(batch, agents[player], generators[player])
        batch.step(action)
        frames.append(_frame(batch, names, turn, player, game.actions.name(int(action[0]))))
    rewards = tuple(batch.rewards[0].tolist())
    return Replay(game.title, seed, names, tuple(frames), rewards, View(game, batch.options, batch.states, names=names).result)


def _choose(batch: Batch, agent: Agent, generator: np.random.Generator) -> np.ndarray:
    players = batch.players.astype(np.int64)
    return agent.act(Decisions.of(batch.game, batch.states, players, batch.observations.copy(), batch.masks.copy(), generator))


def _distinct(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names, with the seat's number where several have the same."""
    return tuple(name if names.count(name) == 1 else f"{name} {seat}" for seat, name in enumerate(names))


def _frame(batch: Batch, names: tuple[str, ...], turn: int, player: int | None = None, action: str | None = None) -> Frame:
    last = None if player is None else f"{names[player]}: {action}"
    view = View(batch.game, batch.options, batch.states, names=names, last=last)
    return Frame(player, action, turn, view.points, draw_text(view), draw_svg(view))
