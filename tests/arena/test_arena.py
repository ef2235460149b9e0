"""The arena: duplicate deals, results that later runs add to, and files that stay unchanged after an error."""

import itertools
import json
import math
import sqlite3
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import dig_envs
from dig_envs import agents
from dig_envs.core.agent import Agent
from dig_envs.core.errors import ArgumentError, DigEnvsError, ResultsError, UnknownAgentError
from dig_envs.training import arena
from dig_envs.training.arena import duplicate, store
from dig_envs.training.arena.blocks import AgentError
from dig_envs.training.arena.deal_numbers import ARENA, EVALUATION, LEAGUE, MEASUREMENT, SHIPPING, first_deal
from dig_envs.training.arena.players import labelled_agents
from dig_envs.training.arena.ratings import Estimate, Pair, Share
from dig_envs.training.arena.store import Contest, Record, Results
from dig_envs.training.cli.main import main
from tests.support.arenas import GAME, STRONG, WEAK, run

TABLES = [
    (game, players)
    for game in dig_envs.games()
    for players in range(max(2, dig_envs.game_of(game).min_players), dig_envs.game_of(game).max_players + 1)
]


SOLO = [{"length": "easy"}, {"options": {"num_players": 1, "length": "easy"}}]


class LastLegal(Agent):
    """A Python agent without random numbers."""

    name = "last"

    def act(self, decisions):
        return decisions.masks.shape[1] - 1 - decisions.masks[:, ::-1].argmax(axis=1)


class Illegal(Agent):
    name = "illegal"

    def act(self, decisions):
        return decisions.masks.argmin(axis=1)


def stored_games(path):
    with sqlite3.connect(path) as connection:
        return connection.execute("SELECT contest, seats, seed, points FROM games ORDER BY contest, seats, seed").fetchall()


# --- duplicate deals


