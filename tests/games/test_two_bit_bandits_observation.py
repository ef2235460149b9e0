"""Test the observations of 2-Bit Bandits: facts, recounts and rule arithmetic. The map is relative to the observer's pawn."""

import numpy as np
import pytest

import dig_envs
from dig_envs.core.layout import Kind
from dig_envs.two_bit_bandits import GAME
from dig_envs.two_bit_bandits.card_set import SHIPPED, load_cards
from dig_envs.two_bit_bandits.components import ENCOUNTER_NAMES, LEVEL_NAMES, PICKUP_WORDS, SHAMANDILLOS
from dig_envs.two_bit_bandits.observation import ALIKE
from tests.support.two_bit_bandits_positions import Position, in_stage

STAGES = ["saloon", "wagon", "oasis", "camp", "village", "fort", "hideout", "owned wagon"]
ENCOUNTERS = ["barrel", "heart", "tumble bomb", "spikes", "beezard", "dune bug", "dust devil", "fireantula", "golem",
              "prickly bear", "reaper", "elemental"]  # fmt: skip
IN_REACH, OPEN, DONE = 1, pytest.approx(2 / 3), pytest.approx(1 / 3)


def cell(cells: float) -> float:
    return pytest.approx((24 + cells) / 48)


def stages_of(card: np.ndarray, first: int = 2) -> list[dict[str, float]]:
    """Return the nonzero values by kind of stage for the trunk and the two spurs of a level card."""
    rows = card[first : first + 24].reshape(3, 8)
    return [{STAGES[kind]: row[kind] for kind in np.flatnonzero(row)} for row in rows]


def encounters_of(path: np.ndarray) -> set[str]:
    return {ENCOUNTERS[kind] for kind in np.flatnonzero(path[: len(ENCOUNTERS)])}


@pytest.mark.parametrize("length", ["easy", "standard", "epic"])
def test_the_observation_has_no_features_and_one_layout_for_all_tables(length):
    layouts = {GAME.layout(GAME.parse_options(num_players=n, length=length)) for n in (1, 2, 3, 4)}
    (layout,) = layouts
    assert {block.kind for block in layout} == {Kind.FACT, Kind.RECOUNT, Kind.ARITHMETIC}


def test_level_cards_listed_as_alike_have_the_same_face():
    faces = load_cards(SHIPPED)
    for cards in ALIKE.values():
        for part in ("stages", "exits"):
            assert len({faces[part][card].tobytes() for card in cards}) == 1


# --- the map


@pytest.mark.rule("TB-8", "TB-9", "TB-10")
def test_the_map_shows_kind_and_openness_of_stages():
    seen = Position(cards=["N8 0N", "H1 0E"]).seen(0)["map"]
    assert stages_of(seen[0]) == [{}, {"saloon": IN_REACH}, {}]
    assert stages_of(seen[1]) == [{"oasis": IN_REACH}, {"camp": OPEN}, {}], "the camp is behind the oasis"
    assert stages_of(seen[2]) == [{"hideout": IN_REACH}, {}, {}]
    assert not seen[3:].any()
    seen = Position(cards=["N8 0N"], done=["1.1"]).seen(0)["map"]
    assert stages_of(seen[1]) == [{"oasis": DONE}, {"camp": IN_REACH}, {}]


@pytest.mark.rule("TB-10")
def test_the_map_shows_the_owner_of_a_wagon():
    game = Position(cards=["N2 0N"], done=["1.1"], num_players=3)  # the wagon of Pancho Vanilla, seat 0
    for seat, openness in ((0, IN_REACH), (1, OPEN), (2, OPEN)):
        card = game.seen(seat)["map"][1]
        assert stages_of(card)[1] == {"owned wagon": openness}
        assert card[26:30].tolist() == np.eye(4)[-seat % 3].tolist(), "seats are clockwise from the observer"
    nobodys = Position(cards=["N5 0N"], num_players=3).seen(1)["map"][1]
    assert nobodys[26:30].tolist() == [0, 0, 0, 1]


