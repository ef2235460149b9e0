"""Exchange the names of cards in all words of a game, so that knowledge of the names does not help."""

import re

NAMES = {
    "dig_v0": ("red", "orange", "green", "blue", "purple"),
    "dig_dig_v0": ("boom", "limbo", "drop", "ninja"),
    "lets_dig_for_treasure_v0": (
        "dirt",
        "ark of the covenant",
        "boatman's coins",
        "leprechaun's gold",
        "treasure chest",
    ),
    "digging_bandits_v0": ("shovel", "lasso", "pickaxe", "cowboy", "wheelbarrow", "sheriff", "outlaw"),
    "two_bit_bandits_v0": ("beezard", "dune bug", "dust devil", "fireantula", "golem", "prickly bear", "reaper"),
}
"""Names that stand for a card wherever they occur in the texts of a game."""


ARTICLES = {"a": "an", "an": "a"}
VOWELS = "aeiou"


class Renaming:
    """Gives each name in `NAMES` of a game to the next card: a function from words to words. Articles follow their names.

    >>> Renaming("dig_v0")("A RED bone, an orange bone, two Reds")
    'An ORANGE bone, a green bone, two Oranges'
    """

    def __init__(self, game: str):
        names = NAMES[game]
        self._new = dict(zip(names, (*names[1:], names[0]), strict=True))
        words = "|".join(r"\s+".join(map(re.escape, name.split())) for name in names)
        self._name = re.compile(rf"(?<![A-Za-z])(?:(an?)(\s+))?({words})(?=s?(?![A-Za-z]))", re.IGNORECASE)

    def __call__(self, words: str) -> str:
        return self._name.sub(self._renamed, words)

    def _renamed(self, match: re.Match) -> str:
        article, space, old = match.groups()
        new = self._new[" ".join(old.lower().split())]
        if article and (new[0] in VOWELS) != (article.lower() == "an"):
            article = ARTICLES[article.lower()].capitalize() if article[0].isupper() else ARTICLES[article.lower()]
        return f"{article or ''}{space or ''}{_like(old, new)}"


def _like(old: str, new: str) -> str:
    """Write the new name in capitals where the old name has capitals."""
    if old.isupper():
        return new.upper()
    return re.sub(r"(?<!['A-Za-z])(?!of |the )[a-z]", lambda first: first[0].upper(), new) if old[0].isupper() else new
