"""Test the enumeration: sizes that a person can count, limits, the cache, and agreement with plain play."""

import dataclasses
import os

import numpy as np
import pytest

import dig_envs
from dig_envs.core.batch import Batch
from dig_envs.core.compiler import compiled
from dig_envs.core.compiler.checked_views import view
from dig_envs.core.errors import DigEnvsError
from dig_envs.core.rng import draw_word
from dig_envs.dig_dig.variants import VARIANTS, Variant
from dig_envs.exact import NotEnumerableError, Records, TooLargeError, enumeration, store, tape
from dig_envs.exact.enumeration import enumerate_game
from dig_envs.exact.evaluation import gradient_of, uniform_plans

GAME = dig_envs.game_of("dig_dig_v0")


def form_of(variant: str, **more):
    players = VARIANTS[variant].num_players
    return enumerate_game(GAME, GAME.parse_options(variant=variant, num_players=players, **more))


@pytest.fixture
def two_kinds(monkeypatch):
    """A variant of eight cards that a person can follow: four 1s and four 5s, one turn."""
    monkeypatch.setitem(VARIANTS, "two kinds", Variant("1x4 5x4", 2, row=1, hand=2, max_turns=1))
    return "two kinds"


def test_the_first_decisions_of_a_small_deck_are_those_counted_by_hand(two_kinds):
    """Seat 0 sees its three cards, and the other face-up card, and lays one card face up.

    Its face-up card (2 kinds), its hand (1 1, 1 5 or 5 5) and the other face-up card (2 kinds): 12 information sets
    of the set-up.
    """
    form = form_of(two_kinds)
    first = form.seats[0].parents == 0
    assert first.sum() == 12
    choices = np.diff(form.seats[0].firsts)[first]
    alike = 4  # its three cards are of one kind: 1 | 1 1 or 5 | 5 5, with either card of the other seat
    assert sorted(choices.tolist()) == [1] * alike + [2] * (12 - alike)


def test_probabilities_of_all_ends_sum_to_one_under_any_policy():
    form = form_of("tiny")
    plans = uniform_plans(form)
    for seat in range(2):
        assert gradient_of(form, seat, plans, form.end_probabilities) @ plans[seat] == pytest.approx(1.0, abs=1e-12)


def test_legal_actions_of_records_are_those_of_the_rules():
    form = form_of("small")
    records = Records(form)
    rows = np.arange(0, len(records), 97)
    masks = records.masks(rows)
    for row, mask in zip(rows, masks, strict=True):
        own = np.zeros(GAME.num_actions, np.int8)
        GAME.legal(view(records.tables)[row], view(records.seats)[row], int(records.players[row]), view(own))
        assert (own == mask).all()
    assert (records.players[rows] == records.tables["active"][rows]).all()


@pytest.mark.parametrize("variant", ["tiny", pytest.param("tiny3", marks=pytest.mark.long)])
def test_every_position_of_random_play_is_in_the_enumeration(variant):
    """And random play reaches nearly all records of a tiny variant."""
    form = form_of(variant)
    records = Records(form)
    known = {records.form.records[row].tobytes() for row in range(len(records))}
    batch = Batch(GAME, form.options, 2000, seed=5)
    generator = np.random.default_rng(1)
    met = set()
    for _ in range(60):
        for state, player in zip(batch.states, batch.players, strict=True):
            met.add(state["table"].tobytes() + state["seats"][player].tobytes() + bytes([player]))
        batch.step((batch.masks * generator.random(batch.masks.shape)).argmax(axis=1))
    assert met <= known and (variant != "tiny" or len(met) > 0.95 * len(known))


def test_limits_on_positions_and_memory_name_the_size_reached():
    options = GAME.parse_options(variant="small")
    with pytest.raises(TooLargeError, match=r"more than 1,000 positions: the enumeration stopped at [\d,]+ positions and"):
        enumerate_game(GAME, options, max_positions=1000)
    with pytest.raises(TooLargeError, match=r"more than 0.0 GB: .* information sets, with 0.0\d GB"):
        enumerate_game(GAME, options, max_bytes=10_000_000)
    assert issubclass(TooLargeError, DigEnvsError)


