"""The text of a turn contains all that a seat knows: equal texts, equal records. And it contains nothing more."""

from functools import cache

import numpy as np
import pytest

from dig_envs import exact
from dig_envs.core.catalogue import game_of
from dig_envs.core.compiler.checked_views import view
from dig_envs.core.game import Game, Options
from dig_envs.dig_dig.components import NUMBERS
from dig_envs.dig_dig.state import NONE, Phase
from dig_envs.exact.enumeration import enumerate_game
from dig_envs.render.view import View
from dig_envs.text.position import names_for, turn_of
from dig_envs.two_bit_bandits.components import NUM_MINIONS
from tests.games.test_completeness import mutated
from tests.support.catalogue import CASES, Case, first_of_each_game
from tests.support.play import batch_of, random_actions, redealt
from tests.support.sightings import CHUNK, Report, Sightings, canonical, fields_known, positions, unseen_differences

GAMES = ("dig_v0", "dig_dig_v0", "lets_dig_for_treasure_v0", "two_bit_bandits_v0", "digging_bandits_v0")
CARD_GAMES = GAMES[:3]
EVERY = 24
FIRST = first_of_each_game(CASES)
SEVERAL = [Case("dig_v0", {"num_players": 4, "scents": True}), *(Case(game, {"num_players": 3}) for game in GAMES[1:])]
OMITTED = {
    "two_bit_bandits_v0": {
        "table.reds": "derivable from the dice and the level: the number of dice beyond the level",
        "table.yellows": "derivable from the enemy, the level and the dice",
    }
}
"""Fields that texts leave out on purpose, by game, each with the reason."""


def impossible(game: Game, tables: np.ndarray) -> np.ndarray:
    """Return where no game reaches a mutated table, though it keeps the invariants, bool (n,)."""
    if game.id == "two_bit_bandits_v0":
        return (tables["foe"] >= NUM_MINIONS) & (tables["minions"] != 1)
    if game.id != "dig_dig_v0":
        return np.zeros(len(tables), bool)
    nothing_played = (tables["last_seat"] == NONE) & ((tables["last_kind"] != NONE) | (tables["last_count"] > 0))
    follows_no_number = (tables["phase"] == Phase.FOLLOWING) & ((tables["top"] == NONE) | (tables["top"] >= NUMBERS))
    return nothing_played | follows_no_number


def text_at(game: Game, options: Options, state: np.ndarray, seat: int, mask: np.ndarray) -> str:
    """Return the text of a seat's turn in a position, with the JSON of the same."""
    turn = turn_of(View(game, options, state, seat, names_for(seat, options.num_players)), mask)
    return f"{turn.text()}\n{turn.as_dict()}"


@cache
def records_of(game_id: str, variant: str) -> tuple[Options, exact.Records]:
    game = game_of(game_id)
    options = game.parse_options(variant=variant)
    return options, exact.Records(enumerate_game(game, options))


@pytest.mark.parametrize("game_id", CARD_GAMES)
@pytest.mark.parametrize("variant", ["tiny", pytest.param("small", marks=pytest.mark.long)])
def test_every_record_has_its_own_text(game_id, variant):
    game = game_of(game_id)
    options, records = records_of(game_id, variant)
    rows = np.arange(len(records))
    masks = records.masks(rows)
    texts = {}
    for row in rows:
        state, seat = np.zeros(1, game.state), int(records.players[row])
        state["table"], state["seats"][0, seat], state["secret"]["mover"] = records.tables[row], records.seats[row], seat
        text = text_at(game, options, state, seat, masks[row])
        other = texts.setdefault((seat, text), row)
        assert other == row, f"records {other} and {row} have the same text:\n{text}"


