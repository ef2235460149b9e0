"""Write the tables of `docs/exact.md` from docs/data/exact.json."""

from collections.abc import Sequence
from pathlib import Path

from dig_envs.core.catalogue import game_of
from dig_envs.training.studies.exact import PURE, SOLVED
from maintenance import exact, strength
from maintenance.exact import Measured
from website.game_tables import table

STRENGTH = Path("docs") / strength.DATA
ENDING = ("random", "greedy", "expert", SOLVED)  # the agents whose share of games that end by the rules is shown
COMPARED = "mid"  # the variant that is compared with the full game: the one with the most choices


def tables() -> dict[str, str]:
    """Return the tables of the data by the names of their markers."""
    machine, measured = exact.read()
    measured.sort(key=lambda each: (each.game, list(game_of(each.game).options.variants).index(each.variant)))
    ranked = {"agents": agents_tables(measured), "comparison": comparison(measured)}
    return {"sizes": sizes(machine, measured), "ends": ends(measured), **ranked}


def sizes(machine: str, measured: Sequence[Measured]) -> str:
    """Return the sizes of all variants as a Markdown table."""
    heading = ["game", "variant", "seats", "information sets by seat", "histories", "records", "depth", "s", "MB"]
    rows = [
        [game_of(each.game).title, f"`{each.variant}`", str(len(each.information_sets)),
         " + ".join(f"{sets:,}" for sets in each.information_sets), f"{each.histories:,}", f"{each.records:,}",
         str(each.depth), f"{each.seconds:.2f}", f"{each.megabytes:,.0f}"]
        for each in measured
    ]  # fmt: skip
    return f"{table(heading, rows)}\n\nMeasured on one core: {machine}."


def ends(measured: Sequence[Measured]) -> str:
    """Return the share of games that end by the rules under the agents of `ENDING`, as a Markdown table."""
    rows = []
    for each in measured:
        shares = {row.agent: f"{row.finished:.1%}" for row in each.rows if row.finished is not None}
        limit = getattr(game_of(each.game).options.variants[each.variant], "max_turns", "")
        rows.append([game_of(each.game).title, f"`{each.variant}`", str(limit), *(shares.get(name, "") for name in ENDING)])
    return table(["game", "variant", "turn limit", *ENDING], rows)


def agents_tables(measured: Sequence[Measured]) -> str:
    """Return a table for each game: the exploitability of each agent in each variant."""
    parts = []
    for game in dict.fromkeys(each.game for each in measured):
        own = [each for each in measured if each.game == game]
        names = list(dict.fromkeys(row.agent for each in own for row in each.rows))
        rows = [[name, *(cell(each, name) for each in own)] for name in names]
        reward = own[0].options.get("reward", "win")
        parts.append(f"### {game_of(game).title}\n\n{table(['agent', *(f'`{each.variant}`' for each in own)], rows)}")
        parts.append(f'Reward: `"{reward}"`.')
    return "\n\n".join(parts)


def cell(measured: Measured, name: str) -> str:
    """Return the exploitability of an agent; for a sampled agent, the lower bound follows."""
    row = next((row for row in measured.rows if row.agent == name), None)
    if row is None:
        return ""
    if name in (PURE, SOLVED):
        return f"{round(row.exploitability, 5) + 0.0:.5f}"
    bound = f" (at least {row.lower_bound / len(row.values):.4f})" if row.sampled else ""
    return f"{row.exploitability:.4f}{bound}"


def comparison(measured: Sequence[Measured]) -> str:
    """Return ratings in the full game beside exploitability in the variant `COMPARED`, with Spearman's rank correlation."""
    from scipy.stats import spearmanr

    summaries = {(summary.game, summary.num_players): summary for summary in strength.read(STRENGTH)[0]}
    parts = []
    for each in measured:
        summary = summaries.get((each.game, 2))
        if each.variant != COMPARED or summary is None:
            continue
        ratings = {row.name: row.rating.value for row in summary.rows}
        rows = sorted((row for row in each.rows if row.agent in ratings), key=lambda row: -ratings[row.agent])
        cells = [[row.agent, f"{ratings[row.agent]:.0f}", f"{row.exploitability:.4f}"] for row in rows]
        rank = spearmanr([ratings[row.agent] for row in rows], [-row.exploitability for row in rows]).statistic
        heading = [game_of(each.game).title, "rating in the full game", f"exploitability in `{COMPARED}`"]
        parts.append(f"{table(heading, cells)}\n\nRank correlation of rating and low exploitability: {rank:+.2f}.")
    return "\n\n".join(parts)
