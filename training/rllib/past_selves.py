"""A league of the policy's past selves, as callbacks of RLlib.

In half of the games the policy plays every seat. In the others it shares the seats with one past self, which is drawn the more
often the less is won of it (prioritised fictitious self-play, as `training/league/matchmaking.py`). Once the policy wins
enough games against the self that was let in last, a frozen copy of it is let in too.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import numpy as np
from ray.rllib.callbacks.callbacks import RLlibCallback

from dig_envs.training.league.matchmaking import prioritised
from dig_envs.training.rllib.module import module_spec
from dig_envs.training.rllib.settings import Config

LEARNER = "learner"  # the module that is trained
ITSELF = 0.5  # share of the games in which it has every seat
ADMITTED = "league_admitted"  # in a result: what each past self was let in with
SHARES, GAMES = "league_share", "league_games"  # in the metrics, by past self


def slot(number: int) -> str:
    """Return the module that holds the past self of this number."""
    return f"self_{number}"


def seat_by(weights: Mapping[str, float], num_seats: int) -> Callable[..., str]:
    """Return what tells RLlib which module plays a seat of a game.

    Args:
        weights: how often each past self is met, relative to the others.
        num_seats: of a game.
    """
    names, shares = list(weights), list(weights.values())

    def module_of(agent: str, episode: Any, **others: Any) -> str:
        drawn = Random(episode.id_)  # each seat of a game asks for itself
        if drawn.random() < ITSELF:
            return LEARNER
        (member,) = drawn.choices(names, shares)
        theirs = drawn.sample(range(num_seats), num_seats // 2 + drawn.randrange(num_seats % 2 + 1))
        return member if seat_number(agent) in theirs else LEARNER

    return module_of


def seat_number(agent: str) -> int:
    """Return the number of a seat by its name in the environment, such as "player_1"."""
    return int(agent.rpartition("_")[2])


class League(RLlibCallback):
    """Counts what the policy wins of its past selves, and lets new ones in.

    Args:
        config: the settings of the run.
    """

    def __init__(self, config: Config):
        super().__init__()
        self.config = config
        self.num_seats = config.played.parse_options(**config.options).num_players
        self.admitted: list[dict[str, float]] = [{"steps": 0, "share": 0.5}]
        self._games_before = 0.0  # in the slot of the past self that was let in last

    def on_episode_end(self, *, episode: Any, metrics_logger: Any, **others: Any) -> None:
        """Log who has won a game that past selves have played in."""
        modules = {agent: episode.module_for(agent) for agent in episode.agent_episodes}
        members = set(modules.values()) - {LEARNER}
        if len(members) != 1:
            return
        returns = {agent: played.get_return() for agent, played in episode.agent_episodes.items()}
        winners = [agent for agent, won in returns.items() if won == max(returns.values())]
        share = float(np.mean([modules[agent] == LEARNER for agent in winners]))
        (member,) = members
        metrics_logger.log_value((SHARES, member), share, window=self.config.gate_games)
        metrics_logger.log_value((GAMES, member), 1, reduce="lifetime_sum")

    def on_train_result(self, *, algorithm: Any, result: dict[str, Any], **others: Any) -> None:
        """Let the policy in if it passes the gate, and meet past selves by what is now won of them."""
        found = result["env_runners"]
        shares, games = found.get(SHARES, {}), found.get(GAMES, {})
        latest = self._slot(len(self.admitted) - 1)
        met = games.get(latest, 0) - self._games_before
        if met >= self.config.gate_games and shares.get(latest, 0.0) >= self.config.gate:
            newest = self._slot(len(self.admitted))
            steps = found["num_env_steps_sampled_lifetime"]
            self.admitted.append({"steps": int(steps), "share": float(shares[latest])})
            self._games_before = games.get(newest, 0)
            self._let_in(algorithm, newest)
            shares = {**shares, newest: 0.5}
        self._meet(algorithm, shares)
        result[ADMITTED] = list(self.admitted)

    def _slot(self, number: int) -> str:
        return slot(number % self.config.snapshots)

    def _let_in(self, algorithm: Any, name: str) -> None:
        """Copy the policy into a slot. Games that are under way there go on against the new past self."""
        if name not in algorithm.learner_group.get_weights():
            algorithm.add_module(name, module_spec(self.config.architecture))
        copy_module(algorithm, LEARNER, name)

    def _meet(self, algorithm: Any, shares: Mapping[str, float]) -> None:
        """Have runners seat past selves by what is won of each; half of the games where nothing is known."""
        names = [slot(number) for number in range(min(len(self.admitted), self.config.snapshots))]
        weights = prioritised(np.array([shares.get(name, 0.5) for name in names]), self.config.power)
        seats = seat_by(dict(zip(names, weights.tolist(), strict=True)), self.num_seats)

        def seat(runner: Any) -> None:
            runner.config.multi_agent(policy_mapping_fn=seats)

        algorithm.env_runner_group.foreach_env_runner(seat)


def copy_module(algorithm: Any, source: str, target: str) -> None:
    """Give a module of an algorithm, in its learners and runners, the weights of another."""
    set_weights(algorithm, {target: weights_of(algorithm, source)})


def weights_of(algorithm: Any, module: str) -> dict[str, np.ndarray]:
    """Return the weights of a module as the learner has them now, float32 by name."""
    return algorithm.learner_group.get_weights(module_ids=[module])[module]


def set_weights(algorithm: Any, weights: Mapping[str, Mapping[str, np.ndarray]]) -> None:
    """Give modules of an algorithm, in its learners and runners, these weights."""
    algorithm.set_state({"learner_group": {"learner": {"rl_module": dict(weights)}}})
