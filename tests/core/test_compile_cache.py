"""The cache of machine code never runs stale code, is shared between processes, and survives damage."""

import json
import os
import shutil
import subprocess
import sys
from enum import IntEnum
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from dig_envs.core.compiler import Specialiser, compiled, source_hash
from dig_envs.dig.invariants import Broken
from tests.support.catalogue import CASES

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted({case.game for case in CASES})
SMALLEST = "dig_v0"  # the others take up to a minute to compile

PLAY_A_LITTLE = """
import hashlib, json, sys
import numpy as np
from numba.core import event
from tests.support.catalogue import CASES
from tests.support.play import MixedPlay, batch_of, broken, redealt

case = next(case for case in CASES if case.game == sys.argv[1])
with event.install_recorder("numba:run_pass") as passes:
    batch = batch_of(case, 4)
    play = MixedPlay(batch, 0)
    play.seating[:] = 0
    for _ in range(20):
        batch.step(play.actions(batch))
    found = redealt(batch, batch.states, 0, np.arange(4))
    assert not broken(batch, found).any()
    batch.observe_states(found)
digest = hashlib.sha256(batch.states.tobytes() + found.tobytes()).hexdigest()
made = batch.engine._specialiser.inner.items()
signatures = {part.__qualname__: len(twin.signatures) for part, twin in made}
print(json.dumps({"passes": len(passes.buffer), "digest": digest, "signatures": signatures}))
"""

NAME_A_SYMBOL = """
import json
import numpy as np
from dig_envs.core.compiler.compile import Specialiser
from dig_envs.core.engine.kernels import zero

kernel = Specialiser("any").kernel(zero)
kernel(np.zeros(3, np.int8))
(made,) = kernel.overloads.values()
print(json.dumps(made.fndesc.mangled_name))
"""

CHECK_A_DEAL = """
import json, sys
import numpy as np
from numba.core import event
from dig_envs.core.catalogue import game_of
from dig_envs.core.compiler.checked_views import view
from dig_envs.core.engine.engine import engine_of

game = game_of(sys.argv[1])
state = game.template(game.parse_options())
game.deal(view(state)[0])
broken = np.zeros(1, np.int64)
with event.install_recorder("numba:run_pass") as passes:
    engine_of(game).check_states(state, broken)
print(json.dumps({"passes": len(passes.buffer), "broken": int(broken[0])}))
"""


def start(script: str, *arguments: str, root: Path = ROOT, **environment: str) -> subprocess.Popen:
    """Start a process that runs a script with the package in `root`."""
    variables = {**os.environ, "PYTHONPATH": os.fspath(root), "DIG_ENVS_BOUNDS_CHECK": "", **environment}
    return subprocess.Popen(
        [sys.executable, "-c", script, *arguments], cwd=root, env=variables, stdout=subprocess.PIPE, text=True
    )


def answer(process: subprocess.Popen) -> dict:
    out, _ = process.communicate(timeout=300)
    assert process.returncode == 0
    return json.loads(out)


@pytest.fixture(
    scope="module", params=[game if game == SMALLEST else pytest.param(game, marks=pytest.mark.long) for game in GAMES]
)
def warm(request, tmp_path_factory):
    """A game, a cache that a first process has filled, and the answer of that process."""
    folder = tmp_path_factory.mktemp("machine_code")
    return request.param, folder, answer(start(PLAY_A_LITTLE, request.param, DIG_ENVS_CACHE_DIR=os.fspath(folder)))


def test_a_later_process_compiles_nothing(warm):
    game, folder, first = warm
    later = answer(start(PLAY_A_LITTLE, game, DIG_ENVS_CACHE_DIR=os.fspath(folder)))
    assert first["passes"] > 0 and later["passes"] == 0
    assert later["digest"] == first["digest"]


# Functions with several signatures, and the reason. Each signature takes a quarter of a second at first use.
SIGNATURES = {
    "zero": 2,  # rows of floats and of bytes
    "seed_generator": 2,  # the domain as a member of the enum, and as a number for bots
    "may_have_seen": 2,  # seats counted to the number of players (32 bits), and to the largest table
    "count_of": 2,  # Numba distinguishes an array field from a row of an array
    "cells_with": 5,  # decks of different lengths
    "is_filled": 7,
    "encode_map_place": 2,  # a block, and a row of a block
    "encode_points": 2,
    "mark_card": 3,  # a row of a block, and blocks of different lengths
    "mark_seat": 2,
    "mark_seats": 2,
    "bones_of": 2,
    "by_colour": 2,
    "copy": 3,  # rows of tables, tables, and numbers on the stack
    "encode_counts": 2,
    "count_of_back": 2,
    "total": 2,
    "shuffle": 3,  # decks of different lengths
    "shuffle_run": 2,
    "count_open_cards": 2,  # counts in the state, and in an observation
    "count_in_frame": 2,
    "count_pair": 2,
    "count_cell": 3,
    "count_building": 2,
    "count_in_event": 2,
}


