"""Defaults that the help of the command line shows. This module imports nothing, so that the help is fast."""

TABLES_AT_ONCE = 1024
"""The number of games that play in parallel: a block of an arena."""
PAIR_GAMES, PAIR_SECONDS, REFERENCE_SECONDS = 1_000, 30.0, 300.0
"""Limits of `python -m maintenance.strength` for a pair of agents: games, seconds, and seconds against the strongest bot."""
HERE = "local"
"""The address that starts a Ray cluster of this machine alone for one run."""
