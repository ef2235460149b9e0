"""Compare all legal actions of a decision: play each equally often, with common determinizations and random numbers.

`improve` drops actions after bad playouts, so the mean gains of the dropped actions are biased by their outcomes. Training on
gains needs unbiased means of all actions.
"""

from dig_envs.agents.search.improve import choose_action, play_sample, start_search
from dig_envs.agents.search.job import DONE, NEW, RUNNING
from dig_envs.core.compiler import parallel


@parallel("len(job.searches)")
def compare(first, last, job):
    """Run a portion of the playouts of each decision; return the number of unfinished decisions."""
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
