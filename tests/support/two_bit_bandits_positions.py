"""Describe positions of 2-Bit Bandits in words, and play them by the uncompiled rules over checked views, for scenario tests.

>>> game = in_stage("battle Golem; barrel", rolls=[9])
>>> game.tentative, game.legal
(50, ['go on', 'back out'])
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from unittest.mock import patch

import numpy as np

from dig_envs.core.engine import engine_of
from dig_envs.core.rng import Domain, draw_below, seed_generator
from dig_envs.two_bit_bandits import GAME, components, rules
from dig_envs.two_bit_bandits.invariants import Broken
from dig_envs.two_bit_bandits.rules import decks, dice, level_map
from dig_envs.two_bit_bandits.state import NONE, Final, Phase, Status
from tests.support.position import GamePosition

OF_SIZE = {2: "N8", 3: "N10", 4: "N12", 5: "N15"}  # a level card whose trunk has this number of scenes


class Position(GamePosition):
    """A game of 2-Bit Bandits from a given position, in which seat 0 explores.

    A placed level card is "N8 0N": the name of the card, the number of a card on the map, and the side of that card. A stage
    is "1.1": the number of a card on the map and the stage, as in the actions. A scene card is described by the encounters on
    all its paths ("barrel", "heart + spikes"); the first scene card is drawn first. Pickups are words for each seat, the active
    pickup first. `cards_file` is the option `cards`.
    """

    game = GAME

    def __init__(
        self,
        *,
        cards: Sequence[str] = (),
        done: Sequence[str] = (),
        stack: str | None = None,
        defeated: int = 0,
        boss: str | None = None,
        pickups: Sequence[str] = (),
        deck: str = "",
        scenes: Sequence[str] = (),
        health: Sequence[int] = (),
        points: Sequence[int] = (),
        continues: Sequence[int] = (),
        out: Sequence[int] = (),
        turn: int = 0,
        seed: int = 0,
        cards_file: str | None = None,
        **options,
    ):
        self._set_up(cards=cards_file, **options)
        seed_generator(self.state.secret.rng, seed, Domain.GAME)
        rules.deal(self.state)
        self.table.active = self.state.secret.mover = 0
        self.table.turn = turn
        self._order_bosses(defeated, boss)
        self._place_cards(cards, done, stack)
        self._give_pickups(pickups, deck)
        self._set_scenes(scenes)
        for field, values in (("health", health), ("points", points), ("continues", continues)):
            for seat, value in enumerate(values):
                getattr(self.table, field)[seat] = value
        for seat in out:
            self.table.status[seat], self.table.health[seat] = Status.OUT, 0
        self._check()

    def _order_bosses(self, defeated: int, boss: str | None) -> None:
        others = [number for number, name in enumerate(components.SHAMANDILLOS) if name != boss]
        for number in others[:defeated]:
            self.table.defeated[number] = 1
        self.table.num_defeated = defeated
        left = others[defeated:] + ([] if boss is None else [components.SHAMANDILLOS.index(boss)])
        for at in range(len(components.SHAMANDILLOS)):
            self.state.secret.bosses[at] = left[at] if at < len(left) else NONE

    def _place_cards(self, cards: Sequence[str], done: Sequence[str], stack: str | None) -> None:
        size = self.table.stack_size
        for words in cards:
            name, where = words.split()
            level_map.lay_card(
                self.table, components.LEVEL_NAMES.index(name), int(where[:-1]), components.SIDES.index(where[-1])
            )
        for place in done:
            card, at = (int(part) for part in place.split("."))
            self.table.done[card][at - 1] = 1
        level_map.update_reached(self.table)
        placed = [self.table.level_card[k] for k in range(self.table.placed)]
        named = [components.LEVEL_NAMES.index(name) for name in (stack or "").split()]
        rest = [card for card in range(1, components.LEVELS) if card not in placed + named]
        whole = named if stack is not None else rest[: size - len(cards)]
        for at in range(components.STACK):
            self.state.secret.stack[at] = whole[len(whole) - 1 - at] if at < len(whole) else NONE
        self.table.stack_size = len(whole)

    def _give_pickups(self, pickups: Sequence[str], deck: str) -> None:
        left = [kind for kind in range(len(components.PICKUP_WORDS)) for _ in range(self.table.faces.copies[kind])]
        for seat, words in enumerate(pickups):
            for slot, word in enumerate(words.split()):
                self.table.pickups[seat][slot] = components.PICKUP_WORDS.index(word)
                left.remove(components.PICKUP_WORDS.index(word))
        named = [components.PICKUP_WORDS.index(word) for word in deck.split()]
        for kind in named:
            left.remove(kind)
        whole = left + named[::-1]
        for at, kind in enumerate(whole):
            self.state.secret.pickups[at] = kind
        for at in range(len(whole), self.table.pickup_deck):
            self.state.secret.pickups[at] = NONE
        self.table.pickup_deck = len(whole)

    def _set_scenes(self, scenes: Sequence[str]) -> None:
        """Set the faces of the next cards of the deck, in order."""
        codes = [name.lower() for name in components.ENCOUNTER_NAMES]
        for card in range(components.SCENES):
            self.state.secret.scenes[card] = components.SCENES - 1 - card
        for card, words in enumerate(scenes):
            for path in range(6):
                encounters = [codes.index(word.strip().lower()) for word in words.split("+")]
                for at in range(3):
                    self.table.faces.scenes[card][path][at] = encounters[at] if at < len(encounters) else 0

    # --- playing

    def do(self, *actions: str, rolls: Sequence[int] = ()) -> "Position":
        """Play legal actions with given dice. All dice in `rolls` must be rolled."""
        with loaded_dice(rolls):
            return super().do(*actions)

    def _check(self) -> None:
        self._count_unseen()
        broken = np.zeros(1, np.int64)
        engine_of(GAME).check_states(self._bytes, broken)
        allowed = (Broken.NONE, Broken.LEVELS)  # positions may have any level cards
        assert broken[0] in allowed, f"invariant {Broken(broken[0]).name} is broken"

    def _count_unseen(self) -> None:
        """Recount the unseen stages and encounters, because a position may set any faces and place any cards."""
        table = self.table
        table.stages_unseen._data[:] = 0
        table.encounters_unseen._data[:] = 0
        for card in range(1, components.LEVELS):
            level_map.count_stages(table, card, 1)
        for k in range(1, table.placed):  # the same card may be on the map twice
            level_map.count_stages(table, table.level_card[k], -1)
        for k in range(table.scene_deck):
            decks.count_encounters(table, self.state.secret.scenes[k], 1)

    # --- looking

    @property
    def phase(self) -> Phase:
        return Phase(self.table.phase)

    @property
    def final(self) -> Final:
        return Final(self.table.final)

    @property
    def tentative(self) -> int:
        return self.table.tentative

    @property
    def row(self) -> list[int]:
        """The scene cards in the row."""
        return [self.table.row[k] for k in range(self.table.row_size)]

    @property
    def dice(self) -> list[int]:
        """The ten-sided dice on the table."""
        return [value for value in self.table.dice._data.tolist() if value != NONE]

    @property
    def stages(self) -> set[str]:
        """The legal stages, as "1.1"."""
        return {name.split()[1] for name in self.legal if name.startswith("stage")}

    def health(self, seat: int = 0) -> int:
        return self.table.health[seat]

    def points(self, seat: int = 0) -> int:
        return self.table.points[seat]

    def pickups(self, seat: int = 0) -> str:
        """Return the pickups of a seat, the active pickup first."""
        kinds = [self.table.pickups[seat][slot] for slot in range(components.SLOTS)]
        return " ".join(components.PICKUP_WORDS[kind] for kind in kinds if kind != NONE)

    def pawn(self, seat: int = 0) -> str:
        """Return the place of a pawn, as "1.1"."""
        card, at = divmod(self.table.pawn[seat], 3)
        return f"{card}.{at + 1}"

    def status(self, seat: int = 0) -> Status:
        return Status(self.table.status[seat])


@contextmanager
def loaded_dice(faces: Sequence[int]) -> Iterator[None]:
    """Make dice show these faces in order, then random faces. Unused faces are an error."""
    left = list(faces)

    def rolled(rng, stream, bound):
        if left:
            return left.pop(0) - (bound == 6)
        return draw_below(rng, stream, bound)

    with patch.object(dice, "draw_below", rolled):
        yield
    assert not left, f"the dice {left} were not rolled"


def in_stage(row: str, *, hideout: bool = False, rolls: Sequence[int] = (), **position) -> Position:
    """Let seat 0 enter a stage with these scenes and put a 1 on each scene. `rolls` are the dice of the first scene."""
    scenes = [words.strip() for words in row.split(";")]
    card = "H1" if hideout else OF_SIZE[len(scenes)]
    game = Position(cards=[f"{card} 0N"], scenes=scenes, **position)
    game.do("stage 1.1", rolls=[1] * len(scenes))
    game.do(*["die 1"] * (len(scenes) - 1))
    return game.do("die 1", rolls=rolls)
