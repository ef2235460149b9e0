"""Test card sets of 2-Bit Bandits: a user's file replaces the shipped cards, and error messages name the faulty line."""

from pathlib import Path

import numpy as np
import pytest

import dig_envs
from dig_envs.core.errors import OptionError
from dig_envs.two_bit_bandits.card_set import SHIPPED, load_cards, shipped_cards

TEXT = SHIPPED.read_text()


def written(tmp_path, old: str = "", new: str = "", count: int = 1) -> str:
    """Write a copy of the shipped card set with one change, and return its path."""
    assert old in TEXT
    file = tmp_path / "set.toml"
    file.write_text(TEXT.replace(old, new, count))
    return str(file)


def line_of(words: str) -> int:
    """Return the line number of the first occurrence of words in the shipped card set."""
    return TEXT[: TEXT.index(words)].count("\n") + 1


@pytest.mark.rule("TB-3")
def test_the_option_cards_uses_the_card_set_of_a_file(tmp_path):
    assert load_cards(written(tmp_path)).tobytes() == shipped_cards().tobytes()
    path = written(tmp_path, 'name = "Rocky"\nhealth_per_level = 4', 'name = "Rocky"\nhealth_per_level = 9')
    batch = dig_envs.batch("two_bit_bandits_v0", num_tables=2, seed=1, cards=path)
    assert batch.states["table"]["faces"]["boss_health"][:, 2].tolist() == [9, 9]
    same = dig_envs.batch("two_bit_bandits_v0", num_tables=2, seed=1, cards=Path(path))
    assert same.states.tobytes() == batch.states.tobytes()
    other = dig_envs.batch("two_bit_bandits_v0", num_tables=2, seed=1)
    assert other.states["table"]["faces"]["boss_health"][:, 2].tolist() == [4, 4]


@pytest.mark.rule("TB-3")
def test_games_with_other_cards_are_sound(tmp_path):
    """The card set has fewer scene cards and pickups, several encounters on a path, and saloons as trunks."""
    text = TEXT.replace('["barrel"]', '["barrel", "elemental golem", "Tumble Bomb"]').replace("copies = 3", "copies = 1")
    text = text.replace('trunk = "oasis"', 'trunk = "saloon"', 2)
    cut = text.split("[[scene]]")
    file = tmp_path / "set.toml"
    file.write_text("[[scene]]".join(cut[:9]))
    batch = dig_envs.batch("two_bit_bandits_v0", num_tables=64, seed=3, num_players=4, length="easy", cards=str(file))
    generator = np.random.default_rng(0)
    found = np.zeros(64, np.int64)
    for _ in range(1200):
        batch.step((batch.masks * generator.random(batch.masks.shape)).argmax(axis=1))
        batch.engine.check_states(batch._states, found)
        assert not found.any() and batch.observations.max() <= 1.0


@pytest.mark.rule("TB-3")
@pytest.mark.parametrize(
    ("old", "new", "where", "fault"),
    [
        ('trunk = "oasis"', 'trunk = "oasys"', 'trunk = "oasis"', r'"oasys" is unknown; did you mean "oasis"'),
        ('exits = "WN"', 'exits = "WS"', 'exits = "WN"', r'exits must be letters of "NEW", not "WS"'),
        ('spurs = ["camp", "village"]', 'spurs = ["camp", "camp", "camp"]', 'spurs = ["camp", "village"]', "at most 2 spurs"),
        ('trunk = "hideout"\nspurs = []', 'trunk = "hideout"\nspurs = ["hideout"]', 'trunk = "hideout"', "at most one hideout"),
        ("copies = 3", "copies = true", "copies = 3", "a whole number, not True"),
        ("copies = 5", "copies = 25", "copies = 3", "10 to 32 pickups, not 52"),
        ('name = "Golem"', 'name = "Reaper"', 'name = "Reaper"', '"Reaper" occurs twice'),
        ("health_per_level = 4", "health_per_level = 0", "health_per_level = 4", "from 1 to 9, not 0"),
        ("points = 50\n", "", 'name = "Beezard"', '"points" is missing'),
        ("copies = 3", "copies = 3\ncopys = 3", "copies = 3", '"copys" is unknown; did you mean "copies"'),
        ('    ["barrel"],\n', "", "paths = [", "has 6 paths, not 5"),
        ('["heart"]', "[]", "paths = [", "path 2 is a list of 1 to 3 encounters"),
        ('"elemental Golem"', '"elemental Gollum"', "paths = [", 'did you mean "elemental Golem"'),
        ('trunk = "hideout"', 'trunk = "oasis"', 'name = "Stone Ridge"', "17 level cards without and 6 with a hideout; here 5"),
    ],
)
def test_an_error_message_names_the_faulty_line(tmp_path, old, new, where, fault):
    with pytest.raises(OptionError, match=rf"set\.toml, line \d+: .*{fault}") as error:
        dig_envs.env("two_bit_bandits_v0", cards=written(tmp_path, old, new))
    line = int(str(error.value).split("line ")[1].split(":")[0])
    assert abs(line - line_of(where)) <= 1


@pytest.mark.rule("TB-3")
def test_invalid_toml_and_missing_files_are_refused(tmp_path):
    with pytest.raises(OptionError, match="line 3"):
        load_cards(written(tmp_path, TEXT, "\n\nno toml"))
    with pytest.raises(OptionError, match="null byte"):
        load_cards("set\0.toml")
    with pytest.raises(OptionError, match="No such file"):
        dig_envs.env("two_bit_bandits_v0", cards=str(tmp_path / "nowhere.toml"))


def test_a_byte_order_mark_is_accepted_and_an_unknown_table_is_refused(tmp_path):
    file = tmp_path / "set.toml"
    file.write_text(TEXT, "utf-8-sig")
    assert load_cards(file).tobytes() == shipped_cards().tobytes()
    file.write_text(TEXT.replace("\n[[scene]]", "\n[[scenes]]", 1))
    with pytest.raises(OptionError, match='"scenes" is unknown; did you mean "scene"'):
        load_cards(file)


def test_the_identity_of_options_depends_on_the_content_of_the_card_set(tmp_path):
    game = dig_envs.game_of("two_bit_bandits_v0")
    one, copy = tmp_path / "one.toml", tmp_path / "copy.toml"
    for path in (one, copy):
        path.write_text(TEXT)
    first = game.parse_options(cards=str(one)).identity
    assert first == game.parse_options(cards=str(copy)).identity != game.parse_options().identity
    one.write_text(TEXT.replace('["heart"]', '["barrel"]', 1))
    assert game.parse_options(cards=str(one)).identity != first


@pytest.mark.rule("TB-3", "TB-4")
@pytest.mark.parametrize(("option", "value"), [("max_health", 5), ("max_health", 13), ("length", "epik")])
def test_options_out_of_range_are_refused(option, value):
    with pytest.raises(OptionError):
        dig_envs.env("two_bit_bandits_v0", **{option: value})
