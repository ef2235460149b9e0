"""Start `dig-envs play` in another process."""

import os
import socket
import subprocess
import sys
from contextlib import contextmanager


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


@contextmanager
def server(*arguments: str, until: str = "spectators"):
    """Start a server in another process. Yield the process and the links by name, up to the link named `until`."""
    command = [sys.executable, "-m", "dig_envs.training.cli.main", "play", *arguments, "--no-browser"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    try:
        links = {}
        assert process.stdout is not None
        for line in process.stdout:
            name, _, link = line.strip().partition(": ")
            links[name] = link
            if name == until:
                break
        yield process, links
    finally:
        process.kill()
        process.communicate()
