"""The kernels of a GPU, run as plain Python, play the games of the CPU. No test of this file needs a GPU."""

import numpy as np
import pytest

import dig_envs
from dig_envs import agents
from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from dig_envs.core.cuda import CudaBatch
from dig_envs.core.cuda.compile import aligned
from dig_envs.core.cuda.gpu import DeviceArray, Gpu, raw
from dig_envs.core.errors import ArgumentError, DigEnvsError, IllegalActionError, UnsupportedError
from tests.support.batches import assert_same
from tests.support.catalogue import CASES, Case, first_of_each_game
from tests.support.host_gpu import HostGpu
from tests.support.play import batch_of

TABLES = 2
DECISIONS = 200
EACH_GAME = pytest.mark.parametrize("case", first_of_each_game(CASES), ids=lambda case: case.game)
DIG_DIG = Case("dig_dig_v0", {"max_turns": 3})


def cuda_batch_of(case: Case, seed: int | None, **arguments) -> CudaBatch:
    game = game_of(case.game)
    return CudaBatch(game, game.parse_options(**case.options), TABLES, seed, HostGpu, **arguments)


def assert_plays_as(gpu: CudaBatch, cpu: Batch) -> None:
    """Check that states, masks, players, ends and rewards are equal in every byte, and observations to a millionth."""
    assert gpu.states.tobytes() == cpu.states.tobytes()
    for name in ("masks", "players", "dones", "truncations", "rewards"):
        assert getattr(gpu, name).tobytes() == getattr(cpu, name).tobytes(), name
    np.testing.assert_allclose(gpu.observations, cpu.observations, rtol=0, atol=1e-6)
    assert not gpu.illegal.any()


@EACH_GAME
def test_the_kernels_play_the_games_of_the_cpu(case):
    case = case.shortened(12)
    cpu, gpu = batch_of(case, TABLES, seed=5), cuda_batch_of(case, seed=5)
    ended = 0
    for _ in range(DECISIONS):
        actions = gpu.sample()
        assert (actions == cpu.sample()).all()
        gpu.step(actions)
        cpu.step(actions)
        assert_plays_as(gpu, cpu)
        ended += cpu.dones.sum()
    assert ended or not case.limited
    assert gpu.snapshot() == cpu.snapshot()


@EACH_GAME
def test_a_bot_chooses_as_on_the_cpu(case):
    bot, gpu = agents.make("greedy", game=case.game), cuda_batch_of(case, seed=3)
    for _ in range(10):
        cpu = gpu.cpu()
        generators = cpu.bot_generators[np.arange(TABLES), cpu.players]
        assert (gpu.choose(bot) == bot.act_with(cpu.decisions(), generators)).all()
        gpu.step(gpu.choose(bot))


def test_games_move_between_both_devices():
    cpu, gpu = batch_of(DIG_DIG, TABLES, seed=1), cuda_batch_of(DIG_DIG, seed=None)
    cpu.random_steps(9)
    gpu.restore(cpu.snapshot())
    for _ in range(2):
        cpu.random_steps(20)
        gpu.random_steps(20)
        assert_plays_as(gpu, cpu)
        assert_same(gpu.cpu(), cpu)
        cpu.reset()
        gpu.reset()
    gpu.reset(seed=8)
    assert_plays_as(gpu, batch_of(DIG_DIG, TABLES, seed=8))


def test_an_illegal_action_changes_nothing_but_its_mark():
    gpu = cuda_batch_of(DIG_DIG, seed=1)
    before, legal = gpu.states, gpu.sample()
    gpu.step(np.array([legal[0], -1]))
    assert gpu.illegal.tolist() == [0, 1]
    assert gpu.states[1] == before[1] and gpu.states[0] != before[0]
    gpu.step(gpu.sample())
    assert gpu.illegal.tolist() == [0, 0]


@EACH_GAME
def test_aligned_records_hold_each_field_at_a_multiple_of_its_size(case):
    def assert_aligned(dtype: np.dtype, start: int) -> None:
        base = dtype.base
        for field, offset, *_ in (base.fields or {}).values():
            assert_aligned(field, start + offset)
        assert base.fields or start % base.itemsize == 0

    assert_aligned(aligned(game_of(case.game).state), 0)


def test_what_a_gpu_lacks_is_refused_by_name():
    gpu = cuda_batch_of(DIG_DIG, seed=1)
    with pytest.raises(UnsupportedError, match=r"no seat_agents: use batch\.cpu\(\)\.seat_agents"):
        gpu.seat_agents([], [])
    assert not hasattr(gpu, "final_observations") and not hasattr(gpu, "nonsense")
    for name, value in {"num_threads": 2, "features": "odds"}.items():
        with pytest.raises(ArgumentError, match=f'{name} needs device="cpu"'):
            cuda_batch_of(DIG_DIG, seed=1, **{name: value})
    for agent in (agents.make("greedy", game="dig_dig_v0", noise=0.1), agents.make("search", game="dig_dig_v0")):
        with pytest.raises(ArgumentError, match="compiled bots without noise"):
            gpu.choose(agent)
    with pytest.raises(ArgumentError, match="device cannot be 'cudo'; did you mean \"cuda\""):
        dig_envs.batch("dig_v0", num_tables=2, device="cudo")


def test_without_library_or_gpu_there_is_one_clear_error():
    with pytest.raises(DigEnvsError, match=r"numba_cuda is not installed: pip install .*\[gpu\]|needs an NVIDIA GPU"):
        dig_envs.batch("dig_v0", num_tables=2, device="cuda")


class Memory:
    """Memory of the host that claims to be memory of a GPU."""

    def __init__(self, numbers: np.ndarray):
        self.__cuda_array_interface__ = dict(numbers.__array_interface__)


def test_an_array_on_the_gpu_describes_its_place():
    statuses = np.zeros(3, aligned(np.dtype([("done", "i1"), ("rewards", "f8", (4,))])))
    statuses["rewards"][1, :2] = 1.0, -1.0
    described = DeviceArray(Memory(statuses), statuses, statuses["rewards"][:, :2])

    class Seen:
        __array_interface__ = described.__cuda_array_interface__

    assert np.asarray(Seen).tolist() == [[0.0, 0.0], [1.0, -1.0], [0.0, 0.0]]
    assert described.shape == (3, 2) and len(described) == 3
    assert raw(statuses).tobytes() == statuses.tobytes()


@pytest.mark.parametrize("given", [np.zeros(2, np.int64), Memory(np.zeros(2, np.int32)), Memory(np.zeros(3, np.int64)),
                                   Memory(np.zeros(4, np.int64)[::2])])  # fmt: skip
def test_actions_of_another_kind_are_refused(given, monkeypatch):
    gpu = object.__new__(Gpu)
    gpu._host = batch_of(DIG_DIG, TABLES).kernel_tables
    with pytest.raises(IllegalActionError, match="actions must be"):
        gpu.actions(given)
