"""Games in words: turns, answers, refusals, results, copies, and the same games as in the arena."""

import json
import pickle
import random
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

from dig_envs import agents, text
from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError, DigEnvsError, OrderError, SnapshotError
from dig_envs.records import GameRecord
from dig_envs.render.view import View
from dig_envs.text import Played, Refusal, Refused, TextGame
from dig_envs.text.answers import EDGES, read_answer
from dig_envs.text.position import choices_of, names_for
from tests.support.play import random_actions

GAMES = ("dig_dig_v0", "dig_v0", "lets_dig_for_treasure_v0", "two_bit_bandits_v0", "digging_bandits_v0")
FAST = "dig_dig_v0"


def play(game: TextGame, seed: int, limit: int = 10_000) -> TextGame:
    """Answer with random choices, by number, name or label."""
    generator = random.Random(seed)
    while not game.over and len(game.transcript) < limit:
        choice = generator.choice(game.turn.choices)
        game.answer(generator.choice([f'{{"action": {choice.number}}}', choice.name, choice.label]))
    return game


def transcript_of(arguments: tuple) -> list[str]:
    name, seed, seats = arguments
    return [message.content for message in play(TextGame(name, seed, seats), seed, limit=60).transcript]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_in_words_from_the_deal_to_the_record(name, tmp_path):
    limit = {} if name.startswith("lets") else {"max_turns": 30}
    game = play(TextGame(name, 5, ["me", "random", "me"], **limit), 1)
    assert game.over and len(game.rewards) == 3
    result = game.result(0)
    assert result.reward == game.rewards[0] and result.decisions > 0 and not result.refusals and not result.forfeited
    record = game.record()
    record.save(tmp_path / "game.jsonl")
    assert GameRecord.load(tmp_path / "game.jsonl").outcome == record.outcome
    assert record.outcome.rewards == pytest.approx(game.rewards) and record.names == ("me", "random", "me")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("tables", "games"), [(4, 0), pytest.param(40, 200, marks=pytest.mark.long)], ids=["few", "200"])
def test_every_label_and_name_parses_back(name, tables, games):
    batch = Batch(game_of(name), game_of(name).parse_options(num_players=3), tables, 8)
    generator, ended, steps = np.random.default_rng(3), 0, 0
    while ended < games or steps < 40:
        states, seats = batch.states, batch.players.tolist()
        for row in range(steps % 4, tables, 4):
            view = View(batch.game, batch.options, states[row : row + 1], seats[row], names_for(seats[row], 3))
            for choice in (choices := choices_of(view, batch.masks[row])):
                for answer in (
                    choice.label,
                    choice.name,
                    choice.line,
                    f"{choice.number}",
                    json.dumps({"action": choice.label}),
                ):
                    assert read_answer(answer, choices, batch.game.actions.numbers, numbered=True) == choice
        batch.step(random_actions(batch.masks, generator))
        steps, ended = steps + 1, ended + int(batch.dones.sum())


def test_the_names_of_all_actions_are_plain():
    """Otherwise an illegal action would be taken for prose."""
    for name in GAMES:
        assert all(action == " ".join(action.lower().split()).strip(EDGES) for action in game_of(name).actions.names)


def test_refusals_count_and_the_last_one_plays_at_random():
    game = TextGame(FAST, 7, ["me", "greedy"], attempts=3)
    before = game.turn
    first = game.answer("Hmm.")
    assert first == Refused(Refusal.UNPARSABLE, first.message, 2) and "1. " in first.message
    assert game.answer('{"action": 99}').kind == Refusal.ILLEGAL and game.turn is before
    last = game.answer('{"action": 1}', truncated=True)
    assert last.kind == Refusal.TRUNCATED and last.attempts_left == 0
    assert last.played.action in [choice.action for choice in before.choices]
    result = game.result()
    assert result.refusals == {"unparsable": 1, "illegal": 1, "truncated": 1}
    assert (result.decisions, result.random_actions, result.reward) == (1, 1, None)
    assert [message.role for message in game.transcript] == ["user", *["assistant", "user"] * 3]
    assert game.messages(0)[0] == {"role": "system", "content": game.rules}


