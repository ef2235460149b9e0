"""Make an agent of a policy network."""

import numpy as np
import torch as th
from torch import nn

from dig_envs.agents.learned.model_card import ModelCard
from dig_envs.agents.learned.networks import VALUES
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
        name: what results call it.
        layers: from observations and features (n, floats) to one number an action (n, num_actions): a network of
            `dig_envs.agents.learned.build`, or any `torch.nn.Sequential` of linear layers and activations.
        deterministic: play the best action; else draw from softmax(layers(observation)) over the legal ones.
        fingerprint: of the weights.
        features: the feature set whose floats the network sees after the facts; None for facts alone.
        options: with features, the options that it was trained with.
        card: what the network was trained to see; without one, nothing but the number of floats can be checked.
        game: with a card, the game that is played.
        value: layers from observations and features to what they are worth (n, 1); None for a network without a value function.
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
        self.inputs = inputs_of(layers)
        self.deterministic = deterministic
        self.features = features
        self.options = options
        self.num_features = features_layout(features, options).size if features is not None and options is not None else 0
        self.card = card
        self.game = game
        self.value = value
        parts = [fingerprint or name, "deterministic" if deterministic else "stochastic"]
        self._fingerprint = ":".join([*parts, features.fingerprint] if features else parts)

    @property
    def fingerprint(self) -> str:
        return self._fingerprint

    def check(self, options: Options) -> None:
        """Refuse options of the game that give another observation than the network was trained on.

        Raises:
            ModelError: they do; the message names the first block that differs.
        """
        if self.card is not None and self.game is not None:
            self.card.check(self.name, self.game, options, self.features)

    def scores(self, observations: np.ndarray) -> np.ndarray:
        """Return the network's numbers, float32 (n, num_actions), for observations and features, float32 (n, floats)."""
        return _forward(self.layers, observations)

    def inputs_of(self, decisions: Decisions) -> np.ndarray:
        """Return what the network sees of decisions: their observations, with its features after them, float32 (n, floats).

        Raises:
            ModelError: the game's options give other observations than the model was trained on.
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
        """Whether `values` can tell what a decision is worth."""
        return self.value is not None

    @property
    def shaped(self) -> bool:
        """Whether `values` tells what is paid beyond the game's potential here."""
        return self.card is not None and self.card.shaped

    @property
    def potential(self) -> str:
        """The potential of shaped rewards: "standings" or "estimate" (`training/environment/potentials.py`)."""
        return self.card.potential if self.card is not None else STANDINGS

    def probabilities(self, inputs: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return how likely the policy is to take each action, float32 (n, num_actions); of values (DQN), 1 for the best.

        Args:
            inputs: as of `inputs_of`.
            masks: int8 (n, num_actions), 1 for legal.
        """
        return self._probabilities_of(_legal_only(self.scores(inputs), masks))

    def values(self, inputs: np.ndarray) -> np.ndarray:
        """Return what the deciding seats can expect, in the game's own rewards, float64 (n,).

        Raises:
            ModelError: the network has no value function.
        """
        if self.value is None:
            raise ModelError(f"model {self.name} has no value function: PPO has one, in model files of format 2 and above")
        scale = self.card.reward_scale if self.card is not None else 1.0
        return _forward(self.value, inputs)[:, 0].astype(np.float64) / scale

    def act(self, decisions: Decisions) -> np.ndarray:
        """Return the network's actions, int64 (n,).

        Raises:
            ModelError: the game's options give other observations than the model was trained on.
        """
        return self._choose(_legal_only(self.scores(self.inputs_of(decisions)), decisions.masks), decisions)

    def explain(self, decisions: Decisions) -> list[Explanation]:
        """Choose as `act` does, and tell the probability of every legal action in the network's policy."""
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
        if self.card is not None and self.card.algorithm in VALUES:
            return (np.arange(scores.shape[1]) == scores.argmax(axis=1)[:, None]).astype(np.float32)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True)

    def _choose(self, scores: np.ndarray, decisions: Decisions) -> np.ndarray:
        if not self.deterministic:  # the largest of scores plus Gumbel noise is a draw from their softmax
            scores = scores + decisions.generator.gumbel(size=scores.shape)
        return scores.argmax(axis=1)


def inputs_of(layers: Layers) -> int:
    """Return how many floats layers take."""
    first = layers if isinstance(layers, RowNetwork) else layers[0]
    return first.in_features  # type: ignore[return-value]


def _legal_only(scores: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """Return the network's number of each legal action, and minus infinity of the others."""
    return np.where(masks == 1, scores, -np.inf)


def _forward(layers: Layers, observations: np.ndarray) -> np.ndarray:
    """Return what layers make of observations, float32 (n, outputs)."""
    with th.inference_mode():
        values = th.from_numpy(observations if observations.flags.writeable else observations.copy())
        for layer in layers if isinstance(layers, nn.Sequential) else [layers]:
            values = layer.forward(values)  # not layer(values): without hooks, for a batch is often a few rows
    return values.numpy()
