"""Answers of models: which action an answer states, and why an answer is refused."""

import pytest

from dig_envs.text import Choice, Refusal
from dig_envs.text.answers import MAX_ANSWER, read_answer

CHOICES = [
    Choice(1, 40, "play boom", "play BOOM"),
    Choice(2, 7, "play 5", "play a 5"),
    Choice(3, 8, "pick up", "pick up the pile"),
]
NAMES = {"play boom", "play 5", "pick up", "play 9"}


@pytest.mark.parametrize(
    ("answer", "number"),
    [
        ('{"action": 2}', 2),
        ('{"action": "3"}', 3),
        ('I think {"action": 1} is bad, so {"thought": {"x": [1]}, "action": "Pick  Up"}', 3),
        ('{"action": 1} and then {"plan": 7}', 1),
        ('{"name": "choose", "arguments": {"action": 2}}', 2),
        ('[{"action": 1}, {"action": 3}]', 3),
        ('```json\n{"action": 2}\n```', 2),
        ("<action>1</action> no, <ACTION> play a 5 </ACTION>", 2),
        (r"so \boxed{3}", 3),
        ("2", 2),
        ("Let me see.\nBOOM is strong.\n**play boom**", 1),
        ("2. play a 5", 2),
        ('"Pick up the pile."', 3),
        ("1\n2\n\nthat is my choice", 2),
        ('{"action": 1}\n3', 1),
        ('{"action": {"action": 2', None),
        ("\ud83d\x00\n2\n", 2),
        ('{"action": 2} hm, no: {"action": 1.0}', 1),
        ("<action>" * 12_000 + "2</action>", 2),
    ],
)
def test_the_action_of_an_answer(answer, number):
    found = read_answer(answer, CHOICES, NAMES, numbered=True)
    assert found == CHOICES[number - 1] if number else found.kind == Refusal.UNPARSABLE


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("", Refusal.EMPTY),
        (" \n\t ", Refusal.EMPTY),
        ("I would play a 5, since it fits.", Refusal.UNPARSABLE),
        ('{"action": true}', Refusal.UNPARSABLE),
        ('{"action": 1.5}', Refusal.UNPARSABLE),
        ('{"action": null}', Refusal.UNPARSABLE),
        ('{"action": 2}\n{"action": null}', Refusal.UNPARSABLE),
        ('<action>2</action> {"action": [3]}', Refusal.UNPARSABLE),
        ('{"action": 99999999999}', Refusal.ILLEGAL),
        ("{" * 60_000, Refusal.UNPARSABLE),
        ('{"action":' * 9_000, Refusal.UNPARSABLE),
        ('{"a":' * 900 + '"' + "x" * 90_000 + '"' + "}" * 900, Refusal.UNPARSABLE),
        ("[" * 90_000 + '{"action"', Refusal.UNPARSABLE),
        ('{"action": ' + "9" * 5_000 + "}", Refusal.UNPARSABLE),
        ("2" * (MAX_ANSWER + 1), Refusal.UNPARSABLE),
        ("\ud800\udfff\x1b[31m\x00", Refusal.UNPARSABLE),
        ('{"action": 4}', Refusal.ILLEGAL),
        ('{"action": "play 9"}', Refusal.ILLEGAL),
        ("<action>dance\ud800</action>", Refusal.ILLEGAL),
        ("play 9", Refusal.ILLEGAL),
        ("0", Refusal.ILLEGAL),
        ("-1", Refusal.UNPARSABLE),
    ],
)
def test_refused_answers(answer, kind):
    found = read_answer(answer, CHOICES, NAMES, numbered=True)
    assert found.kind == kind
    assert len(found.reason) < 120 and found.reason.encode()


def test_without_a_list_numbers_are_no_answers():
    assert read_answer('{"action": 2}', CHOICES, NAMES, numbered=False).kind == Refusal.ILLEGAL
    assert read_answer("2", CHOICES, NAMES, numbered=False).kind == Refusal.UNPARSABLE
    assert read_answer("play 5", CHOICES, NAMES, numbered=False) == CHOICES[1]
