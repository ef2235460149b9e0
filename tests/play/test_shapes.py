"""The pictures and texts that a page shows, at the moments of random games: narrow pictures can be read and tapped, and every
part and every action explains itself."""

import random
import re
from collections.abc import Iterator
from importlib import import_module
from xml.etree import ElementTree

import pytest

from dig_envs.core.catalogue import game_of
from dig_envs.play.table import Table
from dig_envs.render.narrow import TAP, WIDTH
from dig_envs.render.svg import Svg
from dig_envs.render.view import PUBLIC, Shape, View
from tests.support.catalogue import CASES, Case
from tests.support.play_tables import latest_message, legal, people_table

MIN_TEXT = 11  # CSS pixels on a page of 320
CODE = re.compile(r"[_{}\[\]]|\bNone\b|card 0\b|-1\b")


MAX_DECISIONS = 90
ONE_OF_EACH = [Case(game, {"num_players": 3}) for game in sorted({case.game for case in CASES})]
some_cases = pytest.mark.parametrize(
    "case",
    [
        *ONE_OF_EACH,
        *(pytest.param(case, marks=pytest.mark.long) for case in CASES if case.id not in {one.id for one in ONE_OF_EACH}),
    ],
    ids=lambda case: case.id,
)


def moments(case: Case, seed: int, every: int = 8) -> Iterator[Table]:
    """Play a random game and yield the table at some of its moments, the last one included."""
    generator = random.Random(seed)
    table = people_table(case, seed, turns=25)
    while not table.over and len(table.actions) < MAX_DECISIONS:
        if generator.randrange(every) == 0:
            yield table
        table._step(generator.choice(legal(table)))
    yield table


def placed(
    element: ElementTree.Element, x: float = 0.0, scale: float = 1.0
) -> Iterator[tuple[ElementTree.Element, float, float]]:
    """Yield all elements of a picture with the x of their origin and the scale at which they are drawn."""
    transform = element.get("transform", "")
    for moved in re.findall(r"translate\((-?[\d.]+)", transform):
        x += scale * float(moved)
    for factor in re.findall(r"scale\(([\d.]+)\)", transform):
        scale *= float(factor)
    yield element, x, scale
    for child in element:
        yield from placed(child, x, scale)


def boxes(svg: str) -> dict[str, list[tuple[float, float, float]]]:
    """Return the left edges, widths and heights of the boxes of all parts."""
    found: dict[str, list[tuple[float, float, float]]] = {}
    for element, x, scale in placed(ElementTree.fromstring(svg)):
        if element.get("data-spot"):
            left, width, height = (scale * float(element[-1].get(name)) for name in ("x", "width", "height"))
            found.setdefault(element.get("data-spot"), []).append((x + left, width, height))
    return found


@some_cases
def test_narrow_pictures_can_be_read_and_tapped(case):
    for table in moments(case, seed=3):
        for viewer in (table.mover if not table.over else PUBLIC, PUBLIC):
            message = latest_message(table, viewer, Shape.NARROW)
            root = ElementTree.fromstring(message["svg"])
            assert root.get("viewBox").split()[2] == str(WIDTH)
            for element, _, scale in placed(root):
                if element.tag.endswith("text"):
                    assert scale * float(element.get("font-size")) >= MIN_TEXT - 0.01, element.text
            found = boxes(message["svg"])
            for part, sizes in found.items():
                assert all(left >= -TAP / 2 and left + width <= WIDTH + TAP / 2 for left, width, _ in sizes), part
            for choice in message["choices"]:
                for target in choice["targets"]:
                    for _, width, height in found.get(target, []):
                        assert min(width, height) >= TAP - 0.5, (target, width, height)


@some_cases
def test_actions_have_the_same_targets_in_both_shapes(case):
    for table in moments(case, seed=8):
        if not table.over:
            wide, narrow = (boxes(latest_message(table, table.mover, shape)["svg"]) for shape in Shape)
            targets = {
                target for choice in latest_message(table, table.mover, Shape.WIDE)["choices"] for target in choice["targets"]
            }
            assert targets & wide.keys() == targets & narrow.keys()


