"""Improve a bot: play its action unless another action is better by more than the noise of the playouts.

The values of actions differ by a few hundredths of a win, but the results of playouts by a whole win, so a plain search is
weaker than its own rollout bot. Three methods reduce the noise:

- all remaining actions are played in the same determinizations with common random numbers, and compared by their gains over the
  bot's own action;
- sequential halving spends the playouts on the best rivals (Karnin, Koren, Somekh 2013: "Almost optimal exploration in
  multi-armed bandits");
- a gain counts only if it exceeds z standard errors.
"""

import math

import numpy as np

from dig_envs.agents.search.job import DONE, NEW, RUNNING
from dig_envs.agents.search.playouts import draw_determinization, evaluate, legal_action_of, play_out
from dig_envs.core.compiler import compiled, parallel
from dig_envs.core.engine.kernels import CHOICE, only_legal
from dig_envs.core.rng import Domain, seed_generator

# Bound for each game by the engine.
legal = apply = lambda *_: None

PRIOR_SAMPLE = 1.0  # squared gain of a pseudo-sample: a few equal gains must not have a standard error of 0
MIN_SAMPLES = 6  # with fewer samples the bot's action is played
MIN_Z = 1.5  # standard errors below zero from which a rival may be dropped


@parallel("len(job.searches)")
def improve(first, last, job):
    """Run a portion of the playouts of each decision; return the number of unfinished decisions."""
    unfinished = 0
    for k in range(first, last):
        search = job.searches[k]
        if search.stage == NEW:
            start_search(k, job)
        until = search.playouts + job.setup[0].portion
        while search.stage == RUNNING and search.playouts < until:
            play_sample(k, job)
            if search.samples == search.round_end:
                end_round(search, job.setup[0])
        unfinished += search.stage != DONE
    return unfinished


@compiled
def start_search(k, job):
    """Choose the base policy's action, and make all other legal actions its rivals."""
    search, mask = job.searches[k], job.masks[k]
    seed_generator(search.rng, search.seed, Domain.REDEAL)
    search.base = only_legal(mask)
    if search.base != CHOICE:
        search.action, search.stage = search.base, DONE
        return
    player = np.int64(job.players[k])
    if search.given_base == CHOICE:
        search.base = legal_action_of(job.bots[0], job.tables[k], job.seats[k], player, mask, search.rng)
    else:
        search.base = search.given_base
    search.action, search.stage = search.base, RUNNING
    for action in range(len(mask)):
        search.alive[action] = mask[action]
        search.rivals += mask[action]
    search.rivals -= 1
    plan_round(search, job.setup[0])


@compiled
def plan_round(search, setup):
    """Set the number of samples of a round: an equal share of the remaining playouts."""
    rounds = 1
    rivals = np.int64(search.rivals)
    while rivals > 1:
        rivals = (rivals + 1) // 2
        rounds += 1
    here = (setup.playouts - search.playouts) // (rounds * (search.rivals + 1))
    search.round_end = search.samples + max(here, 1)


@compiled
def play_sample(k, job):
    """Play every remaining action in one more determinization with common random numbers."""
    search = job.searches[k]
    index = draw_determinization(k, search.samples, job)
    search.samples += 1
    base = np.int64(search.base)
    value_of_base = play_action(k, base, index, job)
    for action in range(len(search.alive)):
        if search.alive[action] and action != base:
            gain = play_action(k, action, index, job) - value_of_base
            search.gains[action] += gain
            search.gain_squares[action] += gain * gain


@compiled
def play_action(k, action, index, job):
    """Play an action and a rollout in a determinization; return the value for the deciding seat."""
    search, state, outcomes, setup = job.searches[k], job.states[k], job.outcomes[k], job.setup[0]
    job.states[k] = job.determinizations[k, index]
    seed_generator(job.rngs[k], search.sample_seed, Domain.BOT)
    apply(state, action)
    play_out(state, job.rngs[k], setup.depth, job.tables[k].turn + setup.turns, job.playout_masks[k], job.bots)
    evaluate(state, setup.margin, outcomes)
    value = outcomes[1, np.int64(job.players[k])]
    search.playouts += 1
    search.visits[action] += 1
    search.values[action] += value
    search.value_squares[action] += value * value
    return value


@compiled
def end_round(search, setup):
    """Drop the worse half of the rivals and those with hopeless gains, or end the search."""
    decided = search.rivals == 1 or search.playouts >= setup.playouts
    drop_hopeless(search, setup.z)
    for _ in range(np.int64(search.rivals) // 2):
        drop(search, worst(search))
    if decided or search.rivals == 0:
        choose_action(search, setup.z)
    else:
        plan_round(search, setup)


@compiled
def drop(search, action):
    search.alive[action] = 0
    search.rivals -= 1


@compiled
def drop_hopeless(search, z):
    """Drop the rivals whose gains are below zero by z standard errors."""
    for action in range(len(search.alive)):
        if (
            search.alive[action]
            and action != search.base
            and search.gains[action] < -max(z, MIN_Z) * standard_error(search, action)
        ):
            drop(search, action)


@compiled
def standard_error(search, action):
    """Return the standard error of the sum of an action's gains."""
    mean = search.gains[action] / search.samples
    return math.sqrt(max(search.gain_squares[action] - search.samples * mean * mean, 0.0) + PRIOR_SAMPLE)


@compiled
def worst(search):
    """Return the rival with the smallest gain."""
    smallest = np.int64(CHOICE)
    for action in range(len(search.alive)):
        if search.alive[action] and action != search.base:
            if smallest == CHOICE or search.gains[action] < search.gains[smallest]:
                smallest = np.int64(action)
    return smallest


@compiled
def choose_action(search, z):
    """Choose the rival with the largest gain above z standard errors, or else the base policy's action."""
    search.stage = DONE
    if search.samples < MIN_SAMPLES:
        return
    gain = 0.0
    for action in range(len(search.alive)):
        if search.alive[action] and action != search.base and search.gains[action] > gain:
            if search.gains[action] > z * standard_error(search, action):
                gain = search.gains[action]
                search.action = action
