"""The benchmark of recording tells what each bot's choices cost."""

import json

from benchmarks import recording_speed


def test_each_bot_of_a_game_has_a_rate(capsys):
    recording_speed.main(["dig_v0", "--choices", "2000", "--rounds", "1"])
    (line,) = capsys.readouterr().out.splitlines()
    found = json.loads(line)
    assert found["game"] == "dig_v0" and found["floats"] == 602
    assert list(found["choices_per_second"]) == ["random", "greedy", "expert"]
    assert all(rate > 0 for rate in found["choices_per_second"].values())