@pytest.mark.rule("TB-9")
def test_the_map_shows_the_openness_of_each_side_of_a_card():
    game = Position(cards=["N8 0N", "N1 0E", "N1 1N"])  # N8 leads north and east, N1 north
    seen = game.seen(0)["map"]
    assert seen[0][30:34] == pytest.approx([1 / 2, 1 / 2, 1, 1]), "cards lie north and east of Stone Ridge"
    assert seen[1][30:34] == pytest.approx([1 / 2, 3 / 4, 1 / 2, 0]), "its oasis blocks the path"
    assert seen[2][30:34] == pytest.approx([0, 3 / 4, 0, 1 / 2])
    entries = [card[34:38].tolist() for card in seen[:3]]
    assert entries == [[0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    blocked = Position(cards=["N6 0N", "N1 0E", "N1 2E", "N8 1E"], done=["1.1"]).seen(0)["map"]
    assert blocked[1][31] == 1 / 2 and blocked[4][31] == 3 / 4
    assert Position(cards=["N6 0N", "N9 0E", "N8 2N"]).seen(0)["map"][1][31] == 1 / 4, (
        "the neighbouring card has no exit on this side"
    )


def test_the_map_is_relative_to_the_observers_pawn():
    game = Position(cards=["N8 0N", "N8 0E"], scenes=["heart"] * 3).do("stage 1.1")
    mine, others = game.seen(0), game.seen(1)
    assert [card[:2].tolist() for card in mine["map"][:3]] == [[cell(0), cell(1)], [cell(0), cell(0)], [cell(1), cell(1)]]
    assert [card[:2].tolist() for card in others["map"][:3]] == [[cell(0), cell(0)], [cell(0), cell(-1)], [cell(1), cell(0)]]


def test_an_observation_shows_the_stage_of_each_pawn():
    game = Position(cards=["N8 0N"], done=["1.1"], scenes=["heart"] * 3).do("stage 1.2")
    mine, others = game.seen(0), game.seen(1)
    assert mine["pawns"][:2].tolist() == [[cell(0), cell(0), 0, 1, 0], [cell(0), cell(1), 1, 0, 0]]
    assert others["pawns"][:2].tolist() == [[cell(0), cell(0), 1, 0, 0], [cell(0), cell(-1), 0, 1, 0]]
    assert not mine["pawns"][2:].any()
    assert mine["came_from"].tolist() == [cell(0), cell(1), 1, 0, 0] and others["came_from"].tolist()[1] == cell(0)


def test_an_observation_shows_the_good_guy_of_the_observer():
    game = Position(num_players=3)
    assert [game.seen(seat)["good_guy"].tolist() for seat in range(3)] == np.eye(4)[:3].tolist(), "seat k has Good Guy k (TB-7)"


# --- level cards


@pytest.mark.rule("TB-8", "C-6")
def test_only_seats_that_know_level_cards_in_hand_or_on_the_stack_see_them():
    game = Position(cards=["N5 0E"], stack="N1 H6 N8").do("look", "keep second")
    kept, other, top = game.seen(0)["my_cards"]
    assert stages_of(kept, 0) == [{"hideout": 1}, {}, {}] and kept[28:].tolist() == [1, 1, 0, 0]
    assert stages_of(other, 0) == [{"oasis": 1}, {"wagon": 1}, {}] and other[28:].tolist() == [1, 0, 0, 0]
    assert not top.any() and game.seen(0)["second"] == 1
    game.do("lay 0 south")
    assert stages_of(game.seen(0)["my_cards"][2], 0) == [{"oasis": 1}, {"wagon": 1}, {}], (
        "the returned card is the top of the stack"
    )
    assert not game.seen(1)["my_cards"].any()
    assert game.seen(0)["may_know"].tolist()[:2] == [[1, 0], [0, 0]]
    assert game.seen(1)["may_know"].tolist()[:2] == [[0, 0], [1, 1]]


@pytest.mark.rule("TB-8", "C-6")
def test_unseen_level_cards_exclude_cards_on_the_map_and_known_cards():
    game = Position(cards=["N2 0N", "N5 0E"], stack="N1 H6 N8", num_players=3)
    before = game.seen(0)
    unseen = [LEVEL_NAMES[1 + k] for k in np.flatnonzero(before["levels_unseen"])]
    assert set(LEVEL_NAMES[1:]) - set(unseen) == {"N2", "N5"}
    counts = before["stages_unseen"] * 69
    assert counts == pytest.approx([0, 6, 7, 7, 6, 4, 6, 0, 1, 1, 0]), "the wagons of Pancho and of Pete are on the map"
    game.do("look")
    mine, others = game.seen(0), game.seen(1)
    assert set(unseen) - {LEVEL_NAMES[1 + k] for k in np.flatnonzero(mine["levels_unseen"])} == {"N1", "H6"}
    assert mine["stages_unseen"] * 69 == pytest.approx([0, 5, 6, 7, 6, 4, 5, 0, 1, 1, 0])
    assert others["levels_unseen"].tolist() == before["levels_unseen"].tolist()
    assert others["stages_unseen"] * 69 == pytest.approx([0, 6, 7, 7, 6, 4, 6, 1, 1, 0, 0]), (
        "wagons by seats clockwise from the observer"
    )


# --- the stage in play


def test_the_row_shows_every_path_of_its_scene_cards():
    game = Position(cards=["N8 0N"], scenes=["heart", "elemental golem"])
    game.table.faces.scenes[0][3][0] = ENCOUNTER_NAMES.index("barrel")
    row = game.do("stage 1.1", rolls=[4, 1]).seen(1)["row"]
    assert [encounters_of(path) for path in row[0]] == [{"heart"}] * 3 + [{"barrel"}] + [{"heart"}] * 2
    assert [encounters_of(path) for path in row[1]] == [{"golem", "elemental"}] * 6
    assert not row[2:].any() and not row[:, :, -1].any()
    row = game.do("die 4").seen(0)["row"]
    assert row[0, :, -1].tolist() == [0, 0, 0, 1, 0, 0] and not row[1, :, -1].any(), "the die selects the fourth path"


def test_an_observation_shows_the_kind_of_the_stage_in_play():
    assert STAGES[in_stage("heart; heart", hideout=True).seen(1)["stage"].argmax()] == "hideout"
    wagon = Position(cards=["N6 0N"], deck="pie beer").do("stage 1.1").seen(0)
    assert STAGES[wagon["stage"].argmax()] == "wagon" and wagon["then"].tolist() == [0, 1, 0, 0, 0]
    assert not Position().seen(0)["stage"].any()


@pytest.mark.rule("TB-18")
def test_an_observation_shows_damage_due_and_the_next_phase():
    game = in_stage("spikes; heart", pickups=["potion feather"], health=[2, 8]).do("go on", rolls=[4])
    assert game.seen(1)["due"] * 11 == pytest.approx([2]) and game.seen(1)["then"].tolist() == [1, 0, 0, 0, 0]
    game = in_stage("battle golem; heart", pickups=["potion feather"], health=[1, 8], defeated=1).do(
        "go on", "go on", rolls=[0, 0]
    )
    assert game.seen(0)["then"].tolist() == [0, 0, 1, 0, 0]


@pytest.mark.rule("TB-24")
def test_an_observation_shows_dice_in_order_and_counts_rerollable_dice_by_value():
    game = in_stage("battle Golem; heart", pickups=["horseshoe"], defeated=2, rolls=[8, 0, 0])
    dice, free = game.seen(0)["dice"], game.seen(0)["free_dice"]
    assert dice[:3, 0] == pytest.approx([0.9, 0.1, 0.1]) and not dice[3:].any() and not dice[:, 1].any()
    assert free[0, [0, 8]] * 11 == pytest.approx([2, 1])
    game.do("reroll black 0", rolls=[8])
    dice, free = game.seen(0)["dice"], game.seen(0)["free_dice"]
    assert dice[:3].tolist() == [[pytest.approx(0.9), 0], [pytest.approx(0.9), 1], [pytest.approx(0.1), 0]]
    assert free[0, [0, 8]] * 11 == pytest.approx([1, 1])


# --- points, decks, the card set


@pytest.mark.parametrize("points", [0, 50, 1234, 65535, 65536, 1_000_000])
def test_points_never_saturate(points):
    game = Position(points=[points, 50])
    low, high = game.seen(1)["points"][1] * np.array([65536, 32768])
    assert low + 65536 * high == points
    assert game.seen(1)["ahead"].tolist() == [0.5, (points >= 50) * 0.5 + (points > 50) * 0.5, 0, 0]


@pytest.mark.rule("TB-34")
def test_an_observation_counts_the_remaining_deck_cards_by_kind():
    game = Position(cards=["N8 0N"], pickups=["star tuba", "beer"])
    unseen = game.seen(0)["pickups_unseen"] * 32
    expected = [3.0] * 10
    for word, left in (("star", 2), ("tuba", 2), ("beer", 4)):
        expected[PICKUP_WORDS.index(word)] = left
    assert unseen.tolist() == expected
    before = game.seen(0)["encounters_unseen"] * 972
    assert before.sum() == pytest.approx(54 * 6)
    game.do("stage 1.1")
    gone = np.zeros(18)
    for card in game.row:
        for path in range(6):
            gone[game.table.faces.scenes[card][path][0] - 1] += 1
    assert before - game.seen(0)["encounters_unseen"] * 972 == pytest.approx(gone, abs=1e-3)


@pytest.mark.rule("TB-3", "TB-21", "TB-23")
@pytest.mark.parametrize(
    ("old", "new", "block"),
    [
        ('name = "Rocky"\nhealth_per_level = 4', 'name = "Rocky"\nhealth_per_level = 9', "boss_health"),
        ("\npoints = 50", "\npoints = 70", "minion_points"),
        ("copies = 5", "copies = 4", "pickups_unseen"),
        ('["barrel"]', '["heart"]', "encounters_unseen"),
        ('trunk = "fort"', 'trunk = "camp"', "stages_unseen"),
    ],
)
def test_different_card_sets_have_different_first_observations(tmp_path, old, new, block):
    text = SHIPPED.read_text()
    assert old in text
    file = tmp_path / "set.toml"
    file.write_text(text.replace(old, new, 1))
    ours, other = (dig_envs.batch("two_bit_bandits_v0", num_tables=1, seed=1, **cards) for cards in ({}, {"cards": str(file)}))
    ours, other = ours.layout.decode(ours.observations[0]), other.layout.decode(other.observations[0])
    assert (ours[block] != other[block]).any()


def test_a_card_set_with_several_encounters_on_a_path_has_an_extra_block(tmp_path):
    file = tmp_path / "set.toml"
    file.write_text(SHIPPED.read_text().replace('["barrel"]', '["barrel", "elemental Golem", "heart"]'))
    longer = GAME.layout(GAME.parse_options(cards=str(file)))
    assert "more_encounters" in longer.starts and "more_encounters" not in GAME.layout(GAME.parse_options()).starts
    game = Position(cards=["N8 0N"], cards_file=str(file)).do("stage 1.1")
    seen = game.seen(0)
    for k, card in enumerate(game.row):
        for path in range(6):
            expected = game.table.faces.scenes[card][path][0] == ENCOUNTER_NAMES.index("barrel")
            more = [encounters_of(seen["more_encounters"][at, k, path]) for at in (0, 1)]
            assert more == ([{"golem", "elemental"}, {"heart"}] if expected else [set(), set()])


def test_an_observation_shows_the_shamandillo_once_it_is_seen():
    game = in_stage("heart; heart", hideout=True, boss="Rocky", pickups=["pie"], health=[1, 8]).do("go on", "go on")
    assert not game.seen(1)["boss"].any()
    game.table.health[0] = 7
    game.do("go on")
    assert SHAMANDILLOS[game.seen(1)["boss"].argmax()] == "Rocky" and game.seen(1)["foe"].argmax() == 7 + 2
