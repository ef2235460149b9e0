"""`dig-envs study humans`: shares of wins from kept games."""

import json

import numpy as np
import pytest

from dig_envs.play.consent import ConsentedGame
from dig_envs.play.table import Participant, Table
from dig_envs.records.human_games import human_games
from dig_envs.training.cli.main import main
from dig_envs.training.studies.humans import compare


def keep_games(folder, count: int, agents=("random",)) -> list[Table]:
    tables = []
    for seed in range(count):
        table = Table("dig_v0", {"max_turns": 12}, seed, [Participant("Ann"), *(Participant(name, name) for name in agents)])
        game = ConsentedGame(folder, table)
        game.agreed.add(0)
        generator = np.random.default_rng(seed)
        while not table.over:
            table._step(int(generator.choice(np.flatnonzero(table._batch.masks[0]))))
            game.follow()
        tables.append(table)
    return tables


def test_shares_are_those_of_the_games(tmp_path):
    tables = keep_games(tmp_path, 12)
    points = [table._batch.points[0] for table in tables]
    (found,) = compare(human_games(tmp_path))
    assert (found.game, found.players, found.agent, found.games) == ("dig_v0", 2, "random", 12)
    assert found.share.value == pytest.approx(np.mean([0.5 + 0.5 * np.sign(mine - other) for mine, other in points]))
    assert found.share.low < found.share.value < found.share.high and found.seconds >= 0


def test_each_agent_is_compared_and_counts_once_a_game(tmp_path):
    keep_games(tmp_path, 3, agents=("random", "greedy", "greedy"))
    found = {each.agent: each for each in compare(human_games(tmp_path))}
    assert {agent: each.games for agent, each in found.items()} == {"random": 3, "greedy": 3}
    assert all(each.players == 4 for each in found.values())


def test_games_with_help_count_apart(tmp_path):
    keep_games(tmp_path, 3)
    for path in sorted(tmp_path.glob("*.json"))[:2]:
        facts = json.loads(path.read_text())
        path.write_text(json.dumps({**facts, "help": {**facts["help"], "hints": 1}}))
    assert {each.help: each.games for each in compare(human_games(tmp_path))} == {"some": 2, "none": 1}


def test_the_command_prints_a_table_or_json(tmp_path, capsys):
    keep_games(tmp_path, 2)
    assert main(["study", "humans", "--folder", str(tmp_path)]) == 0
    assert "random" in capsys.readouterr().out
    assert main(["study", "humans", "--folder", str(tmp_path), "--json"]) == 0
    (comparison,) = json.loads(capsys.readouterr().out)["comparisons"]
    assert comparison["games"] == 2 and set(comparison["share"]) == {"value", "low", "high"}


def test_a_missing_folder_is_an_error(tmp_path, capsys):
    assert main(["study", "humans", "--folder", str(tmp_path / "none")]) == 2
    assert "has no games" in capsys.readouterr().err
