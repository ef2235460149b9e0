"""A cloning under way: choices are recorded, a network is fitted to them, and its agreement judged, round by round.

All that is to be done is a list of pieces of work, known from the settings; a checkpoint notes how many are done. The first
round records games of the teacher, with a share of random moves so that mistakes occur in them. In further rounds the learner
plays too, and the teacher says what it would have done: what the learner has to know are the positions that it reaches itself
(Ross, Gordon, Bagnell 2011: "A reduction of imitation learning and structured prediction to no-regret online learning"). Where
the teacher is a search, the learner may also take the place of the agents that the search asks (Anthony, Tian, Barber 2017:
"Thinking fast and slow with deep learning and tree search").
"""

import dataclasses
import io
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, takewhile
from pathlib import Path
from typing import Any

import numpy as np
import torch as th
from stable_baselines3.common.utils import LinearSchedule

from dig_envs.agents.learned import Architecture, LearnedAgent, ModelCard, tensors
from dig_envs.agents.learned.model_card import make_card
from dig_envs.agents.search import Search
from dig_envs.core.agent import Agent, Bot
from dig_envs.core.agent_names import find_agent
from dig_envs.core.arguments import whole_number
from dig_envs.training.clone.agreement import Agreement, from_json, judge
from dig_envs.training.clone.examples import Examples, held_out
from dig_envs.training.clone.fitting import Fitting, logits_at
from dig_envs.training.clone.on_ray import Piece, Recorder, record_here
from dig_envs.training.clone.recording import Player, Scene
from dig_envs.training.clone.recording_kernel import Choices
from dig_envs.training.clone.settings import Config
from dig_envs.training.run.learner import policy_of, value_of
from dig_envs.training.run.run import Run
from dig_envs.training.sb3.learner import check_moments
from dig_envs.training.sb3.policy import NetworkPolicy
from dig_envs.utils.files import replace

PORTION = 32_768  # choices of a quick teacher that are recorded between two looks at the clock
SLOW_PORTION = 2_048  # of one that is asked in Python, such as a search
STEPS = 256  # of gradient descent, likewise
OWN_SHARE = 0.5  # of the seats of further rounds that the learner has
EXAMPLES, HELD_OUT, OPTIMISER = "examples.tensors", "held_out.tensors", "optimiser.tensors"


@dataclass(frozen=True)
class Work:
    """A piece of work, which takes seconds.

    Attributes:
        what: "record", "fit" or "judge".
        round: from 1.
        count: of choices to be recorded, or of steps of gradient descent.
    """

    what: str
    round: int
    count: int = 0


class _Interrupted(Exception):
    """A recording was given up, for the run was told to stop."""


