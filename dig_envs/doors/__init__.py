"""The doors: PettingZoo, Gymnasium and Stable-Baselines3 on one engine. No door knows a rule of any game."""
