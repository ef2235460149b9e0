"""The strength page: missing games are played, sums agree with an arena, and the page agrees with its data."""

import dataclasses
import json
import re
import shutil
from pathlib import Path

import numpy as np
import pytest

import dig_envs
from dig_envs import agents
from dig_envs.agents.learned import LearnedAgent
from dig_envs.core.errors import ArgumentError
from dig_envs.training import arena
from dig_envs.training.arena.deal_numbers import ARENA
from dig_envs.training.arena.digests import digest_of
from dig_envs.training.arena.players import labelled_agents
from dig_envs.training.arena.ratings import Estimate
from dig_envs.training.arena.round_robin import contest_of
from dig_envs.training.arena.store import Record, Results
from dig_envs.training.process.machine import this_machine
from dig_envs.training.studies.exploit import Exploitation
from maintenance import strength
from maintenance.strength import Budget, Speeds, Tournament, playing
from maintenance.strength.__main__ import main
from maintenance.strength.exploits import EXPLOITS, read_exploits
from maintenance.strength.files import IMAGES, RATINGS, ratings_text
from maintenance.strength.playing import one_vs_rest_games
from maintenance.strength.timing import measure, positions
from tests.support.tiny_training import DIG

DOCS = Path(__file__).resolve().parents[2] / "docs"
SUMMARIES, MACHINE = strength.read(DOCS / strength.DATA)
QUICK = 1e9  # decisions a second


def tournament(num_players=2):
    options = DIG.parse_options(num_players=num_players, max_turns=8)
    return Tournament(
        DIG, options, tuple(labelled_agents(DIG, ["random", "greedy", "expert"])), {"ppo": "it plays num_players=2"}
    )


def known(played, speed=QUICK):
    """Speeds without measurements."""
    return Speeds({(played.name, digest_of(player.agent)): speed for player in played.players})


@pytest.fixture
def store(tmp_path):
    return Results(tmp_path / "strength.sqlite")


# --- the page


def test_the_page_is_what_its_data_say():
    """If not: python -m maintenance.strength --draw"""
    exploits = read_exploits(DOCS / EXPLOITS)
    assert SUMMARIES and strength.page_of(SUMMARIES, MACHINE, exploits) == (DOCS / strength.PAGE).read_text("utf-8")
    assert {f"{one.name}.png" for one in SUMMARIES} == {file.name for file in (DOCS / IMAGES).iterdir()}


def test_data_are_whole():
    for one in SUMMARIES:
        names = [row.name for row in one.rows]
        assert {"random", "greedy", "expert", "search"} <= set(names) and one.strongest == "expert"
        assert one.par == pytest.approx(1 / one.num_players, abs=1e-4)
        assert {frozenset((pair.a, pair.b)) for pair in one.pairs} == {frozenset((a, b)) for a in names for b in names if a < b}
        assert len(one.pairs) == len(names) * (len(names) - 1) // (2 if one.num_players == 2 else 1)
        for estimate in [pair.win_share for pair in one.pairs] + [row.rating for row in one.rows]:
            assert estimate.low <= estimate.value <= estimate.high
        assert [row.rating.value for row in one.rows] == sorted((row.rating.value for row in one.rows), reverse=True)


@pytest.mark.parametrize("game", dig_envs.games())
def test_every_agent_that_plays_is_in_the_data_and_trained_agents_as_they_are_now(game):
    """If not: python -m maintenance.strength GAME"""
    summaries = {one.name: one for one in SUMMARIES}
    for played in strength.tournaments(dig_envs.game_of(game)):
        digests = {row.name: row.digest for row in summaries[played.name].rows}
        assert digests.keys() == {player.label for player in played.players}
        trained = {player.label: player.agent for player in played.players if isinstance(player.agent, LearnedAgent)}
        assert trained and all(digests[name] == digest_of(agent) for name, agent in trained.items())


def test_a_row_with_a_wide_interval_is_no_result_and_a_changed_agent_is_marked(store):
    found = summarised(tournament(), store)
    narrow, wide = Estimate(0.5, 0.4, 0.6), Estimate(0.5, 0.39, 0.61)
    enough = {"greedy", "expert"}
    pairs = [dataclasses.replace(each, win_share=narrow if {each.a, each.b} == enough else wide) for each in found.pairs]
    rows = [dataclasses.replace(row, digest="old") if row.name == "greedy" else row for row in found.rows]
    changed = dataclasses.replace(found, pairs=tuple(pairs), rows=tuple(rows))
    cells = {line.split("|")[1].strip(): line.split("|")[3].strip() for line in lines_of(changed)}
    assert cells == {"`expert`": "—", "`greedy`, earlier version": "50.0 % (40.0 to 60.0)", "`random`": "—"}
    assert [{pair.a, pair.b} for pair in changed.as_arena().pairs] == [{"greedy", "expert"}]
    assert [changed.against_strongest(name) is None for name in ("random", "greedy")] == [True, False]
    reference = [dataclasses.replace(row, digest="old") if row.name == "expert" else row for row in found.rows]
    assert all(", earlier version" in line for line in lines_of(dataclasses.replace(found, rows=tuple(reference))))


