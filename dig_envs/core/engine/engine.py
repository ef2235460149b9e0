"""Compile the kernels for one game, and its bots and feature encoders to C functions."""

from collections.abc import Callable
from functools import cache, cached_property, partial
from typing import Any

import numpy as np

from dig_envs.core.compiler import Specialiser, bind, bounds_checked, uncompiled
from dig_envs.core.compiler.addresses import address_intrinsics, word_at
from dig_envs.core.compiler.atomics import atomics
from dig_envs.core.compiler.checked_views import tail, view
from dig_envs.core.compiler.compile_errors import plain_errors
from dig_envs.core.compiler.working_memory import compiled_stack_arrays
from dig_envs.core.engine import kernels
from dig_envs.core.engine.c_functions import call_bot, encode_blocks, encode_row, enter_bot, enter_features
from dig_envs.core.engine.record_arrays import copy_rows
from dig_envs.core.engine.rule_parts import PARTS, RuleParts, parts_of
from dig_envs.core.game import Game

KERNELS = (
    "deal_tables", "deal_next", "advance", "advance_one", "check_legality", "encode_seats", "encode_features",
    "rewards_if_ended", "act", "redeal_states", "know_states", "random_steps", "sample",
)  # fmt: skip


class Engine:
    """The kernels of one game as methods, such as `engine.advance(...)`. A kernel is compiled or loaded at its first call.

    Attributes:
        game: the game.
        status, setup: the dtypes of a table's status and of a batch's setup (`kernels.py`).
        plain: whether everything runs as plain Python.
        bindings: the game's functions and constants that are bound to the kernels' global names.
    """

    def __init__(self, game: Game):
        self.game = game
        self.status = kernels.status_dtype(game.max_players)
        self.setup = kernels.setup_dtype(game.state)
        self.plain = uncompiled()
        self.bindings = {
            **{name: getattr(game, name) for name in
               ("deal", "legal", "apply", "encode", "standings", "rewards", "redeal", "known_state", "forget", "check")},
            "MAX_PLAYERS": game.max_players,
            "write_observation": encode_blocks if hasattr(game.encode, "blocks") else encode_row,
            "call_bot": call_bot,
            "STATE_DTYPE": game.state,
            "TABLE_DTYPE": game.table,
            "SEAT_DTYPE": game.seat,
            "NUM_ACTIONS": game.num_actions,
        }  # fmt: skip

    def __getattr__(self, name: str) -> Any:
        if name not in KERNELS:
            raise AttributeError(name)
        kernel = self.kernel(getattr(kernels, name))
        setattr(self, name, kernel)
        return kernel

    def check_states(self, states: np.ndarray, broken: np.ndarray) -> None:
        """Write the result of checking each state into `broken`, int64 (n,).

        The result is -k if field k (`Game.fields`) is out of its range, else the number of a broken invariant, or 0.
        """
        broken[:] = -self.game.fields.first_outside(states)
        sound = np.flatnonzero(broken == 0)
        if len(sound):
            violations = np.zeros(len(sound), np.int64)
            self._check(copy_rows(states, sound), violations)
            broken[sound] = violations

    @cached_property
    def _check(self) -> Callable:
        return self.kernel(kernels.check_states)

    def kernel(self, function: Callable, **more: Any) -> Callable:
        """Return a loop over tables, compiled for this game. `more` are further bindings by name."""
        if self.plain:
            return self._uncompiled(function, more)
        specialiser = self._specialise(more) if more else self._specialiser
        names = specialiser.names(function) & PARTS.keys()
        if bounds_checked() or not names:
            return specialiser.kernel(function)
        return specialiser.kernel(function, partial(self.parts.prepare, names), partial(self.parts.load, names))

    @cached_property
    def parts(self) -> RuleParts:
        """The C functions of the game's rules."""
        return parts_of(self.game, {**self.bindings, **intrinsics_of(self.game)})

    @cached_property
    def _specialiser(self) -> Specialiser:
        return self._specialise({})

    def _specialise(self, more: dict[str, Any]) -> Specialiser:
        calls = {} if bounds_checked() else {name: part.call for name, part in PARTS.items()}  # C functions raise no errors
        own = {
            **calls,
            "prefetch": _prefetch(),
            "part_at": word_at(self.parts.symbol),
            "STATUS": self.status,
            "SETUP": self.setup,
            **intrinsics_of(self.game),
            **atomics(),
        }
        return Specialiser(self.game.id, {**self.bindings, **own, **more}, allocating=False)

    def _uncompiled(self, kernel: Callable, more: dict[str, Any]) -> Callable:
        stand_ins = {
            "call_bot": lambda bot, *rest: bot(*rest),
            "call_features": lambda encoder, table, seat, player, out, start: encoder(table, seat, player, tail(out, start)),
            "prefetch": lambda record: None,
            "blocks_of": lambda row: blocks_in(self.game.encode, row),
            "array_at": lambda tables, *_: tables,
            "tables_at": lambda tables: tables,
            "part_address": lambda function, job: function,
            "job_address": lambda job: job,
            "run_parallel": lambda part, job, count, *_: part(0, count, job),
        }
        function = bind(kernel, {**self.bindings, **stand_ins, **more})
        return lambda *args: function(*map(_checked, args))

    def pointers_of(self, tables: kernels.Tables) -> Any:
        """Return the tables in the form that `advance` takes. They are valid as long as the arrays exist."""
        return tables if self.plain else kernels.pointers_of(tables)

    def address_of(self, pointers: Any) -> Any:
        """Return the address of the result of `pointers_of`, for `advance_one`. It is valid as long as `pointers` exist."""
        return pointers if self.plain else pointers.ctypes.data

    def bots(self, functions: list[Callable]) -> np.ndarray:
        """Compile bot functions, and return the kernels' argument `bots`: the address of each, int64 (bots,)."""
        return self._pointers(functions, lambda function: _bot_pointer(self, function))

    def features(self, functions: list[Callable], size: int) -> np.ndarray:
        """Compile at most one encoder of `size` floats, and return the kernels' argument `features`: its address, int64."""
        return self._pointers(functions, lambda function: _features_pointer(self, function, size))

    def _pointers(self, functions: list[Callable], compile: Callable[[Callable], Any]) -> np.ndarray:
        """Return the addresses of compiled functions, int64; in plain Python, the functions in an object array."""
        if not self.plain:
            return np.array([compile(function).address for function in functions], np.int64)
        pointers = np.empty(len(functions), object)
        pointers[:] = functions
        return pointers