@pytest.mark.parametrize("num_players", range(2, 7))
def test_duplicate_sets_give_both_the_same_seats(num_players):
    sets = np.array(duplicate.seatings(num_players))
    assert (sets == duplicate.A).sum(axis=0).tolist() == [len(sets) // 2] * num_players
    assert Counter(map(tuple, sets)) == Counter(map(tuple, 1 - sets))
    assert np.abs((sets == duplicate.A).sum(axis=1) - num_players / 2).max() <= 0.5


def test_partners_are_the_same_agent():
    options = {"teams": True, "games": 200, "seed": 1, "progress": False}
    pair = arena.run("lets_dig_for_treasure_v0", ["greedy", "random"], num_players=4, **options).pairs[0]
    assert pair.games == 200 and pair.win_share.low > 0.7


@pytest.mark.parametrize(("game", "num_players"), TABLES)
def test_an_agent_against_itself_wins_half_exactly(game, num_players):
    strongest = agents.names(game)[-1]
    pair = arena.run(game, [strongest, strongest], num_players, games=50, progress=False).pairs[0]
    assert (pair.a, pair.b) == (strongest, f"{strongest}#2")
    assert pair.win_share.value == 0.5
    assert pair.win_share.low < 0.5 < pair.win_share.high
    assert pair.score_margin.value == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize(("game", "num_players"), TABLES)
def test_the_ladder_ranks_and_its_mirror_image_agrees(game, num_players):
    names = agents.names(game)
    up = arena.run(game, names, num_players, games=240, progress=False)
    down = arena.run(game, names[::-1], num_players, games=240, progress=False)
    assert [row.agent for row in up.ratings] == names[::-1]
    mirrored = {(pair.b, pair.a): pair for pair in down.pairs}
    for pair in up.pairs:
        other = mirrored[pair.a, pair.b]
        assert pair.win_share.value == pytest.approx(1 - other.win_share.value)
        assert pair.score_margin.value == pytest.approx(-other.score_margin.value)


@pytest.mark.parametrize(("num_players", "games", "played"), [(2, 1, 2), (2, 5, 6), (3, 7, 12), (4, 4, 4)])
def test_games_are_rounded_up_to_whole_duplicate_sets(num_players, games, played):
    assert run([WEAK, STRONG], games, num_players=num_players).pairs[0].games == played


@pytest.mark.parametrize("num_players", [3, 4])
def test_one_against_the_rest(num_players):
    result = run([WEAK, STRONG], 24, num_players=num_players, one_vs_rest=True)
    assert [(pair.a, pair.b, pair.games) for pair in result.pairs] == [(WEAK, STRONG, 12), (STRONG, WEAK, 12)]
    weak, strong = (pair.win_share.value for pair in result.pairs)
    assert weak < 1 / num_players < strong
    assert [row.agent for row in result.ratings] == [STRONG, WEAK]
    (equal, same) = run([STRONG, STRONG], 24, num_players=num_players, one_vs_rest=True).pairs
    assert equal.win_share.value == same.win_share.value == pytest.approx(1 / num_players)
    assert equal.last_share.value == pytest.approx(1 / num_players)


def test_ties_share_the_win():
    seats = np.array([[0, 1, 1], [0, 0, 1], [0, 1, 1]])
    points = np.array([[5.0, 5.0, 5.0], [2.0, 7.0, 7.0], [1.0, 0.0, 0.0]])
    assert duplicate.win_shares(seats, points) == pytest.approx([1 / 3, 1 / 2, 1.0])
    assert duplicate.last_shares(seats, points) == pytest.approx([1 / 3, 1.0, 0.0])
    assert duplicate.score_margins(seats, points) == pytest.approx([0.0, -2.5, 1.0])


def test_games_do_not_depend_on_the_number_of_tables(monkeypatch):
    whole = run([WEAK, STRONG]).pairs
    monkeypatch.setattr(duplicate, "TABLES_AT_ONCE", 8)
    assert run([WEAK, STRONG]).pairs == whole


def test_python_agents_take_part():
    result = run([LastLegal(), STRONG, f"{STRONG}@0.5"])
    assert [pair.a for pair in result.pairs] == ["last", "last", STRONG]
    assert result.pairs[0].win_share.high < 0.5
    assert result.ratings[0].agent == STRONG


# --- deals, options and printed estimates


def test_no_purpose_plays_deals_of_another_and_no_default_seed_deals_them():
    firsts = sorted([EVALUATION, MEASUREMENT, LEAGUE, SHIPPING, ARENA])
    ranges = [range(first, first + arena.MAX_GAMES) for first in [0, *firsts]]
    assert all(one.stop <= other.start for one, other in itertools.pairwise(ranges))
    assert first_deal(0) == ARENA and [first_deal(first) for first in firsts] == firsts
    batch = dig_envs.batch(GAME, num_tables=256, seed=0)
    dealt = set(batch.seeds.tolist())
    for _ in range(300):
        batch.step(batch.sample())
        dealt.update(batch.seeds.tolist())
    assert len(dealt) > 300 and not any(seed in deals for seed in dealt for deals in ranges[1:])


def test_stored_games_on_other_deals_stay_in_the_ratings(tmp_path):
    path = tmp_path / "arena.sqlite"
    run([WEAK, STRONG], results=path)
    with sqlite3.connect(path) as connection:  # an earlier version played deals from 0 on
        connection.execute("UPDATE games SET seed = seed - ?", (ARENA,))
    assert run([WEAK, STRONG], results=path).pool_games == 80


def test_options_are_given_by_name_or_as_a_mapping():
    named = run([WEAK, STRONG], num_players=3, max_turns=20)
    assert run([WEAK, STRONG], options={"num_players": 3, "max_turns": 20}) == named
    assert run([WEAK, STRONG], num_players=3, options={"max_turns": 20}) == named != run([WEAK, STRONG], num_players=3)
    scores = [arena.scores("two_bit_bandits_v0", ["greedy"], 4, progress=False, **more) for more in SOLO]
    assert scores[0] == scores[1]
    for options, message in (
        ({"num_players": 3}, "num_players is given twice"),
        ("teams", "options are a mapping"),
        ([], "mapping"),
    ):
        with pytest.raises(ArgumentError, match=message):
            run([WEAK, STRONG], num_players=2, options=options)


def test_estimates_print_in_their_unit():
    pair = Pair("a", "b", 40, Share(0.8622, 0.80956, 0.9021), Share(1 / 3, 0.25, 0.5), Estimate(-2.5, -math.inf, 0.461))
    assert f"{pair.win_share} {pair.win_share.rest!r}" == "86.2 % (81.0 to 90.2) 13.8 % (9.8 to 19.0)"
    assert "last_share=33.3 % (25.0 to 50.0), score_margin=-2.5 (-inf to 0.461))" in repr(pair)
    found = run([WEAK, STRONG])
    assert repr(found.pairs[0].win_share).count("%") == 1 and "%" not in repr(found.ratings)


# --- results


def test_later_runs_continue_with_unused_deals_and_ratings_pool(tmp_path):
    path = tmp_path / "arena.sqlite"
    first = run([WEAK, STRONG], results=path)
    second = run([WEAK, STRONG], results=path)
    assert (first.pool_games, second.pool_games) == (40, 80)
    assert sorted({seed for _, _, seed, _ in stored_games(path)}) == [ARENA + deal for deal in range(40)]
    assert len(stored_games(path)) == 80
    assert second.pairs[0].games == 40
    assert second.as_dict()["ratings"] == [
        {"agent": row.agent, "rating": row.rating.value, "low": row.rating.low, "high": row.rating.high}
        for row in second.ratings
    ]
    assert second.ratings == run([WEAK, STRONG], seed=20).ratings


def test_a_newcomer_plays_the_first_deals_and_joins_the_pool(tmp_path):
    path = tmp_path / "arena.sqlite"
    run([WEAK, STRONG], results=path)
    result = run([LastLegal(), STRONG], games=20, results=path)
    assert {row.agent for row in result.pool_ratings} == {WEAK, STRONG, "last"}
    assert {row.agent for row in result.ratings} == {STRONG, "last"}
    assert result.pool_games == 60
    newcomers = [seed for _, seats, seed, _ in stored_games(path) if "3" in seats.split()]
    assert sorted(set(newcomers)) == [ARENA + deal for deal in range(10)]


def test_other_options_and_other_play_are_other_contests(tmp_path):
    path = tmp_path / "arena.sqlite"
    run([WEAK, STRONG], results=path)
    assert run([WEAK, STRONG], results=path, num_players=3).pool_games == 42
    assert run([WEAK, STRONG], results=path, max_turns=20).pool_games == 40
    noisy = run([WEAK, agents.make(STRONG, game=GAME, noise=0.5)], results=path)
    assert {row.agent for row in noisy.pool_ratings} == {WEAK, STRONG, f"{STRONG}@0.5"}
    assert noisy.pool_games == 80


def test_agents_of_this_run_keep_their_names_beside_those_of_other_games(tmp_path):
    """The same name in another game of the results file is another agent."""
    results = tmp_path / "arena.sqlite"
    arena.run("dig_v0", ["random", "greedy"], 4, results=results, progress=False, max_turns=8)
    found = arena.run("dig_dig_v0", ["random", "greedy"], 4, results=results, progress=False, max_turns=8)
    assert {row.agent for row in found.pool_ratings} == {"random", "greedy"}


def test_a_turn_limit_given_and_the_same_by_default_are_one_contest(tmp_path):
    path = tmp_path / "arena.sqlite"
    run([WEAK, STRONG], results=path)
    limit = dig_envs.game_of(GAME).parse_options().turn_limit
    assert run([WEAK, STRONG], results=path, max_turns=limit).pool_games == 80


def test_stored_games_are_the_games_that_were_played(tmp_path):
    path = tmp_path / "arena.sqlite"
    result = run([WEAK, STRONG], results=path)
    numbers = dict(sqlite3.connect(path).execute("SELECT name, id FROM agents"))
    margins = []
    for _, seats, _, points in stored_games(path):
        own = seats.split().index(str(numbers[WEAK]))
        margins.append(json.loads(points)[own] - json.loads(points)[1 - own])
    assert result.pairs[0].score_margin.value == pytest.approx(np.mean(margins))


def test_runs_that_add_at_the_same_time_lose_nothing(tmp_path):
    path = tmp_path / "arena.sqlite"
    contest = Contest(GAME, "1", "{}")

    def add(first):
        for seed in range(first, first + 10):
            Results(path).add(contest, {"a": "a", "b": "b"}, [Record(("a", "b"), seed, (1.0, 0.0))])

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(add, range(0, 40, 10)))
    assert sorted(record.seed for record in Results(path).records(contest)) == list(range(40))


