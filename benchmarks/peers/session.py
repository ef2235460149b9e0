"""Run a session: start a worker for each peer, measure all of them in turns, and collect the medians."""

import json
import os
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import IO, Any, cast

from benchmarks.peers.environments import ROOT, Peer, PeerError
from benchmarks.peers.protocol import MEASURES

TIMEOUT = 900.0  # seconds for an answer: JAX and Numba compile
LAST_LINES = 3  # of the output of a worker that died


class Worker:
    """A process that measures a peer's subjects, one request at a time.

    Attributes:
        version: the version of the peer.
        subjects: descriptions of the subjects, as `protocol.serve` writes them.
    """

    def __init__(self, peer: Peer, python: str, folder: Path, games: Sequence[str] = ()):
        folder = folder.absolute()
        folder.mkdir(parents=True, exist_ok=True)
        self.log = tempfile.TemporaryFile("w+")  # noqa: SIM115  (closed by close)
        command = [python, "-m", f"benchmarks.peers.adapters.{peer.adapter}", *games]
        variables = {**os.environ, "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            command, cwd=folder, env=variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log, text=True
        )
        self.requests, self.answers = cast(IO[str], self.process.stdin), cast(IO[str], self.process.stdout)
        try:
            first = self.answer()
        except PeerError:
            self.close()
            raise
        self.version, self.subjects = first["version"], first["subjects"]

    def send(self, request: dict[str, Any]) -> None:
        """Ask for a measurement.

        Raises:
            PeerError: the process has ended.
        """
        try:
            print(json.dumps(request), file=self.requests, flush=True)
        except OSError:
            raise PeerError(self._last_lines()) from None

    def answer(self) -> dict[str, Any]:
        """Wait for the next line, and return its content.

        Raises:
            PeerError: the process has ended, or the answer took longer than TIMEOUT.
        """
        alarm = threading.Timer(TIMEOUT, self.process.kill)
        alarm.start()
        try:
            line = self.answers.readline()
        finally:
            alarm.cancel()
        if not line:
            raise PeerError(self._last_lines())
        return json.loads(line)

    def _last_lines(self) -> str:
        code = self.process.wait()
        self.log.seek(0)
        lines = self.log.read().splitlines() or [f"ended with {code}"]
        return " / ".join(line.strip() for line in lines[-LAST_LINES:])

    def close(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.wait()
        self.answers.close()
        with suppress(OSError):  # unread requests are lost
            self.requests.close()
        self.log.close()


@dataclass(frozen=True)
class Request:
    """A measurement of a subject of a peer on a number of threads."""

    peer: str
    subject: int
    measure: str
    threads: int


class Session:
    """A session that measures peers in turns. A failure of one peer is reported, and does not stop the others.

    Attributes:
        workers: the processes of each peer; a second process measures together with the first, for two threads, and so on.
        subjects: the descriptions of each peer's subjects.
        failures: by peer that could not be measured completely, the reason.
    """

    def __init__(self, start: Callable[[Peer], Worker], peers: Sequence[Peer], say: Callable[[str], None] = print):
        self.start, self.say = start, say
        self.workers: dict[str, list[Worker]] = {}
        self.subjects: dict[str, list[dict[str, Any]]] = {}
        self.failures: dict[str, str] = {}
        self.peers = {peer.name: peer for peer in peers}
        for peer in peers:
            try:
                say(f"starting {peer.title}")
                self.workers[peer.name] = [worker := start(peer)]
                self.subjects[peer.name] = worker.subjects
            except PeerError as error:
                self.fail(peer.name, str(error))

    def fail(self, name: str, why: str) -> None:
        """Report a failure, and stop the peer."""
        self.failures[name] = why
        self.say(f"{self.peers[name].title} is not measured: {why}")
        for worker in self.workers.pop(name, []):
            worker.close()

    def close(self) -> None:
        """End all processes."""
        for worker in [worker for workers in self.workers.values() for worker in workers]:
            worker.close()

    def requests(self, threads: Sequence[int], measures: Sequence[str] = MEASURES) -> Iterator[Request]:
        """Yield the measurements of a turn, in order. Only `steps` are measured on several threads."""
        for name in self.workers:
            for number, subject in enumerate(self.subjects[name]):
                for measure in subject.get("measures", ()):
                    if measure in measures:
                        for count in threads if measure == "steps" else threads[:1]:
                            yield Request(name, number, measure, count)

    def run(
        self, turns: int, seconds: float, threads: Sequence[int], measures: Sequence[str] = MEASURES
    ) -> list[dict[str, Any]]:
        """Measure everything once for warming up and then in turns; return a row for each subject.

        Args:
            turns: the number of turns.
            seconds: the approximate time of each measurement.
            threads: numbers of threads for `steps`; all other measures use the first number.
            measures: the measures.
        """
        requests = list(self.requests(threads, measures))
        answers: dict[Request, list[dict[str, float]]] = {request: [] for request in requests}
        errors: dict[Request, str] = {}
        for turn in range(turns + 1):
            self.say(f"turn {turn} of {turns}" if turn else "warming up")
            for request in requests:
                if request in errors or request.peer not in self.workers:
                    continue
                try:
                    answer = self.ask(request, seconds if turn else 0.0)
                except PeerError as error:
                    self.fail(request.peer, str(error))
                    continue
                if "error" in answer:
                    errors[request] = answer["error"]
                elif turn:
                    answers[request].append(answer["figures"])
        return self.rows(answers, errors)

    def ask(self, request: Request, seconds: float) -> dict[str, Any]:
        """Measure once; if the peer has no threads, several processes measure at the same time, and their rates add up."""
        workers = self.workers[request.peer]
        side_by_side = request.threads if self.subjects[request.peer][request.subject]["parallel"] == "processes" else 1
        while len(workers) < side_by_side:
            workers.append(self.start(self.peers[request.peer]))
        line = {"subject": request.subject, "measure": request.measure, "seconds": seconds, "threads": request.threads}
        for worker in workers[:side_by_side]:
            worker.send(line)
        answers = [worker.answer() for worker in workers[:side_by_side]]
        for answer in answers:
            if "error" in answer:
                return answer
        figures = answers[0]["figures"]
        return {"figures": {**figures, "rate": sum(answer["figures"]["rate"] for answer in answers)}}

    def rows(self, answers: dict[Request, list[dict[str, float]]], errors: dict[Request, str]) -> list[dict[str, Any]]:
        """Return the description of each subject with the medians of its figures, as far as they were measured."""
        rows = []
        for name, subjects in self.subjects.items():
            for number, subject in enumerate(subjects):
                row = {"peer": name, **subject, "figures": {}}
                mine = [request for request in answers if (request.peer, request.subject) == (name, number)]
                for request in mine:
                    key = f"steps_{request.threads}" if request.measure == "steps" else request.measure
                    if answers[request]:
                        row["figures"][key] = _medians(answers[request])
                row["errors"] = {request.measure: errors[request] for request in mine if request in errors}
                if row["figures"] or name not in self.failures:
                    rows.append(row)
        return rows


def _medians(turns: list[dict[str, float]]) -> dict[str, float]:
    return {key: median(turn[key] for turn in turns) for key in turns[0]}
