"""Write the page that tells how strong all agents are, and draw its pictures, both from the data alone."""

from collections.abc import Sequence
from pathlib import Path

from dig_envs.training.arena.ratings import Estimate
from dig_envs.utils.text import printable
from maintenance.strength.exploits import Exploit
from maintenance.strength.playing import Budget
from maintenance.strength.summary import Row, Summary

IMAGES = "images/strength"
HEAD = """# How strong the agents are

<!-- Written by `dig-envs strength` from docs/data/strength.json: do not edit. -->

Every bot, [search](search.md) and trained agent of this version, for comparisons and citations. Every two of them play
duplicate deals, in each of which the seats are exchanged: between two players, and at a larger table one alone among others
of a kind.

- **win share**: the share of the wins; tied seats share a win. **Par** is what an equal would win: one half between two
  players, and where it is not one half it stands beside the numbers.
- **score**: the mean result of the agent less that of the others.
- **rating**: Bradley-Terry on Elo's scale, in which 400 points are odds of 10 to 1, from all games at tables of this size. The
  mean of the agents listed is 1500: ratings at tables of two sizes can't be compared.
- **decisions a second**: of those with a choice, on one thread of {machine}; bots and networks are
  asked 256 at once, a search 4.
- **a best response wins**: the share that PPO wins of the agent after so many steps of training against it alone: a lower
  bound of how exploitable it is ([`dig-envs exploit`](training/exploitability.md)).

Brackets hold 95 % intervals over deals. All pairs, with scores and shares of last places, are in
[the data](data/strength.json). When you cite this, name the version, {version}. The page is made anew with

```bash
{commands}
```

which plays what `runs/strength.sqlite` lacks: at most so many games for every two agents, of slow ones as many as so many
seconds allow, and as many as `--reference-seconds` allow where one of the two is the strongest bot.
"""


def page_of(summaries: Sequence[Summary], machine: str, exploits: Sequence[Exploit] = ()) -> str:
    """Return the page that tells of summaries, and of what best responses have won, as Markdown."""
    versions = ", ".join(sorted({summary.version for summary in summaries})) or "none yet"
    parts = [HEAD.format(machine=machine or "no machine yet", version=versions, commands="\n".join(_commands(summaries)))]
    titles: list[str] = []
    for summary in summaries:
        if summary.title not in titles:
            titles.append(summary.title)
            parts.append(f"## {summary.title}\n")
        parts.append(_section(summary, [one for one in exploits if (one.game, one.num_players) == _tables(summary)]))
    return "\n".join(parts)


def draw(summaries: Sequence[Summary], folder: Path) -> list[Path]:
    """Draw ratings and a heat map of each summary into a folder, and return the files."""
    return [summary.as_arena().chart(folder / f"{summary.name}.png") for summary in summaries]


def _tables(summary: Summary) -> tuple[str, int]:
    return summary.game, summary.num_players


def _commands(summaries: Sequence[Summary]) -> list[str]:
    """Return the commands that make the page: one for all games, or one for each game if their budgets differ."""
    budgets = {summary.game: summary.budget for summary in summaries}
    together = len(set(budgets.values())) == 1
    found = {"" if together else f" --game {game}": budget for game, budget in budgets.items()}
    return [f"dig-envs strength{game}{_options(budget)}" for game, budget in found.items()] or ["dig-envs strength"]


def _options(budget: Budget) -> str:
    return f" --games {budget.games} --seconds {budget.seconds:g} --reference-seconds {budget.reference_seconds:g}"


def _section(summary: Summary, exploits: Sequence[Exploit]) -> str:
    lone = "" if summary.num_players == 2 else f", one among others of a kind: par is {_percent(summary.par)}"
    lines = [f"### {summary.title}, {summary.num_players} players", "", f"{summary.games:,} games{lone}.", ""]
    par = "" if summary.par == 0.5 else f" (par {_percent(summary.par)})"
    among = "against" if summary.num_players == 2 else "among"
    titles = ["agent", "rating", f"win share {among} `{summary.strongest}`{par}", "score there", "games", "decisions a second"]
    titles += [f"a best response wins{par}"] if exploits else []
    found = {one.digest: one for one in exploits}
    lines += ["| " + " | ".join(titles) + " |", "|---" * len(titles) + "|"]
    lines += [_row(summary, row) + (_exploited(found.get(row.digest)) if exploits else "") for row in summary.rows]
    lines += ["", f"![Ratings and win shares of every two agents]({IMAGES}/{summary.name}.png)", ""]
    told = [f"- `{_word(row.name)}`: {printable(row.about)}" for row in summary.rows if row.about]
    missing = [f"- `{_word(name)}` does not play here: {printable(why)}." for name, why in summary.absent.items()]
    return "\n".join([*lines, *told, *missing, ""])


def _row(summary: Summary, row: Row) -> str:
    pair = summary.pair(row.name, summary.strongest)
    share = interval(pair.win_share, "{:.1f} %", 100) if pair else "—"
    score = interval(pair.score_margin, "{:+.2f}") if pair else "—"
    rating = interval(row.rating, "{:.0f}")
    return f"| `{_word(row.name)}` | {rating} | {share} | {score} | {row.games:,} | {_rounded(row.speed)} |"


def _exploited(found: Exploit | None) -> str:
    """Return the last cell of a row: what a best response wins of the agent, and with which budget."""
    return f" {interval(found.win_share, '{:.1f} %', 100)}, {found.steps / 1e6:.1f} M steps |" if found else " — |"


def interval(found: Estimate, form: str, scale: float = 1) -> str:
    """Write an estimate with its interval, such as "52.1 % (50.6 to 53.6)".

    Args:
        found: the estimate.
        form: of each number, such as "{:.1f} %".
        scale: that the numbers are multiplied by.
    """
    value, low, high = (form.format(scale * number) for number in (found.value, found.low, found.high))
    return f"{value} ({low.removesuffix(' %')} to {high.removesuffix(' %')})"


def _rounded(number: float) -> str:
    """Write a number with two digits that count.

    >>> _rounded(43.21), _rounded(123_456.0)
    ('43', '120,000')
    """
    return f"{float(f'{number:.2g}'):,.0f}" if number >= 1 else f"{number:.2g}"


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"


def _word(name: str) -> str:
    """Return an agent's name as it can stand in a table."""
    return printable(name).replace("|", "/").replace("`", "'")
