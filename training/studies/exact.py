"""Measure the exact exploitability of agents in a variant of a game, and solve the variant.

>>> from dig_envs.training.studies import exact
>>> [row.agent for row in exact.run("dig_dig_v0", ["random", "greedy"], "tiny", progress=False)]
['random', 'greedy']
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from rich.table import Table

import dig_envs
from dig_envs import exact
from dig_envs.core.agent import Agent
from dig_envs.core.agent_names import find_agent, split_label
from dig_envs.core.arguments import one_of
from dig_envs.core.errors import ArgumentError
from dig_envs.core.game import Game
from dig_envs.exact.enumeration import parse_variant
from dig_envs.exact.equilibrium import ALGORITHM, ITERATIONS
from dig_envs.exact.exploitability import ENGINES, SAMPLES, tree_of
from dig_envs.training.show.charts import ACCENT, INK, axis_labels, frame, one_panel, write_figure
from dig_envs.training.show.console import progress_bar
from dig_envs.training.show.tables import new_table, shown

PURE = "pure solution"  # the row of the least exploitable deterministic policy that was found
SOLVED = "solution"  # the row of the equilibrium with perfect recall; the agent `equilibrium` has no memory


@dataclass(frozen=True)
class Row:
    """The exploitability of one agent, which has all seats.

    Attributes:
        agent: the agent's name.
        values: the expected reward of each seat.
        best_response_values: the expected reward of each seat's best response.
        nash_conv: the sum of the gains of all best responses.
        exploitability: the mean gain of a seat.
        lower_bound: an unbiased lower bound of `nash_conv`; equal to it without samples.
        sampled: the number of records at which actions were sampled.
        samples: the number of actions drawn at each of these records.
        seconds: the time.
        engine: "tree" or "beliefs".
        finished: the share of games that end by the rules, not by the turn limit; None with beliefs.
    """

    agent: str
    values: list[float]
    best_response_values: list[float]
    nash_conv: float
    exploitability: float
    lower_bound: float
    sampled: int
    samples: int
    seconds: float
    engine: str = "tree"
    finished: float | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the row as plain data."""
        return asdict(self)


def run(
    game: str | Game,
    names: Sequence[str],
    variant: str,
    *,
    engine: str = "auto",
    samples: int = SAMPLES,
    seed: int = 0,
    solve: bool = False,
    algorithm: str = ALGORITHM,
    iterations: int = ITERATIONS,
    pure: bool = False,
    progress: bool = True,
    **options: Any,
) -> list[Row]:
    """Measure the exploitability of agents, each in all seats.

    Args:
        game: an id of `dig_envs.games()`, or a Game.
        names: the names of agents.
        variant: the variant of the game.
        engine: "auto", "tree" or "beliefs", as for `dig_envs.exact.exploitability`.
        samples: the number of actions drawn at each record where an agent draws random numbers.
        seed: the seed of these draws.
        solve: whether an equilibrium is computed too; it has the last row, `SOLVED`.
        algorithm: the algorithm that computes the equilibrium.
        iterations: the greatest number of iterations for the equilibrium.
        pure: whether a deterministic policy of small exploitability is searched too, with `solve` in variants for two; it has
            the row before the last, `PURE`.
        progress: show a progress bar on stderr if it is a terminal.
        **options: other options of the game.

    Raises:
        DigEnvsError: an unknown game, variant, agent or option, or a variant that is too large.
    """
    game = dig_envs.game_of(game)
    parsed = parse_variant(game, variant, options)
    if not names and not solve:
        raise ArgumentError("name an agent, or solve the variant")
    one_of("engine", engine, ENGINES)
    if pure and not (solve and parsed.num_players == 2):
        raise ArgumentError("a pure solution needs solve, and a variant for two players")
    if solve and engine == "beliefs":
        raise ArgumentError("an equilibrium needs the engine tree")
    agents = {name: find_agent(name, game) for name in names}
    rows: list[Row] = []
    with progress_bar("enumerating", 1 + len(agents) + solve, progress) as advance:

        def report(positions: int, sets: int) -> None:
            advance(0, f"enumerating: {positions:,} positions, {sets:,} sets")

        form = (
            None if engine == "beliefs" else tree_of(game, parsed, "tree" if solve else engine, list(agents.values()), report)
        )
        advance(1)
        for name, agent in agents.items():
            advance(0, name)
            if form is not None:
                result = exact.measure(form, agent, samples=samples, seed=seed)
            else:
                result = _by_beliefs(game, name, agent, advance, variant=variant, samples=samples, seed=seed, **options)
            rows.append(_row(split_label(name)[0] or name, result))
            advance(1)
        if solve:
            rows += _solutions(game, pure, advance, variant=variant, algorithm=algorithm, iterations=iterations, **options)
            advance(1)
    return rows


