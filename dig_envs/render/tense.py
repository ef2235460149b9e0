"""Put the words of actions into the past tense, for the log of a game."""

import re

REGULAR = "accept add ask back bust cash discard end finish look pick play reroll roll stay turn warp"
IN_E = "challenge decline move owe place replace score shuffle trade use"
DOUBLED = "drop rob skip stop swap"
IRREGULAR = """begin began, build built, dig dug, do did, drink drank, fight fought, give gave, go went, hold held, keep kept,
lay laid, make made, pay paid, put put, set set, spend spent, steal stole, take took, throw threw"""
PAST = {
    **{verb: f"{verb}ed" for verb in REGULAR.split()},
    **{verb: f"{verb}d" for verb in IN_E.split()},
    **{verb: f"{verb}{verb[-1]}ed" for verb in DOUBLED.split()},
    **dict(pair.split() for pair in IRREGULAR.split(",")),
}
SECOND_VERBS = "score|owe|fight"  # after "and", where other actions name a second thing
VERB = re.compile(rf"^(?:only )?([a-z]+)|(?<= and )({SECOND_VERBS})\b")


def in_the_past(words: str) -> str:
    """Return the words of an action with its verbs in the past tense. Verbs that are not in `PAST` do not change.

    >>> in_the_past("dig here"), in_the_past("stop and score"), in_the_past("only shuffle")
    ('dug here', 'stopped and scored', 'only shuffled')
    """
    return VERB.sub(_past_of, words)


def _past_of(found: re.Match[str]) -> str:
    verb = found[1] or found[2]
    return found[0].removesuffix(verb) + PAST.get(verb, verb)
