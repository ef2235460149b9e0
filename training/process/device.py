"""Choose where networks are computed."""

import torch as th

from dig_envs.adapters.arguments import one_of
from dig_envs.core.errors import ArgumentError

DEVICES = ("auto", "cpu", "cuda")


def device_of(name: str) -> str:
    """Return the device that a setting names, "cpu" or "cuda"; "auto" is a GPU where torch sees one.

    Raises:
        ArgumentError: there is no such device, or torch sees none here.
    """
    one_of("device", name, DEVICES)
    available = th.cuda.is_available()
    if name == "cuda" and not available:
        raise ArgumentError('torch sees no GPU here: device is "auto" or "cpu"')
    return "cuda" if available and name != "cpu" else "cpu"
