"""Connect to a Ray cluster, send agents to its machines, and run functions there, one on each processor core.

Agents are sent as pickles. The pickle of a model holds its weights. Other code of an agent must exist on every machine: as an
installed package, or for an agent from a file ("mybot.py:bot") as the same file at the same path. Before it works, each machine
checks that it has the same version of dig-envs and that the agent has the same fingerprint there. Ray repeats a task whose
machine or worker process is lost.
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
from dig_envs.core.agent_files import load_object
from dig_envs.core.compiler import thread_tuner
from dig_envs.core.errors import ArgumentError, DigEnvsError
from dig_envs.training.process.defaults import HERE
from dig_envs.utils.libraries import load

RUNNING = "auto"  # the address of the cluster that runs on this machine
HOST_AND_PORT = re.compile(r"(?P<host>[^\s/:]+):(?P<port>\d{1,5})")
LISTENING_SECONDS = 5.0  # until a machine accepts a connection
TRIAL_SECONDS = 60.0  # until a cluster accepts a process
RETRIES = 20  # of a task whose worker process was lost; a task that ends more of them is itself the cause


class ClusterError(DigEnvsError, RuntimeError):
    """The cluster cannot be reached, has lost a task too often, or cannot load an agent."""


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """Connect this process to a Ray cluster for the duration of a `with` block, and yield the module `ray`.

    A process that is connected already stays connected after the block.

    Args:
        address: "host:port" of a cluster that this machine has joined; "auto" for the cluster of this process or machine; or
            "local" to start a cluster of this machine alone, which ends with the block.

    Raises:
        ArgumentError: the address has none of these forms.
        MissingLibraryError: Ray is not installed.
        ClusterError: the address does not answer, or this process is connected to another cluster.
    """
    check_address(address)
    ray = load("ray")
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
    """Check the form of a cluster's address.

    Raises:
        ArgumentError: the address is neither "host:port" nor "auto" nor "local".
    """
    if address not in (HERE, RUNNING) and not (isinstance(address, str) and HOST_AND_PORT.fullmatch(address)):
        forms = f'"host:port", "{RUNNING}" for the cluster of this machine, or "{HERE}" to start one'
        raise ArgumentError(f"a Ray cluster's address is {forms}, not {address!r:.80}")


# --- connecting


def _check_same(ray: Any, address: str) -> None:
    connected = ray.get_runtime_context().gcs_address
    if address not in (HERE, RUNNING, connected):
        raise ClusterError(
            f"this process is connected to the Ray cluster {connected}, not to {address}: ray.shutdown() leaves it"
        )


def _connect(ray: Any, address: str) -> None:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a cluster that is started here sends no usage statistics
    own: dict[str, Any] = {"include_dashboard": False} if address == HERE else {}
    if match := HOST_AND_PORT.fullmatch(address):
        _check_listens(match["host"], int(match["port"]))
        _try(address)
    try:
        ray.init(address, log_to_driver=False, logging_level=logging.ERROR, **own)
    except Exception as error:  # Ray raises exceptions of many types here
        raise ClusterError(f"no Ray cluster can be used at {address}: {first_line(error)}") from error


def _check_listens(host: str, port: int) -> None:
    try:
        socket.create_connection((host, port), LISTENING_SECONDS).close()
    except (OSError, OverflowError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or first_line(error)
        remedy = 'start one there with "ray start --head", or leave the address out'
        raise ClusterError(f"no Ray cluster answers at {host}:{port} ({reason}); {remedy}") from error


def _try(address: str) -> None:
    """Connect in a separate process: if no cluster answers, or this machine has not joined it, Ray retries forever."""
    command = [sys.executable, "-c", f"import ray; ray.init({address!r}, log_to_driver=False)"]
    try:
        subprocess.run(command, timeout=TRIAL_SECONDS, capture_output=True, text=True, check=True)
    except subprocess.TimeoutExpired as error:
        hint = "is this the port of a cluster's head, and has this machine joined the cluster (ray start --address)?"
        raise ClusterError(f"no connection to a Ray cluster at {address} within {TRIAL_SECONDS:g} seconds; {hint}") from error
    except subprocess.CalledProcessError as error:
        reason = (error.stderr.strip().splitlines() or ["the process was killed"])[-1]
        raise ClusterError(f"no Ray cluster can be used at {address}: {reason}") from error


# --- sending agents


class Packed(NamedTuple):
    """A pickled agent with its name, its fingerprint, and the paths of the files that define its code."""

    name: str
    fingerprint: str
    files: tuple[str, ...]
    pickle: bytes


def pack(ray: Any, value: Any, name: str, fingerprint: str) -> Packed:
    """Pickle an agent, or an object that holds agents, for other machines.

    Args:
        ray: the module.
        value: the object.
        name: of the agent or agents, for error messages.
        fingerprint: the fingerprint that the object must have on the other machine.

    Raises:
        ArgumentError: the object cannot be pickled.
    """
    try:
        packed = ray.cloudpickle.dumps(value)
    except Exception as error:  # agents of users may raise any exception
        reason = f"it cannot be pickled: {first_line(error)}"
        raise ArgumentError(f"the agent {name} cannot be sent to other machines: {reason}") from error
    return Packed(name, fingerprint, tuple(_files_in(packed)), packed)


def _files_in(packed: bytes) -> Iterator[str]:
    """Yield the files of the modules in a pickle that cannot be imported by name (see `dig_envs.core.agent_files`)."""
    for text in sorted({value for _, value, _ in pickletools.genops(packed) if isinstance(value, str)} - {"__main__"}):
        module = sys.modules.get(text)
        if module is not None and module.__spec__ is None and getattr(module, "__file__", None):
            yield str(module.__file__)


def task(ray: Any, function: Callable) -> Any:
    """Return a Ray task that calls a function on one core of the cluster, and is repeated if its worker is lost."""
    return ray.remote(num_cpus=1, max_retries=RETRIES)(function)


def result_of(ray: Any, reference: Any) -> Any:
    """Wait for a task and return its result, or raise its exception.

    Raises:
        ClusterError: the task's worker was lost too often.
    """
    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise (error.cause or error) from error
    except ray.exceptions.RayError as error:
        raise ClusterError(f"the cluster has lost a task {RETRIES + 1} times: {first_line(error)}") from error


def first_line(error: BaseException) -> str:
    """Return the first line of an exception's message that is not empty, or the name of its type."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0].rstrip(".") if lines else type(error).__name__


