"""The agent `equilibrium`, which solves the variant in which it is seated."""

import sys
import zipfile
from io import BytesIO
from pathlib import Path

import numpy as np

from dig_envs.core.agent import Agent, Decisions
from dig_envs.core.compiler.cache_folders import read_code
from dig_envs.core.errors import ArgumentError
from dig_envs.core.game import Game, Options
from dig_envs.exact import cfr, enumeration, kernel, passes, tables
from dig_envs.exact.equilibrium import ALGORITHM, EQUILIBRIUM, ITERATIONS, TARGET
from dig_envs.exact.records import Records
from dig_envs.exact.sequence_form import SequenceForm
from dig_envs.exact.store import path_of, save_arrays, sequence_form
from dig_envs.exact.tables import TableAgent, table_of

LARGE = 500_000  # information sets; a larger variant gets a notice
MODULES = enumeration, kernel, passes, cfr, tables  # their code determines the probabilities


class EquilibriumAgent(Agent):
    """Plays the equilibrium of a variant without memory, as `Equilibrium.agent` does.

    The agent learns the options when it is seated, in `check`. It then enumerates and solves the variant, which takes from
    a tenth of a second to a minute, and stores the probabilities in the folder of the machine code.

    Args:
        game: a game with variants.
    """

    name = EQUILIBRIUM
    sentence = "Plays the equilibrium of a variant, averaged over the histories of a position."

    def __init__(self, game: Game):
        self.game = game
        self._agent: TableAgent | None = None

    def check(self, options: Options) -> None:
        """Solve the variant, or read its stored solution.

        Raises:
            NotEnumerableError: the options name no small variant.
            TooLargeError: the variant needs too much memory.
            ArgumentError: the agent already plays with other options.
        """
        if self._agent is None:
            self._agent = _solved(self.game, options)
        self._agent.check(options)

    def action_probabilities(self, decisions: Decisions) -> np.ndarray:
        """Return the probability of each action, float64 (n, num_actions).

        Raises:
            ArgumentError: the agent does not know its options yet, or a decision does not occur in the variant.
        """
        return self._seated.action_probabilities(decisions)

    def act(self, decisions: Decisions) -> np.ndarray:
        """Draw an action for each decision, int64 (n,); errors as of `action_probabilities`."""
        return self._seated.act(decisions)

    @property
    def _seated(self) -> TableAgent:
        if self._agent is None:
            raise ArgumentError(f"the agent {self.name} does not know the variant yet: call its check(options) first")
        return self._agent


def _solved(game: Game, options: Options) -> TableAgent:
    """Return an agent with the stored probabilities of the equilibrium, or solve the variant and store them."""
    form = sequence_form(game, options)
    path = path_of(game, options, EQUILIBRIUM, *MODULES)
    table = _load(form, path) if path else None
    if table is None:
        if form.num_sets > LARGE:
            print(f"dig-envs: solving {game.id} with {form.num_sets:,} information sets (once)", file=sys.stderr, flush=True)
        table = table_of(form, cfr.minimise_regret(form, ALGORITHM, ITERATIONS, TARGET).plans)
        if path:
            save_arrays(path, probabilities=table)
    return TableAgent(EQUILIBRIUM, form, table)


def _load(form: SequenceForm, path: Path) -> np.ndarray | None:
    """Read probabilities; None if the file is missing or damaged."""
    try:
        with np.load(BytesIO(read_code(path)), allow_pickle=False) as file:
            probabilities = file["probabilities"]
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):
        return None
    records = Records(form)
    sound = probabilities.shape == records.actions.shape and (probabilities >= 0.0).all()
    return probabilities if sound and np.allclose(np.add.reduceat(probabilities, records.starts[:-1]), 1.0) else None
