"""After an error or an interrupt in an opponent, an environment refuses all calls until `reset` or `restore`."""

import copy
import pickle

import numpy as np
import pytest

from dig_envs.adapters.gymnasium import SeatEnv
from dig_envs.adapters.gymnasium_vector import SeatVectorEnv
from dig_envs.adapters.sb3 import DigVecEnv
from dig_envs.core.agent import Agent
from dig_envs.core.errors import IllegalActionError, OrderError

REFUSED = r"interrupted this batch before its opponents had decided: call reset\(\)"
ERRORS = {"Ctrl-C": KeyboardInterrupt, "error": ZeroDivisionError, "illegal action": IllegalActionError}


class Failing(Agent):
    """Plays the first legal action, and fails at every decision while `error` is set."""

    name = "failing"
    error: type[BaseException] | None = None

    def act(self, decisions):
        if self.error is IllegalActionError:
            return np.full(len(decisions), -1)
        if self.error:
            raise self.error
        return decisions.masks.argmax(axis=1)


def failed(env, agent: Failing, error: type[BaseException], many: bool):
    """An environment after a step in which its opponent failed."""
    env.reset()
    agent.error = error
    with pytest.raises(error):
        for _ in range(200):
            masks = env.action_masks()
            env.step(masks.argmax(axis=1) if many else int(masks.argmax()))
    agent.error = None
    return env


MAKERS = {
    "gymnasium": (lambda agent: SeatEnv("dig_v0", opponents=agent, render_mode="ansi"), False),
    "gymnasium vector": (lambda agent: SeatVectorEnv("dig_v0", 3, opponents=agent, render_mode="ansi"), True),
    "sb3": (lambda agent: DigVecEnv("dig_v0", 3, opponents=agent, render_mode="rgb_array"), True),
}


@pytest.mark.parametrize("error", ERRORS.values(), ids=ERRORS)
@pytest.mark.parametrize(("make", "many"), MAKERS.values(), ids=MAKERS)
def test_only_reset_is_accepted_after_a_failed_opponent(make, many, error):
    agent = Failing()
    env = failed(make(agent), agent, error, many)
    for each in (env, copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        calls = [each.action_masks, each.get_images if isinstance(each, DigVecEnv) else each.render]
        calls.append(lambda each=each: each.step(np.zeros(3, int) if many else 0))
        for call in calls:
            with pytest.raises(OrderError, match=REFUSED):
                call()
        each.reset()
        seats = each.batch if isinstance(each, DigVecEnv) else each._tables
        assert (seats.players == seats.learner_seats).all()
        each.step(each.action_masks().argmax(axis=1) if many else int(each.action_masks().argmax()))


def test_a_batch_refuses_all_but_a_whole_deal_or_a_restore():
    agent = Failing()
    batch = DigVecEnv("dig_v0", 3, seed=1, opponents=agent).batch
    before = batch.snapshot()
    agent.error = ZeroDivisionError
    with pytest.raises(ZeroDivisionError):
        for _ in range(200):
            batch.step(batch.masks.argmax(axis=1))
    agent.error = None
    zeros = np.zeros(3, int)
    for call in (
        lambda: batch.step(zeros),
        lambda: batch.step_or_forfeit(zeros),
        lambda: batch.sample(),
        lambda: batch.snapshot(),
        lambda: batch.deal([0], [1]),
        lambda: batch.deal_next([0, 1]),
    ):
        with pytest.raises(OrderError, match=REFUSED):
            call()
    batch.restore(before)
    assert batch.snapshot() == before
    batch.step(batch.masks.argmax(axis=1))
    batch.deal([0, 1, 2], [1, 2, 3])
