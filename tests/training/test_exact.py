"""Test the command `dig-envs exact`."""

import json

import pytest

from dig_envs.core.errors import DigEnvsError
from dig_envs.training.cli import exact as command
from dig_envs.training.cli.main import main
from dig_envs.training.studies import exact


def test_the_table_has_a_row_for_each_agent_and_the_size_of_the_variant(capsys):
    assert main(["exact", "dig_dig_v0", "--variant", "tiny", "--agents", "random,me=greedy,expert", "--solve"]) == 0
    shown = capsys.readouterr().out
    names = [line.split()[1] for line in shown.splitlines() if line.startswith("│")]
    assert names == ["random", "me", "expert", "solution"]
    shares = [line.split("│")[-3].strip() for line in shown.splitlines() if line.startswith("│")]
    assert shares == ["81.3%", "86.4%", "87.1%", "89.2%"], "games that end by the rules"
    assert "3,314 + 3,360 information sets, 3,410 histories, 2,536 records, depth 12" in shown and "-0.0000" not in shown


def test_json_has_all_numbers_and_the_chart_is_drawn(capsys, tmp_path):
    chart = tmp_path / "bars.svg"
    agents = "a$^$=random,greedy"  # the label is drawn as text
    words = ["exact", "dig_dig_v0", "--variant", "tiny", "--agents", agents, "--json", "--chart", str(chart)]
    assert main(words) == 0
    result = json.loads(capsys.readouterr().out)
    random, greedy = result["agents"]
    assert result["variant"] == "tiny" and random["nash_conv"] == pytest.approx(0.6794345238)
    assert random["exploitability"] > greedy["exploitability"] and len(random["values"]) == 2
    assert b"<svg" in chart.read_bytes()


def test_both_engines_print_the_same_numbers(capsys):
    tree, beliefs = (exact.run("dig_dig_v0", ["greedy", "random"], "tiny", engine=engine) for engine in ("auto", "beliefs"))
    assert [row.engine for row in (*tree, *beliefs)] == ["tree", "tree", "beliefs", "beliefs"]
    assert [row.nash_conv for row in tree] == pytest.approx([row.nash_conv for row in beliefs], abs=1e-12)
    assert main(["exact", "dig_dig_v0", "--variant", "tiny", "--agents", "greedy", "--engine", "beliefs"]) == 0
    assert "greedy" in capsys.readouterr().out


@pytest.mark.long
def test_three_seats_and_further_options():
    (row,) = exact.run("dig_dig_v0", ["random"], "tiny3", num_players=3, max_turns=2, progress=False)
    assert len(row.values) == 3 and row.nash_conv == pytest.approx(3 * row.exploitability)


@pytest.mark.parametrize(
    "words, message",
    [
        (["dig_dig_v0", "--variant", "tiny"], "name an agent, or solve the variant"),
        (["dig_dig_v0", "--variant", "tini", "--agents", "random"], 'no variant "tini"; did you mean "tiny"'),
        (["dig_dig_v0", "--variant", "tiny3", "--agents", "random"], "num_players=3, not 2"),
        (["dig_dig_v0", "--variant", "tiny", "--agents", "gredy"], 'did you mean "greedy"'),
        (["dig_dig_v0", "--agents", "random"], "--variant"),
        (["dig_dig_v0", "--variant", "tiny", "--solve", "--engine", "beliefs"], "needs the engine tree"),
        (["dig_dig_v0", "--variant", "tiny", "--agents", "random", "--engine", "bees"], "engine"),
        (["dig_dig_v0", "--variant", "tiny", "--agents", "random", "--option", "variant=small"], "give --variant"),
        (["digging_bandits_v0", "--variant", "tiny", "--agents", "random"], "has no variant"),
        (["dig_dig_v0", "--variant", "tiny", "--agents", "random", "--samples", "0"], "samples"),
        (["dig_dig_v0", "--variant", "tiny", "--agents", "random", "--chart", "bars.txt"], "chart"),
    ],
)
def test_bad_input_is_refused(words, message):
    with pytest.raises(DigEnvsError, match=message):
        command.main(words)
