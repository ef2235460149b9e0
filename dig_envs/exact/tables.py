"""An agent that looks its probabilities up in a table, by the records that its seat sees."""

import numpy as np

from dig_envs.core.agent import Agent, Decisions
from dig_envs.core.errors import ArgumentError
from dig_envs.core.game import Game, Options
from dig_envs.exact.evaluation import Plans, reach_of, uniform_plans
from dig_envs.exact.records import Records, digests_of
from dig_envs.exact.sequence_form import SequenceForm

MISTAKES = 1e-3  # the probability that a seat plays a whole game uniformly


class TableAgent(Agent):
    """Plays the probabilities of a table with one row for each record of a variant. It has no memory.

    Args:
        name: the name in results.
        form: the sequence form of the variant.
        probabilities: float64, one for each entry of `Records.actions`.

    Raises:
        ArgumentError: the number of probabilities is wrong.
    """

    def __init__(self, name: str, form: SequenceForm, probabilities: np.ndarray):
        records = Records(form)
        if probabilities.shape != records.actions.shape:
            raise ArgumentError(f"{len(records.actions)} probabilities are needed, not an array {probabilities.shape}")
        self.name = name
        self.game: Game = form.game
        self.options: Options = form.options
        keys = digests_of(form.game, records.tables, records.seats, records.players)
        order = np.argsort(keys)
        self._keys, self._rows = keys[order], order
        self._starts, self._actions, self._probabilities = records.starts, records.actions, probabilities

    def check(self, options: Options) -> None:
        """Check that the options are those of the variant.

        Raises:
            ArgumentError: they are not.
        """
        if options.identity != self.options.identity:
            raise ArgumentError(f"the agent {self.name} plays {self.game.id} with {self.options}, not with {options}")

    def action_probabilities(self, decisions: Decisions) -> np.ndarray:
        """Return the probability of each action, float64 (n, num_actions).

        Raises:
            ArgumentError: a decision does not occur in the variant.
        """
        keys = digests_of(self.game, decisions.tables, decisions.seats, decisions.players)
        places = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        if (self._keys[places] != keys).any():
            raise ArgumentError(f"the agent {self.name} does not know this position: it plays {self.options} from the deal")
        rows = self._rows[places]
        probabilities = np.zeros(decisions.masks.shape)
        for i, row in enumerate(rows):
            own = slice(self._starts[row], self._starts[row + 1])
            probabilities[i, self._actions[own]] = self._probabilities[own]
        return probabilities

    def act(self, decisions: Decisions) -> np.ndarray:
        """Draw an action for each decision, int64 (n,)."""
        below = self.action_probabilities(decisions).cumsum(axis=1)
        drawn = decisions.generator.random(len(decisions)) * below[:, -1]
        return (below <= drawn[:, None]).sum(axis=1)


def table_of(form: SequenceForm, plans: Plans) -> np.ndarray:
    """Return the behaviour of plans without memory: the mean at each record, by the probability of being there.

    The other seats play uniformly with a small probability, so that the behaviour after their mistakes follows the plans too.

    Returns:
        float64, one probability for each entry of `Records.actions`; uniform at records that a seat's own plan never reaches.
    """
    records = Records(form)
    weights = np.zeros(len(records.actions))
    erring = [(1.0 - MISTAKES) * plan + MISTAKES * uniform for plan, uniform in zip(plans, uniform_plans(form), strict=True)]
    for p in range(form.num_seats):
        others = [plans[p] if seat == p else plan for seat, plan in enumerate(erring)]
        weights += np.bincount(records.places(p), _sequence_reach(form, p, others), minlength=len(weights))
    totals = np.add.reduceat(weights, records.starts[:-1])
    counts = np.diff(records.starts)
    totals, each = np.repeat(totals, counts), np.repeat(1.0 / counts, counts)
    return np.where(totals > 0.0, weights / np.where(totals > 0.0, totals, 1.0), each)


def _sequence_reach(form: SequenceForm, seat: int, plans: Plans) -> np.ndarray:
    """Return the probability of each sequence of a seat but the empty one, float64 (sequences - 1,)."""
    part, plan = form.seats[seat], plans[seat]
    reach = reach_of(form, seat, plans)
    above = plan[part.parents[part.sets]]
    return reach[part.sets] * np.where(above > 0.0, plan[1:] / np.where(above > 0.0, above, 1.0), 0.0)
