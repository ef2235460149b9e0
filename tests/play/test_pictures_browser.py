"""The words on cards end within the frames of the cards, with the fonts of a headless browser."""

import pytest

from dig_envs.digging_bandits import card_drawing as bandits
from dig_envs.digging_bandits.components import KINDS, Back
from dig_envs.lets_dig_for_treasure import card_drawing as lets_dig
from dig_envs.lets_dig_for_treasure.components import CARDS
from dig_envs.render.svg import Svg
from tests.play.test_play_browser import browser, pytestmark  # noqa: F401 - a fixture, and when the tests run

# The words of cards of which a text touches the innermost frame, or leaves it.
TOUCHING = """
const room = (text, frame) => Math.min(text.left - frame.left, frame.right - text.right, frame.bottom - text.bottom);
const boxes = (card, kind) => [...card.querySelectorAll(kind)].map((each) => each.getBoundingClientRect());
return [...document.querySelectorAll('svg > g')]
  .filter((card) => boxes(card, 'text').some((text) => room(text, boxes(card, 'rect').at(-1)) < 1))
  .map((card) => card.textContent.trim());
"""


def bandits_cards(picture: Svg) -> None:
    for kind in range(KINDS):
        bandits.draw_card(picture, 40 + 60 * kind, 10, kind)
    for back in Back:
        bandits.draw_back(picture, 40 + 60 * back, 100, back)


def lets_dig_cards(picture: Svg) -> None:
    for kind in range(len(CARDS)):
        lets_dig.draw_card(picture, 40 + 60 * kind, 10, kind)


@pytest.mark.parametrize("draw", [bandits_cards, lets_dig_cards])
def test_words_stay_within_the_frames_of_their_cards(draw, browser, tmp_path):  # noqa: F811
    picture = Svg(60 * 50, 180)
    draw(picture)
    page = tmp_path / "cards.html"
    page.write_text(f"<!doctype html><meta charset=utf-8>{picture.document()}", "utf-8")
    browser.get(page.as_uri())
    assert browser.execute_script("return document.querySelectorAll('svg > g text').length") > 20
    assert browser.execute_script(TOUCHING) == []
