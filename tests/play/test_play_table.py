"""A table of people and agents: actions, undo, hints, the log, the games' wording, and games on disk."""

import random
import re
import sqlite3
import stat
import threading
from dataclasses import replace

import numpy as np
import pytest

from dig_envs.core import errors
from dig_envs.core.catalogue import game_of
from dig_envs.dig import wording as dig_wording
from dig_envs.dig.rules import colour_of
from dig_envs.dig_dig.components import KIND_NAMES as DIG_DIG_KINDS
from dig_envs.lets_dig_for_treasure.components import NAMES as LOOT
from dig_envs.play import compile_ahead
from dig_envs.play.messages import choices
from dig_envs.play.store import Store
from dig_envs.play.table import MAX_NAME, Participant, Table
from dig_envs.play.terminal import play
from dig_envs.render.history import MAX_MOMENTS
from dig_envs.render.view import PUBLIC
from dig_envs.render.wording import DefaultWording, wording_of
from tests.support.catalogue import CASES, Case
from tests.support.play import First
from tests.support.play_tables import latest_message, legal, people_table

BOT = [Participant("Ann"), Participant("random", "random")]


def at_own_decision(table: Table, seat: int = 0) -> Table:
    """The table after agents have moved, at a decision of the seat."""
    while table.agent_to_move:
        table.play_agent()
    assert table.mover == seat
    return table


# --- actions


def test_a_game_is_played_to_its_end():
    table = Table("dig_v0", {"max_turns": 6}, 3, BOT)
    movers = set()
    while not table.over:
        movers.add(table.mover)
        if table.agent_to_move:
            table.play_agent()
        else:
            table.act(0, table.histories[0].latest.number, legal(table)[0])
    assert movers == {0, 1} and table.view(PUBLIC).result
    assert table.histories[0].latest.mask is None and latest_message(table, 0)["over"]
    again = Table("dig_v0", {"max_turns": 6}, 3, BOT, table.actions)
    assert again._batch.states.tobytes() == table._batch.states.tobytes() and again.histories[0].log == table.histories[0].log


def test_a_refused_action_changes_nothing():
    table = at_own_decision(Table("dig_v0", {}, 3, BOT))
    before, number = list(table.actions), table.histories[0].latest.number
    illegal = next(action for action in range(table.game.num_actions) if action not in legal(table))
    for seat, moment, action, error in (
        (0, number, illegal, errors.IllegalActionError),
        (0, number, 10**9, errors.IllegalActionError),
        (0, number, True, errors.ArgumentError),
        (0, number - 1, legal(table)[0], errors.OrderError),
        (1, number, legal(table)[0], errors.OrderError),
        (PUBLIC, number, legal(table)[0], errors.OrderError),
    ):
        with pytest.raises(error):
            table.act(seat, moment, action)
    with pytest.raises(errors.OrderError, match="not an agent's turn"):
        table.play_agent()
    assert table.actions == before and table.histories[0].latest.number == number


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        (("dgi_v0", {}, 1, BOT), errors.DigEnvsError, "dig_v0"),
        (("dig_v0", {}, 1, [Participant("Ann"), Participant("x", "exprt")]), errors.UnknownAgentError, "expert"),
        (("dig_v0", {}, 1, [Participant("Ann")]), errors.OptionError, "num_players"),
        (("dig_v0", {}, 1, [Participant(""), Participant("Bob")]), errors.ArgumentError, "characters"),
        (("dig_v0", {}, 1, [Participant("A" * (MAX_NAME + 1)), Participant("Bob")]), errors.ArgumentError, "characters"),
        (("dig_v0", {"scent": True}, 1, BOT), errors.OptionError, "scents"),
        (("dig_v0", {}, 1, BOT, [16]), errors.IllegalActionError, "not legal"),
    ],
    ids=["game", "agent", "players", "no name", "long name", "option", "action"],
)
def test_invalid_arguments_are_refused(arguments, error, said):
    with pytest.raises(error, match=said):
        Table(*arguments)


