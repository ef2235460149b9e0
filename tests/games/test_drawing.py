"""Test pictures: valid SVG and text in every game, no hidden information, optional libraries, replays and the command."""

import importlib
import itertools
import math
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from functools import cache
from html import unescape

import gymnasium
import numpy as np
import pytest

from dig_envs import agents
from dig_envs.core.agent import Agent, Decisions
from dig_envs.core.catalogue import game_of
from dig_envs.core.engine import engine_of
from dig_envs.core.errors import ArgumentError, DigEnvsError, IllegalActionError, MissingLibraryError, ResultsError
from dig_envs.core.game import End
from dig_envs.digging_bandits.components import HAND_KINDS, KIND_NAMES, PLACES
from dig_envs.render import View, draw_pixels, draw_png, draw_svg, draw_text, pixels
from dig_envs.render.__main__ import main
from dig_envs.render.lines import COLUMNS, LINES
from dig_envs.render.replay import Replay, record_game
from dig_envs.render.svg import Svg
from dig_envs.render.view import PUBLIC
from dig_envs.render.window import Window
from dig_envs.two_bit_bandits.components import LEVEL_NAMES
from dig_envs.two_bit_bandits.state import Final
from dig_envs.utils.text import shortened
from tests.support.catalogue import CASES, Case, first_of_each_game, mark_long_except_one
from tests.support.play import First, MixedPlay, batch_of
from tests.support.replay_pages import data_of

TABLES = 4
EVERY_STEPS = 11
MAX_MOMENTS = 24  # of a case, before the ends
EVERY_CASE = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
ONE_A_GAME = pytest.mark.parametrize("case", mark_long_except_one(CASES), ids=lambda case: case.id)
SVG = "{http://www.w3.org/2000/svg}svg"


VIEWS: dict[str, list[View]] = {}


def moments(case: Case) -> list[View]:
    """Return views of some games: one table every few steps, spread over the games, then all tables at their end."""
    if case.id not in VIEWS:
        VIEWS[case.id] = play_moments(case)
    return VIEWS[case.id]


def play_moments(case: Case) -> list[View]:
    short = case if "max_turns" in case.options else case.shortened(40)
    batch = batch_of(short, TABLES, seed=5, deal_again=False)
    play = MixedPlay(batch, seed=5)
    found, steps = [], 0
    while (batch.players >= 0).any():
        if steps % EVERY_STEPS == 0:
            found.append(batch.states[len(found) % TABLES][None])
        batch.step(play.actions(batch))
        steps += 1
    spread = found[:: math.ceil(len(found) / MAX_MOMENTS)]
    return [View(batch.game, batch.options, state) for state in [*spread, *batch.states[:, None]]]


@cache
def short_game() -> Replay:
    bots = [agents.make(name, game="dig_v0") for name in ("greedy", "random", "greedy")]
    return record_game("dig_v0", {"max_turns": 20}, bots, seed=3)


def view_for(view: View, seat: int | None, **changes) -> View:
    return View(view.game, view.options, changes.pop("state", view.state), seat, **changes)


def pictures(view: View) -> tuple[str, str]:
    """Return a view as SVG and as text."""
    return draw_svg(view), draw_text(view)


def words_of(view: View) -> list[str]:
    """Return all texts of a picture."""
    return [element.text for element in ElementTree.fromstring(draw_svg(view)).iter() if element.text]


def redealt(view: View, seat: int, seed: int) -> np.ndarray:
    """Return another state with the same information for the seat, shape (1,)."""
    state = np.zeros(1, view.game.state)
    seats = view.state["seats"][:, seat].copy()
    redeal = engine_of(view.game).redeal_states
    redeal(view.state["table"].copy(), seats, np.array([seat]), np.array([seed]), state)
    return state


