"""Behaviour cloning: recorded choices, agreement with the teacher, rounds with the learner, and resumed runs."""

import json
from contextlib import nullcontext

import numpy as np
import pytest
import torch

from dig_envs import agents
from dig_envs.agents import learned
from dig_envs.core.agent import Agent, Decisions
from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError, IllegalActionError, ModelError, UnknownAgentError
from dig_envs.core.feature_names import find_features
from dig_envs.training import arena, clone, ppo
from dig_envs.training.clone.cloning import Cloning, Work
from dig_envs.training.clone.examples import Examples
from dig_envs.training.clone.fitting import loss_by_gains
from dig_envs.training.clone.recording import Player, RecordingSetup, _RecordingTables, record
from dig_envs.training.process.interrupts import Stopped, StopRequest
from dig_envs.training.run import checkpoint
from dig_envs.training.run.run import Run
from tests.support.catalogue import Case
from tests.support.play import First
from tests.support.tiny_features import PLACES
from tests.support.tiny_training import DIG, TINY_CLONE, TINY_EXIT, TINY_PPO, changed, same, weights

OPTIONS = DIG.parse_options(max_turns=24)
GREEDY = agents.make("greedy", game=DIG)
OTHER_GAMES = [
    Case("dig_dig_v0", {"num_players": 3}),
    Case("lets_dig_for_treasure_v0", {"num_players": 5}),
    Case("two_bit_bandits_v0", {"num_players": 1, "length": "easy"}, features="expert"),
    Case("digging_bandits_v0", {"num_players": 4, "max_turns": 100}, features="expert"),
]


class Wrong(Agent):
    """Takes an action that no game has."""

    name = "wrong"

    def act(self, decisions: Decisions) -> np.ndarray:
        return np.full(len(decisions), DIG.num_actions)


def setup_with(*players, teacher=GREEDY, features=None, options=OPTIONS):
    return RecordingSetup(DIG, options, features, teacher, players)


def by_tables(played, count, seed=0):
    """Record with agents that decide in batches."""
    return _RecordingTables(played, 4, seed).record(count, lambda more: None)


# --- recording


@pytest.mark.parametrize("recorded", [lambda played: record(played, 3_000, 8, seed=1), lambda played: by_tables(played, 3_000)])
def test_choices_are_recorded_with_the_rewards_of_the_game(recorded):
    choices = recorded(setup_with(Player(GREEDY), Player(GREEDY, 0.3)))
    rows = np.arange(len(choices.actions))
    assert len(rows) > 2_500 and choices.observations.shape == (len(rows), DIG.layout(OPTIONS).size)
    assert (choices.masks.sum(axis=1) > 1).all() and choices.masks[rows, choices.actions].all()
    assert np.isin(choices.values, (-1.0, 0.0, 1.0)).all() and len(np.unique(choices.values)) > 1
    for game in range(choices.games.max() + 1):  # whole games, of both seats
        values = choices.values[choices.games == game]
        assert len(values) and values.min() == -values.max()


def test_both_ways_of_recording_show_the_same_play():
    """The frequency of each action, the length of games and the mean observation do not depend on the way."""
    played = setup_with(Player(GREEDY, 0.2))
    compiled, asked = record(played, 10_000, 1, seed=1), by_tables(played, 10_000, seed=2)
    shares = [np.bincount(choices.actions, minlength=DIG.num_actions) / len(choices.actions) for choices in (compiled, asked)]
    assert np.abs(shares[0] - shares[1]).max() < 0.03
    lengths = [len(choices.actions) / (choices.games.max() + 1) for choices in (compiled, asked)]
    assert lengths[0] == pytest.approx(lengths[1], rel=0.1)
    means = [choices.observations.mean(axis=0) for choices in (compiled, asked)]
    assert np.abs(means[0] - means[1]).mean() < 0.005 < means[0].mean()


def test_noise_brings_mistakes_into_the_positions_but_not_into_the_labels():
    """Without noise the greedy bot does not reach some positions. In positions that it reaches, the labels agree."""
    still, noisy = (by_tables(setup_with(Player(GREEDY, noise)), 2_000) for noise in (0.0, 0.5))
    seen = {row.tobytes(): action for row, action in zip(still.observations, still.actions, strict=True)}
    answers = [
        (seen[row.tobytes()], action)
        for row, action in zip(noisy.observations, noisy.actions, strict=True)
        if row.tobytes() in seen
    ]
    assert 0 < len(answers) < len(noisy.actions) / 2
    assert np.mean([before == after for before, after in answers]) > 0.9


