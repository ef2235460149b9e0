"""Prepare text from other people, such as names and file contents, for display."""

import unicodedata

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
