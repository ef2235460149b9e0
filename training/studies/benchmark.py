"""Compare algorithms by exact exploitability in small variants, and by win shares and best responses in the full games.

In the variants the algorithms of `dig_envs.training.one_file` follow the protocol of Rudolph et al. (2026), scaled down. Each
algorithm is first trained with several draws of settings, each with the same few seeds. The draw with the lowest mean
exploitability is then trained with new seeds, whose mean and interval are the result. `benchmark_full` has the trainings of the
full games. A file has all runs; runs in the file are not repeated.

>>> from dig_envs.training.studies import benchmark
>>> from dig_envs.training.studies.benchmark_protocol import Protocol
>>> result = benchmark.run(Protocol(draws=2, seeds=1, final_seeds=2, steps=100_000))      # doctest: +SKIP
>>> result.results()[0].exploitability.value                                                       # doctest: +SKIP
0.03
"""

import dataclasses
import json
import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from rich.table import Table

import dig_envs
from dig_envs import exact
from dig_envs.core.arguments import whole_number
from dig_envs.core.errors import ArgumentError
from dig_envs.training.arena.ratings import Estimate, mean_of_seeds
from dig_envs.training.process.machine import this_machine
from dig_envs.training.process.ray_cluster import connected, prepare_worker, result_of, task
from dig_envs.training.process.torch_state import isolated
from dig_envs.training.show.charts import LINES, SOFT, few_ticks, frame, one_panel, write_figure
from dig_envs.training.show.console import progress_bar
from dig_envs.training.show.tables import new_table
from dig_envs.training.studies import benchmark_full
from dig_envs.training.studies.benchmark_full import FullJob, FullResult, FullRun
from dig_envs.training.studies.benchmark_protocol import Protocol, VariantJob, options_of, tuning_jobs
from dig_envs.utils.files import read_bounded, replace

FILE = "runs/benchmark/benchmark.json"
FINAL_SEEDS_FROM = 1_000  # the seeds of the second stage are new
POINTS = 20  # measurements of a run
MAX_PROCESSES = 1_000
MAX_DATA = 1 << 28  # bytes of a file
AnyJob = TypeVar("AnyJob")
Found = TypeVar("Found")


@dataclass(frozen=True)
class VariantRun:
    """A finished training.

    Attributes:
        job: the training.
        settings: all settings.
        curve: decisions, processor seconds so far and exploitability, at each measurement.
    """

    job: VariantJob
    settings: dict[str, Any]
    curve: list[tuple[int, float, float]]

    @property
    def exploitability(self) -> float:
        """The exact exploitability of the last policy."""
        return self.curve[-1][2]

    @property
    def seconds(self) -> float:
        """The processor seconds of the run, measurements included."""
        return self.curve[-1][1]


@dataclass(frozen=True)
class Reference:
    """The exploitability of two policies that learn nothing from play: the uniform policy, and the solution of tabular CFR+."""

    game: str
    variant: str
    uniform: float
    cfr_plus: float
    cfr_plus_seconds: float


@dataclass(frozen=True)
class VariantResult:
    """The runs of an algorithm in a variant with its best settings.

    Attributes:
        algorithm, game, variant: the cell of the table.
        draw: the number of the best draw.
        exploitability: the mean of the last policies, with Student's 95 % interval over seeds.
        runs: one for each new seed.
    """

    algorithm: str
    game: str
    variant: str
    draw: int
    exploitability: Estimate
    runs: list[VariantRun]

    @property
    def seconds(self) -> float:
        """The mean processor seconds of a run."""
        return float(np.mean([run.seconds for run in self.runs]))


