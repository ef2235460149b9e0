"""Write the tables of `docs/benchmark.md` from docs/data/benchmark.json, and draw its pictures."""

import dataclasses
import shlex
from pathlib import Path

from dig_envs.core.catalogue import game_of
from dig_envs.training.arena.digests import OUTDATED
from dig_envs.training.studies.benchmark import Benchmark, Reference, VariantResult, draw_curves, read
from dig_envs.training.studies.benchmark_full import SIZES
from dig_envs.training.studies.benchmark_protocol import Protocol
from dig_envs.training.studies.history import setting_words
from dig_envs.utils.files import replace
from maintenance.strength.page import interval
from website.game_tables import table

DATA = Path("docs/data/benchmark.json")
IMAGES = Path("docs/images")
FULL_COLUMNS = [f"{players} players (par {100 // players} %)" for players in SIZES]


def add(file: Path) -> None:
    """Copy the output of `dig-envs study benchmark` into the documentation, and draw its pictures."""
    benchmark = read(file)
    replace(DATA, file.read_bytes())
    for reference, results in by_variant(benchmark):
        draw_curves(results, reference, title_of(reference), IMAGES / picture_of(reference))


def tables() -> dict[str, str]:
    """Return the tables of the data by the names of their markers."""
    benchmark = read(DATA)
    measured = {"protocol": protocol_table(benchmark), "results": results_of(benchmark), "full": full_table(benchmark)}
    return {**measured, "settings": settings_table(benchmark)}


def by_variant(benchmark: Benchmark) -> list[tuple[Reference, list[VariantResult]]]:
    """Return each variant's reference and results; only variants with results."""
    results = benchmark.results()
    own = [
        (each, [one for one in results if (one.game, one.variant) == (each.game, each.variant)])
        for each in benchmark.references
    ]
    return [(reference, some) for reference, some in own if some]


def title_of(reference: Reference) -> str:
    return f"{game_of(reference.game).title}, {reference.variant}"


def picture_of(reference: Reference) -> str:
    return f"benchmark_{reference.game.rpartition('_v')[0]}_{reference.variant}.png"


def protocol_table(benchmark: Benchmark) -> str:
    """Return the protocol that gave the numbers, with its command."""
    protocol = benchmark.protocol
    extent = "the full protocol" if protocol == Protocol() else "a reduced protocol"
    rows = [
        ["first stage: draws of settings", str(protocol.draws)],
        ["seeds of each draw", str(protocol.seeds)],
        ["second stage: new seeds with the best draw", str(protocol.final_seeds)],
        ["decisions of a run", f"{protocol.steps:,}"],
        ["full games: seeds", str(protocol.full_seeds)],
        ["decisions of a training", f"{protocol.full_steps:,}"],
        ["decisions of a best response, to the models of the first seed", f"{protocol.response_steps:,}"],
        ["runs in the data", f"{len(benchmark.runs) + len(benchmark.full_runs):,}"],
        ["core-seconds of these runs", f"{benchmark.seconds:,.0f}"],
        ["machine", benchmark.machine],
    ]
    return f"The numbers on this page are those of {extent}:\n\n```bash\n{command_of(protocol)}\n```\n\n{table(['', ''], rows)}"


def command_of(protocol: Protocol) -> str:
    """Return the command with the settings that differ from the full protocol."""
    words = ["dig-envs", "study", "benchmark"]
    for field in dataclasses.fields(Protocol):
        value = getattr(protocol, field.name)
        if value != field.default:
            words += setting_words(field.name, value)
    return shlex.join(words)


def results_of(benchmark: Benchmark) -> str:
    """Return a table and a picture for each variant."""
    parts = []
    for reference, results in by_variant(benchmark):
        rows = [[f"`{each.algorithm}`", interval(each.exploitability, "{:.4f}"), f"{each.seconds:.0f}"] for each in results]
        rows.append(["CFR+, tabular", f"{reference.cfr_plus:.5f}", f"{reference.cfr_plus_seconds:.1f}"])
        rows.append(["uniform policy", f"{reference.uniform:.4f}", ""])
        heading = ["algorithm", "exploitability of the last policy", "core-seconds of a run"]
        curves = f"![Exploitability over decisions: {title_of(reference)}](images/{picture_of(reference)})"
        parts.append(f"### {title_of(reference)}\n\n{table(heading, rows)}\n\n{curves}")
    return "\n\n".join(parts)


def full_table(benchmark: Benchmark) -> str:
    """Return the results in the full games as a Markdown table."""
    rows = []
    for result in benchmark.full_results():
        shares = [interval(share, "{:.1f} %", 100) for share in result.shares.values()]
        response = interval(result.best_response, "{:.1f} %", 100) if result.best_response else ""
        title = game_of(result.game).title + (f", {OUTDATED}" if result.is_outdated else "")
        rows.append([title, f"`{result.method}`", *shares, response, f"{result.seconds:.0f}"])
    return table(["game", "method", *FULL_COLUMNS, "a best response wins", "core-seconds"], rows)


def settings_table(benchmark: Benchmark) -> str:
    """Return the best draw of each algorithm in each variant, with the settings that it changes."""
    rows = []
    for result in benchmark.results():
        changed = ", ".join(f"`{name}` {value}" for name, value in result.runs[0].job.settings.items()) or "the file's own"
        rows.append([game_of(result.game).title, f"`{result.variant}`", f"`{result.algorithm}`", str(result.draw), changed])
    return table(["game", "variant", "algorithm", "draw", "settings"], rows)