def _solutions(game: Game, pure: bool, advance: Callable[..., None], **settings: Any) -> list[Row]:
    """Solve a variant, and return the row of the solution, after that of the pure solution if `pure`."""

    def report(iteration: int, nash_conv: float) -> None:
        advance(0, f"iteration {iteration}: NashConv {nash_conv:.2g}")

    solved = exact.solve(game, progress=report, **settings)
    form, rows = solved.policy.form, []
    if pure:
        advance(0, "fictitious play")
        plans = exact.least_exploitable(form, solved.policy.plans)
        rows.append(_row(PURE, exact.measure(form, exact.SequencePolicy(PURE, form, plans))))
    return [*rows, replace(_row(SOLVED, exact.measure(form, solved.policy)), seconds=solved.seconds)]


def _by_beliefs(game: Game, name: str, agent: Agent, advance: Callable[..., None], **settings: Any) -> exact.Exploitability:
    """Measure an agent without a game tree."""

    def report(layers: int, beliefs: int) -> None:
        advance(0, f"{name}: layer {layers}, {beliefs:,} beliefs")

    return exact.exploitability(game, agent, engine="beliefs", progress=report, **settings)


def _row(name: str, result: exact.Exploitability) -> Row:
    return Row(
        name,
        result.values.tolist(),
        result.best_response_values.tolist(),
        result.nash_conv,
        result.exploitability,
        result.lower_bound,
        result.sampled,
        result.samples,
        result.seconds,
        result.engine,
        result.finished,
    )


def size_line(game: str | Game, variant: str, **options: Any) -> str:
    """Describe the size of a variant: information sets of each seat, histories and depth."""
    game = dig_envs.game_of(game)
    form = exact.sequence_form(game, parse_variant(game, variant, options))
    sets = " + ".join(f"{seat.num_sets:,}" for seat in form.seats)
    return f"{sets} information sets, {form.size.histories:,} histories, {len(form.records):,} records, depth {form.size.depth}"


def exact_table(title: str, rows: Sequence[Row]) -> Table:
    """Return a table with one row per agent: values, best responses, NashConv, exploitability, ended games and seconds.

    "ended" is the share of games that end by the rules. "at least" is the lower bound for an agent whose actions were sampled.
    """
    players = len(rows[0].values)
    seats = [f"{what} {seat}" for what in ("value", "best response") for seat in range(players)]
    table = new_table(title, ("agent",), (*seats, "NashConv", "at least", "exploitability", "ended", "s"))
    for row in rows:
        numbers = [f"{round(value, 4) + 0.0:+.4f}" for value in (*row.values, *row.best_response_values)]
        bound = _small(row.lower_bound) if row.sampled else ""
        ended = "" if row.finished is None else f"{row.finished:.1%}"
        measures = _small(row.nash_conv), bound, _small(row.exploitability), ended, f"{row.seconds:.2f}"
        table.add_row(shown(row.agent), *numbers, *measures)
    return table


def _small(value: float) -> str:
    """Format a number that may be close to 0."""
    return f"{value:.2g}" if 0 < abs(value) < 1e-3 else f"{value:.4f}"


def draw_exploitability(title: str, rows: Sequence[Row], path: Path) -> None:
    """Draw the exploitability of each agent as a bar.

    Raises:
        ArgumentError: the file cannot be written, or its ending is unknown.
    """
    figure, axes = one_panel(path)
    places, lengths = np.arange(len(rows)), [row.exploitability for row in rows]
    axes.barh(places, lengths, color=ACCENT, height=0.6)
    for place, length in zip(places, lengths, strict=True):
        axes.annotate(
            _small(length), (length, place), textcoords="offset points", xytext=(4, 0), va="center", color=INK, fontsize=8
        )
    axes.set_yticks(places, axis_labels([row.agent for row in rows]), parse_math=False)
    axes.invert_yaxis()
    axes.margins(x=0.12)
    frame(axes, title, "exploitability: mean gain of a best response, in rewards", "")
    write_figure(figure, path)