class TextSightings(Sightings):
    """Sightings of texts instead of observations. Rows whose seat does not decide have no text."""

    def _seen(self, start: int) -> np.ndarray:
        part = slice(start, start + CHUNK)
        states, seats = self.states[part], self.seats[part]
        masks = legal_masks(self.batch, states, seats)
        texts = [
            text_at(self.batch.game, self.batch.options, states[k : k + 1], seat, masks[k])
            if states["secret"]["mover"][k] == seat
            else ""
            for k, seat in enumerate(seats.tolist())
        ]
        return np.array([hash((seat, text)) for seat, text in zip(seats.tolist(), texts, strict=True)], np.int64)

    @property
    def decided(self) -> np.ndarray:
        """Whether the seat of each row decides, bool (n,)."""
        return self.states["secret"]["mover"] == self.seats

    def knowledge(self) -> np.ndarray:
        return canonical(self.known, self.batch.game, OMITTED.get(self.batch.game.id, {}))


def sightings_of(case: Case, tables: int, steps: int) -> TextSightings:
    batch = batch_of(case, tables, seed=3)
    states = positions(batch, steps, EVERY, seed=3)
    return TextSightings(batch, states, states["secret"]["mover"].astype(np.int64))


def assert_none(pairs: np.ndarray, one: TextSightings, other: TextSightings) -> None:
    report = Report(fields_known(one.batch.game))
    for i, j in pairs[:1000]:
        report.add(one.known[i], other.known[j], int(one.seats[i]))
    assert not len(pairs), f"{len(pairs)} pairs of positions have equal texts and different knowledge; fields:\n{report.text()}"


@pytest.mark.parametrize("case", FIRST, ids=lambda case: case.id)
@pytest.mark.parametrize(("tables", "steps"), [(4, 96), pytest.param(32, 3000, marks=pytest.mark.long)], ids=["few", "20,000"])
def test_equal_texts_have_equal_knowledge_in_the_full_game(case, tables, steps):
    sightings = sightings_of(case, tables, steps)
    assert_none(unseen_differences(sightings.seen, sightings.knowledge()), sightings, sightings)


@pytest.mark.parametrize("case", SEVERAL, ids=lambda case: case.id)
@pytest.mark.parametrize("mutants_each", [2, pytest.param(60, marks=pytest.mark.long)])
def test_a_change_of_a_field_changes_the_text(case, mutants_each):
    """Replace cells of a position by cells of another position. A valid result must have another text."""
    sightings = sightings_of(case, 8, 12 * EVERY)
    one, other = mutated(sightings.batch, sightings, 3, mutants_each)
    differ = (
        (one.knowledge() != other.knowledge()).any(axis=1)
        & other.decided
        & ~impossible(sightings.batch.game, other.states["table"])
    )
    assert differ.sum() > 4 * mutants_each, "too few valid mutants were found"
    rows = np.flatnonzero(differ & (one.seen == other.seen))
    assert_none(np.stack([rows, rows], axis=1), one, other)


def legal_masks(batch, states: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """Return the legal actions of the mover of each state, int8 (n, num_actions)."""
    masks = np.zeros((len(states), batch.game.num_actions), np.int8)
    records, out = view(np.ascontiguousarray(states)), view(masks)
    for row, seat in enumerate(seats.tolist()):
        batch.game.legal(records[row].table, records[row].seats[seat], seat, out[row])
    return masks


@pytest.mark.parametrize("case", FIRST, ids=lambda case: case.id)
def test_a_redeal_of_what_a_seat_cannot_know_changes_nothing_that_it_reads(case):
    batch = batch_of(case, 6, seed=11)
    generator = np.random.default_rng(5)
    for step in range(60):
        states, movers = batch.states, batch.players.astype(np.int64)
        for row in np.flatnonzero(movers >= 0)[step % 3 :: 3]:
            seat, state = int(movers[row]), states[row : row + 1]
            other = redealt(batch, state, seat, np.array([step]))
            texts = [text_at(batch.game, batch.options, one, seat, batch.masks[row]) for one in (state, other)]
            assert texts[0] == texts[1]
        batch.step(random_actions(batch.masks, generator))
