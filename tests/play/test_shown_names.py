"""Agents' names are shown as plain text in tables, charts, pictures, replays and messages."""

import io
import json
import re
import warnings
from xml.etree import ElementTree

import pytest
from rich.console import Console

import dig_envs
from dig_envs.core.errors import ArgumentError, ResultsError
from dig_envs.render import View, draw_svg, draw_text
from dig_envs.render.replay import record_game
from dig_envs.training.arena.chart import share_colours
from dig_envs.training.arena.ratings import Estimate, Pair
from dig_envs.training.arena.result import ArenaResult
from dig_envs.training.arena.tables import scores_table
from dig_envs.training.cli import main
from tests.support.arenas import GAME, WEAK, run
from tests.support.play import First

STEERING = "\x1b[2J\x1b]0;owned\x07[bold]$\\frac{$</script>{{data}}\u202e\ud800\n"


@pytest.fixture(scope="module")
def steering():
    return run([First(STEERING), First("[/red]"), WEAK], games=4)


@pytest.mark.parametrize("markup", [False, True])
def test_names_are_shown_as_plain_text(steering, markup):
    file = io.StringIO()
    console = Console(file=file, width=200, markup=markup, force_terminal=False)
    console.print(steering.table(), steering.pairs_table(), scores_table(GAME, 4, {STEERING: Estimate(0.0, 0.0, 0.0)}))
    written = file.getvalue()
    assert (
        written.count("\ufffd[2J\ufffd]0;owned\ufffd[bold]$\\frac{$</script>{{data}}\ufffd\ufffd\ufffd") >= 3
        and "[/red]" in written
    )
    assert all(letter.isprintable() or letter == "\n" for letter in written)


def test_colours_of_a_chart_are_centred_at_the_share_of_equals():
    pair = Pair("a", "b", 4, *[Estimate(0.25, 0.2, 0.3)] * 3)
    rest, halves = (ArenaResult(GAME, 4, alone, [pair], [], [], 4) for alone in (True, False))
    assert [float(share_colours(rest)(share)) for share in (0.0, 0.25, 1.0)] == [0.0, 0.5, 1.0]
    assert [float(share_colours(halves)(share)) for share in (0.0, 0.5, 1.0)] == [0.0, 0.5, 1.0]


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_a_chart_shows_names_as_plain_text(steering, ending, tmp_path):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph")
        path = steering.chart(tmp_path / f"chart.{ending}")
    if ending == "svg":
        comments = [words for words in path.read_text().split("<!--")[1:] if "frac" in words]
        assert comments and ElementTree.parse(path)
        assert "\x1b" not in path.read_text() and "</script>" not in path.read_text().replace("-->", "").split("<defs>")[0]


def test_a_failed_write_keeps_the_old_chart_and_the_old_replay(steering, tmp_path, monkeypatch):
    def broken(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", broken)
    path = tmp_path / "old.svg"
    path.write_text("the old one")
    replay = record_game("dig_v0", {}, [First("a"), First("b")], seed=1, limit=1)
    for write, error in ((steering.chart, ArgumentError), (replay.save, ResultsError)):
        with pytest.raises(error, match="No space left"):
            write(path)
        assert path.read_text() == "the old one" and list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", [7, None, b"name", ["name"]])
def test_a_name_must_be_a_string(name):
    with pytest.raises(ArgumentError, match="an agent's name must be a string"):
        run([First(name), WEAK], games=2)


# --- pictures and replays


@pytest.mark.parametrize("game", dig_envs.games())
def test_pictures_show_names_as_plain_text(game):
    batch = dig_envs.batch(game, num_tables=1, seed=1)
    view = View(batch.game, batch.options, batch.states, names=(STEERING,) * batch.num_players, last=f"{STEERING}: dig")
    text, picture = draw_text(view), draw_svg(view)
    assert all(letter.isprintable() or letter == "\n" for letter in text) and "\ufffd[2J" in text
    words = [element.text for element in ElementTree.fromstring(picture).iter() if element.text and "[2J" in element.text]
    assert words and all(letter.isprintable() for word in words for letter in word)


@pytest.mark.parametrize(
    "name", [STEERING, "{{data}}", "{{title}}", "</script><script>alert(1)</script>", "\\1", "<!--<script>"]
)
def test_a_replay_shows_names_as_plain_text(name, tmp_path):
    replay = record_game("dig_v0", {}, [First(name), First("b")], seed=1, limit=3)
    page = replay.save(tmp_path / "game.html").read_text("utf-8")
    (data,) = re.findall(r'<script id="data" type="application/json">(.*?)</script>', page)
    plain = re.sub(r"[\x1b\x07\u202e\ud800\n]", "\ufffd", name)
    assert json.loads(data)["names"] == [plain, "b"]
    assert page.count("<script") == 2 and page.count("</script>") == 2 and "<!--" not in page
    heading = re.search("<h1>(.*?)</h1>", page)[1]
    assert heading.startswith("DIG: ") and len(heading) < len(name) * 6 + 60


# --- messages


def test_messages_contain_no_control_characters(capsys):
    assert main.main(["watch", "--game", "dig_v0", "--agents", "\x1b[2Jgreedy"]) == 2
    assert main.main(["watch", "--game", "dig_v0", "--agents", "\x1b[2Jgreedy.zip"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and "\x1b" not in err and "\ufffd[2Jgreedy" in err
