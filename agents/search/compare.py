"""Compare all legal actions of a decision: play each equally often, with common determinizations and random numbers.

`improve` drops actions after bad playouts, so the mean gains of the dropped actions are biased by their outcomes. Training on
gains needs unbiased means of all actions.
"""

import numpy as np

from dig_envs.agents.search.improve import choose_action, play_sample, start_search
from dig_envs.agents.search.job import DONE, NEW, RUNNING
from dig_envs.core.compiler import compiled
from dig_envs.core.compiler.thread_team import run_parallel

# Bound for each game by the engine.
part_address = job_address = lambda *_: None


@compiled
def compare(job, team, threads):
    """Run a portion of the playouts of each decision; return the number of unfinished decisions."""
    if threads == 1:
        return compare_part(np.int64(0), len(job.searches), job)
    return run_parallel(part_address(compare_part, job), job_address(job), len(job.searches), 1, team, threads)


@compiled
def compare_part(first, last, job):
    unfinished = 0
    for k in range(first, last):
        search, setup = job.searches[k], job.setup[0]
        if search.stage == NEW:
            start_search(k, job)
        until = search.playouts + setup.portion
        while search.stage == RUNNING and search.playouts < until:
            play_sample(k, job)
            if search.playouts + search.rivals >= setup.playouts:
                choose_action(search, setup.z)
        unfinished += search.stage != DONE
    return unfinished
