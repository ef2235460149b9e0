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
    "two_bit_bandits_v0": ("feather", "root beer", "fireball", "adobe mask", "warped tuba", "doom amulet", "lucky horseshoe"),
}
"""Names that stand for a card wherever they occur in the texts of a game."""


class Renaming:
    """Gives each name in `NAMES` of a game to the next card: a function from words to words that no two words share.

    >>> Renaming("dig_dig_v0")("BOOM fits, and two Limbos")
    'LIMBO fits, and two Drops'
    """

    def __init__(self, game: str):
        names = NAMES[game]
        self._new = dict(zip(names, (*names[1:], names[0]), strict=True))
        self._name = re.compile(f"(?<![A-Za-z])({'|'.join(map(re.escape, names))})(?=s?(?![A-Za-z]))", re.IGNORECASE)

    def __call__(self, words: str) -> str:
        return self._name.sub(self._renamed, words)

    def _renamed(self, match: re.Match) -> str:
        old, new = match[0], self._new[match[0].lower()]
        if old.isupper():
            return new.upper()
        return re.sub(r"(?<!['A-Za-z])(?!of |the )[a-z]", lambda first: first[0].upper(), new) if old[0].isupper() else new
