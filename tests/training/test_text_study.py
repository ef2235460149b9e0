"""The study of players of texts: numbers against ones computed by hand, resumption, and the frozen version of its prompts."""

import hashlib
import json
import math
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import dig_envs
from dig_envs import agents, exact
from dig_envs.agents.language_model.spoken import SpokenAgent
from dig_envs.core.agent import Agent
from dig_envs.core.agent_names import default_agents, find_agent
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError, DigEnvsError
from dig_envs.training.arena import duplicate
from dig_envs.training.cli.main import main
from dig_envs.training.studies.text import report, run, study
from dig_envs.training.studies.text.measures import ask_positions, condition_of
from dig_envs.training.studies.text.positions import PricedPositions, draw_positions, price
from dig_envs.training.studies.text.renaming import NAMES, Renaming
from tests.support.chat_server import FIRST

GAME = "dig_dig_v0"
VERSIONS = Path(__file__).parents[1] / "data" / "text_study.json"
FAST = {"deals": 2, "positions": 3, "playouts": 60, "anchors": ["random"], "progress": False, "variant": "tiny"}


def positions_of(name, count=3, **options):
    game = game_of(name)
    parsed = game.parse_options(**options)
    return parsed, draw_positions(game, parsed, [find_agent(bot, game) for bot in default_agents(game)], count)


def test_three_decisions_give_the_numbers_computed_by_hand():
    """Legal at once, legal after a refusal, and twice refused."""
    options, positions = positions_of(GAME, variant="tiny")
    answers = iter([FIRST, "I do not know.", '{"action": 2}', "", '{"action": 99}'])
    player = agents.text_agent(lambda messages: (next(answers), {"prompt_tokens": 100, "completion_tokens": 5}), at_once=1)
    regrets = np.where(positions.masks == 1, np.cumsum(positions.masks, axis=1) / 10, np.nan)  # 0.1 for number 1, and so on
    rows, usage = ask_positions("listed", player, PricedPositions(options, positions, regrets))
    legal = [positions.masks[row].nonzero()[0] for row in range(3)]
    names = game_of(GAME).actions.names
    assert [row.action for row in rows] == [names[legal[0][0]], names[legal[1][1]], None]
    assert [row.refusal for row in rows] == [None, "unparsable", "empty"]
    by_hand = [0.1, 0.2, np.mean([0.1 * (k + 1) for k in range(len(legal[2]))])]
    np.testing.assert_allclose([row.regret for row in rows], by_hand)
    found = condition_of(rows, usage, None, paired=True)
    half = 4.302652729911275 * np.std(by_hand, ddof=1) / math.sqrt(3)  # Student's t, two degrees of freedom
    np.testing.assert_allclose(found.regret.high - found.regret.value, half)
    assert found.refusals == {"unparsable": 1, "empty": 1} and found.legal.value == pytest.approx(1 / 3)
    assert (usage.decisions, usage.answers, usage.random_actions, usage.prompt_tokens) == (3, 5, 1, 500)
    shifted = [
        row.__class__(**{**vars(row), "regret": row.regret + gain}) for row, gain in zip(rows, (0.0, 0.1, 0.2), strict=True)
    ]
    paired, independent = (condition_of(shifted, usage, rows, paired).difference for paired in (True, False))
    assert paired.value == pytest.approx(independent.value) == pytest.approx(0.1)
    assert paired.high - 0.1 == pytest.approx(4.302652729911275 * 0.1 / math.sqrt(3)) and independent.high > paired.high


def test_prices_are_of_legal_actions_and_agree_between_independent_playouts(tmp_path):
    _, positions = positions_of(GAME, 40, variant="tiny")
    regrets = price(positions, 2000, folder=tmp_path)
    (file,) = tmp_path.iterdir()
    np.save(file, regrets + 1)
    np.testing.assert_array_equal(price(positions, 2000, folder=tmp_path), regrets + 1, "stored prices are read")
    file.write_bytes(b"damaged")
    np.testing.assert_array_equal(price(positions, 2000, folder=tmp_path), regrets)
    assert np.array_equal(np.isnan(regrets), positions.masks == 0)
    assert np.nanmin(regrets) > -0.3 and np.nanmax(regrets) > 0.2
    again = price(positions, 2000, seed=1)
    assert np.nanmean(np.abs(regrets - again)) < 0.1
    worst = np.nanargmax(np.where(np.isnan(regrets), -1, regrets), axis=1)
    assert np.corrcoef(regrets[range(len(worst)), worst], again[range(len(worst)), worst])[0, 1] > 0.8


