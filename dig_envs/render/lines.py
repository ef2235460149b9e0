"""Lay out the text of a table so that it fits a terminal of 24 lines, one of which is left for whoever shows it."""

from collections.abc import Sequence

from dig_envs.utils.text import shortened

COLUMNS = 100
LINES = 23


def wrapped(words: str, limit: int, between: str = ", ", first: int | None = None) -> list[str]:
    """Break words into lines of at most so many characters, only where `between` stands.

    Args:
        words: parts with `between` between them.
        limit: characters of a line.
        between: what separates parts; at the end of a line without its spaces.
        first: characters of the first line, if it has another limit.

    >>> wrapped("shovel, coin, lasso", 14)
    ['shovel, coin,', 'lasso']
    """
    start, *others = words.split(between)
    lines = [start]
    for part in others:
        room = limit if len(lines) > 1 or first is None else first
        if len(lines[-1] + between + part + between.rstrip()) <= room:
            lines[-1] += between + part
        else:
            lines[-1] += between.rstrip()
            lines.append(part)
    return lines


def listed(head: str, words: str, indent: int = 3) -> list[str]:
    """Write a list after its heading, in lines of COLUMNS characters; all but the first begin with spaces.

    >>> listed("hand", "coin, lasso")
    ['hand coin, lasso']
    """
    start, *others = wrapped(words, COLUMNS - indent, first=COLUMNS - len(head) - 1)
    return [f"{head} {start}".rstrip(), *(" " * indent + line for line in others)]


def fitted(blocks: Sequence[Sequence[str]], rows: int) -> list[str]:
    """Return the lines of all blocks, of which the longest are cut until there are so many; a cut one ends with an ellipsis.

    >>> fitted([["a", "b", "c"], ["d"]], 3)
    ['a', 'b …', 'd']
    """
    kept = [list(block) for block in blocks]
    sizes = [len(block) for block in kept]
    while sum(sizes) > rows and max(sizes) > 1:
        longest = max(range(len(sizes)), key=sizes.__getitem__)
        sizes[longest] -= 1
    for block, size in zip(kept, sizes, strict=True):
        if size < len(block):
            block[size - 1 :] = [shortened(block[size - 1], COLUMNS - 2) + " …"]
    return [line for block in kept for line in block]


def page(*groups: Sequence[str]) -> str:
    """Return groups of lines as a text in which none is too long, with empty lines between groups as far as there is room."""
    shown = [list(group) for group in groups if group]
    room = LINES - sum(map(len, shown))
    lines: list[str] = []
    for number, group in enumerate(shown):
        lines += [""] * (0 < number <= room) + group
    return "\n".join(shortened(line.rstrip(), COLUMNS) for line in lines) + "\n"