def test_the_teacher_labels_the_choices_of_others():
    choices = by_tables(setup_with(Player(First())), 500, seed=3)
    batch = Batch(DIG, OPTIONS, 4, seed=3)
    row, generator = 0, np.random.default_rng(0)
    for _ in range(10):
        waiting = np.flatnonzero(batch.masks.sum(axis=1) > 1)
        args = batch.states, batch.players, batch.observations, batch.masks, generator
        taught = GREEDY.act(Decisions.of(DIG, *args))
        assert (choices.observations[row : row + len(waiting)] == batch.observations[waiting]).all()
        assert (choices.actions[row : row + len(waiting)] == taught[waiting]).all()
        row += len(waiting)
        batch.step(batch.masks.argmax(axis=1))
    assert (choices.actions != choices.masks.argmax(axis=1)).any()


def test_observations_are_recorded_with_their_features():
    facts = DIG.layout(OPTIONS).size
    for choices in (
        record(setup_with(Player(GREEDY), features=PLACES), 500, 1, 0),
        by_tables(setup_with(Player(GREEDY), features=PLACES), 100),
    ):
        assert choices.observations.shape[1] == facts + 5
        assert choices.observations[:, facts:].any()


def test_the_same_seed_records_the_same():
    for way in (
        lambda seed: record(setup_with(Player(GREEDY, 0.2)), 1_000, 1, seed),
        lambda seed: by_tables(setup_with(Player(First())), 300, seed),
    ):
        one, again, other = way(5), way(5), way(6)
        assert all((left == right).all() for left, right in zip(one, again, strict=True))
        assert one.actions.shape != other.actions.shape or (one.observations != other.observations).any()


@pytest.mark.long
@pytest.mark.parametrize("case", OTHER_GAMES, ids=lambda case: case.id)
def test_other_games_are_recorded_and_cloned(case, tmp_path):
    """With teams, several players and one player alone, all seats are recorded with their rewards as values."""
    game = game_of(case.game)
    teacher = agents.make("greedy", game=game)
    features = find_features(case.features, game)
    played = RecordingSetup(game, game.parse_options(**case.options), features, teacher, [Player(teacher, 0.2)])
    choices = record(played, 3_000, 1, seed=0)
    assert choices.masks[np.arange(len(choices.actions)), choices.actions].all() and choices.games.max() > 0
    assert np.isfinite(choices.values).all() and np.unique(choices.values).size > 1
    settings = {
        "game": case.game,
        "options": case.options,
        "features": case.features or "",
        "decisions": 3_000,
        "held_out": 0.5,
    }
    assert train(changed(TINY_CLONE, **settings), tmp_path).agreement.agreement > 0.2


def test_too_few_choices_and_illegal_actions_are_refused():
    with pytest.raises(ArgumentError, match="a game of dig_v0 has more than 3 choices"):
        record(setup_with(Player(GREEDY)), 3, 1, seed=0)
    with pytest.raises(IllegalActionError, match="wrong"):
        by_tables(setup_with(Player(Wrong())), 10)
    with pytest.raises(IllegalActionError, match="wrong"):
        by_tables(setup_with(Player(GREEDY), teacher=Wrong()), 10)


def test_new_examples_replace_the_oldest():
    choices = record(setup_with(Player(GREEDY)), 300, 1, seed=0)
    examples = Examples(100, choices.observations.shape[1], DIG.num_actions)
    examples.add(choices, np.arange(70), 1)
    assert len(examples) == 70
    examples.add(choices, np.arange(70, 130), 2, scale=4.0)
    assert len(examples) == 100 and (examples.rounds == 2).sum() == 60
    assert (examples.actions[70:] == choices.actions[70:100]).all() and (
        examples.actions[:30] == choices.actions[100:130]
    ).all()
    assert (examples.values[:30] == 4.0 * choices.values[100:130]).all()
    again = Examples(100, choices.observations.shape[1], DIG.num_actions)
    again.restore(examples.contents())
    for name in ("observations", "masks", "actions", "values", "rounds", "taken"):
        assert np.array_equal(getattr(again, name), getattr(examples, name)), name
    examples.add(choices, np.arange(150), 3)
    assert (np.sort(examples.actions) == np.sort(choices.actions[50:150])).all()


# --- learning


def train(config, folder, resume=None):
    return clone.train(changed(config, folder=str(folder)), progress=False, resume=resume)


