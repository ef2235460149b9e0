"""Tables of an arena's result for the terminal and for notebooks."""

from typing import TYPE_CHECKING

from rich.table import Table

from dig_envs.agents.language_model.usage import Usage
from dig_envs.training.arena.ratings import Estimate, share_with_interval
from dig_envs.training.show.tables import new_table, shown

if TYPE_CHECKING:
    from dig_envs.training.arena.result import ArenaResult


def ranking_table(result: "ArenaResult") -> Table:
    """Tabulate the agents by rating, with 95 % intervals; agents of this run in bold."""
    title = f"{result.game}, {result.num_players} players: ratings from {result.pool_games:,} games"
    table = new_table(title, ("#", "agent"), ("rating", "95 % interval"))
    current = {row.agent for row in result.ratings}
    if len({round(row.rating.value, 6) for row in result.pool_ratings}) == 1:
        table.caption = "No game tells these agents apart: each pair shares the wins of all deals equally."
    for place, row in enumerate(result.pool_ratings, 1):
        rating = row.rating
        style = "bold" if row.agent in current else None
        table.add_row(
            str(place), shown(row.agent), f"{rating.value:.0f}", f"{rating.low:.0f} to {rating.high:.0f}", style=style
        )
    return table


def pairs_table(result: "ArenaResult") -> Table:
    """Tabulate win share and score margin of each pair of this run, and the last share at tables of more than two seats."""
    table = new_table(_pairs_title(result), ("a", "b"), ("games", "win share", *_last_column(result), "score margin"))
    for pair in result.pairs:
        shares = [pair.win_share, pair.last_share] if _last_column(result) else [pair.win_share]
        cells = [f"{pair.games:,}", *map(share_with_interval, shares), _margin(pair.score_margin)]
        table.add_row(shown(pair.a), shown(pair.b), *cells)
    return table


def scores_table(game: str, games: int, scores: dict[str, Estimate]) -> Table:
    """Tabulate the mean scores of agents in games of one player, with 95 % intervals."""
    table = new_table(f"{game}, 1 player: mean scores of {games:,} games", ("agent",), ("score", "95 % interval"))
    for name, score in scores.items():
        table.add_row(shown(name), f"{score.value:,.0f}", f"{score.low:,.0f} to {score.high:,.0f}")
    return table


def usage_table(usage: dict[str, Usage]) -> Table:
    """Tabulate the tokens and seconds of each decision of language models, and their refused answers."""
    columns = "decisions", "answers", "stored", "tokens in", "tokens out", "seconds", "refused", "at random"
    table = new_table("Language models: tokens and seconds of a decision", ("agent",), columns)
    for name, used in usage.items():
        decisions = max(used.decisions, 1)
        kinds = ", ".join(f"{count:,} {kind}" for kind, count in sorted(used.refusals.items())) or "0"
        tokens = [f"{count / decisions:,.0f}" for count in (used.prompt_tokens, used.completion_tokens)]
        counts = [f"{count:,}" for count in (used.decisions, used.answers, used.num_stored)]
        table.add_row(shown(name), *counts, *tokens, f"{used.seconds / decisions:.2f}", kinds, f"{used.random_actions:,}")
    return table


def _pairs_title(result: "ArenaResult") -> str:
    if result.one_vs_rest:
        return f"This run: one seat of a, all other seats of b (par is {1 / result.num_players:.1%}; 95 % intervals)"
    return "This run: results of a against b (95 % intervals)"


def _last_column(result: "ArenaResult") -> list[str]:
    return ["last share"] if result.num_players > 2 else []


def _margin(estimate: Estimate) -> str:
    return f"{estimate.value:+.2f} ({estimate.low:+.2f} to {estimate.high:+.2f})"
