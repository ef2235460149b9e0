"""Games as files: the deal and all actions, which reading plays again and checks."""

from dig_envs.records.game_record import Decision, GameRecord, rules_of

__all__ = ["Decision", "GameRecord", "rules_of"]
