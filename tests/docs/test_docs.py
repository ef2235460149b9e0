"""The docs agree with the code: tables, samples in pages and docstrings, and the rules' clauses."""

import ast
import doctest
import importlib
import re
from pathlib import Path

import pytest

from dig_envs.core.catalogue import games
from website import fill
from website.game_tables import filled

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = re.compile(r"^```python\n(.*?)^```", re.S | re.M)
PACKAGES = {"dig_envs": "dig_envs", "agents": "dig_envs.agents", "training": "dig_envs.training", "website": "website",
            "maintenance": "maintenance", "tests": "tests"}  # fmt: skip
WITH_DOCTESTS = sorted(
    ".".join([package, *file.relative_to(ROOT / folder).with_suffix("").parts]).removesuffix(".__init__")
    for folder, package in PACKAGES.items()
    for file in (ROOT / folder).rglob("*.py")
    if re.search(r"^\s*>>> ", file.read_text(), re.M)
)


def test_the_tables_of_the_pages_are_those_of_code_and_data():
    """If not: python -m website.fill"""
    for page, tables in fill.tables().items():
        text = (ROOT / page).read_text("utf-8")
        marked = re.findall(r"<!-- (\w+), written by", text)
        assert sorted(marked) == sorted(name for name, table in tables.items() if table), page
        assert filled(text, tables) == text and text.count("<!-- end -->") == len(marked), page


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "games").glob("*.md")), ids=lambda page: page.name)
def test_samples_of_the_games_pages_run(page):
    samples = SAMPLE.findall(page.read_text())
    assert samples
    for sample in samples:
        exec(compile(sample, str(page), "exec"), {})


@pytest.mark.parametrize("module", WITH_DOCTESTS)
def test_examples_in_docstrings_run(module):
    if module.startswith("dig_envs.training.rllib."):
        pytest.importorskip("ray.rllib")
    if module == "dig_envs.adapters.textarena":
        pytest.importorskip("textarena")
    result = doctest.testmod(importlib.import_module(module))
    assert result.attempted > 0 and result.failed == 0


def folder_of(name: str) -> Path:
    return ROOT / "dig_envs" / name.rpartition("_v")[0]


def clauses_of(name: str) -> list[str]:
    """The clauses that a game's `RULES.md` states."""
    return clauses_in(folder_of(name) / "RULES.md")


def clauses_in(rules: Path) -> list[str]:
    return re.findall(r"^- \*\*([A-Z]+-\d+)\*\*", rules.read_text(), re.M)


@pytest.mark.parametrize("name", games())
def test_the_rules_name_every_clause_once_and_in_order(name):
    """`RULES.md` states each clause; the code cites none that it does not state."""
    folder, clauses = folder_of(name), clauses_of(name)
    own = [clause for clause in clauses if not clause.startswith("C-")]
    prefix = own[0].partition("-")[0]
    assert own == [f"{prefix}-{number}" for number in range(1, len(own) + 1)]
    cited = {clause for file in folder.rglob("*.py") for clause in re.findall(rf"\b(?:C|{prefix})-\d+\b", file.read_text())}
    assert cited <= set(clauses)


def marks_in(file: Path) -> list[str]:
    """The `rule` marks of the tests in a file that `make test` runs; those of tests marked `long` as a whole are left out."""
    tree = ast.parse(file.read_text())
    tests = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    marks = [[ast.unparse(decorator) for decorator in test.decorator_list] for test in tests]
    return [mark for found in marks if "pytest.mark.long" not in found for mark in found if "mark.rule(" in mark]


def test_every_clause_is_named_by_a_test_of_make_test_and_no_other():
    stated = {clause for rules in (ROOT / "dig_envs").glob("*/RULES.md") for clause in clauses_in(rules)}
    marks = [mark for file in (ROOT / "tests").rglob("*.py") for mark in marks_in(file)]
    named = {clause for mark in marks for clause in re.findall(r"[A-Z]{1,3}-\d+", mark)}
    assert stated == named
