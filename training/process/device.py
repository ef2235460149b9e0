"""Choose the device of networks."""

from dig_envs.core.arguments import one_of
from dig_envs.core.errors import ArgumentError
from dig_envs.utils.libraries import optional_imports

with optional_imports():
    import torch as th

DEVICES = ("auto", "cpu", "cuda")


def device_of(name: str) -> str:
    """Return the device of a setting, "cpu" or "cuda"; "auto" is a GPU if torch finds one.

    Raises:
        ArgumentError: the device is unknown, or torch finds no GPU.
    """
    one_of("device", name, DEVICES)
    available = th.cuda.is_available()
    if name == "cuda" and not available:
        raise ArgumentError('torch finds no GPU here: device is "auto" or "cpu"')
    return "cuda" if available and name != "cpu" else "cpu"
