"""Improve a bot's play: keep its action unless another one is better beyond the noise of the playouts.

A decision is worth a few hundredths of a win, and a playout varies by a whole one, so plain search loses to the bot that it
plays out with. Three things help: every action that is still in the race is played in the same determinizations with the same
dice, and what counts is the gain on the bot's own action; sequential halving spends the playouts on the best rivals (Karnin,
Koren, Somekh 2013: "Almost optimal exploration in multi-armed bandits"); and only a gain of z standard errors is believed.
"""

import math

import numpy as np

from dig_envs.agents.search.playouts import deal_world, judge, play_out
from dig_envs.agents.search.records import DONE, NEW, RUNNING
from dig_envs.core.compiler import compiled
from dig_envs.core.compiler.thread_team import share
from dig_envs.core.engine.kernels import CHOICE, only_legal
from dig_envs.core.rng import Domain, seed_generator

# Bound for each game by the engine.
apply = call_bot = lambda *_: None
part_of = kept = lambda *_: None

PRIOR = 1.0  # squared gain that counts as one more sample, so that a few equal gains are not taken for certain
LEAST = 6  # samples, below which no gain is believed
LEAST_Z = 1.5  # standard errors below zero, above which no rival is dropped for good


@compiled
def improve(job, crew, threads):
    """Search on at each decision for a portion of its playouts; returns how many decisions are not done."""
    if threads == 1:
        return improve_part(np.int64(0), len(job.searches), job)
    return share(part_of(improve_part, job), kept(job), len(job.searches), 1, crew, threads)


@compiled
def improve_part(first, last, job):
    open_yet = 0
    for k in range(first, last):
        search = job.searches[k]
        if search.stage == NEW:
            begin(k, job)
        until = search.playouts + job.setup[0].portion
        while search.stage == RUNNING and search.playouts < until:
            play_sample(k, job)
            if search.samples == search.round_ends:
                end_round(search, job.setup[0])
        open_yet += search.stage != DONE
    return open_yet


@compiled
def begin(k, job):
    """Ask the base policy, and let all legal actions race against its own."""
    search, mask = job.searches[k], job.masks[k]
    seed_generator(search.generator, search.seed, Domain.REDEAL)
    search.base = only_legal(mask)
    if search.base != CHOICE:
        search.action, search.stage = search.base, DONE
        return
    player = np.int64(job.players[k])
    if search.asked == CHOICE:
        search.base = call_bot(job.bots[0], job.tables[k], job.seats[k], player, mask, search.generator)
    else:
        search.base = search.asked
    search.action, search.stage = search.base, RUNNING
    for action in range(len(mask)):
        search.alive[action] = mask[action]
        search.rivals += mask[action]
    search.rivals -= 1
    plan_round(search, job.setup[0])


@compiled
def plan_round(search, setup):
    """Give this round its share of the playouts that are left."""
    rounds = 1
    rivals = np.int64(search.rivals)
    while rivals > 1:
        rivals = (rivals + 1) // 2
        rounds += 1
    here = (setup.playouts - search.playouts) // (rounds * (search.rivals + 1))
    search.round_ends = search.samples + max(here, 1)


@compiled
def play_sample(k, job):
    """Play every action that is left in one more determinization, each with the same dice."""
    search = job.searches[k]
    world = deal_world(k, search.samples, job)
    search.samples += 1
    base = np.int64(search.base)
    value_of_base = play_action(k, base, world, job)
    for action in range(len(search.alive)):
        if search.alive[action] and action != base:
            gain = play_action(k, action, world, job) - value_of_base
            search.gains[action] += gain
            search.squares[action] += gain * gain


@compiled
def play_action(k, action, world, job):
    """Play an action and then on by the policy of playouts; returns what comes of it for the player."""
    search, line, points, setup = job.searches[k], job.lines[k], job.points[k], job.setup[0]
    job.lines[k] = job.worlds[k, world]
    seed_generator(job.dice[k], search.world_seed, Domain.BOT)
    apply(line, action)
    play_out(line, job.dice[k], setup.depth, job.tables[k].turn + setup.turns, job.rooms[k], job.bots)
    judge(line, setup.margin, points)
    value = points[1, np.int64(job.players[k])]
    search.playouts += 1
    search.visits[action] += 1
    search.values[action] += value
    search.value_squares[action] += value * value
    return value


@compiled
def end_round(search, setup):
    """Keep the better half of the rivals, less those that can hardly gain, or end the search where it is decided."""
    decided = search.rivals == 1 or search.playouts >= setup.playouts
    drop_hopeless(search, setup.z)
    for _ in range(np.int64(search.rivals) // 2):
        drop(search, worst(search))
    if decided or search.rivals == 0:
        choose(search, setup.z)
    else:
        plan_round(search, setup)


@compiled
def drop(search, action):
    search.alive[action] = 0
    search.rivals -= 1


@compiled
def drop_hopeless(search, z):
    """Drop the rivals whose gain is below zero by z standard errors."""
    for action in range(len(search.alive)):
        if (
            search.alive[action]
            and action != search.base
            and search.gains[action] < -max(z, LEAST_Z) * error_of(search, action)
        ):
            drop(search, action)


@compiled
def error_of(search, action):
    """Return the standard error of an action's summed gain."""
    mean = search.gains[action] / search.samples
    return math.sqrt(max(search.squares[action] - search.samples * mean * mean, 0.0) + PRIOR)


@compiled
def worst(search):
    """Return the rival with the least gain."""
    found = np.int64(CHOICE)
    for action in range(len(search.alive)):
        if search.alive[action] and action != search.base:
            if found == CHOICE or search.gains[action] < search.gains[found]:
                found = np.int64(action)
    return found


@compiled
def choose(search, z):
    """Take the rival with the largest gain if it is z standard errors above zero, and else the base policy's action."""
    search.stage = DONE
    if search.samples < LEAST:
        return
    gain = 0.0
    for action in range(len(search.alive)):
        if search.alive[action] and action != search.base and search.gains[action] > gain:
            if search.gains[action] > z * error_of(search, action):
                gain = search.gains[action]
                search.action = action
