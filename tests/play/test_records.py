"""Game records replay to the same bytes. Damaged or incomplete files and files of other rules are refused."""

import json
import os
import random

import numpy as np
import pytest

from dig_envs import agents
from dig_envs.core.agent import Agent, Candidate, Decisions, Explanation
from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import RecordError
from dig_envs.core.playing import PlayedGame
from dig_envs.records import Decision, GameRecord, rules_of
from dig_envs.training import arena, ppo
from dig_envs.training.arena.deal_numbers import ARENA
from dig_envs.training.arena.game_files import MAX_KEPT
from dig_envs.training.cli import main
from tests.support.tiny_training import TINY_PPO
from tests.support.tiny_training import changed as with_changes

GAME = "dig_v0"
EACH_GAME = [
    ("dig_v0", {"max_turns": 8, "scents": True}),
    ("dig_dig_v0", {"max_turns": 10, "reward": "rank"}),
    ("lets_dig_for_treasure_v0", {"num_players": 3}),
    ("two_bit_bandits_v0", {"max_turns": 4}),
    ("digging_bandits_v0", {"max_turns": 4, "num_players": 3}),
]


class Talkative(Agent):
    """Plays at random and reports its candidates."""

    name = "talk\x1b[2Jative"

    def explain(self, decisions: Decisions):
        explanations = []
        for mask in decisions.masks:
            legal = np.flatnonzero(mask)
            actions = decisions.game.actions
            rows = [Candidate(actions.name(int(action)), 1 / len(legal), 3, float("nan"), "x" * 999) for action in legal]
            explanations.append(Explanation(int(decisions.generator.choice(legal)), tuple(rows)))
        return explanations

    def act(self, decisions: Decisions) -> np.ndarray:
        raise AssertionError("explain is called instead")


def played(game: str = GAME, seed: int = 3, **options) -> PlayedGame:
    found = game_of(game)
    bots = [agents.make("random", game=game)] * options.get("num_players", 2)
    return PlayedGame(found, options, bots, seed)


def sample_record(**options) -> GameRecord:
    return GameRecord.of(played(**{"max_turns": 5, **options}).to_the_end())


@pytest.mark.parametrize(("game", "options"), EACH_GAME, ids=[game for game, _ in EACH_GAME])
def test_a_game_replays_to_the_same_bytes(game, options, tmp_path):
    table = played(game, seed=11, **options)
    seen = [_bytes(moment.batch) for moment in table.moments()]
    record = GameRecord.of(table)
    record.save(tmp_path / "deep" / "game.jsonl")
    again = GameRecord.load(tmp_path / "deep" / "game.jsonl")
    assert again == record and again.text() == record.text()
    assert [_bytes(moment.batch) for moment in again.moments()] == seen and len(seen) == len(record.decisions) + 1
    assert again.outcome.end in ("over", "truncated")
    assert again.outcome.rewards == tuple(table.batch.rewards[0])


def _bytes(batch: Batch) -> tuple[bytes, ...]:
    """The state of a table, and the mover's observation and mask."""
    return batch.states.tobytes(), batch.observations.tobytes(), batch.masks.tobytes()


def test_candidates_are_saved_with_shortened_notes():
    table = PlayedGame(game_of(GAME), {"max_turns": 3}, [Talkative()] * 2, seed=5).to_the_end()
    record = GameRecord.parse(GameRecord.of(table).text().encode())
    for decision, (seat, explanation) in zip(record.decisions, table.decisions, strict=True):
        assert (decision.seat, decision.action) == (seat, explanation.action)
        for candidate, before in zip(decision.candidates, explanation.candidates, strict=True):
            assert candidate[:3] == (before.action, pytest.approx(before.share, abs=1e-6), 3)
            assert candidate.value is None and candidate.note == "x" * 299 + "…"
    assert record.names == ("talk\ufffd[2Jative 0", "talk\ufffd[2Jative 1")


def test_an_unfinished_game_is_saved():
    table = played()
    for _ in range(7):
        table.decide()
    record = GameRecord.parse(GameRecord.of(table).text().encode())
    assert record.outcome.end == "running" and len(record.decisions) == 7
    assert record.outcome.points == record.outcome.rewards == (0.0, 0.0)
    assert "7 decisions, not over yet" in record.summary()


def test_fingerprints_depend_on_rules_and_options():
    found = game_of(GAME)
    fingerprints = {rules_of(found, found.parse_options(**options)) for options in ({}, {"scents": True}, {"num_players": 3})}
    assert len(fingerprints) == 3
    assert rules_of(found, found.parse_options()) == rules_of(found, found.parse_options(max_turns=200))


# --- invalid files


