"""The reasons why main actions are impossible: each is given exactly where the rules forbid the actions."""

import random
import re

import pytest

from dig_envs.render.view import PUBLIC, View, module_of
from dig_envs.render.wording import MOST_REASONS, impossible_actions
from tests.support.catalogue import Case
from tests.support.play_tables import latest_message, legal, people_table
from tests.support.two_bit_bandits_positions import in_stage

# The names of the actions, by the words of each kind of action.
KINDS = {
    "dig_v0": {"dig": "dig", "drop bones": "drop", "move forward": r"move \d", "end the turn": "end"},
    "dig_dig_v0": {
        "play a number": r"play \d+( x\d)?",
        "play a power card": "play (boom|limbo|drop|ninja)",
        "pick up the pile": "pick up",
    },
    "lets_dig_for_treasure_v0": {"stop": "stop", **{f"dig in stack {n}": f"dig {n}" for n in (1, 2, 3)}},
    "digging_bandits_v0": {
        "roll": "roll",
        "pay the toll": "pay",
        "cash in the GOLD": "cash in",
        "turn in a WANTED pair": "turn in .*",
        "dig": "play (shovel|pickaxe|wheelbarrow|mining site|saving spoon)",
        "play a Draw card": "play (trade|lasso|outlaw|bridge)",
        "pick up": "pick up",
        "end the turn": "end turn",
    },
    "two_bit_bandits_v0": {
        "look at level cards": "look",
        "back out": "back out",
        "restore health": "boost .*",
        "swap the pickups": "switch",
    },
}
# The question of a main decision, and the kinds that each of these decisions speaks of.
MAIN = {
    "dig_v0": ("Move, dig", ["dig", "drop bones", "move forward", "end the turn"]),
    "dig_dig_v0": ("Which cards do you play from", ["play a number", "play a power card", "pick up the pile"]),
    "lets_dig_for_treasure_v0": ("Which stack|Keep digging", ["stop", "dig in stack 1", "dig in stack 2", "dig in stack 3"]),
    "digging_bandits_v0": ("Dig, play", ["dig", "play a Draw card", "pick up", "end the turn"]),
    "two_bit_bandits_v0": (".* is next. Prepare", ["back out", "swap the pickups"]),
}
CASES = [
    *(Case(game, {"num_players": 2}) for game in KINDS),
    Case("two_bit_bandits_v0", {"num_players": 1}),
    Case("digging_bandits_v0", {"num_players": 4, "teams": True}),
    Case("digging_bandits_v0", {"num_players": 3, "quick_play": True}),
]


def reasons(view: View) -> dict[str, str]:
    return module_of(view.game, "impossible").reasons(view)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_reason_is_given_exactly_where_no_action_of_the_kind_is_legal(case):
    generator, seen = random.Random(case.id), set()
    question, main = MAIN[case.game]
    for seed in range(2):
        table = people_table(case, seed, 60)
        for _ in range(250):
            if table.over:
                break
            view = table.view(table.mover)
            found, names = reasons(view), [table.game.actions.name(action) for action in legal(table)]
            for kind, reason in found.items():
                possible = any(re.fullmatch(KINDS[case.game][kind], name) for name in names)
                assert possible != bool(reason), (kind, reason, names)
            if re.match(question, table.wording.question(view)):
                assert [kind for kind in found if kind in main] == main
            seen |= {kind for kind, reason in found.items() if reason}
            table._step(generator.choice(legal(table)))
    assert seen >= set(main) - {"dig in stack 1", "dig in stack 2", "dig in stack 3", "pick up"}


@pytest.mark.parametrize("game", KINDS)
def test_the_message_names_reasons_to_the_seat_that_decides_alone(game):
    table, generator = people_table(Case(game, {"num_players": 2}), seed=8), random.Random(1)
    while not impossible_actions(table.view(table.mover)):
        table._step(generator.choice(legal(table)))
    mover = table.mover
    sentences = latest_message(table, mover)["impossible"]
    assert 1 <= len(sentences) <= MOST_REASONS and all(re.fullmatch("You cannot .*: .*[.]", each) for each in sentences)
    assert not latest_message(table, 1 - mover)["impossible"] and not latest_message(table, PUBLIC)["impossible"]


def test_health_cannot_be_restored_at_full_health_or_without_a_pickup():
    game = in_stage("heart; heart", pickups=["star beer"], health=[8])
    view = View(game.game, game.options, game._bytes, seat=game.mover)
    assert "You cannot restore health: you have full health." in impossible_actions(view)
