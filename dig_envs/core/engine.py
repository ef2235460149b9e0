"""The compiled functions of one game: the kernels with its rules bound, and its bots as function pointers."""

from collections.abc import Callable
from functools import cache, cached_property
from typing import Any

import numpy as np

from dig_envs.core import kernels
from dig_envs.core.checked import view
from dig_envs.core.compile import Specialiser, bind, compiled, uncompiled
from dig_envs.core.game import Game
from dig_envs.core.rng import RNG
from dig_envs.core.scratch import compiled_room, compiled_scratch

KERNELS = (
    "deal_tables", "deal_next", "advance", "judge", "encode_seats", "appraise", "act", "redeal_states", "check_states",
    "random_steps",
)  # fmt: skip


class Engine:
    """Kernels of a game, by name as attributes: `engine.advance(...)`. Compiled, or loaded, when first called."""

    def __init__(self, game: Game):
        self.game = game
        self.desk = kernels.desk_dtype(game.max_players)
        self.setup = kernels.setup_dtype(game.state)
        self.plain = uncompiled()
        self.bindings = {
            **{name: getattr(game, name) for name in
               ("deal", "legal", "apply", "encode", "standings", "rewards", "redeal", "check")},
            "MAX_PLAYERS": game.max_players,
        }  # fmt: skip

    def __getattr__(self, name: str) -> Any:
        if name not in KERNELS:
            raise AttributeError(name)
        kernel = self._uncompiled(name) if self.plain else self._specialiser.kernel(getattr(kernels, name))
        setattr(self, name, kernel)
        return kernel

    @cached_property
    def _specialiser(self) -> Specialiser:
        own = {"call_bot": _call_pointer(), "prefetch": _prefetch(), "room": compiled_room()}
        return Specialiser(self.game.id, {**self.bindings, **own}, allocating=False)

    def _uncompiled(self, name: str) -> Callable:
        stand_ins = {"call_bot": lambda bot, *rest: bot(*rest), "prefetch": lambda record: None}
        function = bind(getattr(kernels, name), {**self.bindings, **stand_ins})
        return lambda *args: function(*(
            view(arg) if isinstance(arg, np.ndarray) and arg.dtype != object else arg for arg in args
        ))  # fmt: skip

    def bots(self, functions: list[Callable]) -> np.ndarray:
        """What the kernels take as `bots`: one function pointer for each bot function."""
        if self.plain:
            pointers = np.empty(len(functions), object)
            pointers[:] = functions
            return pointers
        return np.array([self._bot_address(function) for function in functions], np.int64)

    def _bot_address(self, function: Callable) -> int:
        return _bot_pointer(self, function).address


@cache
def engine_of(game: Game) -> Engine:
    """The engine of a game, one a process."""
    return Engine(game)


@cache
def _bot_pointer(engine: Engine, function: Callable) -> Any:
    """A bot as a C function `action(table*, seat*, player, mask*, rng*)`."""
    from numba import types

    pointer = types.voidptr
    name = f"{engine.game.id}.bot.{function.__module__}.{function.__qualname__}"
    specialiser = Specialiser(name, {
        "bot": function, "TABLE": engine.game.table, "SEAT": engine.game.seat, "ACTIONS": engine.game.num_actions,
        "RNG": RNG, "carray": __import__("numba").carray, "scratch": compiled_scratch(),
        "room": compiled_room(),
    })  # fmt: skip
    return specialiser.callback(bot_entry, types.int64(pointer, pointer, types.int64, pointer, pointer))


bot = carray = TABLE = SEAT = ACTIONS = None  # bound by _bot_pointer


@compiled
def bot_entry(table, seat, player, mask, rng):
    """Turn pointers back into records, and ask the bot."""
    return np.int64(
        bot(
            carray(table, (1,), TABLE)[0],
            carray(seat, (1,), SEAT)[0],
            player,
            carray(mask, (ACTIONS,), np.int8),
            carray(rng, (1,), RNG)[0],
        )
    )


@cache
def _call_pointer() -> Any:
    """`call_bot(address, table, seat, player, mask, rng)` for compiled code: a call through a function pointer."""
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    @intrinsic
    def call_bot(typing_context, address, table, seat, player, mask, rng):
        signature = types.int64(types.int64, table, seat, types.int64, mask, rng)

        def generate(context, builder, sig, args):
            raw = ir.IntType(8).as_pointer()
            word = ir.IntType(64)
            target = ir.FunctionType(word, [raw, raw, word, raw, raw]).as_pointer()
            mask_data = cgutils.create_struct_proxy(sig.args[4])(context, builder, args[4]).data
            pointers = [builder.bitcast(part, raw) for part in (args[1], args[2], mask_data, args[5])]
            function = builder.inttoptr(args[0], target)
            return builder.call(function, [pointers[0], pointers[1], args[3], pointers[2], pointers[3]])

        return signature, generate

    return call_bot


CACHE_LINE = 64


@cache
def _prefetch() -> Any:
    """`prefetch(record)` for compiled code: have the memory of a record on its way before it is needed.

    Thousands of tables don't fit into the cache, and their records are too far apart for the processor to guess the next.
    """
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    @intrinsic
    def prefetch(typing_context, record):
        def generate(context, builder, sig, args):
            raw, flag = ir.IntType(8).as_pointer(), ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [raw, flag, flag, flag])
            function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
            start = builder.bitcast(args[0], raw)
            for offset in range(0, record.size, CACHE_LINE):
                line = builder.gep(start, [ir.IntType(64)(offset)])
                builder.call(function, [line, flag(1), flag(3), flag(1)])  # for writing, to stay, data
            return context.get_dummy_value()

        return types.void(record), generate

    return prefetch
