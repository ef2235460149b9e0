"""Name the machine that figures were measured on."""

import os
import platform
from pathlib import Path


def this_machine() -> str:
    """Name the processor, and how many of its cores there are."""
    model = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), model)
    except OSError:
        pass  # it is no Linux
    return f"{model} ({os.cpu_count()} cores)"
