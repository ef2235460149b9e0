"""Imports run one way: training -> agents -> dig_envs; in dig_envs adapters -> games -> core. The source is read, not run."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("dig_envs", "agents", "training")
GAMES = sorted(file.parent.name for file in (ROOT / "dig_envs").glob("*/rules*") if file.parent.name != "core")
EVERY_MODULE = [file.relative_to(ROOT) for package in PACKAGES for file in sorted((ROOT / package).rglob("*.py"))]


def module_name(file: Path) -> str:
    """The dotted name of a module, such as "dig_envs.core.game"."""
    parts = file.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(file: Path) -> Iterator[str]:
    """The dotted names that a module imports anywhere, inside functions too; of `from a import b` both a and a.b."""
    package = file.parent.parts
    for node in ast.walk(ast.parse((ROOT / file).read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            source = ".".join(part for part in (base, node.module) if part)
            yield source
            yield from (f"{source}.{alias.name}" for alias in node.names)


def faults(file: Path, forbidden: tuple[str, ...]) -> list[str]:
    """The imports of a module that lie in a forbidden package."""
    return [name for name in imports_of(file) if lies_in(name, forbidden)]


def lies_in(name: str, packages: tuple[str, ...]) -> bool:
    """Whether a dotted name is one of these packages or in one of them."""
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def all_faults(folder: str, forbidden: tuple[str, ...]) -> dict[str, list[str]]:
    """The faults of every module under a folder, by module."""
    files = [file for file in EVERY_MODULE if file.is_relative_to(folder)]
    assert files, folder
    found = {module_name(file): faults(file, forbidden) for file in files}
    return {name: names for name, names in found.items() if names}


def test_the_environments_import_neither_agents_nor_training():
    assert not all_faults("dig_envs", ("agents", "training"))


def test_agents_import_no_training():
    assert not all_faults("agents", ("training",))


def test_the_core_imports_no_adapter_and_no_game():
    games = tuple(f"dig_envs.{game}" for game in GAMES)
    assert not all_faults("dig_envs/core", ("dig_envs.adapters", *games))


def test_play_knows_no_game_and_nothing_but_commands_knows_play():
    assert not all_faults("dig_envs/play", tuple(f"dig_envs.{game}" for game in GAMES))
    files = [
        file for file in EVERY_MODULE if file.parts[:2] != ("dig_envs", "play") and file.parts[:2] != ("training", "commands")
    ]
    assert not {module_name(file): faults(file, ("dig_envs.play",)) for file in files if faults(file, ("dig_envs.play",))}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_imports_no_other_game_and_no_adapter(game):
    others = tuple(f"dig_envs.{other}" for other in GAMES if other != game)
    assert not all_faults(f"dig_envs/{game}", ("dig_envs.adapters", *others))


@pytest.mark.parametrize("game", GAMES)
def test_rules_import_no_drawing(game):
    """Nor does anything that rules are made of: only what draws, and what draws for it, imports `render`."""
    drawing = ("dig_envs.render", f"dig_envs.{game}.drawing")
    files = [file for file in EVERY_MODULE if file.is_relative_to(f"dig_envs/{game}")]
    played = [file for file in files if "rules" in file.relative_to(f"dig_envs/{game}").with_suffix("").parts]
    contract = ("components.py", "state.py", "observation.py", "determinize.py", "invariants.py")
    played += [file for file in files if file.name in contract]
    assert len(played) >= 5
    assert not {module_name(file): faults(file, drawing) for file in played if faults(file, drawing)}


@pytest.mark.parametrize("game", GAMES)
def test_bots_of_a_game_import_no_other_game(game):
    others = tuple(f"{package}.{other}" for package in ("dig_envs", "agents") for other in GAMES if other != game)
    if (ROOT / "agents" / game).is_dir():
        assert not all_faults(f"agents/{game}", others)


def test_the_test_would_find_a_fault(tmp_path):
    file = tmp_path / "module.py"
    file.write_text("def late():\n    from dig_envs.agents.two_bit_bandits import expert\n    import dig_envs.training.cli.main as cli\n")
    assert "dig_envs.agents.two_bit_bandits.expert" in list(imports_of(file))
    assert faults(file, ("agents", "training")) == ["dig_envs.agents.two_bit_bandits", "dig_envs.agents.two_bit_bandits.expert", "dig_envs.training.cli.main"]


def test_all_five_games_are_looked_at():
    assert GAMES == ["dig", "dig_dig", "digging_bandits", "lets_dig_for_treasure", "two_bit_bandits"]
