"""A policy network with a shortcut: actions are a linear function of the hidden layers' output and of the observation itself.

What many actions have in common (one feature for each of many places, say) a hidden layer must learn for each place anew and
squeeze through its units; past it, each place's feature has a weight of its own (He et al. 2015: "Deep residual learning";
the "wide" part of Cheng et al. 2016: "Wide & deep learning").
"""

import torch as th
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import MlpExtractor

from agents.learned.networks import with_input


class ShortcutExtractor(MlpExtractor):
    """Hidden layers whose output to the actions is followed by their input."""

    def __init__(
        self,
        feature_dim: int,
        net_arch: list[int] | dict[str, list[int]],
        activation_fn: type[th.nn.Module],
        device: th.device | str,
    ):
        super().__init__(feature_dim, net_arch, activation_fn, device)
        self.latent_dim_pi += feature_dim

    def forward_actor(self, features: th.Tensor) -> th.Tensor:
        return with_input(self.policy_net(features), features)


class ShortcutPolicy(MaskableActorCriticPolicy):
    """Stable-Baselines3's "MlpPolicy" with a shortcut for the policy; the value function has none."""

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor = ShortcutExtractor(self.features_dim, self.net_arch, self.activation_fn, self.device)
