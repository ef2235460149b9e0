"""The command `dig-envs`: one module per command and study."""
