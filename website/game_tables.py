"""Write the tables of a game's page from its code: options, actions, observations, features, fields of the state.

The strength of the trained agents comes from their cards.
"""

import dataclasses
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from dig_envs import agents
from dig_envs.agents import trained
from dig_envs.core.feature_names import offered_features
from dig_envs.core.game import Game
from dig_envs.core.game_html import option_meanings
from dig_envs.training.arena.ratings import Estimate
from maintenance.strength.page import interval

FOLDER = Path("docs/games")
INDICES = re.compile(r"((?:\[\w+\])+)")  # would be links in Markdown
MARKED = re.compile(r"(<!-- (\w+), written by [^>]*-->\n).*?(<!-- end -->)", re.S)


def page_of(game: Game) -> Path:
    """Return the path of a game's page: `docs/games/dig.md` for "dig_v0"."""
    return FOLDER / f"{game.id.rpartition('_v')[0]}.md"


def tables_of(game: Game) -> dict[str, str]:
    """Return the tables of a game's page by the names of their markers."""
    return {
        "options": options_table(game),
        "variants": variants_table(game),
        "actions": game.actions.table(),
        "observations": "\n\n".join([observation_tables(game), omissions_table(game)]),
        "features": feature_tables(game),
        "state": state_tables(game),
        "trained": trained_table(game),
    }


def filled(text: str, tables: Mapping[str, str]) -> str:
    """Replace the tables of a page between `<!-- NAME, written by COMMAND -->` and `<!-- end -->`.

    Args:
        text: the page.
        tables: new tables by name. Tables with other names do not change.
    """

    def replaced(match: re.Match) -> str:
        return f"{match[1]}\n{tables[match[2]]}\n\n{match[3]}" if match[2] in tables else match[0]

    return MARKED.sub(replaced, text)


def table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table."""
    rule = "|---" * len(heading) + "|"
    first, *others = (f"| {' | '.join(row)} |" for row in (heading, *rows))
    return "\n".join([first, rule, *others])


def options_table(game: Game) -> str:
    """Return the options as a Markdown table, with the meanings from the dataclass's docstring."""
    meanings = option_meanings(game)
    fields = dataclasses.fields(game.options)
    rows = [[f"`{field.name}`", f"`{field.default!r}`", meanings[field.name]] for field in fields]
    return table(["option", "default", "meaning"], rows)


def variants_table(game: Game) -> str:
    """Return the variants as a Markdown table, with one column for each number; "" for a game without variants."""
    variants = game.options.variants
    if not variants:
        return ""
    names = [field.name for field in dataclasses.fields(next(iter(variants.values())))]
    rows = []
    for name, size in variants.items():
        cells = ["any" if field == "num_players" and not size.num_players else str(getattr(size, field)) for field in names]
        rows.append([f"`{name}`", *cells])
    return table(["variant", *(f"`{field}`" for field in names)], rows)


def observation_tables(game: Game) -> str:
    """Return the blocks of an observation as Markdown, followed by the blocks that options add."""
    plain = game.layout(game.parse_options())
    parts = [f"{plain.size} floats:", plain.table()]
    for switch in (field.name for field in dataclasses.fields(game.options) if field.default is False):
        changed: Any = {switch: True}
        layout = game.layout(dataclasses.replace(game.parse_options(), **changed))
        if layout != plain:
            heading, rule, *rows = layout.table().splitlines()
            added = [heading, rule, *rows[len(plain.blocks) :]]
            parts += [f"With `{switch}=True`, these blocks follow, for {layout.size} floats in total:", "\n".join(added)]
    return "\n\n".join(parts)


def omissions_table(game: Game) -> str:
    """Return the fields of a seat's knowledge that an observation leaves out, with the reasons, as Markdown."""
    omitted = getattr(sys.modules[game.encode.__module__], "OMITTED", {})
    if not omitted:
        return "The observation contains everything that a seat may know."
    rows = [[f"`{path}`", reason] for path, reason in omitted.items()]
    return "Deliberately omitted:\n\n" + table(["field", "reason"], rows)


def feature_tables(game: Game) -> str:
    """Return the blocks of every feature set of a game as Markdown."""
    parts = []
    for name, provider in offered_features(game).items():
        features = provider.make(name, game=game)
        layout = features.layout(game.parse_options())
        parts += [f'`features="{name}"` appends {layout.size} floats: {features.sentence.rstrip(".")}.', layout.table()]
    return "\n\n".join(parts)


def state_tables(game: Game) -> str:
    """Return the fields of a game's state by part as Markdown."""
    parts = {
        "`table`, known to all seats": game.fields.table,
        "`seats[p]`, known to seat p": game.fields.seat,
        "`secret`, known to no seat": game.fields.secret,
    }
    tables = {heading: INDICES.sub(r"`\1`", part.table()) for heading, part in parts.items()}
    return "\n\n".join(f"{heading}:\n\n{table}" for heading, table in tables.items())


def trained_table(game: Game) -> str:
    """Return the win shares of the trained agents against the bots as Markdown, from their cards.

    A row has the games of one agent at tables of one size.
    """
    bots = agents.names(game)
    rows = []
    for card in trained.cards(game):
        for size in card.players:
            shares_of = {one.against: one for one in card.strength if one.num_players == size}
            shares = [_share(shares_of[bot]) if bot in shares_of else "" for bot in bots]
            rows.append([f"`{card.name}`", f"{size}", f"{min(one.games for one in shares_of.values()):,}", *shares])
    source = "From the agents' cards: other games than those of the [strength page](../strength.md), which ranks all agents."
    return source + "\n\n" + table(["agent", "players", "games", *(f"against `{bot}`" for bot in bots)], rows)


def _share(strength: trained.StrengthAgainst) -> str:
    return interval(Estimate(strength.win_share, strength.low, strength.high), "{:.1f} %", 100)
