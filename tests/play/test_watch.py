"""`dig-envs watch` and `replay`: keys, colours, the terminal's size and modes, and games as they are played."""

import fcntl
import io
import itertools
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from importlib import import_module

import pytest

from dig_envs import agents
from dig_envs.core.agent import Agent
from dig_envs.core.catalogue import game_of, games
from dig_envs.core.playing import PlayedGame
from dig_envs.records import GameRecord
from dig_envs.render.paint import colour_lines, wants_colour
from dig_envs.render.replay import frames_of
from dig_envs.training.cli import main, playback
from dig_envs.training.cli.keys import parse_keys
from dig_envs.training.cli.playback import Viewer

pytestmark = pytest.mark.usefixtures("folder")

GAME = "dig_v0"
BOTS = ["--game", GAME, "--agents", "greedy,random", "--seed", "3", "--option", "max_turns=4"]


def a_game(**options) -> PlayedGame:
    found = game_of(GAME)
    return PlayedGame(found, {"max_turns": 4, **options}, [agents.make("greedy", game=GAME)] * 2, 3)


def viewer(capsys, **given) -> Viewer:
    game = a_game()
    found = Viewer(frames_of(game.moments(), game.names), given.pop("colours", None), delay=0.0)
    found.step(1)
    capsys.readouterr()
    return found


# --- keys


def test_keys_pause_step_and_change_the_speed(capsys):
    shown = viewer(capsys)
    shown.press("right")
    shown.press("n")
    assert shown.at == 2 and shown.paused and len(shown.seen) == 3
    shown.press("left")
    shown.draw()
    assert shown.at == 1 and len(shown.seen) == 3
    assert shown.seen[1].text.splitlines()[0] in capsys.readouterr().out
    shown.press("home")
    assert shown.at == 0
    shown.press("left")
    assert shown.at == 0
    shown.press("end")
    assert shown.at == 2
    shown.press("space")
    assert not shown.paused
    shown.delay = 1.0
    shown.press("+")
    assert shown.delay == 0.5
    for _ in range(20):
        shown.press("-")
    assert shown.delay == playback.MAX_DELAY
    shown.press("q")
    assert shown.ended


def test_only_a_paused_game_waits_at_its_end(capsys):
    shown = viewer(capsys)
    shown.run()
    last = len(shown.seen) - 1
    assert shown.at == last and shown.ended and "Turn limit reached" in shown.seen[-1].text
    shown = viewer(capsys)
    for _ in range(last + 5):
        shown.press("right")
    assert shown.at == last and not shown.ended
    shown.press("space")
    shown.step(1)
    assert shown.ended


def test_unknown_keys_do_nothing_and_the_end_of_input_quits():
    assert parse_keys(b"\x1b[C\x1b[D\x1bOA\x1b[B q\n") == ["right", "left", "up", "down", "space", "q", "enter"]
    assert parse_keys(b"") == ["q"] and parse_keys(b"\x04") == ["q"]
    assert parse_keys(b"\x1b") == ["\x1b"] and parse_keys("é".encode()) == ["\ufffd\ufffd"]
    assert parse_keys(b"\x1b[15~") == ["unknown"]


@pytest.mark.parametrize("size", [(100, 24), (60, 10), (20, 3)])
def test_the_output_fits_the_terminal(size, capsys, monkeypatch):
    monkeypatch.setattr(playback.shutil, "get_terminal_size", lambda fallback: os.terminal_size(size))
    shown = viewer(capsys)
    shown.press("right")
    shown.draw()
    lines = re.sub(r"\x1b\[\w", "", capsys.readouterr().out).split("\n")
    assert len(lines) == size[1] and max(map(len, lines)) <= size[0]
    shown.press("down")
    shown.draw()
    scrolled = re.sub(r"\x1b\[\w", "", capsys.readouterr().out).split("\n")
    assert (scrolled != lines) == (size[1] < 18)


