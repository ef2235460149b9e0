"""Name the machine on which figures are measured."""

import os
import platform
from pathlib import Path


def this_machine() -> str:
    """Return the name of the processor and its number of cores."""
    model = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), model)
    except OSError:
        pass  # not Linux
    return f"{model} ({os.cpu_count()} cores)"
