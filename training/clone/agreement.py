"""Measure how often a network chooses its teacher's action, in all choices and by family of the teacher's action."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from rich.table import Table
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from dig_envs.core.actions import ActionTable
from dig_envs.training.clone.examples import Examples
from dig_envs.training.clone.fitting import logits_at, values_at
from dig_envs.training.show.tables import new_table


@dataclass(frozen=True)
class FamilyAgreement:
    """The agreement in choices in which the teacher's action belongs to one family.

    Attributes:
        meaning: the meaning of the family.
        choices: number of choices.
        agreement: the share of choices in which the network's likeliest action is the teacher's action.
    """

    meaning: str
    choices: int
    agreement: float


@dataclass(frozen=True)
class Agreement:
    """The agreement of network and teacher in the choices of held-out games.

    Attributes:
        after: the last round that was learned.
        recorded_in: the round in which the games were recorded. In the first round the teacher plays, in later rounds also the
            learner.
        choices: number of choices.
        agreement: the share of choices in which the network's likeliest action is the teacher's action.
        log_likelihood: the mean logarithm of the network's probability of the teacher's action.
        value_error: the mean squared error of the value function, divided by the variance of the outcomes: 1 for a constant.
        kinds: the agreement by family of the teacher's action.
        gain: how much more the network's likeliest actions are worth, by the teacher's search, than the likeliest actions when
            the choices were recorded: the mean over choices in units of reward, and its standard error. None without gains.
    """

    after: int
    recorded_in: int
    choices: int
    agreement: float
    log_likelihood: float
    value_error: float
    kinds: tuple[FamilyAgreement, ...]
    gain: tuple[float, float] | None = None

    def table(self) -> Table:
        """Return the agreement as a table for a terminal or a notebook."""
        with_learner = self.recorded_in > 1 or self.gain is not None
        where = f"games of round {self.recorded_in}, which the learner also played" if with_learner else "games of the teacher"
        title = f"Agreement with the teacher in {self.choices:,} choices of held-out {where}"
        table = new_table(title, ("the teacher's action",), ("choices", "agreement"))
        for kind in self.kinds:
            table.add_row(kind.meaning, f"{kind.choices:,}", f"{kind.agreement:.1%}")
        table.add_row("all", f"{self.choices:,}", f"{self.agreement:.1%}")
        if self.gain is not None:
            table.caption = f"gain of a choice: {self.gain[0]:.4f} (± {1.96 * self.gain[1]:.4f}) of reward"
        return table


def from_json(values: dict[str, Any]) -> Agreement:
    """Return the agreement from the plain data of `dataclasses.asdict`."""
    gain = tuple(values["gain"]) if values.get("gain") else None
    return Agreement(**{**values, "kinds": tuple(FamilyAgreement(**kind) for kind in values["kinds"]), "gain": gain})


def measure_agreement(
    policy: MaskableActorCriticPolicy, examples: Examples, actions: ActionTable, after: int
) -> list[Agreement]:
    """Measure the agreement of a policy with its teacher, for each round in which examples were recorded."""
    rounds = examples.rounds[: len(examples)]
    return [_agreement(policy, examples, np.flatnonzero(rounds == number), actions, after) for number in np.unique(rounds)]


def _agreement(
    policy: MaskableActorCriticPolicy, examples: Examples, rows: np.ndarray, actions: ActionTable, after: int
) -> Agreement:
    teacher_actions, outcomes = examples.actions[rows], examples.values[rows]
    observations = examples.observations[rows]
    logits, values = logits_at(policy, observations, examples.masks[rows]), values_at(policy, observations)
    best, log_likelihoods = logits.argmax(axis=1), logits[np.arange(len(rows)), teacher_actions]
    agree = best == teacher_actions
    family = np.repeat(np.arange(len(actions.families)), [len(family.names) for family in actions.families])[teacher_actions]
    kinds = tuple(
        FamilyAgreement(part.meaning, int((family == k).sum()), float(agree[family == k].mean()))
        for k, part in enumerate(actions.families)
        if (family == k).any()
    )
    error = float(np.square(values - outcomes).mean() / max(outcomes.var(), 1e-12))
    number = int(examples.rounds[rows[0]])
    gain = _gain(examples, rows, best) if examples.gains.size else None
    return Agreement(after, number, len(rows), float(agree.mean()), float(log_likelihoods.mean()), error, kinds, gain)


def _gain(examples: Examples, rows: np.ndarray, best: np.ndarray) -> tuple[float, float]:
    """Return the mean gain of actions over the actions that were likeliest before, and its standard error."""
    before = np.where(examples.masks[rows], examples.priors[rows], -np.inf).argmax(axis=1)
    gains = examples.gains[rows].astype(np.float64)
    differences = gains[np.arange(len(rows)), best] - gains[np.arange(len(rows)), before]
    return float(differences.mean()), float(differences.std() / np.sqrt(len(differences)))
