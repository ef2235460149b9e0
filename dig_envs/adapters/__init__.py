"""Adapt one engine to PettingZoo, Gymnasium and Stable-Baselines3. No adapter knows a rule of any game."""