def test_names_are_shown_as_plain_text():
    table = Table("dig_v0", {}, 1, [Participant(" A\x1b[2J\u202en \n n "), Participant("<b>&")])
    assert table.names == ("A\ufffd[2J\ufffdn n", "<b>&")
    assert "&lt;b&gt;&amp;" in latest_message(table, PUBLIC)["svg"]


# --- undo and hints


def test_undo_returns_to_the_last_own_decision_and_keeps_the_dice():
    table = at_own_decision(Table("two_bit_bandits_v0", {"length": "easy"}, 3, BOT))
    with pytest.raises(errors.OrderError, match="no move"):
        table.undo(0)
    generator = random.Random(1)
    for _ in range(6):
        at_own_decision(table)
        table.act(0, table.histories[0].latest.number, generator.choice(legal(table)))
    actions, state = list(table.actions), table._batch.states
    own = max(place for place, mover in enumerate(table._movers) if mover == 0)
    table.undo(0)
    assert table.actions == actions[:own] and table.mover == 0 and table.epoch == 1
    assert len(table.histories[0].log) < len(actions) + 1
    table.act(0, table.histories[0].latest.number, actions[own])
    while len(table.actions) < len(actions):
        table.play_agent()
    assert table.actions == actions and table._batch.states.tobytes() == state.tobytes()


def test_undo_is_refused_among_several_people():
    table = Table("dig_v0", {}, 3, [Participant("Ann"), Participant("Bob")])
    mover = table.mover
    table.act(mover, 0, legal(table)[0])
    for seat in (0, 1, PUBLIC):
        with pytest.raises(errors.OrderError, match="one person"):
            table.undo(seat)
    assert len(table.actions) == 1


def test_a_hint_is_reproducible_and_changes_nothing():
    table = at_own_decision(Table("dig_v0", {}, 3, BOT))
    before = table._batch.snapshot()
    hints = {table.hint(0, "greedy")() for _ in range(3)}
    assert len(hints) == 1
    (hint,) = hints
    assert hint.action in legal(table) and hint.words == table.wording.ACTIONS.label(table.view(0), hint.action)
    assert hint.candidates == (), "a bot gives no reasons"
    assert table._batch.snapshot() == before
    with pytest.raises(errors.OrderError, match="not this seat"):
        table.hint(1, "greedy")


def test_all_agents_that_can_play_a_table_advise():
    table = Table("dig_v0", {}, 3, BOT)
    assert table.advisers[:3] == ["expert", "greedy", "random"] and {"search", "ppo"} <= set(table.advisers)
    scents = Table("dig_v0", {"scents": True}, 3, BOT)
    assert "search" in scents.advisers and "ppo" not in scents.advisers, "its observation has no scents"


def test_a_hint_of_a_search_gives_shares_and_values_of_legal_actions():
    table = at_own_decision(Table("dig_v0", {}, 3, BOT))
    hint = table.hint(0, "search")()
    considered = dict(hint.candidates)
    assert considered.keys() == set(legal(table)) and hint.action in considered
    assert sum(each.share for each in considered.values()) == pytest.approx(1.0)


# --- moments


def test_a_viewer_far_behind_receives_the_latest_moment_only():
    table = people_table(Case("dig_v0", {}), 1)
    for _ in range(MAX_MOMENTS + 20):
        table._step(legal(table)[0])
    history = table.histories[PUBLIC]
    last = history.latest.number
    assert [moment.number for moment in history.after(last - 3)] == [last - 2, last - 1, last]
    assert history.after(last) == [] and history.after(0) == [history.latest] and history.after(last + 1) == [history.latest]
    assert len(history.after(last - MAX_MOMENTS)) == MAX_MOMENTS


def test_an_answered_question_is_not_repeated_during_secret_decisions_of_others():
    """A seat that has acted, while others still decide in secret, is shown the same moment without choices."""
    generator = random.Random(3)
    for seed in range(40):
        table = people_table(Case("two_bit_bandits_v0", {"length": "easy"}), seed)
        while not table.over:
            seat, number = table.mover, table.histories[table.mover].latest.number
            table._step(generator.choice(legal(table)))
            history = table.histories[seat]
            if not table.over and history.latest.number == number:
                message = latest_message(table, seat)
                assert not message["yours"] and message["choices"] == [] and message["question"] is None
                with pytest.raises(errors.OrderError):
                    table.act(seat, number, legal(table)[0])
                return
    pytest.fail("no secret decision of another seat occurred")