class FirstLegal(Agent):
    name = "first legal"

    def act(self, decisions):
        return decisions.masks.argmax(axis=1)


@pytest.mark.parametrize("form", [{}, {"legal": "hidden"}, {"reword": Renaming(GAME)}], ids=["listed", "hidden", "renamed"])
def test_an_agent_plays_the_same_games_through_the_text(form):
    game = game_of(GAME)
    options, anchor = game.parse_options(variant="tiny"), find_agent("greedy", game)
    seatings, deals = duplicate.one_vs_rest_seatings(options), np.arange(3)
    spoken = SpokenAgent(FirstLegal()).with_text(**form)
    games = [duplicate.play(game, options, agent, anchor, deals, seatings) for agent in (FirstLegal(), spoken)]
    assert np.array_equal(*games) and not spoken.usage.refusals and spoken.usage.decisions > 5


@pytest.mark.parametrize("name", dig_envs.games())
def test_renaming_gives_each_card_the_next_name_in_all_words(name):
    options, positions = positions_of(name)
    read = []
    player = agents.text_agent(lambda messages: read.extend(message["content"] for message in messages) or "1", at_once=1)
    player.check(options)
    player.converse(positions)
    rename, used = Renaming(name), Counter()
    for words in read:
        counts, renamed = counts_of(name, words), words
        used += counts
        assert counts_of(name, rename(words)) == Counter({new: counts[old] for old, new in pairs_of(name)})
        for _ in NAMES[name]:
            renamed = rename(renamed)
        assert renamed.split() == words.split()
    assert set(used) == set(NAMES[name])


def pairs_of(name):
    """Return each card with the one whose name it gets."""
    return zip(NAMES[name], (*NAMES[name][1:], NAMES[name][0]), strict=True)


def counts_of(name, words):
    """Count the cards named in words, also over ends of lines."""
    plain = " ".join(words.lower().split())
    return Counter({card: len(re.findall(rf"(?<![a-z]){re.escape(card)}(?=s?(?![a-z]))", plain)) for card in NAMES[name]})


def test_the_prompts_and_anchors_of_a_version_do_not_change():
    """If they must change, raise `VERSION` and write the file anew: its hashes are in the message."""
    found = {name: prompt_hash(name) for name in dig_envs.games()}
    assert {study.VERSION: found} == json.loads(VERSIONS.read_text()), json.dumps({study.VERSION: found}, indent=1)


def prompt_hash(name):
    """Hash what a model reads at ten positions, and the anchors."""
    options, positions = positions_of(name, 10)
    read = [find_agent(anchor, game_of(name)).fingerprint for anchor in default_agents(game_of(name))]
    player = agents.text_agent(lambda messages: read.append(json.dumps(messages)) or "1", at_once=1)
    for form in ({}, {"legal": "hidden"}, {"reword": Renaming(name)}):
        reader = player.with_text(**form)
        reader.check(options)
        reader.converse(positions)
    return hashlib.sha256("\n".join(read).encode()).hexdigest()[:16]


# --- the whole study


def uneven(messages):
    """Answer legally, illegally or without sense, by the length of the question."""
    kind = len(messages[1]["content"]) % 4
    return {0: "I pass.", 1: '{"action": 77}'}.get(kind, FIRST) if len(messages) == 2 else FIRST


def command(server, *more):
    name = f"{server.name}?max_tokens=50&retries=0"
    few = "--anchors random --deals 2 --positions 4 --playouts 60 --option variant=tiny --folder found"
    return main(["study", "text", GAME, "--model", name, *few.split(), *more])


