"""Exact analysis of small variants: exploitability of any agent, best responses and equilibria.

>>> from dig_envs import exact
>>> result = exact.exploitability("dig_dig_v0", "greedy", variant="tiny")
>>> result.nash_conv > 0
True
"""

from dig_envs.exact.equilibrium import Equilibrium, solve
from dig_envs.exact.equilibrium_agent import EquilibriumAgent
from dig_envs.exact.errors import NotEnumerableError, TooLargeError
from dig_envs.exact.exploitability import Exploitability, exploitability, measure
from dig_envs.exact.policies import Mixture, SequencePolicy
from dig_envs.exact.pure import least_exploitable
from dig_envs.exact.records import Records
from dig_envs.exact.sequence_form import SequenceForm
from dig_envs.exact.store import sequence_form
from dig_envs.exact.tables import TableAgent

__all__ = [
    "Equilibrium",
    "EquilibriumAgent",
    "Exploitability",
    "Mixture",
    "NotEnumerableError",
    "Records",
    "SequenceForm",
    "SequencePolicy",
    "TableAgent",
    "TooLargeError",
    "exploitability",
    "least_exploitable",
    "measure",
    "sequence_form",
    "solve",
]
