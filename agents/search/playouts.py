"""Play a determinization with a bot in all seats, and evaluate the final state for each seat."""

import numpy as np

from dig_envs.core.compiler import compiled, inlined
from dig_envs.core.engine.kernels import CHOICE, is_legal, only_legal, zero
from dig_envs.core.game import End
from dig_envs.core.rng import Domain, Stream, draw_legal, draw_seed, seed_generator

# Bound for each game by the engine.
legal = apply = standings = rewards = redeal = call_bot = lambda *_: None


@compiled
def keep_rewards(state, out):
    """Keep the rewards as if the game ended here: the default of `estimate`."""


estimate = keep_rewards  # bound to `ESTIMATE` of the game's agents, if they define it

ROLLOUT = 1  # the index of the rollout policy in `Job.bots`; 0 is the base policy


@compiled
def draw_determinization(k, sample, job):
    """Write the determinization of a sample of decision k, and return its index. A reused one gets another random seed."""
    search, size = job.searches[k], job.determinizations.shape[1] - 1  # the last one is a zeroed state
    index = sample % size
    search.sample_seed = draw_seed(search.rng, Stream.DEAL)
    if sample < size or job.setup[0].pool == 0:
        job.determinizations[k, index] = job.determinizations[k, size]
        redeal(job.tables[k], job.seats[k], np.int64(job.players[k]), search.sample_seed, job.determinizations[k, index])
    else:
        seed_generator(job.determinizations[k, index].secret.rng, search.sample_seed, Domain.REDEAL)
    return index


@compiled
def play_out(state, rng, depth, end_turn, mask, bots):
    """Play by the rollout policy for at most `depth` decisions or until turn `end_turn`; return the number of decisions."""
    for decisions in range(depth):
        if state.table.end != End.RUNNING or state.table.turn >= end_turn:
            return decisions
        mover = np.int64(state.secret.mover)
        zero(mask)
        legal(state.table, state.seats[mover], mover, mask)
        action = only_legal(mask)
        if action == CHOICE:
            action = legal_action_of(bots[ROLLOUT], state.table, state.seats[mover], mover, mask, rng)
        apply(state, action)
    return depth


@compiled
def legal_action_of(bot, table, seat, player, mask, rng):
    """Return the action of a bot, or a random legal action if the bot's is illegal; a batch that the bot plays in raises."""
    action = call_bot(bot, table, seat, player, mask, rng)
    return action if is_legal(action, mask) else draw_legal(mask, rng)


@inlined
def evaluate(state, margin, outcomes):
    """Write the value of a state for each seat into outcomes[1]: the reward or its estimate, plus `margin` times the lead."""
    count = np.int64(state.table.num_players)
    standings(state.table, state.seats, outcomes[0])
    rewards(state.table, outcomes[0], outcomes[1])
    if state.table.end == End.RUNNING:
        estimate(state, outcomes[1])
    if margin != 0.0 and count > 1:
        total = 0.0
        for p in range(count):
            total += outcomes[0, p]
        for p in range(count):
            outcomes[1, p] += margin * (outcomes[0, p] - (total - outcomes[0, p]) / (count - 1))
