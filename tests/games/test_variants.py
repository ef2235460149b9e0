"""Variants: the same rules with fewer components, and what exact enumeration needs to know of them."""

from importlib import import_module
from math import comb

import numpy as np
import pytest

import dig_envs
from dig_envs import agents
from dig_envs.agents import trained
from dig_envs.core.catalogue import game_of
from dig_envs.core.compiler.checked_views import view
from dig_envs.core.errors import OptionError
from dig_envs.core.game import FULL, NOBODY
from dig_envs.dig_dig import components as dig_dig
from dig_envs.dig_dig.state import NONE as NO_CARD
from dig_envs.lets_dig_for_treasure import components as lets_dig
from dig_envs.training.studies import fuzz
from tests.support.catalogue import VARIANTS, Case, mark_long_except_one
from tests.support.play import MixedPlay, batch_of, broken, with_states

DEALS = 40_000
MOVES = 5_000
TABLES = 16
STEPS = 24

each_variant = pytest.mark.parametrize("case", VARIANTS, ids=lambda case: case.id)


def chance_of(case: Case):
    """Return the module with the deals and hidden cells of the case's game."""
    return import_module(game_of(case.game).chance)


def roots_of(case: Case) -> tuple[np.ndarray, np.ndarray]:
    return chance_of(case).roots(game_of(case.game).parse_options(**case.options))


def views_of(states: np.ndarray) -> list[bytes]:
    """Return the table and all seats' knowledge of each state."""
    return [state["table"].tobytes() + state["seats"].tobytes() for state in states]


@each_variant
def test_roots_have_the_probabilities_of_sampled_deals(case):
    roots, probabilities = roots_of(case)
    expected = dict(zip(views_of(roots), probabilities, strict=True))
    assert len(expected) == len(roots), "two roots are the same deal as the seats see it"
    assert sum(expected.values()) == pytest.approx(1)
    found = dict.fromkeys(expected, 0)
    for deal in views_of(batch_of(case, DEALS).states):
        found[deal] += 1  # KeyError: a deal that is no root
    for deal, probability in expected.items():
        error = np.sqrt(probability * (1 - probability) / DEALS)
        assert found[deal] / DEALS == pytest.approx(probability, abs=5 * error)


@each_variant
def test_roots_are_sound(case):
    roots, _ = roots_of(case)
    batch = batch_of(case, 1)
    assert not broken(batch, roots).any()
    assert (roots["secret"]["mover"] != NOBODY).all()


@each_variant
def test_random_and_scripted_games_of_a_variant_keep_all_promises(case):
    report = fuzz.run(game_of(case.game), MOVES, 0, None, **case.options)
    assert report.failure is None and report.moves >= MOVES


@pytest.mark.parametrize("case", mark_long_except_one(VARIANTS), ids=lambda case: case.id)
def test_an_exchange_of_hidden_cells_changes_nothing_that_a_seat_sees(case):
    chance = chance_of(case)
    batch = batch_of(case, TABLES, seed=7, deal_again=False)
    generator = np.random.default_rng(7)
    play = MixedPlay(batch, 7)
    exchanged = 0
    for _ in range(STEPS):
        states = batch.states
        seen = batch.observe_states(states)
        exchanged += sum(exchange_two_cells(chance, record, generator) for record in view(states))
        assert not broken(batch, states).any()
        assert (batch.observe_states(states) == seen).all()
        assert views_of(states) == views_of(batch.states)
        twin = with_states(batch, states)
        assert (twin.players == batch.players).all()
        assert (twin.masks == batch.masks).all()
        batch.step(play.actions(batch))
    assert exchanged > TABLES


def exchange_two_cells(chance, state, generator: np.random.Generator) -> bool:
    """Exchange the cards of two random hidden cells, and return whether the state has changed."""
    cells = [cell for cell in range(64) if int(chance.hidden_cells(state)) >> cell & 1]
    if len(cells) < 2:
        return False
    one, other = generator.choice(cells, 2, replace=False)
    first, second = chance.read_cell(state, one), chance.read_cell(state, other)
    assert 0 <= min(first, second) <= max(first, second) < chance.NUM_KINDS
    chance.write_cell(state, one, second)
    chance.write_cell(state, other, first)
    return first != second


@each_variant
def test_all_agents_play_a_variant_to_its_end(case):
    seats = case.options["num_players"]
    for name in [*agents.names(case.game), *trained.names(case.game)]:
        batch = batch_of(case, TABLES, seed=3, deal_again=False)
        batch.seat_agents([agents.make(name, game=case.game)], np.zeros((TABLES, seats), np.int64))
        batch.deal(np.arange(TABLES), np.arange(TABLES))
        assert batch.dones.all(), name


@each_variant
def test_layouts_and_actions_are_those_of_the_full_game(case):
    game = game_of(case.game)
    full = game.layout(game.parse_options(num_players=case.options["num_players"]))
    assert game.layout(game.parse_options(**case.options)) == full


@each_variant
def test_another_number_of_players_is_refused(case):
    with pytest.raises(OptionError, match="is for num_players="):
        game_of(case.game).parse_options(**{**case.options, "num_players": 4})


@pytest.mark.parametrize("game", sorted({case.game for case in VARIANTS}))
def test_an_unknown_variant_is_refused_with_the_nearest_name(game):
    with pytest.raises(OptionError, match='no variant "smal"; did you mean "small"'):
        game_of(game).parse_options(variant="smal")
    with pytest.raises(OptionError, match="takes a name"):
        game_of(game).parse_options(variant=3)