def test_functions_are_compiled_for_one_signature(warm):
    _, _, first = warm
    assert {name: count for name, count in first["signatures"].items() if count > SIGNATURES.get(name, 1)} == {}


# --- one kernel: damage, several processes, edits


def check_a_deal(cache: Path, root: Path = ROOT, game: str = "dig_v0", **environment: str) -> dict:
    return answer(start(CHECK_A_DEAL, game, root=root, DIG_ENVS_CACHE_DIR=os.fspath(cache), **environment))


@pytest.mark.parametrize("warm", [SMALLEST], indirect=True)
@pytest.mark.parametrize("damage", ["flipped", *(pytest.param(name, marks=pytest.mark.long) for name in ("emptied", "cut"))])
def test_a_damaged_file_is_compiled_again(warm, damage, tmp_path):
    game, folder, _ = warm
    (file,) = folder.glob(f"{game}.enter_check-*.code")
    whole = file.read_bytes()
    middle = len(whole) // 2
    flipped = whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]
    damaged = tmp_path / file.name
    damaged.write_bytes({"emptied": b"", "cut": whole[:middle], "flipped": flipped}[damage])
    found = check_a_deal(tmp_path, game=game)
    assert found["passes"] > 0 and found["broken"] == 0
    assert check_a_deal(tmp_path, game=game) == {"passes": 0, "broken": 0}, "the file is written again"


def test_symbols_of_two_processes_differ(tmp_path):
    """Each process numbers functions and records from 1. With equal symbols, the wrong machine code could be called."""
    symbols = [answer(start(NAME_A_SYMBOL, DIG_ENVS_CACHE_DIR=os.fspath(tmp_path / name))) for name in "ab"]
    assert symbols[0] != symbols[1]


def test_only_one_of_several_processes_compiles(tmp_path):
    several = [start(CHECK_A_DEAL, "dig_v0", DIG_ENVS_CACHE_DIR=os.fspath(tmp_path)) for _ in range(3)]
    found = [answer(process) for process in several]
    assert [result["broken"] for result in found] == [0, 0, 0]
    assert sorted(result["passes"] > 0 for result in found) == [False, False, True]
    left = sorted(file.suffix for file in tmp_path.iterdir())
    assert left in ([".code"] * 2 + [".lock"] * 2, [".code"] * 2 + [".lock"] * 2 + [".notice"]), (
        "no temporary file remains; the marker of the notice depends on the time"
    )


def test_games_run_without_a_writable_cache():
    found = check_a_deal(Path("/dev/null/nowhere"), XDG_CACHE_HOME="/dev/null")
    assert found["passes"] > 0 and found["broken"] == 0


@pytest.mark.long
def test_the_next_process_notices_an_edit_in_a_callee(tmp_path):
    """Numba's own cache would run the old machine code, because it checks only the file of the outermost function."""
    cache = tmp_path / "cache"
    shutil.copytree(ROOT / "dig_envs", tmp_path / "dig_envs", ignore=shutil.ignore_patterns("__pycache__"))
    assert check_a_deal(cache, root=tmp_path)["broken"] == 0
    (old,) = cache.glob("dig_v0.enter_check-*.code")

    callee = tmp_path / "dig_envs" / "dig" / "determinize.py"
    text = callee.read_text()
    assert text.count("    count = 0\n    for bone") == 1
    callee.write_text(text.replace("    count = 0\n    for bone", "    count = 1\n    for bone"))

    edited = check_a_deal(cache, root=tmp_path)
    assert edited["broken"] == Broken.HANDS and edited["passes"] > 0
    assert check_a_deal(cache, root=tmp_path) == {"broken": Broken.HANDS, "passes": 0}
    (new,) = cache.glob("dig_v0.enter_check-*.code")
    assert new != old, "the file of the old code is removed"


PLAY_A_LOST_FUNCTION = """
import json
import numpy as np
from dig_envs.core.compiler.compile import Specialiser, compiled

scope = {"__name__": "a_module_that_cannot_be_imported"}
exec("def add(cells):\\n    return cells[0] + 1", scope)
print(json.dumps(int(Specialiser("lost").kernel(compiled(scope["add"]))(np.zeros(3, np.int64)))))
"""


def test_code_whose_module_cannot_be_imported_is_compiled_again(tmp_path):
    """A bot that is loaded from a file has such a module."""
    for _ in range(2):
        assert answer(start(PLAY_A_LOST_FUNCTION, DIG_ENVS_CACHE_DIR=os.fspath(tmp_path))) == 1


# --- keys