def test_a_clone_agrees_with_its_teacher_after_seconds(tmp_path):
    config = changed(TINY_CLONE, decisions=20_000, kept=10_000, epochs=5, batch_size=256, layers=(64,), learning_rate=5e-3)
    result = train(config, tmp_path)
    found = result.agreement
    assert found.agreement > 0.8 and found.log_likelihood > -0.6
    assert found.value_error < 1.0 and 0.02 < found.choices / 20_000 < 0.08
    assert sum(kind.choices for kind in found.kinds) == found.choices
    weighed = sum(kind.choices * kind.agreement for kind in found.kinds)
    assert weighed == pytest.approx(found.choices * found.agreement)
    (written,) = json.loads((tmp_path / "agreement.json").read_text())
    assert written["agreement"] == found.agreement and len(written["kinds"]) == len(found.kinds)
    assert f"{found.choices:,} choices" in result.tables()[0].title
    agent = agents.make(str(result.model), game="dig_v0")
    assert agent.deterministic and agent.has_value
    played = arena.run("dig_v0", [str(result.model), "random"], games=20, progress=False, max_turns=24)
    assert played.pairs[0].games == 20


@pytest.mark.long
def test_further_rounds_add_the_learners_own_positions(tmp_path):
    config = changed(TINY_CLONE, rounds=2, noise_levels=(0.0,), folder=str(tmp_path)).validated()
    cloning = Cloning(Run(config), clone.make_policy(config))
    assert [player.agent.name for player in cloning.setup_of(1).players] == ["greedy"]
    players = cloning.setup_of(2).players
    assert [player.agent.name for player in players] == ["greedy", "the learner"]
    assert players[1].share == pytest.approx(sum(player.share for player in players) / 2)
    cloning.work = [Work("record", number, 1_000, players=2) for number in (1, 2)]
    for number, work in enumerate(cloning.work):
        cloning.steps_done = number
        cloning._record(work)
    rounds = cloning.examples.rounds[: len(cloning.examples)]
    assert set(rounds) == {1, 2}
    away = [(cloning.examples.observations[: len(rounds)][rounds == number] > 0).mean(axis=0) for number in (1, 2)]
    assert np.abs(away[0] - away[1]).max() > 0.1  # an untrained learner reaches other positions
    result = train(config, tmp_path)
    assert [(report.after, report.recorded_in) for report in result.reports] == [(1, 1), (2, 1), (2, 2)]


def test_choices_come_from_tables_of_every_size(tmp_path):
    """Each number of players has an equal part of the choices, and the observation tells them apart."""
    config = changed(TINY_CLONE, players=(2, 3, 4), decisions=3_000, folder=str(tmp_path)).validated()
    cloning = Cloning(Run(config), clone.make_policy(config))
    start = DIG.layout(cloning.options).start("seats")
    seats, found = slice(start, start + 4), {}
    for number, work in enumerate(cloning.work):
        cloning.steps_done = number
        if work.kind == "record":
            before = cloning.examples.taken
            cloning._record(work)
            seen = cloning.examples.observations[before : cloning.examples.taken]
            found[work.players] = (work.count, seen[:, seats].max(axis=0).tolist())
    assert {players: count for players, (count, _) in found.items()} == {2: 1_000, 3: 1_000, 4: 1_000}
    assert len({tuple(seen) for _, seen in found.values()}) == 3


def test_rows_and_models_are_cloned_and_teach(tmp_path):
    rows = train(changed(TINY_CLONE, network="rows", decisions=2_000, epochs=1), tmp_path / "rows").model
    again = train(changed(TINY_CLONE, teacher=str(rows), decisions=1_000, epochs=1), tmp_path / "again")
    assert learned.load(rows, DIG).layers.architecture.network == "rows" and again.steps == 8
    search = train(
        changed(TINY_CLONE, teacher="search:playouts=2", decisions=150, epochs=1, options={"max_turns": 8}), tmp_path / "search"
    )
    assert search.steps == 2


def test_a_cloning_can_start_from_a_model(tmp_path):
    first = train(TINY_CLONE, tmp_path / "first")
    config = changed(TINY_CLONE, start=str(first.model), decisions=1_000, epochs=1, learning_rate=1e-9, noise_levels=(0.0,))
    again = train(config, tmp_path / "again")
    before, after = weights(first.model), weights(again.model)
    assert all(np.allclose(before[name], after[name], atol=1e-6) for name in before)
    with pytest.raises(ModelError, match="layers"):
        train(changed(config, layers=(8,)), tmp_path / "other")


