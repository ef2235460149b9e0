"""`dig-envs study fuzz`: sound games pass; every kind of fault is found, stored, and found again from its file."""

import json

import pytest

import dig_envs
from dig_envs.core.agent import Bot
from dig_envs.core.engine.checked_kernels import MAX_DECISIONS, Fault
from dig_envs.core.errors import ArgumentError, OptionError, SnapshotError
from dig_envs.training.cli import main
from dig_envs.training.studies import fuzz
from tests.support.catalogue import CASES
from tests.support.faulty_game import ANOTHER_SEAT, FAULTY, FAULTY_TURN, LAST_TURN, NOT_A_NUMBER, wild

pytestmark = pytest.mark.usefixtures("folder")

MOVES = 400_000  # enough for complete games of every kind
FAULTS = {fault: fault for fault in Fault if fault not in (Fault.NONE, Fault.ILLEGAL, Fault.EARLY_REWARD)}
FAULTS |= {NOT_A_NUMBER: Fault.OBSERVATION, ANOTHER_SEAT: Fault.OBSERVATION}
SAID = {
    Fault.INVARIANT: "invariant 7",
    Fault.MASK: "neither 0 nor 1",
    Fault.OBSERVATION: "block dug, cell (0, 2)",
    Fault.ENDLESS: f"{MAX_DECISIONS} decisions",
    NOT_A_NUMBER: "block dug, cell (0, 1)",
    ANOTHER_SEAT: "block turn, cell (0,)",
}


# --- sound games


@pytest.mark.parametrize("name", sorted({case.game for case in CASES}))
def test_a_short_run_finds_nothing(name):
    report = fuzz.run(name, MOVES, progress=False)
    assert report.failure is None and not report.stopped
    assert MOVES <= report.moves <= 2 * MOVES
    assert {row.play for row in report.rows} == {"random", "greedy", "expert", "mixed"}
    assert all(row.truncated <= row.games <= row.moves for row in report.rows) and sum(row.games for row in report.rows)


def test_an_earlier_observation_does_not_change_the_check_of_a_deal():
    game = dig_envs.game_of("digging_bandits_v0")
    play = fuzz.Play(game, game.parse_options(), None, "random", fuzz.ways_of_playing(game)["random"], 0)
    play.batch.kernel_tables.observations[:] = 9.0
    assert play.play_slice(2_000) is None and play.moves


def test_features_are_checked_too():
    game = dig_envs.game_of("dig_v0")
    play = fuzz.Play(game, game.parse_options(), "expert", "random", fuzz.ways_of_playing(game)["random"], 0)
    assert play.batch.layout.size > play.batch.num_facts and len(play.fuzz.observation) == play.batch.layout.size
    assert play.play_slice(2_000) is None and play.moves


@pytest.mark.parametrize("name", sorted({case.game for case in CASES}))
def test_all_numbers_of_players_and_options_are_played(name):
    game = dig_envs.game_of(name)
    played = list(fuzz.configurations(game))
    assert len({fuzz.configuration_name(options) for options in played}) == len(played)
    assert {options.num_players for options in played} == set(range(game.min_players, game.max_players + 1))
    for case in (case for case in CASES if case.game == name):
        given = {option: value for option, value in case.options.items() if option not in ("max_turns", "max_health")}
        assert any(all(getattr(options, option) == value for option, value in given.items()) for options in played)


def test_options_can_be_fixed():
    options = list(fuzz.configurations(dig_envs.game_of("dig_v0"), num_players=3, scents=True))
    assert {(one.num_players, one.scents) for one in options} == {(3, True)} and len(options) > 1
    with pytest.raises(OptionError, match="scent"):
        fuzz.run("dig_v0", 10, scent=True)
    with pytest.raises(OptionError, match="num_players"):
        fuzz.run("dig_v0", 10, num_players=9)


@pytest.mark.long
def test_the_same_seed_plays_the_same_games():
    def once(seed):
        play = fuzz.Play(FAULTY, FAULTY.parse_options(), None, "random", fuzz.ways_of_playing(FAULTY)["random"], seed)
        play.kernel(50, play.batch.kernel_tables, play.fuzz, play.faults)
        return play.batch.states.tobytes()

    assert once(1) == once(1) != once(9)


