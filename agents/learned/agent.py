"""Play a policy network as an agent."""

import numpy as np
import torch as th
from torch import nn

from dig_envs.agents.learned.model_card import ModelCard
from dig_envs.agents.learned.networks import VALUE_BASED
from dig_envs.agents.learned.rows import RowNetwork
from dig_envs.agents.search.estimates import STANDINGS
from dig_envs.core.agent import Agent, Candidate, Decisions, Explanation
from dig_envs.core.errors import ModelError
from dig_envs.core.features import FeatureSet, append_features, features_layout
from dig_envs.core.game import Game, Options

Layers = nn.Sequential | RowNetwork


class LearnedAgent(Agent):
    """Plays a policy network.

    Args:
        name: the name in results.
        layers: the policy, from observations with features (n, floats) to one number per action (n, num_actions): a network of
            `dig_envs.agents.learned.build`, or any `torch.nn.Sequential` of linear layers and activations.
        deterministic: True to play the best legal action, False to sample from the softmax over the legal actions.
        fingerprint: a digest of the weights.
        features: the feature set whose floats follow the facts; None for facts alone.
        options: the options of the training; needed with features.
        card: describes the observation of the training. Without a card, only the number of floats is checked.
        game: the game that is played; needed with a card.
        value: the value function, from observations with features to values (n, 1); None for a network without one.
    """

    def __init__(
        self,
        name: str,
        layers: Layers,
        deterministic: bool = False,
        fingerprint: str = "",
        features: FeatureSet | None = None,
        options: Options | None = None,
        card: ModelCard | None = None,
        game: Game | None = None,
        value: Layers | None = None,
    ):
        self.name = name
        self.layers = layers
        self.inputs = input_size(layers)
        self.deterministic = deterministic
        self.features = features
        self.options = options
        self.num_features = features_layout(features, options).size if features is not None and options is not None else 0
        self.card = card
        self.game = game
        self.value = value
        parts = [fingerprint or name, "deterministic" if deterministic else "stochastic"]
        self._fingerprint = ":".join([*parts, features.name_and_version] if features else parts)

    @property
    def fingerprint(self) -> str:
        return self._fingerprint

    def check(self, options: Options) -> None:
        """Reject options of the game whose observation differs from the observation of the training.

        Raises:
            ModelError: the observation differs; the message names the first block that does.
        """
        if self.card is not None and self.game is not None:
            self.card.check(self.name, self.game, options, self.features)

    def scores(self, observations: np.ndarray) -> np.ndarray:
        """Return the policy's outputs, float32 (n, num_actions), for observations with features, float32 (n, floats)."""
        return _forward(self.layers, observations)

    def inputs_of(self, decisions: Decisions) -> np.ndarray:
        """Return the network's inputs for decisions: observations followed by features, float32 (n, floats).

        Raises:
            ModelError: the size of the observations differs from the training.
        """
        observations, facts = decisions.observations, self.inputs - self.num_features
        if observations.shape[1] != facts:
            given = observations.shape[1]
            raise ModelError(f"model {self.name} was trained on observations of {facts} floats; these options give {given}")
        if self.features is not None and self.options is not None:
            return append_features(decisions, self.features, self.options)
        return observations

    @property
    def has_value(self) -> bool:
        """Whether the network has a value function."""
        return self.value is not None

    @property
    def shaped(self) -> bool:
        """Whether the value function predicts shaped rewards: the game's reward less the potential of the position."""
        return self.card is not None and self.card.shaped

    @property
    def potential(self) -> str:
        """The potential of shaped rewards, "standings" or "estimate" (`training/environment/potentials.py`)."""
        return self.card.potential if self.card is not None else STANDINGS

    def probabilities(self, inputs: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return the probability of each action, float32 (n, num_actions). For DQN the best action has probability 1.

        Args:
            inputs: the result of `inputs_of`.
            masks: int8 (n, num_actions), 1 for legal actions.
        """
        return self._probabilities_of(_legal_only(self.scores(inputs), masks))

    def values(self, inputs: np.ndarray) -> np.ndarray:
        """Return the value of each decision for the seat that makes it, in the game's rewards, float64 (n,).

        Raises:
            ModelError: the network has no value function.
        """
        if self.value is None:
            raise ModelError(f"model {self.name} has no value function; choose a model of PPO that has one")
        scale = self.card.reward_scale if self.card is not None else 1.0
        return _forward(self.value, inputs)[:, 0].astype(np.float64) / scale

    def act(self, decisions: Decisions) -> np.ndarray:
        """Return an action for each decision, int64 (n,).

        Raises:
            ModelError: the size of the observations differs from the training.
        """
        return self._choose(_legal_only(self.scores(self.inputs_of(decisions)), decisions.masks), decisions)

    def explain(self, decisions: Decisions) -> list[Explanation]:
        """Choose as `act` does, and return the policy's probability of every legal action too."""
        scores = _legal_only(self.scores(self.inputs_of(decisions)), decisions.masks)
        shares = self._probabilities_of(scores)
        return [
            Explanation(
                int(action),
                tuple(Candidate(decisions.game.actions.name(k), share=float(share[k])) for k in map(int, np.flatnonzero(mask))),
            )
            for action, share, mask in zip(self._choose(scores, decisions), shares, decisions.masks, strict=True)
        ]

    def _probabilities_of(self, scores: np.ndarray) -> np.ndarray:
        if self.card is not None and self.card.algorithm in VALUE_BASED:
            return (np.arange(scores.shape[1]) == scores.argmax(axis=1)[:, None]).astype(np.float32)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True)

    def _choose(self, scores: np.ndarray, decisions: Decisions) -> np.ndarray:
        if not self.deterministic:  # the argmax of scores plus Gumbel noise is a sample from their softmax
            scores = scores + decisions.generator.gumbel(size=scores.shape)
        return scores.argmax(axis=1)


def input_size(layers: Layers) -> int:
    """Return the number of floats that layers take."""
    first = layers if isinstance(layers, RowNetwork) else layers[0]
    return first.in_features  # type: ignore[return-value]


def _legal_only(scores: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """Replace the scores of illegal actions by minus infinity."""
    return np.where(masks == 1, scores, -np.inf)


def _forward(layers: Layers, observations: np.ndarray) -> np.ndarray:
    """Return the outputs of layers for observations, float32 (n, outputs)."""
    with th.inference_mode():
        values = th.from_numpy(observations if observations.flags.writeable else observations.copy())
        for layer in layers if isinstance(layers, nn.Sequential) else [layers]:
            values = layer.forward(values)  # not layer(values), whose hooks cost time: batches are often small
    return values.numpy()
