"""Keep sequence forms in memory and on disk, one `.npz` for each game, options and code.

Files lie in the folder of the machine code. They are read without unpickling. A damaged file counts as missing.
"""

import contextlib
import dataclasses
import hashlib
import inspect
import io
import json
import sys
import zipfile
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np

from dig_envs.core.compiler import source_hash
from dig_envs.core.compiler.cache_folders import code_folders, read_code, writing_code
from dig_envs.core.game import Game, Options
from dig_envs.exact import enumeration, kernel
from dig_envs.exact.enumeration import MAX_BYTES, MAX_POSITIONS, Progress, chance_of, enumerate_game
from dig_envs.exact.errors import TooLargeError
from dig_envs.exact.sequence_form import ENDS, SEAT_ARRAYS, SeatForm, SequenceForm, Size

IN_MEMORY = 4  # sequence forms
MIN_SECONDS = 0.2  # seconds; a faster enumeration is not stored
_recent: dict[tuple[Game, str], SequenceForm] = {}


def sequence_form(
    game: Game,
    options: Options,
    *,
    max_positions: int = MAX_POSITIONS,
    max_bytes: int = MAX_BYTES,
    progress: Progress | None = None,
) -> SequenceForm:
    """Return the sequence form of a game, from memory, from disk or by `enumerate_game`, whose arguments and errors it has."""
    key = game, json.dumps(options.identity, sort_keys=True)
    form = _recent.get(key)
    if form is None:
        chance_of(game, options)
        path = path_of(game, options, "exact", enumeration, kernel)
        form = _load(game, options, path) if path else None
        if form is None:
            form = enumerate_game(game, options, max_positions=max_positions, max_bytes=max_bytes, progress=progress)
            if path and form.size.seconds >= MIN_SECONDS:
                save_arrays(path, size=np.array(dataclasses.astuple(form.size), np.float64), **form.arrays())
    if form.size.positions > max_positions or form.nbytes > max_bytes:
        raise TooLargeError(f"the tree has {form.size.positions:,} positions and {form.nbytes / 1e9:.2f} GB, above the limit")
    _recent.pop(key, None)
    _recent[key] = form  # the most recent form is the last one
    while len(_recent) > IN_MEMORY:
        del _recent[next(iter(_recent))]
    return form


def path_of(game: Game, options: Options, kind: str, *modules: ModuleType) -> Path | None:
    """Return the path of a stored file that depends on the rules and on the code of some modules; None without a folder."""
    folders = code_folders()
    identity = hashlib.sha256(json.dumps(options.identity, sort_keys=True).encode()).hexdigest()[:12]
    return folders[-1] / f"{game.id}.{kind}.{identity}-{_code_hash(game, modules)[:24]}.npz" if folders else None


def save_arrays(path: Path, **arrays: np.ndarray) -> None:
    """Store arrays in a file, and remove files that other code stored under the same name. Errors of the disk are ignored."""
    name, dash, key = path.name.rpartition("-")
    with contextlib.suppress(OSError), writing_code(path, name + dash, key) as file:
        np.savez(file, **arrays)  # type: ignore[arg-type]


@lru_cache(maxsize=16)
def _code_hash(game: Game, modules: tuple[ModuleType, ...]) -> str:
    """Hash the rules, the deals and the enumeration of a game, and the source of some modules."""
    chance = import_module(game.chance)
    functions = [game.legal, game.apply, game.standings, game.rewards, kernel.expand]
    functions += [chance.hidden_cells, chance.read_cell, chance.write_cell]
    modules = (chance, sys.modules[game.options.__module__], *modules)
    sizes = {name: repr(size) for name, size in game.options.variants.items()}
    parts = [game.id, game.state.descr, sizes, *map(source_hash, functions), *map(inspect.getsource, modules)]
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _load(game: Game, options: Options, path: Path) -> SequenceForm | None:
    """Read a sequence form; None if the file is missing or damaged."""
    try:
        with np.load(io.BytesIO(read_code(path)), allow_pickle=False) as file:
            seats = tuple(SeatForm(*(file[f"{name}_{p}"] for name in SEAT_ARRAYS)) for p in range(options.num_players))
            positions, histories, decisions, chance, depth, seconds = file["size"].tolist()
            size = Size(int(positions), int(histories), int(decisions), int(chance), int(depth), seconds)
            form = SequenceForm(game, options, seats, **{name: file[name] for name in ENDS}, size=size)
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):
        return None
    return form if _is_sound(form) else None


def _is_sound(form: SequenceForm) -> bool:
    """Return whether all indices are in range, so that compiled passes read no other memory."""
    ends = form.end_sequences
    if ends.ndim != 2 or ends.shape[1] != form.num_seats or ends.shape != form.end_rewards.shape:
        return False
    if not len(ends) == len(form.end_probabilities) == len(form.end_finished):
        return False
    if form.records.shape[1:] != (_record_bytes(form.game),):
        return False
    return all(_seat_is_sound(seat, len(form.records), ends[:, p]) for p, seat in enumerate(form.seats))


def _record_bytes(game: Game) -> int:
    return game.table.itemsize + game.seat.itemsize + 1


def _seat_is_sound(seat: SeatForm, num_records: int, ends: np.ndarray) -> bool:
    """Return whether the arrays of a seat fit together."""
    firsts = seat.firsts
    if not len(seat.parents) + 1 == len(firsts) == len(seat.records) + 1 or not len(firsts):
        return False
    if firsts[0] != 1 or firsts[-1] != seat.num_sequences or (np.diff(firsts) < 1).any():
        return False
    if (seat.parents < 0).any() or (seat.parents >= firsts[:-1]).any() or (ends < 0).any() or (ends >= firsts[-1]).any():
        return False
    return bool(((seat.records >= 0) & (seat.records < num_records)).all())
