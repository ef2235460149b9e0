"""Start a policy from a model: a clone, or what PPO has learned."""

from dataclasses import dataclass
from typing import Self

from dig_envs.agents.learned import VALUE_BASED, Architecture, LearnedAgent, load, read_card
from dig_envs.agents.trained import registry
from dig_envs.core.errors import ModelError
from dig_envs.training.run.config import NetworkConfig
from dig_envs.training.run.settings import setting
from dig_envs.training.sb3.policy import NetworkPolicy


@dataclass(frozen=True)
class StartConfig(NetworkConfig):
    """Settings of a training that may start from a model."""

    start: str = setting(
        "", "a model to start from, of the same network: the file of a clone or of PPO, or the name of one that comes trained"
    )

    @property
    def starting_model(self) -> LearnedAgent | None:
        """The model that the run starts from; None without one.

        Raises:
            ModelError: no model, one of another game, observation, features or network, or one without a policy (DQN's).
        """
        return starting_model(self, self.start) if self.start else None

    def validated(self) -> Self:
        """Return the settings as `NetworkConfig.validated` does.

        Raises:
            DigEnvsError: as there, or the run can't start from that model.
        """
        config = super().validated()
        if config.start:
            starting_model(config, config.start)
        return config


def starting_model(config: NetworkConfig, path: str) -> LearnedAgent:
    """Load the model that a run starts from.

    Args:
        config: the settings of the run.
        path: the model's file, or the name of an agent that comes trained.

    Raises:
        ModelError: no model, one of another game, observation, features or network, or one without a policy (DQN's).
    """
    game = config.played
    path = str(registry.model_file(path, game))
    card = read_card(path)
    seen, wanted = card.features or "", getattr(config.feature_set, "name", "")
    if card.game == game.id and seen != wanted:
        sets = [f'with the features "{name}"' if name else "on facts alone" for name in (seen, wanted)]
        raise ModelError(f"model {path} was trained {sets[0]}, and this run learns {sets[1]}")
    if card.algorithm in VALUE_BASED:
        raise ModelError(f"model {path} holds values of actions (DQN), no policy to start from")
    agent = load(path, game, features=config.feature_set)
    agent.check(game.parse_options(**config.options))
    check_network(config.architecture, agent)
    return agent


def take_weights(policy: NetworkPolicy, agent: LearnedAgent) -> None:
    """Give a policy of MaskablePPO the weights of a model of its network: its value function's too, if it has one."""
    networks = policy.mlp_extractor
    networks.policy_net.load_state_dict(agent.layers.state_dict())
    if agent.value is not None:
        networks.value_net.load_state_dict(agent.value.state_dict())


def check_network(wanted: Architecture, agent: LearnedAgent) -> None:
    """Refuse a model whose network is not the one that a run trains.

    Raises:
        ModelError: it is another; the message names what differs.
    """
    found: Architecture = agent.layers.architecture  # type: ignore[union-attr,assignment]
    for name in ("network", "layers", "shortcut", "activation", "row_units"):
        own, other = getattr(wanted, name), getattr(found, name)
        if own != other:
            raise ModelError(f"model {agent.name} has {name} {other}, and this run {own}: they have to be the same")
    if found != wanted:
        raise ModelError(f"model {agent.name} is a network of other rows than this run's: make it anew")
