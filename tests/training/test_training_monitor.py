"""The monitor measures a learner without effect on its training, saves the best model, and continues in a resumed run."""

import json
import re
import shlex
import signal
import time
from contextlib import contextmanager
from functools import partial
from io import StringIO
from types import SimpleNamespace

import pytest
from rich.console import Console

from dig_envs import agents, exact
from dig_envs.agents import learned
from dig_envs.core.catalogue import game_of
from dig_envs.training import arena, ppo
from dig_envs.training.arena.deal_numbers import MEASUREMENT
from dig_envs.training.arena.players import labelled_agents
from dig_envs.training.arena.ratings import Estimate
from dig_envs.training.cli import main
from dig_envs.training.process.interrupts import Stopped
from dig_envs.training.run.checkpoint import resume_command
from dig_envs.training.run.measurement import measure, measurement_from
from dig_envs.training.run.monitor import Measurement, Monitor, best_of, comparable
from dig_envs.training.run.next_steps import next_steps
from dig_envs.training.run.run import Run
from dig_envs.training.show import console
from dig_envs.training.show.console import progress_bar
from tests.support.tiny_training import DIG, TINY_PPO, changed, keep_checkpoints, same, weights

MEASURED = changed(TINY_PPO, steps=4_096, evaluate_every=1_024, evaluate_games=8, evaluate_against=("random", "greedy"))


def lines(folder):
    return [json.loads(line) for line in (folder / "progress.jsonl").read_text().splitlines()]


def test_a_measurement_is_the_share_that_an_arena_finds():
    players = labelled_agents(DIG, ["random", "expert"])
    shares, decisions = measure(DIG, DIG.parse_options(num_players=3), agents.make("greedy", game=DIG), players, 60)
    for opponent in ("random", "expert"):
        found = arena.run(DIG, ["greedy", opponent], games=60, seed=MEASUREMENT, progress=False, num_players=3).pairs[0]
        assert shares[opponent] == found.win_share
    assert shares["random"].value > 0.8 > 0.5 > shares["expert"].value and decisions > 60 * 2 * 20


def test_only_measurements_since_the_last_change_are_compared():
    """60 games, then 200, then 60 again: the best model is one of the last measurements."""
    measurements = [
        Measurement(steps, games, {"greedy": Estimate(share, share, share)})
        for steps, games, share in ((1, 60, 0.9), (2, 200, 0.7), (3, 60, 0.5), (4, 60, 0.4))
    ]
    assert comparable(measurements) == measurements[2:] and best_of(measurements) is measurements[2]


def test_measurements_do_not_affect_the_training_and_appear_in_the_progress_bar(tmp_path, monkeypatch):
    shown = []

    @contextmanager
    def recorded(what, total, visible):
        yield lambda amount, what=None: shown.append(what)

    monkeypatch.setattr("dig_envs.training.run.run.progress_bar", recorded)
    plain = ppo.train(changed(TINY_PPO, steps=4_096, folder=str(tmp_path / "plain")), progress=False)
    measured = ppo.train(changed(MEASURED, folder=str(tmp_path / "measured")), progress=False)
    assert same(weights(plain.model), weights(measured.model))
    assert plain.best is None and not (tmp_path / "plain" / "progress.jsonl").exists()
    found = [measurement_from(line) for line in lines(tmp_path / "measured")]
    assert len(found) == 4 and [what for what in shown if what] == [f"training ({one})" for one in found]


def test_the_exact_exploitability_of_the_saved_model_is_measured(tmp_path):
    config = changed(MEASURED, game="dig_dig_v0", exact="tiny", play="deterministic", steps=2_048, folder=str(tmp_path))
    best = ppo.train(config, progress=False).best
    found = exact.exploitability("dig_dig_v0", str(best.model), variant="tiny")
    assert best.measurement.exploitability == pytest.approx(found.exploitability, abs=1e-12) and found.exploitability > 0
    assert all(line["exploitability"] > 0 for line in lines(tmp_path)) and "exploitability 0." in str(best.measurement)
    assert measurement_from(best.measurement.as_dict()) == best.measurement
    assert (tmp_path / "curve.png").exists()


