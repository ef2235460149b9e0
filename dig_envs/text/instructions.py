"""The rules of a game with given options, and how to answer."""

import dataclasses
import re

from dig_envs.core.actions import Family
from dig_envs.core.game import FULL, Game, Options
from dig_envs.render.view import module_of
from dig_envs.render.wording import player_rules

REWARDS = {
    "win": "Your reward is 1 for a win and negative for a loss.",
    "score": "Your reward is your points.",
    "rank": "Your reward depends on your place, from 1 for the first to -1 for the last.",
}
CLAUSES = re.compile(r" \([A-Z]+-\d+[^)]*\)")
LISTED = """Each turn lists the legal actions with numbers. You may think first. End your answer with one JSON object such as
`{"action": 1}`: the number of an action. Its words are accepted too."""
HIDDEN = """No turn lists the legal actions. You may think first. End your answer with one JSON object such as
`{"action": "name"}`: the name of an action. These are the names of all actions:"""
MAX_NAMES = 40  # of a family; longer families show the first and the last one


def rules_text(game: Game, options: Options, listed: bool) -> str:
    """Return the rules for players, the options of this game, and how to answer.

    Args:
        listed: whether turns list the legal actions; if not, the rules name all actions.
    """
    answer = LISTED if listed else "\n".join([HIDDEN, "", *map(_family, game.actions.families)])
    material: list[str] = getattr(module_of(game, "description"), "material", list)()
    parts = [
        player_rules(game) or f"# {game.title}",
        *material,
        "## This game",
        _this_game(options),
        "## How to answer",
        answer,
    ]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _this_game(options: Options) -> str:
    """Describe the options, and the numbers of a small variant."""
    given = dataclasses.asdict(options) | {"max_turns": options.turn_limit or "none"}
    lines = [f"- {name.replace('_', ' ')}: {value}" for name, value in given.items() if value is not None]
    if getattr(options, "variant", FULL) != FULL:
        lines += [f"- {name} of the variant: {value}" for name, value in dataclasses.asdict(options.variant_size).items()]
    return "\n".join([*lines, "", REWARDS[options.reward]])


def _family(family: Family) -> str:
    names = [f"`{name}`" for name in family.names]
    shown = names if len(names) <= MAX_NAMES else [*names[: MAX_NAMES // 4], "…", names[-1]]
    return f"- {CLAUSES.sub('', family.meaning)}: {', '.join(shown)}"
