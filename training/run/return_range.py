"""Bound the return of a decision from the reward settings of a run."""

from dig_envs.training.run.config import RunConfig

BOUNDED = ("win", "rank")  # rewards between -1 and 1 (C-8, DD-15)


def return_range(config: RunConfig, limit: float) -> tuple[float, float]:
    """Return the lowest and the highest possible return of a decision, discounted or not.

    Args:
        config: the settings of the run.
        limit: the bound for rewards in points, which have no highest value.
    """
    options = config.played.parse_options(**config.options)
    alone = options.num_players == 1
    low, high = (options.forfeit_reward, 1.0) if options.reward in BOUNDED and not alone else (-limit, limit)
    if config.shaped:  # the final reward minus the potential
        low, high = low - high, high - low
    return config.reward_scale * low, config.reward_scale * high
