"""The documentation site: links lead to pages, code runs, commands and names exist, and the build has no warnings."""

import ast
import importlib
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import dig_envs
from dig_envs.core.errors import DigEnvsError, MissingLibraryError
from tests.support.command_lines import command_lines, parse
from website import pages
from website.__main__ import build
from website.gather import gather

ROOT = pages.ROOT
TEXTS = {path: (ROOT / path).read_text("utf-8") for path in pages.documents()}
CODE = re.compile(r"^```python\n(.*?)^```", re.S | re.M)
TESTED_ELSEWHERE = ("docs/games/", "docs/add-a-game.md", "docs/write-your-own-features.md")
WITH_CODE = [p for p in TEXTS if p.startswith("docs/") and CODE.search(TEXTS[p]) and not p.startswith(TESTED_ELSEWHERE)]
OF_EARLIER_VERSIONS = ("CHANGELOG.md", "docs/lab_notes.md")
COMMANDS = [(p, line) for p in TEXTS if p not in OF_EARLIER_VERSIONS for line in command_lines(TEXTS[p])]
SCRIPTS = ROOT / "docs" / "tutorials"
NEEDS_MKDOCS = pytest.mark.skipif(not find_spec("mkdocs"), reason="needs MkDocs: pip install 'dig-envs[docs]'")
MAX_BYTES = 400_000  # of the moving picture


@pytest.mark.parametrize("path", TEXTS)
def test_links_lead_to_files_and_headings_that_exist(path):
    targets = [pages.target_of(found[0], path) for found in pages.links_of(TEXTS[path])]
    inside = [target for target in targets if target]
    assert [file for file, _ in inside if not (ROOT / file).exists()] == []
    to_headings = [(file, heading) for file, heading in inside if heading and file in TEXTS and "reference/" not in file]
    assert [(file, heading) for file, heading in to_headings if heading not in pages.anchors_of(TEXTS[file])] == []


def test_a_link_that_leads_nowhere_is_found():
    text = "[a](b.md) `[c](d.md)` ![e](f.png)\n```\n[g](h.md)\n```\n[i](https://j.k) [l](#m-n)"
    targets = [pages.target_of(found[0], "docs/o.md") for found in pages.links_of(text)]
    assert targets == [("docs/b.md", ""), ("docs/f.png", ""), None, ("docs/o.md", "m-n")]


def test_every_page_is_in_the_navigation():
    notebooks = [file.relative_to(ROOT).as_posix() for file in (ROOT / "notebooks").glob("*.ipynb")]
    expected = {pages.address_of(path) for path in [*TEXTS, *notebooks]}
    listed = re.findall(r"^ +- .*: (\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.M)
    assert sorted(listed) == sorted(expected)


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "reference").glob("*.md")), ids=lambda page: page.stem)
def test_names_in_the_reference_exist(page):
    for module, members in re.findall(r"^::: (\S+)(?:\n +options:\n +members: \[(.*)\])?", page.read_text("utf-8"), re.M):
        try:
            found = set(dir(importlib.import_module(module)))
        except MissingLibraryError:  # of an extra that is not among our dependencies
            found = names_in(ROOT.joinpath(*module.split(".")).with_suffix(".py"))
        assert set(filter(None, members.split(", "))) <= found


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("path", WITH_CODE)
def test_code_of_a_page_runs(path, folder):
    exec(compile("\n".join(CODE.findall(TEXTS[path])), path, "exec"), {"__name__": __name__})


def test_commands_of_the_pages_have_arguments_that_exist():
    for path, line in COMMANDS:
        try:
            parse(line)
        except (DigEnvsError, AssertionError) as error:
            pytest.fail(f"{path}: {line}: {error}")


def test_the_citation_is_that_of_the_release():
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    bibtex = dict(re.findall(r"^  (\w+) += \{(.*)\},?$", TEXTS["docs/cite.md"], re.M))
    (title,) = re.findall(r'^title: "(.*)"$', citation, re.M)
    (date,) = re.findall(r'^date-released: "(.*)"$', citation, re.M)
    assert re.findall(r"^version: (.*)$", citation, re.M) == [dig_envs.__version__] == [bibtex["version"]]
    assert bibtex["title"] == title and bibtex["year"] == date[:4]
    assert re.findall(r"^  - name: (.*)$", citation, re.M) == [bibtex["author"].strip("{}")]


def test_the_picture_of_the_architecture_shows_the_folders():
    picture = (ROOT / "docs" / "images" / "packages.svg").read_text("utf-8")
    bold = re.findall(r'font-weight="bold"[^>]*>([\w.]+)<', picture)
    shown = [name.rpartition(".")[2] for name in bold if name != "dig_envs"]
    folders = ("dig_envs", "dig_envs/core", "agents", "training")
    found = [file.parent.name for folder in folders for file in (ROOT / folder).glob("*/__init__.py")]
    assert sorted(shown) == sorted(found)


@pytest.mark.long
def test_ppo_by_rllib_runs(tmp_path):
    pytest.importorskip("ray.rllib", reason="needs Ray, which is not among our dependencies: pip install 'ray[rllib]'")
    few = ["--iterations", "1", "--batch-size", "256", "--games", "4"]
    completed = run([sys.executable, SCRIPTS / "rllib_ppo.py", *few], tmp_path)
    assert "256 decisions" in completed.stdout and "against random:" in completed.stdout


@pytest.mark.long
@NEEDS_MKDOCS
def test_a_link_that_leads_nowhere_fails_the_build(tmp_path, capsys):
    gather(tmp_path / "pages")
    (tmp_path / "pages" / "glossary.md").write_text("# Glossary\n\n[nowhere](nowhere.md)\n", "utf-8")
    assert build(tmp_path / "pages", tmp_path / "site") == 1
    assert "nowhere.md" in capsys.readouterr().err


@pytest.mark.long
@NEEDS_MKDOCS
def test_the_site_is_built_without_a_warning_and_loads_nothing_from_elsewhere(tmp_path):
    gather(tmp_path / "pages")
    assert build(tmp_path / "pages", tmp_path / "site") == 0
    built = {file: file.read_text("utf-8") for file in (tmp_path / "site").rglob("*.html")}
    assert len(built) > len(TEXTS)
    loaded = re.compile(r"<(?:script|img|source|iframe|link)\b[^>]*\b(?:src|srcset|href)=[\"']?(?:https?:)?//[^>]*>")
    assert {file: loaded.findall(html) for file, html in built.items() if loaded.search(html)} == {}


def test_the_readme_and_the_home_page_show_a_small_moving_picture():
    assert all("images/moving.webp" in TEXTS[path] for path in ("README.md", "docs/index.md"))
    assert (ROOT / "docs" / "images" / "moving.webp").stat().st_size < MAX_BYTES


def names_in(module: Path) -> set[str]:
    """Return the names that a module defines or imports at its top level."""
    body = ast.parse(module.read_text("utf-8")).body
    defined = {node.name for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    return defined | {alias.name for node in body if isinstance(node, ast.ImportFrom) for alias in node.names}


def run(command: list, folder: Path) -> subprocess.CompletedProcess:
    completed = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True, timeout=300)
    assert completed.returncode == 0, completed.stdout + completed.stderr
    return completed
