"""Test the variants of Dig Dig: the cards in play, the deals for exact enumeration, redeals, and names that do not exist."""

from collections import Counter
from math import comb

import numpy as np
import pytest

import dig_envs
from dig_envs.core.errors import OptionError
from dig_envs.dig_dig import chance
from dig_envs.dig_dig.components import NUM_KINDS
from dig_envs.dig_dig.state import NONE
from dig_envs.training.studies import fuzz
from tests.games import test_knowledge
from tests.support.catalogue import Case

GAME = dig_envs.game_of("dig_dig_v0")
PLAYERS = {"tiny": 2, "small": 2, "mid": 2, "tiny3": 3}
DEALS = 20_000


def options_of(variant: str, **more):
    return GAME.parse_options(variant=variant, num_players=PLAYERS.get(variant, 2), **more)


def deals_of(variant: str, num_tables: int = DEALS) -> np.ndarray:
    return dig_envs.batch(GAME, num_tables=num_tables, seed=3, variant=variant, num_players=PLAYERS[variant]).states


@pytest.mark.rule("DD-22")
@pytest.mark.parametrize("variant", PLAYERS)
def test_cards_out_of_play_lie_in_the_compost_and_each_seat_is_dealt_the_cards_of_the_variant(variant):
    size, players = GAME.options.variants[variant], PLAYERS[variant]
    states = deals_of(variant, 200)
    table, secret = states["table"], states["secret"]
    assert (table["compost"] + size.counts == 4).all() and size.counts.sum() >= players * (2 * size.row + size.hand)
    assert (table["hand_size"][:, :players] == size.hand).all() and (
        table["face_up"].sum(axis=2)[:, :players] == size.row
    ).all()
    assert (table["blind"].sum(axis=2)[:, :players] == size.row).all() and (table["max_turns"] == size.max_turns).all()
    for state, own in zip(states, secret, strict=True):
        hidden = np.concatenate([own["blind"].ravel(), own["deck"]])
        cards = np.bincount(hidden[hidden != NONE], minlength=NUM_KINDS)
        assert (cards + state["table"]["face_up"].sum(axis=0) + state["seats"]["hand"].sum(axis=0) == size.counts).all()


@pytest.mark.rule("DD-22")
def test_the_full_game_has_all_cards_and_the_numbers_of_the_rules():
    full = GAME.options.variants["full"]
    assert (full.counts == 4).all() and (full.row, full.hand, full.max_turns) == (3, 3, 500)
    assert "variant" not in GAME.parse_options().identity and GAME.parse_options(variant="tiny").identity["variant"] == "tiny"
    assert (
        GAME.parse_options(variant="tiny").turn_limit == 8 and GAME.parse_options(variant="tiny", max_turns=5).turn_limit == 5
    )


def seen_in(states: np.ndarray) -> list[bytes]:
    """What all seats together know of each deal: the table and the hands."""
    return [state["table"].tobytes() + state["seats"].tobytes() for state in states]


@pytest.mark.parametrize("variant", PLAYERS)
def test_the_listed_deals_are_those_of_the_game_with_their_frequencies(variant):
    """A chi-square test over deals, pooled so that each pool expects more than 20 of the sampled deals."""
    states, probabilities = chance.roots(options_of(variant))
    listed = dict(zip(seen_in(states), probabilities, strict=True))
    assert len(listed) == len(states) and abs(probabilities.sum() - 1.0) < 1e-12
    sampled = Counter(seen_in(deals_of(variant)))
    assert sampled.keys() <= listed.keys()
    expected, found = [0.0], [0]
    for key, probability in sorted(listed.items(), key=lambda item: -item[1]):
        if expected[-1] > 20.0:
            expected.append(0.0)
            found.append(0)
        expected[-1] += DEALS * probability
        found[-1] += sampled[key]
    pools, chi_square = np.array(expected), ((np.array(found) - expected) ** 2 / expected).sum()
    assert len(pools) > 10 and abs(chi_square - len(pools)) < 5 * np.sqrt(2 * len(pools))


def test_a_deal_has_the_probability_that_its_cards_have():
    """Tiny: four 1s, three 5s, a BOOM. Both seats show and hold nothing but 1s and 5s: counted by hand."""
    states, probabilities = chance.roots(options_of("tiny"))
    tables, hands = states["table"], states["seats"]["hand"]
    chosen = (tables["face_up"][:, :2, 0] == 1).all(axis=1) & (hands[:, 0, 0] == 2) & (hands[:, 1, 4] == 2)
    assert chosen.sum() == 1  # 1 | 1 1 for seat 0, 1 | 5 5 for seat 1
    ways = 4 * comb(3, 2) * 1 * comb(3, 2)  # seat 0 shows a 1 and holds two of the other three, seat 1 shows the last 1
    assert probabilities[chosen][0] == pytest.approx(ways / (8 * comb(7, 2) * 5 * comb(4, 2)))


@pytest.mark.parametrize("variant", PLAYERS)
def test_random_and_scripted_games_of_a_variant_keep_all_promises(variant):
    report = fuzz.run(GAME, 20_000, 0, None, variant=variant, num_players=PLAYERS[variant])
    assert report.failure is None and report.moves >= 20_000


@pytest.mark.parametrize("variant", PLAYERS)
def test_observations_do_not_change_in_a_redeal_of_a_variant(variant):
    case = Case("dig_dig_v0", {"variant": variant, "num_players": PLAYERS[variant]})
    test_knowledge.test_observations_and_masks_do_not_change_in_a_redeal(case)


def test_a_variant_that_does_not_exist_is_refused():
    with pytest.raises(OptionError, match='no variant "smal"; did you mean "small"'):
        GAME.parse_options(variant="smal")
    with pytest.raises(OptionError, match='"tiny3" is for num_players=3, not 2'):
        GAME.parse_options(variant="tiny3")
    with pytest.raises(OptionError, match='"small" is for num_players=2, not 4'):
        GAME.parse_options(variant="small", num_players=4)
    with pytest.raises(OptionError, match="takes str"):
        GAME.parse_options(variant=3)
