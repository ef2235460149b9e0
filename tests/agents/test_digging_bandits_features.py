"""The feature set `expert` of Digging Bandits: what the cards seen amount to."""

import numpy as np
import pytest

from dig_envs.agents.digging_bandits.features import LAYOUT, encode_judgements
from dig_envs.core.compiler.checked_views import view
from tests.support.digging_bandits_positions import Position

TWO = ["land 3", "land 9"]
THREE = ["land 3", "land 4", "land 6"]


def judged(game: Position, seat: int) -> dict[str, np.ndarray]:
    """The features of a seat, decoded."""
    out = np.zeros(LAYOUT.size, np.float32)
    encode_judgements(game.table, game.state.seats[seat], np.int64(seat), view(out))
    assert out.min() >= 0 and out.max() <= 1
    return LAYOUT.decode(out)


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
def test_threats_are_the_odds_that_another_holds_what_wins(hands, threats):
    """Of the WANTED only that of seat 0, JESSE AIMS, is worth anything to seat 1; 35 Draw cards are for hands."""
    seen = judged(Position(hands, places=TWO), 0)["threats"]
    assert seen.tolist() == pytest.approx([*threats, 0.0, 0.0], abs=1e-6)


def test_a_card_that_was_seen_is_a_certain_threat():
    game = Position(["gold, shovel", "outlaw, land wanted willy the kid"], places=TWO, phase="action", active=1)
    game.do("play outlaw", "player +1", "land back")
    assert game.hand(1).startswith("gold")
    assert judged(game, 0)["threats"][0] == 1.0
    assert judged(game, 1)["threats"][0] == 0.0


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
def test_the_prize_is_what_the_own_hand_wins(hand, players, prize):
    game = Position([hand, *[""] * (players - 1)], places=["land 3"] * players)
    assert judged(game, 0)["prize"] == prize


@pytest.mark.parametrize(("pips", "to_town"), [((3, 1), 0), ((4, 4), 1), ((4, 2), 1), ((6, 4), 0)])
def test_a_roll_to_a_town_is_seen_by_who_may_answer_it(pips, to_town):
    game = Position(["", "sheriff"], places=["land 4", "land 9"]).roll(*pips)
    assert game.mover == 1
    assert judged(game, 1)["danger"] == to_town
    assert judged(game, 0)["danger"] == 0


def test_each_cowboy_undoes_what_the_one_before_did():
    game = Position(["outlaw, cowboy", "cowboy, shovel"], places=TWO, phase="action")
    game.do("play outlaw", "player +1", "dig back")
    while game.asks != "outlaw":
        game.do("pass")
    assert game.mover == 1 and judged(game, 1)["stands"] == 1
    game.do("play cowboy")
    assert game.mover == 0 and game.asks == "cowboy"
    assert judged(game, 0)["stands"] == 0
    assert judged(game, 1)["stands"] == 0, "who is not asked learns nothing"


def test_what_an_exchange_of_hands_brings():
    """TECH counts 2, Land cards 4, others but Doodads 1."""
    game = Position(["cowboy, shovel", "cowboy, gold"], places=TWO, tech=[1, 3], draw="train heist", phase="action")
    game.do("pick up")
    while game.asks != "heist":
        game.do("pass")
    wealth = {0: 2 * 1 + 1 + 2, 1: 2 * 3 + 1 + 4}  # seat 0 has picked up a SHOVEL
    for player in (1, 0):
        assert game.asks == "heist" and game.mover == player
        gain = wealth[1 - player] - wealth[player]
        assert judged(game, player)["exchange_gain"] == pytest.approx(0.5 + gain / 40)
        assert judged(game, 1 - player)["exchange_gain"] == 0
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
def test_digging_tells_how_far_down_it_is_worth_going(hand, stack, known, depth):
    game = knowing(Position([hand, ""], places=TWO, land={"land 3": stack}, phase="action"), known)
    assert judged(game, 0)["digging"].tolist() == pytest.approx([depth, 0, 0])


def test_digging_tells_what_the_tools_in_play_lack():
    """Then the stack counts, not what the hand could reach."""
    game = knowing(
        Position(["shovel, pickaxe", ""], places=TWO, land={"land 3": "gold, tech, ground, stone"}, phase="action"), 1
    )
    game.do("play shovel")
    assert judged(game, 0)["digging"].tolist() == pytest.approx([0, 3 / 8, 1 / 4])


def knowing(game: Position, count: int) -> Position:
    """Seat 0 has seen so many cards of land 3 from its top."""
    cells = game._cells("land 3")
    for at in cells[len(cells) - count :]:
        game.state.seats[0].land[at] = game.state.secret.land[at]
        game.table.land_seen[at] = 1
    return game


def test_who_has_taken_shelter_exchanges_nothing_in_a_train_heist():
    game = Position(
        ["cowboy", "gold", "bandit's block"], places=THREE, phase="action", tech=[0, 0, 3], draw="train heist", dig="shovel"
    )
    game.do("pick up")
    assert game.mover == 2
    game.do("play bandit's block")
    assert game.mover == 0 and game.seen(0)["shielded"].tolist() == [0, 0, 1, 0]
    assert judged(game, 0)["exchange_gain"] == pytest.approx(0.5 + (4 - 2) / 40), "the GOLD for the COWBOY and the SHOVEL"
    game = Position(["", "bandit's block, cowboy", ""], places=THREE, phase="action", draw="train heist").do("pick up", "pass")
    assert game.do("play bandit's block").mover == 1 and judged(game, 1)["exchange_gain"] == 0.5


def test_risks_are_the_odds_of_dynamite_and_of_a_card_that_takes_the_hand():
    """Of 46 unseen Draw cards one is GAMBLING, one TRAIN HEIST and two are DUELs; of 48 Land cards three are DYNAMITE."""
    seen = judged(Position(["coin, tnt", ""], places=TWO), 0)
    assert seen["risks"].tolist() == pytest.approx([3 / 48, (1 + 1 + 0.5 * 2) / 46])
