"""A table of people and agents: decisions, undo, hints, the log, what games say of their actions, and games on the disk."""

import random
import re
import sqlite3
import stat
from dataclasses import replace

import numpy as np
import pytest

from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import (
    ArgumentError,
    DigEnvsError,
    IllegalActionError,
    OptionError,
    OrderError,
    ResultsError,
    UnknownAgentError,
)
from dig_envs.dig import wording as dig_telling
from dig_envs.dig.rules.bones import colour_of
from dig_envs.dig_dig.components import KIND_NAMES as DIG_DIG_KINDS
from dig_envs.lets_dig_for_treasure.components import NAMES as LOOT
from dig_envs.play import wording as telling
from dig_envs.play.store import Store
from dig_envs.play.table import KEPT, LONGEST_NAME, Chair, Table
from dig_envs.play.terminal import play
from dig_envs.play.view import choices, moment_message
from dig_envs.render.view import PUBLIC
from tests.support.catalogue import CASES, Case
from tests.support.play_tables import legal, people_table

BOT = [Chair("Ann"), Chair("random", "random")]


def at_own_decision(table: Table, seat: int = 0) -> Table:
    """The table once it is that seat's turn; agents have moved up to there."""
    while table.agent_to_move:
        table.play_agent()
    assert table.mover == seat
    return table


# --- decisions


def test_a_game_is_played_to_its_end_by_turns():
    table = Table("dig_v0", {"max_turns": 6}, 3, BOT)
    movers = set()
    while not table.over:
        movers.add(table.mover)
        if table.agent_to_move:
            table.play_agent()
        else:
            table.act(0, table.track(0).last.number, legal(table)[0])
    assert movers == {0, 1} and table.view(PUBLIC).result
    assert table.track(0).last.mask is None and moment_message(table, table.track(0), table.track(0).last, 0)["over"]
    again = Table("dig_v0", {"max_turns": 6}, 3, BOT, table.actions)
    assert again._batch.states.tobytes() == table._batch.states.tobytes() and again.track(0).log == table.track(0).log


def test_a_refused_decision_changes_nothing():
    table = at_own_decision(Table("dig_v0", {}, 3, BOT))
    before, number = list(table.actions), table.track(0).last.number
    illegal = next(action for action in range(table.game.num_actions) if action not in legal(table))
    for seat, moment, action, error in (
        (0, number, illegal, IllegalActionError),
        (0, number, 10**9, IllegalActionError),
        (0, number, True, ArgumentError),
        (0, number - 1, legal(table)[0], OrderError),
        (1, number, legal(table)[0], OrderError),
        (PUBLIC, number, legal(table)[0], OrderError),
    ):
        with pytest.raises(error):
            table.act(seat, moment, action)
    with pytest.raises(OrderError, match="no agent"):
        table.play_agent()
    assert table.actions == before and table.track(0).last.number == number


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        (("dgi_v0", {}, 1, BOT), DigEnvsError, "dig_v0"),
        (("dig_v0", {}, 1, [Chair("Ann"), Chair("x", "exprt")]), UnknownAgentError, "expert"),
        (("dig_v0", {}, 1, [Chair("Ann")]), OptionError, "num_players"),
        (("dig_v0", {}, 1, [Chair(""), Chair("Bob")]), ArgumentError, "letters"),
        (("dig_v0", {}, 1, [Chair("A" * (LONGEST_NAME + 1)), Chair("Bob")]), ArgumentError, "letters"),
        (("dig_v0", {"scent": True}, 1, BOT), OptionError, "scents"),
        (("dig_v0", {}, 1, BOT, [16]), IllegalActionError, "not legal"),
    ],
    ids=["game", "agent", "players", "no name", "long name", "option", "action"],
)
def test_what_does_not_fit_is_refused(arguments, error, said):
    with pytest.raises(error, match=said):
        Table(*arguments)


