"""Seed the global generators of torch and NumPy, which Stable-Baselines3 draws from, for a run, and put them back after it."""

from collections.abc import Iterator
from contextlib import contextmanager
from types import MappingProxyType

import numpy as np
import torch as th
from torch.distributions import Distribution

from agents.learned import tensors

PRECISIONS = MappingProxyType({"single": "highest", "bfloat16": "medium"})  # torch's words for what matrix products may do


@contextmanager
def isolated(seed: int, threads: int, precision: str = "single") -> Iterator[None]:
    """Seed the global generators of torch and NumPy for a `with` block, then put them back as they were.

    The number of torch's threads, the precision of its matrix products and its validation of distributions (off meanwhile: a
    fifth of the time of a rollout) are put back too.

    Args:
        seed: of all generators.
        threads: of torch.
        precision: a key of `PRECISIONS`; "bfloat16" lets processors round the factors of matrix products, not their sums.
    """
    torch_state, numpy_state, gpu_states = th.get_rng_state(), np.random.get_state(), _gpu_states()
    threads_before, validation = th.get_num_threads(), Distribution._validate_args
    products = th.get_float32_matmul_precision()
    th.manual_seed(seed)
    np.random.seed(seed % 2**32)
    th.set_num_threads(threads)
    th.set_float32_matmul_precision(PRECISIONS[precision])
    Distribution.set_default_validate_args(False)
    try:
        yield
    finally:
        th.set_rng_state(torch_state)
        np.random.set_state(numpy_state)
        _set_gpu_states(gpu_states)
        th.set_num_threads(threads_before)
        th.set_float32_matmul_precision(products)
        Distribution.set_default_validate_args(validation)


def generator_states() -> bytes:
    """Return the states of the global generators, those of GPUs too, for `restore_generators`."""
    _, words, *rest = np.random.get_state()
    return tensors.pack([th.get_rng_state(), _gpu_states(), th.from_numpy(np.asarray(words, np.int64)), *rest])


def restore_generators(stored: bytes) -> None:
    """Put the global generators where `generator_states` found them; GPUs that were not there are left as they are.

    Raises:
        ValueError: these are no states of generators.
    """
    torch_state, gpu_states, words, place, *gauss = tensors.unpack(stored)
    if type(place) is not int or not 0 <= place <= len(words):  # NumPy would read past the end
        raise ValueError(f"a generator of {len(words)} words is at word {place!r}")
    np.random.set_state(("MT19937", words.numpy().astype(np.uint32), place, *gauss))
    th.set_rng_state(torch_state)
    _set_gpu_states(gpu_states)


def _gpu_states() -> list[th.Tensor]:
    """Return the states of the generators of all GPUs that torch sees; none where it sees none."""
    return th.cuda.get_rng_state_all() if th.cuda.is_available() else []


def _set_gpu_states(states: list[th.Tensor]) -> None:
    if len(states) == (th.cuda.device_count() if th.cuda.is_available() else 0):
        th.cuda.set_rng_state_all(states)
