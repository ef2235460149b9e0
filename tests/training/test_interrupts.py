"""Ctrl-C and SIGTERM: a run saves a checkpoint and prints how to continue; the resumed run equals an uninterrupted run."""

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

from dig_envs.training import dqn, ppo
from dig_envs.training.cli import main
from dig_envs.training.process.interrupts import Stopped, stop_requests
from dig_envs.training.run.pool_training import PoolTraining
from dig_envs.training.run.run import Run
from tests.support.tiny_training import TINY_DQN, TINY_PPO, changed, same, weights

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals of this kind")
SECONDS = 300
STEPS = {"ppo": 15_360, "dqn": 8_192}


def command(algorithm, folder):
    """Return the arguments of a tiny training that writes a checkpoint early."""
    config = TINY_PPO if algorithm == "ppo" else TINY_DQN
    names = ["num_envs", "batch_size", "games", "threads"]
    names += ["n_steps"] if algorithm == "ppo" else ["learning_starts", "buffer_size", "tau"]
    given = [text for name in names for text in (f"--{name.replace('_', '-')}", str(getattr(config, name)))]
    steps = ["--steps", str(STEPS[algorithm]), "--checkpoint-every", "512", "--layers", "16"]
    return ["train", "--algo", algorithm, *given, *steps, "--folder", str(folder)]


@pytest.mark.parametrize(
    ("algorithm", "number"),
    [
        ("ppo", signal.SIGINT),
        pytest.param("ppo", signal.SIGTERM, marks=pytest.mark.long),
        pytest.param("dqn", signal.SIGTERM, marks=pytest.mark.long),
        pytest.param("dqn", signal.SIGINT, marks=pytest.mark.long),
    ],
)
def test_a_stopped_run_continues_exactly(algorithm, number, tmp_path, capsys):
    folder = tmp_path / "its folder"
    process = subprocess.Popen(
        [sys.executable, "-m", "dig_envs.training.cli.main", *command(algorithm, folder)],
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored if the tests run in the background
    )
    saved = folder / "checkpoint.zip"
    wait_for(lambda: saved.exists() or process.poll() is not None)
    process.send_signal(number)
    _, said = process.communicate(timeout=SECONDS)
    assert process.returncode == 128 + number and not (folder / "model.zip").exists(), said
    assert {path.suffix for path in folder.iterdir()} == {".zip", ".0"}, "no unfinished file is left"
    stopped = re.search(r"stopped after ([\d,]+) steps; continue with: dig-envs (.*)", said)
    assert 0 < int(stopped[1].replace(",", "")) < STEPS[algorithm]
    assert shlex.split(stopped[2]) == ["train", "--algo", algorithm, "--resume", str(saved)]
    assert main.main(shlex.split(stopped[2])) == 0
    assert main.main(command(algorithm, tmp_path / "whole")) == 0
    capsys.readouterr()
    assert same(weights(folder / "model.zip"), weights(tmp_path / "whole" / "model.zip"))


def wait_for(happened):
    end = time.monotonic() + SECONDS
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_the_second_signal_does_not_wait():
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(Stopped) as caught, stop_requests() as request:
        os.kill(os.getpid(), signal.SIGTERM)
        assert request.number == signal.SIGTERM
        os.kill(os.getpid(), signal.SIGTERM)
    assert caught.value.exit_code == 143 and signal.getsignal(signal.SIGTERM) == before


def test_an_ignored_signal_stays_ignored():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with stop_requests() as request:
            os.kill(os.getpid(), signal.SIGINT)
        assert request.number == 0 and signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(("algorithm", "config"), [(ppo, TINY_PPO), (dqn, TINY_DQN)], ids=["ppo", "dqn"])
def test_a_signal_before_the_first_step_saves_too(algorithm, config, tmp_path, monkeypatch):
    config = changed(config, steps=1_024, folder=str(tmp_path / "run"))
    begin = PoolTraining.learn

    def begin_late(training):
        os.kill(os.getpid(), signal.SIGTERM)
        begin(training)

    with monkeypatch.context() as patched, pytest.raises(Stopped, match="stopped after 0 steps"):
        patched.setattr(PoolTraining, "learn", begin_late)
        algorithm.train(config, progress=False)
    resumed = algorithm.train(
        changed(config, folder=str(tmp_path / "b")), progress=False, resume=tmp_path / "run/checkpoint.zip"
    )
    whole = algorithm.train(changed(config, folder=str(tmp_path / "c")), progress=False)
    assert same(weights(resumed.model), weights(whole.model))


@pytest.mark.parametrize(
    ("seconds", "rollouts"),
    [pytest.param(1, 3, id="each minute"), pytest.param(12, 10, id="20 times as long as a checkpoint takes")],
)
def test_a_checkpoint_is_written_by_the_clock(seconds, rollouts, tmp_path, monkeypatch):
    """A rollout takes 25 seconds."""
    saved, clock = [], SimpleNamespace(now=0.0)
    save, save_if_due, memory = Run.save_checkpoint, Run.save_if_due, PoolTraining.memory

    def save_later(run, training, is_due):
        clock.now += 25.0
        save_if_due(run, training, is_due)

    def slow_memory(training):
        clock.now += seconds
        return memory(training)

    monkeypatch.setattr("dig_envs.training.run.run.time", SimpleNamespace(monotonic=lambda: clock.now))
    monkeypatch.setattr(Run, "save_if_due", save_later)
    monkeypatch.setattr(Run, "save_checkpoint", lambda run, this: saved.append(this.learner.steps // 512) or save(run, this))
    monkeypatch.setattr(PoolTraining, "memory", slow_memory)
    ppo.train(changed(TINY_PPO, steps=25 * 512, checkpoint_every=10**9, folder=str(tmp_path)), progress=False)
    assert saved == [*range(2, 25, rollouts), 25]


def test_a_checkpoint_does_not_set_the_folder(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    ppo.train(changed(TINY_PPO, steps=512, folder=str(tmp_path / "theirs")), progress=False)
    (tmp_path / "mine").mkdir()
    (tmp_path / "theirs" / "checkpoint.zip").rename(tmp_path / "mine" / "checkpoint.zip")
    before = sorted((tmp_path / "theirs").iterdir())
    assert main.main(["train", "--resume", "mine/checkpoint.zip", "--steps", "1024"]) == 0
    assert (tmp_path / "mine" / "model.zip").exists() and sorted((tmp_path / "theirs").iterdir()) == before
    assert not (tmp_path / "runs").exists()
