"""Hold the defaults that the command line tells before anything is loaded: this module imports nothing."""

TABLES_AT_ONCE = 1024
"""Games that are played together, and so the games of a block of an arena."""
HERE = "local"
"""The address of a Ray cluster of this machine alone, which is started for one run."""