def lines_of(summary):
    return [line for line in strength.page_of([summary], "a machine").splitlines() if line.startswith("| `")]


def test_par_is_given_unless_it_is_one_half(store):
    two, three = (summarised(tournament(players), store) for players in (2, 3))
    page = strength.page_of([two, three], "a machine")
    before, after = page.split("### DIG, 3 players")
    assert "(par" not in before and "win share against `expert` (par 33.3 %)" in after
    assert "one seat against the rest: par is 33.3 %" in after and "`ppo` does not play here: it plays num_players=2." in after


def test_the_page_has_the_commands_that_write_it(store):
    budget = Budget(games=12, seconds=4, reference_seconds=40)
    dig = [dataclasses.replace(summarised(tournament(players), store), budget=budget) for players in (2, 3)]
    other = dataclasses.replace(dig[0], game="dig_dig_v0", title="Dig Dig")
    told = "python -m maintenance.strength{} --games 12 --seconds {} --reference-seconds 40\n"
    assert told.format("", 4) in strength.page_of([*dig, other], "a machine")
    longer = dataclasses.replace(other, budget=dataclasses.replace(budget, seconds=0.5))
    page = strength.page_of([*dig, longer], "a machine")
    assert told.format(" dig_v0", 4) + told.format(" dig_dig_v0", 0.5) in page


def test_a_page_is_drawn_from_its_data_without_playing(tmp_path, monkeypatch):
    (tmp_path / "data").mkdir()
    for data in (strength.DATA, EXPLOITS):
        shutil.copy(DOCS / data, tmp_path / data)
    monkeypatch.setattr(strength, "play_missing", None)
    assert main(["--draw", "--folder", str(tmp_path)]) == 0
    assert (tmp_path / strength.PAGE).read_bytes() == (DOCS / strength.PAGE).read_bytes()
    assert (tmp_path / strength.DATA).read_bytes() == (DOCS / strength.DATA).read_bytes()
    assert {file.name for file in (tmp_path / IMAGES).iterdir()} == {f"{one.name}.png" for one in SUMMARIES}


def test_win_shares_of_best_responses_are_in_the_row_of_the_exploited_agent(store, tmp_path):
    two, three = (summarised(tournament(players), store) for players in (2, 3))
    greedy = next(player.agent for player in tournament().players if player.label == "greedy")
    path = tmp_path / "exploits.jsonl"
    answer = Exploitation("dig_v0", 2, "greedy", greedy.fingerprint, Path("m.zip"), 500_000, 60, Estimate(0.5, 0.4, 0.6), 0.5)
    shares = Estimate(0.5, 0.4, 0.6), Estimate(0.75, 0.7, 0.8)
    results = [dataclasses.replace(answer, win_share=share) for share in shares]
    results.append(dataclasses.replace(answer, agent="expert", fingerprint="of another expert"))
    path.write_text("".join(f"{json.dumps(result.as_dict())}\n" for result in results))
    before, after = strength.page_of([two, three], "a machine", read_exploits(path)).split("### DIG, 3 players")
    cells = {line.split("|")[1].strip(): line.split("|")[-2].strip() for line in before.splitlines() if line.startswith("| `")}
    assert cells == {"`greedy`": "75.0 % (70.0 to 80.0), 0.5 M steps", "`expert`": "—", "`random`": "—"}
    assert "a best response wins |" not in after
    for line in ("1", "{}", "[]", "no JSON", json.dumps({**answer.as_dict(), "win_share": 0.5})):
        path.write_text(line)
        with pytest.raises(ArgumentError, match="other lines than those of dig-envs exploit --json"):
            read_exploits(path)


# --- playing


def test_only_missing_games_are_played(store):
    played = tournament()
    assert strength.play_missing(played, Budget(8), known(played), store, progress=False) == 3 * 8
    assert strength.play_missing(played, Budget(8), known(played), store, progress=False) == 0
    assert strength.play_missing(played, Budget(12), known(played), store, progress=False) == 3 * 4
    records = store.records(contest_of(DIG, played.options))
    assert len(records) == len({(record.seats, record.seed) for record in records}) == 3 * 12
    assert {record.seed for record in records} == {ARENA + deal for deal in range(6)}


