"""Clone a teacher in rounds: record choices, fit a network to them, and compare the network with the teacher.

The work is a list of steps that follows from the settings; a checkpoint stores the number of completed steps. In the first
round the teacher plays, with a share of random actions, so that positions after mistakes occur. In later rounds the learner
also plays, and the teacher labels its choices: the learner must know the positions that it reaches itself (Ross, Gordon,
Bagnell 2011: "A reduction of imitation learning and structured prediction to no-regret online learning"). If the teacher is
a search, the learner can also replace the agents that the search consults (Anthony, Tian, Barber 2017: "Thinking fast and
slow with deep learning and tree search").
"""

import dataclasses
import io
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain, takewhile
from pathlib import Path
from typing import Any

import numpy as np
import torch as th
from stable_baselines3.common.utils import LinearSchedule

from dig_envs.agents import learned
from dig_envs.agents.learned import Architecture, LearnedAgent, ModelCard, tensors
from dig_envs.agents.search import Search
from dig_envs.core.agent import Agent, Bot
from dig_envs.core.agent_names import find_agent
from dig_envs.core.arguments import whole_number
from dig_envs.training.clone.agreement import Agreement, from_json, measure_agreement
from dig_envs.training.clone.examples import Examples, is_held_out
from dig_envs.training.clone.fitting import Fitting, logits_at
from dig_envs.training.clone.on_ray import Piece, Recorder, record_here
from dig_envs.training.clone.recording import Player, RecordingSetup
from dig_envs.training.clone.recording_kernel import Choices
from dig_envs.training.clone.settings import Config
from dig_envs.training.run.config import split_evenly
from dig_envs.training.run.learner import policy_of, value_of
from dig_envs.training.run.run import Memory, Model, Run
from dig_envs.training.sb3.learner import moments
from dig_envs.training.sb3.policy import NetworkPolicy
from dig_envs.utils.files import replace

PORTION = 32_768  # choices of a compiled teacher that one step records
SLOW_PORTION = 2_048  # choices of any other teacher, such as a search
STEPS = 256  # steps of gradient descent in one step of work
OWN_SHARE = 0.5  # of the seats that the learner plays in later rounds
EXAMPLES, HELD_OUT, OPTIMISER = "examples.safetensors", "held_out.safetensors", "optimiser.safetensors"


@dataclass(frozen=True)
class Work:
    """A step of the work, which takes seconds.

    Attributes:
        kind: "record", "fit" or "compare".
        round: the round, from 1.
        count: the number of choices to record, or of steps of gradient descent.
        players: the number of players of the games to record; 0 for other work.
    """

    kind: str
    round: int
    count: int = 0
    players: int = 0


class _Interrupted(Exception):
    """Ends a recording because a signal has asked the run to stop."""


