"""The lobby of a server: choose a game, seats and options, and start a table.

A lobby offers installed games and agents by name only. Paths of models, Python files and card sets are for the command line.
"""

import asyncio
import dataclasses
import hmac
import re
import secrets
import sys
import traceback
from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any

from dig_envs.core.agent_names import agents_for, ratings_of
from dig_envs.core.catalogue import game_of, games
from dig_envs.core.errors import ArgumentError, DigEnvsError, OrderError, nearest
from dig_envs.core.game import Game, Options
from dig_envs.core.game_html import option_meanings
from dig_envs.core.seeds import random_seed
from dig_envs.play.lessons import lessons_of
from dig_envs.play.live_table import LiveTable
from dig_envs.play.live_tables import LiveTables, path_of
from dig_envs.play.starting import FUNCTIONS, compiled_functions
from dig_envs.play.table import MAX_NAME, Participant, Table
from dig_envs.render.view import PUBLIC, package_of
from dig_envs.render.wording import wording_of

ME, FRIEND = "me", "friend"  # the seats of people; other seats have the names of agents
HIDDEN = ("num_players", "reward", "variant")  # options that the lobby does not offer
CLAUSE = re.compile(r" \([A-Z]+-\d+\)")


class Lobby:
    """Starts tables, one after the other.

    Args:
        tables: the tables of the server.

    Attributes:
        token: the secret part of the lobby's path.
        newest: the table that was started last.
        error: why the last start failed; empty if it did not.
    """

    def __init__(self, tables: LiveTables):
        self.tables = tables
        self.token = secrets.token_urlsafe(32)
        self.newest: LiveTable | None = None
        self.error = ""
        self._starting: asyncio.Task[None] | None = None
        self._game: Game | None = None

    @property
    def path(self) -> str:
        return f"/lobby/{self.token}"

    def is_mine(self, token: str) -> bool:
        """Return whether a token is that of the lobby. The time taken does not depend on the token."""
        return hmac.compare_digest(token.encode("utf-8", "replace"), self.token.encode())

    def message(self) -> dict[str, Any]:
        """Return all games with their numbers of players and options, for the page."""
        return {"games": [described(game_of(name)) for name in games()], "max_name": MAX_NAME}

    async def agents(self, game: str, options: dict) -> list[dict[str, Any]]:
        """List the agents that can play a game with these options, the strongest first, with their measured strength.

        "measured_at" is the number of players at which it was measured: the nearest number with measurements.
        """
        chosen_game = game_of(game)
        chosen = parsed(chosen_game, options)
        all_sizes = range(chosen_game.min_players, chosen_game.max_players + 1)
        sizes = sorted(all_sizes, key=lambda size: abs(size - chosen.num_players))
        size = next((size for size in sizes if ratings_of(chosen_game, size)), chosen.num_players)
        ratings = {name: {**each._asdict(), "measured_at": size} for name, each in ratings_of(chosen_game, size).items()}
        names = sorted(agents_for(chosen_game, chosen), key=lambda name: -ratings[name]["rating"] if name in ratings else 0.0)
        return [{"name": name, **ratings.get(name, {})} for name in names]

    async def start(self, game: str, options: dict, seats: list, name: str) -> None:
        """Start a table; its state follows by `state`.

        Args:
            game: the game's id.
            options: the options by name, `num_players` excepted.
            seats: for each seat "me" (exactly once), "friend" or the name of an agent.
            name: the person's name.

        Raises:
            OrderError: another table is being set up.
            ArgumentError, OptionError: the arguments contradict each other, or name something that the lobby does not offer.
        """
        chosen_game = game_of(game)
        chosen = parsed(chosen_game, {**options, "num_players": len(seats)})
        participants = seated(seats, name, agents_for(chosen_game, chosen))
        make = partial(Table, chosen_game, options, random_seed(), participants)
        self._begin(chosen_game, partial(self.tables.set_up, make, seats.index(ME)))

    async def learn(self, game: str) -> None:
        """Start the first lesson of a game; its state follows by `state`.

        Raises:
            OrderError: another table is being set up.
        """
        taught = game_of(game)
        self._begin(taught, partial(self.tables.teach, taught, 0))

    def _begin(self, game: Game, set_up: Callable[[], Coroutine[Any, Any, LiveTable]]) -> None:
        if self._starting is not None and not self._starting.done():
            raise OrderError("another table is being set up")
        self._game, self.newest, self.error = game, None, ""
        self._starting = asyncio.create_task(self._start(set_up))

    async def _start(self, set_up: Callable[[], Coroutine[Any, Any, LiveTable]]) -> None:
        try:
            self.newest = await set_up()
        except DigEnvsError as error:
            self.error = str(error)
        except Exception as error:  # an agent is arbitrary code
            traceback.print_exc(file=sys.stderr)
            self.error = f"the table cannot be set up: {type(error).__name__}: {error}"

    def state(self) -> dict[str, Any]:
        """Describe the start: compiled functions, the error, and the links to the newest table once it is ready."""
        compiled = compiled_functions(self._game) if self._game is not None else 0
        starting = self._starting is not None and not self._starting.done()
        state = {"starting": starting, "completed": compiled, "total": len(FUNCTIONS), "error": self.error, "links": []}
        return {**state, "links": links_of(self.newest)} if self.newest is not None else state


