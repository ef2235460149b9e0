"""Make texts from elsewhere fit to be shown: names of agents, and what stands in files."""

import unicodedata

UNSEEN = ("Zl", "Zp")  # separators of lines and paragraphs


def printable(words: str) -> str:
    r"""Replace the characters that are no text: controls, which would steer a terminal, invisible ones, and halves of others.

    >>> printable("red\x1b[31m") == "red\ufffd[31m"
    True
    """
    if words.isascii() and words.isprintable():
        return words
    return "".join("\ufffd" if _is_unseen(letter) else letter for letter in words)


def _is_unseen(letter: str) -> bool:
    category = unicodedata.category(letter)
    return category.startswith("C") or category in UNSEEN


def shortened(words: str, limit: int) -> str:
    """Shorten a text to at most so many characters.

    >>> shortened("a long name", 7)
    'a long…'
    """
    return words if len(words) <= limit else words[: limit - 1] + "…"
