"""The rules for players: length, form, and the drawer's HTML."""

import dataclasses
import re
from importlib.resources import files

import pytest

import dig_envs
from dig_envs.core.catalogue import game_of
from dig_envs.play.player_rules import player_rules

pytest.importorskip("markdown_it", reason="the extra `play` is not installed")
MAX_WORDS = 800
CLAUSE = re.compile(r"\b(DIG|DD|LD|DB|TB|C)-\d")
games = pytest.mark.parametrize("game", [game_of(name) for name in dig_envs.games()], ids=lambda game: game.id)


def text_of(game) -> str:
    return files(game.drawing.rpartition(".")[0]).joinpath("PLAYER_RULES.md").read_text("utf-8")


@games
def test_rules_are_short_and_complete(game):
    text = text_of(game)
    assert len(re.findall(r"\w[\w'-]*", text)) <= MAX_WORDS
    headings = re.findall(r"^#+ (.*)$", text, re.M)
    assert headings[0] == f"How to play {game.title}" and {"Your turn", "Variants"} <= set(headings)
    assert not CLAUSE.search(text) and "\\(" not in text and "](" not in text


@games
def test_rules_become_html_without_scripts(game):
    html = player_rules(game)
    assert html.startswith("<h2>How to play")
    assert set(re.findall(r"<(\w+)", html)) <= {
        "h2",
        "h3",
        "p",
        "ul",
        "ol",
        "li",
        "strong",
        "em",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
    }
    assert not re.search(r"<script|href|src=|\son\w+=", html)


def test_a_game_without_rules_has_an_empty_drawer():
    bare = dataclasses.replace(game_of("dig_v0"), drawing="")
    assert player_rules(bare) == ""
