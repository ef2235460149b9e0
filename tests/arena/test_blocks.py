"""Blocks of deals: each deal is in one block, all orders give the same games, and games of a stopped run count once."""

import sys
from contextlib import contextmanager

import numpy as np
import pytest

from dig_envs.core.errors import ArgumentError
from dig_envs.training import arena
from dig_envs.training.arena import round_robin
from dig_envs.training.arena.blocks import AgentError, blocks_of, play_here
from dig_envs.training.arena.deal_numbers import ARENA
from dig_envs.training.cli.main import main
from tests.support.block_agents import BOTS, GAME, Chance, Fails, rows


def played_by(monkeypatch, executor):
    """Replace the executor of an arena's blocks."""

    @contextmanager
    def executor_at(address):
        yield executor

    monkeypatch.setattr(round_robin, "executor_at", executor_at)


@pytest.mark.parametrize("deals", [1, 2, 7, 100])
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize(("seatings", "games"), [(2, 1), (2, 8), (6, 8), (4, 1000)])
def test_every_deal_is_in_one_block(deals, first, seatings, games):
    seeds = np.arange(50, 50 + deals)
    blocks = blocks_of(3, (0, 2), seeds, first, seatings, games)
    assert [deal for block in blocks for deal in block.deals] == seeds[first:].tolist()
    for block in blocks:
        assert (block.pairing, block.agents) == (3, (0, 2))
        assert seeds[block.first] == block.deals[0]
        assert len(block.deals) * seatings <= max(games, seatings)


def test_blocks_in_any_order_are_the_same_games(monkeypatch, tmp_path):
    settings = {"agents": [Chance(), *BOTS], "games": 24, "block": 6, "progress": False}
    straight = arena.run(GAME, results=tmp_path / "straight.sqlite", **settings)
    played_by(monkeypatch, lambda setup, agents, blocks: reversed(list(play_here(setup, agents, blocks))))
    back = arena.run(GAME, results=tmp_path / "back.sqlite", **settings)
    assert back == straight
    assert rows(tmp_path / "back.sqlite") == rows(tmp_path / "straight.sqlite")


def test_a_stopped_run_on_a_cluster_leaves_whole_blocks_and_the_next_run_plays_other_deals(monkeypatch, tmp_path):
    def stopped(setup, agents, blocks):
        for count, played in enumerate(play_here(setup, agents, blocks)):
            if count == 2:
                raise KeyboardInterrupt
            yield played

    path = tmp_path / "arena.sqlite"
    played_by(monkeypatch, stopped)
    with pytest.raises(KeyboardInterrupt):
        arena.run(GAME, BOTS, games=40, block=10, ray="local", results=path, progress=False)
    assert sorted({seed for _, seed, _ in rows(path)}) == [ARENA + deal for deal in range(10)]
    played_by(monkeypatch, play_here)
    result = arena.run(GAME, BOTS, games=40, block=10, ray="local", results=path, progress=False)
    assert (result.pairs[0].games, result.pool_games) == (40, 60)
    arena.run(GAME, BOTS, games=60, results=tmp_path / "whole.sqlite", progress=False)
    assert rows(path) == rows(tmp_path / "whole.sqlite")


def test_an_agents_own_error_keeps_the_blocks_before_it(tmp_path):
    path = tmp_path / "arena.sqlite"
    with pytest.raises(AgentError, match=rf"fails has failed in deal {ARENA} on seat [01]: ZeroDivisionError: of its own"):
        arena.run(GAME, ["greedy", "random", Fails()], games=4, block=2, results=path, progress=False)
    assert [seed for _, seed, _ in rows(path)] == [ARENA, ARENA + 1] * 2, "greedy against random"


@pytest.mark.parametrize("address", ["", "head", "ray://head:10001", "head:port", "head:123456", 6379])
def test_an_address_of_another_kind_is_refused(address):
    with pytest.raises(ArgumentError, match=r'"host:port", "auto" .* or "local"'):
        arena.run(GAME, BOTS, ray=address, progress=False)


def test_without_ray_the_extra_is_named(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main(["arena", GAME, "--agents", "random,greedy", "--results", "nothing.sqlite", "--ray"]) == 2
    assert "[ray]'" in capsys.readouterr().err


@pytest.mark.parametrize("block", [0, -1, 1.5, "many"])
def test_blocks_have_games(block):
    with pytest.raises(ArgumentError, match="games in a block"):
        arena.run(GAME, BOTS, block=block, progress=False)


def test_games_of_one_player_need_no_cluster(capsys):
    single = ["arena", "two_bit_bandits_v0", "--players", "1", "--agents", "greedy", "--ray", "auto"]
    assert main(single) == 2
    assert "--ray needs opponents" in capsys.readouterr().err
    assert main([*single[:-2], "--results", "other.sqlite"]) == 2
    assert "--results needs opponents" in capsys.readouterr().err
