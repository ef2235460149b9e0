"""Lay out a table's text for a terminal of 24 lines. The last line is left for the program that shows the text."""

from collections.abc import Sequence

from dig_envs.utils.text import shortened

COLUMNS = 100
LINES = 23


def wrap(words: str, limit: int, separator: str = ", ", first: int | None = None) -> list[str]:
    """Break words into lines at separators.

    Args:
        words: parts with separators between them.
        limit: maximum characters per line, unless a part is longer.
        separator: stays at the end of a line, without its trailing spaces.
        first: maximum characters of the first line, if different.

    >>> wrap("shovel, coin, lasso", 14)
    ['shovel, coin,', 'lasso']
    """
    start, *others = words.split(separator)
    lines = [start]
    for part in others:
        width = limit if len(lines) > 1 or first is None else first
        if len(lines[-1] + separator + part + separator.rstrip()) <= width:
            lines[-1] += separator + part
        else:
            lines[-1] += separator.rstrip()
            lines.append(part)
    return lines


def list_lines(heading: str, words: str, indent: int = 3) -> list[str]:
    """Write a heading and a list as lines of at most COLUMNS characters. Lines after the first are indented.

    >>> list_lines("hand", "coin, lasso")
    ['hand coin, lasso']
    """
    start, *others = wrap(words, COLUMNS - indent, first=COLUMNS - len(heading) - 1)
    return [f"{heading} {start}".rstrip(), *(" " * indent + line for line in others)]


def fit_blocks(blocks: Sequence[Sequence[str]], rows: int) -> list[str]:
    """Return the lines of all blocks, at most `rows` of them. The longest blocks are cut and end with an ellipsis.

    >>> fit_blocks([["a", "b", "c"], ["d"]], 3)
    ['a', 'b …', 'd']
    """
    sizes = [len(block) for block in blocks]
    while sum(sizes) > rows and max(sizes) > 1:
        longest = max(range(len(sizes)), key=sizes.__getitem__)
        sizes[longest] -= 1
    lines: list[str] = []
    for block, size in zip(blocks, sizes, strict=True):
        lines += block[:size]
        if size < len(block):
            lines[-1] = shortened(lines[-1], COLUMNS - 2) + " …"
    return lines


def join_groups(*groups: Sequence[str]) -> str:
    """Join groups of lines into one text, cut to COLUMNS, with empty lines between the groups while LINES allows them."""
    shown = [list(group) for group in groups if group]
    free = LINES - sum(map(len, shown))
    lines: list[str] = []
    for number, group in enumerate(shown):
        lines += [""] * (0 < number <= free) + group
    return "\n".join(shortened(line.rstrip(), COLUMNS) for line in lines) + "\n"