def described(game: Game) -> dict[str, Any]:
    """Return a game's names, numbers of players, length and options, for the page."""
    package = import_module(package_of(game)) if package_of(game) else None
    sentence = ((package and package.__doc__) or "").partition("\n")[0].partition(": ")[2]
    return {
        "id": game.id,
        "title": game.title,
        "sentence": sentence[:1].upper() + sentence[1:],
        "minutes": getattr(wording_of(game), "MINUTES", None),
        "min_players": game.min_players,
        "max_players": game.max_players,
        "options": offered_options(game),
        "lessons": len(lessons_of(game)),
    }


def offered_options(game: Game) -> list[dict[str, Any]]:
    """Describe the options that the lobby offers: switches, and options with a few values."""
    meanings = option_meanings(game)
    offered = []
    for field in dataclasses.fields(game.options):
        fuzz_values = game.options.fuzz_values.get(field.name, ())
        if isinstance(field.default, bool):
            values: list[Any] = [False, True]
        elif isinstance(field.default, str | int) and fuzz_values:
            values = list(dict.fromkeys([field.default, *fuzz_values]))
            values = sorted(values) if isinstance(field.default, int) else values
        else:
            continue
        if field.name not in HIDDEN:
            meaning = CLAUSE.sub("", meanings.get(field.name, ""))
            offered.append({"name": field.name, "default": field.default, "values": values, "meaning": meaning})
    return offered


def parsed(game: Game, options: Mapping[str, Any]) -> Options:
    """Check options from a page.

    Raises:
        ArgumentError: the lobby does not offer an option or its value.
        OptionError: the values contradict each other.
    """
    offered = {option["name"]: option["values"] for option in offered_options(game)}
    for name, value in options.items():
        if name == "num_players":
            continue
        if name not in offered:
            raise ArgumentError(f'the lobby does not offer the option "{name!s:.40}"; {nearest(name, offered, "options")}')
        if not any(type(value) is type(other) and value == other for other in offered[name]):
            raise ArgumentError(f"{name} must be one of {', '.join(map(str, offered[name]))}, not {value!r:.40}")
    return game.parse_options(**options)


def seated(seats: Sequence[Any], name: str, agents: Sequence[str]) -> list[Participant]:
    """Return the participant of each seat.

    Raises:
        ArgumentError: not exactly one seat is "me", or a seat names no offered agent.
    """
    if seats.count(ME) != 1:
        raise ArgumentError("choose exactly one seat for yourself")
    for seat in seats:
        if seat not in (ME, FRIEND, *agents):
            raise ArgumentError(f'"{seat!s:.40}" cannot take a seat at this table; {nearest(str(seat), agents, "agents")}')
    participants = []
    for number, seat in enumerate(seats):
        known = {ME: name.strip() or "Player", FRIEND: "Friend"}.get(seat, seat)
        shown = known if seats.count(seat) == 1 else f"{known} {number}"
        participants.append(Participant(shown, None if seat in (ME, FRIEND) else seat))
    return participants


def links_of(live: LiveTable) -> list[dict[str, Any]]:
    """List the links to a table: first the person's own, then those of friends, then that of spectators."""
    people = sorted(live.table.people, key=lambda seat: seat != live.host)
    return [
        *({"name": live.table.names[seat], "path": path_of(live, seat)} for seat in people),
        {"name": "Spectators", "path": path_of(live, PUBLIC)},
    ]
