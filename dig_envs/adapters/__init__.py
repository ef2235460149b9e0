"""The adapters: PettingZoo, Gymnasium and Stable-Baselines3 on one engine. No adapter knows a rule of any game."""
