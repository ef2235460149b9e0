"""Write the tables of `docs/training/hyperparameters.md` from the cards of the trained agents and the settings dataclasses."""

import dataclasses
import shlex
from collections.abc import Sequence
from typing import Any

from dig_envs.agents.trained import AgentCard, cards
from dig_envs.core.catalogue import game_of, games
from dig_envs.training.algorithms import ALGORITHMS, DEFAULT, module_of
from dig_envs.training.cli.arguments import Parser
from dig_envs.training.cli.settings_arguments import add_settings, given_settings
from website.game_tables import table

TITLES = {"PPO": "PPO", "DQN": "DQN", "CLONE": "Cloning", "EXIT": "Expert iteration"}
# Settings without influence on what is learned, and those that the commands or the column headings show.
LEFT_OUT = (
    "game", "folder", "games", "keep", "evaluate_every", "evaluate_games", "evaluate_against", "threads", "device", "ray",
    "checkpoint_every",
)  # fmt: skip


def tables() -> dict[str, str]:
    """Return the parts of the page by the names of their markers."""
    shipped = [card for game in games() for card in cards(game)]
    by_algorithm = {name: [card for card in shipped if card.algorithm == name] for name in TITLES}
    assert sum(map(len, by_algorithm.values())) == len(shipped), "an algorithm without a title"
    agents = [f"### {TITLES[name]}\n\n{agents_table(own)}" for name, own in by_algorithm.items() if own]
    return {"agents": "\n\n".join(agents), "defaults": defaults_table()}


def agents_table(shipped: Sequence[AgentCard]) -> str:
    """Return the settings of the last training of agents of one algorithm as Markdown, one column for each agent."""
    config = module_of(shipped[0].algorithm.lower()).Config
    given = [_last_settings(card) for card in shipped]
    rows = [["setting", "default", *map(title_of, shipped)]]
    for item in dataclasses.fields(config):
        if item.name not in LEFT_OUT:
            default = _default(item)
            values = [_text(own[item.name]) if item.name in own else default for own in given]
            rows.append([f"`{item.name}`", default, *(value if value == default else f"**{value}**" for value in values)])
    return table(rows[0], rows[1:])


def _last_settings(card: AgentCard) -> dict[str, Any]:
    """Return the settings of the last training of an agent; `players` has a single number too, instead of `options`."""
    given = {**settings_of(card.command), "play": card.play}
    options = dict(given.get("options", {}))
    if (players := options.pop("num_players", None)) is not None:
        given |= {"options": options, "players": (players,)}
    return given


def defaults_table() -> str:
    """Return the default of every setting in every algorithm as Markdown."""
    configs = {name: module_of(name).Config for name in ALGORITHMS if name != DEFAULT}  # a recipe has the settings of PPO
    fields = [{item.name: item for item in dataclasses.fields(config)} for config in configs.values()]
    rows = [["setting", *(f"`{name}`" for name in configs), "meaning"]]
    for name in dict.fromkeys(name for own in fields for name in own):
        cells = [_default(own[name]) if name in own else "" for own in fields]
        meaning = next(own[name].metadata["meaning"] for own in fields if name in own)
        rows.append([f"`{name}`", *cells, meaning])
    return table(rows[0], rows[1:])


def title_of(card: AgentCard) -> str:
    """Return the game's title and the agent's name."""
    return f"{game_of(card.game).title} `{card.name}`"


def settings_of(command: str) -> dict[str, Any]:
    """Return the settings that a command sets.

    >>> settings_of("dig-envs train dig_v0 --algo ppo --layers 256,256 --players 3")
    {'game': 'dig_v0', 'layers': (256, 256), 'options': {'num_players': 3}}
    """
    words = shlex.split(command)[2:]
    at = words.index("--algo")
    algorithm, words = words[at + 1], words[:at] + words[at + 2 :]
    config = module_of(algorithm).Config
    parser = Parser(f"dig-envs train --algo {algorithm}", "", "")
    add_settings(parser, config)
    return given_settings(parser.parse_args(words), config)


def _default(item: dataclasses.Field) -> str:
    """Write the default of a setting. Only `options` has no default value: its default factory makes an empty dict."""
    return _text({} if item.default is dataclasses.MISSING else item.default)


def _text(value: Any) -> str:
    """Write the value of a setting as on the command line."""
    if isinstance(value, dict):
        return ", ".join(f"{name}={option}" for name, option in value.items()) or "–"
    if isinstance(value, tuple):
        return ",".join(map(str, value)) or "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    return f"{value:,}" if isinstance(value, int) else value or "–"
