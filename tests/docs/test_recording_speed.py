"""The benchmark of recording reports the choices of each bot per second of processor time."""

import itertools
import json

from benchmarks import recording_speed


def test_each_bot_of_a_game_has_a_rate(capsys, monkeypatch):
    counts = []

    def counting(*given, record=recording_speed.record, **more):
        recorded = record(*given, **more)
        counts.append(len(recorded.actions))
        return recorded

    monkeypatch.setattr(recording_speed, "record", counting)
    monkeypatch.setattr(recording_speed, "process_time", itertools.count(step=2).__next__)  # a recording takes 2 seconds
    recording_speed.main(["dig_v0", "--choices", "2000", "--rounds", "1"])
    (line,) = capsys.readouterr().out.splitlines()
    found = json.loads(line)
    assert found["game"] == "dig_v0" and found["floats"] == 602
    timed = counts[1::2]  # a first recording of each bot compiles
    assert list(found["choices_per_second"]) == ["random", "greedy", "expert"] and min(timed) > 1000
    assert list(found["choices_per_second"].values()) == [round(count / 2) for count in timed]
