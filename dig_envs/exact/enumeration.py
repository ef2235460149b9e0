"""Enumerate a game with given options, with arrays that grow, and limits on positions and memory."""

import time
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from dig_envs.core.compiler import Specialiser, bind
from dig_envs.core.engine import engine_of
from dig_envs.core.engine.kernels import NO_ACTION
from dig_envs.core.game import FULL, Game, Options
from dig_envs.exact import kernel, tape
from dig_envs.exact.digests import insert_all
from dig_envs.exact.errors import NotEnumerableError, TooLargeError
from dig_envs.exact.sequence_form import SeatForm, SequenceForm, Size

MAX_POSITIONS = 200_000_000
MAX_BYTES = 8 << 30
STEPS = 500_000  # nodes between two calls of `progress`: about half a second
START = 1 << 12  # entries of most arrays at the start
MAX_ENTRIES = 1 << 31  # of an array with numbers in int32

Progress = Callable[[int, int], Any]  # called with the numbers of positions and of information sets so far


def enumerate_game(
    game: Game,
    options: Options,
    *,
    max_positions: int = MAX_POSITIONS,
    max_bytes: int = MAX_BYTES,
    progress: Progress | None = None,
) -> SequenceForm:
    """Enumerate all histories of a game, and return its sequence form.

    Args:
        game: the game.
        options: the options, with a variant that is small enough.
        max_positions: the greatest number of positions.
        max_bytes: the greatest memory of the arrays.
        progress: called about twice a second with the numbers of positions and of information sets so far.

    Raises:
        NotEnumerableError: the game has no module `chance`, the options name no small variant, or the rules draw in a way
            that cannot be listed.
        TooLargeError: a limit is exceeded; the message gives the size reached.

    Example:
        >>> from dig_envs import game_of
        >>> dig_dig = game_of("dig_dig_v0")
        >>> enumerate_game(dig_dig, dig_dig.parse_options(variant="tiny")).size.depth
        12
    """
    states, probabilities = chance_of(game, options).roots(options)
    stack = _stack_of_deals(game, options.num_players, states, probabilities)
    form = _new_form(game, options.num_players)
    expand = kernel_of(game, kernel.expand)
    expand(stack, form, np.int64(0))  # compiles, before the time is measured
    started = time.perf_counter()
    result = kernel.PAUSED
    while result != kernel.DONE:
        with np.errstate(over="ignore"):  # of digests in plain Python
            result = expand(stack, form, np.int64(STEPS))
        if result == kernel.UNLISTED:
            raise unlistable_draws(game)
        if result == kernel.MUST_GROW:
            stack, form = _grown(stack, form, max_bytes)
        if stack.counts[kernel.POSITIONS] > max_positions:
            raise TooLargeError(f"the tree has more than {max_positions:,} positions: {_reached(stack, form)}")
        if progress:
            progress(int(stack.counts[kernel.POSITIONS]), int(form.num_sets.sum()))
    return _finished(game, options, stack, form, time.perf_counter() - started)


def parse_variant(game: Game, variant: str, options: dict[str, Any]) -> Options:
    """Return the options of a variant.

    Raises:
        NotEnumerableError: the game has no variants.
        OptionError: an option has an invalid value.
    """
    if not game.options.variants:
        raise NotEnumerableError(f"{game.id} has no variant that is small enough to enumerate")
    return game.parse_options(variant=variant, **options)


def chance_of(game: Game, options: Options) -> Any:
    """Return the module `chance` of a game.

    Raises:
        NotEnumerableError: the game has none, or the options name no small variant.
    """
    small = [name for name in game.options.variants if name != FULL]
    if not game.chance or not small:
        raise NotEnumerableError(f"{game.id} has no variant that is small enough to enumerate")
    if getattr(options, "variant", FULL) == FULL:
        raise NotEnumerableError(f"the full {game.id} is too large to enumerate; give a variant: {', '.join(small)}")
    return import_module(game.chance)


def unlistable_draws(game: Game) -> NotEnumerableError:
    """Return the error for a draw whose outcomes cannot be listed."""
    return NotEnumerableError(f"{game.id} cannot be enumerated: its rules shuffle cards or draw words during a game")


