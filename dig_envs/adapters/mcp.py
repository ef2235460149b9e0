"""Play the games from an assistant: a server of the Model Context Protocol, which `dig-envs mcp` runs.

| tool | does |
|---|---|
| `new_game` | deals a game against agents, and returns the first turn |
| `look` | returns the present turn, or the result |
| `choose` | plays a legal action, and returns the next turn, or the result |
| `rules` | returns the rules of the present game |
| `hint` | returns the action that a bot would choose with the knowledge of the assistant's seat |

A server plays one game at a time. The assistant names installed games and agents only: it cannot name files or servers.
"""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from dig_envs import text
from dig_envs.core.agent import checked_actions
from dig_envs.core.agent_names import agents_for, find_agent
from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of, games
from dig_envs.core.errors import ArgumentError, DigEnvsError, OrderError, nearest
from dig_envs.core.game import Game
from dig_envs.text.game import ME
from dig_envs.utils.libraries import optional_imports

with optional_imports():
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError

ADVISER = "expert"
ATTEMPTS = 1000  # answers to one turn, the most that `TextGame` accepts


class Tools:
    """The tools of a server, and its game. Calls from several threads wait for each other."""

    def __init__(self) -> None:
        self._game: text.TextGame | None = None
        self._lock = threading.Lock()

    def new_game(
        self,
        game: str,
        seed: int | None = None,
        opponents: list[str] | None = None,
        options: dict[str, bool | int | str] | None = None,
    ) -> str:
        """Deal a new game and return your first turn. You are player 1. A game in progress is dropped.

        Args:
            game: one of GAMES.
            seed: the seed of the deal; without one, the deal is random.
            opponents: the names of the agents at the other seats, such as ["greedy"]; ["expert"] by default.
            options: options of the game, such as {"max_turns": 40}.
        """
        with self._tool():
            names = [ADVISER] if opponents is None else opponents
            given = _checked_options(game_of(game), {"num_players": len(names) + 1, **(options or {})}, names)
            self._game = text.TextGame(game, seed, [ME, *names], attempts=ATTEMPTS, **given)
            return self._turn()

    def look(self) -> str:
        """Return your present turn: the news, the position, the question and the legal actions; or the result."""
        with self._tool():
            return self._turn()

    def choose(self, action: int | str) -> str:
        """Play one of your legal actions, and return your next turn, or the result.

        Args:
            action: the number of the action in the list of the present turn, or its words.
        """
        with self._tool():
            played = self._present.answer(str(action))
            if isinstance(played, text.Refused):
                raise ArgumentError(played.message)
            return f"You chose: {played.label}.\n\n{self._turn()}"

    def rules(self) -> str:
        """Return the rules of the present game with its options."""
        with self._tool():
            return self._present.rules

    def hint(self, agent: str = ADVISER) -> str:
        """Return the action that a bot would choose in your place. It knows what you know.

        Args:
            agent: the name of the bot, such as "greedy" or "expert".
        """
        with self._tool():
            game, choices = self._present, self._present.turn.choices
            _check_offered([agent], agents_for(game.game, game.options))
            action = _choice_of(agent, game)
            return f"{agent} would choose {next(choice.line for choice in choices if choice.action == action)}"

    @property
    def _present(self) -> text.TextGame:
        if self._game is None:
            raise OrderError("there is no game yet: call new_game first")
        return self._game

    def _turn(self) -> str:
        game = self._present
        if not game.over:
            return game.turn.text()
        rewards = ", ".join(f"player {seat + 1} {reward:g}" for seat, reward in enumerate(game.rewards))
        return f"The game is over. Rewards: {rewards}. You are player 1."

    @contextmanager
    def _tool(self) -> Iterator[None]:
        """Serve one call at a time, and report our errors to the assistant."""
        with self._lock:
            try:
                yield
            except DigEnvsError as error:
                raise ToolError(str(error)) from error


def server() -> MCPServer:
    """Return a server with the five tools and without a game."""
    made = MCPServer("dig-envs", instructions="Board games about digging. Begin with new_game; rules explains the game.")
    tools = Tools()
    for tool in (tools.new_game, tools.look, tools.choose, tools.rules, tools.hint):
        about = (tool.__doc__ or "").replace("GAMES", ", ".join(games()))
        made.add_tool(tool, description=about, structured_output=False)
    return made


def _checked_options(game: Game, options: Mapping[str, Any], agents: list[str]) -> Mapping[str, Any]:
    """Return the options.

    Raises:
        DigEnvsError: an option or an agent is unknown, or a text is none of the option's known values, such as a path.
    """
    words = {*game.options.rewards, *(value for values in game.options.fuzz_values.values() for value in values)}
    for name, value in options.items():
        if isinstance(value, str) and value not in words:
            raise ArgumentError(f'"{value:.40}" cannot be the option "{name:.40}" here')
    _check_offered(agents, agents_for(game, game.parse_options(**options)))
    return options


def _check_offered(names: list[str], offered: list[str]) -> None:
    for name in names:
        if name not in offered:
            raise ArgumentError(f'no agent "{name:.40}" can play here; {nearest(name, offered, "agents")}')


def _choice_of(agent: str, game: text.TextGame) -> int:
    """Return the action that an agent chooses at the present turn, which it sees as its seat does."""
    record = game.record()
    batch = Batch(record.game, record.options, 1, record.seed, num_threads=1, deal_again=False)
    for decision in record.decisions:
        batch.step(np.array([decision.action]))
    adviser = find_agent(agent, record.game)
    decisions = batch.decisions(generator=np.random.default_rng([record.seed, len(record.decisions)]))
    return int(checked_actions(adviser, adviser.act(decisions), decisions.masks)[0])