@pytest.mark.parametrize("colours", [None, {"player": "red", r"points +\\w": "blue"}])
@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("game", games())
def test_lines_break_at_spaces(game, columns, colours, capsys, monkeypatch):
    monkeypatch.setattr(playback.shutil, "get_terminal_size", lambda fallback: os.terminal_size((columns, 200)))
    played = PlayedGame(game_of(game), {}, [agents.make("random", game=game)] * 2, 3)
    shown = Viewer(itertools.islice(frames_of(played.moments(), ("Ann", "A" * 30)), 12), colours, delay=0.0)
    for _ in range(12):
        shown.step(1)
        capsys.readouterr()
        shown.draw()
        *lines, footer = re.sub(r"\x1b\[[0-9;]*\w", "", capsys.readouterr().out).split("\n")
        assert " ".join(lines).split() == shown.seen[-1].text.split(), "only the spaces differ"
        assert max(map(len, lines)) <= columns and (len(footer) < columns - 1 or footer.endswith("…"))


def test_the_footer_counts_the_lines_below(capsys, monkeypatch):
    monkeypatch.setattr(playback.shutil, "get_terminal_size", lambda fallback: os.terminal_size((80, 10)))
    shown = viewer(capsys)
    shown.draw()
    hidden = len(shown.seen[0].text.rstrip("\n").split("\n")) - 9
    assert f"↓ {hidden} more lines" in capsys.readouterr().out
    shown.top = hidden
    shown.draw()
    assert "more line" not in capsys.readouterr().out


# --- colours


def test_colours_do_not_change_the_text(capsys):
    for game, names in (("dig_v0", 2), ("two_bit_bandits_v0", 2)):
        table = PlayedGame(game_of(game), {"max_turns": 3}, [agents.make("random", game=game)] * names, 3)
        coloured = set()
        for frame in frames_of(table.moments(), table.names):
            lines = frame.text.rstrip("\n").split("\n")
            shown = colour_lines(lines, import_module(game_of(game).drawing).TEXT_COLOURS)
            assert [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in shown] == lines
            coloured |= set(re.findall(r"\x1b\[(\d+)[;m]", "".join(shown)))
        assert coloured >= {"0", "1", "2", "32"}


def test_colours_are_used_in_terminals_without_no_color(monkeypatch):
    class Terminal:
        def isatty(self):
            return True

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert wants_colour(Terminal())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colour(Terminal())
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not wants_colour(Terminal()) and not wants_colour(io.StringIO())


# --- a real terminal