@ONE_A_GAME
def test_every_moment_has_valid_pictures_of_one_size(case):
    sizes = set()
    for view in moments(case):
        for seat in (None, PUBLIC, *range(view.options.num_players)):
            root = ElementTree.fromstring(draw_svg(view_for(view, seat)))
            assert root.tag == SVG
            sizes.add((root.get("width"), root.get("height")))
            lines = draw_text(view_for(view, seat)).splitlines()
            assert lines[0].startswith(view.game.title)
            assert max(map(len, lines)) <= COLUMNS and len(lines) <= LINES
    assert len(sizes) == 1, "all pictures of a game must have one size"
    assert len({view.running for view in moments(case)}) == 2


@EVERY_CASE
def test_the_same_moment_gives_the_same_picture(case):
    for view in moments(case)[::3]:
        copy = view_for(view, None, state=view.state.copy())
        assert draw_svg(copy) == draw_svg(view)
        assert draw_text(copy) == draw_text(view)


@ONE_A_GAME
def test_pictures_for_a_seat_show_no_hidden_information(case):
    """A redeal for a seat does not change its picture, and mostly changes the open picture."""
    changed = 0
    for number, view in enumerate(moments(case)):
        onlooker, open_picture = pictures(view_for(view, PUBLIC)), draw_svg(view)
        for seat in range(view.options.num_players):
            state = redealt(view, seat, seed=number)
            assert pictures(view_for(view, seat, state=state)) == pictures(view_for(view, seat))
            assert pictures(view_for(view, PUBLIC, state=state)) == onlooker
            changed += draw_svg(view_for(view, None, state=state)) != open_picture
    assert changed > len(moments(case)) / 2


@pytest.mark.parametrize("case", first_of_each_game(CASES), ids=lambda case: case.id)
def test_pixels_are_a_coloured_picture(case):
    view = moments(case)[2]
    picture = draw_pixels(view)
    assert picture.dtype == np.uint8 and picture.shape[2] == 3 and min(picture.shape[:2]) > 300
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 200
    assert draw_pixels(view, zoom=0.5).shape[1] * 2 == picture.shape[1]
    assert draw_png(view).startswith(b"\x89PNG")
    assert not np.array_equal(picture, draw_pixels(moments(case)[-1]))


def test_text_in_pictures_does_not_use_system_fonts():
    blank = Svg(200, 40)
    blank.rect(0, 0, 200, 40, fill="white")
    written = Svg(200, 40)
    written.rect(0, 0, 200, 40, fill="white")
    written.text(5, 30, "DIG 25", 24, fill="black")
    assert pixels._fonts()["skip_system_fonts"]
    assert (pixels.pixels_of(blank.document()) == 255).all()
    assert (pixels.pixels_of(written.document()) < 100).mean() > 0.05


def test_names_and_last_actions_with_special_characters_are_shown():
    view = view_for(moments(CASES[0])[3], 0, names=("<b>&\"'\x00\ud800", "x" * 300), last="a < b & \x07")
    words = words_of(view)
    assert "<b>&\"'\ufffd\ufffd" in words and "a < b & \ufffd" in words and "you" in words
    assert max(map(len, draw_text(view).splitlines())) <= COLUMNS
    assert shortened("x" * 300, 20) == "x" * 19 + "…"


def test_a_view_is_shown_as_svg_in_notebooks_and_names_its_seats():
    view = moments(CASES[0])[0]
    assert view._repr_svg_() == draw_svg(view)
    assert view.name(1) == "player_1" and view_for(view, None, names=("Ann",)).name(0) == "Ann"


@EVERY_CASE
def test_the_result_names_winners(case):
    over = [view for view in moments(case) if not view.running]
    for view in over:
        best = max(view.points)
        winners = [seat for seat, points in enumerate(view.points) if points == best]
        if case.solo:
            assert f": {best:.10g} points" in view.result and "win" not in view.result
        else:
            assert all(view.name(seat) in view.result for seat in winners)
        assert ("share the win" in view.result) == (len(winners) > 1)
        assert ("Turn limit" in view.result) == (view.table.end == End.TRUNCATED)
    assert over and not moments(case)[0].result