def test_a_stored_game_stays(tmp_path):
    results, contest = Results(tmp_path / "arena.sqlite"), Contest(GAME, "1", "{}")
    for points in ((1.0, 0.0), (0.0, 1.0)):
        results.add(contest, {"a": "a", "b": "b"}, [Record(("a", "b"), 7, points)])
    assert results.records(contest) == [Record(("a", "b"), 7, (1.0, 0.0))]


# --- errors leave all files unchanged


def _text(path):
    path.write_text("these are no results")


def _other_database(path):
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE games (name TEXT)")


def _cut_off(path):
    run([WEAK, STRONG], results=path)
    path.write_bytes(path.read_bytes()[:-5000])


def _overwritten(path):
    run([WEAK, STRONG], results=path)
    whole = bytearray(path.read_bytes())
    whole[-4096:-2048] = b"\xa5" * 2048
    path.write_bytes(whole)


@pytest.mark.parametrize("damage", [_text, _other_database, _cut_off, _overwritten])
def test_a_damaged_results_file_is_refused_and_left_alone(tmp_path, damage):
    path = tmp_path / "arena.sqlite"
    damage(path)
    before = path.read_bytes()
    with pytest.raises(ResultsError, match=r"arena\.sqlite"):
        run([WEAK, STRONG], results=path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("place", ["nowhere/arena.sqlite", ".", "file/arena.sqlite"])
def test_a_path_without_a_results_file_is_refused(tmp_path, place):
    (tmp_path / "file").write_text("a file")
    with pytest.raises(ResultsError):
        run([WEAK, STRONG], results=tmp_path / place)
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


def test_a_read_only_results_file_is_refused_before_play(tmp_path, monkeypatch):
    path = tmp_path / "arena.sqlite"
    run([WEAK, STRONG], results=path)
    before = path.read_bytes()
    read_only = lambda self: sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None)  # noqa: E731
    monkeypatch.setattr(Results, "_connect", read_only)
    monkeypatch.setattr(duplicate, "play", lambda *_: pytest.fail("games were played"))
    with pytest.raises(ResultsError, match="readonly"):
        run([WEAK, STRONG], results=path)
    assert path.read_bytes() == before


