"""Tables of several sizes in one rollout: trajectories stay apart, runs resume, and agents are measured at every size."""

import numpy as np
import pytest

from dig_envs.core.errors import ArgumentError, DigEnvsError
from dig_envs.training import league, ppo
from dig_envs.training.cli.arguments import Parser
from dig_envs.training.cli.settings_arguments import add_settings, given_settings
from dig_envs.training.environment.mixed_tables import MixedTables
from dig_envs.training.run.config import run_name
from dig_envs.training.run.pool_training import PoolTraining
from dig_envs.training.run.run import Run
from tests.support.play import random_actions
from tests.support.tiny_training import TINY_PPO, changed, tables_of

MIXED = changed(TINY_PPO, game="dig_dig_v0", players=(2, 3, 4), num_envs=17)


def test_the_tables_are_divided_among_the_numbers_of_players():
    tables = tables_of(MIXED)
    assert isinstance(tables, MixedTables)
    assert [(batch.num_tables, batch.num_players) for batch in tables.batch.batches] == [(6, 2), (6, 3), (5, 4)]
    assert len(np.unique(tables.batch.seeds)) == 17


@pytest.mark.parametrize("self_play", [False, True])
@pytest.mark.parametrize("critic", ["seat", "table"])
def test_each_part_plays_as_it_would_alone(self_play, critic):
    """Observations, rewards and ends of each part are those of the same tables without the others."""
    config = changed(MIXED, self_play=self_play, critic=critic)
    together, generator = tables_of(config), np.random.default_rng(0)
    whole = together.reset()
    parts = list(tables_of(config).parts)
    alone = [part.reset() for part in parts]
    assert (whole == np.concatenate(alone)).all() and whole.shape[1] == together.observation_space.shape[0]
    for _ in range(120):
        actions = random_actions(together.action_masks(), generator)
        whole, rewards, dones, infos = together.step(actions)
        found = [part.step(own) for part, own in zip(parts, np.split(actions, [6, 12]), strict=True)]
        assert (whole == np.concatenate([each[0] for each in found])).all()
        assert (rewards == np.concatenate([each[1] for each in found])).all()
        assert (dones == np.concatenate([each[2] for each in found])).all() and len(infos) == 17
        if self_play:
            absent = together.batch.num_players - np.repeat([2, 3, 4], [6, 6, 5])
            assert all((row[4 - none :] == 0).all() for row, none in zip(together.seat_rewards, absent, strict=True))
            assert (together.decided < np.repeat([2, 3, 4], [6, 6, 5])).all()


def test_self_play_learns_every_seat_of_every_size(tmp_path):
    config = changed(MIXED, self_play=True, num_envs=15, folder=str(tmp_path)).validated()
    training = PoolTraining(Run(config), ppo.make_learner)
    training.learn()
    buffer = training.learner.model.rollout_buffer
    assert [set(np.unique(buffer.seats[:, rows])) for rows in (slice(0, 5), slice(5, 10), slice(10, 15))] == [
        {0, 1},
        {0, 1, 2},
        {0, 1, 2, 3},
    ]


VARIANTS = changed(MIXED, players=(2, 3), self_play_variants=("tiny", "tiny3"), num_envs=16, skip_forced=True)


@pytest.mark.parametrize("critic", ["seat", "table"])
def test_the_policy_plays_every_seat_of_small_variants_beside_tables_with_opponents(tmp_path, critic):
    config = changed(VARIANTS, critic=critic, opponents=("greedy",), noise_levels=(0.0,), folder=str(tmp_path)).validated()
    training = PoolTraining(Run(config), ppo.make_learner)
    batches = training.batch.batches
    assert [(batch.options.variant, batch.num_players) for batch in batches] == [
        ("full", 2),
        ("full", 3),
        ("tiny", 2),
        ("tiny3", 3),
    ]
    training.learn()
    assert [bool(batch.agents) for batch in batches] == [True, True, False, False]
    buffer = training.learner.model.rollout_buffer
    assert set(np.unique(buffer.seats[:, 8:12])) == {0, 1} and set(np.unique(buffer.seats[:, 12:])) == {0, 1, 2}
    won = (buffer.seat_rewards != 0).sum(axis=2)
    assert set(np.unique(won[:, :8])) == {0, 1} and won[:, 8:12].max() == 2 and won[:, 12:].max() == 3
    for table in range(8):  # one seat learns in each game
        games = np.cumsum(buffer.episode_starts[:, table])
        assert all(len(set(buffer.seats[games == game, table])) == 1 for game in np.unique(games))


def test_the_whole_game_is_a_variant_too(tmp_path):
    config = changed(VARIANTS, players=(2,), self_play_variants=("tiny", "full"), opponents=("greedy",), folder=str(tmp_path))
    training = PoolTraining(Run(config), ppo.make_learner)
    batches = training.batch.batches
    training.learn()
    found = [(batch.options.variant, bool(batch.agents)) for batch in batches]
    assert found == [("full", True), ("tiny", False), ("full", False)], "self-play has no opponents"


def test_variants_that_a_game_does_not_have_are_refused():
    with pytest.raises(DigEnvsError, match='has no variant "tinny"'):
        changed(VARIANTS, self_play_variants=("tinny",)).validated()
    for setting in ({"self_play_variants": ("tiny",)}, {"self_play_variants": (), "exact": "tiny"}):
        with pytest.raises(DigEnvsError, match="digging_bandits_v0 has no variant"):
            changed(VARIANTS, game="digging_bandits_v0", **setting).validated()
    with pytest.raises(ArgumentError, match="need 4 tables or more, not 3"):
        changed(VARIANTS, num_envs=3).validated()
    with pytest.raises(ArgumentError, match="with PPO alone"):
        league.Config(game="dig_dig_v0", self_play_variants=("tiny",)).validated()


def test_the_agent_is_measured_at_every_size(tmp_path):
    config = changed(MIXED, games=6, evaluate_games=6, evaluate_every=1_024, evaluate_against=("random",), folder=str(tmp_path))
    result = ppo.train(config, progress=False)
    assert list(result.best.measurement.shares) == ["random (2 players)", "random (3 players)", "random (4 players)"]
    assert {f"expert ({number} players)" for number in (2, 3, 4)} < result.win_shares.keys()


def test_numbers_of_players_on_the_command_line():
    parser = Parser("train", "", "")
    add_settings(parser, ppo.Config)
    several = given_settings(parser.parse_args(["dig_v0", "--players", "2,4"]), ppo.Config)
    assert several["players"] == (2, 4) and "options" not in several
    one = given_settings(parser.parse_args(["dig_v0", "--players", "3"]), ppo.Config)
    assert one["options"] == {"num_players": 3} and "players" not in one
    with pytest.raises(ArgumentError, match="--players are whole numbers, such as 2 or 2,3,4"):
        given_settings(parser.parse_args(["dig_v0", "--players", "two"]), ppo.Config)


def test_the_name_of_a_run_has_the_numbers_of_players():
    assert run_name(changed(MIXED, players=(2, 4)).validated()) == "ppo-dig_dig_v0-players=2+4-0"


def test_settings_that_do_not_fit_are_refused():
    for players, options, message in (
        ((2, 2), {}, "different numbers"),
        ((2, 9), {}, "num_players"),
        ((2, 3), {"num_players": 3}, "give one of the two"),
    ):
        with pytest.raises(DigEnvsError, match=message):
            changed(MIXED, players=players, options=options).validated()
    with pytest.raises(ArgumentError, match="one number of players"):
        league.Config(game="dig_dig_v0", players=(2, 3, 4)).validated()
