"""Tell how often a network would choose as its teacher does, by kind of decision: the family of the teacher's action."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from dig_envs.core.actions import ActionTable
from dig_envs.training.clone.examples import Examples
from dig_envs.training.clone.fitting import logits_at, values_at

if TYPE_CHECKING:
    from rich.table import Table


@dataclass(frozen=True)
class Kind:
    """How often network and teacher agree where the teacher's action is of one family.

    Attributes:
        meaning: of the family.
        choices: how many were judged.
        agreement: the share in which the network's likeliest action is the teacher's.
    """

    meaning: str
    choices: int
    agreement: float


@dataclass(frozen=True)
class Agreement:
    """How often network and teacher agree in the choices of games that were not learned from.

    Attributes:
        after: the round that was learned last.
        recorded_in: the round whose games these are: the teacher's in the first, also the learner's own in further ones.
        choices: how many were judged.
        agreement: the share in which the network's likeliest action is the teacher's.
        log_likelihood: the mean logarithm of how likely the network is to take the teacher's action.
        value_error: the mean squared error of the value function, per variance of what it predicts: 1 for a constant.
        kinds: the same by kind of decision.
        gain: what its likeliest actions gain on those before it learned, as the teacher's search says: the mean by choice, in
            units of reward, with its standard error. None where no gains were recorded.
    """

    after: int
    recorded_in: int
    choices: int
    agreement: float
    log_likelihood: float
    value_error: float
    kinds: tuple[Kind, ...]
    gain: tuple[float, float] | None = None

    def table(self) -> "Table":
        """Return it as a table for the terminal or a notebook."""
        from dig_envs.training.show.tables import new_table

        with_learner = self.recorded_in > 1 or self.gain is not None
        where = f"games of round {self.recorded_in}, with the learner in them" if with_learner else "games of the teacher"
        title = f"Agreement with the teacher in {self.choices:,} choices of held-out {where}"
        table = new_table(title, ("the teacher's action",), ("choices", "agreement"))
        for kind in self.kinds:
            table.add_row(kind.meaning, f"{kind.choices:,}", f"{kind.agreement:.1%}")
        table.add_row("all", f"{self.choices:,}", f"{self.agreement:.1%}")
        if self.gain is not None:
            table.caption = f"gain of a choice: {self.gain[0]:.4f} (± {1.96 * self.gain[1]:.4f}) of reward"
        return table


def from_json(found: dict[str, Any]) -> Agreement:
    """Read back what `dataclasses.asdict` and JSON have written."""
    gain = tuple(found["gain"]) if found.get("gain") else None
    return Agreement(**{**found, "kinds": tuple(Kind(**kind) for kind in found["kinds"]), "gain": gain})


def judge(policy: MaskableActorCriticPolicy, examples: Examples, actions: ActionTable, after: int) -> list[Agreement]:
    """Compare a policy with its teacher, for each round whose games are among the examples."""
    rounds = examples.rounds[: len(examples)]
    return [_judged(policy, examples, np.flatnonzero(rounds == number), actions, after) for number in np.unique(rounds)]


def _judged(
    policy: MaskableActorCriticPolicy, examples: Examples, rows: np.ndarray, actions: ActionTable, after: int
) -> Agreement:
    taught, outcomes = examples.actions[rows], examples.values[rows]
    observations = examples.observations[rows]
    logits, values = logits_at(policy, observations, examples.masks[rows]), values_at(policy, observations)
    best, likelihoods = logits.argmax(axis=1), logits[np.arange(len(rows)), taught]
    agree = best == taught
    family = np.repeat(np.arange(len(actions.families)), [len(family.names) for family in actions.families])[taught]
    kinds = tuple(
        Kind(part.meaning, int((family == k).sum()), float(agree[family == k].mean()))
        for k, part in enumerate(actions.families)
        if (family == k).any()
    )
    error = float(np.square(values - outcomes).mean() / max(outcomes.var(), 1e-12))
    number = int(examples.rounds[rows[0]])
    gain = _gain(examples, rows, best) if examples.gains.size else None
    return Agreement(after, number, len(rows), float(agree.mean()), float(likelihoods.mean()), error, kinds, gain)


def _gain(examples: Examples, rows: np.ndarray, best: np.ndarray) -> tuple[float, float]:
    """Return what the best actions gain on those that were likeliest before: the mean, and its standard error."""
    before = np.where(examples.masks[rows], examples.priors[rows], -np.inf).argmax(axis=1)
    gains = examples.gains[rows].astype(np.float64)
    found = gains[np.arange(len(rows)), best] - gains[np.arange(len(rows)), before]
    return float(found.mean()), float(found.std() / np.sqrt(len(found)))
