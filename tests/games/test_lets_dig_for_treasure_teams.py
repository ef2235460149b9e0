"""Test team games of Let's Dig for Treasure (LD-15)."""

import pytest

from dig_envs.core.errors import OptionError
from dig_envs.lets_dig_for_treasure import GAME
from tests.support.lets_dig_for_treasure_positions import team_game


@pytest.mark.rule("LD-15")
def test_team_games_need_four_players():
    with pytest.raises(OptionError, match="num_players=4, not 3"):
        GAME.parse_options(teams=True, num_players=3)


@pytest.mark.rule("LD-15")
def test_partners_sit_opposite_and_share_one_pile():
    game = team_game(["milk", "dirt"], dug="cookies", active=2).do("stop")
    assert game.mover == 3 and game.pile(0) == game.pile(2) == "cookies milk" and game.pile(1) == game.pile(3) == "dirt"
    assert game.standings == [8, 1, 8, 1]
    assert game.seen(0)["mine"].tolist() == [1, 0, 1, 0, 0]


@pytest.mark.rule("LD-15", "C-8")
def test_both_partners_get_the_reward_of_their_team():
    game = team_game(["coins", ""], stacks=["dirt", "dirt", "dirt"]).do("dig 1", "stop")
    assert game.rewards == [1, -1, 1, -1]
    tied = team_game(["", "dirt"], stacks=["dirt", "dirt", "dirt"]).do("dig 1", "stop")
    assert tied.rewards == [0, 0, 0, 0]


@pytest.mark.rule("LD-15", "LD-13")
@pytest.mark.parametrize("partner", [0, 2])
def test_new_kid_and_board_games_score_for_either_partner(partner):
    game = team_game(["kid board", ""], new_player=partner, owner=1)
    assert game.standings == [20, 0, 20, 0]
    assert team_game(["kid board", ""], new_player=1, owner=partner).standings == [5, 0, 5, 0]


@pytest.mark.rule("LD-15", "LD-7")
def test_either_partner_may_use_a_dog_of_the_team():
    game = team_game(["dog", ""], active=2, stacks=["skeleton dirt", "dirt", "dirt"]).do("dig 1")
    assert game.legal == ["use dog", "no dog"] and game.do("use dog").unused_dogs(0) == 0


@pytest.mark.rule("LD-15")
@pytest.mark.parametrize("card", ["line", "heirloom"])
def test_a_gift_to_the_partner_stays_in_the_shared_pile(card):
    if card == "line":
        game = team_game(dug="line").do("stop")
    else:
        game = team_game(stacks=["heirloom dirt", "dirt", "dirt"]).do("dig 1")
    assert game.legal == ["choose +1", "choose +2", "choose +3"]
    game.do("choose +2")
    assert game.pile(0) == card and game.pile(1) == ""


@pytest.mark.rule("LD-15", "LD-8")
def test_the_hat_steals_only_from_the_other_team():
    game = team_game(["coins", "milk ark"], dug="hat").do("stop")
    assert game.legal == ["choose +1", "choose +3"]
    game.do("choose +3", "steal milk")
    assert game.pile(0) == "coins milk hat" and game.pile(1) == "covenant"
    assert [game.stolen(seat) for seat in range(4)] == ["milk"] * 4


@pytest.mark.rule("LD-15", "LD-12")
def test_partners_share_their_knowledge():
    game = team_game(stacks=["milk coins ark dirt", "dirt", "dirt"]).look(3, 1)
    assert [game.tops(seat, 1) for seat in range(4)] == ["? ? ?", "milk coins covenant"] * 2
    game.look(1, 1)
    assert game.tops(3, 1) == "milk coins covenant"
    game.look(0, 1)
    assert [game.tops(seat, 1) for seat in range(4)] == ["milk coins covenant", "? ? ?"] * 2