@dataclass(frozen=True)
class Benchmark:
    """The runs of a benchmark.

    Attributes:
        machine: the machine of the last call.
        protocol: the protocol of the last call.
        references: one for each variant.
        runs: all runs in the variants, of earlier calls too.
        full_runs: all runs in the full games, of earlier calls too.
    """

    machine: str
    protocol: Protocol
    references: list[Reference]
    runs: list[VariantRun]
    full_runs: list[FullRun] = dataclasses.field(default_factory=list)

    @property
    def seconds(self) -> float:
        """The sum of the processor seconds of all trainings."""
        return sum(run.seconds for run in self.runs) + sum(run.seconds for run in self.full_runs)

    def results(self) -> list[VariantResult]:
        """Return the result of each algorithm in each small variant, as far as all runs of the second stage are finished."""
        runs_by_job = {run.job: run for run in self.runs}
        results = []
        for row in _rows(self.protocol):
            jobs = final_jobs(self.protocol, runs_by_job, *row)
            if jobs and all(job in runs_by_job for job in jobs):
                runs = [runs_by_job[job] for job in jobs]
                results.append(VariantResult(*row, jobs[0].draw, mean_of_seeds([run.exploitability for run in runs]), runs))
        return results

    def full_results(self) -> list[FullResult]:
        """Return the result of each method in each full game, as far as the runs of all seeds are finished."""
        return benchmark_full.results(full_jobs(self.protocol), self.full_runs)

    def tables(self) -> list[Table]:
        """Return the results for the terminal or a notebook: of the variants, and of the full games."""
        tables = [self._table()] if self.protocol.cells else []
        return [*tables, benchmark_full.table_of(self.full_results())] if self.protocol.full_games else tables

    def _table(self) -> Table:
        heading = f"Exact exploitability after {self.protocol.steps:,} decisions"
        table = new_table(
            heading, ("game", "variant", "algorithm"), ("exploitability", "95 % interval", "draw", "core-seconds")
        )
        for result in self.results():
            estimate = result.exploitability
            interval = f"{estimate.low:.4f} to {estimate.high:.4f}"
            cells = f"{estimate.value:.4f}", interval, str(result.draw), f"{result.seconds:.0f}"
            table.add_row(result.game, result.variant, result.algorithm, *cells)
        for reference in self.references:
            if (reference.game, reference.variant) not in self.protocol.cells:
                continue
            for name, value in (("uniform", reference.uniform), ("CFR+", reference.cfr_plus)):
                table.add_row(reference.game, reference.variant, name, f"{value:.5f}", "", "", "")
        return table


def run(
    protocol: Protocol,
    file: Path = Path(FILE),
    processes: int = 1,
    ray: str | None = None,
    progress: bool = True,
) -> Benchmark:
    """Train all runs of a protocol that the file lacks, and write the file after each.

    Args:
        protocol: games, variants, algorithms and numbers of runs.
        file: all runs as JSON.
        processes: the number of processes, each on one core.
        ray: the address of a Ray cluster, as in `dig_envs.training.process.ray_cluster.connected`, instead of the processes.
        progress: show a progress bar on stderr.

    Raises:
        DigEnvsError: a wrong protocol or cluster, or a file that cannot be read or has runs with other settings.
    """
    protocol = protocol.validated()
    whole_number("processes", processes, 1, MAX_PROCESSES)
    store = _Store(protocol, file)
    rows = _rows(protocol)
    tuning = [job for row in rows for job in tuning_jobs(protocol, *row)]
    with progress_bar(
        "training", len(tuning) + len(rows) * protocol.final_seeds + len(full_jobs(protocol)), progress
    ) as advance:
        store.add_references()
        _train_in_variants(store, tuning, processes, ray, advance)
        final = [job for row in rows for job in final_jobs(protocol, store.runs, *row)]
        _train_in_variants(store, final, processes, ray, advance)
        _train_in_full_games(store, processes, ray, advance)
    store.save()
    return store.benchmark()


class _Store:
    """The runs of a benchmark, and the file that has them.

    Args:
        protocol: the protocol of the call.
        file: the file; its runs are read if it exists.

    Raises:
        ArgumentError: the file cannot be read, or has runs with other settings.
    """

    def __init__(self, protocol: Protocol, file: Path):
        self.protocol, self.file = protocol, file
        stored = read(file) if file.exists() else Benchmark("", protocol, [], [])
        _check_settings(stored, file)
        self.references = {(each.game, each.variant): each for each in stored.references}
        self.runs = {run.job: run for run in stored.runs}
        self.full_runs = {(run.job, run.method): run for run in stored.full_runs}

    def add_references(self) -> None:
        """Solve the variants of the protocol that have no reference yet, and add their references."""
        for cell in self.protocol.cells:
            if cell not in self.references:
                self.references[cell] = reference(*cell)

    def benchmark(self) -> Benchmark:
        """Return the references and the finished runs."""
        parts = self.references, self.runs, self.full_runs
        return Benchmark(this_machine(), self.protocol, *([*part.values()] for part in parts))

    def save(self) -> None:
        """Write the file."""
        replace(self.file, json.dumps(dataclasses.asdict(self.benchmark())).encode())