class Cloning:
    """A network in training to choose the actions of a teacher.

    Args:
        run: the run.
        policy: the policy of MaskablePPO to train.
        recorder: records choices, in this process or on a cluster.

    Attributes:
        work: the steps of the work, in order.
        steps_done: the number of completed steps of the work.
        steps: the number of completed steps of gradient descent.
        examples, held_out: the choices to learn from, and the choices of held-out games.
        reports: the agreements after each round.
    """

    kind, activation = "MaskablePPO", "ReLU"

    def __init__(self, run: Run, policy: NetworkPolicy, recorder: Recorder = record_here):
        self.run, self.policy, self.recorder = run, policy, recorder
        self.config: Config = run.config
        config = self.config
        self.game, self.features = config.played, config.feature_set
        self.options = self.game.parse_options(**config.options)
        self.teacher = find_agent(config.teacher, self.game)
        self.work = work_of(config, isinstance(self.teacher, Bot))
        rate = LinearSchedule(config.learning_rate, config.learning_rate / 10, 1.0)
        temperature = config.temperature if config.with_gains else None
        self.fitting = Fitting(policy, rate, config.batch_size, config.value_weight, temperature)
        columns = config.inputs, self.game.num_actions, config.with_gains
        self.examples, self.held_out = Examples(config.kept, *columns), Examples(config.max_held_out, *columns)
        self.steps_done = self.games = self.steps = 0
        self.reports: list[Agreement] = []

    @property
    def network(self) -> th.nn.Module:
        """The network in training, for `dig_envs.training.run.learner.policy_of`."""
        return self.policy

    @property
    def architecture(self) -> Architecture:
        """The description of the policy."""
        return self.policy.architecture

    @property
    def completed_work(self) -> str:
        return f"{self.steps_done} of {len(self.work)} steps of work"

    @cached_property
    def _all_steps(self) -> int:
        return sum(step.count for step in self.work if step.kind == "fit")

    # --- work

    def learn(self) -> None:
        """Do the remaining work.

        Raises:
            Stopped: a signal came, and a checkpoint was written.
        """
        efforts = [self._effort(step) for step in self.work]
        with self.run.progress_bar("cloning", sum(efforts[self.steps_done :])):
            while self.steps_done < len(self.work):
                self.run.save_if_due(self)
                try:
                    self._do(self.work[self.steps_done])
                except _Interrupted:
                    continue  # a checkpoint is due
                self.steps_done += 1

    def _effort(self, step: Work) -> int:
        """Return the number of choices that a step records or learns from, for the progress bar."""
        return step.count * (self.config.batch_size if step.kind == "fit" else 1)

    def _do(self, step: Work) -> None:
        if step.kind == "record":
            self._record(step)
        elif step.kind == "fit":
            self._fit(step)
        elif len(self.held_out):
            self.reports += measure_agreement(self.policy, self.held_out, self.game.actions, step.round)

    def _record(self, step: Work) -> None:
        """Record choices, and store the choices of held-out games separately."""
        choices = self.recorder(lambda: self.setup_of(step.round), self._pieces(), self._recorded)
        held_out = is_held_out(choices.games, self.games, self.config.held_out)
        scale, priors = self.config.reward_scale, self._priors(choices)
        self.held_out.add(choices, np.flatnonzero(held_out), step.round, scale, priors)
        self.examples.add(choices, np.flatnonzero(~held_out), step.round, scale, priors)
        self.games += int(choices.games.max()) + 1

    def _priors(self, choices: Choices) -> np.ndarray | None:
        """Return the logarithm of the learner's probability of each action, if it learns from gains, else None."""
        if not self.config.with_gains:
            return None
        return np.where(choices.masks, logits_at(self.policy, choices.observations, choices.masks), 0.0)

    def _pieces(self) -> list[Piece]:
        """Return the piece to record and the pieces of the recordings that follow directly."""
        pieces = []
        for place, step in takewhile(
            lambda item: item[1].kind == "record", enumerate(self.work[self.steps_done :], self.steps_done)
        ):
            seed = int(np.random.SeedSequence([self.config.seed, place]).generate_state(1, np.uint64)[0] >> 1)
            pieces.append(Piece(step.players, step.count, self.config.num_envs, seed))
        return pieces

    def _recorded(self, more: int) -> None:
        if self.run.stop.number:
            raise _Interrupted
        self.run.advance(more)

    def setup_of(self, number: int) -> RecordingSetup:
        """Return the setup of the recordings of a round: players, teacher, and whose choices are recorded.

        The teacher and the opponents play, with noise; from the second round on also the learner. With gains, the learner
        plays from the first round on, only its choices are recorded, and opponents or the base of the search play the other
        seats.
        """
        config, teacher = self.config, self._teacher_of(number)
        others = [find_agent(name, self.game) for name in config.opponents]
        common = self.game, self.options, self.features, teacher
        if config.with_gains:
            assert isinstance(teacher, Search)
            players = self._with_noise(others or [teacher.base])
            return RecordingSetup(*common, [*players, self._learner_among(players)], learner=len(players))
        players = self._with_noise([teacher]) + self._with_noise(others)
        return RecordingSetup(*common, [*players, self._learner_among(players)] if number > 1 else players)

    def _with_noise(self, agents: Sequence[Agent]) -> list[Player]:
        """Return each agent with each level of noise. At each level, all agents together have a weight of 1."""
        return [Player(agent, noise, 1 / len(agents)) for agent in agents for noise in self.config.noise_levels]

    def _learner_among(self, players: Sequence[Player]) -> Player:
        """Return the learner as a player with its share of the seats, among other players."""
        return Player(self._agent(), share=OWN_SHARE / (1 - OWN_SHARE) * sum(player.share for player in players))

    def _teacher_of(self, number: int) -> Agent:
        """Return the teacher of a round. From the second round on, the learner replaces agents of a search if `led` says so."""
        if number == 1 or not self.config.led:
            return self.teacher
        assert isinstance(self.teacher, Search)
        return self.teacher.with_agents(dict.fromkeys(self.config.led, self._agent(deterministic=True)))

    def _agent(self, deterministic: bool = False) -> LearnedAgent:
        """Return an agent that plays as the learner at this point."""
        return LearnedAgent(
            "the learner",
            policy_of(self),  # type: ignore[arg-type]
            deterministic,
            features=self.features,
            options=self.options,
            card=self._card,
            game=self.game,
            value=value_of(self),  # type: ignore[arg-type]
        )

    def _fit(self, step: Work) -> None:
        if not len(self.examples):
            return
        for _ in range(step.count):
            self.fitting.step(self.examples, 1.0 - self.steps / self._all_steps)
            self.steps += 1
            self.run.advance(self.config.batch_size)

    # --- files

    def save_model(self) -> Path:
        """Write the model and its agreements with the teacher, `agreement.json`, and return the file of the model."""
        path = learned.write(self.run.model, *self.model())
        replace(self.run.folder / "agreement.json", json.dumps(self._reports, indent=1).encode())
        return path

    @property
    def _reports(self) -> list[dict[str, Any]]:
        return [dataclasses.asdict(report) for report in self.reports]

    @property
    def _card(self) -> ModelCard:
        return self.config.model_card(self.kind, self.activation, self.config.play)

    def model(self) -> Model:
        file = io.BytesIO()
        th.save(self.policy.state_dict(), file)
        return self._card, {"policy.pth": file.getvalue()}, self.architecture

    def memory(self) -> Memory:
        """Return counters, and the files of examples, weights and optimiser."""
        counters = {"done": self.steps_done, "games": self.games, "steps": self.steps, "reports": self._reports}
        return counters, {
            EXAMPLES: tensors.pack(self.examples.contents()),
            HELD_OUT: tensors.pack(self.held_out.contents()),
            OPTIMISER: tensors.pack([dict(self.policy.state_dict()), self.fitting.optimiser.state_dict()["state"]]),
        }

    def restore(self, counters: Mapping[str, Any], files: Mapping[str, bytes]) -> None:
        self.steps_done = whole_number("done", counters["done"], 0, len(self.work))
        self.games, self.steps = (whole_number(name, counters[name], minimum=0) for name in ("games", "steps"))
        self.reports = [from_json(report) for report in counters["reports"]]
        self.examples.restore(tensors.unpack(files[EXAMPLES]))
        self.held_out.restore(tensors.unpack(files[HELD_OUT]))
        self._restore_fitting(*tensors.unpack(files[OPTIMISER]))

    def _restore_fitting(self, weights: dict[str, Any], stored: dict[str, Any]) -> None:
        self.policy.load_state_dict(weights)
        optimiser = self.fitting.optimiser
        state = moments(optimiser.param_groups[0]["params"], stored)
        optimiser.load_state_dict({**optimiser.state_dict(), "state": state})