@each_variant
def test_the_identity_names_the_variant_unless_it_is_the_full_game(case):
    game = game_of(case.game)
    assert game.parse_options(**case.options).identity["variant"] == case.options["variant"]
    assert "variant" not in game.parse_options().identity


@pytest.mark.parametrize("name", [name for name in game_of("dig_dig_v0").options.variants if name != FULL])
@pytest.mark.rule("DD-22")
def test_cards_left_out_of_dig_dig_lie_in_the_compost_and_each_seat_is_dealt_the_cards_of_the_variant(name):
    size = game_of("dig_dig_v0").options.variants[name]
    players = size.num_players
    states = batch_of(Case("dig_dig_v0", {"variant": name, "num_players": players}), 200, seed=3).states
    table, secret = states["table"], states["secret"]
    assert (table["compost"] + size.counts == dig_dig.COPIES).all()
    assert size.counts.sum() >= players * (2 * size.row + size.hand)
    assert (table["hand_size"][:, :players] == size.hand).all() and (table["max_turns"] == size.max_turns).all()
    assert (table["face_up"].sum(axis=2)[:, :players] == size.row).all()
    assert (table["blind"].sum(axis=2)[:, :players] == size.row).all()
    for state, own in zip(states, secret, strict=True):
        hidden = np.concatenate([own["blind"].ravel(), own["deck"]])
        cards = np.bincount(hidden[hidden != NO_CARD], minlength=dig_dig.NUM_KINDS)
        assert (cards + state["table"]["face_up"].sum(axis=0) + state["seats"]["hand"].sum(axis=0) == size.counts).all()


@pytest.mark.rule("DD-22")
def test_the_full_dig_dig_has_all_cards_and_the_numbers_of_the_rules():
    game = game_of("dig_dig_v0")
    full = game.options.variants[FULL]
    assert (full.counts == dig_dig.COPIES).all() and (full.row, full.hand, full.max_turns) == (3, 3, 500)
    assert game.parse_options(variant="tiny").turn_limit == 8
    assert game.parse_options(variant="tiny", max_turns=5).turn_limit == 5


def test_a_deal_has_the_probability_that_its_cards_have():
    """Dig Dig's tiny: four 1s, three 5s, a BOOM. Both seats show and hold nothing but 1s and 5s: counted by hand."""
    states, probabilities = roots_of(Case("dig_dig_v0", {"variant": "tiny"}))
    tables, hands = states["table"], states["seats"]["hand"]
    chosen = (tables["face_up"][:, :2, 0] == 1).all(axis=1) & (hands[:, 0, 0] == 2) & (hands[:, 1, 4] == 2)
    assert chosen.sum() == 1  # 1 | 1 1 for seat 0, 1 | 5 5 for seat 1
    ways = 4 * comb(3, 2) * 1 * comb(3, 2)  # seat 0 shows a 1 and holds two of the other three, seat 1 shows the last 1
    assert probabilities[chosen][0] == pytest.approx(ways / (8 * comb(7, 2) * 5 * comb(4, 2)))


@pytest.mark.rule("LD-17")
def test_cards_left_out_of_lets_dig_lie_in_the_discard_pile_and_seats_are_not_drawn():
    batch = batch_of(Case("lets_dig_for_treasure_v0", {"variant": "mid"}), TABLES, seed=1)
    tables = batch.states["table"]
    unseen = {lets_dig.NAMES[kind]: count for kind, count in enumerate(tables["unseen"][0]) if count}
    assert unseen == {"Dirt": 2, "Worms": 2, "Evil Skeleton": 1, "Loyal Dog": 1, "Treasure Map": 1}
    assert (tables["unseen"] + tables["discard"] == lets_dig.COPIES).all()
    assert (tables["stack_size"] == [4, 3, 0]).all() and (tables["destroyed"] == [0, 0, 1]).all()
    assert not tables["active"].any() and not tables["owner"].any() and (tables["new_player"] == 1).all()


@pytest.mark.rule("DIG-16")
def test_a_variant_of_dig_has_the_bones_and_bowls_of_its_table():
    states = batch_of(Case("dig_v0", {"variant": "mid"}), TABLES, seed=1).states
    assert (states["table"]["bowls"] == [2, 5, 0, 0, 0]).all() and (states["table"]["length"] == 6).all()
    assert (states["table"]["values"] == [5, 4, 0, 0, 0]).all() and not states["table"]["active"].any()
    bones = states["secret"]["yard"][:, [1, 3, 4, 6]]
    assert (np.sort(bones) == [0, 0, 1, 1]).all() and len(np.unique(bones, axis=0)) > 1
    small = batch_of(Case("dig_v0", {"variant": "small"}), 200, seed=1).states
    assert (small["table"]["bowls"] == [1, 4, 0, 0, 0]).all() and len(np.unique(small["secret"]["yard"], axis=0)) == 3


@pytest.mark.rule("DIG-16")
def test_a_turn_of_a_variant_of_dig_has_fewer_actions():
    env = dig_envs.env("dig_v0", variant="tiny")
    env.reset(seed=1)
    names = game_of("dig_v0").actions.names
    assert not env.observe("player_0")["action_mask"][names.index("end")]
    env.step(names.index("move 2"))
    assert env.agent_selection == "player_1"


@pytest.mark.rule("DIG-16")
def test_a_variant_of_dig_has_no_scents():
    with pytest.raises(OptionError, match="without scents"):
        game_of("dig_v0").parse_options(variant="tiny", scents=True)
