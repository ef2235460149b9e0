"""A page never receives hidden information: its messages are the same bytes for all secrets, over whole games."""

import random
import re

import pytest

from dig_envs.core.catalogue import game_of
from dig_envs.play import branching
from dig_envs.play.ending import ranking
from dig_envs.render.view import PUBLIC
from dig_envs.render.wording import wording_of
from tests.support import play_tables
from tests.support.catalogue import CASES, Case

pytest.importorskip("starlette", reason="the extra `play` is not installed")

REDEALS = 6  # tries per moment; after most redeals the others cannot repeat their public actions

ONE_OF_EACH = [
    Case("dig_v0", {"num_players": 3}),
    Case("dig_dig_v0", {"num_players": 3}),
    Case("lets_dig_for_treasure_v0", {"num_players": 3}),
    Case("two_bit_bandits_v0", {"num_players": 3}),
    Case("digging_bandits_v0", {"num_players": 3}),
]


def compare_with_redeals(case: Case, seed: int, every: int, turns: int = 30) -> tuple[int, int, int]:
    """Play a whole game and compare one viewer's messages with those of redeals.

    Every few decisions, the cards that the viewer cannot know are dealt again. The game continues with the same public actions
    until the viewer's next moment, whose message must be the same, whatever happened in secret.

    Returns:
        numbers of moments compared, of those with other secret actions, and of moments without a matching continuation.
    """
    generator = random.Random(seed)
    table = play_tables.people_table(case, seed, turns)
    viewers = [*table.people, PUBLIC]
    compared = different = lost = 0
    while not table.over:
        viewer = viewers[generator.randrange(len(viewers))]
        if len(table.actions) % every == 0 and table.wording.may_be_shown(table.view(viewer)):
            other = play_tables.with_other_secrets(table, viewer, generator.randrange(2**40))
            assert play_tables.latest_event(other, viewer) == play_tables.latest_event(table, viewer), (
                "the same moment with other secrets"
            )
            real = play_tables.branch(table, viewer)
            while not real.over and real.histories[viewer].latest.number == table.histories[viewer].latest.number:
                real._step(generator.choice(play_tables.legal(real)))
            if real.histories[viewer].latest.number > table.histories[viewer].latest.number:
                twin = None
                for _ in range(REDEALS):
                    twin = play_tables.indistinguishable_continuation(other, viewer, real, generator)
                    if twin is not None:
                        break
                    other = play_tables.with_other_secrets(table, viewer, generator.randrange(2**40))
                if twin is None:
                    lost += 1
                else:
                    assert play_tables.latest_event(twin, viewer) == play_tables.latest_event(real, viewer)
                    assert latest_view(twin, viewer).figures == latest_view(real, viewer).figures, "facts of the ending"
                    compared += 1
                    different += twin.actions != real.actions
        table._step(generator.choice(play_tables.legal(table)))
        assert_open_windows_are_shown_to_the_mover_only(table)
    for viewer in viewers:
        other = play_tables.with_other_secrets(table, viewer, seed)
        assert play_tables.latest_event(other, viewer) == play_tables.latest_event(table, viewer), "the end with other secrets"
        assert ranking(latest_view(other, viewer)) == ranking(latest_view(table, viewer)), "the ranking with other secrets"
    return compared, different, lost


def assert_open_windows_are_shown_to_the_mover_only(table):
    for viewer, history in table.histories.items():
        moment = history.latest
        assert moment.mover == viewer or not table.game.window_open(moment.state["table"])[0]


def latest_view(table, viewer):
    return table.view(viewer, table.histories[viewer].latest.state)


SHORT_GAMES = "dig_dig_v0"  # compared at every decision


@pytest.mark.rule("C-4")
@pytest.mark.parametrize("case", ONE_OF_EACH, ids=lambda case: case.id)
def test_messages_do_not_depend_on_hidden_information(case):
    compared, _, _ = compare_with_redeals(case, seed=5, every=9, turns=15)
    assert compared > 2