# --- DIG


def test_text_shows_the_cards_of_the_yard():
    view = moments(Case("dig_v0", {"num_players": 3}))[0]
    assert draw_text(view).splitlines()[2].endswith("bones in the yard 20")
    values = re.search(r"bowls pay (\w)5 (\w)4 (\w)3 (\w)2 (\w)1", draw_text(view))
    assert sorted(values.groups()) == sorted("ROGBP")
    hidden = draw_text(view_for(view, 0))
    yard = [line for line in hidden.splitlines() if line.startswith("yard")]
    assert " ".join(yard).count(" ?") == 20 and not re.search(r"^yard.* \?", draw_text(view), re.M)
    assert re.search(r"^dogs +012$", hidden, re.M), "all dogs must be at the doghouse"


@pytest.mark.rule("DIG-14")
def test_all_backs_are_shown_with_scents():
    scented = moments(Case("dig_v0", {"num_players": 4, "scents": True, "max_turns": 30}))[0]
    assert len(re.findall(r"\?:[ROGBP]{2}", draw_text(view_for(scented, 1)))) == 20
    assert len(re.findall(r"([rogbp]):[ROGBP]{2}", draw_text(scented))) == 20


# --- Digging Bandits


def bandits(**options) -> View:
    return moments(Case("digging_bandits_v0", options))[1]


def changed(view: View, **cells) -> View:
    """Return the view with changed fields of its table."""
    state = view.state.copy()
    for name, value in cells.items():
        state["table"][name] = value
    return view_for(view, None, state=state)


def test_long_hands_are_listed_without_breaking_a_name():
    view = bandits(num_players=4)
    state = view.state.copy()
    state["seats"]["hand"][0, 0] = 1
    state["table"]["backs"][0, 0] = [5, 4, 12, 9]
    lines = draw_text(view_for(view, None, state=state)).split("Doodads")[1].splitlines()
    first = next(number for number, line in enumerate(lines) if "player_0 " in line[2:])
    last = next(number for number, line in enumerate(lines) if "player_1 " in line[2:])
    hand = " ".join(line.strip() for line in lines[first:last]).partition(": ")[2].split(", ")
    assert hand == list(KIND_NAMES[:HAND_KINDS]) and last - first > 3
    assert all(line.endswith(",") for line in lines[first : last - 1])


def test_a_high_stack_shows_that_more_cards_are_below():
    view = bandits()
    height = np.zeros(PLACES, np.int8)
    height[[0, 1]] = 8, 9
    lines = draw_text(changed(view, height=height)).splitlines()
    assert re.search(r"^ 0 [A-Z.]{8}\W", "\n".join(lines), re.M) and re.search(r"^ 1 …[A-Z.]{7}\W", "\n".join(lines), re.M)
    assert all(word in lines[-1] for word in ("top", "bridge", "plot", "piece"))


def test_a_seat_that_is_out_is_marked():
    view = changed(bandits(num_players=3), out=[0, 1, 0, 0])
    words = words_of(view)
    assert [word.endswith("· out") for word in words if re.match("Jesse|John|Willy|Bella", word)] == [False, True, False]


def test_the_team_of_each_seat_is_shown():
    view = bandits(num_players=4, teams=True)
    assert re.findall(r"player_\d +(team \d)", draw_text(view)) == ["team 1", "team 2"] * 2
    assert re.findall(r">(team \d)<", draw_svg(view)) == ["team 1", "team 2"] * 2
    assert "team" not in draw_text(bandits(num_players=4)) + draw_svg(bandits(num_players=4))


# --- 2-Bit Bandits


@cache
def showdown() -> tuple[View, ...]:
    """Return views after a seat looks at two level cards, and after it keeps the second."""
    batch = batch_of(Case("two_bit_bandits_v0", {}), 1, seed=5, deal_again=False)
    views = []
    for action in ("look", "keep second"):
        batch.step(np.array([batch.game.actions.number(action)]))
        views.append(View(batch.game, batch.options, batch.states.copy()))
    return tuple(views)


