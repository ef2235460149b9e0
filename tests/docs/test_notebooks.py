"""The notebooks run from top to bottom, print what is stored with them, and are listed."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.notebook_run import code_cells
from website import pages

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
SUBJECTS = (
    "quick_start",
    "observations",
    "train",
    "how_strong_is_a_bot",
    "how_exploitable_is_a_bot",
    "search",
    "write_a_bot",
    "write_features",
    "write_a_game",
    "self_play",
    "language_models",
)
LEARN = ("train", "self_play")  # the last digits of sums depend on the processor, and with them what is learned
MAX_BYTES = 300_000
LISTED = re.compile(r"^\d+\. \[[^\]]+\]\(\.\./notebooks/(\w+)\.ipynb\): \S.*\.$", re.M)
EVERY_NOTEBOOK = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def test_each_subject_has_one_notebook_which_the_page_lists_with_a_sentence():
    assert sorted(path.stem for path in NOTEBOOKS) == sorted(SUBJECTS)
    assert tuple(LISTED.findall((ROOT / "docs" / "notebooks.md").read_text("utf-8"))) == SUBJECTS


@EVERY_NOTEBOOK
def test_a_stored_notebook_is_small_and_was_run_from_top_to_bottom(path):
    """If not: jupyter nbconvert --to notebook --execute --inplace FILE"""
    cells = code_cells(path)
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    outputs = [output for cell in cells for output in cell["outputs"]]
    assert {output["output_type"] for output in outputs} <= {"stream", "display_data", "execute_result"}
    assert all(output.get("name", "stdout") == "stdout" for output in outputs)
    assert any("data" in output for output in outputs) or path.stem == "write_features", "it has a figure or a table"
    assert path.stat().st_size < MAX_BYTES


@EVERY_NOTEBOOK
def test_links_of_a_notebook_lead_to_files_and_headings_that_exist(path):
    cells = json.loads(path.read_text("utf-8"))["cells"]
    text = "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    targets = [pages.target_of(found[0], f"notebooks/{path.name}") for found in pages.links_of(text)]
    for file, heading in filter(None, targets):
        assert (ROOT / file).exists(), file
        assert not heading or heading in pages.anchors_of((ROOT / file).read_text("utf-8")), heading


@pytest.mark.long
@EVERY_NOTEBOOK
def test_code_cells_run_and_print_what_is_stored(path, tmp_path):
    """If what they print has changed: jupyter nbconvert --to notebook --execute --inplace FILE"""
    completed = subprocess.run(
        [sys.executable, "-m", "tests.support.notebook_run", str(path)],
        cwd=tmp_path,
        env={**os.environ, "MPLBACKEND": "Agg", "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert completed.returncode == 0, completed.stderr
    found, cells = json.loads(completed.stdout), code_cells(path)
    assert len(found) == len(cells) > 3
    if path.stem not in LEARN:
        assert [cell["printed"] for cell in found] == [printed(cell) for cell in cells]
        assert [tables(cell["shown"]) for cell in found] == [tables(shown(cell)) for cell in cells]


def printed(cell: dict) -> str:
    return "".join("".join(output["text"]) for output in cell["outputs"] if output["output_type"] == "stream")


def shown(cell: dict) -> str:
    """What the cell's last line shows as HTML or SVG."""
    found = [output["data"] for output in cell["outputs"] if output["output_type"] == "execute_result"]
    return "".join("".join(data.get("text/html", data.get("image/svg+xml", ""))) for data in found)


def tables(html: str) -> list[str]:
    """The cells of the tables in a cell's HTML; pictures and replays have none."""
    return re.findall(r"<t[hd]\b[^>]*>(.*?)</t[hd]>", html, re.S)
