"""Start a policy from a model: a clone, or what PPO has learned."""

from typing import Any

import torch as th

from agents.learned import VALUES, LearnedAgent, load, read_card
from agents.learned.networks import LAYERS, VALUE_FUNCTIONS
from dig_envs.core.errors import ModelError
from training.config import RunConfig

KIND = "MaskablePPO"


def starting_model(config: RunConfig, path: str) -> LearnedAgent:
    """Load the model that a run starts from.

    Args:
        config: the settings of the run.
        path: the model's file.

    Raises:
        ModelError: no model, one of another game, observation or features, or one without a policy (DQN's).
    """
    game, card = config.played, read_card(path)
    seen, wanted = card.features or "", getattr(config.feature_set, "name", "")
    if card.game == game.id and seen != wanted:
        sets = [f'with the features "{name}"' if name else "on facts alone" for name in (seen, wanted)]
        raise ModelError(f"model {path} was trained {sets[0]}, and this run learns {sets[1]}")
    if card.algorithm in VALUES:
        raise ModelError(f"model {path} holds values of actions (DQN), no policy to start from")
    agent = load(path, game, features=config.feature_set)
    agent.check(game.parse_options(**config.options))
    return agent


def take_weights(policy: th.nn.Module, agent: LearnedAgent) -> None:
    """Give a policy of MaskablePPO the weights of a model: its policy, and its value function if it has one.

    Raises:
        ModelError: the model has other layers.
    """
    copied = copied(policy, LAYERS[KIND], agent.layers, agent.name)
    if agent.value is not None:
        copied |= copied(policy, VALUE_FUNCTIONS[KIND], agent.value, agent.name)
    policy.load_state_dict(copied, strict=False)


def copied(policy: th.nn.Module, starts: tuple[str, ...], layers: Any, path: str) -> dict[str, th.Tensor]:
    """Return the weights of layers under the names that they have in a policy."""
    own = policy.state_dict()
    names = [name for start in starts for name in own if name.startswith(start)]
    given = list(layers.state_dict().values())
    shapes, wanted = [list(weight.shape) for weight in given], [list(own[name].shape) for name in names]
    if shapes != wanted:
        raise ModelError(
            f"model {path} has layers of the shapes {shapes}, not {wanted}: give this run the --layers that it has"
        )
    return dict(zip(names, given, strict=True))
