"""Prepare text from other people, such as names and file contents, for display."""

import re
import unicodedata

CODE = r"\x1b\[[0-9;]*m"  # changes a terminal's colour
CELL = re.compile(rf"(?:{CODE})*[^\x1b](?:\x1b\[0m)?")  # one character of a terminal with the codes around it
SEPARATORS = ("Zl", "Zp")  # Unicode categories of line and paragraph separators


def printable(words: str) -> str:
    r"""Replace control characters, which could change a terminal, invisible characters and lone surrogates by U+FFFD.

    >>> printable("red\x1b[31m") == "red\ufffd[31m"
    True
    """
    if words.isascii() and words.isprintable():
        return words
    return "".join("\ufffd" if _is_hidden(letter) else letter for letter in words)


def _is_hidden(letter: str) -> bool:
    category = unicodedata.category(letter)
    return category.startswith("C") or category in SEPARATORS


def shortened(words: str, limit: int) -> str:
    """Shorten text to at most `limit` characters.

    >>> shortened("a long name", 7)
    'a long…'
    """
    return words if len(words) <= limit else words[: limit - 1] + "…"


def broken_lines(words: str, columns: int, indent: int = 3) -> list[str]:
    """Return the lines of a text, broken at spaces so that each line fits a terminal. Longer words are broken too.

    Args:
        words: the text, which may contain colour codes of a terminal.
        columns: characters in a line.
        indent: spaces before the second and later pieces of a line.

    >>> broken_lines("hand   coin, lasso\\n\\n  bridge", 12)
    ['hand   coin,', '   lasso', '', '  bridge']
    """
    return [piece for line in words.split("\n") for piece in _pieces(line, max(1, columns), min(indent, columns // 4))]


def _pieces(line: str, columns: int, indent: int) -> list[str]:
    cells, pieces = CELL.findall(line), []
    while len(cells) > columns:
        start = next((at for at, cell in enumerate(cells) if " " not in cell), 0)  # the indentation stays
        end = next((at for at in range(columns, start, -1) if " " in cells[at]), columns)
        pieces.append("".join(cells[:end]).rstrip())
        rest = next((at for at in range(end, len(cells)) if " " not in cells[at]), len(cells))
        codes = "".join(re.findall(CODE, "".join(cells[end:rest])))
        cells = [" "] * indent + [codes + cell if at == rest else cell for at, cell in enumerate(cells[rest:], rest)]
    return [*pieces, "".join(cells)]


def pluralized(count: float, word: str, plural: str | None = None) -> str:
    """Return a count with its noun.

    >>> pluralized(1, "card"), pluralized(2, "card"), pluralized(2, "box", "boxes")
    ('1 card', '2 cards', '2 boxes')
    """
    return f"{count:.10g} {word if abs(count) == 1 else plural or word + 's'}"


def is_encodable(text: str) -> bool:
    """Return whether UTF-8 can encode a text, which excludes lone surrogates.

    >>> is_encodable("a"), is_encodable("\\ud800")
    (True, False)
    """
    return not any("\ud800" <= character <= "\udfff" for character in text)
