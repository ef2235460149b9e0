"""The measurement of PPO's training speed: the keys of a line, and the count of matrix products."""

import json
import re

import pytest

from benchmarks import ppo_speed

QUICK = ["--rounds", "2", "--rollouts", "1", "--num-envs", "16", "--batch-size", "256", "--layers", "8"]


@pytest.mark.long
def test_a_line_holds_what_the_docstring_explains(capsys):
    ppo_speed.main(["dig_v0", *QUICK])
    machine, line = map(json.loads, capsys.readouterr().out.splitlines())
    explained = re.findall(r"^\| `(\w+)` \|", ppo_speed.__doc__, re.M)
    assert set(line) == {"game", *explained} and machine["tables"] == 16
    assert line["floats"] == 602 and len(line["runs"]) == 2 and min(line["runs"]) > 0
    assert 0 < line["tables"] < line["playing"] < 1 and 0 < line["products"] < 1


@pytest.mark.long
def test_products_are_counted_once(capsys):
    """The products of a layer are proportional to its weights."""
    flops = []
    for layers in ("8", "16"):
        ppo_speed.main(["dig_v0", *QUICK, "--layers", layers])
        flops.append(json.loads(capsys.readouterr().out.splitlines()[1])["flops"])
    assert flops[1] / flops[0] == pytest.approx(2, rel=0.02)
