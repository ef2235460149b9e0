"""Make each peer's virtual environment on first use, at the versions of `requirements/`."""

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
ROOT = FOLDER.parent.parent
LAST_LINES = 3  # of what a command said that failed


class PeerError(Exception):
    """A peer can't be installed or measured; the text says why."""


@dataclass(frozen=True)
class Peer:
    """A library that is measured.

    Attributes:
        name: in `--only`, and of its requirements.
        title: for people.
        adapter: its module in `adapters`.
        installer: a program of this folder that is run in the environment after the requirements were installed; "" for none.
        own: that this project's environment is used, not one of its own.
    """

    name: str
    title: str
    adapter: str
    installer: str = ""
    own: bool = False


PEERS = (
    Peer("ours", "dig-envs", "ours", own=True),
    Peer("pettingzoo", "PettingZoo classic", "pettingzoo_classic"),
    Peer("openspiel", "OpenSpiel", "spiel"),
    Peer("rlcard", "RLCard", "rlcard_games"),
    Peer("pgx", "Pgx", "pgx_games"),
    Peer("pufferlib", "PufferLib ocean", "puffer", installer="install_pufferlib.py"),
)
TITLES = {peer.name: peer.title for peer in PEERS}


def environment(peer: Peer, cache: Path, python: str) -> str:
    """Return the Python interpreter of a peer's environment, which is made first if it is missing or out of date.

    Args:
        peer: whose.
        cache: the folder of all environments.
        python: the interpreter that makes new ones.

    Raises:
        PeerError: it can't be made.
    """
    if peer.own:
        return python
    folder = cache.absolute() / peer.name
    requirements = FOLDER / "requirements" / f"{peer.name}.txt"
    wanted, ready = requirements.read_text() + _installer(peer), folder / "ready"
    found = folder / "venv" / "bin" / "python"
    if ready.exists() and ready.read_text() == wanted:
        return str(found)
    folder.mkdir(parents=True, exist_ok=True)
    _run([python, "-m", "venv", "--clear", str(folder / "venv")], folder)
    _run([str(found), "-m", "pip", "install", "--quiet", "--no-deps", "--requirement", str(requirements)], folder)
    if peer.installer:
        _run([str(found), str(FOLDER / peer.installer), str(folder)], folder)
    ready.write_text(wanted)
    return str(found)


def _installer(peer: Peer) -> str:
    return (FOLDER / peer.installer).read_text() if peer.installer else ""


def _run(command: Sequence[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        lines = [line.strip() for line in done.stdout.splitlines() if "rror" in line] or done.stdout.splitlines()
        raise PeerError(
            f"{Path(command[1]).name if command[1] != '-m' else command[2]} failed: {' / '.join(lines[-LAST_LINES:])}"
        )