def test_an_interrupted_run_is_continued(store, monkeypatch):
    played, written = tournament(), []
    monkeypatch.setattr(playing, "BLOCK_SECONDS", 1e-9)  # one deal per block

    def add(contest, names, records, run=store.add):
        if len(written) == 5:
            raise KeyboardInterrupt
        written.append(len(records))
        run(contest, names, records)

    with monkeypatch.context() as broken:
        broken.setattr(store, "add", add)
        with pytest.raises(KeyboardInterrupt):
            strength.play_missing(played, Budget(8), known(played), store, progress=False)
    assert written == [2] * 5
    assert strength.play_missing(played, Budget(8), known(played), store, progress=False) == 3 * 8 - 10


def test_slow_agents_play_less_but_more_against_the_strongest_bot(store):
    played = tournament()
    slow = next(player.agent for player in played.players if player.label == "greedy")
    speeds = Speeds({**known(played)._known, (played.name, digest_of(slow)): 1.0})
    seconds = speeds.seconds_per_game(played, [slow, played.strongest.agent])
    assert seconds > 1.0
    for longer, most in ((6, 6), (10, 10), (99, 20)):  # games of earlier runs count
        budget = Budget(20, seconds=6 * seconds, reference_seconds=longer * seconds)
        strength.play_missing(played, budget, speeds, store, progress=False)
        found = strength.summarise(played, store, speeds, budget)
        games = {pair: found.pair(*pair).games for pair in (("greedy", "random"), ("greedy", "expert"), ("expert", "random"))}
        assert games == {("greedy", "random"): 6, ("greedy", "expert"): most, ("expert", "random"): 20}


def test_an_agent_is_timed_once():
    played = tournament()
    speeds = Speeds(seconds=0.01)
    first = speeds.of(played.strongest.agent, played)
    assert first > 100 and speeds.of(played.strongest.agent, played) == first
    assert known(played, 7.0).of(played.strongest.agent, played) == 7.0


def test_a_search_is_timed_on_one_thread_a_few_decisions_at_a_time():
    decisions, _ = positions(DIG, count=8)
    search = agents.make("search:playouts=2", game=DIG)
    assert measure(search, decisions, 0.01) > 1 and search._tuner is not None


# --- summing up


def summarised(played, store, games=12):
    strength.play_missing(played, Budget(games), known(played), store, progress=False)
    return strength.summarise(played, store, known(played), Budget(games))


def test_a_summary_is_what_an_arena_finds(store):
    found = summarised(tournament(), store)
    one = arena.run(DIG, ["random", "greedy", "expert"], games=12, progress=False, max_turns=8)
    assert found.games == 36 and [row.games for row in found.rows] == [24] * 3
    rated = [(row.agent, pytest.approx(row.rating.value)) for row in one.ratings]
    assert [(row.name, row.rating.value) for row in found.rows] == rated
    for pair in one.pairs:
        twin = found.pair(pair.a, pair.b)
        assert twin.games == pair.games and twin.win_share.value == pytest.approx(pair.win_share.value)
        assert twin.win_share.low == pytest.approx(pair.win_share.low)
        assert twin.score_margin.value == pytest.approx(pair.score_margin.value)
    assert found.pair("random", "random") is None


def test_at_a_larger_table_each_agent_has_one_seat(store):
    found = summarised(tournament(3), store)
    one = arena.run(DIG, ["greedy", "expert"], 3, games=12, one_vs_rest=True, progress=False, max_turns=8)
    assert len(found.pairs) == 6 and found.par == 1 / 3
    for pair in one.pairs:
        twin = found.pair(pair.a, pair.b)
        assert twin.games == pair.games and twin.win_share.value == pytest.approx(pair.win_share.value)


def test_games_of_others_are_left_out(store):
    played = tournament(4)
    print_of = {player.label: player.agent.fingerprint for player in played.players}
    greedy, expert = print_of["greedy"], print_of["expert"]
    seats = {
        "kept": (greedy, expert, greedy, greedy),
        "half and half": (greedy, expert, greedy, expert),
        "itself": (greedy,) * 4,
        "an older bot": ("greedy:0:old", expert, expert, expert),
        "three of them": (greedy, expert, print_of["random"], greedy),
    }
    records = [Record(agents, seed, (0.0,) * 4) for seed, agents in enumerate(seats.values())]
    assert [record.seats for record in one_vs_rest_games(played, records)] == [seats["kept"]]
    with pytest.raises(ArgumentError, match="has no games of dig_v0 with 4 players"):
        strength.summarise(played, store, known(played), Budget())