# --- wording


def walk(case: Case, seed: int, turns: int = 20):
    """Yield a table of people at each decision of a random game."""
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
def test_questions_are_sentences_and_actions_have_labels_and_mostly_targets(case):
    on_board = total = 0
    for number, table in enumerate(walk(case, seed=2)):
        if table.over or number % 3:
            continue
        message = latest_message(table, table.mover)
        assert re.fullmatch(r"[A-Z0-9].+[.?]", message["question"]), message["question"]
        labels = [choice["label"] for choice in message["choices"]]
        assert len(set(labels)) == len(labels) == len(legal(table)) and all(0 < len(label) < 90 for label in labels), labels
        drawn = set(re.findall(r'data-spot="([^"]+)"', message["svg"]))
        on_board += sum(bool(drawn & set(choice["targets"])) for choice in message["choices"])
        total += len(labels)
    assert on_board > 0.35 * total, f"{on_board} of {total} actions can be clicked on the picture"


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_every_action_of_many_games_has_a_label(case):
    for seed in range(3):
        for table in walk(case, seed, turns=60):
            if not table.over:
                view, moment = table.view(table.mover), table.histories[table.mover].latest
                assert table.wording.question(view)
                labels = [choice["label"] for choice in choices(table, view, moment)]
                assert len(set(labels)) == len(labels) and all(labels), labels


def test_a_game_without_wording_reveals_little(monkeypatch):
    assert wording_of(replace(game_of("dig_v0"), drawing="")) is DefaultWording
    monkeypatch.setattr("dig_envs.render.wording.module_of", lambda game, name: None)
    table = people_table(Case("dig_v0", {}), 1)
    assert table.wording is DefaultWording
    mover = table.mover
    assert DefaultWording.ACTIONS.label(table.view(mover), 0) == "move 1" and DefaultWording.question(table.view(mover))
    table._step(0)
    assert table.histories[PUBLIC].log[-1].words == "moved" and table.histories[mover].log[-1].words == "moved 1"
    window = replace(game_of("dig_v0"), window_open=lambda tables: np.ones(tables.shape, bool))
    table.game = window
    assert DefaultWording.ACTIONS.heard(table.view(PUBLIC), 0) is None
    shown = [DefaultWording.may_be_shown(table.view(viewer)) for viewer in (0, 1, PUBLIC)]
    assert shown == [table.mover == 0, table.mover == 1, False]


# --- games on disk


def test_each_action_and_undo_is_saved(tmp_path):
    path = tmp_path / "deep" / "games.sqlite"
    store = Store(path)
    saved = store.add(at_own_decision(Table("dig_v0", {"scents": True}, 3, BOT)))
    table = saved.table
    for _ in range(4):
        table.act(0, table.histories[0].latest.number, legal(table)[0])
        store.save(saved)
        at_own_decision(table)
        store.save(saved)
    table.undo(0)
    store.save(saved)
    table.act(0, table.histories[0].latest.number, legal(table)[-1])
    store.save(saved)
    store.close()
    again = Store(path).open()
    assert again.table.actions == table.actions and again.key == saved.key and again.table.options == table.options
    assert again.table.participants == table.participants and again.table.epoch > table.epoch
    assert stat.S_IMODE(path.stat().st_mode) == 0o600, "the file contains the secret keys of links"


def test_the_newest_unfinished_game_or_the_given_number_is_opened(tmp_path):
    store = Store(tmp_path / "games.sqlite")
    with pytest.raises(errors.ArgumentError, match="has no unfinished game"):
        store.open()
    first = store.add(Table("dig_v0", {"max_turns": 1}, 1, [Participant("Ann"), Participant("Bob")]))
    second = store.add(Table("dig_v0", {"max_turns": 1}, 2, [Participant("Ann"), Participant("Bob")]))
    number, second = second.number, store.open()
    assert second.number == number and store.open(first.number).table.seed == 1
    while not second.table.over:
        second.table._step(legal(second.table)[-1])
    store.save(second)
    assert store.open().number == first.number and store.open(second.number).table.over
    with pytest.raises(errors.ArgumentError, match="has no game 77"):
        store.open(77)


