"""Draw the picture of the architecture page: the folders of the source, with what each contains.

`python -m website.package_picture` writes `docs/images/packages.svg`. Imports run from a package to the packages below it
(`tests/core/test_layers.py`). A test compares the boxes with the folders.
"""

import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import NamedTuple

PICTURE = Path("docs/images/packages.svg")

WIDTH, MARGIN, GAP = 900, 14, 8  # pixels
BOX, HEAD = 46, 30  # pixels: heights of a box and of a package's heading


class Package(NamedTuple):
    """A package of the picture, with a box for each subpackage.

    Attributes:
        name: the name.
        about: what the package is for.
        rows: subpackages by name, from the top down, with what each contains.
        colour: of the boxes.
    """

    name: str
    about: str
    rows: tuple[dict[str, str], ...]
    colour: str


PACKAGES = (
    Package(
        "dig_envs.training",
        "folder training/: trains, ranks and measures agents",
        (
            {
                "cli": "commands",
                "studies": "seeds, budgets, best responses, benchmark",
                "speed": "games and searches",
                "one_file": "one file an algorithm",
            },
            {
                "rllib": "PPO by RLlib",
                "league": "PPO in a league",
                "dqn": "DQN",
                "ppo": "PPO",
                "clone": "cloning, expert iteration",
            },
            {"sb3": "shared by PPO and DQN", "run": "settings, files, measurements", "arena": "duplicate deals, ratings"},
            {"environment": "opponents, self-play", "process": "device, memory, Ray", "show": "charts, tables"},
        ),
        "#e3ecd4",
    ),
    Package(
        "dig_envs.agents",
        "folder agents/: chooses actions",
        (
            {"trained": "models of the package", "search": "improve, ISMCTS, PUCT", "learned": "networks, model files"},
            {
                "dig": "bots, features",
                "dig_dig": "bots, features",
                "lets_dig_for_treasure": "bots, features",
                "two_bit_bandits": "bots, features",
                "digging_bandits": "bots, features",
            },
        ),
        "#dbe7f3",
    ),
    Package(
        "dig_envs",
        "folder dig_envs/: the environments",
        (
            {
                "adapters": "PettingZoo, Gymnasium, Stable-Baselines3, OpenSpiel",
                "play": "games with people: server, page, terminal",
            },
            {
                "dig": "rules, observation",
                "dig_dig": "rules, observation",
                "lets_dig_for_treasure": "rules, observation",
                "two_bit_bandits": "rules, observation",
                "digging_bandits": "rules, observation",
            },
            {"exact": "exploitability, equilibria", "records": "games as files", "render": "text, SVG, replay pages"},
        ),
        "#f6e3c5",
    ),
    Package(
        "dig_envs.core",
        "the contracts of games, agents and features",
        (
            {"batch": "N tables, stepped at once", "engine": "compiled loops over tables", "compiler": "Numba, cache, threads"},
            {"dig_envs.utils": "helpers without knowledge of games: files, text, missing libraries"},
        ),
        "#f3d5bd",
    ),
)


def main() -> None:
    """Write the picture."""
    PICTURE.write_text(drawn(), "utf-8")
    print(PICTURE, file=sys.stderr)


def drawn() -> str:
    """Draw all packages as SVG, the highest first."""
    parts, y = [], MARGIN
    for package in PACKAGES:
        height = HEAD + len(package.rows) * (BOX + GAP)
        parts += [*_package(package, y, height)]
        y += height + GAP
    height = y - GAP + MARGIN
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
            'font-family="Helvetica, Arial, sans-serif">',
            "<title>The packages of dig-envs: each imports only what is below it</title>",
            f'<rect width="{WIDTH}" height="{height}" rx="8" fill="#fbf7f0"/>',
            *parts,
            "</svg>\n",
        ]
    )


def _package(package: Package, top: int, height: int) -> Iterator[str]:
    inner = WIDTH - 2 * MARGIN
    yield f'<rect x="{MARGIN}" y="{top}" width="{inner}" height="{height}" rx="6" fill="#fff" stroke="#8a7a66"/>'
    yield _text(MARGIN + 10, top + 20, package.name, 16, "start", "bold")
    yield _text(WIDTH - MARGIN - 10, top + 20, package.about, 14, "end")
    y = top + HEAD
    for row in package.rows:
        widths = _widths(row, inner - GAP)
        x = float(MARGIN + GAP)
        for (name, about), width in zip(row.items(), widths, strict=True):
            yield f'<rect x="{x:.1f}" y="{y}" width="{width - GAP:.1f}" height="{BOX}" rx="4" fill="{package.colour}"/>'
            middle = x + (width - GAP) / 2
            yield _text(middle, y + 19, name, 14, "middle", "bold")
            yield _text(middle, y + 37, about, 12, "middle")
            x += width
        y += BOX + GAP


def _widths(row: dict[str, str], width: int) -> list[float]:
    """Divide the width of a row among its boxes, in proportion to the lengths of their texts."""
    lengths = [12 + max(1.25 * len(name), len(about)) for name, about in row.items()]
    return [width * length / sum(lengths) for length in lengths]


def _text(x: float, y: float, text: str, size: int, anchor: str, weight: str = "normal") -> str:
    style = f'font-size="{size}" text-anchor="{anchor}" font-weight="{weight}" fill="#222"'
    return f'<text x="{x:.1f}" y="{y}" {style}>{escape(text)}</text>'


if __name__ == "__main__":
    main()
