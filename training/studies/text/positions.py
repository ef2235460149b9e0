"""Draw the decisions at which all players are asked, and price their actions by search."""

import hashlib
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from dig_envs.agents.search import Search, pricing_search
from dig_envs.core.agent import Agent, Bot, Decisions
from dig_envs.core.batch import Batch
from dig_envs.core.game import Game, Options
from dig_envs.training.arena.deal_numbers import TEXT
from dig_envs.utils.files import replace

DRAW, CHOOSE, PRICE = range(3)  # streams of random numbers


class PricedPositions(NamedTuple):
    """Decisions of a game with the regret of each action.

    Attributes:
        options: the options of the game.
        positions: the decisions, which have several legal actions.
        regrets: float64 (n, num_actions), in expected reward; NaN for illegal actions.
    """

    options: Options
    positions: Decisions
    regrets: np.ndarray

    def regrets_of(self, agent: Agent) -> np.ndarray:
        """Return the regret of an agent's action at each position, float64 (n,)."""
        agent.check(self.options)
        return self.regrets[np.arange(len(self.positions)), agent.act(self.positions)]


def priced_positions(
    game: Game,
    options: Options,
    agents: Sequence[Agent],
    count: int,
    playouts: int,
    seed: int = 0,
    folder: Path | None = None,
) -> PricedPositions:
    """Draw positions from games of the agents, and price their actions; see `draw_positions` and `price`."""
    positions = draw_positions(game, options, agents, count, seed)
    return PricedPositions(options, positions, price(positions, playouts, seed, folder))


def draw_positions(game: Game, options: Options, agents: Sequence[Agent], count: int, seed: int = 0) -> Decisions:
    """Play games of the agents in random seats, and draw one decision with several legal actions from each game.

    One decision a game makes the decisions independent, so that the interval of a mean over them holds. A position depends on
    its deal alone: more positions contain fewer ones.

    Args:
        game, options: the game and its options.
        agents: the agents that play.
        count: the number of games. Games without such a decision give none.
        seed: the first deal, counted from `TEXT`.
    """
    for agent in agents:
        agent.check(options)
    deals = TEXT + seed + np.arange(count)
    batch = Batch(game, options, count, seed=0, deal_again=False)
    batch.deal(np.arange(count), deals)
    generators, draws = batch.bot_generators, [np.random.default_rng([deal, DRAW]) for deal in deals.tolist()]
    seated = np.array([draw.integers(0, len(agents), options.num_players) for draw in draws])
    offered, drawn = np.zeros(count, np.int64), {}
    while (batch.players >= 0).any():
        tables = np.flatnonzero(batch.players >= 0)
        decisions = batch.decisions(tables)
        for row in np.flatnonzero(decisions.masks.sum(axis=1) > 1).tolist():
            table = int(tables[row])
            offered[table] += 1
            if draws[table].random() * offered[table] < 1:
                drawn[table] = decisions.select([row])
        actions = np.full(count, -1)
        for number, agent in enumerate(agents):
            rows = np.flatnonzero(seated[tables, decisions.players] == number)
            if len(rows):
                places = tables[rows], decisions.players[rows]
                actions[tables[rows]], generators[places] = _acted(agent, decisions.select(rows), generators[places])
        batch.step(actions)
    return _joined([drawn[table] for table in sorted(drawn)], game, np.random.default_rng(seed))


def _acted(agent: Agent, decisions: Decisions, generators: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return an agent's actions and its generators afterwards. Bots draw the random numbers of their seats."""
    if not isinstance(agent, Bot):
        return agent.act(decisions), generators
    generators = generators.copy()
    return agent.act_with(decisions, generators), generators


def _joined(parts: list[Decisions], game: Game, generator: np.random.Generator) -> Decisions:
    names = "tables", "seats", "players", "observations", "masks"
    joined: dict[str, Any] = {name: np.concatenate([getattr(part, name) for part in parts]) for name in names}
    return Decisions(game, **joined, generator=generator)


def price(positions: Decisions, playouts: int, seed: int = 0, folder: Path | None = None) -> np.ndarray:
    """Return the regret of each legal action in expected reward, float64 (n, num_actions); NaN for illegal actions.

    A first comparison by playouts chooses the best action. A second one with new random numbers measures how much it gains over
    each action. If the first one misses the best action, the regret is too low: its mean is a lower bound, and the same offset
    for all players. By chance a regret can be negative.

    Args:
        positions: the decisions.
        playouts: the number of playouts of each comparison, which all legal actions share.
        seed: the seed of the random numbers.
        folder: stores the regrets for other players; None stores nothing.
    """
    search = pricing_search(positions.game, playouts=playouts)
    parts = positions.tables, positions.seats, positions.players, positions.masks
    key = hashlib.sha256(b"".join([f"{search.fingerprint}:{seed}".encode(), *(part.tobytes() for part in parts)])).hexdigest()
    file = None if folder is None else folder / f"{positions.game.id}-{key[:24]}.npy"
    stored = None if file is None else _stored(file, positions.masks.shape)
    if stored is not None:
        return stored
    regrets = _regrets(search, positions, seed)
    if file is not None:
        content = io.BytesIO()
        np.save(content, regrets)
        file.parent.mkdir(parents=True, exist_ok=True)
        replace(file, content.getvalue())
    return regrets


def _regrets(search: Search, positions: Decisions, seed: int) -> np.ndarray:
    legal, rows = positions.masks == 1, np.arange(len(positions))
    first, second = (
        search.compare(positions.select(rows, np.random.default_rng([seed, stream]))) for stream in (CHOOSE, PRICE)
    )
    gains = [np.where(legal, each["gains"] / np.maximum(each["samples"], 1)[:, None], np.nan) for each in (first, second)]
    best = np.nanargmax(gains[0], axis=1)
    return gains[1][rows, best][:, None] - gains[1]


def _stored(file: Path, shape: tuple[int, ...]) -> np.ndarray | None:
    """Read stored regrets; return None if the file is missing or damaged."""
    try:
        regrets = np.load(file, allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return None
    return regrets if regrets.shape == shape and regrets.dtype == np.float64 else None