def test_an_agent_that_plays_illegally_is_named_and_earlier_blocks_are_saved(tmp_path):
    path, other = tmp_path / "arena.sqlite", tmp_path / "other.sqlite"
    with pytest.raises(AgentError, match=rf"^illegal has failed in deal {ARENA} on seat [01]: IllegalActionError: "):
        run([WEAK, STRONG, Illegal()], results=path)
    run([WEAK, STRONG], results=other)
    assert [row[2:] for row in stored_games(path)] == [row[2:] for row in stored_games(other)]
    with pytest.raises(AgentError, match=rf"^illegal has failed in deal {ARENA} on seat [01]: "):
        run([WEAK, Illegal()], results=path, keep=tmp_path / "games")


class Interrupting(Agent):
    name = "interrupting"

    def act(self, decisions):
        raise KeyboardInterrupt


def test_an_interrupted_arena_has_the_result_so_far(tmp_path):
    path, other = tmp_path / "arena.sqlite", tmp_path / "other.sqlite"
    with pytest.raises(arena.ArenaInterrupted) as stopped:
        run([WEAK, STRONG, Interrupting()], results=path)
    expected = run([WEAK, STRONG], results=other)
    assert [row[2:] for row in stored_games(path)] == [row[2:] for row in stored_games(other)]
    assert stopped.value.result.pairs == expected.pairs and stopped.value.result.pool_ratings == expected.pool_ratings
    assert "stopped after 40 games" in str(stopped.value) and "the same call continues" in str(stopped.value)
    with pytest.raises(KeyboardInterrupt) as early:
        run([WEAK, Interrupting()])
    assert not isinstance(early.value, arena.ArenaInterrupted)


