"""The command `dig-envs`: a module for each command."""