def test_only_the_seat_that_looks_sees_the_level_cards():
    looks, keeps = showdown()
    player = int(looks.table.active)
    first, second = (LEVEL_NAMES[card] for card in list(looks.record.seats[player].looked)[:2])
    stack = re.compile(r"top of the stack: (.*)$", re.M)
    assert re.search(rf"^   first +{first} +[NEW]+ +\w+", draw_text(looks), re.M)
    assert not {first, second} & set(stack.search(draw_text(looks))[1].split())
    assert re.search(rf"^   keeps +{second} .*\n   puts back {first} ", draw_text(keeps), re.M)
    assert stack.search(draw_text(keeps))[1].split()[0] == first and second not in stack.search(draw_text(keeps))[1].split()
    assert f"keeps {second}<" in draw_svg(view_for(keeps, player)) and f"puts back {first}<" in draw_svg(
        view_for(keeps, player)
    )
    assert "looked at" not in (other := draw_text(view_for(keeps, 1 - player)) + draw_svg(view_for(keeps, 1 - player)))
    assert "puts back" not in other


def test_the_gang_line_shows_all_names_and_the_next_shamandillo_if_there_is_one():
    view = showdown()[0]
    late = changed(view, defeated=[1, 1, 1, 1, 0, 1, 1], num_defeated=6, stack_size=1)
    assert "1 level card left" in draw_text(late) and "next " in draw_text(late)
    svg = draw_svg(late)
    assert all(name in svg for name in ("Dusty", "El Diablo", "Rocky", "Santa Ana", "Smokey", "Snake Eyes"))
    for over in (changed(late, final=Final.WON), changed(late, end=End.OVER), changed(late, final=Final.RUNNING)):
        assert "next " not in draw_text(over) + draw_svg(over)


# --- window


