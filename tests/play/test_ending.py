"""The end of a game: ranking and facts, as each viewer knows them, and the review of a seat's decisions."""

import random
from dataclasses import dataclass

import pytest

from dig_envs.core.agent import Candidate
from dig_envs.core.catalogue import game_of
from dig_envs.play.ending import ending, ranking
from dig_envs.play.review import MIN_LOSS, review
from dig_envs.render.view import PUBLIC
from tests.support.catalogue import Case
from tests.support.play_tables import legal, people_table


def finished(case: Case, seed: int, turns: int = 20):
    generator = random.Random(seed)
    table = people_table(case, seed, turns)
    while not table.over:
        table._step(generator.choice(legal(table)))
    return table


@pytest.mark.parametrize("game", ["dig_v0", "lets_dig_for_treasure_v0", "digging_bandits_v0"])
def test_every_viewer_gets_ranking_and_facts(game):
    table = finished(Case(game, {"num_players": 3}), 4)
    for viewer in (0, PUBLIC):
        found = ending(table.record(), viewer)
        assert sorted(row["seat"] for row in found["ranking"]) == [0, 1, 2]
        assert found["ranking"] == ranking(table.view(viewer)) and found["ranking"][0]["place"] == 1
        last = table.histories[viewer].log[-1]
        assert found["facts"][-1] == f"The game ended with {last.text(viewer, table.names)}."


def test_the_largest_swing_and_the_last_lead_are_those_of_the_log():
    table = finished(Case("dig_v0", {}), 11, 60)
    views = [table.view(PUBLIC)]
    facts = " ".join(ending(table.record(), PUBLIC)["facts"])
    points = sorted(views[0].points, reverse=True)
    if points[0] > points[1]:
        assert f"finished {points[0] - points[1]:g} point" in facts and "led for good from line" in facts
    number = int(facts.partition("in line ")[2].split()[0])
    line = table.histories[PUBLIC].log[number - 1]
    assert f"({line.text(PUBLIC, table.names)})" in facts and "point" in line.words


def test_equal_results_share_a_place_and_partners_too():
    table = people_table(Case("lets_dig_for_treasure_v0", {"num_players": 4, "teams": True}), 1)
    assert [row["place"] for row in ranking(table.view(PUBLIC))] == [1, 1, 1, 1]


@dataclass(frozen=True)
class Mean:
    value: float


@dataclass(frozen=True)
class FakeLoss:
    best: int
    loss: Mean
    is_certain: bool
    candidates: tuple[Candidate, ...] = ()


def test_a_review_lists_the_largest_certain_losses_first():
    table = finished(Case("dig_v0", {}), 2)
    record = table.record()
    steps = []

    def loss_of(decision, chosen):
        assert decision.masks[0, chosen] and decision.masks[0].sum() > 1 and decision.players[0] == 0
        number = len(steps)
        name = record.game.actions.name(chosen)
        return FakeLoss(chosen, Mean((MIN_LOSS / 2, 0.1, 0.3, 0.2, 0.4)[number % 5]), number != 4, (Candidate(name),))

    found = review(record, 0, loss_of, lambda completed, total: steps.append((completed, total)))
    assert [completed for completed, _ in steps] == list(range(len(steps))) and {total for _, total in steps} == {len(steps)}
    worst = found.worst()
    assert [each.loss.loss.value for each in worst] == sorted([each.loss.loss.value for each in worst], reverse=True)
    assert len(worst) == 3 and all(each.loss.is_certain and each.loss.loss.value >= MIN_LOSS for each in worst)
    for each in found.decisions:
        decision = found.record.decisions[each.place]
        assert decision.seat == 0 and decision.candidates and each.words == each.better


def test_the_frames_of_a_review_are_those_of_the_replay():
    from dig_envs.play.show import Show

    table = finished(Case("lets_dig_for_treasure_v0", {}), 3)

    def loss_of(decision, chosen):
        return FakeLoss(chosen, Mean(0.1), True, (Candidate(game_of("lets_dig_for_treasure_v0").actions.name(chosen)),))

    found = review(table.record(), 1, loss_of, lambda completed, total: None)
    frames = Show(found.record, 1).replay().frames
    for each in found.decisions:
        after = frames[each.frame + 1]
        assert after.chosen == found.record.game.actions.name(found.record.decisions[each.place].action) and after.candidates
