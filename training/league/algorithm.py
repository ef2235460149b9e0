"""A league: PPO against bots, searches and its own past selves, by prioritised fictitious self-play (Vinyals et al. 2019).

A generation is a number of steps. After each generation the learner plays duplicate games against every member. In the next
generation it plays most against the members that it beats least. A frozen copy of the learner becomes a member if its win share
passes the gate. Every generation is rated.

>>> from dig_envs.training import league
>>> result = league.train(league.Config(steps=10_000_000))       # doctest: +SKIP
>>> result.ratings["generation 10"]                              # doctest: +SKIP
1620 (1590 to 1650)
"""

import os
from typing import cast

from dig_envs.training.league.league import League, LeagueResult
from dig_envs.training.league.settings import Config
from dig_envs.training.ppo import algorithm
from dig_envs.training.run import pool_training

EXAMPLES = """
dig-envs train --algo league --config dig
dig-envs train --algo league --config my_league.toml --seed 7
dig-envs train --algo league --config dig --start runs/clone-dig_v0-0/model.zip
dig-envs train --algo league --config dig --opponents greedy,expert,search:playouts=50
dig-envs train --algo league --resume runs/league-dig_v0-0/checkpoint.zip
"""

REFUSED = ("self_play", "self_play_variants")  # settings of PPO


def train(config: Config = Config(), progress: bool = True, resume: str | os.PathLike | None = None) -> LeagueResult:
    """Train a league, rate all generations, and save and evaluate the last.

    Args:
        config: the settings.
        progress: show a progress bar on stderr.
        resume: a checkpoint with the same settings (`steps` may differ); the run continues as if it had not been interrupted.

    Returns:
        The file of the last model, the result of its evaluation, and the ratings of all generations.

    Raises:
        DigEnvsError: a setting is wrong, the checkpoint is missing, damaged or of other settings, or the folder has a run.
        Stopped: SIGINT (Ctrl-C) or SIGTERM came, and a checkpoint was written.
    """
    return cast(LeagueResult, pool_training.train(config, algorithm.make_learner, progress, resume, League))