def work_of(config: Config, is_compiled: bool) -> list[Work]:
    """Return the steps of a cloning.

    Each round records all its choices and then learns from them; if the examples cannot hold a round, recording and learning
    alternate. Games of each number of players have an equal part of the choices.

    Args:
        config: the settings.
        is_compiled: whether the teacher is a compiled bot.
    """
    sizes = [config.played.parse_options(**options).num_players for options in config.sizes]
    maximum = len(sizes) * (PORTION if is_compiled else SLOW_PORTION)
    portions = split(config.decisions, maximum)
    steps = math.ceil(config.epochs * config.decisions / config.batch_size)
    work: list[Work] = []
    for number in range(1, config.rounds + 1):
        records = [_records(number, count, sizes) for count in portions]
        if config.decisions <= config.kept:
            work += [*chain(*records), *_fits(number, steps)]
        else:
            for recorded, share in zip(records, split_by_weights(steps, portions), strict=True):
                work += [*recorded, *_fits(number, share)]
        work.append(Work("compare", number))
    return work


def _records(number: int, count: int, sizes: Sequence[int]) -> list[Work]:
    """Return the steps that record choices of each number of players."""
    parts = zip(split_evenly(count, len(sizes)), sizes, strict=True)
    return [Work("record", number, part, players) for part, players in parts if part]


def _fits(number: int, steps: int) -> list[Work]:
    return [Work("fit", number, count) for count in split(steps, STEPS)]


def split(count: int, maximum: int) -> list[int]:
    """Split a number into parts of at most `maximum` that differ by at most 1.

    >>> split(10, 4)
    [4, 3, 3]
    """
    return split_evenly(count, -(-count // maximum))


def split_by_weights(count: int, weights: Sequence[int]) -> list[int]:
    """Split a number into parts in proportion to weights, up to rounding.

    >>> split_by_weights(10, [2, 1, 1])
    [5, 2, 3]
    """
    ends = [count * weight // sum(weights) for weight in accumulate(weights)]
    return [end - start for start, end in zip([0, *ends], ends, strict=False)]
