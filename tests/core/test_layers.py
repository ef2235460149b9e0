"""Imports run one way: training -> agents -> dig_envs, and inside each package from the upper folders to the lower folders."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = {"dig_envs": "dig_envs", "agents": "dig_envs.agents", "training": "dig_envs.training"}
GAMES = sorted({file.parent.name for file in (ROOT / "dig_envs").glob("*/rules*") if file.parent.name != "core"})
EVERY_FILE = [file.relative_to(ROOT) for folder in FOLDERS for file in sorted((ROOT / folder).rglob("*.py"))]

# Rooms from the bottom up: a room imports those before it in its list, and none after it.
CORE = ("compiler", "engine", "batch", "cuda")
TRAINING = (
    "show", "process", "environment", "arena", "run", "sb3", "clone", "ppo", "dqn", "league", "rllib", "recipe", "algorithms",
    "one_file", "speed", "studies", "cli",
)  # fmt: skip


def module_name(file: Path) -> str:
    """The dotted name of a module, such as "dig_envs.agents.random" of agents/random.py."""
    folder, *parts = file.with_suffix("").parts
    return ".".join([FOLDERS.get(folder, folder), *(part for part in parts if part != "__init__")])


MODULES = {module_name(file): file for file in EVERY_FILE}


def imports_of(file: Path, at_run_time: bool = False) -> Iterator[str]:
    """The dotted names that a module imports anywhere, inside functions too; of `from a import b` both a and a.b.

    Args:
        file: relative to the root.
        at_run_time: leave out what only type checkers import.
    """
    tree = ast.parse((ROOT / file).read_text())
    for block in ast.walk(tree):
        if at_run_time and isinstance(block, ast.If) and "TYPE_CHECKING" in ast.dump(block.test):
            block.body = []
    for node in ast.walk(tree):
        assert not (isinstance(node, ast.ImportFrom) and node.level), f"{file} has a relative import"
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module)
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def lies_in(name: str, packages: Iterable[str]) -> bool:
    """Whether a dotted name is one of these packages or in one of them."""
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def faults(modules: Iterable[str], forbidden: Iterable[str], at_run_time: bool = False) -> dict[str, list[str]]:
    """The imports of each of these modules that lie in a forbidden package."""
    found = {name: [one for one in imports_of(MODULES[name], at_run_time) if lies_in(one, forbidden)] for name in modules}
    return {name: wrong for name, wrong in found.items() if wrong}


def modules_in(*packages: str) -> list[str]:
    """The modules of some packages."""
    found = [name for name in MODULES if lies_in(name, packages)]
    assert found, packages
    return found


def circle_in(graph: Mapping[str, set[str]]) -> list[str]:
    """Modules that import each other in a circle; [] if there are none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def graph_of(modules: Iterable[str]) -> dict[str, set[str]]:
    """What each module imports at run time, of these modules; importing a package's names counts as importing the package."""
    names = set(modules)
    graph = {}
    for name in names:
        wanted = set(imports_of(MODULES[name], at_run_time=True)) & names
        graph[name] = {one for one in wanted if not any(other.startswith(f"{one}.") for other in wanted)} - {name}
    return graph


def test_the_environments_import_neither_agents_nor_training():
    above = ("dig_envs.agents", "dig_envs.training")
    assert not faults([name for name in MODULES if not lies_in(name, above)], above)


def test_agents_import_no_training():
    assert not faults(modules_in("dig_envs.agents"), ["dig_envs.training"])


def test_the_packages_import_no_tool_of_the_maintainers():
    assert not faults(MODULES, ["maintenance", "website", "benchmarks", "tests"])


def test_the_core_imports_no_adapter_no_drawing_and_no_game():
    above = ("adapters", "render", "play", "records", *GAMES)
    assert not faults(modules_in("dig_envs.core"), [f"dig_envs.{name}" for name in above])


def test_no_module_imports_itself_in_a_circle():
    assert circle_in(graph_of(MODULES)) == []


@pytest.mark.parametrize("package, folders", [("dig_envs.core", CORE), ("dig_envs.training", TRAINING)])
def test_folders_import_only_the_folders_below(package, folders):
    modules = [name for name in modules_in(package) if not name.endswith(".__main__")]  # a command, which runs the top folder
    assert package == "dig_envs.core" or {name.split(".")[2] for name in modules if name != package} == set(folders)
    for place, folder in enumerate(folders):
        inside = [name for name in modules if lies_in(name, [f"{package}.{folder}"])]
        above = [f"{package}.{other}" for other in folders[place + 1 :]]
        assert not faults(inside, above, at_run_time=True), f"{folder} imports what stands above it"


def test_exact_analysis_imports_the_core_alone():
    others = [f"dig_envs.{name}" for name in ("adapters", "render", "play", "records", *GAMES)]
    assert not faults(modules_in("dig_envs.exact"), others)


def test_play_knows_no_game_and_nothing_but_commands_knows_play():
    assert not faults(modules_in("dig_envs.play"), [f"dig_envs.{game}" for game in GAMES])
    others = [name for name in MODULES if not lies_in(name, ("dig_envs.play", "dig_envs.training.cli"))]
    assert not faults(others, ["dig_envs.play"])


def test_the_text_seat_knows_no_game_and_no_adapter():
    assert not faults(modules_in("dig_envs.text"), [f"dig_envs.{name}" for name in ("adapters", "play", *GAMES)])


@pytest.mark.parametrize("game", GAMES)
def test_a_game_imports_no_other_game_and_no_adapter(game):
    others = [f"dig_envs.{other}" for other in GAMES if other != game]
    assert not faults(modules_in(f"dig_envs.{game}"), ["dig_envs.adapters", *others])


@pytest.mark.parametrize("game", GAMES)
def test_rules_import_no_drawing(game):
    """Nor does anything that rules are made of: only what draws, and what draws for it, imports `render`."""
    package = f"dig_envs.{game}"
    contract = [f"{package}.{name}" for name in ("components", "state", "observation", "determinize", "invariants")]
    played = modules_in(f"{package}.rules", *contract)
    assert len(played) >= 5
    assert not faults(played, ["dig_envs.render", f"{package}.drawing"])


@pytest.mark.parametrize("game", [game for game in GAMES if (ROOT / "agents" / game).is_dir()])
def test_bots_of_a_game_import_no_other_game(game):
    others = [f"{package}.{other}" for package in ("dig_envs", "dig_envs.agents") for other in GAMES if other != game]
    assert not faults(modules_in(f"dig_envs.agents.{game}"), others)


def test_the_test_would_find_a_fault(tmp_path, monkeypatch):
    file = tmp_path / "module.py"
    file.write_text("def late():\n    from dig_envs.agents.two_bit_bandits import expert\n    import dig_envs.training as t\n")
    monkeypatch.setitem(MODULES, "module", file)
    agents = "dig_envs.agents.two_bit_bandits"
    assert faults(["module"], ["dig_envs.agents"]) == {"module": [agents, f"{agents}.expert"]}
    assert faults(["module"], ["dig_envs.training"]) == {"module": ["dig_envs.training"]}
    assert set(circle_in({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}})) == {"a", "b", "c"}


def test_all_five_games_are_looked_at():
    assert GAMES == ["dig", "dig_dig", "digging_bandits", "lets_dig_for_treasure", "two_bit_bandits"]