NINE = ", ".join(f"{bot} ({players} players) 43%" for players in (2, 3, 4) for bot in ("random", "greedy", "expert"))


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize(
    ("shares", "shown"),
    [("random 100%, greedy 85%, expert 43%", "random 100%, greedy 85%, expert 43%)"), (NINE, "random (2 players) 43%")],
)
def test_bar_steps_time_and_win_shares_fit_into_a_line(width, shares, shown, monkeypatch):
    out = StringIO()
    monkeypatch.setattr("rich.console.Console", partial(Console, file=out, force_terminal=True, width=width, color_system=None))
    with progress_bar("training", 2_000_000) as advance:
        advance(1_000_000, f"training ({shares})")
    assert re.search(rf"━{{{width // 20}}}.* 1000000/2000000 [\d:-]+ training \({re.escape(shown)}", out.getvalue())


def test_a_log_gets_lines_of_progress(monkeypatch, capsys):
    """The thread prints them, also while nothing advances."""
    monkeypatch.setattr(console, "FIRST_LINE", 1.0)
    monkeypatch.setattr(console, "NEXT_LINES", 0.05)
    monkeypatch.setattr(console, "SHORT", 0.0)
    monkeypatch.setattr(console, "_due", None)
    with progress_bar("training", 1_000_000) as advance:
        assert capsys.readouterr().err == "", "the first line comes later"
        advance(250_000, "training (greedy 43%)")
        found = ""
        while found.count("\n") < 2:
            time.sleep(0.01)
            found += capsys.readouterr().err
    pattern = r"(training \(greedy 43%\): 250,000 of 1,000,000, 0:00:0\d left\n)+"
    assert re.fullmatch(pattern, found + capsys.readouterr().err)
    with progress_bar("training", 1_000_000, shown=False):
        time.sleep(0.2)
    assert capsys.readouterr() == ("", "")


def test_the_time_left_is_that_of_the_mean_speed():
    task = SimpleNamespace(description="playing", completed=0, total=1_000, remaining=1_000, elapsed=30.0)
    assert console.progress_line(task) == "playing: 0 of 1,000"
    task.completed, task.remaining = 250, 750
    assert console.progress_line(task) == "playing: 250 of 1,000, 0:01:30 left"


def test_a_training_ends_after_its_minutes(tmp_path):
    config = changed(MEASURED, steps=10**9, minutes=1 / 60, evaluate_every=10**9, folder=str(tmp_path))
    found = ppo.train(config, progress=False)
    assert 0 < found.steps < 10**7 and found.model.exists() and found.checkpoint.exists()
    more = ppo.train(changed(config, steps=found.steps + 1_024, minutes=0.0), progress=False, resume=found.checkpoint)
    assert found.steps + 1_024 <= more.steps < 10**7


def test_the_learning_curve_is_drawn_after_an_interrupt(tmp_path, monkeypatch):
    measure = Run.measure

    def stop_after(run, *arguments):
        run.stop.number = signal.SIGINT
        return measure(run, *arguments)

    monkeypatch.setattr(Run, "measure", stop_after)
    with pytest.raises(Stopped, match="stopped after 1,024 steps"):
        ppo.train(changed(MEASURED, folder=str(tmp_path)), progress=False)
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG") and not (tmp_path / "model.zip").exists()


def test_measurements_are_written_and_drawn_and_continue_in_a_resumed_run(tmp_path, monkeypatch):
    keep_checkpoints(monkeypatch, tmp_path)
    whole = ppo.train(changed(MEASURED, folder=str(tmp_path / "whole")), progress=False)
    found = lines(tmp_path / "whole")
    assert [line["steps"] for line in found] == [1_024, 2_048, 3_072, 4_096]
    assert all(set(line["shares"]) == {"random", "greedy"} and line["games"] == 8 for line in found)
    assert (tmp_path / "whole" / "curve.png").read_bytes().startswith(b"\x89PNG")
    resumed = ppo.train(changed(MEASURED, folder=str(tmp_path / "on")), progress=False, resume=tmp_path / "2048.zip")
    assert lines(tmp_path / "on") == found and resumed.best.measurement == whole.best.measurement
    assert same(weights(whole.best.model), weights(resumed.best.model))
    assert learned.load(resumed.best.model, DIG).check(DIG.parse_options()) is None


def monitor_of(strengths, folder, config=MEASURED):
    """Return a monitor with measurements of these strengths, and the indices of those that were the best so far."""
    monitor, saved = Monitor(config, folder), []
    for place, strength in enumerate(strengths):
        monitor.measurements.append(measurement(1_000 * (place + 1), strength))
        if monitor.best is monitor.measurements[-1]:
            saved.append(place)
    return monitor, saved


def measurement(steps, strength):
    return Measurement(steps, 8, {"greedy": Estimate(strength, 0.0, 1.0)})


