"""Define the exceptions of exact analysis."""

from dig_envs.core.errors import DigEnvsError


class TooLargeError(DigEnvsError, ValueError):
    """The game tree exceeds a limit on positions or memory. The message gives the size that the enumeration reached."""


class NotEnumerableError(DigEnvsError, ValueError):
    """The game, or this variant, cannot be enumerated: its chance events are not declared, or the rules shuffle cards."""