@pytest.mark.parametrize("shape", Shape)
@some_cases
def test_every_part_and_action_explains_itself_in_one_sentence(case, shape):
    for table in moments(case, seed=4):
        for viewer in table.histories:
            if table.wording.may_be_shown(table.view(viewer)):
                message = latest_message(table, viewer, shape)
                sentences = [*message["parts"].values(), *(choice["help"] for choice in message["choices"])]
                assert message["parts"] and message["parts"].keys() == boxes(message["svg"]).keys()
                for words in sentences:
                    assert re.fullmatch(r"[A-Z0-9][^.?!]*(?:!\b|![ (][^.?!]*)?[^.]*\.", words), words
                    assert not CODE.search(words), words


@some_cases
def test_actions_are_worded_for_people(case):
    for table in moments(case, seed=6):
        if not table.over:
            for choice in latest_message(table, table.mover, Shape.WIDE)["choices"]:
                assert choice["label"] and not CODE.search(choice["label"]), choice["label"]


@pytest.mark.parametrize("game", sorted({case.game for case in CASES}))
def test_the_wide_picture_names_more_parts_only_on_request(game):
    table = people_table(Case(game, {"num_players": 3}), seed=1)
    view = table.view(table.mover)
    assert view.picture(Shape.WIDE) == view.drawing.svg(view)
    more = View(view.game, view.options, view.state, view.seat, view.names, all_parts=True).picture(Shape.WIDE)
    assert boxes(view.picture(Shape.WIDE)).keys() <= boxes(more).keys()


def test_a_part_is_named_only_in_a_picture_of_all_parts():
    for all_parts in (False, True):
        picture = Svg(10, 10, all_parts)
        with picture.part("dog", 0, 0, 5, 5):
            picture.circle(1, 1, 1)
        assert ('data-spot="dog"' in picture.document()) == all_parts


# --- all kinds, also those that random games rarely show


def test_every_card_has_its_own_explanation():
    from dig_envs.dig_dig import components as dig_dig
    from dig_envs.dig_dig.wording import card_in_words as dig_dig_card
    from dig_envs.digging_bandits import components as bandits
    from dig_envs.digging_bandits.wording import card_in_words as bandits_card
    from dig_envs.lets_dig_for_treasure import components as treasure
    from dig_envs.lets_dig_for_treasure.wording import card_in_words as treasure_card

    for number, words in (
        (dig_dig.NUM_KINDS, [dig_dig_card(kind) for kind in range(dig_dig.NUM_KINDS)]),
        (treasure.NUM_KINDS, [treasure_card(kind) for kind in range(treasure.NUM_KINDS)]),
        (bandits.KINDS - len(bandits.CHARACTERS), {bandits_card(kind) for kind in range(bandits.KINDS)}),
    ):
        assert len(set(words)) == number and all(words)


def test_every_stage_pickup_minion_and_shamandillo_has_an_explanation():
    from dig_envs.two_bit_bandits import components, wording

    assert set(wording.STAGES) == {stage for stage in components.Stage if 0 < stage < components.Stage.OWNED_WAGON}
    assert set(wording.PICKUPS) == set(components.Pickup)
    assert set(wording.MINION_POWERS) == set(components.Minion)
    assert set(wording.SHAMANDILLO_POWERS) == set(components.Shamandillo)
    assert set(wording.DICE) == set(components.Die)


# Families of actions whose explanation is that of a card, a stage, a pickup or a scene.
EXPLAINED_BY_CARDS = {
    "dig_v0": set(),
    "dig_dig_v0": {"POWER"},
    "lets_dig_for_treasure_v0": {"RESOLVE", "SCORE", "STEAL"},
    "two_bit_bandits_v0": {"STAGE", "ASSIGN", "HOLD"},
    "digging_bandits_v0": {"PLAY", "NAME"},
}


@pytest.mark.parametrize("game", EXPLAINED_BY_CARDS)
def test_every_family_of_actions_has_its_own_explanation(game):
    module = import_module(game_of(game).drawing.rpartition(".")[0] + ".wording")
    explained = {action: words.help for action, words in module.ACTIONS.families.items()}
    assert set(explained) == set(module.Action)
    assert {action.name for action, words in explained.items() if callable(words)} == EXPLAINED_BY_CARDS[game]
    assert all(words[0].isupper() and words.endswith(".") for words in explained.values() if not callable(words))
