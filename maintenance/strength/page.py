"""Write the page of the agents' strength, and draw its pictures, from the data."""

from collections.abc import Sequence
from pathlib import Path

from dig_envs.training.arena.digests import OUTDATED
from dig_envs.training.arena.ratings import Estimate
from dig_envs.utils.text import printable
from maintenance.strength.exploits import Exploit
from maintenance.strength.playing import Budget
from maintenance.strength.summary import AgentSummary, Summary

IMAGES = "images/strength"
PROGRAM = "python -m maintenance.strength"
HEAD = """# Strength of the agents

<!-- Written by `{program}` from docs/data/strength.json: do not edit. -->

The strength of every bot, [search](search.md) and trained agent of this version, for comparisons and citations. Every pair of
agents plays duplicate deals, each deal with the seats swapped: between two players, and at a larger table with one seat for one
agent and all other seats for the other.

- **win share**: the share of the wins; tied seats share a win. **Par** is the win share of an equally strong agent. It is one
  half between two players; other values are given with the numbers. **Games**: the games of this win share.
- **margin**: in the same games, the mean score of the agent minus the mean score of the other agent.
- **rating**: Bradley-Terry on Elo's scale, on which 400 points are odds of 10 to 1, from all games at tables of this size. The
  mean of the listed agents is 1500, so ratings at tables of different sizes cannot be compared.
- **decisions per second**: at decisions with a choice, on one thread of {machine}; bots and networks
  get 256 decisions per call, a search 4.
- **a best response wins**: the win share of PPO after training against the agent alone, with the number of steps: a lower bound
  on how exploitable the agent is ([`dig-envs exploit`](training/exploitability.md)).
- **—** instead of a win share: too few games for an interval of at most 20 points. The rating counts all games of the
  agent.
- **{outdated}**: the agent, or the bot that the table compares with, has changed since the games.
- **steps** of a trained agent: the decisions of its last training. Its commands, with the trainings before, are in
  [Hyperparameters](training/hyperparameters.md#commands).

Brackets hold 95 % intervals over deals. [The data](data/strength.json) have all pairs, with margins and shares of last places.
Citations should name the version, {version}. These commands write the page:

```bash
{commands}
```

They play the games that `runs/strength.sqlite` lacks. `--games` limits the games of a pair, and `--seconds` the time of a
pair's games; `--reference-seconds` is the limit of the time for pairs with the strongest bot.
"""


def page_of(summaries: Sequence[Summary], machine: str, exploits: Sequence[Exploit] = ()) -> str:
    """Return the page of summaries and of win shares of best responses, as Markdown."""
    versions = ", ".join(sorted({summary.version for summary in summaries})) or "none yet"
    commands = "\n".join(_commands(summaries))
    head = HEAD.format(
        program=PROGRAM, machine=machine or "no machine yet", version=versions, commands=commands, outdated=OUTDATED
    )
    parts, title = [head], ""
    for summary in summaries:
        if summary.title != title:
            title = summary.title
            parts.append(f"## {title}\n")
        tables = summary.game, summary.num_players
        parts.append(_section(summary, [entry for entry in exploits if (entry.game, entry.num_players) == tables]))
    return "\n".join(parts)


def draw(summaries: Sequence[Summary], folder: Path) -> list[Path]:
    """Draw ratings and win shares of each summary into a folder, and return the files."""
    return [summary.as_arena().chart(folder / f"{summary.name}.png") for summary in summaries]


def _commands(summaries: Sequence[Summary]) -> list[str]:
    """Return the commands that write the page: one command for all games, or one per game if their budgets differ."""
    budgets = {summary.game: summary.budget for summary in summaries}
    if len(set(budgets.values())) == 1:
        return [PROGRAM + _options(*set(budgets.values()))]
    return [f"{PROGRAM} {game}{_options(budget)}" for game, budget in budgets.items()] or [PROGRAM]


def _options(budget: Budget) -> str:
    return f" --games {budget.games} --seconds {budget.seconds:g} --reference-seconds {budget.reference_seconds:g}"


def _section(summary: Summary, exploits: Sequence[Exploit]) -> str:
    single = "" if summary.num_players == 2 else f", one seat against the rest: par is {_percent(summary.par)}"
    lines = [f"### {summary.title}, {summary.num_players} players", "", f"{summary.games:,} games{single}.", ""]
    par = "" if summary.par == 0.5 else f" (par {_percent(summary.par)})"
    titles = ["agent", "rating", f"win share against `{summary.strongest}`{par}", "games", "margin", "decisions per second"]
    titles += [f"a best response wins{par}"] if exploits else []
    by_digest = {entry.digest: entry for entry in exploits}
    lines += ["| " + " | ".join(titles) + " |", "|---" * len(titles) + "|"]
    lines += [_row(summary, row) + (_exploit_cell(by_digest.get(row.digest)) if exploits else "") for row in summary.rows]
    lines += ["", f"![Ratings, and win shares of each pair]({IMAGES}/{summary.name}.png)", ""]
    described = [f"- `{_escaped(row.name)}`: {printable(row.about)}" for row in summary.rows if row.about]
    absent = [f"- `{_escaped(name)}` does not play here: {printable(reason)}." for name, reason in summary.absent.items()]
    return "\n".join([*lines, *described, *absent, ""])


def _row(summary: Summary, row: AgentSummary) -> str:
    pair = summary.against_strongest(row.name)
    share = interval(pair.win_share, "{:.1f} %", 100) if pair else "—"
    games = f"{pair.games:,}" if pair else "—"
    margin = interval(pair.score_margin, "{:+.2f}") if pair else "—"
    rating = interval(row.rating, "{:.0f}")
    name = f"`{_escaped(row.name)}`" + (f", {OUTDATED}" if summary.is_outdated(row) else "")
    return f"| {name} | {rating} | {share} | {games} | {margin} | {_two_digits(row.speed)} |"


def _exploit_cell(exploit: Exploit | None) -> str:
    """Return the last cell of a row: the win share of a best response, and its budget."""
    return f" {interval(exploit.win_share, '{:.1f} %', 100)}, {exploit.steps / 1e6:.1f} M steps |" if exploit else " — |"


def interval(estimate: Estimate, form: str, scale: float = 1) -> str:
    """Return an estimate with its interval as text, such as "52.1 % (50.6 to 53.6)".

    Args:
        estimate: the estimate.
        form: the format of a number, such as "{:.1f} %".
        scale: a factor for all numbers.
    """
    value, low, high = (form.format(scale * number) for number in (estimate.value, estimate.low, estimate.high))
    return f"{value} ({low.removesuffix(' %')} to {high.removesuffix(' %')})"


def _two_digits(number: float) -> str:
    """Return a number with two significant digits as text.

    >>> _two_digits(43.21), _two_digits(123_456.0)
    ('43', '120,000')
    """
    return f"{float(f'{number:.2g}'):,.0f}" if number >= 1 else f"{number:.2g}"


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"


def _escaped(name: str) -> str:
    """Return an agent's name without characters that end a table's cell."""
    return printable(name).replace("|", "/").replace("`", "'")
