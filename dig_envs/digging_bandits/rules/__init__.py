"""The rules of Digging Bandits, one module per phase. Begin with `flow.py`. Clause numbers are those of RULES.md."""

from dig_envs.digging_bandits.rules.actions import ACTIONS
from dig_envs.digging_bandits.rules.choices import legal
from dig_envs.digging_bandits.rules.flow import apply
from dig_envs.digging_bandits.rules.results import rewards, standings
from dig_envs.digging_bandits.rules.setup import deal

__all__ = ["ACTIONS", "apply", "deal", "legal", "rewards", "standings"]
