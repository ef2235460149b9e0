"""Hold the defaults that the command line tells before anything is loaded: this module imports nothing."""

TABLES_AT_ONCE = 1024
"""Games that are played together, and so the games of a block of an arena."""
PAIR_GAMES, PAIR_SECONDS, REFERENCE_SECONDS = 1_000, 30.0, 300.0
"""What every two agents of `dig-envs strength` play at most: games, seconds of them, and seconds against the strongest bot."""
HERE = "local"
"""The address of a Ray cluster of this machine alone, which is started for one run."""
