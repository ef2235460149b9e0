"""Short digests of agents' fingerprints, by which data of measurements identify the agents."""

import hashlib

from dig_envs.core.agent import Agent

OUTDATED = "earlier version"
"""The mark of a row on a page whose agents are no longer those of the measurement."""


def digest_of(agent: Agent) -> str:
    """Return a short digest of an agent's fingerprint."""
    return digest_of_fingerprint(agent.fingerprint)


def digest_of_fingerprint(fingerprint: str) -> str:
    """Return a short digest of a fingerprint."""
    return hashlib.sha256(fingerprint.encode()).hexdigest()[:16]
