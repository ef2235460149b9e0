"""Measure our games and games of other libraries in one session, and write a table, JSON and a plot.

python -m benchmarks.peers                                      # all peers; their environments are made on first use
python -m benchmarks.peers --only ours,openspiel --seconds 0.5
python -m benchmarks.peers --only ours:dig_v0,pettingzoo:connect_four_v3 --measures steps,clone
"""

import argparse
import os
import platform
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from benchmarks.peers import report
from benchmarks.peers.environments import PEERS, TITLES, Peer, environment
from benchmarks.peers.plot import draw
from benchmarks.peers.protocol import MEASURES
from benchmarks.peers.session import Session, Worker

SECONDS = 0.25
TURNS = 5


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a session, and return 1 if a peer failed."""
    given = parser().parse_args(arguments)
    games = given.only
    peers = [peer for peer in PEERS if peer.name in games]

    def start(peer: Peer) -> Worker:
        python = environment(peer, given.cache, given.python)
        return Worker(peer, python, given.cache / peer.name, games[peer.name])

    say = partial(print, file=sys.stderr, flush=True)
    session = Session(start, peers, say)
    try:
        versions = {name: workers[0].version for name, workers in session.workers.items()}
        rows = session.run(given.turns, given.seconds, given.threads, given.measures)
    finally:
        session.close()
    about = {"machine": machine(), "turns": given.turns, "seconds": given.seconds, "threads": given.threads}
    result = {**about, "versions": versions, "rows": rows, "failures": session.failures}
    report.write(result, TITLES, given.out)
    draw(result, TITLES, given.out / "peers.svg")
    print(report.markdown(result, TITLES))
    say(f"written: {given.out}/peers.md, peers.json, peers.svg")
    return 1 if session.failures else 0


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    options = argparse.ArgumentParser(
        "python -m benchmarks.peers", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = ",".join(peer.name for peer in PEERS)
    options.add_argument("--only", type=_only, default=_only(names), help=f"peers, or games of peers as PEER:GAME ({names})")
    options.add_argument("--seconds", type=float, default=SECONDS, help="approximate time of a measurement")
    options.add_argument("--turns", type=_count, default=TURNS, help="number of turns")
    options.add_argument("--threads", type=_counts, default=[1, 2], help="numbers of threads, such as 1,2")
    measures = ",".join(MEASURES)
    options.add_argument("--measures", type=_measures, default=list(MEASURES), help=f"measurements ({measures})")
    options.add_argument("--cache", type=Path, default=Path("build/peers"), help="the folder of the peers' environments")
    options.add_argument(
        "--out", type=Path, default=Path("build/peers"), help="the folder of peers.md, peers.json and peers.svg"
    )
    options.add_argument("--python", default=sys.executable, help="the interpreter for new environments, Python 3.11")
    return options


def _only(text: str) -> dict[str, list[str]]:
    """Return the wanted games by peer; an empty list means all games."""
    selected: dict[str, list[str]] = {}
    for part in text.split(","):
        name, _, game = part.partition(":")
        if name not in {peer.name for peer in PEERS}:
            raise argparse.ArgumentTypeError(f'"{name}" is no peer; peers: {", ".join(peer.name for peer in PEERS)}')
        selected.setdefault(name, []).extend([game] if game else [])
    return selected


def _measures(text: str) -> list[str]:
    for name in (names := text.split(",")):
        if name not in MEASURES:
            raise argparse.ArgumentTypeError(f'"{name}" is no measure; measures: {", ".join(MEASURES)}')
    return names


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f'"{text}" is no whole number of 1 or more')
    return int(text)


def _counts(text: str) -> list[int]:
    return [_count(part) for part in text.split(",")]


def machine() -> str:
    """Describe this machine in words."""
    return f"{platform.system()} on {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"


if __name__ == "__main__":
    sys.exit(main())
