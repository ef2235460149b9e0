"""Test the feature set `expert` of Digging Bandits against odds and values computed by hand."""

import pytest

from tests.support.digging_bandits_positions import Position

TWO = ["land 3", "land 9"]
THREE = ["land 3", "land 4", "land 6"]


@pytest.mark.parametrize(
    ("hands", "threats"),
    [
        (["", "shovel, coin"], [0.0]),
        (["", "gold"], [1 / 5]),  # one card of five
        (["gold", "land wanted jesse aims"], [0.0]),  # a poster alone wins nothing
        (["land wanted bella moon", "gold, land wanted willy the kid"], [2 / 4]),
        (["", "gold, land wanted jesse aims, draw wanted jesse aims"], [2 / 5 + 2 / 5 * 1 / 35]),
    ],
)
def test_threats_are_the_odds_of_winning_hands(hands, threats):
    """For seat 1 only WANTED cards of seat 0, JESSE AIMS, have a value; 35 unseen Draw cards can be in hands."""
    seen = Position(hands, places=TWO).features()["threats"]
    assert seen.tolist() == pytest.approx([*threats, 0.0, 0.0], abs=1e-6)


def test_a_seen_card_is_a_certain_threat():
    game = Position(["gold, shovel", "outlaw, land wanted willy the kid"], places=TWO, phase="action", active=1)
    game.do("play outlaw", "player +1", "land back")
    assert game.hand(1).startswith("gold")
    assert game.features()["threats"][0] == 1.0
    assert game.features(1)["threats"][0] == 0.0


@pytest.mark.parametrize(
    ("hand", "players", "prize"),
    [
        ("shovel", 2, 0.0),
        ("gold", 2, 1.0),
        ("land wanted john holiday, draw wanted john holiday", 2, 1.0),
        ("land wanted john holiday, draw wanted john holiday", 3, 0.5),
        ("land wanted jesse aims, draw wanted jesse aims", 2, 0.0),  # its own
        ("land wanted john holiday, draw wanted willy the kid", 2, 0.0),
    ],
)
def test_the_prize_is_the_gain_of_the_own_hand(hand, players, prize):
    game = Position([hand, *[""] * (players - 1)], places=["land 3"] * players)
    assert game.features()["prize"] == prize


@pytest.mark.parametrize(("pips", "to_town"), [((3, 1), 0), ((4, 4), 1), ((4, 2), 1), ((6, 4), 0)])
def test_the_seat_that_may_answer_sees_a_roll_to_a_town(pips, to_town):
    game = Position(["", "sheriff"], places=["land 4", "land 9"]).roll(*pips)
    assert game.mover == 1
    assert game.features(1)["danger"] == to_town
    assert game.features()["danger"] == 0


def test_each_cowboy_cancels_the_one_before():
    game = Position(["outlaw, cowboy", "cowboy, shovel"], places=TWO, phase="action")
    game.do("play outlaw", "player +1", "dig back")
    while game.pending != "outlaw":
        game.do("pass")
    assert game.mover == 1 and game.features(1)["stands"] == 1
    game.do("play cowboy")
    assert game.mover == 0 and game.pending == "cowboy"
    assert game.features()["stands"] == 0
    assert game.features(1)["stands"] == 0, "other seats get no information"


def test_the_gain_of_an_exchange_of_hands():
    """TECH counts 2, a Land card 4, a Dig or Draw card 1."""
    game = Position(["cowboy, shovel", "cowboy, gold"], places=TWO, tech=[1, 3], draw="train heist", phase="action")
    game.do("pick up")
    while game.pending != "heist":
        game.do("pass")
    wealth = {0: 2 * 1 + 1 + 2, 1: 2 * 3 + 1 + 4}  # seat 0 has picked up a SHOVEL
    for player in (1, 0):
        assert game.pending == "heist" and game.mover == player
        gain = wealth[1 - player] - wealth[player]
        assert game.features(player)["exchange_gain"] == pytest.approx(0.5 + gain / 40)
        assert game.features(1 - player)["exchange_gain"] == 0
        game.do("pass")


@pytest.mark.parametrize(
    ("hand", "stack", "known", "depth"),
    [
        ("shovel, shovel", "gold, tech, ground", 0, 2 / 8),
        ("shovel, shovel", "gold, tech, ground", 2, 2 / 8),
        ("shovel, shovel", "gold, ground, ground", 2, 0),
        ("shovel, shovel", "gold, dynamite, tech", 2, 1 / 8),
        ("shovel, shovel, cowboy", "gold, tech, dynamite", 2, 2 / 8),
        ("shovel, shovel", "gold, stone", 1, 0),
        ("shovel, shovel, pickaxe", "gold, stone", 1, 2 / 8),
        ("", "gold, tech", 2, 0),
    ],
)
def test_digging_contains_the_useful_depth(hand, stack, known, depth):
    game = after_seeing(Position([hand, ""], places=TWO, land={"land 3": stack}, phase="action"), known)
    assert game.features()["digging"].tolist() == pytest.approx([depth, 0, 0])


def test_digging_contains_the_depth_beyond_the_tools_in_play():
    """With a DIGGING HAND the depth does not depend on the tools in hand."""
    game = after_seeing(
        Position(["shovel, pickaxe", ""], places=TWO, land={"land 3": "gold, tech, ground, stone"}, phase="action"), 1
    )
    game.do("play shovel")
    assert game.features()["digging"].tolist() == pytest.approx([0, 3 / 8, 1 / 4])


def after_seeing(game: Position, count: int) -> Position:
    """Let seat 0 see the top `count` cards of land 3."""
    cells = game._cells("land 3")
    for at in cells[len(cells) - count :]:
        game.state.seats[0].land[at] = game.state.secret.land[at]
        game.table.land_seen[at] = 1
    return game


def test_a_sheltered_player_takes_no_part_in_a_train_heist():
    game = Position(
        ["cowboy", "gold", "bandit's block"], places=THREE, phase="action", tech=[0, 0, 3], draw="train heist", dig="shovel"
    )
    game.do("pick up")
    assert game.mover == 2
    game.do("play bandit's block")
    assert game.mover == 0 and game.seen(0)["shielded"].tolist() == [0, 0, 1, 0]
    assert game.features()["exchange_gain"] == pytest.approx(0.5 + (4 - 2) / 40), "the GOLD for the COWBOY and the SHOVEL"
    game = Position(["", "bandit's block, cowboy", ""], places=THREE, phase="action", draw="train heist").do("pick up", "pass")
    assert game.do("play bandit's block").mover == 1 and game.features(1)["exchange_gain"] == 0.5


def test_risks_are_the_odds_of_dynamite_and_of_losing_the_hand():
    """Of 46 unseen Draw cards one is GAMBLING, one TRAIN HEIST and two are DUELs; of 48 Land cards three are DYNAMITE."""
    seen = Position(["coin, tnt", ""], places=TWO).features()
    assert seen["risks"].tolist() == pytest.approx([3 / 48, (1 + 1 + 0.5 * 2) / 46])