def test_the_window_shows_a_picture_and_closes(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame = pytest.importorskip("pygame")
    picture = draw_pixels(moments(CASES[0])[2])
    window = Window("title")
    window.show(picture, fps=1000)
    shown = pygame.surfarray.array3d(pygame.display.get_surface()).swapaxes(0, 1)
    assert np.array_equal(shown, picture) and pygame.display.get_caption()[0] == "title"
    window.close()
    window.close()
    assert window.closed and not pygame.display.get_init()


def test_the_close_button_closes_the_window_permanently(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame = pytest.importorskip("pygame")
    window = Window()
    window.show(np.zeros((20, 30, 3), np.uint8))
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    window.show(np.zeros((20, 30, 3), np.uint8))
    assert window.closed
    window.show(np.zeros((20, 30, 3), np.uint8))
    assert not pygame.display.get_init()


def test_environments_show_the_last_action():
    env = importlib.import_module("dig_envs.dig_v0").env(render_mode="ansi")
    env.reset(seed=3)
    assert "player_" not in env.render().splitlines()[0]
    agent, action = env.agent_selection, int(env.observe(env.agent_selection)["action_mask"].argmax())
    env.step(action)
    assert f" · {agent}: {game_of('dig_v0').actions.name(action)}" in env.render().splitlines()[0]
    assert env.clone().render() == env.render()
    env.reset(seed=3)
    assert "player_" not in env.render().splitlines()[0]


def test_the_gymnasium_environment_shows_the_learners_last_action():
    env = gymnasium.make("dig_envs/Dig-v0", render_mode="ansi", opponents="greedy", seat=0)
    _, info = env.reset(seed=3)
    action = int(info["action_mask"].argmax())
    env.step(action)
    assert f" · learner: {game_of('dig_v0').actions.name(action)}" in env.render().splitlines()[0]


# --- readable pictures


def test_long_names_and_headlines_are_not_cut():
    names = ("greedy 0", "expert@0.25 1", "Bartholomew III", "search 3", "a model 4")
    view = moments(Case("lets_dig_for_treasure_v0", {"num_players": 5}))[2]
    panels = " ".join(words_of(view_for(view, None, names=names))[-400:])
    assert all(set(name.split()) <= set(panels.split()) for name in names)
    over = next(view for view in moments(Case("dig_dig_v0", {"num_players": 4, "reward": "rank"})) if not view.running)
    ends = view_for(over, None, names=("Ann-Marie Louise", "Bartholomew III", "Christopher R", "Dorothea W."))
    assert ends.result in " ".join(words_of(ends))


def test_dogs_at_one_place_do_not_overlap():
    view = moments(Case("dig_v0", {"num_players": 4}))[0]
    for place in (0, 7):
        picture = draw_svg(changed(view, place=[[place] * 4]))
        found = re.findall(r'<g transform="translate\(([\d.]+) ([\d.]+)\) scale\(0.85\)">', picture)
        spots = [(float(x), float(y)) for x, y in found]
        assert len(spots) == 4
        assert min(math.dist(one, other) for one, other in itertools.combinations(spots, 2)) >= 0.85 * 31


def test_towns_have_numbers_and_land_cards_have_a_legend():
    words = words_of(bandits())
    assert {"town 2", "town 7", "town 12", "town 17", "gold", "wanted", "tech", "stone", "dynamite", "ground"} <= set(words)


def test_standings_show_the_measure_of_the_game():
    cards = moments(Case("dig_dig_v0", {"num_players": 3}))[0]
    assert cards.measure == "cards left" and cards.figures == ("9",) * 3
    assert bandits().measure == "cards in hand" and all(int(figure) > 1 for figure in bandits().figures)
    digs = moments(CASES[0])[-1]
    assert digs.measure == "points" and digs.figures == tuple(f"{points:g}" for points in digs.points)
    for case in CASES:
        view = moments(case)[3]
        assert len(view.figures) == view.options.num_players
        for seat in (0, PUBLIC):
            hidden = view_for(view, seat, state=redealt(view, 0, seed=3))
            assert hidden.figures == view_for(view, seat).figures


# --- libraries


@pytest.mark.parametrize("missing", ["resvg_py", "pygame"])
def test_the_error_names_a_missing_library_and_its_installation(missing, monkeypatch):
    monkeypatch.setitem(sys.modules, missing, None)
    pixels._fonts.cache_clear()
    with pytest.raises(MissingLibraryError, match=rf"{missing} is not installed: pip install .*\[render\]") as caught:
        draw_pixels(moments(CASES[0])[0])
    assert isinstance(caught.value, DigEnvsError) and isinstance(caught.value, ImportError)
    pixels._fonts.cache_clear()


def test_text_and_svg_do_not_load_display_libraries():
    code = (
        "import sys; from dig_envs.core.catalogue import game_of; from dig_envs.render import *;"
        "import dig_envs.render.replay, dig_envs.render.window;"
        "game = game_of('dig_v0'); options = game.parse_options(); view = View(game, options, game.template(options));"
        "draw_svg(view), draw_text(view);"
        "print([name for name in ('pygame', 'resvg_py', 'numba', 'torch', 'matplotlib') if name in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert result.stdout.strip() == "[]", result.stderr


# --- replays


def test_a_replay_contains_every_moment_of_the_game():
    replay = short_game()
    batch = batch_of(Case("dig_v0", {"num_players": 3, "max_turns": 20}), 1, seed=3, deal_again=False)
    for frame in replay.frames[1:]:
        assert frame.player == batch.players[0] and frame.turn == batch.states["table"]["turn"][0] + 1
        batch.step(np.array([batch.game.actions.number(frame.action)]))
    assert batch.players[0] < 0, "the recorded actions must end the game"
    assert replay.frames[-1].points == tuple(batch.points[0]) and replay.rewards == tuple(batch.rewards[0])
    assert replay.names == ("greedy 0", "random", "greedy 2")
    assert replay.result.startswith("Turn limit reached") and replay.result in replay.frames[-1].text


def test_a_recording_is_reproducible_and_can_stop_early():
    bots = [agents.make(name, game="dig_v0", noise=0.2) for name in ("greedy", "random")]
    first, again = (record_game("dig_v0", {}, bots, seed=4, limit=12) for _ in range(2))
    assert first == again and len(first.frames) == 13
    assert first.result == "" and first.rewards == (0.0, 0.0)


def test_the_page_contains_all_frames_and_needs_no_network(tmp_path):
    replay = short_game()
    path = replay.save(tmp_path / "deep" / "game.html")
    page = path.read_text("utf-8")
    data = data_of(page)
    drawn = ["\n".join(data["lines"][line] for line in frame[0]) + "\n" for frame in data["frames"]]
    assert drawn == [frame.svg for frame in replay.frames]
    assert [frame[2] for frame in data["frames"]] == [frame.action for frame in replay.frames]
    assert set(re.findall(r"https?://[^\s\"'\\<]+", page)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<link|@import|url\(|\bsrc=|fetch\(", page)
    assert len(page) < 6000 * len(replay.frames)


def test_html_in_a_name_is_escaped_in_the_page():
    name = "</script><script>alert(1)</script>&"
    page = record_game("dig_v0", {}, [First(name), First(name)], seed=1, limit=2).page()
    assert "<script>alert" not in page
    assert data_of(page)["names"][1] == f"{name} 1"


def test_notebooks_show_the_page_in_a_frame():
    replay = record_game("dig_v0", {}, [agents.make("random", game="dig_v0")] * 2, seed=1, limit=1)
    shown = replay._repr_html_()
    assert shown.startswith("<iframe srcdoc=") and "<main" not in shown
    assert "\n" not in shown and replay.page() in unescape(shown)


def test_invalid_recordings_raise_errors(tmp_path):
    random = agents.make("random", game="dig_v0")
    with pytest.raises(ArgumentError, match="3 seats need 3 agents, not 2"):
        record_game("dig_v0", {"num_players": 3}, [random, random], seed=1)

    class Stubborn(Agent):
        name = "stubborn"

        def act(self, decisions: Decisions) -> np.ndarray:
            return np.array([10])

    with pytest.raises(IllegalActionError, match="not legal now"):
        record_game("dig_v0", {}, [Stubborn(), random], seed=1)
    (tmp_path / "file").write_text("")
    with pytest.raises(ResultsError, match="cannot be written"):
        short_game().save(tmp_path / "file" / "game.html")


# --- the command


@pytest.mark.parametrize("suffix", [".png", ".svg", ".txt", ".html"])
def test_the_command_draws_into_a_file(suffix, tmp_path, monkeypatch):
    out = tmp_path / f"picture{suffix}"
    monkeypatch.setattr(sys, "argv", ["render", "--players", "3", "--decisions", "5", "--seed", "2", "--out", str(out)])
    main()
    start = {".png": b"\x89PNG", ".svg": b"<svg", ".txt": b"DIG", ".html": b"<!doctype html>"}[suffix]
    assert out.read_bytes().startswith(start)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--out", "x.gif"],
        ["--out", "x.svg", "--game", "dgi_v0"],
        ["--out", "x.svg", "--agents", "gredy"],
        ["--out", "x.png", "--zoom", "0"],
    ],
    ids=["suffix", "game", "agent", "zoom"],
)
def test_the_command_rejects_unknown_arguments(arguments, monkeypatch, capsys, folder):
    monkeypatch.setattr(sys, "argv", ["render", "--decisions", "1", *arguments])
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == 2
    assert re.search(r"\.png|dig_v0|greedy|from 0.1 to 10", capsys.readouterr().err.splitlines()[-1])
    assert not list(folder.iterdir())
