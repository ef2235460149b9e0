"""Environments for PettingZoo, Gymnasium, Stable-Baselines3 and OpenSpiel. No adapter contains rules of a game."""
