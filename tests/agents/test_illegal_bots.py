"""An illegal action of a compiled bot stops the game with an error, wherever the bot plays."""

import numpy as np
import pytest

import dig_envs
from dig_envs.agents.search import make_search
from dig_envs.core.agent import Bot, Opponent
from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from dig_envs.core.compiler import compiled
from dig_envs.core.errors import IllegalActionError
from dig_envs.core.rng import draw_legal
from dig_envs.dig.rules import Action
from dig_envs.training.clone.recording import Player, RecordingSetup, record

GAME = game_of("dig_v0")


@compiled
def always_keep(table, seat, player, mask, rng):
    return Action.KEEP.value  # legal only after a dig


@compiled
def out_of_range(table, seat, player, mask, rng):
    return 1_000_000 if table.turn > 3 else draw_legal(mask, rng)


@compiled
def negative(table, seat, player, mask, rng):
    return -1


BAD = [Bot(function.__name__, "plays illegally", GAME, function) for function in (always_keep, out_of_range, negative)]
EVERY_BAD_BOT = pytest.mark.parametrize("bot", BAD, ids=lambda bot: bot.name)


@EVERY_BAD_BOT
def test_a_batch_names_bot_seat_action_and_legal_actions(bot):
    with pytest.raises(IllegalActionError) as caught:
        batch = Batch(GAME, GAME.parse_options(), 5, seed=1, opponents=[Opponent(bot)], learner=0)
        for _ in range(50):
            batch.step(batch.sample())
    message = str(caught.value)
    assert message.startswith("table ") and f"seat 1: the bot {bot.name} chose an illegal action: action " in message
    assert "legal" in message and "move 1" in message


def test_the_error_names_the_action_and_its_number():
    with pytest.raises(IllegalActionError, match=rf"action {int(Action.KEEP)} \(keep\) is not legal now; legal: 0 \(move 1\)"):
        batch = Batch(GAME, GAME.parse_options(), 1, seed=2, opponents=[Opponent(BAD[0])], learner=0)
        while True:
            batch.step(batch.sample())


def test_recording_a_bot_raises():
    setup = RecordingSetup(GAME, GAME.parse_options(), None, BAD[0], [Player(BAD[0])])
    with pytest.raises(IllegalActionError, match=r"the teacher or the bot in seat \d chose an illegal action"):
        record(setup, 1000, 1, seed=6)


@EVERY_BAD_BOT
def test_decisions_of_a_bot_are_checked(bot):
    batch = dig_envs.batch("dig_v0", num_tables=8, seed=4)
    with pytest.raises(IllegalActionError, match=f"agent {bot.name} chose .*, which is not in its action mask"):
        for _ in range(20):
            bot.act(batch.decisions())
            batch.step(batch.sample())


@EVERY_BAD_BOT
def test_search_continues_with_legal_actions(bot):
    """A rollout is an estimate: an illegal action in it is replaced by a random legal one."""
    batch = dig_envs.batch("dig_v0", num_tables=4, seed=5)
    decisions = batch.decisions()
    for method in ("improve", "ismcts"):
        actions = make_search(GAME, method=method, playouts=16, rollout=bot).act(decisions)
        assert batch.masks[np.arange(4), actions].all()
