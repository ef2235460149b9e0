"""Save games as files of the deal and all actions. Reading a file replays and checks the game."""

from dig_envs.records.game_record import Decision, GameRecord, rules_of

__all__ = ["Decision", "GameRecord", "rules_of"]