def test_the_best_model_is_that_of_the_best_three_in_a_row(tmp_path):
    """A single lucky measurement, the 0.6, has a weight of a third."""
    monitor, saved = monitor_of([0.1, 0.2, 0.6, 0.2, 0.45, 0.5, 0.4], tmp_path)
    smoothed = [0.1, 0.15, 0.3, 1.0 / 3, 1.25 / 3, 1.15 / 3, 1.35 / 3]
    assert saved == [place for place in range(7) if smoothed[place] > max(smoothed[:place], default=0.0)]
    assert monitor.best.steps == 7_000


def test_measurements_against_others_are_not_compared(tmp_path):
    monitor, _ = monitor_of([0.9], tmp_path)
    monitor.measurements.append(Measurement(2_000, 8, {"expert": Estimate(0.1, 0.0, 1.0)}))
    assert monitor.best.steps == 2_000


def test_slow_measurements_are_less_frequent(tmp_path):
    """Without `evaluate_every`, measurements make at most half as many decisions as the training."""
    config = changed(MEASURED, steps=400_000, evaluate_every=0, evaluate_games=40)
    monitor, random = Monitor(config, tmp_path), agents.make("random", game=DIG)
    assert monitor.due == 20_000 and not monitor.is_due(19_999) and monitor.is_due(20_000)
    monitor.measure(random, 20_000, lambda path: path.write_bytes(b"a model"))
    _, played = measure(DIG, monitor.options, random, monitor.opponents, 40)
    assert monitor.due == 20_000 + max(20_000, 2 * played)
    assert not Monitor(changed(config, evaluate_games=0), tmp_path).is_due(10**9)


def test_in_games_for_one_player_it_measures_the_score(tmp_path):
    game, options = game_of("two_bit_bandits_v0"), {"num_players": 1, "max_turns": 10}
    monitor = Monitor(changed(MEASURED, game=game.id, options=options), tmp_path)
    newest = monitor.measure(agents.make("greedy", game=game), 5, lambda path: path.write_bytes(b"a model"))
    assert list(newest.shares) == ["alone"] and newest.shares["alone"].value > 0
    assert str(newest).startswith("alone ") and monitor.draw().exists()


def test_the_commands_after_a_run_are_printed_and_work(tmp_path, capsys):
    folder = tmp_path / "a run"
    arguments = "--algo ppo --players 3 --option scents=true --steps 512 --num-envs 16 --n-steps 16 --batch-size 64 --layers 8"
    measured = "--games 0 --evaluate-every 256 --evaluate-games 2 --evaluate-against random"
    assert main.main(["train", *f"{arguments} {measured}".split(), "--folder", str(folder)]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert any(line.startswith("Best model during training, after ") for line in printed)
    play, watch, rate, on = [shlex.split(line, comments=True) for line in printed if line.startswith("dig-envs ")]
    assert watch[1:] == [
        "watch", "dig_v0", "--players", "3", "--option", "scents=true", "--agents", f"{folder / 'best.zip'},expert",
    ]  # fmt: skip
    assert play[1:-1] == ["play", *watch[2:-2], "--against"] and play[-1] == str(folder / "best.zip")
    assert main.main(watch[1:]) == 0 and main.main([*rate[1:-1], "6", "--results", str(tmp_path / "results.sqlite")]) == 0
    assert main.main(on[1:]) == 0
    assert [line["steps"] for line in lines(folder)] == [256, 512, 768, 1_024]


@pytest.mark.parametrize(("options", "watched"), [({"num_players": 1}, "model.zip"), ({}, "model.zip,expert")])
def test_in_games_for_one_player_no_opponent_is_watched(options, watched, tmp_path):
    config = changed(TINY_PPO, game="two_bit_bandits_v0", options=options)
    result = ppo_result(tmp_path)
    (watch,) = [line for line in next_steps(result, config) if line.endswith("  # watch it")]
    assert watch.split("  #")[0].endswith(watched) and len(next_steps(result, config)) == (3 if "expert" in watched else 2)


def test_the_command_to_resume_names_agents_from_files_again(tmp_path):
    config = changed(TINY_PPO, opponents=("greedy", "mybot.py:bot"), evaluate_against=("random",))
    words = ["dig-envs", "train", "--algo", "ppo", "--resume", "checkpoint.zip", "--opponents", "greedy,mybot.py:bot"]
    assert shlex.split(resume_command(config, "checkpoint.zip")) == words


def ppo_result(folder):
    from dig_envs.training.run.evaluate import Result

    return Result(folder / "model.zip", 512, {}, {})
