"""Make the model card of a run, whichever library trains it."""

from dig_envs.agents.learned import ModelCard, make_card
from dig_envs.training.run.config import GamesConfig


def card_of_run(config: GamesConfig, algorithm: str, activation: str, play: str) -> ModelCard:
    """Return the model card of a run: its game, options, features, network and rewards.

    Args:
        config: the settings of the run.
        algorithm: the kind of the trained network, a key of `dig_envs.agents.learned.LAYERS`.
        activation: the activation between layers, a key of `dig_envs.agents.learned.ACTIVATIONS`.
        play: "stochastic" or "deterministic".
    """
    return make_card(
        config.played,
        config.played.parse_options(**config.options),
        config.feature_set,
        algorithm=algorithm,
        activation=activation,
        play=play,
        reward_scale=config.reward_scale,
        shaped=config.shaped,
        potential=config.potential,
    )
