"""Read the measured ratings of the agents: `ratings.json`, which `python -m maintenance.strength` writes."""

import json
from functools import cache
from pathlib import Path

from dig_envs.core.agent_names import AgentRating
from dig_envs.core.game import Game

FILE = Path(__file__).with_name("ratings.json")


def ratings(game: Game, num_players: int) -> dict[str, AgentRating]:
    """Return the measured ratings of a game's agents at tables of this size by name; empty if none were measured."""
    rows = _measured().get(game.id, {}).get(str(num_players), {})
    return {name: AgentRating(*row) for name, row in rows.items()}


@cache
def _measured() -> dict[str, dict[str, dict[str, list]]]:
    """Return the rows of the file by game, number of players and agent."""
    return json.loads(FILE.read_text("utf-8"))
