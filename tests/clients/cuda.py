"""Test that all rules compile for NVIDIA GPUs with numba-cuda. No test here needs a GPU, and none has run on a GPU."""

import re
from types import SimpleNamespace

import pytest
from numba import cuda, types
from numba.cuda import api, compiler, dispatcher
from numba.cuda.cudadrv import devices

from dig_envs import agents
from dig_envs.core.catalogue import game_of, games
from dig_envs.core.cuda.compile import kernel_of
from dig_envs.core.engine import gpu_kernels
from dig_envs.core.errors import ArgumentError
from tests.clients import script

HOPPER = (9, 0)  # the compute capability of an H200
ACTIONS = types.void(types.Array(types.int64, 1, "C"), types.int64)
SIGNATURES = {
    gpu_kernels.draw_actions: ACTIONS,
    gpu_kernels.observe_tables: types.void(types.int64, types.int64),
    gpu_kernels.advance_tables: ACTIONS,
}


@pytest.fixture(autouse=True)
def described_gpu(monkeypatch):
    """Let numba-cuda compile and link for a GPU that is not there. Nothing is loaded onto it."""
    device = SimpleNamespace(compute_capability=HOPPER, id=0)
    for module in (api, compiler, dispatcher):
        monkeypatch.setattr(module, "get_current_device", lambda: device)
    monkeypatch.setattr(devices, "get_context", lambda *_: SimpleNamespace(device=device))
    monkeypatch.setattr(dispatcher._Kernel, "bind", lambda kernel: kernel._codelibrary.get_cubin(HOPPER))


def compiled(game, kernel, signature, **bindings) -> tuple[str, bool]:
    """Compile a kernel or load it from disk. Returns the PTX, and whether it was on disk."""
    kernel_of.cache_clear()
    dispatcher = kernel_of(game_of(game), kernel, **bindings)
    library = dispatcher.compile(signature)._codelibrary
    assert library._cubin_cache[HOPPER]
    return library.get_asm_str(HOPPER), sum(dispatcher._cache_hits.values()) == 1


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", games())
def test_all_kernels_of_a_game_compile_and_are_stored(game, monkeypatch, tmp_path):
    monkeypatch.setenv("DIG_ENVS_CACHE_DIR", str(tmp_path))
    for kernel, signature in SIGNATURES.items():
        code, stored = compiled(game, kernel, signature)
        assert re.search(rf"\.entry \w*{kernel.__name__}", code) and not stored
        assert "malloc" not in code  # kernels allocate nothing
        assert compiled(game, kernel, signature) == (code, True)


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", games())
def test_the_greedy_bot_of_a_game_compiles(game):
    bot = agents.make("greedy", game=game).function
    assert "choose_actions" in compiled(game, gpu_kernels.choose_actions, ACTIONS, bot=bot)[0]


@pytest.mark.skipif(cuda.is_available(), reason="for machines without a GPU")
def test_without_a_gpu_the_script_ends_with_a_clear_error():
    with pytest.raises(ArgumentError, match='device="cuda" needs an NVIDIA GPU, its driver and NVVM: '):
        script("clients/cuda_policy.py").main(["--tables", "4"])