def test_a_run_that_failed_in_the_middle_continues_and_asks_nothing_twice(server, tmp_path, capsys):
    server.answer = uneven
    server.failures = [None] * 7 + ["closed"] * 1000
    assert command(server) == 2 and "gives no answer" in capsys.readouterr().err
    server.failures = []
    assert command(server, "--json") == 0
    first = json.loads(capsys.readouterr().out)
    questions = [json.dumps(request) for _, _, request in server.requests[8:]]
    assert len(set(questions)) == len(questions)
    asked = len(server.requests)
    files = {path.name: path.read_bytes() for path in (tmp_path / "found").iterdir() if path.name != "results.json"}
    assert command(server, "--price", "1,2") == 0 and len(server.requests) == asked
    shown = capsys.readouterr().out
    assert "money" in shown and "renamed" in shown and "games, answers" in shown
    assert set(files) == {"games.csv", "answers.csv", "transcripts.jsonl", "summary.md"}
    assert all((tmp_path / "found" / name).read_bytes() == content for name, content in files.items() if name != "summary.md")
    assert first["version"] == study.VERSION and 0 < first["conditions"][0]["legal"]["value"] < 1


def test_exact_exploitability_averages_the_answers_of_several_seeds(server):
    server.answer = FIRST
    found = run(GAME, f"{server.name}?temperature=1", **{**FAST, "deals": 0, "positions": 0}, variants=["tiny"], samples=2)
    expected = exact.exploitability(GAME, FirstLegal(), variant="tiny")
    (row,) = found.exact
    assert row.nash_conv == pytest.approx(expected.nash_conv) and row.usage.decisions == row.usage.answers > 1000
    assert {request.get("seed") for *_, request in server.requests} == {0, 1}


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"deals": 1}, "2 or more"),
        ({"positions": 1}, "2 or more"),
        ({"samples": 2}, "samples need one"),
        ({"samples": 2, "variants": ["tiny"]}, "several samples need a model with a temperature"),
        ({"variants": ["tiny", "nope"]}, "nope"),
        ({"variants": ["full"]}, "full"),
        ({"anchors": ["random", "random"]}, "twice"),
        ({"anchors": [], "positions": 0}, "nothing is measured"),
        ({"switch": {"max_turns": 7}, "positions": 0}, "switch must be a mapping of options, for positions"),
        ({"switch": {"variant": "tiny"}}, "switch must change"),
        ({"switch": {"reward": "rank"}}, "other than reward"),
        ({"anchors": ["nobody"]}, "nobody"),
        ({"switch": {"scents": True}}, "scents"),
    ],
)
def test_wrong_arguments_are_refused_before_anything_is_asked(wrong, reason):
    with pytest.raises(DigEnvsError, match=reason):
        run(GAME, "greedy", **{**FAST, **wrong})


def test_a_game_for_one_and_a_price_of_one_number_are_refused(capsys):
    with pytest.raises(ArgumentError, match="at least 2 players"):
        run("two_bit_bandits_v0", "greedy", num_players=1)
    for wrong in ("3", "nan,1", "1,-2"):
        assert main(["study", "text", GAME, "--model", "greedy", f"--price={wrong}"]) == 2
        assert f"tokens in and out, as in 0.1,0.4, not {wrong}" in capsys.readouterr().err
    assert main(["study", "text", GAME, "--model", "greedy", "--switch", "scents"]) == 2
    assert "--switch scents has no value" in capsys.readouterr().err


def test_more_positions_contain_fewer_ones():
    few, more = (positions_of(GAME, count)[1] for count in (5, 12))
    assert len(few) == 5 and np.array_equal(few.tables, more.tables[:5]) and np.array_equal(few.masks, more.masks[:5])


def test_a_player_that_states_no_action_plays_at_random_and_the_tables_say_so():
    found = run(GAME, agents.text_agent(lambda messages: "No."), **{**FAST, "variants": ["tiny"]})
    assert found.exact[0].nash_conv == pytest.approx(exact.exploitability(GAME, "random", variant="tiny").nash_conv)
    shown = report.parts(found.as_dict())
    assert all("100.0%" in row for _, _, rows in shown[:3] for row in rows)
    json.dumps(found.as_dict(), allow_nan=False)
