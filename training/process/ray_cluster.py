"""Play blocks of deals on a Ray cluster: on as many machines as it has, one block on each processor core at a time.

Agents travel as pickles. A model's network travels whole; other code that an agent is made of must be on every machine, either
installed or, as a file that the agent was taken from ("mybot.py:bot"), at the same path. A machine with another version of this
package, or on which an agent has another fingerprint, is refused before it plays. When a machine or a worker is lost, Ray plays
its blocks again elsewhere; the result of each block is taken once.
"""

import logging
import os
import pickle
import pickletools
import platform
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import dig_envs
from dig_envs.core.agent_files import object_from_file
from dig_envs.core.compiler import thread_pacing
from dig_envs.core.errors import ArgumentError, DigEnvsError
from dig_envs.training.process.defaults import HERE
from dig_envs.utils.libraries import load

RUNNING = "auto"  # an address, as `HERE`
HOST_AND_PORT = re.compile(r"(?P<host>[^\s/:]+):(?P<port>\d{1,5})")
LISTENING_SECONDS = 5.0  # for a machine to answer
TRIAL_SECONDS = 60.0  # for a cluster to take in a process
TIMES_LOST = 20  # that a block may be lost with its worker: more often, it is the block that ends workers


class ClusterError(DigEnvsError, RuntimeError):
    """A cluster can't be reached, has lost a block for good, or can't play an agent."""


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """Connect this process to a Ray cluster for the time of a `with` block, and yield the module `ray`.

    Args:
        address: "host:port" of a cluster that this machine belongs to, "auto" for the one that this process or machine is
            in, or "local" for one of this machine alone, which is started for the time of the `with` block.

    Raises:
        ArgumentError: no address of these kinds.
        MissingLibraryError: Ray is not installed.
        ClusterError: nothing answers there, or this process is in another cluster.
    """
    check_address(address)
    ray = _ray()
    if ray.is_initialized():
        _check_same(ray, address)
        yield ray
        return
    _connect(ray, address)
    try:
        yield ray
    finally:
        ray.shutdown()


def check_address(address: str) -> None:
    """Refuse what is no address of a cluster.

    Raises:
        ArgumentError: it is none.
    """
    if address not in (HERE, RUNNING) and not (isinstance(address, str) and HOST_AND_PORT.fullmatch(address)):
        kinds = f'"host:port", "{RUNNING}" for the cluster of this machine, or "{HERE}" to start one'
        raise ArgumentError(f"a Ray cluster's address is {kinds}, not {address!r:.80}")


def _ray() -> Any:
    return load("ray")


# --- connecting


def _check_same(ray: Any, address: str) -> None:
    connected = ray.get_runtime_context().gcs_address
    if address not in (HERE, RUNNING, connected):
        raise ClusterError(
            f"this process is in the Ray cluster {connected} already, not in {address}: ray.shutdown() leaves it"
        )


def _connect(ray: Any, address: str) -> None:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a cluster that is started here reports to nobody
    own: dict[str, Any] = {"include_dashboard": False} if address == HERE else {}
    if found := HOST_AND_PORT.fullmatch(address):
        _check_listens(found["host"], int(found["port"]))
        _try(address)
    try:
        ray.init(address, log_to_driver=False, logging_level=logging.ERROR, **own)
    except Exception as error:  # Ray raises many kinds here
        raise ClusterError(f"no Ray cluster can be used at {address}: {_first_line(error)}") from error


