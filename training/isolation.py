"""Seed the global generators of torch and NumPy, which Stable-Baselines3 draws from, for a run, and put them back after it."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch as th
from torch.distributions import Distribution


@contextmanager
def isolated(seed: int, threads: int) -> Iterator[None]:
    """Seed the global generators of torch and NumPy for a `with` block, then put them back as they were.

    The number of torch's threads and its validation of distributions (off meanwhile: a fifth of the time of a rollout) are put
    back too.
    """
    torch_state, numpy_state = th.get_rng_state(), np.random.get_state()
    threads_before, validation = th.get_num_threads(), Distribution._validate_args
    th.manual_seed(seed)
    np.random.seed(seed % 2**32)
    th.set_num_threads(threads)
    Distribution.set_default_validate_args(False)
    try:
        yield
    finally:
        th.set_rng_state(torch_state)
        np.random.set_state(numpy_state)
        th.set_num_threads(threads_before)
        Distribution.set_default_validate_args(validation)


def generator_states() -> bytes:
    """Return the states of both global generators, for `restore_generators`."""
    name, words, *rest = np.random.get_state()
    return torch_bytes({"torch": th.get_rng_state(), "numpy": [name, np.asarray(words).tolist(), *rest]})


def restore_generators(stored: bytes) -> None:
    """Put both global generators where `generator_states` found them."""
    states = torch_value(stored)
    name, words, *rest = states["numpy"]
    np.random.set_state((name, np.array(words, np.uint32), *rest))
    th.set_rng_state(states["torch"])


def torch_bytes(value: Any) -> bytes:
    """Return tensors, or dicts and lists of them, as bytes."""
    file = io.BytesIO()
    th.save(value, file)
    return file.getvalue()


def torch_value(stored: bytes) -> Any:
    """Return what `torch_bytes` was given. No code in it is run."""
    return th.load(io.BytesIO(stored), weights_only=True)
