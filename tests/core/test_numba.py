"""Numba's internal modules may change with any version, so the package uses few of them, each for a reason."""

import re
from pathlib import Path

import dig_envs

INTERNAL = re.compile(r"from numba\.((?:core|np)(?:\.\w+)*) import (\w+)")
REASONS = {
    "core.cgutils": "memory on the stack, and LLVM's own functions; documented for extensions",
    "core.caching": "Numba calls its cache through this class",
    "core.serialize": "pickles machine code as Numba's own cache does",
    "core.ccallback": "C functions with a cache: `numba.cfunc` compiles before a cache can be given",
    "core.compiler_lock": "one thread compiles at a time",
    "core.codegen": "callees stop before the optimisation, which halves the time to compile; the next three too",
    "core.compiler": "documented for custom pipelines",
    "core.compiler_machinery": "documented for custom pipelines",
    "core.typed_passes": "the pass after which the pipeline stops",
    "np.arrayobj": "arrays over memory at an address",
}


def test_internal_modules_of_numba_are_these():
    files = Path(dig_envs.__file__).parent.rglob("*.py")
    used = {
        f"{module}.{name}" if module == "core" else module
        for file in files
        for module, name in INTERNAL.findall(file.read_text())
    }
    assert used == REASONS.keys()
