"""Test that the texts of all pictures can be read, on a light page and on a dark page."""

import random
import re
from itertools import combinations

import pytest

from dig_envs.render.palette import CARD_INK, DARK, contrast, dark_style, in_dark, ink_on
from dig_envs.render.svg import Svg
from dig_envs.render.view import Shape, View
from tests.support.catalogue import CASES, Case, first_of_each_game
from tests.support.contrast import faint_texts
from tests.support.play_tables import legal, people_table

LEAST = 4.5  # WCAG 2, level AA
DECISIONS = 150
EVERY = 50  # decisions
GAMES = [Case(case.game, {"num_players": 3}) for case in first_of_each_game(CASES)]
PALETTES = {"light": str, "dark": in_dark}


@pytest.fixture(scope="module", params=GAMES, ids=lambda case: case.id)
def views(request) -> list[View]:
    """Moments of a random game as its mover sees them, and the last one with all cards shown."""
    generator = random.Random(4)
    table = people_table(request.param, 4, turns=60)
    found = []
    while not table.over and len(table.actions) < DECISIONS:
        if len(table.actions) % EVERY == EVERY - 1:
            found.append(table.view(table.mover))
        table._step(generator.choice(legal(table)))
    return [*found, table.view(None)]


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("shape", Shape)
def test_all_texts_have_contrast(views, shape, palette):
    faint = {words for view in views for words in faint_texts(PALETTES[palette](view.picture(shape)), LEAST)}
    assert not faint


def test_the_test_finds_a_faint_text_and_no_covered_one():
    picture = Svg(200, 60)
    picture.rect(0, 0, 200, 60, fill="#ffffff")
    for y, words, fill in ((20, "faint", "#aaaaaa"), (20, "dark", "#333333"), (50, "covered", "#aaaaaa")):
        picture.text(100 if words == "dark" else 5, y, words, 16, fill=fill)
    picture.rect(0, 32, 200, 28, fill="#000000")
    assert faint_texts(picture.document(), LEAST) == ["'faint' 2.3 in #aaaaaa"]


def test_a_dark_page_repaints_exactly_the_colours_of_the_palette(views):
    """The rules of the style sheet and `in_dark` change the same attributes; cards keep their colours."""
    rules = re.findall(r'svg \[(fill|stroke)="(#\w+)"\] \{ \1: (#\w+); \}', dark_style())
    assert len(rules) == 2 * len(DARK)
    for view in views:
        picture = view.picture(Shape.WIDE)
        repainted = picture
        for use, light, dark in rules:
            repainted = repainted.replace(f'{use}="{light}"', f'{use}="{dark}"')
        assert repainted == in_dark(picture) != picture
    assert CARD_INK not in DARK and len(set(DARK) | set(DARK.values())) == 2 * len(DARK)


@pytest.mark.parametrize("colour", ["#f08c1e", "#612696", "#28804a", "#c93434", "#f2c230"])
def test_the_ink_of_badges_can_be_read(colour):
    assert contrast(ink_on(colour), colour) >= LEAST


def test_words_can_be_read_on_all_surfaces_in_both_palettes():
    from dig_envs.render import palette

    surfaces = (
        palette.PAPER,
        palette.PANEL,
        palette.INSET,
        palette.GRASS,
        palette.PATH,
        palette.SAND,
        palette.DESERT,
        palette.TILE,
    )
    for change in (lambda colour: colour, DARK.__getitem__):
        assert all(contrast(change(palette.INK), change(surface)) >= LEAST for surface in surfaces)
    assert all(one != other for one, other in combinations(DARK, 2))
