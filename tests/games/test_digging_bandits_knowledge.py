"""Test the knowledge of seats in Digging Bandits (DB-61), and that random play reaches every event and ending."""

import numpy as np
import pytest

import dig_envs
from dig_envs.core.game import End
from dig_envs.digging_bandits import wording
from dig_envs.digging_bandits.captions import status
from dig_envs.digging_bandits.components import CHARACTERS, KIND_NAMES, Back, Card
from dig_envs.digging_bandits.rules.actions import PLAY_OF, Action
from dig_envs.digging_bandits.rules.frames import event_of
from dig_envs.digging_bandits.state import Event, FrameKind
from dig_envs.render.view import PUBLIC, View
from tests.support.digging_bandits_positions import SIDE_BY_SIDE, Position, acting
from tests.support.play import random_actions


@pytest.mark.rule("DB-61", "C-6")
def test_an_unseen_card_that_leaves_a_hand_lowers_each_known_kind_of_its_back():
    thief = Position(["", "shovel, pickaxe, pickaxe", "outlaw"], places=SIDE_BY_SIDE[:3], phase="action", active=2)
    for kind, count in (("shovel", 1), ("pickaxe", 2)):
        thief.state.seats[0].known[1][KIND_NAMES.index(kind)] = count
    thief.do("play outlaw", "player +2", "dig back")
    assert thief.known(0, 1) == "pickaxe" and thief.known(0, 2) == ""
    assert thief.known(1, 2) == thief.hand(2), "the victim knows the lost card"


@pytest.mark.rule("DB-61")
def test_an_unseen_card_is_known_if_all_cards_of_its_back_in_the_hand_are_one_known_kind():
    thief = Position(["", "tnt, tnt, shovel", "outlaw"], places=SIDE_BY_SIDE[:3], phase="action", active=2)
    thief.state.seats[0].known[1][KIND_NAMES.index("tnt")] = 2
    thief.do("play outlaw", "player +2", "draw back")
    assert thief.known(0, 1) == "tnt" and thief.known(0, 2) == "tnt" and thief.openly_known(2) == ""


@pytest.mark.rule("DB-61", "DB-29")
def test_a_secretly_chosen_card_of_a_trade_is_not_one_of_the_named_cards():
    game = acting("trade, coin", "lasso", "").do("play trade", "name coin", "done", "draw back", "done")
    game.do("accept", "name lasso", "pass", "player +1")
    assert game.hand(1) == "coin" and game.known(2, 1) == "coin" and game.openly_known(1) == "coin"
    assert game.known(2, 0) == "" and game.known(1, 0) == "lasso"


@pytest.mark.rule("DB-61", "DB-29")
@pytest.mark.parametrize("wants", [("draw back", "name lasso"), ("name lasso", "draw back")])
def test_named_cards_of_a_trade_leave_before_cards_of_a_back(wants):
    """Seat 2 knows the whole hand of the partner. After the LASSO has left by name, the card of the back must be the TNT."""
    game = acting("trade, coin", "lasso, tnt", "")
    for name in ("lasso", "tnt"):
        game.state.seats[2].known[1][KIND_NAMES.index(name)] = 1
    game.do("play trade", "name coin", "done", *wants, "done", "accept", "name tnt", "pass", "player +1")
    assert (game.hand(0), game.hand(1)) == ("lasso, tnt", "coin")
    assert (game.known(2, 0), game.known(2, 1)) == ("lasso, tnt", "coin") and game.openly_known(0) == "lasso"


@pytest.mark.rule("DB-29", "C-3")
def test_in_a_redealt_trade_the_mover_can_still_answer():
    game = acting("trade, coin", "cowboy, lasso", "").do("play trade", "name coin", "done", "draw back", "done")
    game.do("accept", "name lasso", "pass", "player +1")
    assert game.pending == "trade" and game.mover == 1
    for seed in range(40):
        assert "play cowboy" in game.redealt(0, seed).legal and "play cowboy" in game.redealt(2, seed).legal


@pytest.mark.rule("C-4")
def test_captions_do_not_reveal_a_secret_decision():
    game = acting("outlaw", "coin, coin, shovel", "").do("play outlaw", "player +1", "dig back")
    assert game.pending == "BRIBE" and caption_for(game, 2) == "player_0 robs player_1 of a dig card"
    game = acting("double-time", "", draw="coin").do("pick up")
    assert game.pending == "ENCORE" and caption_for(game, 1) == "player_0 acts"