def _check_listens(host: str, port: int) -> None:
    try:
        socket.create_connection((host, port), LISTENING_SECONDS).close()
    except (OSError, OverflowError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or _first_line(error)
        remedy = 'start one there with "ray start --head", or leave the address out'
        raise ClusterError(f"no Ray cluster answers at {host}:{port} ({why}); {remedy}") from error


def _try(address: str) -> None:
    """Connect in a process of its own: to what is no Ray cluster, or not this machine's, Ray goes on connecting for ever."""
    command = [sys.executable, "-c", f"import ray; ray.init({address!r}, log_to_driver=False)"]
    try:
        subprocess.run(command, timeout=TRIAL_SECONDS, capture_output=True, text=True, check=True)
    except subprocess.TimeoutExpired as error:
        needs = "is that the port of a cluster's head, and is this machine in the cluster (ray start --address)?"
        raise ClusterError(f"no connection to a Ray cluster at {address} within {TRIAL_SECONDS:g} seconds; {needs}") from error
    except subprocess.CalledProcessError as error:
        why = (error.stderr.strip().splitlines() or ["its process was ended"])[-1]
        raise ClusterError(f"no Ray cluster can be used at {address}: {why}") from error


# --- what travels


class Packed(NamedTuple):
    """Holds an agent that travels: its name, its fingerprint, the files that its code was taken from, and its pickle."""

    name: str
    fingerprint: str
    files: tuple[str, ...]
    pickle: bytes


def pack(ray: Any, thing: Any, name: str, fingerprint: str) -> Packed:
    """Pickle an agent, or what holds agents, for other machines.

    Args:
        ray: the module.
        thing: what travels.
        name: of the agent or agents, for messages.
        fingerprint: what must be the same of it on the other machine.

    Raises:
        ArgumentError: it can't be pickled.
    """
    try:
        packed = ray.cloudpickle.dumps(thing)
    except Exception as error:  # it is anybody's object
        why = f"it can't be pickled: {_first_line(error)}"
        raise ArgumentError(f"the agent {name} can't travel to other machines: {why}") from error
    return Packed(name, fingerprint, tuple(_files_in(packed)), packed)


def _files_in(packed: bytes) -> Iterator[str]:
    """List the files of the modules in a pickle that no import finds: those of `dig_envs.core.agent_files`."""
    for text in sorted({value for _, value, _ in pickletools.genops(packed) if isinstance(value, str)} - {"__main__"}):
        module = sys.modules.get(text)
        if module is not None and module.__spec__ is None and getattr(module, "__file__", None):
            yield str(module.__file__)


def task(ray: Any, function: Callable) -> Any:
    """Return what runs a function on one core of the cluster, again where it was lost with a worker."""
    return ray.remote(num_cpus=1, max_retries=TIMES_LOST)(function)


def result_of(ray: Any, reference: Any) -> Any:
    """Return what a task has returned, or raise what it has raised."""
    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise (error.cause or error) from error
    except ray.exceptions.RayError as error:
        raise ClusterError(f"the cluster has tried {TIMES_LOST + 1} times to play a block: {_first_line(error)}") from error


def _first_line(error: BaseException) -> str:
    """Return the first line of an error's text that says something, or its kind."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0].rstrip(".") if lines else type(error).__name__


# --- on the machines of the cluster


def prepare_worker(version: str) -> None:
    """Limit this worker process of a cluster to one core, and check that it has the version that is asked for.

    Raises:
        ClusterError: the machine that asks for it has another version of dig-envs.
    """
    use_one_core()
    if version != dig_envs.__version__:
        raise ClusterError(f"{platform.node()} has dig-envs {dig_envs.__version__}, and {version} is asked for")


def use_one_core() -> None:
    """Have compiled code in this process use one thread from now on: the other cores play other blocks."""
    thread_pacing.usable_cores = lambda: 1


def unpack(packed: Packed, fingerprint: Callable[[Any], str]) -> Any:
    """Return what another machine has packed.

    Args:
        packed: by `pack`.
        fingerprint: tells that of what is found.

    Raises:
        ClusterError: it can't be made here, or is another here.
    """
    try:
        for file in packed.files:
            object_from_file(f"{file}:__file__")  # makes the module that the pickle names
        found = pickle.loads(packed.pickle)
    except Exception as error:
        why = f"{platform.node()} can't make it: {_first_line(error)}; what it is made of must be there, as a package or a file"
        raise ClusterError(f"the agent {packed.name} can't travel to other machines: {why}") from error
    if fingerprint(found) != packed.fingerprint:
        raise ClusterError(f"{platform.node()} has another version of the agent {packed.name}, or of what it is made of")
    return found