def test_a_forfeit_loses_the_game():
    game = TextGame(FAST, 7, ["me", "greedy"], attempts=1, after_failure="forfeit")
    refused = game.answer("")
    assert (refused.kind, refused.attempts_left, refused.played) == (Refusal.EMPTY, 0, None)
    assert game.over and game.rewards == [-1.0, 1.0] and game.result().forfeited
    assert game.record().outcome.end == "running"


def test_hidden_choices_are_neither_in_the_text_nor_in_the_json():
    game = TextGame(FAST, 7, ["me", "greedy"], legal="hidden")
    turn = game.turn
    assert not any(choice.line in turn.text() for choice in turn.choices) and "choices" not in turn.as_dict()
    assert "`lay boom`" in game.rules and "1. " not in game.answer("9").message
    assert isinstance(game.answer(turn.choices[0].name), Played)


def test_the_news_alone_after_the_first_turn():
    game = TextGame(FAST, 7, ["me", "greedy"], history="news")
    assert "Players:" in game.turn.text()
    game.answer("1")
    turn = game.turn
    assert "Players:" not in turn.text() and "Players:" in turn.text(whole=True) and turn.news
    assert turn.text(whole=False) == turn.text()


def test_forced_decisions_are_played_or_asked():
    played, asked = (play(TextGame(FAST, 3, ["me", "me"], forced=forced), 1) for forced in ("played", "asked"))
    assert played.result(0).decisions < len(played.record().decisions)
    assert sum(asked.result(seat).decisions for seat in (0, 1)) == len(asked.record().decisions)


@pytest.mark.parametrize("name", [*GAMES[:3], *(pytest.param(name, marks=pytest.mark.long) for name in GAMES[3:])])
def test_the_expert_through_the_text_plays_the_games_of_the_arena(name):
    expert, options = agents.make("expert", game=name), game_of(name).parse_options(num_players=2)
    arena = Batch(game_of(name), options, 1, 0, deal_again=False)
    arena.seat_agents([expert], np.zeros((1, 2), int))
    for seed in (3, 4):
        game = TextGame(name, seed, ["me", "expert"], forced="asked")
        generators = game._play.batch.bot_generators[0]
        while not game.over:
            action = int(expert.act_with(game._play.batch.decisions(), generators[:1])[0])
            game.answer(next(choice.label for choice in game.turn.choices if choice.action == action))
        arena.deal(np.array([0]), np.array([seed]))
        assert game.rewards == arena.rewards[0].tolist()
        assert game._play.batch.states.tobytes() == arena.states.tobytes()


def test_equal_seeds_give_equal_text_in_threads_and_processes():
    games = [(FAST, seed, ("me", "greedy")) for seed in range(64)]
    alone = [transcript_of(arguments) for arguments in games]
    with ThreadPoolExecutor(64) as threads:
        assert list(threads.map(transcript_of, games)) == alone
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        assert list(processes.map(transcript_of, games, chunksize=32)) == alone


@pytest.mark.parametrize("name", GAMES)
def test_copies_go_on_in_the_same_way(name):
    game = TextGame(name, 9, ["me", "random"])
    for _ in range(4):
        game.answer("1")
    game.answer("what?")
    twin, snapshot = game.clone(), game.snapshot()
    ends = [transcript_of_rest(each) for each in (twin, game)]
    other = TextGame(name, 1, ["me", "random"])
    other.restore(snapshot)
    assert ends[0] == ends[1] == transcript_of_rest(other) and other.seed == 9
    assert other.result() == game.result() == pickle.loads(pickle.dumps(twin)).result()


def transcript_of_rest(game: TextGame) -> list[str]:
    return [message.content for message in play(game, 2, limit=40).transcript]


@pytest.mark.rule("DB-1")
def test_the_rules_count_the_cards_that_no_position_counts():
    rules = TextGame("digging_bandits_v0", 7, ["me", "greedy"]).rules
    assert "towns at 2, 7, 12, 17." in rules and "dynamite x3, ground x19, stone x7, tech x14." in rules