def test_names_are_shown_as_plain_text():
    table = Table("dig_v0", {}, 1, [Chair(" A\x1b[2J\u202en \n n "), Chair("<b>&")])
    assert table.names == ("A\ufffd[2J\ufffdn n", "<b>&")
    assert "&lt;b&gt;&amp;" in moment_message(table, table.track(PUBLIC), table.track(PUBLIC).last, 0)["svg"]


# --- undo and hints


def test_undo_goes_back_to_the_last_own_decision_and_dice_fall_alike():
    table = at_own_decision(Table("two_bit_bandits_v0", {"length": "easy"}, 3, BOT))
    with pytest.raises(OrderError, match="no move"):
        table.undo(0)
    generator = random.Random(1)
    for _ in range(6):
        at_own_decision(table)
        table.act(0, table.track(0).last.number, generator.choice(legal(table)))
    actions, state = list(table.actions), table._batch.states
    own = max(place for place, mover in enumerate(table._movers) if mover == 0)
    table.undo(0)
    assert table.actions == actions[:own] and table.mover == 0 and table.epoch == 1
    assert len(table.track(0).log) < len(actions) + 1
    table.act(0, table.track(0).last.number, actions[own])
    while len(table.actions) < len(actions):
        table.play_agent()
    assert table.actions == actions and table._batch.states.tobytes() == state.tobytes()


def test_no_move_is_taken_back_among_people():
    table = Table("dig_v0", {}, 3, [Chair("Ann"), Chair("Bob")])
    mover = table.mover
    table.act(mover, 0, legal(table)[0])
    for seat in (0, 1, PUBLIC):
        with pytest.raises(OrderError, match="one person"):
            table.undo(seat)
    assert len(table.actions) == 1


def test_a_hint_is_the_same_twice_and_moves_nothing():
    table = at_own_decision(Table("dig_v0", {}, 3, BOT))
    before = table._batch.snapshot()
    hints = {table.hint(0, "greedy") for _ in range(3)}
    assert len(hints) == 1 and hints <= {table.telling.label(table.view(0), action) for action in legal(table)}
    assert table._batch.snapshot() == before
    with pytest.raises(OrderError, match="not this seat"):
        table.hint(1, "greedy")


# --- moments


def test_a_viewer_that_falls_far_behind_is_shown_the_newest_moment():
    table = people_table(Case("dig_v0", {}), 1)
    for _ in range(KEPT + 20):
        table._step(legal(table)[0])
    track = table.track(PUBLIC)
    last = track.last.number
    assert [moment.number for moment in track.after(last - 3)] == [last - 2, last - 1, last]
    assert track.after(last) == [] and track.after(0) == [track.last] and track.after(last + 1) == [track.last]
    assert len(track.after(last - KEPT)) == KEPT


def test_once_answered_a_decision_is_not_asked_again_in_a_window_of_others():
    """Who has answered while others are still asked in secret is shown the same moment, without the choices."""
    generator = random.Random(3)
    for seed in range(40):
        table = people_table(Case("two_bit_bandits_v0", {"length": "easy"}), seed)
        while not table.over:
            seat, number = table.mover, table.track(table.mover).last.number
            table._step(generator.choice(legal(table)))
            track = table.track(seat)
            if not table.over and track.last.number == number:
                message = moment_message(table, track, track.last, 0)
                assert not message["yours"] and message["choices"] == [] and message["question"] is None
                with pytest.raises(OrderError):
                    table.act(seat, number, legal(table)[0])
                return
    pytest.fail("no window of others came")


# --- what games say


def walk(case: Case, seed: int, turns: int = 20):
    """A table of people, at each decision of a game of random moves."""
    table, generator = people_table(case, seed, turns), random.Random(seed)
    while not table.over:
        yield table
        table._step(generator.choice(legal(table)))
    yield table


