"""Measure the exact exploitability of all bots and trained agents in all variants: `python -m maintenance.exact [GAME ...]`.

Writes docs/data/exact.json after each variant, and the page `docs/exact.md` from it (`website/fill.py`). A variant that
the data have is not measured again, except with `--again`. With `--agents A,B`, these agents alone are measured again, and
agents that the package lacks leave the data.
"""

import argparse
import dataclasses
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import dig_envs
from dig_envs import agents, exact
from dig_envs.agents import trained
from dig_envs.core.game import FULL, Game
from dig_envs.exact.enumeration import parse_variant
from dig_envs.training.cli.arguments import split_agents
from dig_envs.training.process.machine import this_machine
from dig_envs.training.studies.exact import PURE, SOLVED, Row
from dig_envs.training.studies.exact import run as measure
from dig_envs.utils.files import replace

DATA = Path("docs/data/exact.json")
SEARCH = "search:playouts=200"  # more playouts would take hours in the largest variants
SCORED = ("dig_v0",)  # with `reward="win"`, the best responses to most agents win every game


@dataclass(frozen=True)
class Measured:
    """A variant with its size and the exploitability of agents.

    Attributes:
        game: the game's id.
        variant: the variant's name.
        options: the options besides the variant.
        information_sets: the information sets of each seat.
        histories, records, depth: the size of the tree (`dig_envs.exact.sequence_form.Size`).
        positions: decisions and ends.
        seconds: the time to enumerate the tree.
        megabytes: the memory of the sequence form.
        rows: the agents; of two seats, the last are the agent `equilibrium`, the pure solution and the solution.
    """

    game: str
    variant: str
    options: dict[str, Any]
    information_sets: tuple[int, ...]
    histories: int
    records: int
    depth: int
    positions: int
    seconds: float
    megabytes: float
    rows: tuple[Row, ...]

    @property
    def name(self) -> tuple[str, str]:
        """The game and the variant."""
        return self.game, self.variant


def read() -> tuple[str, list[Measured]]:
    """Return the machine and the variants of the data file; nothing if there is none."""
    if not DATA.exists():
        return "", []
    data = json.loads(DATA.read_text())
    rows = [[Row(**row) for row in variant.pop("rows")] for variant in data["variants"]]
    sets = [tuple(variant.pop("information_sets")) for variant in data["variants"]]
    parts = zip(data["variants"], sets, rows, strict=True)
    return data["machine"], [Measured(**variant, information_sets=own, rows=tuple(agents)) for variant, own, agents in parts]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the variants that the data lack, and write data and page."""
    parser = argparse.ArgumentParser(
        "python -m maintenance.exact", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", metavar="GAME", nargs="*", help="ids of games; all games with variants if not given")
    parser.add_argument("--again", action="store_true", help="measure variants again that the data have")
    parser.add_argument("--agents", default="", metavar="A,B,...", help="measure these agents of all variants again")
    given = parser.parse_args(arguments)
    again, games = split_agents(given.agents), [*map(dig_envs.game_of, given.games or dig_envs.games())]
    for agent in again:
        if not any(agent in (*names_of(game, True), PURE) for game in games):
            parser.error(f"--agents: no game measures an agent {agent}")
    results = {} if given.again and not given.games else {each.name: each for each in read()[1]}
    for game in games:
        for variant in game.options.variants:
            known = results.get((game.id, variant))
            if variant != FULL and (given.again or again or known is None):
                results[game.id, variant] = with_rows(known, again) if again and known else measured(game, variant)
                data = {"machine": this_machine(), "variants": [dataclasses.asdict(results[name]) for name in sorted(results)]}
                replace(DATA, json.dumps(data, indent=1).encode() + b"\n")
    from website import fill

    fill.main([])


def names_of(game: Game, two: bool) -> list[str]:
    """Return the names of the agents of a game whose exploitability the page shows, in its order.

    Args:
        game: the game.
        two: whether the variant has two seats, so that it has an equilibrium.
    """
    return [*agents.names(game), SEARCH, *trained.names(game), *([agents.EQUILIBRIUM] if two else [])]


def with_rows(known: Measured, again: Sequence[str]) -> Measured:
    """Measure some agents of a variant again, and drop the rows of agents that the package lacks."""
    game = dig_envs.game_of(known.game)
    names = names_of(game, len(known.information_sets) == 2)
    wanted = [name for name in names if name in again]
    pure = PURE in again and len(known.information_sets) == 2
    fresh = (
        measure(game, wanted, known.variant, engine="tree", solve=pure, pure=pure, **known.options) if wanted or pure else []
    )
    rows = {row.agent: row for row in (*known.rows, *fresh)}
    return dataclasses.replace(known, rows=tuple(rows[name] for name in (*names, PURE, SOLVED) if name in rows))


def measured(game: Game, variant: str) -> Measured:
    """Measure all agents in a variant."""
    options: dict[str, Any] = {"num_players": game.options.variants[variant].num_players}
    if game.id in SCORED:
        options["reward"] = "score"
    two = options["num_players"] == 2
    rows = measure(game, names_of(game, two), variant, engine="tree", solve=two, pure=two, **options)
    form = exact.sequence_form(game, parse_variant(game, variant, options))
    size = form.size
    sets = tuple(seat.num_sets for seat in form.seats)
    numbers = size.histories, len(form.records), size.depth, size.positions, size.seconds, form.nbytes / 1e6
    return Measured(game.id, variant, options, sets, *numbers, tuple(rows))


if __name__ == "__main__":
    main()
