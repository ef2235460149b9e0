"""The questions, and the parts of the picture that an action marks, in positions that few games reach."""

import random

import pytest

from dig_envs.core.catalogue import games
from dig_envs.render.tense import PAST, in_the_past
from dig_envs.render.view import PUBLIC, View, module_of
from tests.support import lets_dig_for_treasure_positions as lets_dig
from tests.support import two_bit_bandits_positions as two_bit
from tests.support.catalogue import Case
from tests.support.play_tables import latest_message, legal, people_table
from tests.support.position import GamePosition


def view_of(game: GamePosition) -> View:
    return View(game.game, game.options, game._bytes, seat=game.mover)


def question(game: GamePosition) -> str:
    return module_of(game.game, "wording").question(view_of(game))


def targets(game: GamePosition, action: str) -> tuple[str, ...]:
    return module_of(game.game, "wording").ACTIONS.targets(view_of(game), game.game.actions.number(action))


@pytest.mark.parametrize(("teams", "victims"), [(False, [1]), (True, [1, 3])])
def test_stealing_marks_the_pile_of_the_chosen_player_only(teams, victims):
    piles = ["", "coins"] if teams else ["", "coins", "coins"]
    game = lets_dig.Position(piles, stacks=["hat dirt", "dirt dirt", "dirt dirt"], teams=teams)
    game.do("dig 1", "stop")
    game.do(next(action for action in game.legal if action.startswith("choose")))
    (steal,) = [action for action in game.legal if action.startswith("steal")]
    assert targets(game, steal) == tuple(f"pile-{p}-{lets_dig.kind_named('coins')}" for p in victims)


def test_before_the_battle_of_a_hideout_the_question_names_the_battle():
    game = two_bit.in_stage("heart; heart", hideout=True, pickups=["star beer"])
    while "scene" in question(game).lower():
        game.do("go on")
    assert question(game).startswith("The battle is next") and targets(game, "go on") == ()


def test_a_pickup_in_the_stored_slot_is_marked_there():
    game = two_bit.in_stage("heart; heart", hideout=True, defeated=3, pickups=["star beer"], health=[3])
    assert targets(game, "skip") == ("slot-0-0",)
    assert targets(game, "drink") == ("slot-0-1",)


@pytest.mark.parametrize("game", games())
def test_a_log_speaks_in_the_past_tense_and_counts_turns(game):
    table, generator = people_table(Case(game, {"num_players": 2}), seed=8), random.Random(game)
    labels, words = set(), table.wording.ACTIONS
    while not table.over:
        labels |= {words.label(table.view(table.mover), action).removeprefix("only ") for action in legal(table)}
        table._step(generator.choice(legal(table)))
    assert {label.partition(" ")[0] for label in labels} <= PAST.keys()
    assert in_the_past("stay and owe the toll") == "stayed and owed the toll"
    lines = table.histories[0].log
    turns = [line.turn for line in lines]
    assert turns == sorted(turns) and turns[-1] > turns[0] >= 1
    first = {line.words.partition(" ")[0].rstrip(":") for line in lines if line.seat is not None}
    assert not first & PAST.keys() - {"put", "set"}


def test_a_battle_that_has_not_begun_has_all_its_enemies():
    game = two_bit.in_stage("battle golem; heart", pickups=["star beer"]).do("go on")
    assert view_of(game).table.foe >= 0 and not view_of(game).table.rounds and not view_of(game).table.foe_health
    shown = module_of(game.game, "drawing").svg(view_of(game)) + module_of(game.game, "narrow_drawing").svg(view_of(game))
    assert "round 0" not in shown + module_of(game.game, "drawing").text(view_of(game)) and "0 left" not in shown


@pytest.mark.parametrize("game", ["dig_dig_v0", "digging_bandits_v0"])
def test_an_only_action_is_forced_unless_the_question_is_secret(game):
    table, generator, found = people_table(Case(game, {"num_players": 2}), seed=8), random.Random(game), set()
    while not table.over:
        message = latest_message(table, table.mover)
        secret = not table.wording.may_be_shown(table.view(PUBLIC))
        assert message["forced"] == (len(message["choices"]) == 1 and not secret)
        assert not latest_message(table, 1 - table.mover)["forced"]
        found.add((message["forced"], secret))
        table._step(generator.choice(legal(table)))
    assert {(True, False), (False, False)} <= found and ((False, True) in found) == (game == "digging_bandits_v0")


PROGRESS = {
    "dig_v0": "18 bones in the yard",
    "dig_dig_v0": "2 of 2 players in, 0 in the deck",
    "lets_dig_for_treasure_v0": "22 cards in the smallest stack",
    "digging_bandits_v0": "2 of 2 bandits in the game",
    "two_bit_bandits_v0": "0 of 7 Shamandillos defeated",
}


@pytest.mark.parametrize("game", PROGRESS)
def test_progress_counts_what_ends_the_game(game):
    table, generator = people_table(Case(game, {"num_players": 2}), 3, 200), random.Random(1)
    for _ in range(60):
        table._step(generator.choice(legal(table)))
    assert latest_message(table, 0)["progress"] == PROGRESS[game]


def test_an_answer_in_the_turn_of_another_seat_is_no_turn():
    table, generator, seen = people_table(Case("digging_bandits_v0", {"num_players": 3}), 3, 200), random.Random(1), set()
    while len(seen) < 2:
        if table.mover == 0:
            status = latest_message(table, 0)["status"]
            assert status == ("Your turn" if table.view(0).table.active == 0 else "Your decision")
            seen.add(status)
        table._step(generator.choice(legal(table)))