@pytest.mark.parametrize(
    "case",
    [
        Case("dig_v0", {"scents": True}),
        Case("dig_dig_v0", {}),
        Case("lets_dig_for_treasure_v0", {"num_players": 4, "teams": True}),
        Case("two_bit_bandits_v0", {}),
        Case("digging_bandits_v0", {"num_players": 4, "teams": True}),
    ],
    ids=lambda case: case.id,
)
def test_every_decision_is_a_sentence_and_every_action_has_words_and_mostly_a_place(case):
    on_board = total = 0
    for number, table in enumerate(walk(case, seed=2)):
        if table.over or number % 3:
            continue
        track = table.track(table.mover)
        message = moment_message(table, track, track.last, 0)
        assert re.fullmatch(r"[A-Z0-9].+[.?]", message["question"]), message["question"]
        labels = [choice["label"] for choice in message["choices"]]
        assert len(set(labels)) == len(labels) == len(legal(table)) and all(0 < len(label) < 90 for label in labels), labels
        drawn = set(re.findall(r'data-spot="([^"]+)"', message["svg"]))
        on_board += sum(bool(drawn & set(choice["spots"])) for choice in message["choices"])
        total += len(labels)
    assert on_board > 0.35 * total, f"{on_board} of {total} actions can be clicked on the picture"


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_every_action_of_many_games_has_words(case):
    for seed in range(6):
        for table in walk(case, seed, turns=60):
            if not table.over:
                view, moment = table.view(table.mover), table.track(table.mover).last
                assert table.telling.question(view)
                labels = [choice["label"] for choice in choices(table, view, moment)]
                assert len(set(labels)) == len(labels) and all(labels), labels


def test_a_game_that_says_nothing_is_told_of_as_little_as_is_safe():
    assert telling.telling_of(replace(game_of("dig_v0"), drawing="")) is telling.Silent
    table = people_table(Case("dig_v0", {}), 1)
    table.telling = telling.Silent
    mover = table.mover
    assert telling.Silent.label(table.view(mover), 0) == "move 1" and telling.Silent.question(table.view(mover))
    table._step(0)
    assert table.track(PUBLIC).log[-1].words == "move" and table.track(mover).log[-1].words == "move 1"
    window = replace(game_of("dig_v0"), window_open=lambda tables: np.ones(tables.shape, bool))
    table.game = window
    assert telling.Silent.told(table.view(PUBLIC), 0) is None
    assert [telling.Silent.settled(table.view(seat)) for seat in (0, 1, PUBLIC)] == [table.mover == 0, table.mover == 1, False]


# --- games on the disk


def test_a_game_is_kept_move_by_move_and_undo_too(tmp_path):
    path = tmp_path / "deep" / "games.sqlite"
    store = Store(path)
    saved = store.add(at_own_decision(Table("dig_v0", {"scents": True}, 3, BOT)))
    table = saved.table
    for _ in range(4):
        table.act(0, table.track(0).last.number, legal(table)[0])
        store.keep(saved)
        at_own_decision(table)
        store.keep(saved)
    table.undo(0)
    store.keep(saved)
    table.act(0, table.track(0).last.number, legal(table)[-1])
    store.keep(saved)
    store.close()
    again = Store(path).open()
    assert again.table.actions == table.actions and again.key == saved.key and again.table.options == table.options
    assert again.table.chairs == table.chairs and again.table.epoch > table.epoch
    assert stat.S_IMODE(path.stat().st_mode) == 0o600, "links can be made from what is in the file"


