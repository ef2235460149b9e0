"""The end of a game: ranking and facts, as each viewer knows them, and the review of a seat's decisions."""

import random

import numpy as np
import pytest

from dig_envs.agents.search.analysis import Mean
from dig_envs.agents.search.losses import Comparison, Loss
from dig_envs.core.agent import Candidate
from dig_envs.play.ending import ending, ranking
from dig_envs.play.review import MIN_LOSS, PRICED, review
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


class FakeEstimator:
    """Gives the decisions of a game the gains and losses of two lists, over and over."""

    def __init__(self, gains=(1.0,), lows=(0.1,)):
        self.gains, self.lows = gains, lows
        self.compared, self.priced = [], []

    def compare(self, decision, chosen):
        assert decision.masks[0, chosen] and decision.masks[0].sum() > 1
        gain = self.gains[len(self.compared) % len(self.gains)]
        best = chosen if gain == 0.0 else int(np.flatnonzero(decision.masks[0])[0])
        candidates = (Candidate(decision.game.actions.name(chosen)),)
        self.compared.append(Comparison(chosen, best, Mean(gain, 0.0), 0.5, candidates))
        return self.compared[-1]

    def price(self, decision, chosen, best, together):
        assert chosen != best
        low = self.lows[len(self.priced) % len(self.lows)]
        self.priced.append(decision)
        return Loss(2 * low, low, 3 * low, 0.0, 2 * low)


def test_a_review_prices_the_decisions_that_seem_worst_and_lists_certain_losses():
    record = finished(Case("dig_v0", {}), 2, 60).record()
    estimator, steps = FakeEstimator((0.3, 0.9, 0.0, 0.5, 0.2), (MIN_LOSS, 0.05, 0.2, -0.1, 0.1)), []
    found = review(record, 0, estimator, lambda *step: steps.append(step))
    suspects = [each for each in estimator.compared if each.best != each.chosen]
    least = sorted(each.gain.value for each in suspects)[-PRICED]
    priced = [compared for compared, each in zip(estimator.compared, found.decisions, strict=True) if each.loss is not None]
    assert len(priced) == len(estimator.priced) == PRICED and min(each.gain.value for each in priced) >= least
    assert {total for _, total in steps} == {len(estimator.compared) + PRICED}
    assert [done for done, _ in steps] == [*range(len(steps))]
    assert [loss.low for _, loss in found.mistakes()] == [0.2, 0.2, 0.1, 0.1, 0.05, 0.05], "certain ones, the largest first"
    for each in found.decisions:
        decision = found.record.decisions[each.place]
        assert decision.seat == 0 and decision.candidates and each.value == 0.5


def test_the_frames_of_a_review_are_those_of_the_replay():
    from dig_envs.play.game_frames import GameFrames

    table = finished(Case("lets_dig_for_treasure_v0", {}), 3)

    found = review(table.record(), 1, FakeEstimator(), lambda completed, total: None)
    frames = GameFrames(found.record, 1).replay().frames
    for each in found.decisions:
        after = frames[each.frame + 1]
        assert after.chosen == found.record.game.actions.name(found.record.decisions[each.place].action) and after.candidates