def test_from_the_second_round_on_the_learner_replaces_agents_of_the_search(tmp_path):
    teacher, led = "search:method=puct:playouts=4", ("base", "rollout")
    config = changed(TINY_EXIT, teacher=teacher, led=led, folder=str(tmp_path)).validated()
    cloning = Cloning(Run(config), clone.make_policy(config))
    assert cloning.setup_of(1).teacher is cloning.teacher and cloning.teacher.base.name == "expert"
    led = cloning.setup_of(2).teacher
    assert led.base.name == led.rollout.name == "the learner" and led.evaluator is led.base
    assert led.settings.playouts == 4 and led.fingerprint != cloning.teacher.fingerprint
    only_base = cloning.teacher.with_agents({"base": led.base})
    assert only_base.base is led.base and only_base.rollout is cloning.teacher.rollout
    result = train(TINY_EXIT, tmp_path / "run")
    assert [report.recorded_in for report in result.reports] == [1, 1, 2]
    again = train(TINY_EXIT, tmp_path / "again")
    assert same(weights(result.model), weights(again.model))


# --- gains


GAINS = clone.Config(
    teacher="search:playouts=40", targets="gains", decisions=400, rounds=2, epochs=2, kept=2_000, batch_size=64, layers=(16,),
    games=0, held_out=0.5, num_envs=4, options={"max_turns": 8},
)  # fmt: skip


def test_actions_are_compared_equally_often():
    """All legal actions have the same number of playouts in the same determinizations, so that their gains are comparable."""
    batch = Batch(DIG, DIG.parse_options(max_turns=8), 40, seed=1)
    args = batch.states, batch.players, batch.observations, batch.masks, np.random.default_rng(0)
    for threads in (1, 2):
        found = agents.make("search:playouts=40", game=DIG, num_threads=threads).compare(Decisions.of(DIG, *args))
        open_yet = batch.masks.sum(axis=1) > 1
        assert (found["visits"] == batch.masks * found["samples"][:, None])[open_yet].all()
        assert ((found["playouts"] > 40 - batch.masks.sum(axis=1)) & (found["playouts"] <= 40))[open_yet].all()
        assert not found["gains"][np.arange(40), found["base"]].any() and found["gains"].any()
    with pytest.raises(ArgumentError, match='a comparison of actions needs method="improve"'):
        agents.make("search:method=ismcts:playouts=10", game=DIG).compare(Decisions.of(DIG, *args))


def test_gains_of_the_learners_choices_are_recorded():
    options = DIG.parse_options(max_turns=8)
    teacher = agents.make("search:playouts=40", game=DIG)
    choices = by_tables(RecordingSetup(DIG, options, None, teacher, [Player(GREEDY), Player(First())], learner=1), 200)
    assert choices.gains.shape == choices.masks.shape and not choices.gains[choices.masks == 0].any()
    assert choices.gains.any(axis=1).mean() > 0.5
    assert (
        choices.gains[np.arange(len(choices.actions)), choices.actions] >= 0
    ).all()  # the search takes no action with a negative gain
    assert len(np.unique(choices.games)) < choices.games.max() + 1  # a quarter of the games are played without the learner
    assert by_tables(setup_with(Player(GREEDY)), 200).gains.shape[1] == 0


def test_the_loss_by_gains_is_least_for_priors_times_exponentials_of_gains():
    priors = torch.log_softmax(torch.tensor([[0.3, -1.0, 0.7, -1e8]]), dim=1)
    gains = torch.tensor([[0.5, 2.0, -1.0, 0.0]])
    best = torch.softmax(priors + gains, dim=1)
    least = loss_by_gains(best.log().clamp(min=-1e8), priors.masked_fill(priors < -1e7, 0.0), gains)
    assert least.item() == pytest.approx(-torch.logsumexp(priors + gains, dim=1).item(), abs=1e-5)
    for action in range(3):
        other = torch.log_softmax(best.log().clamp(min=-1e8) + 0.1 * torch.eye(4)[action], dim=1)
        assert loss_by_gains(other, priors.masked_fill(priors < -1e7, 0.0), gains) > least + 1e-5


@pytest.mark.long
def test_learning_from_gains_gains_in_held_out_games(tmp_path):
    """In held-out games the choices of the network are worth more than before it learned."""
    config = changed(GAINS, decisions=2_000, rounds=1, epochs=10, temperature=0.02, learning_rate=3e-3, held_out=0.4)
    result = train(config, tmp_path / "gains")
    gain, error = result.agreement.gain
    assert gain > 2 * error > 0
    assert "gain of a choice" in result.tables()[0].caption
    (written,) = json.loads((tmp_path / "gains" / "agreement.json").read_text())
    assert written["gain"] == [gain, error]


def test_with_gains_the_learner_plays_from_the_first_round_on(tmp_path):
    for opponents, others in (((), ["expert"]), (("random", "greedy"), ["random", "greedy"])):
        config = changed(GAINS, noise_levels=(0.0,), opponents=opponents, folder=str(tmp_path)).validated()
        setup = Cloning(Run(config), clone.make_policy(config)).setup_of(1)
        assert [player.agent.name for player in setup.players] == [*others, "the learner"]
        assert setup.players[setup.learner].share == pytest.approx(sum(player.share for player in setup.players) / 2)