def test_the_newest_game_that_goes_on_is_opened_or_the_one_named(tmp_path):
    store = Store(tmp_path / "games.sqlite")
    with pytest.raises(ArgumentError, match="no game that goes on"):
        store.open()
    first = store.add(Table("dig_v0", {"max_turns": 1}, 1, [Chair("Ann"), Chair("Bob")]))
    second = store.add(Table("dig_v0", {"max_turns": 1}, 2, [Chair("Ann"), Chair("Bob")]))
    assert store.open().number == second.number and store.open(first.number).table.seed == 1
    while not second.table.over:
        second.table._step(legal(second.table)[-1])
    store.keep(second)
    assert store.open().number == first.number and store.open(second.number).table.over
    with pytest.raises(ArgumentError, match="no game 77"):
        store.open(77)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("UPDATE actions SET action = 16 WHERE place = 1", "can't be played on"),
        ("DELETE FROM actions WHERE place = 0", "moves are missing"),
        ("UPDATE games SET game = 'chess'", "can't be played on"),
        ("UPDATE games SET chairs = '[{}]'", "can't be played on"),
        ("UPDATE games SET chairs = '{'", "can't be played on"),
        ("UPDATE games SET options = '7'", "can't be played on"),
        ("UPDATE games SET key = x'00'", "its key is damaged"),
        ("UPDATE games SET seed = 'x'", "can't be played on"),
        ("PRAGMA user_version = 99", "no games of this version"),
        ("PRAGMA application_id = 1", "no games of this version"),
    ],
)
def test_a_damaged_file_is_refused(command, said, tmp_path):
    path = tmp_path / "games.sqlite"
    store = Store(path)
    saved = store.add(people_table(Case("dig_v0", {}), 1))
    for _ in range(3):
        saved.table._step(legal(saved.table)[0])
    store.keep(saved)
    store.close()
    with sqlite3.connect(path) as database:
        database.execute(command)
    database.close()
    with pytest.raises(ResultsError, match=said):
        Store(path).open()


def test_something_else_than_a_file_of_games_is_left_alone(tmp_path):
    (tmp_path / "notes.txt").write_text("these are my notes, and no games at all" * 100)
    before = (tmp_path / "notes.txt").read_bytes()
    with pytest.raises(ResultsError, match="can't be kept"):
        Store(tmp_path / "notes.txt")
    assert (tmp_path / "notes.txt").read_bytes() == before
    with pytest.raises(ResultsError, match="can't be kept"):
        Store(tmp_path)


# --- the terminal


def in_terminal(tmp_path, answers: list[str], **options):
    """Play with these answers, then always the first choice; returns the table and what was written."""
    store = Store(tmp_path / "games.sqlite")
    saved = store.add(Table("dig_v0", {"max_turns": 4, **options}, 3, BOT))
    written, waiting = [], list(answers)
    play(saved, store, lambda prompt: waiting.pop(0) if waiting else "1", written.append)
    return saved.table, "\n".join(written)


def test_a_game_in_the_terminal(tmp_path):
    table, written = in_terminal(tmp_path, ["h", "hint greedy", "2", "u", "t", "0", "99", "x\x1b", "", "hint nobody"])
    assert table.over and table.epoch == 1
    assert "expert would: " in written and "greedy would: " in written and "no adviser" in written
    assert "random: move" in written and "\x1b" not in written and written.count("there are the numbers 1 to") == 4
    assert "Turn limit reached" in written and Store(tmp_path / "games.sqlite").open(1).table.over


def test_leaving_the_terminal_keeps_the_game(tmp_path):
    table, written = in_terminal(tmp_path, ["1", "q"])
    assert not table.over and "Turn limit" not in written
    assert Store(tmp_path / "games.sqlite").open().table.actions == table.actions


# --- what came of it


def outcomes(table: Table, viewer: int, decisions: int, seed: int = 1) -> list[str]:
    """Play at random; what a viewer's log tells of outcomes, without what was done."""
    generator = random.Random(seed)
    while not table.over and len(table.actions) < decisions:
        table._step(generator.choice(legal(table)))
    return [line.words.rpartition(": ")[2] for line in table.track(viewer).log if ": " in line.words]


def test_a_bone_is_named_to_who_dug_it():
    table = people_table(Case("dig_v0", {"num_players": 2}), 3)
    generator, seen = random.Random(2), 0
    while seen < 5:
        action = generator.choice(legal(table))
        mover, digs = table.mover, table.game.actions.name(action) == "dig"
        table._step(action)
        if digs:
            own, other, public = (table.track(viewer).log[-1].words for viewer in (mover, 1 - mover, PUBLIC))
            dug = table.view(None).record.seats[mover].dug
            assert own == f"dig here: {dig_telling.BONES[colour_of(dug)]}" and public == "dig here"
            assert other in (public, own), "who has seen that bone knows it"
            seen += 1