@pytest.mark.rule("C-4")
@pytest.mark.parametrize(
    ("game", "declined", "taken"),
    [
        (lambda: acting("outlaw", "coin, coin, shovel", "").do("play outlaw", "player +1", "dig back"), "pass", "pay"),
        (lambda: acting("double-time", "", draw="coin").do("pick up"), "end turn", "play double-time"),
        (lambda: acting("outlaw", "cowboy, shovel", "").do("play outlaw", "player +1", "dig back"), "pass", "play cowboy"),
        (
            lambda: Position(["gold", ""], places=["town 2", "cabin"], draw="coin", phase="action").do("pick up"),
            "end turn",
            "cash in",
        ),
    ],
    ids=["a bribe", "an encore", "a cowboy", "gold after the last step"],
)
def test_other_seats_are_not_shown_a_decision_that_depends_on_hidden_cards(game, declined, taken):
    position = game()
    assert declined in position.legal and taken in position.legal
    for seat in (0, 1, PUBLIC):
        view = View(position.game, position.options, position._bytes, seat=seat)
        assert wording.may_be_shown(view) == (seat == position.mover)
        assert wording.ACTIONS.heard(view, position.game.actions.number(declined)) is None
        assert wording.ACTIONS.heard(view, position.game.actions.number(taken))


def caption_for(game: Position, seat: int) -> str:
    """Return the caption of a position as a seat sees it."""
    return status(View(game.game, game.options, game._bytes, seat=seat))


@pytest.mark.rule("DB-61")
def test_a_card_seen_entering_or_leaving_a_hand_changes_the_known_number():
    game = Position(["coin", "", ""], places=["land 3", "cabin", "cabin"], bridges={"land 5": 1}).roll(1, 2).do("pay")
    assert game.openly_known(1) == "coin" and game.known(2, 1) == "coin"
    game = (
        Position(["", "coin", ""], places=["land 3", "land 3", "cabin"], bridges={"land 5": 0}, active=1).roll(1, 2).do("pay")
    )
    assert game.known(2, 0) == "coin" and game.known(2, 1) == ""


@pytest.mark.rule("DB-61", "C-6")
def test_a_public_card_drawn_from_its_deck_is_public_in_the_hand():
    game = acting("lasso", "", draw="").do("play lasso", "player +1")
    size = game.table.deck_size[Back.DRAW]
    deck = game.state.secret.deck[Back.DRAW]
    deck[0], deck[size - 1] = deck[size - 1], deck[0]
    game.table.deck[Back.DRAW][size - 1] = -1
    game.table.deck[Back.DRAW][0] = deck[0]
    game.table.opening_top = 0
    assert game.do("pick up").openly_known(0) == "lasso"


@pytest.mark.rule("DB-61", "DB-49")
def test_a_seat_that_saw_the_top_draw_card_knows_the_card_in_a_hand():
    game = acting("ouija oracle", "", "", draw="coin, tnt").do("play ouija oracle", "pick up")
    game.roll(1, 2).do("pick up")
    assert game.known(0, 1) == "tnt" and game.known(2, 1) == "" and game.openly_known(1) == ""


@pytest.mark.rule("DB-61", "DB-49")
def test_a_seat_that_saw_a_stack_knows_the_cards_that_another_seat_digs():
    game = acting("shovel", "", "", land={"land 3": "ground, gold"})
    at = game._cells("land 3")[-1]
    game.state.seats[1].land[at], game.table.land_seen[at] = KIND_NAMES.index("gold"), 2
    game.do("play shovel", "dig")
    assert game.known(1, 0) == "gold" and game.known(2, 0) == ""


@pytest.mark.rule("DB-61", "DB-36", "DB-31")
def test_knowledge_moves_with_whole_hands():
    game = acting("coin", "tnt", "lasso", dig="shovel", draw="train heist")
    game.state.seats[0].known[1][KIND_NAMES.index("tnt")] = 1
    game.do("pick up")
    assert game.hand(2) == "tnt" and game.known(0, 2) == "tnt" and game.known(0, 1) == "shovel, coin"
    assert game.known(1, 2) == "tnt" and game.known(2, 0) == "lasso" and game.known(1, 0) == ""
    duel = acting("coin", "tnt", "", dig="shovel", draw="duel").do("pick up").dice(6, 6, 1, 1).do("player +1")
    assert duel.known(1, 0) == "tnt" and duel.known(2, 0) == ""


@pytest.mark.rule("DB-61", "DB-35")
def test_one_known_card_of_a_tip_cart_stays_known_and_two_do_not():
    def tipped(*actions):
        game = acting("shovel, shovel", "", land={"land 3": "ground, ground"}, draw="tip cart")
        return game.do("play shovel", "play shovel", "dig", "dig", "pick up", *actions)

    assert tipped("take 1", "land 9").land_known(1, "land 9") == ["ground"]
    two = tipped("take 2", "lay first", "land 9", "land 9")
    assert two.land_known(1, "land 9") == ["?", "?"] and two.land_known(0, "land 9") == ["ground", "ground"]


@pytest.mark.rule("DB-61", "DB-34")
def test_a_shuffle_clears_the_knowledge_of_the_draw_deck():
    game = acting("ouija oracle, lasso", "", draw="shuffle draw deck, tnt").do(
        "play ouija oracle", "play lasso", "player +1", "pick up"
    )
    game.do("shuffle plainly")
    assert game.draw_top(0) == ["?"] * 3 and set(game.deck_known(Back.DRAW)[:-1]) == {"?"}


