"""Scripted bots, one file or folder a game, named as the game's package."""
