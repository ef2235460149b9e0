"""PPO in one file, after CleanRL: one seat learns at many tables, with illegal actions masked.

Try `python ppo.py --game dig_v0 --opponents greedy --total-steps 500000`; `--help` lists all settings.
"""

import argparse
import dataclasses

import gymnasium
import torch
from torch import nn

from dig_envs import agents
from dig_envs.adapters.registration import gymnasium_id
from dig_envs.core.agent import Agent
from dig_envs.training import arena


@dataclasses.dataclass
class Settings:
    game: str = "dig_dig_v0"
    opponents: str = "random"
    total_steps: int = 1_000_000
    num_envs: int = 256
    num_steps: int = 64  # decisions at each table between two updates
    num_minibatches: int = 8
    update_epochs: int = 2
    learning_rate: float = 1e-3
    gamma: float = 1.0  # the only reward comes at the end of a game
    gae_lambda: float = 0.98
    clip_coef: float = 0.2
    ent_coef: float = 0.003
    vf_coef: float = 0.5
    max_grad_norm: float = 0.5
    hidden: int = 128
    seed: int = 1
    games: int = 400  # for the final rating


class Network(nn.Module):
    """A policy and a value function without shared layers."""

    def __init__(self, size: int, num_actions: int, hidden: int):
        super().__init__()
        self.actor = self.layers(size, hidden, num_actions, 0.01)
        self.critic = self.layers(size, hidden, 1, 1.0)

    @staticmethod
    def layers(size: int, hidden: int, outputs: int, gain: float) -> nn.Sequential:
        linear = [nn.Linear(size, hidden), nn.Linear(hidden, hidden), nn.Linear(hidden, outputs)]
        for layer, scale in zip(linear, [2**0.5, 2**0.5, gain], strict=True):
            nn.init.orthogonal_(layer.weight, scale)
            nn.init.zeros_(layer.bias)
        return nn.Sequential(linear[0], nn.Tanh(), linear[1], nn.Tanh(), linear[2])

    def policy(self, observations: torch.Tensor, masks: torch.Tensor) -> torch.distributions.Categorical:
        """Return a distribution in which illegal actions have probability 0."""
        return torch.distributions.Categorical(logits=self.actor(observations).masked_fill(~masks, -1e8))

    def value(self, observations: torch.Tensor) -> torch.Tensor:
        return self.critic(observations).squeeze(-1)


class Learned(Agent):
    """The network as an agent for arena, adapters and search."""

    name = "my ppo"

    def __init__(self, network: Network):
        self.network = network

    @torch.no_grad()
    def act(self, decisions):
        policy = self.network.policy(torch.as_tensor(decisions.observations), torch.as_tensor(decisions.masks) != 0)
        noise = decisions.generator.gumbel(size=policy.logits.shape)
        return (policy.logits.numpy() + noise).argmax(axis=1)  # a sample from the policy, determined by the arena's seed


def train(settings: Settings) -> Network:
    torch.manual_seed(settings.seed)
    envs = gymnasium.make_vec(
        gymnasium_id(settings.game),
        num_envs=settings.num_envs,
        vectorization_mode="vector_entry_point",
        autoreset_mode="SameStep",  # the step that ends a game also deals the next game
        opponents=settings.opponents.split(","),
    )
    network = Network(envs.single_observation_space.shape[0], int(envs.single_action_space.n), settings.hidden)
    optimizer = torch.optim.Adam(network.parameters(), settings.learning_rate, eps=1e-5)
    shape = settings.num_steps, settings.num_envs
    seen = torch.zeros(*shape, envs.single_observation_space.shape[0])
    masks = torch.zeros(*shape, int(envs.single_action_space.n), dtype=torch.bool)
    actions = torch.zeros(shape, dtype=torch.long)
    log_probs, rewards, ends, values = (torch.zeros(shape) for _ in range(4))

    observation, info = envs.reset(seed=settings.seed)
    updates = max(1, settings.total_steps // (settings.num_steps * settings.num_envs))
    for update in range(updates):
        optimizer.param_groups[0]["lr"] = settings.learning_rate * (1 - update / updates)
        for step in range(settings.num_steps):
            seen[step] = torch.as_tensor(observation)
            masks[step] = torch.as_tensor(info["action_mask"]) != 0
            with torch.no_grad():
                policy = network.policy(seen[step], masks[step])
                actions[step] = policy.sample()
                log_probs[step] = policy.log_prob(actions[step])
                values[step] = network.value(seen[step])
            observation, reward, terminated, truncated, info = envs.step(actions[step].numpy())
            rewards[step] = torch.as_tensor(reward)
            ends[step] = torch.as_tensor(terminated | truncated)  # the turn limit is part of the game: its reward is final
        advantages = advantages_of(settings, network, torch.as_tensor(observation), rewards, ends, values)
        data = [part.flatten(0, 1) for part in (seen, masks, actions, log_probs, advantages, advantages + values)]
        for _ in range(settings.update_epochs):
            for rows in torch.randperm(len(data[0])).chunk(settings.num_minibatches):
                loss = loss_of(settings, network, *(part[rows] for part in data))
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(network.parameters(), settings.max_grad_norm)
                optimizer.step()
        if update % 10 == 0 or update == updates - 1:
            mean_reward = rewards.sum() / ends.sum().clamp(min=1)
            print(f"{(update + 1) * settings.num_steps * settings.num_envs:>9,} decisions, mean reward {mean_reward:+.2f}")
    envs.close()
    return network


@torch.no_grad()
def advantages_of(settings, network, observation, rewards, ends, values):
    """Return generalised advantage estimates: (num_steps, num_envs)."""
    advantages = torch.zeros_like(rewards)
    after, running = network.value(observation), torch.zeros(rewards.shape[1])
    for step in reversed(range(settings.num_steps)):
        continues = 1 - ends[step]
        delta = rewards[step] + settings.gamma * after * continues - values[step]
        running = delta + settings.gamma * settings.gae_lambda * continues * running
        advantages[step], after = running, values[step]
    return advantages


def loss_of(settings, network, seen, masks, actions, log_probs, advantages, returns):
    """Return PPO's loss for a minibatch: clipped policy gain, value error, entropy bonus."""
    policy = network.policy(seen, masks)
    ratio = (policy.log_prob(actions) - log_probs).exp()
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    clipped = ratio.clamp(1 - settings.clip_coef, 1 + settings.clip_coef)
    policy_loss = -torch.min(advantages * ratio, advantages * clipped).mean()
    value_loss = 0.5 * (network.value(seen) - returns).pow(2).mean()
    return policy_loss + settings.vf_coef * value_loss - settings.ent_coef * policy.entropy().mean()


def main() -> None:
    parser = argparse.ArgumentParser()
    for field in dataclasses.fields(Settings):
        parser.add_argument("--" + field.name.replace("_", "-"), type=type(field.default), default=field.default)
    settings = Settings(**vars(parser.parse_args()))
    network = train(settings)
    rivals = [agents.make(name, game=settings.game) for name in agents.names(settings.game)]
    for rival in rivals:
        result = arena.run(settings.game, [Learned(network), rival], games=settings.games, progress=False)
        print(f"against {rival.name}: {result.pairs[0].win_share.value:.0%} of wins")


if __name__ == "__main__":
    main()
