"""Compare all legal actions of a decision: each is played in the same determinizations with the same dice, equally often.

A search spends its playouts where it hopes to gain, and drops what did badly at first. That finds a good action, but says
little of the others: an unlucky one is dropped after two playouts, a lucky one is played on. Whoever learns from what actions
gain needs means that were not chosen by their outcomes.
"""

import numpy as np

from dig_envs.agents.search.improve import begin, choose, play_sample
from dig_envs.agents.search.records import DONE, NEW, RUNNING
from dig_envs.core.compiler import compiled
from dig_envs.core.compiler.thread_team import share

# Bound for each game by the engine.
part_of = kept = lambda *_: None


@compiled
def compare(job, crew, threads):
    """Compare on at each decision for a portion of its playouts; returns how many decisions are not done."""
    if threads == 1:
        return compare_part(np.int64(0), len(job.searches), job)
    return share(part_of(compare_part, job), kept(job), len(job.searches), 1, crew, threads)


@compiled
def compare_part(first, last, job):
    open_yet = 0
    for k in range(first, last):
        search, setup = job.searches[k], job.setup[0]
        if search.stage == NEW:
            begin(k, job)
        until = search.playouts + setup.portion
        while search.stage == RUNNING and search.playouts < until:
            play_sample(k, job)
            if search.playouts + search.rivals >= setup.playouts:
                choose(search, setup.z)
        open_yet += search.stage != DONE
    return open_yet