def changed(**fields) -> str:
    """A record with changed fields in its first line; None deletes a field."""
    head, *lines = sample_record().text().splitlines()
    header = {name: value for name, value in {**json.loads(head), **fields}.items() if value is not None}
    return "\n".join([json.dumps(header), *lines]) + "\n"


def with_line(number: int, line: object) -> str:
    lines = sample_record().text().splitlines()
    lines[number] = line if isinstance(line, str) else json.dumps(line)
    return "\n".join(lines) + "\n"


def without_line(number: int) -> str:
    lines = sample_record().text().splitlines()
    del lines[number]
    return "\n".join(lines) + "\n"


def ended(**fields) -> str:
    return with_line(-1, {**json.loads(sample_record().text().splitlines()[-1]), **fields})


DAMAGES = {
    "empty": ("", "not valid JSON"),
    "no record": ('{"a": 1}\n', "is not a game record of dig-envs"),
    "a list": ("[]\n", "an object is expected"),
    "not text": (b"\xff\xfe\x00", "it is not text"),
    "another format": (changed(**{"dig-envs game": 2}), "has format 2, and this version of dig-envs reads format 1"),
    "a field missing": (changed(seed=None), '"seed" is missing'),
    "a field too many": (changed(code="x"), '"code" is unknown'),
    "an unknown game": (changed(game="chess"), 'no game "chess"'),
    "an unknown option": (changed(options={"scent": True}), "unexpected keyword argument 'scent'"),
    "options of another kind": (changed(options=[1]), "options an object"),
    "a negative seed": (changed(seed=-1), "a seed must be a whole number"),
    "a fractional seed": (changed(seed=1.5), "a seed must be a whole number"),
    "too few names": (changed(agents=["a"]), "agents must be 2 names"),
    "an empty name": (changed(agents=["a", " "]), "agents must be 2 names"),
    "a name that is no string": (changed(agents=["a", 3]), "agents must be 2 names"),
    "other rules": (changed(rules="0" * 16), "was recorded with other rules or cards"),
    "another deal": (changed(seed=4), "does not replay"),
    "other options": (changed(options={"max_turns": 6}), "with other rules"),
    "half a line": (sample_record().text()[:-9], "is incomplete: its last line is cut off"),
    "no end": (without_line(-1), "the outcome is missing"),
    "a missing decision": (without_line(-2), "does not replay"),
    "additional decisions": (with_line(-2, "[0, 0]\n[0, 0]\n[0, 0]"), "does not replay"),
    "no JSON": (with_line(2, "[0, 1"), "line 3: it is not valid JSON"),
    "not a number": (with_line(2, "[0, NaN]"), "line 3: it is not valid JSON"),
    "deep": (with_line(2, "[" * 100_000), "line 3: it is not valid JSON"),
    "a string for a seat": (with_line(2, ["0", 1]), "line 3: a decision must be"),
    "a boolean for a seat": (with_line(2, [True, 1]), "line 3: a decision must be"),
    "no such seat": (with_line(2, [2, 1]), "the seat must be from 0 to 1, not 2"),
    "no such action": (with_line(2, [0, 10**30]), "no action has this number"),
    "an action out of range": (with_line(1, [1, 99_999]), "does not replay"),
    "candidates of another form": (with_line(2, [0, 1, [["a", 1]]]), "line 3: a decision must be"),
    "an unknown end": (ended(end="soon"), "end must be over"),
    "points of another number": (ended(points=[1]), "points must be 2 numbers"),
    "rewards that are no numbers": (ended(rewards=["a", "b"]), "rewards must be 2 numbers"),
    "other points": (ended(points=[1, 2]), "lead to another outcome"),
    "another digest": (ended(states="00"), "lead to another outcome"),
}  # fmt: skip


@pytest.mark.parametrize(("content", "said"), DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_file_is_refused_with_the_reason(content, said, tmp_path, capsys):
    path = tmp_path / "game.jsonl"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(RecordError) as caught:
        GameRecord.load(path)
    assert said in str(caught.value) and str(path) in str(caught.value)
    assert main.main(["watch", str(path)]) == 2
    assert capsys.readouterr().err.startswith("dig-envs watch: ")


def test_damage_anywhere_is_refused_or_changes_nothing():
    generator, whole = random.Random(1), sample_record().text().encode()
    record = GameRecord.parse(whole)
    refused = 0
    for _ in range(150):
        content = bytearray(whole)
        at = generator.randrange(len(content))
        if generator.random() < 0.5:
            content[at] = generator.randrange(256)
        else:
            del content[at : at + generator.randrange(1, 40)]
        try:
            found = GameRecord.parse(bytes(content))
        except RecordError:
            refused += 1
        else:
            assert (found.seed, found.decisions, found.outcome) == (record.seed, record.decisions, record.outcome)
    assert refused > 120


def test_paths_without_a_readable_file_are_refused(tmp_path):
    for path in (tmp_path, tmp_path / "missing", "/dev/zero", "nul\0"):
        with pytest.raises(RecordError, match="cannot be read"):
            GameRecord.load(path)
    with (tmp_path / "large").open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(RecordError, match="at most"):
        GameRecord.load(tmp_path / "large")
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordError, match="cannot be saved"):
        sample_record().save(tmp_path / "file" / "game.jsonl")