def test_a_bone_that_shows_its_back_is_named_by_it_to_the_others():
    table = people_table(Case("dig_v0", {"num_players": 2, "scents": True}), 3)
    assert any(re.fullmatch(r"its back is \w+ and \w+", words) for words in outcomes(table, PUBLIC, 60))


def test_what_is_dropped_brings_points():
    table = people_table(Case("dig_v0", {"num_players": 2}), 3, turns=100)
    found = [words for seed in range(8) for words in outcomes(table, PUBLIC, 200, seed)]
    assert any(re.search(r"drops \d \w+ bones?(, |$)", words) for words in found)


def test_cards_drawn_are_named_to_who_drew_them():
    table = people_table(Case("dig_dig_v0", {"num_players": 2}), 3)
    generator, seen = random.Random(2), 0
    while seen < 5:
        mover, before = table.mover, table.view(None).record
        table._step(generator.choice(legal(table)))
        drawn = before.table.deck_size - table.view(None).table.deck_size
        if drawn:
            deck = [before.secret.deck[before.table.deck_size - 1 - k] for k in range(drawn)]
            own, other = (table.track(viewer).log[-1].words for viewer in (mover, 1 - mover))
            assert f"draws {drawn} card" in other
            told = own.rpartition("draws ")[2].split(", ")
            assert sorted(told) == sorted(kinds(deck))
            seen += 1


def kinds(cards: list[int]) -> list[str]:
    """Cards of Dig Dig in words."""
    names = [DIG_DIG_KINDS[kind].upper() for kind in cards]
    return [name if names.count(name) == 1 else f"{name} x{names.count(name)}" for name in dict.fromkeys(names)]


def test_a_treasure_and_a_bust_are_told_to_all():
    table = people_table(Case("lets_dig_for_treasure_v0", {"num_players": 2}), 3)
    told = outcomes(table, PUBLIC, 80)
    assert any(words.endswith(", bust") for words in told) and any(re.fullmatch(r"[+-]\d+ points?", words) for words in told)
    assert any(words in LOOT for words in told)


def test_dice_pickups_and_points_are_told_to_all():
    table = people_table(Case("two_bit_bandits_v0", {"num_players": 2}), 3)
    told = " ".join(outcomes(table, PUBLIC, 150))
    assert re.search(r"dice( \d)+", told) and "finds " in told and re.search(r"[+-]\d+ points", told)


def test_a_move_tells_dice_and_place_and_cards_only_to_who_has_them():
    table = people_table(Case("digging_bandits_v0", {"num_players": 2}), 3)
    public = " ".join(outcomes(table, PUBLIC, 150))
    assert re.search(r"dice \d \d", public) and re.search(r"on (town|land) \d", public) and "+1 Draw card" in public
    assert re.search(r"(ground|stone|tip cart|hideout cabin) comes up", public)
    own = [line.words for line in table.track(0).log if line.seat == 0 and line.words.startswith("pick up")]
    assert own and not any("Draw card" in words.partition(": ")[2] for words in own)


def test_outcomes_wait_until_the_moment_is_shown():
    """While others are asked in secret, the log of who is not asked tells nothing new."""
    table = people_table(Case("digging_bandits_v0", {"num_players": 3}), 3)
    generator, waited = random.Random(4), 0
    while not table.over and waited < 3:
        kept = {viewer: (track.last.number, track.last.told) for viewer, track in table.tracks.items()}
        table._step(generator.choice(legal(table)))
        for viewer, (number, told) in kept.items():
            track = table.track(viewer)
            if track.last.number == number:
                waited += 1
                assert track.last.told == told
    assert waited
