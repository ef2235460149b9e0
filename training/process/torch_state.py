"""Seed the global generators of torch and NumPy, which Stable-Baselines3 draws from, for a run, and put them back after it."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import numpy as np
import torch as th
from torch.distributions import Distribution

from dig_envs.agents.learned import tensors

PRECISIONS = ("single", "bfloat16")
MKL, ONE_DNN = "highest", "medium"  # torch's words for what matrix products may do; on CPUs they choose the library too
PROBED = ((16, 128, 16), (256, 16, 256), (1024, 512, 128))  # rows, sums and columns of products, up to a network's


@contextmanager
def isolated(seed: int, threads: int, precision: str = "single") -> Iterator[None]:
    """Seed the global generators of torch and NumPy for a `with` block, then put them back as they were.

    The number of torch's threads, the precision of its matrix products and its validation of distributions (off meanwhile: a
    fifth of the time of a rollout) are put back too.

    Args:
        seed: of all generators.
        threads: of torch.
        precision: one of `PRECISIONS`; "bfloat16" lets processors round the factors of matrix products, not their sums.
    """
    torch_state, numpy_state, gpu_states = th.get_rng_state(), np.random.get_state(), _gpu_states()
    validation = Distribution._validate_args
    products = th.get_float32_matmul_precision()
    th.manual_seed(seed)
    np.random.seed(seed % 2**32)
    th.set_float32_matmul_precision(products_in(precision))
    Distribution.set_default_validate_args(False)
    try:
        with threads_of_torch(threads):
            yield
    finally:
        th.set_rng_state(torch_state)
        np.random.set_state(numpy_state)
        _set_gpu_states(gpu_states)
        th.set_float32_matmul_precision(products)
        Distribution.set_default_validate_args(validation)


@contextmanager
def threads_of_torch(count: int) -> Iterator[None]:
    """Set the number of torch's threads for a `with` block, then put it back as it was."""
    before = th.get_num_threads()
    th.set_num_threads(count)
    try:
        yield
    finally:
        th.set_num_threads(before)


def products_in(precision: str) -> str:
    """Return torch's word for matrix products in a precision, by the fastest library that keeps it on this machine."""
    if precision == "bfloat16" or not (th.cuda.is_available() or rounds_factors()):  # GPUs round whenever they may
        return ONE_DNN
    return MKL


@cache
def rounds_factors() -> bool:
    """Tell whether oneDNN, where torch lets it, rounds the factors of matrix products to bfloat16 on this processor.

    It does on processors with units for such products. On others it computes in single precision, on AMD's in half the time
    that MKL takes.
    """
    factor = 1 + 2**-12  # bfloat16 rounds it to 1
    before = th.get_float32_matmul_precision()
    th.set_float32_matmul_precision(ONE_DNN)
    try:
        means = [(th.full((m, k), factor) @ th.full((k, n), factor) / k).flatten() for m, k, n in PROBED]
    finally:
        th.set_float32_matmul_precision(before)
    return bool((th.cat(means) - factor**2).abs().max() > 2**-16)


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