def test_decisions_of_other_seats_are_refused():
    found = game_of(GAME)
    with pytest.raises(RecordError, match=r"decision 1 does not belong to seat [01]"):
        first = sample_record().decisions[0]
        GameRecord.from_decisions(found, found.parse_options(), 3, ("a", "b"), [Decision(1 - first.seat, first.action)])


# --- commands that save games


def test_an_arena_saves_the_first_games_of_each_pair(tmp_path):
    settings = {"games": 6, "progress": False, "max_turns": 5}
    plain = arena.run(GAME, ["greedy", "me=random", "expert"], **settings)
    found = arena.run(GAME, ["greedy", "me=random", "expert"], keep=tmp_path / "games", kept=3, **settings)
    files = sorted(path.name for path in (tmp_path / "games").iterdir())
    assert len(files) == 9 and f"{GAME}-{ARENA}-greedy-me.jsonl" in files and f"{GAME}-{ARENA + 1}-greedy-expert.jsonl" in files
    for path in (tmp_path / "games").iterdir():
        record = GameRecord.load(path)
        assert record.options.max_turns == 5 and set(record.names) <= {"greedy", "me", "expert"}
    assert [pair.games for pair in found.pairs] == [6] * 3
    bots = [pair.score_margin for pair in plain.pairs if "me" not in (pair.a, pair.b)]
    assert bots == [pair.score_margin for pair in found.pairs if "me" not in (pair.a, pair.b)], (
        "bots without random numbers play the same"
    )


def test_a_saved_game_is_the_game_that_watch_shows(tmp_path):
    arena.run(GAME, ["greedy@0.5", "random"], games=2, keep=tmp_path, kept=2, progress=False, max_turns=4)
    (file,) = [path for path in tmp_path.iterdir() if "greedy@0.5-random" in path.name]
    arguments = ["watch", "--game", GAME, "--agents", "greedy@0.5,random", "--seed", str(ARENA), "--option", "max_turns=4"]
    assert main.main([*arguments, "--save-game", str(tmp_path / "watched.jsonl")]) == 0
    assert GameRecord.load(tmp_path / "watched.jsonl").decisions == GameRecord.load(file).decisions


def test_the_arena_checks_its_folder_and_number_of_games(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    arguments = ["arena", "--game", GAME, "--agents", "random,greedy", "--games", "2", "--results", str(tmp_path / "r.sqlite")]
    assert main.main([*arguments, "--save-games", str(tmp_path / "file")]) == 2
    assert "games cannot be saved in" in capsys.readouterr().err
    assert main.main([*arguments, "--save-games", str(tmp_path / "games"), "--saved", str(MAX_KEPT + 1)]) == 2
    assert "--saved must be a whole number from 0 to 1000" in capsys.readouterr().err
    assert not os.path.exists(tmp_path / "games")


def test_play_saves_an_unfinished_game(folder, monkeypatch):
    answers = iter(["1", "1", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    arguments = ["--against", "me=greedy", "--terminal", "--seed", "3", "--names", "Ann", "--save-game", "game.jsonl"]
    assert main.main(["play", GAME, *arguments]) == 0
    record = GameRecord.load("game.jsonl")
    assert record.names == ("Ann", "me") and len(record.decisions) >= 2 and record.outcome.end == "running"


def test_training_saves_games_of_its_evaluation(tmp_path):
    settings = {
        "steps": 512,
        "games": 2,
        "keep": 2,
        "folder": str(tmp_path),
        "options": {"max_turns": 4},
        "opponents": ("random",),
    }
    result = ppo.train(with_changes(TINY_PPO, **settings), progress=False)
    files = sorted((tmp_path / "games").iterdir())
    assert len(files) == 2 * len(agents.names(GAME)) == 2 * len(result.win_shares)
    record = GameRecord.load(files[0])
    assert any(decision.candidates for decision in record.decisions), "a network reports its probabilities"


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path):
    """Some editors write one."""
    (tmp_path / "game.jsonl").write_text(sample_record().text(), "utf-8-sig")
    assert GameRecord.load(tmp_path / "game.jsonl").decisions == sample_record().decisions
