"""The text of a turn contains all that a seat knows: equal texts, equal records. And it contains nothing more."""

from functools import cache

import numpy as np
import pytest

from dig_envs import exact
from dig_envs.core.catalogue import game_of
from dig_envs.core.compiler.checked_views import view
from dig_envs.core.game import Game, Options
from dig_envs.exact.enumeration import enumerate_game
from dig_envs.render.view import View
from dig_envs.text.position import names_for, turn_of
from tests.support.catalogue import CASES, Case, first_of_each_game
from tests.support.play import batch_of, random_actions, redealt
from tests.support.sightings import Report, Sightings, canonical, fields_known, positions, unseen_differences

CARD_GAMES = ("dig_v0", "dig_dig_v0", "lets_dig_for_treasure_v0")
TABLES, STEPS, EVERY = 16, 600, 24
FIRST = first_of_each_game(CASES)


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


@pytest.mark.long
@pytest.mark.parametrize("case", [Case(game) for game in CARD_GAMES], ids=lambda case: case.id)
def test_equal_texts_have_equal_records_in_the_full_game(case):
    batch = batch_of(case, TABLES, seed=3)
    states = positions(batch, STEPS, EVERY, seed=3)
    seats = states["secret"]["mover"].astype(np.int64)
    sightings = TextSightings(batch, states, seats)
    pairs = unseen_differences(sightings.seen, canonical(sightings.known, batch.game))
    report = Report(fields_known(batch.game))
    for one, other in pairs[:1000]:
        report.add(sightings.known[one], sightings.known[other], int(seats[one]))
    assert not len(pairs), report.text()


class TextSightings(Sightings):
    """Sightings of texts instead of observations."""

    def _seen(self, start: int) -> np.ndarray:
        part = slice(start, start + 2048)
        masks = legal_masks(self.batch, self.states[part], self.seats[part])
        rows = zip(self.states[part], self.seats[part].tolist(), masks, strict=True)
        texts = [text_at(self.batch.game, self.batch.options, state.reshape(1), seat, mask) for state, seat, mask in rows]
        return np.array([hash((seat, text)) for seat, text in zip(self.seats[part].tolist(), texts, strict=True)], np.int64)


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