def blocks_in(encode: Callable, row: Any) -> Any:
    """View a checked row as the record of blocks that an encoder takes as `out`; return the row for encoders without blocks."""
    blocks = getattr(encode, "blocks", None)
    if blocks is None:
        return row
    names = list(blocks.names)
    while np.dtype(held := [(name, blocks[name]) for name in names]).itemsize > 4 * len(row):
        names.pop()
    dtype = np.dtype(held)
    return view(row._data[: dtype.itemsize // 4].view(dtype))[0]


def _checked(argument: Any) -> Any:
    """Wrap an array in a checked view, for plain Python. Arrays of functions are not wrapped."""
    if isinstance(argument, tuple):
        return type(argument)(*map(_checked, argument))
    return view(argument) if isinstance(argument, np.ndarray) and argument.dtype != object else argument


@cache
def engine_of(game: Game) -> Engine:
    """Return the engine of a game. A process has one engine per game."""
    return Engine(game)


@cache
def _bot_pointer(engine: Engine, function: Callable) -> Any:
    """Compile a bot to a C function `action(table*, seat*, player, mask*, rng*)`."""
    name = f"{engine.game.id}.bot.{function.__module__}.{function.__qualname__}"
    with plain_errors("bot", function, engine.game):
        return _c_function(engine, name, enter_bot, {"bot": function})


@cache
def _features_pointer(engine: Engine, function: Callable, size: int) -> Any:
    """Compile a feature encoder to a C function `encode(table*, seat*, player, out*)`."""
    name = f"{engine.game.id}.features.{function.__module__}.{function.__qualname__}.{size}"
    with plain_errors("feature set", function, engine.game):
        return _c_function(engine, name, enter_features, {"encoder": function, "SIZE": size})


def _c_function(engine: Engine, name: str, entry: Callable, own: dict[str, Any]) -> Any:
    bindings = {**engine.bindings, **intrinsics_of(engine.game), **own}
    return Specialiser(name, bindings).callback(entry)


def intrinsics_of(game: Game) -> dict[str, Any]:
    """Return the intrinsics that rules, bots and kernels share, by name."""
    blocks = _blocks_of(getattr(game.encode, "blocks", None))
    return {"blocks_of": blocks, **compiled_stack_arrays(), **address_intrinsics()}


@cache
def _blocks_of(dtype: np.dtype | None) -> Any:
    """Make `blocks_of(row)`, which views a row of an observation as a record of its blocks."""
    from numba import from_dtype
    from numba.extending import intrinsic

    @intrinsic
    def blocks_of(typing_context, row):
        record = from_dtype(dtype)

        def generate(context, builder, sig, args):
            data = context.make_array(sig.args[0])(context, builder, args[0]).data
            return builder.bitcast(data, context.get_value_type(record))

        return record(row), generate

    return blocks_of


CACHE_LINE = 64  # bytes


@cache
def _prefetch() -> Any:
    """Make `prefetch(record)`, which loads a record into the cache before it is needed.

    Thousands of tables do not fit into the cache, and their records are too far apart for the processor's own prefetching.
    """
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def prefetch(typing_context, record):
        def generate(context, builder, sig, args):
            start = builder.bitcast(args[0], ir.IntType(8).as_pointer())
            for offset in range(0, record.size, CACHE_LINE):
                _load_into_cache(builder, builder.gep(start, [ir.IntType(64)(offset)]))
            return context.get_dummy_value()

        return types.void(record), generate

    return prefetch


def _load_into_cache(builder: Any, address: Any) -> None:
    """Emit the processor's hint that loads the cache line of an address."""
    from llvmlite import ir
    from numba.core import cgutils

    raw, flag = ir.IntType(8).as_pointer(), ir.IntType(32)
    kind = ir.FunctionType(ir.VoidType(), [raw, flag, flag, flag])
    function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
    builder.call(function, [builder.bitcast(address, raw), flag(1), flag(3), flag(1)])  # write access, high locality, data