@pytest.mark.parametrize("damage", [b"", b"{}", b"[]", b"\xff", b"null", b'{"game": 1}'])
def test_a_damaged_snapshot_changes_nothing(damage):
    game = TextGame(FAST, 7, ["me", "greedy"])
    before = game.turn.text()
    with pytest.raises(SnapshotError):
        game.restore(damage)
    snapshot = game.snapshot()
    for at in range(0, len(snapshot), 50):
        with pytest.raises(SnapshotError, match="damaged"):
            game.restore(snapshot[:at] + bytes([snapshot[at] ^ 1]) + snapshot[at + 1 :])
    assert game.turn.text() == before and isinstance(game.answer("1"), Played)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seats": ["greedy", "me"]}, "has seats"),
        ({"variant": "tiny"}, "has options"),
        ({"max_turns": 30}, "has options"),
        ({"attempts": 1}, "attempts 2, here it is 1"),
        ({"legal": "hidden"}, "legal 'listed', here it is 'hidden'"),
    ],
)
def test_a_snapshot_belongs_to_games_with_equal_arguments(change, words):
    snapshot = TextGame(FAST, 7, ["me", "greedy"]).snapshot()
    other = TextGame(**{"game": FAST, "seed": 7, "seats": ["me", "greedy"], **change})
    before = other.turn.text()
    with pytest.raises(SnapshotError, match=words):
        other.restore(snapshot)
    assert other.turn.text() == before


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"game": "chess_v0"}, "chess_v0"),
        ({"seats": ["me", "grandmaster"]}, "grandmaster"),
        ({"seats": ["greedy", "greedy"]}, "at least one"),
        ({"seats": "me"}, "seats must be"),
        ({"seats": 2}, "seats must be"),
        ({"seats": ["me", None]}, "seats must be"),
        ({"seats": ["me"] * 9}, "num_players"),
        ({"num_players": 3}, "3 seats"),
        ({"variant": "huge"}, "huge"),
        ({"colour": 3}, "colour"),
        ({"seed": -1}, "seed"),
        ({"legal": "maybe"}, "legal"),
        ({"forced": ["played"]}, "forced"),
        ({"attempts": 0}, "attempts"),
        ({"after_failure": "cry"}, "after_failure"),
        ({"history": None}, "history"),
    ],
)
def test_invalid_arguments(arguments, words):
    with pytest.raises(DigEnvsError, match=words):
        TextGame(**{"game": FAST, "seed": 1, **arguments})


def test_answers_out_of_turn_and_after_the_end():
    game = TextGame(FAST, 7, ["me", "greedy"])
    before = game.result("me")
    with pytest.raises(OrderError, match="must decide"):
        game.answer("1", seat=1 - game.turn.seat)
    for answer in (None, 1, b"1"):
        with pytest.raises(ArgumentError, match="string"):
            game.answer(answer)
    for seat in (1, "you", True, None):
        with pytest.raises(ArgumentError):
            game.result(seat)
    with pytest.raises(OrderError):
        _ = game.rewards
    assert game.result("me") == before
    play(game, 1)
    for call in (lambda: game.turn, lambda: game.answer("1")):
        with pytest.raises(OrderError, match="over"):
            call()


@pytest.mark.parametrize(
    "answer", ["x" * 10_000_000, " " * 10_000_000, "\ud800\udfff \x00\x1b[31m", "\u202e{}", "1\x00", "\n" * 99_999]
)
def test_strange_answers_are_refused_and_change_nothing(answer):
    game = TextGame(FAST, 7, ["me", "greedy"])
    turn, record = game.turn, game.record()
    refused = game.answer(answer)
    assert refused.attempts_left == 1 and game.turn is turn and game.record() == record
    assert refused.message.encode() and len(refused.message) < 1000 and len(game.snapshot()) < 10**6
    game.restore(game.snapshot())
    assert game.turn == turn and isinstance(game.answer("1"), Played)


def test_the_names_of_the_package():
    assert set(text.__all__) >= {"TextGame", "Turn", "Played", "Refused"}
