"""Agents for the games of dig-envs, found by name: `agents.make("expert", game="dig_v0")`."""