@pytest.mark.rule("C-4")
@pytest.mark.parametrize("case", ONE_OF_EACH, ids=lambda case: case.id)
def test_games_that_begin_at_a_moment_of_another_game_reveal_nothing(case):
    generator = random.Random(6)
    table = play_tables.people_table(case, seed=6, turns=8)
    while not table.over:
        table._step(generator.choice(play_tables.legal(table)))
    compared = 0
    for seat in table.people:
        begun, _ = branching.branch(table, seat, generator.randrange(table.histories[seat].latest.number), "random")
        assert begun.people == [seat], "the others have no page"
        for _ in range(4):
            if not begun.over and begun.wording.may_be_shown(begun.view(seat)):
                for viewer in (seat, PUBLIC):
                    if begun.wording.may_be_shown(begun.view(viewer)):
                        other = play_tables.with_other_secrets(begun, viewer, generator.randrange(2**40))
                        assert play_tables.latest_event(other, viewer) == play_tables.latest_event(begun, viewer)
                        compared += 1
            if not begun.over:
                begun._step(generator.choice(play_tables.legal(begun)))
    assert compared > 5


@pytest.mark.long
@pytest.mark.rule("C-4")
@pytest.mark.parametrize("case", [case for case in CASES if not case.solo], ids=lambda case: case.id)
def test_messages_do_not_depend_on_hidden_information_with_any_option(case):
    compared, _, lost = compare_with_redeals(case, seed=7, every=1 if case.game == SHORT_GAMES else 2)
    assert compared > 15 and compared > lost


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "broken"),
    [
        ("dig_v0", {"heard": lambda view, action: view.game.actions.name(action)}),
        ("digging_bandits_v0", {"may_be_shown": lambda view: True}),
        ("two_bit_bandits_v0", {"may_be_shown": lambda view: True}),
        ("two_bit_bandits_v0", {"heard": lambda view, action: view.game.actions.name(action)}),
        (
            "lets_dig_for_treasure_v0",
            {"question": lambda view: "?", "heard": lambda view, action: f"{view.record.secret.cards[0]}"},
        ),
        ("dig_v0", {"describe_change": lambda before, after, mover: [str(max(seat.dug for seat in after.record.seats))]}),
        ("dig_dig_v0", {"describe_change": lambda before, after, mover: [f"{after.record.seats[0].hand[0]}"]}),
    ],
    ids=["colour put back", "open window", "other open window", "passing seat", "card of a stack", "bone dug", "card drawn"],
)
def test_the_comparison_detects_leaks(game, broken, monkeypatch):
    wording = wording_of(game_of(game))
    for name, function in broken.items():
        monkeypatch.setattr(wording.ACTIONS if name == "heard" else wording, name, function)
    with pytest.raises(AssertionError):
        for seed in range(12):
            compare_with_redeals(Case(game, {"num_players": 3}), seed, every=1)


@pytest.mark.rule("LD-12")
def test_nobody_learns_that_a_dog_was_not_used():
    """While the seat that dug up a Skeleton decides about its Dog, the others are shown no new moment."""
    generator = random.Random(4)
    for seed in range(60):
        table = play_tables.people_table(Case("lets_dig_for_treasure_v0", {"num_players": 3}), seed)
        while not table.over:
            names = [table.game.actions.name(action) for action in play_tables.legal(table)]
            if "no dog" in names:
                asked = table.mover
                others = [history for viewer, history in table.histories.items() if viewer != asked]
                before = [(history.latest.number, len(history.log)) for history in others]
                assert table.histories[asked].latest.mask is not None
                assert not any(len(history.log) == history.latest.log_length for history in others), "the dig is not shown yet"
                table._step(play_tables.legal(table)[names.index("no dog")])
                for history, (number, lines) in zip(others, before, strict=True):
                    assert history.latest.number == number + 1 and len(history.log) == lines
                    assert re.fullmatch(r"dug in stack \d: Evil Skeleton, busted", history.log[-1].words)
                assert table.histories[asked].log[-1].words == "busted without using a Dog: Evil Skeleton, busted"
                return
            table._step(generator.choice(play_tables.legal(table)))
    pytest.fail("no seat decided about a Dog")
