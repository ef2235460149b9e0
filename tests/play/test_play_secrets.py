"""A page never receives what its seat may not know: the same bytes whatever is hidden from it, over whole games."""

import random
import re

import pytest

from dig_envs.core.catalogue import game_of
from dig_envs.play.wording import telling_of
from dig_envs.render.view import PUBLIC
from tests.support.catalogue import CASES, Case
from tests.support.play_tables import branch, legal, people_table, same_for_the_viewer, sent, with_other_secrets

pytest.importorskip("starlette", reason="the extra `play` is not installed")

REDEALS = 6  # that are tried; after most of them others can't do what they did in the game

ONE_OF_EACH = [
    Case("dig_v0", {"num_players": 3}),
    Case("dig_dig_v0", {"num_players": 3}),
    Case("lets_dig_for_treasure_v0", {"num_players": 3}),
    Case("two_bit_bandits_v0", {"num_players": 3}),
    Case("digging_bandits_v0", {"num_players": 3}),
]


def compare_with_redeals(case: Case, seed: int, every: int, turns: int = 30) -> tuple[int, int, int]:
    """Play a whole game. Every few decisions deal anew what one viewer can't know, and play on with the same open deeds until
    the viewer is shown another moment and knows the same: then it was sent the same, whatever the others did in secret.

    Returns:
        how many moments were compared, how many of them after other actions than in the game, how many were not found.
    """
    generator = random.Random(seed)
    table = people_table(case, seed, turns)
    viewers = [*table.people, PUBLIC]
    compared = different = lost = 0
    while not table.over:
        viewer = viewers[generator.randrange(len(viewers))]
        if len(table.actions) % every == 0 and table.telling.settled(table.view(viewer)):
            other = with_other_secrets(table, viewer, generator.randrange(2**40))
            assert sent(other, viewer) == sent(table, viewer), "the same moment with other secrets"
            real = branch(table, viewer)
            while not real.over and real.track(viewer).last.number == table.track(viewer).last.number:
                real._step(generator.choice(legal(real)))
            if real.track(viewer).last.number > table.track(viewer).last.number:
                twin = None
                for _ in range(REDEALS):
                    twin = same_for_the_viewer(other, viewer, real, generator)
                    if twin is not None:
                        break
                    other = with_other_secrets(table, viewer, generator.randrange(2**40))
                if twin is None:
                    lost += 1
                else:
                    assert sent(twin, viewer) == sent(real, viewer)
                    compared += 1
                    different += twin.actions != real.actions
        table._step(generator.choice(legal(table)))
        assert_windows_are_shown_to_the_asked_only(table)
    for viewer in viewers:
        other = with_other_secrets(table, viewer, seed)
        assert sent(other, viewer) == sent(table, viewer), "the end with other secrets"
    return compared, different, lost


def assert_windows_are_shown_to_the_asked_only(table):
    """No viewer's newest moment is one at which another is asked for what it may hold."""
    for viewer, track in table.tracks.items():
        moment = track.last
        assert moment.mover == viewer or not table.game.window_open(moment.state["table"])[0]


SHORT_GAMES = "dig_dig_v0"  # compared at every decision


@pytest.mark.rule("C-4")
@pytest.mark.parametrize("case", ONE_OF_EACH, ids=lambda case: case.id)
def test_a_viewer_is_sent_the_same_whatever_is_hidden_from_it(case):
    compared, _, _ = compare_with_redeals(case, seed=5, every=9, turns=15)
    assert compared > 2


@pytest.mark.long
@pytest.mark.rule("C-4")
@pytest.mark.parametrize("case", [case for case in CASES if not case.solo], ids=lambda case: case.id)
def test_no_option_makes_a_difference_to_that(case):
    compared, _, lost = compare_with_redeals(case, seed=7, every=1 if case.game == SHORT_GAMES else 2)
    assert compared > 15 and compared > lost


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "broken"),
    [
        ("dig_v0", {"told": lambda view, action: view.game.actions.name(action)}),
        ("digging_bandits_v0", {"settled": lambda view: True}),
        ("two_bit_bandits_v0", {"settled": lambda view: True}),
        ("two_bit_bandits_v0", {"told": lambda view, action: view.game.actions.name(action)}),
        (
            "lets_dig_for_treasure_v0",
            {"question": lambda view: "?", "told": lambda view, action: f"{view.record.secret.cards[0]}"},
        ),
        ("dig_v0", {"outcome": lambda before, after, mover: [str(max(seat.dug for seat in after.record.seats))]}),
        ("dig_dig_v0", {"outcome": lambda before, after, mover: [f"{after.record.seats[0].hand[0]}"]}),
    ],
    ids=["a colour put back", "a window", "another window", "who passed", "a card of a stack", "a bone dug", "a card drawn"],
)
def test_the_comparison_would_find_a_fault(game, broken, monkeypatch):
    telling = telling_of(game_of(game))
    for name, function in broken.items():
        monkeypatch.setattr(telling, name, function)
    with pytest.raises(AssertionError):
        for seed in range(12):
            compare_with_redeals(Case(game, {"num_players": 3}), seed, every=1)


@pytest.mark.rule("LD-12")
def test_that_a_dog_was_not_used_is_told_to_nobody():
    """The seat that dug up a Skeleton is asked about its Dog; the others are shown nothing until it has answered."""
    generator = random.Random(4)
    for seed in range(60):
        table = people_table(Case("lets_dig_for_treasure_v0", {"num_players": 3}), seed)
        while not table.over:
            names = [table.game.actions.name(action) for action in legal(table)]
            if "no dog" in names:
                asked = table.mover
                others = [viewer for viewer in table.tracks if viewer != asked]
                before = {viewer: (table.track(viewer).last.number, len(table.track(viewer).log)) for viewer in others}
                assert table.track(asked).last.mask is not None
                assert not any(len(table.track(viewer).log) == table.track(viewer).last.told for viewer in others), (
                    "the dig waits"
                )
                table._step(legal(table)[names.index("no dog")])
                for viewer in others:
                    number, lines = before[viewer]
                    track = table.track(viewer)
                    assert track.last.number == number + 1 and len(track.log) == lines
                    assert re.fullmatch(r"dig in stack \d: Evil Skeleton, bust", track.log[-1].words)
                assert table.track(asked).log[-1].words == "use no Dog, and bust: Evil Skeleton, bust"
                return
            table._step(generator.choice(legal(table)))
    pytest.fail("nobody was asked about a Dog")
