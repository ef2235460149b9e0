"""Measure OpenSpiel: games in C++ that Python code plays, and games in Python."""

import random
import sys
from functools import cache
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import games as python_games  # noqa: F401  (registers them)
from open_spiel.python.observation import make_observation

from benchmarks.peers import protocol
from benchmarks.peers.protocol import Subject, playouts, rate, serve, timed

GAMES = (
    "tic_tac_toe",
    "connect_four",
    "leduc_poker",
    "gin_rummy",
    "hearts",
    "backgammon",
    "python_tic_tac_toe",
    "python_kuhn_poker",
)
SHARE = 0.2  # the share of decisions that become positions
LENGTHS = 5  # playouts per position for their mean length
MASK_BYTES = 1
PPO_GAME = "connect_four"  # with a random opponent, as in our measurement


class Spiel:
    """A game and its loops."""

    def __init__(self, name: str):
        self.game = pyspiel.load_game(name)
        self.dice = random.Random(0)
        kind = self.game.get_type()
        recall = None if kind.provides_observation_tensor else pyspiel.IIGObservationType(perfect_recall=True)
        self.observation = make_observation(self.game, recall)
        self.positions: list[Any] = []
        played = [self.play(self.game.new_initial_state(), keep=True) for _ in range(protocol.GAMES)]
        while len(self.positions) < protocol.POSITIONS:
            self.play(self.game.new_initial_state(), keep=True)
        self.decisions = sum(played) / protocol.GAMES
        self.left = self.lengths()
        self.bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(self.game.num_players())]
        self.learner = cache(lambda: Learner(self.game))
        self.next = 0

    def subject(self, name: str) -> Subject:
        """Return the subject with its measures."""
        in_python = name.startswith("python_")
        measures = {
            "steps": timed(lambda: self.play(self.game.new_initial_state(), observe=True)),
            "moves": timed(lambda: self.play(self.game.new_initial_state())),
            "clone": timed(self.clone),
            "playouts": playouts(self.play_out),
        }
        if name == PPO_GAME:
            measures["ppo"] = lambda seconds, threads: {"rate": rate(self.learner().learn, seconds)}
        floats = self.observation.tensor.size
        size = self.observation.tensor.nbytes + MASK_BYTES * self.game.num_distinct_actions()
        form = "Python" if in_python else "C++ from Python"
        return Subject(name, form, floats, size, self.decisions, measures, remark="the loop of playouts is OpenSpiel's, in C++")

    def play(self, state: Any, observe: bool = False, keep: bool = False) -> int:
        """Play a state to its end, and return the number of decisions without chance nodes."""
        decisions = 0
        choice = self.dice.choice
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(self.dice.choices(outcomes, chances)[0])
                continue
            if observe:
                self.observation.set_from(state, state.current_player())
            elif keep and self.dice.random() < SHARE:
                self.positions.append(state.clone())
            state.apply_action(choice(state.legal_actions()))
            decisions += 1
        return decisions

    def lengths(self) -> list[float]:
        """Return the mean number of decisions of random play from each position."""
        del self.positions[protocol.POSITIONS :]
        return [float(np.mean([self.play(state.clone()) for _ in range(LENGTHS)])) for state in self.positions]

    def clone(self) -> int:
        """Copy a position."""
        self.next += 1
        self.positions[self.next % protocol.POSITIONS].clone()
        return 1

    def play_out(self, k: int) -> float:
        """Play out a position with OpenSpiel's loop and bots; return the mean number of decisions from the position."""
        self.next += 1
        pyspiel.evaluate_bots(self.positions[k].clone(), self.bots, self.next)
        return self.left[k]


class Learner:
    """OpenSpiel's PPO in PyTorch, on its vector environment, against a random opponent."""

    def __init__(self, game: Any):
        import torch
        from open_spiel.python import rl_environment
        from open_spiel.python.pytorch.ppo import PPO, PPOAgent
        from open_spiel.python.vector_env import SyncVectorEnv

        dice = random.Random(0)

        class AgainstRandom(rl_environment.Environment):
            """Plays all seats but the learner's."""

            def step(self, actions: list[int]) -> Any:
                return self.play_on(super().step(actions))

            def reset(self) -> Any:
                return self.play_on(super().reset())

            def play_on(self, step: Any) -> Any:
                while not step.last() and (player := step.observations["current_player"]) != 0:
                    step = super().step([dice.choice(step.observations["legal_actions"][player])])
                return step

        torch.set_num_threads(1)
        self.envs = SyncVectorEnv([AgainstRandom(game) for _ in range(protocol.PPO_ENVIRONMENTS)])
        self.agent = PPO(
            input_shape=(game.observation_tensor_size(),),
            num_actions=game.num_distinct_actions(),
            num_players=game.num_players(),
            num_envs=protocol.PPO_ENVIRONMENTS,
            steps_per_batch=protocol.PPO_STEPS,
            num_minibatches=protocol.PPO_MINIBATCHES,
            update_epochs=protocol.PPO_EPOCHS,
            device="cpu",
            agent_fn=PPOAgent,
        )
        self.steps = self.envs.reset()

    def learn(self) -> int:
        """Collect a rollout and learn from it, and return the number of the learner's decisions."""
        for _ in range(protocol.PPO_STEPS):
            chosen = self.agent.step(self.steps)
            self.steps, rewards, done, _ = self.envs.step(chosen, reset_if_done=True)
            self.agent.post_step([reward[0] for reward in rewards], done)
        self.agent.learn(self.steps)
        return protocol.PPO_ENVIRONMENTS * protocol.PPO_STEPS


if __name__ == "__main__":
    serve("open_spiel", GAMES, lambda name: Spiel(name).subject(name), sys.argv[1:])