class Cloning:
    """A cloning under way.

    Attributes:
        policy: what is trained, of MaskablePPO.
        work: all that is to be done, in order.
        done: how many pieces of it are.
        learned, aside: the choices that it learns from, and those of held-out games.
        reports: the agreement after each round.
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
        room = self.game.num_actions
        self.learned = Examples(config.kept, config.inputs, room, config.with_gains)
        self.aside = Examples(config.kept_aside, config.inputs, room, config.with_gains)
        self.done = self.games = self.steps = 0
        self.reports: list[Agreement] = []

    @property
    def network(self) -> th.nn.Module:
        """What is trained, as `dig_envs.training.run.learner.policy_of` wants it."""
        return self.policy

    @property
    def architecture(self) -> Architecture:
        """The description of the policy."""
        return self.policy.architecture

    @cached_property
    def _all_steps(self) -> int:
        return sum(piece.count for piece in self.work if piece.what == "fit")

    # --- work

    def learn(self) -> None:
        """Do the remaining work.

        Raises:
            Stopped: a signal came, and a checkpoint was written.
        """
        efforts = [self._effort(piece) for piece in self.work]
        with self.run.progress_bar("cloning", sum(efforts[self.done :])):
            while self.done < len(self.work):
                if self.run.is_checkpoint_due:
                    self.run.save_checkpoint(self)
                self.stop_if_requested()
                try:
                    self._do(self.work[self.done])
                except _Interrupted:
                    continue  # a checkpoint is due
                self.done += 1

    def stop_if_requested(self) -> None:
        """End the run if a signal has asked for it, after its checkpoint was written.

        Raises:
            Stopped: the message is the command that resumes the run.
        """
        self.run.stop_if_requested(f"{self.done} of {len(self.work)} pieces of work")

    def _effort(self, piece: Work) -> int:
        """Return how much of the progress bar a piece of work is: choices recorded or learned from."""
        return piece.count * (self.config.batch_size if piece.what == "fit" else 1)

    def _do(self, piece: Work) -> None:
        if piece.what == "record":
            self._record(piece)
        elif piece.what == "fit":
            self._fit(piece)
        elif len(self.aside):
            self.reports += judge(self.policy, self.aside, self.game.actions, piece.round)

    def _record(self, piece: Work) -> None:
        """Record choices, and put some games aside."""
        choices = self.recorder(lambda: self.scene(piece.round), self._pieces(), self._recorded)
        aside = held_out(choices.games, self.games, self.config.held_out)
        scale, priors = self.config.reward_scale, self._priors(choices)
        self.aside.add(choices, np.flatnonzero(aside), piece.round, scale, priors)
        self.learned.add(choices, np.flatnonzero(~aside), piece.round, scale, priors)
        self.games += int(choices.games.max()) + 1

    def _priors(self, choices: Choices) -> np.ndarray | None:
        """Return the logarithm of how likely the learner is to take each action, where it learns from gains, else None."""
        if not self.config.with_gains:
            return None
        return np.where(choices.masks, logits_at(self.policy, choices.observations, choices.masks), 0.0)

    def _pieces(self) -> list[Piece]:
        """List what is to be recorded now, and next, before anything else is done."""
        pieces = []
        for place, work in takewhile(lambda item: item[1].what == "record", enumerate(self.work[self.done :], self.done)):
            seed = int(np.random.SeedSequence([self.config.seed, place]).generate_state(1, np.uint64)[0] >> 1)
            pieces.append(Piece(work.count, self.config.num_envs, seed))
        return pieces

    def _recorded(self, more: int) -> None:
        if self.run.stop.number:
            raise _Interrupted
        self.run.advance(more)

    def scene(self, number: int) -> Scene:
        """Build the scene of a round: who plays in its games, who teaches, and whose choices are recorded.

        The teacher and opponents play with noise, from the second round on the learner too. Where gains are learned it plays
        from the first on, its choices alone are recorded, and opponents, or the bot that the search improves, have other seats.
        """
        config, teacher = self.config, self._teacher_of(number)
        others = [find_agent(name, self.game) for name in config.opponents]
        if config.with_gains:
            assert isinstance(teacher, Search)
            players = self._noisy(others or [teacher.base])
            return self._scene(teacher, [*players, self._learner_among(players)], learner=len(players))
        players = self._noisy([teacher]) + self._noisy(others)
        return self._scene(teacher, [*players, self._learner_among(players)] if number > 1 else players)

    def _scene(self, teacher: Agent, players: list[Player], learner: int | None = None) -> Scene:
        return Scene(self.game, self.options, self.features, teacher, players, learner)

    def _noisy(self, agents: Sequence[Agent]) -> list[Player]:
        """Return these agents with each level of noise; together they have one share for each level."""
        return [Player(agent, noise, 1 / len(agents)) for agent in agents for noise in self.config.noise_levels]

    def _learner_among(self, players: Sequence[Player]) -> Player:
        """Return the learner with its share of the seats, beside these players."""
        return Player(self._own(), share=OWN_SHARE / (1 - OWN_SHARE) * sum(player.share for player in players))

    def _teacher_of(self, number: int) -> Agent:
        """Return who teaches in a round: from the second on, where that is asked for, a search that the learner leads."""
        if number == 1 or not self.config.led:
            return self.teacher
        assert isinstance(self.teacher, Search)
        return self.teacher.with_agents(dict.fromkeys(self.config.led, self._own(deterministic=True)))

    def _own(self, deterministic: bool = False) -> LearnedAgent:
        """Return the learner as it is now."""
        return LearnedAgent(
            "the learner",
            policy_of(self),  # type: ignore[arg-type]
            deterministic,
            features=self.features,
            options=self.options,
            card=self.card,
            game=self.game,
            value=value_of(self),  # type: ignore[arg-type]
        )

    def _fit(self, piece: Work) -> None:
        if not len(self.learned):
            return
        for _ in range(piece.count):
            self.fitting.step(self.learned, 1.0 - self.steps / self._all_steps)
            self.steps += 1
            self.run.advance(self.config.batch_size)

    # --- files

    def save_model(self) -> Path:
        """Write the model, with its agreement beside it, and return its file."""
        path = self.run.save_model(self)
        replace(self.run.folder / "agreement.json", json.dumps(self._reports, indent=1).encode())
        return path

    @property
    def _reports(self) -> list[dict[str, Any]]:
        return [dataclasses.asdict(report) for report in self.reports]

    @property
    def card(self) -> ModelCard:
        """The model card."""
        described = {"algorithm": self.kind, "activation": self.activation, "play": self.config.play}
        scale = self.config.reward_scale
        return make_card(self.game, self.options, self.features, **described, reward_scale=scale)  # type: ignore[arg-type]

    def model_files(self) -> dict[str, bytes]:
        """Return the files of the model by name."""
        file = io.BytesIO()
        th.save(self.policy.state_dict(), file)
        return {"policy.pth": file.getvalue()}

    def counters(self) -> dict[str, Any]:
        """Return the counters that a checkpoint stores as JSON."""
        return {"done": self.done, "games": self.games, "steps": self.steps, "reports": self._reports}

    def memory_files(self) -> dict[str, bytes]:
        """Return the further files of a checkpoint by name: examples, weights, and the state of the optimiser."""
        return {
            EXAMPLES: tensors.pack(self.learned.contents()),
            HELD_OUT: tensors.pack(self.aside.contents()),
            OPTIMISER: tensors.pack([dict(self.policy.state_dict()), self.fitting.optimiser.state_dict()["state"]]),
        }

    def restore(self, counters: Mapping[str, Any], files: Mapping[str, bytes]) -> None:
        """Continue from the counters and the files of a checkpoint, in a cloning that was just made."""
        self.done = whole_number("done", counters["done"], 0, len(self.work))
        self.games, self.steps = (whole_number(name, counters[name], least=0) for name in ("games", "steps"))
        self.reports = [from_json(report) for report in counters["reports"]]
        self.learned.restore(tensors.unpack(files[EXAMPLES]))
        self.aside.restore(tensors.unpack(files[HELD_OUT]))
        self._restore_fitting(*tensors.unpack(files[OPTIMISER]))

    def _restore_fitting(self, weights: dict[str, Any], moments: dict[int, Any]) -> None:
        self.policy.load_state_dict(weights)
        optimiser = self.fitting.optimiser
        check_moments(optimiser.param_groups[0]["params"], moments)
        optimiser.load_state_dict({**optimiser.state_dict(), "state": moments})


def work_of(config: "Config", is_quick: bool) -> list[Work]:
    """List what is to be done: round by round all is recorded and then learned, or by turns where memory does not hold a round.

    Args:
        config: the settings.
        is_quick: whether the teacher is a compiled bot.
    """
    portions = split(config.decisions, PORTION if is_quick else SLOW_PORTION)
    steps = math.ceil(config.epochs * config.decisions / config.batch_size)
    work: list[Work] = []
    for number in range(1, config.rounds + 1):
        if config.decisions <= config.kept:
            work += [Work("record", number, count) for count in portions]
            work += [Work("fit", number, count) for count in split(steps, STEPS)]
        else:
            for count, some in zip(portions, spread(steps, portions), strict=True):
                work += [Work("record", number, count), *(Work("fit", number, part) for part in split(some, STEPS))]
        work.append(Work("judge", number))
    return work


def split(count: int, most: int) -> list[int]:
    """Cut a number into parts that differ by 1 at most, none of them above `most`.

    >>> split(10, 4)
    [4, 3, 3]
    """
    parts = -(-count // most)
    return [count // parts + (k < count % parts) for k in range(parts)]


def spread(count: int, weights: Sequence[int]) -> list[int]:
    """Cut a number into parts that are to each other as the weights are, but for rounding.

    >>> spread(10, [2, 1, 1])
    [5, 2, 3]
    """
    ends = [count * weight // sum(weights) for weight in accumulate(weights)]
    return [end - start for start, end in zip([0, *ends], ends, strict=False)]
