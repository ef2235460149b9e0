"""Describe positions of Digging Bandits in words, and play them by the uncompiled rules over checked views, for scenario tests.

>>> game = Position(["shovel, coin", "cowboy"], places=["land 3", "cabin"], land={"land 3": "ground, tech"}, phase="action")
>>> game.do("play shovel", "dig").tech
[1, 0]
"""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from dig_envs.core.compiler.checked_views import view
from dig_envs.core.rng import RNG, Domain, Stream, draw_below, seed_generator
from dig_envs.digging_bandits import GAME, components, rules
from dig_envs.digging_bandits.rules.cards import gain, lay_on_top
from dig_envs.digging_bandits.rules.frames import event_of
from dig_envs.digging_bandits.rules.setup import clear
from dig_envs.digging_bandits.rules.turn import begin_turn
from dig_envs.digging_bandits.state import NONE, Event, FrameKind
from tests.support.position import GamePosition

REST = "land 19"  # unnamed Land cards are at the bottom of this stack


class Position(GamePosition):
    """A game of Digging Bandits from a given position.

    Cards are words separated by commas: "shovel, mining site". Hands are given by seat. Stacks are given by place and listed
    from the bottom; decks are listed from the top. Unnamed Land cards lie at the bottom of the stack on `REST`, other unnamed
    cards at the bottom of their deck. All pieces are in the cabin unless `places` is given. With `phase="action"` the active
    seat has just landed.
    """

    game = GAME

    def __init__(
        self,
        hands: Sequence[str],
        *,
        places: Sequence[str] = (),
        land: Mapping[str, str] | None = None,
        landfill: str = "",
        dig: str = "",
        draw: str = "",
        doodads: str = "",
        tech: Sequence[int] = (),
        bridges: Mapping[str, int] | None = None,
        plot: tuple[str, int] | None = None,
        characters: Sequence[int] = (0, 1, 2, 3),
        owing: Sequence[int] = (),
        out: Sequence[int] = (),
        rescued: Sequence[int] = (),
        phase: str = "move",
        active: int = 0,
        encore: bool = False,
        turn: int = 0,
        seed: int = 0,
        **options,
    ):
        self._set_up(**{"num_players": len(hands), **options})
        self._left = components.COPIES.tolist()
        seed_generator(self.state.secret.rng, seed, Domain.GAME)
        clear(self.state)
        for seat in range(self.options.num_players):
            self.table.character[seat] = characters[seat]
            self.table.place[seat] = components.PLACE_NAMES.index(places[seat] if places else "cabin")
        for seat in out:
            self.table.out[seat] = 1
            self._take(
                f"land wanted {components.CHARACTERS[characters[seat]]}, draw wanted {components.CHARACTERS[characters[seat]]}"
            )
        for seat, words in enumerate(hands):
            for kind in self._take(words):
                gain(self.state, seat, kind, 0)
        for seat, count in enumerate(tech):
            self.table.tech[seat] = count
            self._left[components.Card.TECH] -= count
        for place, owner in (bridges or {}).items():
            self._take("bridge")
            self.table.bridge[components.PLACE_NAMES.index(place)] = owner
        self._lay_land(land or {}, landfill)
        for back, words in ((components.Back.DIG, dig), (components.Back.DRAW, draw), (components.Back.DOODAD, doodads)):
            named = self._take(words)
            if back == components.Back.DOODAD and plot:
                self._take("private plot")
                self.table.plot, self.table.plot_owner = components.PLACE_NAMES.index(plot[0]), plot[1]
            self._lay_deck(back, named + self._rest(back))
        for seat in owing:
            self.table.owing[seat] = 1
        for seat in rescued:
            self.table.rescued[seat] = 1
        self.table.turn = turn
        begin_turn(self.state, active, int(encore))
        if phase == "action":
            self.table.frames[0].kind = FrameKind.ACTION
            self.table.landed = 1
        rules.flow.advance(self.state)
        self._check()

    def _take(self, words: str) -> list[int]:
        """Remove the named cards from the unnamed cards, and return their kinds."""
        kinds = [components.KIND_NAMES.index(word.strip()) for word in words.split(",") if word.strip()]
        for kind in kinds:
            self._left[kind] -= 1
            if self._left[kind] < 0:
                raise ValueError(f"the game has only {components.COPIES[kind]} cards {components.KIND_NAMES[kind]}")
        return kinds

    def _rest(self, back: components.Back) -> list[int]:
        """Remove all unnamed cards of a back from the unnamed cards, and return their kinds."""
        kinds = [kind for kind in range(components.KINDS) if components.BACK_OF[kind] == back for _ in range(self._left[kind])]
        for kind in kinds:
            self._left[kind] -= 1
        return kinds

    def _lay_land(self, land: Mapping[str, str], landfill: str) -> None:
        stacks = {place: self._take(words) for place, words in land.items()}
        self._lay_deck(components.Back.LAND, self._take(landfill))
        stacks[REST] = self._rest(components.Back.LAND) + stacks.get(REST, [])
        for place, kinds in stacks.items():
            for kind in kinds:
                lay_on_top(self.state, components.PLACE_NAMES.index(place), kind, 0)

    def _lay_deck(self, back: components.Back, kinds: list[int]) -> None:
        for at, kind in enumerate(kinds):
            self.state.secret.deck[back][at] = kind
        self.table.deck_size[back] = len(kinds)

    # --- playing

    def dice(self, *pips: int) -> "Position":
        """Make the next dice show these pips."""
        rng = self.state.secret.rng
        start = 0
        while True:
            rng.drawn[Stream.DICE] = start
            if all(1 + draw_below(rng, Stream.DICE, 6) == pip for pip in pips):
                rng.drawn[Stream.DICE] = start
                return self
            start += 1

    def roll(self, *pips: int) -> "Position":
        """Roll these dice."""
        return self.dice(*pips).do("roll")

    # --- looking

    @property
    def pending(self) -> str:
        """The name of the innermost frame, or of its event."""
        frame = self.table.frames[self.table.depth - 1]
        return Event(event_of(frame)).name.lower() if frame.kind == FrameKind.EVENT else FrameKind(frame.kind).name

    @property
    def places(self) -> list[str]:
        return [components.PLACE_NAMES[self.table.place[seat]] for seat in range(self.options.num_players)]

    @property
    def tech(self) -> list[int]:
        return [self.table.tech[seat] for seat in range(self.options.num_players)]

    @property
    def out(self) -> list[int]:
        return [seat for seat in range(self.options.num_players) if self.table.out[seat]]

    @property
    def owing(self) -> list[int]:
        return [seat for seat in range(self.options.num_players) if self.table.owing[seat]]

    @property
    def bridges(self) -> dict[str, int]:
        return {name: self.table.bridge[at] for at, name in enumerate(components.PLACE_NAMES) if self.table.bridge[at] != NONE}

    @property
    def plot(self) -> tuple[str, int] | None:
        return None if self.table.plot == NONE else (components.PLACE_NAMES[self.table.plot], self.table.plot_owner)

    def hand(self, seat: int) -> str:
        """Return a hand in the order of kinds."""
        return _words(self.state.seats[seat].hand)

    def known(self, observer: int, seat: int) -> str:
        """Return the cards in a seat's hand that an observing seat knows."""
        return _words(self.state.seats[observer].known[seat])

    def openly_known(self, seat: int) -> str:
        """Return the public cards of a hand."""
        return _words(self.table.known[seat])

    def stack(self, place: str) -> str:
        """Return the cards of a stack from the bottom."""
        return ", ".join(components.KIND_NAMES[self.state.secret.land[at]] for at in self._cells(place))

    def land_known(self, seat: int, place: str) -> list[str]:
        """Return the cards of a stack that a seat knows, from the bottom; "?" for an unknown card."""
        return [_word(self.state.seats[seat].land[at]) for at in self._cells(place)]

    def _cells(self, place: str) -> range:
        at = components.PLACE_NAMES.index(place)
        start = sum(self.table.height[other] for other in range(at))
        return range(start, start + self.table.height[at])

    def deck(self, back: components.Back) -> list[str]:
        """Return the cards of a deck or the Landfill from the top."""
        return [components.KIND_NAMES[self.state.secret.deck[back][at]] for at in range(self.table.deck_size[back])]

    def deck_known(self, back: components.Back) -> list[str]:
        """Return the public cards of a deck or the Landfill from the top; "?" for an unknown card."""
        return [_word(self.table.deck[back][at]) for at in range(self.table.deck_size[back])]

    def draw_top(self, seat: int) -> list[str]:
        """Return the top three Draw cards that a seat has secretly seen; "?" for an unknown card."""
        return [_word(kind) for kind in self.state.seats[seat].draw_top._data]


