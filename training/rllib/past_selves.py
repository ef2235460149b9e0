"""Self-play against past selves of the policy: a league in callbacks of RLlib.

In half of the games the policy plays every seat. In the other games it shares the seats with one past self. The fewer wins
against a past self, the more often it plays (prioritised fictitious self-play, as in `training/league/matchmaking.py`). A
frozen copy of the policy joins the past selves when the policy wins enough games against the latest of them.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import numpy as np
from ray.rllib.callbacks.callbacks import RLlibCallback

from dig_envs.training.league.matchmaking import prioritised
from dig_envs.training.rllib.settings import Config

LEARNER = "learner"  # the module that is trained
EVERY_SEAT = 0.5  # share of the games in which the policy plays every seat
ADMITTED = "league_admitted"  # key of a result: steps and share of wins at the admission of each past self
SHARES, GAMES = "league_share", "league_games"  # keys of metrics by past self


def slots(config: Config) -> list[str]:
    """Return the names of the modules that hold past selves."""
    return [f"self_{number}" for number in range(config.snapshots)]


def seat_by(weights: Mapping[str, float], num_seats: int) -> Callable[..., str]:
    """Return the policy mapping function of RLlib, which returns the module of a seat.

    Args:
        weights: relative frequencies of the past selves.
        num_seats: the number of seats.
    """
    names, frequencies = list(weights), list(weights.values())

    def module_of(agent: str, episode: Any, **others: Any) -> str:
        generator = Random(episode.id_)  # the same draws for every seat of a game
        if generator.random() < EVERY_SEAT:
            return LEARNER
        (past_self,) = generator.choices(names, frequencies)
        seats = generator.sample(range(num_seats), num_seats // 2 + generator.randrange(num_seats % 2 + 1))
        return past_self if int(agent.rpartition("_")[2]) in seats else LEARNER

    return module_of


class League(RLlibCallback):
    """Counts the policy's wins against its past selves, and admits new ones.

    Args:
        config: the settings of the run.
    """

    def __init__(self, config: Config):
        super().__init__()
        self.config, self.slots = config, slots(config)
        self.num_seats = config.played.parse_options(**config.options).num_players
        self.admitted: list[dict[str, float]] = [{"steps": 0, "share": 0.5}]
        self._games_before = 0.0  # in the slot of the latest past self, before it was admitted

    def on_episode_end(self, *, episode: Any, metrics_logger: Any, **others: Any) -> None:
        """Log the policy's share of a win against a past self."""
        modules = {agent: episode.module_for(agent) for agent in episode.agent_episodes}
        returns = {agent: played.get_return() for agent, played in episode.agent_episodes.items()}
        winners = [modules[agent] for agent, value in returns.items() if value == max(returns.values())]
        for past_self in set(modules.values()) - {LEARNER}:
            metrics_logger.log_value((SHARES, past_self), winners.count(LEARNER) / len(winners), window=self.config.gate_games)
            metrics_logger.log_value((GAMES, past_self), 1, reduce="lifetime_sum")

    def on_train_result(self, *, algorithm: Any, result: dict[str, Any], **others: Any) -> None:
        """Admit the policy if it passes the gate, and seat past selves by the policy's shares of wins against them."""
        metrics = result["env_runners"]
        shares, games = dict(metrics.get(SHARES, {})), metrics.get(GAMES, {})
        latest, oldest = (self.slots[number % len(self.slots)] for number in (len(self.admitted) - 1, len(self.admitted)))
        played = games.get(latest, 0) - self._games_before
        if played >= self.config.gate_games and shares.get(latest, 0.0) >= self.config.gate:
            self.admitted.append({"steps": int(metrics["num_env_steps_sampled_lifetime"]), "share": float(shares[latest])})
            self._games_before, shares[oldest] = games.get(oldest, 0), 0.5
            set_weights(algorithm, [oldest], algorithm.get_module(LEARNER).get_state())
        filled = self.slots[: len(self.admitted)]
        weights = prioritised(np.array([shares.get(name, 0.5) for name in filled]), self.config.power)
        seats = seat_by(dict(zip(filled, weights.tolist(), strict=True)), self.num_seats)
        algorithm.env_runner_group.foreach_env_runner(lambda runner: runner.config.multi_agent(policy_mapping_fn=seats))
        result[ADMITTED] = list(self.admitted)


def set_weights(algorithm: Any, modules: Sequence[str], weights: Any) -> None:
    """Give modules these weights in the learner and in every runner.

    `Algorithm.set_state` would not do: until the next update, runners ignore weights with the same sequence number.
    """
    state = {"rl_module": dict.fromkeys(modules, weights)}
    algorithm.learner_group.set_state({"learner": state})
    algorithm.env_runner_group.foreach_env_runner(lambda runner: runner.set_state(state))
