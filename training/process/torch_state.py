"""Seed the global generators of torch and NumPy for a run, and restore them after it. Stable-Baselines3 draws from them."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import numpy as np

from dig_envs.agents.learned import tensors
from dig_envs.utils.libraries import optional_imports

with optional_imports():
    import torch as th
    from torch.distributions import Distribution

PRECISIONS = ("single", "bfloat16")
MKL, ONE_DNN = "highest", "medium"  # torch's names of precisions of matrix products; on CPUs they also choose the library
PROBED = ((16, 128, 16), (256, 16, 256), (1024, 512, 128))  # rows, sums and columns of products, up to a network's


@contextmanager
def isolated(seed: int, threads: int, precision: str = "single") -> Iterator[None]:
    """Seed the global generators of torch and NumPy for the duration of a `with` block, and then restore them.

    The block also has its own number of threads, its own precision of matrix products, and no validation of distributions. The
    validation takes a fifth of the time of a rollout.

    Args:
        seed: the seed of all generators.
        threads: the number of torch's threads.
        precision: one of `PRECISIONS`; with "bfloat16" processors may round the factors of matrix products, not their sums.
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
    """Set the number of torch's threads for the duration of a `with` block."""
    before = th.get_num_threads()
    th.set_num_threads(count)
    try:
        yield
    finally:
        th.set_num_threads(before)


def products_in(precision: str) -> str:
    """Return torch's name of a precision, with the fastest library that has this precision on this machine."""
    if precision == "bfloat16" or not (th.cuda.is_available() or rounds_factors()):  # GPUs round if torch allows it
        return ONE_DNN
    return MKL


@cache
def rounds_factors() -> bool:
    """Return whether oneDNN rounds the factors of matrix products to bfloat16 on this processor if torch allows it.

    oneDNN does so on processors with units for such products. On other processors it computes in single precision, on AMD's in
    half the time of MKL.
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
    """Return the states of the global generators, also of GPUs, for `restore_generators`."""
    _, key, *rest = np.random.get_state()
    return tensors.pack([th.get_rng_state(), _gpu_states(), th.from_numpy(np.asarray(key, np.int64)), *rest])


def restore_generators(stored: bytes) -> None:
    """Restore the global generators; generators of GPUs stay unchanged if the number of GPUs differs.

    Raises:
        ValueError: the states are not valid.
    """
    torch_state, gpu_states, key, place, *gauss = tensors.unpack(stored)
    if type(place) is not int or not 0 <= place <= len(key):  # NumPy would read past the end
        raise ValueError(f"a generator with {len(key)} words is at word {place!r}")
    np.random.set_state(("MT19937", key.numpy().astype(np.uint32), place, *gauss))
    th.set_rng_state(torch_state)
    _set_gpu_states(gpu_states)


def _gpu_states() -> list[th.Tensor]:
    """Return the states of the generators of all GPUs that torch finds."""
    return th.cuda.get_rng_state_all() if th.cuda.is_available() else []


def _set_gpu_states(states: list[th.Tensor]) -> None:
    if len(states) == (th.cuda.device_count() if th.cuda.is_available() else 0):
        th.cuda.set_rng_state_all(states)