def test_games_that_cannot_be_enumerated_are_refused():
    with pytest.raises(NotEnumerableError, match=r"the full dig_dig_v0 is too large .* tiny, small, mid, tiny3"):
        enumerate_game(GAME, GAME.parse_options())
    bandits = dig_envs.game_of("two_bit_bandits_v0")
    with pytest.raises(NotEnumerableError, match="two_bit_bandits_v0 has no variant"):
        enumerate_game(bandits, bandits.parse_options())


@compiled
def draw_by_word(rng, stream, bound):
    return draw_word(rng, stream) % bound


@pytest.mark.long
def test_rules_that_draw_words_during_a_game_are_refused(monkeypatch):
    """Here the draw of the seat that begins uses a word of 32 bits, whose outcomes cannot be listed."""
    monkeypatch.setattr(tape, "BINDINGS", {**tape.BINDINGS, "draw_below": draw_by_word})
    enumeration.kernel_of.cache_clear()
    with pytest.raises(NotEnumerableError, match="its rules shuffle cards"):
        form_of("tiny")
    enumeration.kernel_of.cache_clear()


@pytest.mark.long
def test_progress_is_reported():
    calls = []
    enumerate_game(GAME, GAME.parse_options(variant="tiny"), progress=lambda *sizes: calls.append(sizes))
    assert calls and calls == sorted(calls) and calls[-1][1] == form_of("tiny").num_sets


# --- the cache


@pytest.fixture
def folder(tmp_path, monkeypatch):
    tmp_path.chmod(0o700)
    monkeypatch.setattr(store, "code_folders", lambda: [tmp_path])
    monkeypatch.setattr(store, "MIN_SECONDS", 0.0)
    monkeypatch.setattr(store, "_recent", {})
    return tmp_path


def test_a_stored_form_is_the_enumerated_one(folder, monkeypatch):
    options = GAME.parse_options(variant="tiny")
    first = store.sequence_form(GAME, options)
    (path,) = folder.glob("*.npz")
    monkeypatch.setattr(store, "_recent", {})
    monkeypatch.setattr(store, "enumerate_game", None)  # is not called again
    second = store.sequence_form(GAME, options)
    assert dataclasses.astuple(second.size) == dataclasses.astuple(first.size) and path.stat().st_mode & 0o022 == 0
    for name, array in first.arrays().items():
        assert (second.arrays()[name] == array).all() and second.arrays()[name].dtype == array.dtype, name


@pytest.mark.parametrize("damage", ["cut", "text", "index"])
def test_a_damaged_file_counts_as_missing(folder, monkeypatch, damage):
    options = GAME.parse_options(variant="tiny")
    form = store.sequence_form(GAME, options)
    (path,) = folder.glob("*.npz")
    if damage == "index":  # a sequence that does not exist: compiled code would read other memory
        form.end_sequences[0, 0] = 1 << 30
        store.save_arrays(path, size=np.array(dataclasses.astuple(form.size), float), **form.arrays())
    else:
        path.write_bytes(path.read_bytes()[:1000] if damage == "cut" else b"no archive")
    monkeypatch.setattr(store, "_recent", {})
    again = store.sequence_form(GAME, options)
    assert again.end_sequences.max() < max(seat.num_sequences for seat in again.seats)


def test_other_options_have_other_files(folder):
    for more in ({}, {"max_turns": 4}, {"reward": "rank"}):
        store.sequence_form(GAME, GAME.parse_options(variant="tiny", **more))
    assert len(list(folder.glob("*.npz"))) == 3


def test_files_are_the_users_own_and_replace_those_of_other_code(folder):
    """Machine code and forms are read only if no other user can write them, whatever the umask."""
    options = GAME.parse_options(variant="tiny")
    store.sequence_form(GAME, GAME.parse_options(variant="tiny", max_turns=4))
    outdated = store.path_of(GAME, options, "exact", enumeration)
    outdated.write_bytes(b"a form of other code")
    before = os.umask(0o002)
    try:
        store.sequence_form(GAME, options)
    finally:
        os.umask(before)
    files = list(folder.iterdir())
    assert len(files) == 2 and outdated not in files, "the file of other options stays"
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in files)


def test_a_stored_form_above_a_limit_is_refused(folder):
    options = GAME.parse_options(variant="tiny")
    form = store.sequence_form(GAME, options)
    with pytest.raises(TooLargeError, match="above the limit"):
        store.sequence_form(GAME, options, max_positions=10)
    assert store.sequence_form(GAME, options) is form, "the refused form stays in memory"
