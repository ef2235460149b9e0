"""Make each peer's virtual environment on first use, at the versions of `requirements/`."""

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
ROOT = FOLDER.parent.parent
LAST_LINES = 3  # of the output of a failed command


class PeerError(Exception):
    """A peer cannot be installed or measured; the text is the reason."""


@dataclass(frozen=True)
class Peer:
    """A library to measure.

    Attributes:
        name: the name for `--only`, and of the file of requirements.
        title: the name in tables.
        adapter: the name of the module in `adapters`.
        installer: a program of this folder that runs in the environment after the requirements are installed, or "".
        own: whether the peer uses this project's environment, not a separate one.
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
    """Return the Python interpreter of a peer's environment. A missing or outdated environment is made first.

    Args:
        peer: the peer.
        cache: the folder of all environments.
        python: the interpreter for new environments.

    Raises:
        PeerError: the environment cannot be made.
    """
    if peer.own:
        return python
    folder = cache.absolute() / peer.name
    requirements = FOLDER / "requirements" / f"{peer.name}.txt"
    wanted, ready = requirements.read_text() + _installer(peer), folder / "ready"
    interpreter = str(folder / "venv" / "bin" / "python")
    if ready.exists() and ready.read_text() == wanted:
        return interpreter
    folder.mkdir(parents=True, exist_ok=True)
    _run([python, "-m", "venv", "--clear", str(folder / "venv")], folder)
    _run([interpreter, "-m", "pip", "install", "--quiet", "--no-deps", "--requirement", str(requirements)], folder)
    if peer.installer:
        _run([interpreter, str(FOLDER / peer.installer), str(folder)], folder)
    ready.write_text(wanted)
    return interpreter


def _installer(peer: Peer) -> str:
    return (FOLDER / peer.installer).read_text() if peer.installer else ""


def _run(command: Sequence[str], folder: Path) -> None:
    completed = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if completed.returncode:
        lines = [line.strip() for line in completed.stdout.splitlines() if "rror" in line] or completed.stdout.splitlines()
        raise PeerError(
            f"{Path(command[1]).name if command[1] != '-m' else command[2]} failed: {' / '.join(lines[-LAST_LINES:])}"
        )
