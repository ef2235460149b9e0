"""An error about a missing optional library names the extra to install."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from dig_envs.utils.libraries import EXTRAS, install_hint

ROOT = Path(__file__).resolve().parents[2]
DISTRIBUTIONS = {
    "markdown_it": "markdown-it-py",
    "resvg_py": "resvg-py",
    "pygame": "pygame-ce",
    "pyspiel": "open-spiel",
    "ray.rllib": "ray[rllib]",
    "numba_cuda": "numba-cuda[cu13]",
}  # by module, where the names differ

NEEDS = {
    "import dig_envs.adapters.sb3": "train",
    "from dig_envs.training import ppo": "train",
    "from dig_envs.training import dqn": "train",
    "from dig_envs.training import clone": "train",
    "import dig_envs.agents.learned": "train",
    "from dig_envs import agents; agents.make('model.zip', game='dig_v0')": "train",
    "from dig_envs import agents; agents.make('llm:m@http://x/v1', game='dig_v0')": "llm",
    "import dig_envs.training.rllib.algorithm_config": "rllib",
    "from dig_envs.training.studies.curve import draw_curve; draw_curve([], 'title', 0.5, None)": "train",
    "import dig_envs.adapters.verifiers": "verifiers",
    "import dig_envs.adapters.textarena": "textarena",
    "import dig_envs.adapters.mcp": "mcp",
    "from dig_envs.adapters.trl import dataset; dataset('dig_dig_v0', [1])": "trl",
    "import dig_envs; dig_envs.batch('dig_v0', num_tables=2, device='cuda')": "gpu",
    "import dig_envs.play.server": "play",
    "import dig_envs; env = dig_envs.env('dig_v0', render_mode='rgb_array'); env.reset(seed=1); env.render()": "render",
    "import dig_envs; env = dig_envs.env('dig_v0', render_mode='human'); env.reset(seed=1)": "render",
}

WITHOUT = """
import json, sys

needs, libraries = json.loads(sys.argv[1])
sys.modules.update(dict.fromkeys(libraries))
from dig_envs.core.errors import MissingLibraryError

errors = {}
for code in needs:
    try:
        exec(code, {})
    except MissingLibraryError as error:
        errors[code] = str(error)
print(json.dumps(errors))
"""


def test_the_error_names_the_extra():
    libraries = [library for some in EXTRAS.values() for library in some]
    command = [sys.executable, "-c", WITHOUT, json.dumps([list(NEEDS), libraries])]
    completed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    errors = json.loads(completed.stdout)
    for code, extra in NEEDS.items():
        assert code in errors, f"{code} works without {extra}"
        assert f"is not installed: pip install -e '{ROOT}[{extra}]'" in errors[code]


def test_an_installed_package_names_the_package_and_a_clone(monkeypatch, tmp_path):
    monkeypatch.setattr("dig_envs.utils.libraries.CLONE", tmp_path)
    expected = "ray is not installed: pip install 'dig-envs[ray]', or in a clone: pip install -e '.[ray]'"
    assert install_hint("ray.util") == expected


PLAIN = """
import sys

sys.modules.update(dict.fromkeys(sys.argv[1:]))
from dig_envs.training import arena

result = arena.run("dig_v0", ["random", "greedy"], games=4, progress=False)
scores = arena.scores("two_bit_bandits_v0", ["random"], 2, progress=False)
assert result._repr_html_() and result.table() and result.pairs_table()
print(result.pairs[0].games, result.ratings[0].agent, *scores)
"""


def test_an_arena_of_bots_needs_no_extra():
    libraries = [*(library for some in EXTRAS.values() for library in some), "scipy"]
    completed = subprocess.run([sys.executable, "-c", PLAIN, *libraries], cwd=ROOT, capture_output=True, text=True, check=True)
    assert completed.stdout == "4 greedy random\n"


IMPORT_ALL = """
import importlib, json, sys

names, libraries = json.loads(sys.argv[1])
sys.modules.update(dict.fromkeys(libraries))
from dig_envs.core.errors import MissingLibraryError

found = {}
for name in names:
    try:
        importlib.import_module(name)
    except MissingLibraryError:
        found[name] = "names the extra"
    except ImportError as error:
        found[name] = repr(error)
print(json.dumps(found))
"""


def module_names() -> list[str]:
    """All modules of the package, without scripts."""
    folders = {"dig_envs": "dig_envs", "agents": "dig_envs.agents", "training": "dig_envs.training"}
    files = [(file, ROOT / folder, name) for folder, name in folders.items() for file in (ROOT / folder).rglob("*.py")]
    names = {".".join((name, *file.relative_to(folder).with_suffix("").parts)) for file, folder, name in files}
    return sorted(name.removesuffix(".__init__") for name in names if not name.endswith("__main__"))


def test_every_module_imports_or_names_the_extra():
    libraries = [library for some in EXTRAS.values() for library in some]
    command = [sys.executable, "-c", IMPORT_ALL, json.dumps([module_names(), libraries])]
    found = json.loads(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout)
    assert {name: error for name, error in found.items() if error != "names the extra"} == {}
    assert {"dig_envs.training.studies.benchmark", "dig_envs.training.one_file.ppo"} <= found.keys()


@pytest.mark.parametrize("extra", EXTRAS)
def test_the_libraries_are_those_of_the_package_metadata(extra):
    required = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"][extra]
    named = {DISTRIBUTIONS.get(library, library.replace("_", "-")) for library in EXTRAS[extra]}
    libraries = [requirement for requirement in required if not requirement.startswith("dig-envs[")]
    assert {library.partition(">")[0].replace("_", "-") for library in libraries} == named