ENDLESS = """
DROP TABLE actions;
CREATE VIEW actions AS WITH RECURSIVE n(place) AS (SELECT 0 UNION ALL SELECT place + 1 FROM n)
    SELECT 1 AS number, place, 0 AS action FROM n
"""


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("UPDATE actions SET action = 16 WHERE place = 1", "cannot be resumed"),
        ("DELETE FROM actions WHERE place = 0", "actions are missing"),
        ("UPDATE games SET game = 'chess'", "cannot be resumed"),
        ("UPDATE games SET chairs = '[{}]'", "cannot be resumed"),
        ("UPDATE games SET chairs = '{'", "cannot be resumed"),
        ("UPDATE games SET options = '7'", "cannot be resumed"),
        ("UPDATE games SET key = x'00'", "its key is damaged"),
        ("UPDATE games SET seed = 'x'", "cannot be resumed"),
        ("UPDATE games SET options = '" + "[" * 100_000 + "'", "cannot be resumed"),
        ("UPDATE games SET epoch = 9223372036854775807", "cannot be (resumed|saved)"),
        ("UPDATE games SET epoch = 'x'", "cannot be resumed"),
        (ENDLESS, "not a file of games of this version"),
        ("CREATE TRIGGER more AFTER INSERT ON games BEGIN SELECT 1; END", "not a file of games of this version"),
        ("PRAGMA user_version = 99", "not a file of games of this version"),
        ("PRAGMA application_id = 1", "not a file of games of this version"),
    ],
)
def test_a_damaged_file_is_refused(command, said, tmp_path):
    path = tmp_path / "games.sqlite"
    store = Store(path)
    saved = store.add(people_table(Case("dig_v0", {}), 1))
    for _ in range(3):
        saved.table._step(legal(saved.table)[0])
    store.save(saved)
    store.close()
    with sqlite3.connect(path) as database:
        database.executescript(command)
    database.close()
    with pytest.raises(errors.ResultsError, match=said):
        Store(path).open()


def test_a_game_that_another_process_has_opened_is_not_saved_over(tmp_path):
    store, other = Store(tmp_path / "games.sqlite"), Store(tmp_path / "games.sqlite")
    saved = store.add(people_table(Case("dig_v0", {}), 1))
    opened = other.open()
    for each in (saved, opened):
        each.table._step(legal(each.table)[0])
    other.save(opened)
    with pytest.raises(errors.ResultsError, match=r"another process has opened game 1 of .*: continue it there"):
        store.save(saved)
    opened.table._step(legal(opened.table)[-1])
    other.save(opened)
    assert store.open().table.actions == opened.table.actions


def test_after_a_failed_write_at_an_undo_the_next_write_saves_the_whole_game(tmp_path, monkeypatch):
    store = Store(tmp_path / "games.sqlite")
    saved = store.add(at_own_decision(Table("dig_v0", {}, 3, BOT)))
    table = saved.table
    for _ in range(3):
        table.act(0, table.histories[0].latest.number, legal(table)[0])
        at_own_decision(table)
    store.save(saved)
    before = list(table.actions)
    table.undo(0)
    table.undo(0)
    with sqlite3.connect(store.path) as other, monkeypatch.context() as patch:
        other.execute("BEGIN IMMEDIATE")
        patch.setattr(store, "_database", sqlite3.connect(store.path, timeout=0, isolation_level=None))
        with pytest.raises(errors.ResultsError, match="locked"):
            store.save(saved)
        other.rollback()
    while len(table.actions) < len(before):
        table._step(legal(table)[-1])
    store.save(saved)
    assert table.actions != before and store.open().table.actions == table.actions


def test_a_file_that_exists_gets_the_mode_of_a_secret(tmp_path):
    (tmp_path / "games.sqlite").touch(0o644)
    Store(tmp_path / "games.sqlite")
    assert stat.S_IMODE((tmp_path / "games.sqlite").stat().st_mode) == 0o600


