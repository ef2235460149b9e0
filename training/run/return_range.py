"""Tell what a decision can return at most and at least, from how a run is paid."""

from dig_envs.training.run.config import RunConfig

BOUNDED = ("win", "rank")  # rewards from -1 to 1 by rule (C-8, DD-15)


def return_range(config: RunConfig, limit: float) -> tuple[float, float]:
    """Return the lowest and the highest sum of rewards that can follow a decision, discounted or not.

    Args:
        config: the settings of the run.
        limit: what bounds the reward of a game where its rules do not: one of points has no highest score.
    """
    options = config.played.parse_options(**config.options)
    alone = options.num_players == 1
    low, high = (options.forfeit_reward, 1.0) if options.reward in BOUNDED and not alone else (-limit, limit)
    if config.shaped:  # the end's reward less what the game stood at
        low, high = low - high, high - low
    return config.reward_scale * low, config.reward_scale * high
