"""The pool of opponents that a learner trains against.

A learner learns little from much stronger or much weaker opponents. So the pool has each bot at several noise levels (shares of
random moves) and frozen snapshots of the learner, and prefers opponents against which the learner wins about half its games.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dig_envs.agents.learned import LearnedAgent
from dig_envs.agents.learned.agent import Layers
from dig_envs.core.agent import Agent, Bot, Opponent
from dig_envs.core.agent_names import find_agent
from dig_envs.core.features import FeatureSet
from dig_envs.core.game import Game, Options

NOISE_LEVELS = (0.8, 0.6, 0.4, 0.2, 0.0)
MEMORY = 100  # games after which the weight of an old result is 1/e
MIN_WEIGHT = 0.03  # of an opponent that always wins or always loses; an equal opponent has weight 1


@dataclass
class PoolMember:
    """An opponent, and the learner's share of wins against it, a running mean with a guess as initial value."""

    agent: Agent
    win_share: float

    @property
    def label(self) -> str:
        """The agent's name with its noise, such as "greedy@0.4"."""
        noise = getattr(self.agent, "noise", 0.0)
        return f"{self.agent.shown_name}@{noise:g}" if noise else self.agent.shown_name


class Pool:
    """Opponents with the learner's results against them.

    Args:
        members: the bots.
        snapshots: the largest number of frozen copies of the learner; a new one replaces the oldest.
    """

    def __init__(self, members: Sequence[PoolMember], snapshots: int = 2):
        self.members = list(members)
        self.bots = len(self.members)
        self.snapshots = snapshots
        self.taken = 0

    def record(self, opponents: np.ndarray, rewards: np.ndarray) -> None:
        """Update the win shares with the results of finished games.

        Args:
            opponents: int (games, seats), the index of the member in each seat; -1 for the learner.
            rewards: float (games,), the learner's rewards; above 0 is a win, 0 a tie.
        """
        wins = np.broadcast_to((np.sign(rewards)[:, None] + 1) / 2, opponents.shape)
        for k in np.unique(opponents[opponents >= 0]):
            results = wins[opponents == k]
            keep = np.exp(-len(results) / MEMORY)
            self.members[k].win_share = float(keep * self.members[k].win_share + (1 - keep) * results.mean())

    def weights(self) -> np.ndarray:
        """Return the weight of each member in the draw of opponents, float64 (n,): 1 if the learner wins half of its games."""
        won = np.array([member.win_share for member in self.members])
        return np.maximum(4 * won * (1 - won), MIN_WEIGHT)

    def opponents(self) -> list[Opponent]:
        """Return the members for `Batch.set_opponents`, which draws each in proportion to its weight."""
        return [Opponent(member.agent, float(weight)) for member, weight in zip(self.members, self.weights(), strict=True)]

    def snapshot_layers(self) -> list[Layers]:
        """Return the policies of the snapshots, by slot."""
        return [member.agent.layers for member in self.members[self.bots :] if isinstance(member.agent, LearnedAgent)]

    def add_snapshot(
        self,
        layers: Layers,
        deterministic: bool = False,
        features: FeatureSet | None = None,
        options: Options | None = None,
    ) -> None:
        """Add a frozen policy, or replace the oldest one, also in running games.

        Args:
            layers: the policy.
            deterministic: whether it plays its likeliest action instead of drawing.
            features: the feature set whose floats the policy sees after the facts.
            options: with features, the options of the game.
        """
        if not self.snapshots:
            return
        slot = self.bots + self.taken % self.snapshots
        self.taken += 1
        if slot == len(self.members):
            name = f"snapshot {slot - self.bots + 1}"
            self.members.append(PoolMember(LearnedAgent(name, layers, deterministic, features=features, options=options), 0.5))
        else:
            self.members[slot].agent.layers = layers  # type: ignore[attr-defined]
            self.members[slot].win_share = 0.5


def pool_of_noise_levels(
    game: Game, names: Sequence[str], noise_levels: Sequence[float] = NOISE_LEVELS, snapshots: int = 2
) -> Pool:
    """Return a pool of bots, each once at every noise level.

    The bot `random`, names with a noise level ("greedy@0.3"), and agents that are no bots are in the pool once. The initial
    guess is that `random` is an equal opponent and all other bots always win, because training starts near random play.
    """
    members = []
    for name in names:
        agent = find_agent(name, game)
        if name == "random" or not isinstance(agent, Bot):
            members.append(PoolMember(agent, 0.5))
        elif "@" in name:
            members.append(PoolMember(agent, 0.0))
        else:
            members.extend(PoolMember(agent.with_noise(noise), 0.0) for noise in noise_levels)
    return Pool(members, snapshots)