@pytest.mark.rule("DB-61")
def test_starting_cards_are_public():
    table = dig_envs.batch("digging_bandits_v0", num_tables=1, seed=4).states["table"][0]
    assert table["known"][0].sum() >= 3 and table["known"][1].sum() >= 3


@pytest.mark.rule("C-4")
@pytest.mark.parametrize("seed", range(3))
def test_the_mover_of_a_redeal_has_an_answer(seed):
    game = acting("lasso", "shovel, cowboy", "tnt, cowboy").do("play lasso", "player +1")
    assert game.mover == 1 and game.redealt(1, seed).mover == 1
    twin = game.redealt(0, seed)
    assert twin.mover in (1, 2) and twin.legal[0] == "pass" and len(twin.legal) > 1
    assert twin.do("pass").pending in {"lasso", "ACTION"}


@pytest.mark.rule("DB-61")
def test_unseen_cards_are_the_cards_without_a_known_place():
    game = acting("coin, coin", "coin", bridges={"land 9": 0}, tech=[1, 0], landfill="gold")
    unseen = dict(zip(KIND_NAMES, game.seen(0)["unseen"], strict=True))
    assert unseen["coin"] == pytest.approx(11 / 13) and unseen["bridge"] == pytest.approx(3 / 4)
    assert unseen["tech"] == pytest.approx(13 / 14) and unseen["gold"] == 1


# --- coverage of random play

TABLES = 800
DECISIONS = 1000


def endings(batch) -> list[str]:
    """Return the ending of each game that ended in the last step."""
    tables = batch._finals["table"][batch.dones]
    return [
        "truncated" if table["end"] == End.TRUNCATED else "gold" if table["winner"].any() else "last bandit" for table in tables
    ]


def innermost_frames(batch) -> np.ndarray:
    """Return the innermost frame of each table."""
    table = batch._states["table"]
    return table["frames"][np.arange(TABLES), table["depth"] - 1]


def test_random_games_reach_every_decision_every_event_and_every_ending():
    asked, answered, actions, ends = set(), set(), set(), set()
    rescued = False
    for options in ({"quick_play": True}, {"num_players": 3, "max_turns": 90}, {"num_players": 4, "teams": True}):
        batch = dig_envs.batch("digging_bandits_v0", num_tables=TABLES, seed=8, **options)
        generator = np.random.default_rng(8)
        for _ in range(DECISIONS):
            top = innermost_frames(batch)
            events = top["kind"] == FrameKind.EVENT
            asked.update(top["kind"].tolist())
            answered.update(event_of(top.view(np.recarray))[events].tolist())
            chosen = random_actions(batch.masks, generator)
            actions.update(chosen.tolist())
            batch.step(chosen)
            ends.update(endings(batch))
            rescued |= batch._states["table"]["rescued"].any()
    assert asked == set(FrameKind) - {FrameKind.NOTHING} and rescued
    assert answered >= set(Event) - {Event.RESCUE}, "a block of a rescue is too rare: it needs SPOON, BLOCK and a pair"
    assert actions == set(range(batch.masks.shape[1]))
    assert ends == {"gold", "last bandit", "truncated"}


def masks_that_keep_cards(masks: np.ndarray) -> np.ndarray:
    """Restrict masks so that players turn in pairs, keep SPOON and BLOCK, and do not cash in the GOLD."""
    kept = masks.copy()
    kept[:, [PLAY_OF[Card.SPOON], PLAY_OF[Card.BLOCK], Action.CASH_IN]] = 0
    pairs = masks[:, Action.TURN_IN : Action.TURN_IN + len(CHARACTERS)]
    hunters = pairs.any(axis=1)
    kept[hunters] = 0
    kept[hunters, Action.TURN_IN : Action.TURN_IN + len(CHARACTERS)] = pairs[hunters]
    return np.where(kept.any(axis=1, keepdims=True), kept, masks)


@pytest.mark.rule("DB-45", "DB-56")
def test_games_of_players_that_keep_spoons_and_blocks_reach_a_blocked_rescue():
    batch = dig_envs.batch("digging_bandits_v0", num_tables=TABLES, seed=8, num_players=4)
    generator = np.random.default_rng(8)
    blocked = 0
    for _ in range(DECISIONS):
        top = innermost_frames(batch)
        rescues = (top["kind"] == FrameKind.EVENT) & (event_of(top.view(np.recarray)) == Event.RESCUE)
        chosen = random_actions(np.where(rescues[:, None], batch.masks, masks_that_keep_cards(batch.masks)), generator)
        blocked += (rescues & (chosen == PLAY_OF[Card.BLOCK])).sum()
        batch.step(chosen)
    assert blocked > 0