@pytest.mark.long
@pytest.mark.parametrize(
    ("base", "changes"),
    [(TINY_CLONE, {"kept": 8_000, "decisions": 3_000}), (TINY_CLONE, {"kept": 2_000, "decisions": 3_000}), (GAINS, {})],
)
def test_a_stopped_cloning_continues_exactly(base, changes, tmp_path, monkeypatch):
    monkeypatch.setattr("dig_envs.training.clone.cloning.PORTION", 2_000)
    config = changed(base, rounds=2, **changes)
    whole = train(config, tmp_path / "whole")
    request, do = StopRequest(), Cloning._do

    def stop_in_the_second_round(self, piece):
        if piece.round == 2 and not request.number:
            request.number = 2
        do(self, piece)

    monkeypatch.setattr("dig_envs.training.run.run.stop_requests", lambda: nullcontext(request))
    monkeypatch.setattr(Cloning, "_do", stop_in_the_second_round)
    with pytest.raises(Stopped, match="continue with: dig-envs train --algo clone --resume"):
        train(config, tmp_path / "half")
    monkeypatch.undo()
    monkeypatch.setattr("dig_envs.training.clone.cloning.PORTION", 2_000)
    saved = tmp_path / "half" / "checkpoint.zip"
    assert checkpoint.config_of(saved, clone.Config) == config
    resumed = train(config, tmp_path / "half", resume=saved)
    assert same(weights(whole.model), weights(resumed.model)) and whole.reports == resumed.reports
    longer = train(changed(config, rounds=3), tmp_path / "half", resume=saved)
    assert longer.reports[-1].after == 3


# --- bad input


@pytest.mark.parametrize(
    ("changes", "error", "said"),
    [
        ({"rounds": 0}, ArgumentError, "rounds must be a whole number"),
        ({"decisions": 0}, ArgumentError, "decisions must be a whole number"),
        ({"epochs": 0}, ArgumentError, "epochs"),
        ({"held_out": 0.9}, ArgumentError, "held_out must be a number from 0 to 0.5"),
        ({"noise_levels": ()}, ArgumentError, "noise_levels are one or more shares"),
        ({"teacher": "exprt"}, UnknownAgentError, "expert"),
        ({"teacher": "greedy@0.3"}, ArgumentError, "noise_levels"),
        ({"teacher": "missing.zip"}, ModelError, "missing.zip"),
        ({"opponents": ("gready",)}, UnknownAgentError, "greedy"),
        ({"network": "row"}, ArgumentError, "network"),
        ({"led": ("base",)}, ArgumentError, "led needs a search as teacher"),
        ({"teacher": "search", "led": ("bass",)}, ArgumentError, "bass"),
        ({"targets": "gains"}, ArgumentError, 'targets "gains" needs a search with method "improve"'),
        (
            {"targets": "gains", "teacher": "search:method=puct"},
            ArgumentError,
            'targets "gains" needs a search with method "improve"',
        ),
        ({"targets": "gain"}, ArgumentError, "gains"),
        ({"temperature": 0.0}, ArgumentError, "temperature"),
        ({"targets": "gains", "teacher": "search", "led": ("rollout",)}, ArgumentError, 'led can be "base" then'),
    ],
)
def test_wrong_settings_are_refused_before_anything_happens(changes, error, said, tmp_path):
    with pytest.raises(error, match=said):
        train(changed(TINY_CLONE, **changes), tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_other_settings_and_checkpoints_are_refused(tmp_path):
    with pytest.raises(ArgumentError, match="the settings are a Config"):
        clone.train(ppo.Config(), progress=False)
    path = train(changed(TINY_CLONE, decisions=500, epochs=1), tmp_path).model.with_name("checkpoint.zip")
    with pytest.raises(ModelError, match="was trained with teacher greedy, not expert"):
        train(changed(TINY_CLONE, decisions=500, epochs=1, teacher="expert"), tmp_path / "other", resume=path)
    with pytest.raises(ModelError, match="is a checkpoint of CLONE, not of PPO"):
        ppo.train(changed(TINY_PPO, folder=str(tmp_path / "other")), progress=False, resume=path)
    with pytest.raises(ModelError, match="is a model, which can be played but not resumed"):
        train(TINY_CLONE, tmp_path / "other", resume=path.with_name("model.zip"))
    assert not (tmp_path / "other").exists()