class Holding(Agent):
    """Holds a results file from its first decision on."""

    name = "holding"

    def __init__(self, path, calls_until_release=None):
        self.path, self.calls_until_release = path, calls_until_release
        self.connection, self.calls = None, 0

    def act(self, decisions):
        if self.connection is None:
            self.connection = sqlite3.connect(self.path, isolation_level=None)
            self.connection.execute("BEGIN EXCLUSIVE")
        self.calls += 1
        if self.calls == self.calls_until_release:
            self.connection.rollback()
        return decisions.masks.argmax(axis=1)


def test_a_results_file_that_is_locked_at_the_end_loses_no_result(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(store, "WAIT_SECONDS", 0.1)
    path = tmp_path / "arena.sqlite"
    run([WEAK, STRONG], results=path)
    before = stored_games(path)
    holding = Holding(path)
    with pytest.raises(arena.ArenaNotSaved, match=r"locked; the file lacks the last \d+ games") as caught:
        run([WEAK, holding], results=path)
    assert "further games are written at the end" in capsys.readouterr().err
    holding.connection.rollback()
    assert stored_games(path) == before
    assert caught.value.result.pairs == run([WEAK, Holding(tmp_path / "another")]).pairs


def test_a_results_file_that_was_locked_for_a_while_gets_all_games(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(store, "WAIT_SECONDS", 0.1)
    path, other = tmp_path / "arena.sqlite", tmp_path / "other.sqlite"
    run([WEAK, STRONG], results=path)
    holding = Holding(path, calls_until_release=700)
    found = run([WEAK, holding], results=path, block=4)
    assert holding.calls > 700 and "further games are written at the end" in capsys.readouterr().err
    run([WEAK, STRONG], results=other)
    assert run([WEAK, Holding(tmp_path / "another")], results=other).pairs == found.pairs
    assert [row[2:] for row in stored_games(path)] == [row[2:] for row in stored_games(other)]


def test_the_command_prints_a_result_that_could_not_be_saved(folder, monkeypatch, capsys):
    def fail(*args):
        raise ResultsError("there is no space on the disk")

    monkeypatch.setattr(Results, "add", fail)
    assert main(["arena", GAME, "--agents", "random,greedy", "--games", "20"]) == 2
    shown = capsys.readouterr()
    assert "greedy" in shown.out and "no space on the disk; the file lacks the last 20 games" in shown.err


def test_the_command_prints_what_is_known_and_how_to_continue(folder, capsys):
    source = "from tests.arena.test_arena import Interrupting\nbot = Interrupting()\n"
    (folder / "bot.py").write_text(source)
    arguments = ["arena", GAME, "--agents", f"{WEAK},{STRONG},bot.py:bot", "--games", "40"]
    assert main(arguments) == 130
    told = capsys.readouterr()
    assert "ratings from 40 games" in told.out
    assert told.err.splitlines()[-1].endswith("; to continue with further deals: dig-envs " + " ".join(arguments))
    assert main(["arena", GAME, "--agents", f"{WEAK},{STRONG}", "--saved", "3"]) == 2
    assert "--saved needs --save-games" in capsys.readouterr().err


def test_saved_games_of_agents_with_similar_names_have_files_of_their_own(tmp_path):
    """Names may share their first letters, be longer than a file's name, or have no letter at all."""
    names = ["a" * 60 + "1", "a" * 60 + "2", "\N{GRINNING FACE}", "\N{PILE OF POO}", "\u6316" * 120, "plain"]
    run([f"{name}={WEAK}" for name in names], games=4, keep=tmp_path / "games", kept=2)
    files = [path.name for path in (tmp_path / "games").iterdir()]
    assert len(files) == 15 * 2 and max(len(name.encode()) for name in files) < 240
    assert f"{GAME}-0-plain-plain.jsonl" not in files and any("-plain-" in name for name in files)


@pytest.mark.parametrize("name", ["x" * 10_001, "\ud800"])
def test_names_that_no_file_can_hold_are_refused_before_play(name, tmp_path, monkeypatch):
    monkeypatch.setattr(duplicate, "play", lambda *_: pytest.fail("games were played"))
    agent = LastLegal()
    agent.name = name
    with pytest.raises(ArgumentError, match="an agent's name has at most 10,000 characters"):
        run([WEAK, agent], results=tmp_path / "arena.sqlite")


def test_an_arena_that_tells_nothing_says_so():
    result = run([LastLegal(), LastLegal()], games=40)
    assert all(pair.win_share.value == 0.5 for pair in result.pairs)
    assert result.table().caption == "No game tells these agents apart: each pair shares the wins of all deals equally."
    assert run([WEAK, STRONG], games=4).table().caption is None


@pytest.mark.parametrize(
    ("names", "more", "message"),
    [
        ([], {}, "name at least 2 agents"),
        ([WEAK], {}, f"got: {WEAK}"),
        (WEAK, {}, "agents are a list"),
        ([WEAK, 7], {}, "agents are a list"),
        ([WEAK, f"{STRONG}@1.5"], {}, "noise must be a number from 0 to 1"),
        ([WEAK, STRONG], {"games": 0}, "games must be a whole number"),
        ([WEAK, STRONG], {"games": 2.5}, "games must be a whole number"),
        ([WEAK, STRONG], {"seed": -1}, "seed must be a whole number"),
    ],
)
def test_wrong_arguments_are_named(names, more, message):
    with pytest.raises(ArgumentError, match=message):
        run(names, **more)


def test_unknown_names_suggest_the_nearest(tmp_path):
    with pytest.raises(UnknownAgentError, match=f'did you mean "{STRONG}"'):
        run([WEAK, STRONG[:-1]])
    with pytest.raises(DigEnvsError, match=r"players|num_players"):
        run([WEAK, STRONG], num_players=99)
    with pytest.raises(DigEnvsError, match="no-such-model"):
        run([WEAK, str(tmp_path / "no-such-model.zip")])


# --- labelled agents and charts


def test_labelled_agents_take_names_noise_and_objects():
    found = labelled_agents(
        dig_envs.game_of(GAME), [STRONG, f" {STRONG}@0.25 ", agents.make(STRONG, game=GAME, noise=0.5), LastLegal()]
    )
    assert [labelled.label for labelled in found] == [STRONG, f"{STRONG}@0.25", f"{STRONG}@0.5", "last"]
    assert len({labelled.agent.fingerprint for labelled in found}) == 4


@pytest.mark.parametrize(("ending", "magic"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_charts_are_drawn(tmp_path, ending, magic):
    path = run([WEAK, STRONG], games=4).chart(tmp_path / "charts" / f"ranking.{ending}")
    assert path.read_bytes().startswith(magic)


def test_a_chart_of_another_kind_is_refused(tmp_path):
    with pytest.raises(ArgumentError, match='did you mean "png"'):
        run([WEAK, STRONG], games=4).chart(tmp_path / "ranking.pgn")