# --- in the worker processes of the cluster


def prepare_worker(version: str) -> None:
    """Limit this worker process to one core, and check its version of dig-envs.

    Raises:
        ClusterError: this machine has another version than `version`.
    """
    use_one_core()
    if version != dig_envs.__version__:
        raise ClusterError(f"{platform.node()} has dig-envs {dig_envs.__version__}, and {version} is required")


def use_one_core() -> None:
    """Limit compiled code in this process to one thread: other tasks use the other cores."""
    thread_tuner.usable_cores = lambda: 1


def unpack(packed: Packed, fingerprint_of: Callable[[Any], str]) -> Any:
    """Return the object that `pack` has pickled on another machine.

    Args:
        packed: the pickled object.
        fingerprint_of: returns the fingerprint of the unpickled object.

    Raises:
        ClusterError: the object cannot be unpickled here, or has another fingerprint here.
    """
    try:
        for file in packed.files:
            load_object(f"{file}:__file__")  # imports the module that the pickle refers to
        value = pickle.loads(packed.pickle)
    except Exception as error:
        reason = f"{platform.node()} cannot load it: {first_line(error)}; its code must exist there, as a package or a file"
        raise ClusterError(f"the agent {packed.name} cannot be sent to other machines: {reason}") from error
    if fingerprint_of(value) != packed.fingerprint:
        raise ClusterError(f"{platform.node()} has another version of the agent {packed.name}, or of its code")
    return value