@cache
def kernel_of(game: Game, function: Callable) -> Callable:
    """Compile a kernel of exact analysis, with the game's own `apply` in the kernel, because its draws come from the tape."""
    engine, chance = engine_of(game), import_module(game.chance)
    apply = bind(game.apply, tape.BINDINGS) if engine.plain else game.apply
    names = ("hidden_cells", "read_cell", "write_cell", "NUM_KINDS")
    return engine.kernel(
        function,
        **tape.BINDINGS,
        **{name: getattr(chance, name) for name in names},
        carry_out=apply,
        TABLE_BYTES=game.table.itemsize,
        SEAT_BYTES=game.seat.itemsize,
    )


def new_stack(game: Game, players: int, size: int) -> kernel.Stack:
    """Return an empty stack with `size` rows."""
    states = np.zeros(size, game.state)
    points, pay = np.zeros((2, game.max_players))
    counts = np.zeros(6, np.int64)
    counts[kernel.TOP] = kernel.FIRST
    mask = np.zeros(game.num_actions, np.int8)
    return kernel.Stack(states, bytes_of(states), np.zeros(size, kernel.node_dtype(players)), mask, points, pay, counts)


def _stack_of_deals(game: Game, players: int, states: np.ndarray, probabilities: np.ndarray) -> kernel.Stack:
    """Return a stack with the deals."""
    rows = kernel.FIRST + len(states)
    stack = new_stack(game, players, 2 * (rows + max(game.num_actions, kernel.MAX_CELLS)))
    stack.states[kernel.FIRST : rows] = states
    stack.nodes["probability"][kernel.FIRST : rows] = probabilities
    stack.nodes["action"][kernel.FIRST : rows] = NO_ACTION
    stack.counts[kernel.TOP] = rows
    return stack


def bytes_of(states: np.ndarray) -> np.ndarray:
    """Return the memory of states (n,) as uint8 (n, bytes)."""
    return states.view(np.uint8).reshape(len(states), states.dtype.itemsize)


def _new_form(game: Game, players: int) -> kernel.Form:
    """Return an empty sequence form: each seat has its empty sequence."""
    size, slots, branches = START, 4 * START, START + 4 * max(game.num_actions, kernel.MAX_CELLS)
    sets = (players, size)
    return kernel.Form(
        num_sets=np.zeros(players, np.int64),
        num_sequences=np.ones(players, np.int64),
        num_records=np.zeros(1, np.int64),
        num_ends=np.zeros(1, np.int64),
        set_keys=np.zeros((players, slots), np.uint64),
        set_numbers=np.zeros((players, slots), np.int32),
        parents=np.zeros(sets, np.int32),
        firsts=np.zeros(sets, np.int32),
        set_records=np.zeros(sets, np.int32),
        actions=np.full((players, branches), -1, np.int16),
        record_keys=np.zeros(slots, np.uint64),
        record_numbers=np.zeros(slots, np.int32),
        records=np.zeros((size, game.table.itemsize + game.seat.itemsize + 1), np.uint8),
        end_keys=np.zeros(slots, np.uint64),
        end_numbers=np.zeros(slots, np.int32),
        end_sequences=np.zeros((size, players), np.int32),
        end_probabilities=np.zeros(size),
        end_finished=np.zeros(size),
        end_rewards=np.zeros((size, players)),
    )


# --- growth