def _train_in_variants(
    store: _Store, jobs: Sequence[VariantJob], processes: int, ray: str | None, advance: Callable[..., None]
) -> None:
    """Do the jobs that have no run in the store, and save each run."""
    missing = [job for job in jobs if job not in store.runs]
    advance(len(jobs) - len(missing))
    for run in _results(train, missing, processes, ray):
        store.runs[run.job] = run
        store.save()
        advance(1, f"{run.job.algorithm}, {run.job.game}, {run.job.variant}: {run.exploitability:.4f}")


def _train_in_full_games(store: _Store, processes: int, ray: str | None, advance: Callable[..., None]) -> None:
    """Do the jobs of the full games that lack a run in the store, and save each job's runs."""
    jobs = full_jobs(store.protocol)
    missing = [job for job in jobs if any((job, method) not in store.full_runs for method in benchmark_full.METHODS)]
    advance(len(jobs) - len(missing))
    for runs in _results(benchmark_full.train, missing, processes, ray):
        store.full_runs |= {(run.job, run.method): run for run in runs}
        store.save()
        advance(1, f"{runs[0].job.game}, seed {runs[0].job.seed}")


def _check_settings(stored: Benchmark, file: Path) -> None:
    """Refuse a file with runs whose settings are not those of this version.

    Raises:
        ArgumentError: there is such a run.
    """
    small = [(run.settings, settings_of(run.job)) for run in stored.runs]
    full = [(run.settings, benchmark_full.settings_of(run.job, run.method)) for run in stored.full_runs]
    if any(own != expected for own, expected in (*small, *full)):
        raise ArgumentError(f"{file} has runs of another version with other settings: name another --file")


def full_jobs(protocol: Protocol) -> list[FullJob]:
    """Return the trainings in the full games. The first seed of each game has best responses."""
    return [
        FullJob(game, seed, protocol.full_steps, protocol.response_steps if seed == 0 else 0)
        for game in protocol.full_games
        for seed in range(protocol.full_seeds)
    ]


def final_jobs(
    protocol: Protocol, runs_by_job: dict[VariantJob, VariantRun], algorithm: str, game: str, variant: str
) -> list[VariantJob]:
    """Return the runs of the second stage: the best draw with new seeds; none if a run of the first stage is missing."""
    jobs = tuning_jobs(protocol, algorithm, game, variant)
    if any(job not in runs_by_job for job in jobs):
        return []
    values = np.reshape([runs_by_job[job].exploitability for job in jobs], (protocol.draws, protocol.seeds))
    best = int(values.mean(axis=1).argmin())
    seeds = range(FINAL_SEEDS_FROM, FINAL_SEEDS_FROM + protocol.final_seeds)
    return [VariantJob(algorithm, game, variant, best, seed, protocol.steps) for seed in seeds]


def _rows(protocol: Protocol) -> list[tuple[str, str, str]]:
    """Return the algorithm, game and variant of each row of the results."""
    return [(algorithm, *cell) for cell in protocol.cells for algorithm in protocol.algorithms]


def reference(game: str, variant: str) -> Reference:
    """Measure the uniform policy, and solve a variant with CFR+."""
    options = options_of(game, variant)
    solved = exact.solve(game, algorithm="cfr+", **options)
    uniform = exact.exploitability(game, "random", **options).exploitability
    return Reference(game, variant, uniform, solved.nash_conv / options["num_players"], round(solved.seconds, 2))