def test_other_files_are_left_alone(tmp_path):
    (tmp_path / "notes.txt").write_text("these are my notes, and no games at all" * 100)
    before = (tmp_path / "notes.txt").read_bytes()
    with pytest.raises(errors.ResultsError, match="cannot be saved"):
        Store(tmp_path / "notes.txt")
    assert (tmp_path / "notes.txt").read_bytes() == before
    with pytest.raises(errors.ResultsError, match="cannot be saved"):
        Store(tmp_path)


# --- compilation ahead


def test_installed_agents_decide_once_before_they_are_needed(monkeypatch):
    class Listening(First):
        def explain(self, decisions):
            asked.append((self.name, threading.current_thread()))

    asked: list = []
    monkeypatch.setattr(compile_ahead, "_begun", set())
    monkeypatch.setattr(compile_ahead, "uncompiled", lambda: False)
    monkeypatch.setattr(compile_ahead, "find_agent", lambda name, game: Listening(name))
    table = Table("dig_v0", {}, 3, [Participant("Ann"), Participant("Bob", "search"), Participant("Cid", "random@0.5")])
    thread = compile_ahead.compile_ahead(table)
    thread.join(60)
    names = [name for name, _ in asked]
    assert names[0] == "search" and {"expert", "greedy"} <= set(names), "those at the table first"
    assert "random@0.5" not in names and len(names) == len(set(names))
    assert {where for _, where in asked} == {thread} and not table.actions
    assert compile_ahead.compile_ahead(table) is None, "once in a process"
    monkeypatch.setattr(compile_ahead, "uncompiled", lambda: True)
    monkeypatch.setattr(compile_ahead, "_begun", set())
    assert compile_ahead.compile_ahead(table) is None


# --- the terminal


def in_terminal(tmp_path, answers: list[str], **options):
    """Play with these inputs, then always the first choice. Returns the table and the output."""
    store = Store(tmp_path / "games.sqlite")
    saved = store.add(Table("dig_v0", {"max_turns": 4, **options}, 3, BOT))
    written, waiting = [], list(answers)
    play(saved, store, lambda prompt: waiting.pop(0) if waiting else "1", written.append)
    return saved.table, "\n".join(written)


def test_a_game_in_the_terminal(tmp_path):
    table, written = in_terminal(tmp_path, ["h", "hint greedy", "2", "u", "t", "0", "99", "x\x1b", "", "hint nobody"])
    assert table.over and table.epoch == 1
    assert "expert suggests: " in written and "greedy suggests: " in written and "no adviser" in written
    assert "random: move" in written and "\x1b" not in written and written.count("Type a number from 1 to") == 4
    assert "Turn limit reached" in written and Store(tmp_path / "games.sqlite").open(1).table.over