def test_data_are_read_as_they_were_written(store, tmp_path):
    found = [summarised(tournament(players), store) for players in (3, 2)]
    strength.write(tmp_path, found, "a machine", found[:1])
    summaries, machine = strength.read(tmp_path / strength.DATA)
    assert machine == "a machine" and [one.name for one in summaries] == ["dig_v0-2", "dig_v0-3"]
    assert [file.name for file in (tmp_path / IMAGES).iterdir()] == ["dig_v0-3.png"]
    for one, twin in zip(summaries, found[::-1], strict=True):
        assert [row.name for row in one.rows] == [row.name for row in twin.rows] and one.absent == twin.absent
        values = [[pair.win_share.value for pair in each.pairs] for each in (one, twin)]
        assert np.allclose(*values, atol=1e-5)
    (tmp_path / strength.DATA).write_text('{"summaries": [1], "machine": ""}')
    with pytest.raises(ArgumentError, match=r"strength.json holds no strengths"):
        strength.read(tmp_path / strength.DATA)


# --- the command


def test_every_agent_of_a_game_is_in_it():
    two, four = strength.tournaments(DIG, ["me=greedy@0.5"])
    assert (two.options.num_players, four.options.num_players) == (2, 4) and (two.par, four.par) == (0.5, 0.25)
    assert [player.label for player in two.players][:4] == ["random", "greedy", "expert", "search"]
    assert two.players[-1].label == "me" and two.strongest.label == "expert"


def test_the_command_plays_sums_up_and_writes(folder, monkeypatch):
    played = tournament()
    monkeypatch.setattr(strength, "tournaments", lambda game, more: [played])
    monkeypatch.setattr(strength, "Speeds", lambda speeds: known(played))
    before = strength.RATINGS.read_bytes()
    for games, game in ((4, ["dig_v0"]), (6, ["--game", "dig_v0"])):
        assert main([*game, "--games", str(games)]) == 0
        page = (folder / "docs" / strength.PAGE).read_text("utf-8")
        assert f"{3 * games} games." in page and re.search(r"\| `expert` \| \d+ \(", page)
    assert (folder / "docs" / IMAGES / "dig_v0-2.png").stat().st_size > 1_000
    assert strength.RATINGS.read_bytes() == before, "ratings of the package are those of the project's own page"


def test_speeds_are_measured_again_without_games(store, tmp_path, monkeypatch):
    played = tournament()
    found = summarised(played, store)
    gone = dataclasses.replace(found.rows[0], digest="of an agent that is gone")
    strength.write(tmp_path, [dataclasses.replace(found, rows=(gone, *found.rows[1:]))], "an old machine", [])
    (before,), _ = strength.read(tmp_path / strength.DATA)
    monkeypatch.setattr(strength, "tournaments", lambda game, more: [played] if game == DIG else [])
    monkeypatch.setattr(strength, "Speeds", lambda speeds: known(played, 123.0) if not speeds else None)
    monkeypatch.setattr(strength, "play_missing", None)
    assert main(["--draw", "--time-again", "--folder", str(tmp_path)]) == 0
    (summary,), machine = strength.read(tmp_path / strength.DATA)
    assert machine == this_machine() and [row.speed for row in summary.rows] == [QUICK, 123.0, 123.0]
    assert summary.pairs == before.pairs and summary.games == before.games


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--agents", "greedy"], "--agents need a game"),
        (["dig_v0", "--games", "0"], "games must be a whole number"),
        (["dig_v0", "--seconds", "0"], "seconds must be a number above 0"),
        (["dig_v0", "--reference-seconds", "-1"], "--reference-seconds must be a number above 0"),
        (["dgi_v0"], 'did you mean "dig_v0"'),
        (["--game", "dgi_v0"], 'did you mean "dig_v0"'),
        (["dig_v0", "--game", "dig_dig_v0"], "names two games"),
        (["dig_v0", "--results", "nowhere/x.sqlite"], "there is no folder"),
    ],
)
def test_contradictory_arguments_are_refused(words, said, folder, capsys):
    assert main(words) == 2
    error = capsys.readouterr().err
    assert error.startswith("python -m maintenance.strength: ") and said in error
    assert not (folder / "docs").exists()


def test_without_data_nothing_is_drawn(tmp_path, capsys):
    (tmp_path / "strength.md").write_text("a page")
    assert main(["--draw", "--folder", str(tmp_path)]) == 2
    assert "has no strengths to draw: measure them first, without --draw" in capsys.readouterr().err
    assert (tmp_path / "strength.md").read_text() == "a page"


def test_the_ratings_of_the_package_are_those_of_the_data():
    assert RATINGS.read_text("utf-8") == ratings_text(SUMMARIES), "python -m maintenance.strength --draw"
    found = agents.ratings(DIG, 2)
    assert found["expert"].share is None and found["search"].share > 0.5 and found["search"].against == "expert"
    assert agents.ratings(DIG, 3) == {}