def train(job: VariantJob) -> VariantRun:
    """Train one run in this process, on one core."""
    module, settings = import_module(f"dig_envs.training.one_file.{job.algorithm}"), settings_of(job)
    with isolated(job.seed, threads=1):
        result = module.train(module.Settings(**settings), report=lambda line: None)
    curve = [(point["steps"], point["seconds"], round(point["exploitability"], 6)) for point in result["curve"]]
    return VariantRun(job, settings, curve)


def settings_of(job: VariantJob) -> dict[str, Any]:
    """Return all settings of a training, without the files that it writes."""
    module = import_module(f"dig_envs.training.one_file.{job.algorithm}")
    reward = options_of(job.game, job.variant)["reward"]
    where = {"game": job.game, "variant": job.variant, "reward": reward, "seed": job.seed, "steps": job.steps}
    settings = module.Settings(**where, measure_every=max(1, job.steps // POINTS), **job.settings)
    return {name: value for name, value in vars(settings).items() if name not in ("output", "tensorboard")}


def _results(work: Callable[[AnyJob], Found], jobs: Sequence[AnyJob], processes: int, ray: str | None) -> Iterator[Found]:
    """Call `work` for each job, in this process, in several processes or on a cluster; yield each result when its job ends."""
    if ray is not None:
        with connected(ray) as module:
            remote = task(module, _remote)
            pending = [remote.remote(dig_envs.__version__, work, job) for job in jobs]
            while pending:
                (ready,), pending = module.wait(pending)
                yield result_of(module, ready)
    elif processes == 1:
        yield from map(work, jobs)
    else:
        with multiprocessing.get_context("spawn").Pool(processes) as pool:
            yield from pool.imap_unordered(work, jobs)


def _remote(version: str, work: Callable[[AnyJob], Found], job: AnyJob) -> Found:
    prepare_worker(version)
    return work(job)


def read(file: Path) -> Benchmark:
    """Read a file of `run`.

    Raises:
        ArgumentError: the file cannot be read.
    """
    try:
        stored = json.loads(read_bounded(file, MAX_DATA))
        given: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in stored["protocol"].items()
        }
        runs = [
            VariantRun(VariantJob(**run["job"]), run["settings"], [tuple(point) for point in run["curve"]])
            for run in stored["runs"]
        ]
        references = [Reference(**each) for each in stored["references"]]
        full_runs = [FullRun.from_dict(run) for run in stored["full_runs"]]
        return Benchmark(stored["machine"], Protocol(**given), references, runs, full_runs)
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise ArgumentError(f"{file} cannot be read ({error!r}): delete it, or name another --file") from error


def draw_curves(results: Iterable[VariantResult], reference: Reference, title: str, path: Path) -> None:
    """Draw exploitability over decisions for each algorithm in one variant: the mean, the lowest and the highest seed.

    Raises:
        ArgumentError: the file cannot be written, or its ending is unknown.
    """
    figure, axes = one_panel(path)
    lowest = reference.uniform
    for result, colour in zip(results, LINES, strict=False):
        steps = [point[0] for point in result.runs[0].curve]
        values = np.array([[point[2] for point in run.curve] for run in result.runs])
        means = values.mean(axis=0)
        axes.plot(steps, means, color=colour, linewidth=1.8, label=result.algorithm)
        axes.fill_between(steps, values.min(axis=0), values.max(axis=0), color=colour, alpha=0.15, linewidth=0)
        drawn = np.append(values, means)
        lowest = drawn.min(where=drawn > 0, initial=lowest)
    axes.axhline(reference.cfr_plus, color=SOFT, linestyle="--", linewidth=1, label=f"CFR+: {reference.cfr_plus:.5f}")
    axes.set_yscale("log")
    axes.set_ylim(bottom=max(reference.cfr_plus / 2, lowest / 5))  # else a low line of CFR+ compresses the curves
    axes.xaxis.set_major_formatter(lambda value, place: f"{value:,.0f}")
    axes.xaxis.set_major_locator(few_ticks())
    axes.legend(framealpha=0.8, edgecolor="none", fontsize=8)
    frame(axes, title, "decisions", "exploitability")
    write_figure(figure, path)
