"""The frame of all files: settings of a run, inputs of a network, measurements, and the command line.

In a small variant the policy in all seats is measured by its exact exploitability, in the full game by games against bots.
"""

import argparse
import itertools
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import numpy as np
import torch
from torch import nn

from dig_envs import exact, game_of
from dig_envs.core.agent import Agent, Decisions
from dig_envs.core.batch import Batch
from dig_envs.core.game import FULL, Options

MAX_PLAYERS = 5  # of all games
BOTS = ("random", "greedy", "expert")
GAMES = 200  # against each bot

Policy = Callable[[Decisions], np.ndarray]
"""Returns the probabilities of all actions, float (n, num_actions), in the form that `exact.measure` takes."""


@dataclass(frozen=True)
class RunSettings:
    game: Annotated[str, "the game"] = "dig_dig_v0"
    variant: Annotated[str, f"a variant that is small enough for exact analysis, or {FULL}"] = "tiny"
    reward: Annotated[str, "the game's option reward"] = "win"
    steps: Annotated[int, "decisions of all seats"] = 1_000_000
    num_tables: Annotated[int, "tables that play at once"] = 64
    hidden: Annotated[int, "units of each of two hidden layers"] = 128
    seed: Annotated[int, "seed of deals, actions and weights"] = 1
    measure_every: Annotated[int, "decisions between two measurements"] = 100_000
    output: Annotated[str, "JSON file of the result"] = "runs/one_file.json"
    tensorboard: Annotated[str, "folder of TensorBoard's files; empty for none"] = ""

    @property
    def options(self) -> Options:
        """The options of the game; a full game has its default number of players."""
        game = game_of(self.game)
        if self.variant == FULL:
            return game.parse_options(reward=self.reward)
        players = game.options.variants[self.variant].num_players
        return game.parse_options(variant=self.variant, num_players=players, reward=self.reward)

    def tables(self) -> Batch:
        """Return tables whose seats are all the caller's; forced decisions are skipped."""
        return Batch(game_of(self.game), self.options, self.num_tables, self.seed, num_threads=1, skip_forced=True)


def layers(sizes: list[int], gain: float, generator: torch.Generator) -> nn.Sequential:
    linear = [nn.Linear(a, b) for a, b in itertools.pairwise(sizes)]
    for layer in linear:
        nn.init.orthogonal_(layer.weight, gain if layer is linear[-1] else 2**0.5, generator=generator)
        nn.init.zeros_(layer.bias)
    parts = [part for layer in linear for part in (layer, nn.ReLU())]
    return nn.Sequential(*parts[:-1])


def inputs_of(decisions: Batch | Decisions) -> np.ndarray:
    """Append the one-hot number of the deciding seat to each observation, and return the inputs, float32 (n, inputs).

    An observation is relative to its seat, so without this number a network could not know which seat began.
    """
    return np.concatenate([decisions.observations, np.eye(MAX_PLAYERS, dtype=np.float32)[decisions.players]], axis=1)


@torch.no_grad()
def move(target: nn.Module, network: nn.Module, rate: float) -> None:
    """Move the weights of `target` towards those of `network`."""
    for own, new in zip(target.parameters(), network.parameters(), strict=True):
        own.lerp_(new, rate)


class PolicyAgent(Agent):
    """A policy as an agent for the arena."""

    def __init__(self, policy: Policy):
        self.name, self.policy = "policy", policy

    def act(self, decisions: Decisions) -> np.ndarray:
        noise = decisions.generator.gumbel(size=decisions.masks.shape)  # the greatest sum is a sample of the policy
        with np.errstate(divide="ignore"):
            return (np.log(self.policy(decisions)) + noise).argmax(axis=1)


class Curve:
    """Measurements of a policy in the course of the training, as plain data (`points`)."""

    def __init__(self, settings: RunSettings, report: Callable[[str], Any]):
        self.settings, self.report = settings, report
        full = settings.variant == FULL
        self.form = None if full else exact.sequence_form(game_of(settings.game), settings.options)
        self.points: list[dict[str, float]] = []
        self.began = time.process_time()
        self.writer = None
        if settings.tensorboard:
            from torch.utils.tensorboard import SummaryWriter

            self.writer = SummaryWriter(settings.tensorboard)

    def add(self, steps: int, policy: Policy) -> None:
        """Measure a policy that plays all seats, once every `measure_every` decisions."""
        if self.points and steps < min(self.points[-1]["steps"] + self.settings.measure_every, self.settings.steps):
            return
        values = self.measure(policy)
        seconds = time.process_time() - self.began
        self.points.append({"steps": steps, "seconds": round(seconds, 1), **values})
        shown = "  ".join(f"{name} {value:.4f}" for name, value in values.items())
        self.report(f"{steps:>11,} decisions {seconds:7.1f} s  {shown}")
        if self.writer:
            for name, value in values.items():
                self.writer.add_scalar(name, value, steps)

    def measure(self, policy: Policy) -> dict[str, float]:
        """Return the exploitability in a variant, or the share of the wins against each bot in the full game."""
        if self.form is not None:
            return {"exploitability": exact.measure(self.form, policy).exploitability}
        from dig_envs.training import arena

        agent, game = PolicyAgent(policy), self.settings.game
        duels = {bot: arena.run(game, [agent, bot], games=GAMES, progress=False) for bot in BOTS}
        return {f"wins against {bot}": duel.pairs[0].win_share.value for bot, duel in duels.items()}

    def result(self) -> dict[str, Any]:
        """Return the settings, the curve and the last measurement as plain data."""
        return {"settings": asdict(self.settings), "curve": self.points, **self.points[-1]}


def run(train: Callable[..., dict[str, Any]], settings: type, text: str | None) -> None:
    """Train with the settings of the command line, and write the result."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, hint in get_type_hints(settings, include_extras=True).items():
        default, flag = getattr(settings, name), "--" + name.replace("_", "-")
        parser.add_argument(flag, type=hint.__origin__, default=default, help=f"{hint.__metadata__[0]} ({default})")
    given = settings(**vars(parser.parse_args()))
    torch.set_num_threads(1)
    torch.set_float32_matmul_precision("medium")  # the fastest products; on some processors they round to bfloat16
    result = train(given)
    Path(given.output).parent.mkdir(parents=True, exist_ok=True)
    Path(given.output).write_text(json.dumps(result, indent=1))