# --- faults


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: getattr(fault, "name", fault))
def test_every_fault_is_found_and_its_file_replays(fault, folder):
    report = fuzz.run(FAULTY, 100 * MAX_DECISIONS, progress=False, fault=int(fault))
    failure = report.failure
    assert failure.fault == FAULTS[fault].name and SAID.get(fault, "") in failure.what
    turns = {Fault.ENDLESS: MAX_DECISIONS, Fault.REWARD_SUM: LAST_TURN, Fault.REWARD_RANGE: LAST_TURN, Fault.TURN_LIMIT: 30}
    assert len(failure.actions) == turns.get(fault, FAULTY_TURN)
    path = failure.write(folder)
    assert fuzz.read(path) == failure
    assert fuzz.replay(path, FAULTY) == failure
    held = json.loads(path.read_text())
    path.write_text(json.dumps({**held, "options": {**held["options"], "fault": 0}}))
    if fault == Fault.ENDLESS:  # in the repaired game other seats decide, and other actions are legal
        with pytest.raises(SnapshotError, match="in this version the game differs"):
            fuzz.replay(path, FAULTY)
    else:
        assert fuzz.replay(path, FAULTY) is None, "the repaired game passes"


def test_an_illegal_choice_of_a_bot_is_found_and_its_file_replays(folder, monkeypatch):
    monkeypatch.setattr(fuzz, "_bots", lambda game: [Bot("wild", "", game, wild)])
    failure = fuzz.run(FAULTY, 1_000, progress=False).failure
    assert failure.fault == "ILLEGAL" and f"action {failure.actions[-1]}," in failure.what
    assert fuzz.replay(failure.write(folder), FAULTY) == failure


def test_a_reward_before_the_end_is_found():
    play = fuzz.Play(FAULTY, FAULTY.parse_options(), None, "random", fuzz.ways_of_playing(FAULTY)["random"], 0)
    play.kernel(1, play.batch.kernel_tables, play.fuzz, play.faults)
    play.batch.rewards[2] = 1.0
    assert play.play_slice(1_000).fault == "EARLY_REWARD"


# --- the command


def test_a_sound_run_prints_its_table(capsys):
    assert main.main(["study", "fuzz", "dig_dig_v0", "--players", "2", "--moves", "2e4"]) == 0
    shown = capsys.readouterr().out
    assert "2 players" in shown and "3 players" not in shown and "moves/s" in shown and "all, mixed" in shown


def test_a_folder_that_cannot_be_written_is_refused_before_games(capsys):
    assert main.main(["study", "fuzz", "dig_dig_v0", "--moves", "1e12", "--folder", "/proc"]) == 2
    assert "--folder" in capsys.readouterr().err


def test_a_failure_is_printed_and_written_with_exit_code_1(capsys, monkeypatch, folder):
    monkeypatch.setattr(dig_envs, "game_of", lambda game: FAULTY)
    invariant = ["--option", f"fault={int(Fault.INVARIANT)}"]
    assert main.main(["study", "fuzz", "faulty_v0", "--moves", "1e4", *invariant, "--folder", str(folder)]) == 1
    (path,) = folder.glob("fuzz-faulty_v0-*.json")
    shown = capsys.readouterr().out
    assert "invariant 7" in shown and path.name in shown.replace("\n", "")
    assert main.main(["study", "fuzz", "--replay", str(path)]) == 1
    assert "invariant 7" in capsys.readouterr().out
    path.write_text(path.read_text().replace('"fault": 1', '"fault": 0'))
    assert main.main(["study", "fuzz", "--replay", str(path)]) == 0
    assert "passes all checks now" in capsys.readouterr().out


def test_ctrl_c_prints_the_results_so_far(capsys, monkeypatch):
    play_slice = fuzz.Play.play_slice

    def interrupted(play, max_moves):
        if play.moves:
            raise KeyboardInterrupt
        return play_slice(play, max_moves)

    monkeypatch.setattr(fuzz.Play, "play_slice", interrupted)
    assert main.main(["study", "fuzz", "dig_dig_v0", "--players", "2"]) == 130
    shown = capsys.readouterr().out
    assert "stopped" in shown and "2 players" in shown


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "\0", '{"kind": "dig-envs fuzz failure 1"}', "damaged actions", "damaged seed", "damaged options"]
)
def test_a_file_of_another_kind_is_refused(text, folder):
    path = folder / "failure.json"
    damage = {"actions": [1, "2"], "seed": 0.5, "options": [1]}
    if text.startswith("damaged"):
        name = text.split()[1]
        failure = fuzz.Failure("faulty_v0", {}, None, "random", 3, [0, 1], "INVARIANT", "")
        held = json.loads(failure.write(folder).read_text())
        text = json.dumps({**held, name: damage[name]})
    path.write_text(text)
    with pytest.raises((SnapshotError, ArgumentError)):
        fuzz.replay(path, FAULTY)
    assert main.main(["study", "fuzz", "--replay", str(path)]) == 2
    assert main.main(["study", "fuzz", "--replay", str(folder)]) == 2


@pytest.mark.parametrize("moves", ["0", "1.5", "nan", "inf", "-3"])
def test_invalid_numbers_of_moves_are_refused(moves, capsys):
    assert main.main(["study", "fuzz", "dig_v0", f"--moves={moves}"]) == 2
    assert "--moves" in capsys.readouterr().err
