"""A batch whose tables live in the memory of an NVIDIA GPU."""

from typing import Any

import numpy as np

from dig_envs.core.agent import Bot, checked_agent
from dig_envs.core.arguments import whole_number
from dig_envs.core.batch import Batch
from dig_envs.core.cuda.compile import aligned
from dig_envs.core.cuda.gpu import Gpu
from dig_envs.core.engine import gpu_kernels, kernels
from dig_envs.core.errors import ArgumentError, UnsupportedError
from dig_envs.core.game import Game, Options


class CudaBatch:
    """N tables of one game in the memory of a GPU. **Experimental: it has never run on a GPU.**

    The games are those of a `Batch` with the same seed and actions. The caller decides for every seat, and the next game is
    dealt as soon as a game has ended. All work is queued on the default stream: only `cpu`, `snapshot`, `restore` and `reset`
    wait for it.

    The arrays `observations`, `masks`, `players`, `rewards`, `dones`, `truncations` and `illegal` have one row per table.
    `torch.as_tensor(batch.observations, device="cuda")` copies nothing. The next step overwrites the arrays.

    Args:
        game, options, num_tables, seed: as for `Batch`.
        place: the class for the memory and the launches; tests replace it.
        unsupported: arguments of `Batch` that a CUDA batch lacks; anything but None is refused.

    Raises:
        MissingLibraryError: numba-cuda is not installed.
        DigEnvsError: there is no GPU, or an argument is invalid.
    """

    def __init__(
        self, game: Game, options: Options, num_tables: int, seed: int | None = None, place: Any = Gpu, **unsupported: Any
    ):
        for name, value in unsupported.items():
            if value is not None:
                raise ArgumentError(f'{name} needs device="cpu", not {value!r:.80} with device="cuda"')
        place.require()
        self._batch = Batch(game, options, num_tables, seed)  # the games when they last left the host
        self.game, self.options, self.num_tables = self._batch.game, self._batch.options, self._batch.num_tables
        self.num_players, self.layout = self._batch.num_players, self._batch.layout
        self._host = kernels.Tables(*(np.zeros(each.shape, aligned(each.dtype)) for each in self._batch.kernel_tables))
        self._tables = place(self.game, self._host)
        self._actions = self._tables.empty_actions()
        self._continue_from(self._batch)

    def __getattr__(self, name: str) -> Any:
        if hasattr(Batch, name) and not name.startswith("_"):
            raise UnsupportedError(f"a CUDA batch has no {name}: use batch.cpu().{name}")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    # --- play

    def step(self, actions: Any) -> None:
        """Apply one action at every table, and deal the next game where a game has ended.

        A table with an illegal action does not change, and `illegal` is 1 there.

        Args:
            actions: int64 (n,), contiguous and on the GPU: a torch tensor, a CuPy array, or the result of `sample`.

        Raises:
            IllegalActionError: the array has another type or shape, or is not on a GPU.
        """
        self._tables.launch(gpu_kernels.advance_tables, self._tables.actions(actions))
        self._observe()

    def sample(self) -> Any:
        """Draw a legal action uniformly for each table, int64 (n,). The next call of `sample` or `choose` overwrites it.

        The numbers come from the generators of `Batch.sample`.
        """
        self._tables.launch(gpu_kernels.draw_actions, self._actions)
        return self._actions

    def choose(self, bot: Bot) -> Any:
        """Return the action of a compiled bot without noise for each table, as `sample` does.

        Raises:
            DigEnvsError: the agent is no such bot, or cannot play this game with these options.
        """
        checked_agent(self.game, bot).check(self.options)
        if not isinstance(bot, Bot) or bot.noise:
            raise ArgumentError(f"a CUDA batch plays compiled bots without noise, not {bot!r:.80}")
        self._tables.launch(gpu_kernels.choose_actions, self._actions, bot=bot.function)
        return self._actions

    def random_steps(self, steps: int) -> None:
        """Play `steps` random legal actions at every table. Masks and observations are written each time."""
        for _ in range(whole_number("steps", steps)):
            self.step(self.sample())

    def _observe(self) -> None:
        self._tables.launch(gpu_kernels.observe_tables, self.num_tables)

    # --- arrays on the GPU

    @property
    def observations(self) -> Any:
        """float32 (n, layout.size): the observation of the seat that must decide."""
        return self._tables.array("observations", lambda rows: rows)

    @property
    def masks(self) -> Any:
        """int8 (n, num_actions), 1 for each legal action of that seat."""
        return self._tables.array("masks", lambda rows: rows)

    @property
    def players(self) -> Any:
        """int8 (n,): the seat that must decide."""
        return self._status("player")

    @property
    def dones(self) -> Any:
        """int8 (n,): 1 if a game ended in the last step."""
        return self._status("done")

    @property
    def truncations(self) -> Any:
        """int8 (n,): 1 if a game ended in the last step by the turn limit."""
        return self._status("truncated")

    @property
    def illegal(self) -> Any:
        """int8 (n,): 1 if the action of the last step was illegal; the table has not changed."""
        return self._status("illegal")

    @property
    def rewards(self) -> Any:
        """float64 (n, num_players): each seat's reward if a game ended in the last step, else 0."""
        return self._tables.array("statuses", lambda statuses: statuses["rewards"][:, : self.num_players])

    def _status(self, name: str) -> Any:
        return self._tables.array("statuses", lambda statuses: statuses[name])

    # --- copies on the host

    @property
    def states(self) -> np.ndarray:
        """Structured (n,): a copy of the whole states on the host, as `Batch.states`."""
        return self.cpu().states

    def cpu(self) -> Batch:
        """Return a `Batch` that continues these games on the CPU."""
        self._tables.read()
        batch = self._batch.clone()
        for packed, own in zip(batch.kernel_tables, self._host, strict=True):
            packed[...] = own
        return batch

    def reset(self, seed: int | None = None) -> None:
        """Deal new games at all tables, as `Batch.reset` does. The host deals them."""
        batch = self.cpu()
        batch.reset(seed)
        self._continue_from(batch)

    def snapshot(self) -> bytes:
        """Return the games and all random generators as bytes, as `Batch.snapshot` does."""
        return self.cpu().snapshot()

    def restore(self, snapshot: bytes) -> None:
        """Continue from a snapshot of a batch or of a CUDA batch, as `Batch.restore` does."""
        batch = self.cpu()
        batch.restore(snapshot)
        self._continue_from(batch)

    def _continue_from(self, batch: Batch) -> None:
        """Copy the games of a batch to the GPU."""
        self._batch = batch
        for own, packed in zip(self._host, batch.kernel_tables, strict=True):
            own[...] = packed
        self._tables.write()