@pytest.mark.parametrize("columns", [40, 80])
def test_lines_in_a_terminal_break_at_spaces(columns, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    _, broken = in_terminal(tmp_path / "broken", ["h", "q"])
    monkeypatch.setenv("COLUMNS", "500")
    _, whole = in_terminal(tmp_path / "whole", ["h", "q"])
    assert broken.split() == whole.split(), "only the spaces differ"
    assert "number: choose" in broken and max(map(len, broken.split("\n"))) <= columns


def test_quitting_the_terminal_saves_the_game(tmp_path):
    table, written = in_terminal(tmp_path, ["1", "q"])
    assert not table.over and "Turn limit" not in written
    assert Store(tmp_path / "games.sqlite").open().table.actions == table.actions


# --- results of actions


def results(table: Table, viewer: int, decisions: int, seed: int = 1) -> list[str]:
    """Play at random. Returns the results in a viewer's log, without the actions."""
    generator = random.Random(seed)
    while not table.over and len(table.actions) < decisions:
        table._step(generator.choice(legal(table)))
    return [line.words.rpartition(": ")[2] for line in table.histories[viewer].log if ": " in line.words]


def test_a_bone_is_named_to_the_player_who_dug_it():
    table = people_table(Case("dig_v0", {"num_players": 2}), 3)
    generator, seen = random.Random(2), 0
    while seen < 5:
        action = generator.choice(legal(table))
        mover, digs = table.mover, table.game.actions.name(action) == "dig"
        table._step(action)
        if digs:
            own, other, public = (table.histories[viewer].log[-1].words for viewer in (mover, 1 - mover, PUBLIC))
            dug = table.view(None).record.seats[mover].dug
            assert own == f"dug here: {dig_wording.BONES[colour_of(dug)]}" and public == "dug here"
            assert other in (public, own), "a player that has seen the bone knows it"
            seen += 1


def test_others_learn_the_back_of_a_bone_with_scents():
    table = people_table(Case("dig_v0", {"num_players": 2, "scents": True}), 3)
    assert any(re.fullmatch(r"its back shows \w+ and \w+", words) for words in results(table, PUBLIC, 60))


def test_dropped_bones_are_described():
    table = people_table(Case("dig_v0", {"num_players": 2}), 3, turns=100)
    found = [words for seed in range(8) for words in results(table, PUBLIC, 200, seed)]
    assert any(re.search(r"dropped \d \w+ bones?(, |$)", words) for words in found)


def test_cards_drawn_are_named_to_the_player_who_drew_them():
    table = people_table(Case("dig_dig_v0", {"num_players": 2}), 3)
    generator, seen = random.Random(2), 0
    while seen < 5:
        mover, before = table.mover, table.view(None).record
        table._step(generator.choice(legal(table)))
        drawn = before.table.deck_size - table.view(None).table.deck_size
        if drawn:
            deck = [before.secret.deck[before.table.deck_size - 1 - k] for k in range(drawn)]
            own, other = (table.histories[viewer].log[-1].words for viewer in (mover, 1 - mover))
            assert f"drew {drawn} card" in other
            assert sorted(own.rpartition("drew ")[2].split(", ")) == sorted(kinds(deck))
            seen += 1


def kinds(cards: list[int]) -> list[str]:
    """Names of cards of Dig Dig, with counts."""
    names = [DIG_DIG_KINDS[kind].upper() for kind in cards]
    return [name if names.count(name) == 1 else f"{name} x{names.count(name)}" for name in dict.fromkeys(names)]


def test_treasures_and_busts_are_public():
    table = people_table(Case("lets_dig_for_treasure_v0", {"num_players": 2}), 3)
    found = results(table, PUBLIC, 80)
    assert any(words.endswith(", busted") for words in found) and any(words in LOOT for words in found)
    assert any(re.fullmatch(r"[+-]\d+ points?", words) for words in found)


def test_dice_pickups_and_points_are_public():
    table = people_table(Case("two_bit_bandits_v0", {"num_players": 2}), 3)
    found = " ".join(results(table, PUBLIC, 150))
    assert re.search(r"rolled( \d)+", found) and "could choose from " in found and re.search(r"[+-]\d+ points", found)


@pytest.mark.long
def test_dice_and_places_are_public_and_cards_are_named_to_their_owner():
    table = people_table(Case("digging_bandits_v0", {"num_players": 2}), 3)
    public = " ".join(results(table, PUBLIC, 150))
    assert re.search(r"rolled \d and \d", public) and re.search(r"moved to (town|land) \d", public) and "+1 Draw card" in public
    assert re.search(r"revealed (ground|stone|tip cart|hideout cabin)", public)
    own = [line.words for line in table.histories[0].log if line.seat == 0 and line.words.startswith("picked up")]
    assert own and not any("Draw card" in words.partition(": ")[2] for words in own)


def test_results_are_hidden_until_the_moment_is_shown():
    """While a seat decides in secret, the logs that the others are shown do not grow."""
    table = people_table(Case("digging_bandits_v0", {"num_players": 3}), 3)
    generator, waited = random.Random(4), 0
    while not table.over and waited < 3:
        before = {viewer: (history.latest.number, history.latest.log_length) for viewer, history in table.histories.items()}
        table._step(generator.choice(legal(table)))
        for viewer, (number, lines) in before.items():
            history = table.histories[viewer]
            if history.latest.number == number:
                waited += 1
                assert history.latest.log_length == lines
    assert waited