def _grown(stack: kernel.Stack, form: kernel.Form, max_bytes: int) -> tuple[kernel.Stack, kernel.Form]:
    """Double every array that is at least half full.

    Raises:
        TooLargeError: the arrays would exceed `max_bytes`, or a number would exceed int32.
    """
    if _bytes(stack, form) * 2 > max_bytes:
        raise TooLargeError(f"the arrays need more than {max_bytes / 1e9:.1f} GB: {_reached(stack, form)}")
    if 2 * int(form.num_sequences.max()) > MAX_ENTRIES:
        raise TooLargeError(f"a seat has too many sequences for int32: {_reached(stack, form)}")
    if stack.counts[kernel.TOP] * 2 >= len(stack.states):
        states = _doubled(stack.states, 0)
        stack = stack._replace(states=states, raw=bytes_of(states), nodes=_doubled(stack.nodes, 0))
    sets, records, ends = form.num_sets.max(), form.num_records[0], form.num_ends[0]
    larger: dict[str, np.ndarray] = {}
    for names, axis, used in (
        (("parents", "firsts", "set_records"), 1, sets),
        (("actions",), 1, form.num_sequences.max()),
        (("records",), 0, records),
        (("end_sequences", "end_probabilities", "end_finished", "end_rewards"), 0, ends),
    ):
        for name in names:
            array = getattr(form, name)
            if used * 2 >= array.shape[axis]:
                larger[name] = _doubled(array, axis)
    for kind, used in (("set", sets), ("record", records), ("end", ends)):
        keys, numbers = getattr(form, f"{kind}_keys"), getattr(form, f"{kind}_numbers")
        if used * 4 >= keys.shape[-1]:
            larger[f"{kind}_keys"], larger[f"{kind}_numbers"] = _rehashed(keys, numbers)
    return stack, form._replace(**larger)


def _doubled(array: np.ndarray, axis: int) -> np.ndarray:
    """Return a copy with twice the length along an axis, filled with zeros."""
    shape = list(array.shape)
    shape[axis] *= 2
    larger = np.zeros(shape, array.dtype)
    larger[tuple(map(slice, array.shape))] = array
    return larger


def _rehashed(keys: np.ndarray, numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return hash tables (..., slots) with twice the slots."""
    shape = (*keys.shape[:-1], 2 * keys.shape[-1])
    larger = np.zeros(shape, keys.dtype), np.zeros(shape, numbers.dtype)
    rows = (table.reshape(-1, table.shape[-1]) for table in (keys, numbers, *larger))
    for old_keys, old_numbers, new_keys, new_numbers in zip(*rows, strict=True):
        compiled_pass(insert_all)(old_keys, old_numbers, new_keys, new_numbers)
    return larger


@cache
def compiled_pass(function: Callable) -> Callable:
    """Return the compiled form of a kernel that uses no game, from a cache; in plain Python return the function."""
    from dig_envs.core.compiler import uncompiled

    return function if uncompiled() else Specialiser("exact", allocating=False).kernel(function)


def _bytes(stack: kernel.Stack, form: kernel.Form) -> int:
    return sum(array.nbytes for array in (stack.states, stack.nodes, *form))


def _reached(stack: kernel.Stack, form: kernel.Form) -> str:
    """Describe the size that the enumeration reached."""
    positions, sets = int(stack.counts[kernel.POSITIONS]), int(form.num_sets.sum())
    size = _bytes(stack, form) / 1e9
    return f"the enumeration stopped at {positions:,} positions and {sets:,} information sets, with {size:.2f} GB"


# --- the result


def _finished(game: Game, options: Options, stack: kernel.Stack, form: kernel.Form, seconds: float) -> SequenceForm:
    """Return the arrays at their true sizes. The ends are sorted by sequences, so that later passes read memory in order."""
    seats = []
    for p, (sets, sequences) in enumerate(zip(form.num_sets, form.num_sequences, strict=True)):
        firsts = np.append(form.firsts[p, :sets], sequences).astype(np.int32)
        actions = form.actions[p, :sequences].copy()
        actions[0] = -1
        seats.append(SeatForm(form.parents[p, :sets].copy(), firsts, form.set_records[p, :sets].copy(), actions))
    ends = int(form.num_ends[0])
    order = np.lexsort(form.end_sequences[:ends].T[::-1])
    positions, histories, decisions, chance, depth = map(int, stack.counts[kernel.POSITIONS :])
    return SequenceForm(
        game,
        options,
        tuple(seats),
        form.records[: int(form.num_records[0])].copy(),
        form.end_sequences[order],
        form.end_probabilities[order],
        form.end_finished[order],
        form.end_rewards[order],
        Size(positions, histories, decisions, chance, depth, seconds),
    )