# --- starting positions of many tests

SIDE_BY_SIDE = ["land 3", "land 4", "land 6", "land 8"]


def acting(*hands: str, **arguments) -> Position:
    """Return a position where seat 0 has landed on land 3 and acts; the other seats are on other spaces."""
    return Position(hands, **{"places": SIDE_BY_SIDE[: len(hands)], "phase": "action", **arguments})


def digging(hand: str, stack: str, *others: str, **arguments) -> Position:
    """Return a position where seat 0 may dig on land 3."""
    return acting(hand, *(others or ("",)), land={"land 3": stack}, **arguments)


def drawing(card: str, *hands: str, **arguments) -> Position:
    """Return a position where seat 0 has picked up a Draw card."""
    return acting(*hands, dig="shovel", draw=card, **arguments).do("pick up")


def _word(kind: int) -> str:
    return "?" if kind == NONE else components.KIND_NAMES[kind]


def _words(counts) -> str:
    return ", ".join(components.KIND_NAMES[kind] for kind in range(components.HAND_KINDS) for _ in range(counts[kind]))


def choice_of(bot: Callable, game: Position) -> str:
    """Return the name of a bot's action for the seat to move."""
    player, mask = game.mover, np.zeros(GAME.num_actions, np.int8)
    seat = game.state.seats[player]
    rules.legal(game.table, seat, np.int64(player), mask)
    return GAME.actions.names[bot(game.table, seat, np.int64(player), mask, view(np.zeros(1, RNG))[0])]
