"""The declarations of games: action names, observation blocks and options."""

import numpy as np
import pytest

import dig_envs
from dig_envs.core.actions import ActionTable, Family
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError
from dig_envs.core.layout import Block, Layout
from tests.support.catalogue import CASES
from tests.support.play import batch_of

GAMES = sorted({case.game for case in CASES})
EVERY_CASE = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)


def test_every_game_has_a_case_and_every_case_a_game():
    assert sorted(dig_envs.games()) == GAMES
    assert len({case.id for case in CASES}) == len(CASES)


@pytest.mark.parametrize("name", GAMES)
def test_action_names_convert_back_to_numbers(name):
    actions = game_of(name).actions
    assert [actions.number(actions.name(number)) for number in range(len(actions))] == list(range(len(actions)))
    assert [actions.number(f"  {name.upper()} ") for name in actions.names] == list(range(len(actions)))
    assert len(actions.legal(np.ones(len(actions), np.int8))) == sum(len(family.names) for family in actions.families)


def test_invalid_names_of_actions_or_blocks_are_refused():
    with pytest.raises(ValueError, match="same name"):
        ActionTable(Family("one", ("end",)), Family("two", ("end",)))
    for name in ("Dig", "dig  1", " dig"):
        with pytest.raises(ValueError, match=f'must be like "dig.*", not "{name}"'):
            ActionTable(Family("dig", (name,)))
    with pytest.raises(ArgumentError, match='two blocks are named "hand"'):
        Layout(Block("hand", (5,), ""), Block("hand", (2,), ""))


@EVERY_CASE
def test_blocks_cover_the_observation_in_order(case):
    batch = batch_of(case, 3)
    cells = np.arange(batch.layout.size, dtype=np.float32)
    blocks = batch.layout.decode(cells)
    assert np.concatenate([block.ravel() for block in blocks.values()]).tolist() == cells.tolist()
    assert batch.layout.decode(batch.observations)[next(iter(blocks))].shape[0] == 3
    for block in batch.layout:
        assert blocks[block.name].shape == block.shape and blocks[block.name].flat[0] == batch.layout.start(block.name)
        assert block.meaning
    assert all(np.shares_memory(block, cells) for block in blocks.values())


@pytest.mark.parametrize("name", GAMES)
def test_shapes_do_not_depend_on_the_number_of_players(name):
    game = game_of(name)
    counts = range(game.min_players, game.max_players + 1)
    assert len({game.layout(game.parse_options(num_players=count)) for count in counts}) == 1


@EVERY_CASE
def test_options_are_written_into_the_table(case):
    batch = batch_of(case, 2)
    tables = batch.states["table"]
    assert (tables["num_players"] == batch.options.num_players).all()
    assert (tables["max_turns"] == batch.options.turn_limit).all()
    for option, value in case.options.items():
        if option in tables.dtype.names and not isinstance(value, str):
            assert (tables[option] == value).all()


@pytest.mark.parametrize("name", GAMES)
def test_records_are_packed(name):
    """There is no padding between fields, so that equal positions have equal bytes."""

    def check(dtype: np.dtype) -> int:
        base = dtype.base
        if base.names:
            assert sum(check(base[field]) for field in base.names) == base.itemsize
        return dtype.itemsize

    check(game_of(name).state)
