"""Describe positions of DIG in words, and play them by the uncompiled rules over checked views, for scenario tests.

>>> game = Position("red, blue, RED, BLUE, GREEN", hands=["", "purple"])
>>> game.do("move 1", "dig", "keep").hand(0), game.yard
('red', 'hole, blue, RED, BLUE, GREEN, ORANGE, PURPLE')
"""

from collections.abc import Sequence

import numpy as np

from dig_envs.dig import GAME
from dig_envs.dig.components import COLOURS, NUM_BONES, NUM_COLOURS, OTHER_COLOUR, Card
from dig_envs.dig.rules import back_of, colour_of, count_of, forget_everything, lay_card, rank_bowls
from dig_envs.dig.state import NONE
from tests.support.position import GamePosition


class Position(GamePosition):
    """A game of DIG from a given position.

    The yard is listed from the doghouse outward: "red" is a face-down red bone, "RED" the red bowl, "hole" a hole. With
    scents "red/blue" is the red bone whose other colour is blue, and "red" the first unnamed red bone. Unnamed bowls lie at
    the far end of the yard. Unnamed bones have been dropped by the last seat.
    """

    game = GAME

    def __init__(
        self,
        yard: str,
        *,
        dogs: Sequence[int] = (),
        hands: Sequence[str] = (),
        dropped: Sequence[str] = (),
        active: int = 0,
        actions_left: int = 3,
        turn: int = 0,
        **options,
    ):
        self._set_up(**options)
        self._unnamed = list(range(NUM_BONES))
        forget_everything(self.state)
        self._lay_yard(yard)
        self._fill_hands(hands)
        for seat, words in enumerate(dropped):
            self._drop(seat, [self._take(word) for word in words.split()])
        self._drop(self.options.num_players - 1, self._unnamed)
        for seat, place in enumerate(dogs):
            self.table.place[seat] = place
        self.table.active = self.state.secret.mover = active
        self.table.actions_left = actions_left
        self.table.turn = turn
        self._check()

    def _lay_yard(self, yard: str) -> None:
        words = [word.strip() for word in yard.split(",")]
        words += [colour.upper() for colour in COLOURS if colour.upper() not in words]
        self.state.secret.yard[0] = NONE
        for place in range(1, len(self.table.yard)):
            self.state.secret.yard[place] = NONE
        for place, word in enumerate(words, start=1):
            if word == "hole":
                self.table.yard[place] = Card.HOLE
            else:
                bowl = word.isupper()
                card = NUM_BONES + COLOURS.index(word.lower()) if bowl else self._take(word)
                lay_card(self.state, place, card)
        self.table.length = len(words)
        rank_bowls(self.table)

    def _fill_hands(self, hands: Sequence[str]) -> None:
        for seat, words in enumerate(hands):
            for bone in map(self._take, words.split()):
                self.state.seats[seat].hand[self._card_number(bone)] += 1
                self.table.hand_size[seat] += 1
                self.table.hand_backs[seat][back_of(self.table, bone)] += 1

    def _take(self, word: str) -> int:
        """Remove the named bone from the unnamed bones, and return it."""
        colour, _, other = word.partition("/")
        for bone in self._unnamed:
            if colour_of(bone) == COLOURS.index(colour) and (not other or OTHER_COLOUR[bone] == COLOURS.index(other)):
                self._unnamed.remove(bone)
                return bone
        raise ValueError(f"no bone {word} is left")

    def _card_number(self, bone: int) -> int:
        """Return the number that stands for a bone: without scents all bones of a colour have the same number."""
        return bone if self.table.scents else colour_of(bone)

    def _drop(self, seat: int, bones: Sequence[int]) -> None:
        for bone in bones:
            self.table.dropped[seat][self._card_number(bone)] += 1

    # --- looking

    def rows(self, seat: int, block: str = "yard") -> np.ndarray:
        """Return a block of a seat's observation with one row for each place, in the order of places 0 to 25."""
        return np.roll(self.seen(seat)[block], self.table.place[seat], axis=0)

    @property
    def yard(self) -> str:
        """The yard in the words of the constructor's argument, without scents."""
        return ", ".join(self._word(place) for place in range(1, self.table.length + 1))

    def _word(self, place: int) -> str:
        card = self.table.yard[place]
        if card == Card.HOLE:
            return "hole"
        if card == Card.BONE:
            return COLOURS[colour_of(self.state.secret.yard[place])]
        return COLOURS[card - Card.BOWL].upper()

    @property
    def dogs(self) -> list[int]:
        return [self.table.place[seat] for seat in range(self.options.num_players)]

    def hand(self, seat: int) -> str:
        """Return the colours in a hand, in the order of COLOURS."""
        return _colours(self.state.seats[seat].hand)

    def dropped(self, seat: int) -> str:
        return _colours(self.table.dropped[seat])

    def known(self, seat: int) -> dict[int, str]:
        """Return the bones of the yard that a seat knows, by place."""
        known = self.state.seats[seat].known
        return {place: COLOURS[colour_of(known[place])] for place in range(len(known)) if known[place] != NONE}

    def known_hand(self, seat: int, other: int) -> str:
        """Return the bones in another seat's hand that a seat knows."""
        return _colours(self.state.seats[seat].known_hand[other])


def _colours(bones) -> str:
    return " ".join(COLOURS[colour] for colour in range(NUM_COLOURS) for _ in range(count_of(bones, colour)))