def plain_function(source: str, **names) -> object:
    """Return the function `f` of source code that is in no file."""
    scope = {"compiled": compiled, **names}
    exec(compile(source, "<a notebook cell>", "exec"), scope)
    return scope["f"]


class Kind(IntEnum):
    ONE = 1


OtherKind = IntEnum("Kind", {"ONE": 2})
BY_NAME = "@compiled\ndef f():\n    return n"
BY_MODULE = "@compiled\ndef f():\n    return m.n"
NUMBER = "@compiled\ndef f():\n    return {}"
CALLER = "@compiled\ndef g():\n    return {}\n\n@compiled\ndef f():\n    return g()"


def module(**attributes):
    of_attributes = ModuleType("attributes")
    vars(of_attributes).update(attributes)
    return of_attributes


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ((BY_NAME, {"n": 1}), (BY_NAME, {"n": 2})),
        ((BY_NAME, {"n": (1, 2)}), (BY_NAME, {"n": (1, 3)})),
        ((BY_NAME, {"n": np.arange(3)}), (BY_NAME, {"n": np.arange(3) + 1})),
        ((BY_NAME, {"n": np.arange(3)}), (BY_NAME, {"n": np.arange(3).astype(np.int8)})),
        ((BY_NAME, {"n": Kind}), (BY_NAME, {"n": OtherKind})),
        ((BY_MODULE, {"m": module(n=1)}), (BY_MODULE, {"m": module(n=2)})),
        ((NUMBER.format(3), {}), (NUMBER.format(4), {})),
        (("@compiled\ndef f(a=1): return a", {}), ("@compiled\ndef f(a=2): return a", {})),
        ((CALLER.format(3), {}), (CALLER.format(4), {})),
        *[tuple((BY_MODULE + "()", {"m": module(n=plain_function(NUMBER.format(k)))}) for k in (3, 4))],
    ],
    ids=["number", "tuple", "array", "dtype", "enum", "module", "constant", "default", "callee", "callee of a module"],
)
def test_the_key_depends_on_everything_that_changes_the_code(first, second):
    keys = [Specialiser("tests").key(plain_function(source, **names)) for source, names in (first, second, first)]
    assert keys[0] == keys[2] != keys[1]


def test_code_calls_the_functions_of_a_module(empty_cache):
    numbers = module(n=plain_function(NUMBER.format(3)), unused=plain_function(NUMBER.format(4)))
    function = plain_function(BY_MODULE + "()", m=numbers)
    specialiser = Specialiser("tests.module")
    assert specialiser.reachable(function) == [function, numbers.n]
    assert specialiser.kernel(function)() == 3


def test_the_key_depends_on_bindings_and_flags(monkeypatch):
    function = plain_function(BY_NAME)
    keys = [Specialiser("tests", {"n": n}).key(function) for n in (1, 2)]
    monkeypatch.setenv("DIG_ENVS_BOUNDS_CHECK", "1")
    keys.append(Specialiser("tests", {"n": 1}).key(function))
    assert len(set(keys)) == 3


def annotated():
    @compiled
    def half(number: int) -> int:
        """Return half of a number."""
        return number // 2

    return half


def bare():
    @compiled
    def half(number):
        return number // 2

    return half


def test_annotations_and_docstrings_change_no_fingerprint():
    assert source_hash(annotated()) == source_hash(bare())


@compiled
def size(cells):
    return cells.size


def test_a_function_may_have_the_name_of_a_field_that_it_reads(empty_cache):
    assert Specialiser("tests.names").reachable(size) == [size]
    assert Specialiser("tests.names").kernel(size)(np.zeros(3)) == 3


# --- modes


@compiled
def put(cells, index):
    cells[index] = 7


@compiled
def put_twice(cells, index):
    put(cells, 0)
    put(cells, index)


def test_bounds_checks_find_an_index_out_of_range(monkeypatch, empty_cache):
    monkeypatch.setenv("DIG_ENVS_BOUNDS_CHECK", "1")
    for function in (put, put_twice):
        with pytest.raises(IndexError):
            Specialiser("tests.bounds").kernel(function)(np.zeros(3, np.int8), 4)


UNCOMPILED = """
import json, sys
import dig_envs
batch = dig_envs.batch("dig_v0", num_tables=2, seed=3)
for _ in range(10):
    batch.step(batch.masks.argmax(axis=1))
print(json.dumps({"numba": "numba" in sys.modules, "state": batch.states.tobytes().hex()}))
"""


@pytest.mark.parametrize("variable", ["DIG_ENVS_UNCOMPILED", "NUMBA_DISABLE_JIT"])
def test_uncompiled_play_needs_no_numba_and_is_the_same(variable):
    plain, fast = (answer(start(UNCOMPILED, **{variable: flag})) for flag in ("1", "0"))
    assert (plain["numba"], fast["numba"]) == (False, True)
    assert plain["state"] == fast["state"]