def at_a_terminal():
    """Make standard input the terminal of the new process, and accept Ctrl-C also if the tests run in the background."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """A command in its own terminal."""

    def __init__(self, *arguments: str, **environment: str):
        self.file, end = pty.openpty()
        self.before = termios.tcgetattr(self.file)
        command = [sys.executable, "-m", "dig_envs.training.cli.main", *arguments]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TERM": "xterm", **environment}
        self.process = subprocess.Popen(
            command, stdin=end, stdout=end, stderr=end, env=environment, start_new_session=True, preexec_fn=at_a_terminal
        )
        os.close(end)
        self.output = ""

    def until(self, words: str, seconds: float = 60.0) -> str:
        """Read until the output contains some words."""
        end = time.monotonic() + seconds
        while words not in self.output:
            assert time.monotonic() < end, self.output
            if select.select([self.file], [], [], 0.2)[0]:
                try:
                    self.output += os.read(self.file, 65536).decode("utf-8", "replace")
                except OSError:
                    break
        return self.output

    def press(self, keys: bytes) -> None:
        self.output = ""
        os.write(self.file, keys)

    @property
    def canonical(self) -> bool:
        return bool(termios.tcgetattr(self.file)[3] & termios.ICANON)

    def end(self) -> int:
        try:
            return self.process.wait(20)
        finally:
            self.process.kill()


def test_keys_control_a_terminal_whose_modes_are_restored():
    terminal = Terminal("watch", *BOTS, "--delay", "30", NO_COLOR="1")
    terminal.until("q quit")
    assert not terminal.canonical
    terminal.press(b"\x1b[C")
    assert "1 · paused" in terminal.until("1 · paused")
    assert "\x1b[1m" not in terminal.output, "NO_COLOR"
    terminal.press(b"\x1b[D")
    terminal.until("0 · paused")
    terminal.press(b"q")
    assert terminal.end() == 0 and terminal.canonical
    assert termios.tcgetattr(terminal.file)[3] == terminal.before[3]


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_restores_the_terminal_and_saves_the_frames(number, code, folder):
    terminal = Terminal("watch", *BOTS, "--delay", "30", "--save", "seen.html", "--save-game", "seen.jsonl")
    assert "\x1b[1m" in terminal.until("q quit")
    terminal.process.send_signal(number)
    assert terminal.end() == code and terminal.canonical
    assert termios.tcgetattr(terminal.file)[3] == terminal.before[3]
    assert "<html" in (folder / "seen.html").read_text()
    assert GameRecord.load(folder / "seen.jsonl").outcome.end == "running"


# --- saving


def test_moments_are_shown_while_they_are_played(capsys, monkeypatch, folder):
    """If an agent fails, the page contains the moments before."""

    class Failing(Agent):
        name = "failing"

        def act(self, decisions):
            raise RuntimeError("no idea")

    monkeypatch.setattr("dig_envs.training.arena.players.find_agent", lambda name, game: Failing())
    with pytest.raises(RuntimeError, match="no idea"):
        main.main(["watch", *BOTS, "--save", "page.html"])
    assert "DIG · 20 bones in the yard" in capsys.readouterr().out
    assert (folder / "page.html").exists()


def test_a_saved_game_is_watched_and_replayed(folder, capsys):
    assert main.main(["watch", *BOTS, "--save-game", "game.jsonl", "--save", "one.html"]) == 0
    played = capsys.readouterr().out
    assert main.main(["watch", "game.jsonl", "--save", "two.html"]) == 0
    assert capsys.readouterr().out == played
    assert (folder / "one.html").read_bytes() == (folder / "two.html").read_bytes()
    assert main.main(["replay", "game.jsonl", "--html", "three.html"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("dig_v0, max_turns=4, seed 3: greedy, random\n") and "ended by the turn limit" in out
    assert (folder / "three.html").read_bytes() == (folder / "one.html").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["watch"], "name a game, or the file of a recorded game"),
        (["watch", "missing.jsonl"], "missing.jsonl cannot be read"),
        (["watch", "game.jsonl", "--seed", "3"], "--seed does not apply to the recorded game"),
        (["watch", "game.jsonl", "--agents", "expert"], "--agents does not apply to the recorded game"),
        (["watch", "game.jsonl", "--option", "scents=true"], "--option does not apply to the recorded game"),
        (["watch", "game.jsonl", "--seat", "2"], "--seat must be a whole number from 0 to 1, not 2"),
        (["watch", "game.jsonl", "--seat", "me"], '--seat takes a number, such as 0, or "public"'),
        (["watch", "dig_v0", "--agents", "ppo", "--option", "scents=true"], "was trained on another observation of dig_v0"),
        (["watch", "dig_dig_v0", "--agents", "equilibrium"], "the full dig_dig_v0 is too large to enumerate; give a variant"),
        (["watch", *BOTS, "--seat", "7"], "--seat must be a whole number from 0 to 1, not 7"),
        (["replay"], "required: FILE"),
        (["replay", "game.jsonl", "--html", "page.txt"], 'such as "page.html"'),
        (["replay", "game.jsonl", "--seat", "-1"], "--seat"),
    ],
)
def test_bad_input_gives_one_line_and_exit_code_2(arguments, said, capsys, folder):
    GameRecord.of(a_game().to_the_end()).save(folder / "game.jsonl")
    assert main.main(arguments) == 2
    out, error = capsys.readouterr()
    assert out == "" and said in error.strip().splitlines()[-1]
    assert sorted(path.name for path in folder.iterdir()) == ["game.jsonl"]
