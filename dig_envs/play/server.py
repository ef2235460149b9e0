"""Serve tables to browsers: the pages, a stream of events for each viewer, and the pages' requests."""

import asyncio
import contextlib
import json
import socket
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from dig_envs.core.catalogue import game_of, games
from dig_envs.core.errors import ArgumentError, DigEnvsError, OrderError
from dig_envs.core.game import Game
from dig_envs.play.guard import App, Guard, TooLongError
from dig_envs.play.live_table import LiveTable
from dig_envs.play.live_tables import LiveTables, path_of
from dig_envs.play.lobby import Lobby
from dig_envs.play.player_rules import player_rules
from dig_envs.render.cover import cover_of
from dig_envs.render.palette import dark_style
from dig_envs.render.view import PUBLIC, Shape
from dig_envs.utils.libraries import optional_imports

with optional_imports():
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response, StreamingResponse
    from starlette.routing import Route

MEDIA_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
PAGE = files("dig_envs.play").joinpath("page")
RENDER = files("dig_envs.render")
PAGE_FILES = {
    each.name: each
    for each in (*PAGE.iterdir(), RENDER.joinpath("replay.css"), RENDER.joinpath("replay.js"))
    if each.name.endswith((".css", ".js", ".svg"))
}
TABLE_REQUESTS = ("act", "undo", "hint", "review", "rematch", "branch", "lobby", "consent", "learn")
LOBBY_REQUESTS = ("agents", "start", "learn")
Fields = Mapping[str, type]  # of a request's JSON object
KINDS = {int: "a whole number", str: "a short text", bool: "true or false", dict: "an object", list: "a list"}
MAX_TEXT = 64  # characters of a moment's id or an adviser's name
GZIP = 31  # zlib's number for its largest window in the format of gzip
MAX_HEAD = 16384  # bytes of a request's head
MAX_CONNECTIONS = 128
REQUEST_SECONDS = 10.0  # seconds in which a client must send the head of a request, and then its body


class BadRequestError(DigEnvsError, ValueError):
    """A request that no page of this server sends."""


def application(tables: LiveTables, hosts: frozenset[str], lobby: Lobby | None = None) -> App:
    """Make the ASGI application for tables.

    Args:
        tables: the tables.
        hosts: accepted host names, with the port.
        lobby: starts further tables; None makes one.
    """
    lobby = Lobby(tables) if lobby is None else lobby
    at_tables, at_lobby = TableEndpoints(tables, lobby), LobbyEndpoints(lobby)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        tables.wake_agents()
        yield
        tables.end_streams()

    routes = [
        Route("/page/{name}", send_file),
        Route("/t/{token}", at_tables.page),
        Route("/t/{token}/events", at_tables.events),
        Route("/t/{token}/replay", at_tables.replay),
        Route("/t/{token}/rules", at_tables.rules),
        *(Route(f"/t/{{token}}/{name}", getattr(at_tables, name), methods=["POST"]) for name in TABLE_REQUESTS),
        Route("/lobby/{token}", at_lobby.page),
        Route("/lobby/{token}/games", at_lobby.games),
        Route("/lobby/{token}/state", at_lobby.state),
        Route("/lobby/{token}/cover/{game}", at_lobby.cover),
        Route("/lobby/{token}/rules/{game}", at_lobby.rules),
        *(Route(f"/lobby/{{token}}/{name}", getattr(at_lobby, name), methods=["POST"]) for name in LOBBY_REQUESTS),
    ]
    return Guard(Starlette(routes=routes, lifespan=lifespan), hosts)


async def send_file(request: Request) -> Response:
    """Send a style sheet, a script or an icon."""
    name = request.path_params["name"]
    if name == "dark.css":
        return Response(dark_style(), media_type=MEDIA_TYPES[".css"])
    return _file(PAGE_FILES[name]) if name in PAGE_FILES else _not_found()


class TableEndpoints:
    """Answer the requests of the pages of tables. The token in the path determines the table and the viewer."""

    def __init__(self, tables: LiveTables, lobby: Lobby):
        self.tables, self._lobby = tables, lobby

    def _find(self, request: Request) -> tuple[LiveTable, int] | None:
        return self.tables.find(request.path_params["token"])

    async def page(self, request: Request) -> Response:
        """Send the page, which is the same for all viewers."""
        return _not_found() if self._find(request) is None else _file(PAGE.joinpath("play.html"))

    async def events(self, request: Request) -> Any:
        """Send the viewer's events as they occur (Server-Sent Events)."""
        match = self._find(request)
        if match is None:
            return _not_found()
        live, viewer = match
        after = request.headers.get("last-event-id", request.query_params.get("after", ""))[:MAX_TEXT]
        shape = _shape(request)

        async def respond(*connection: Any) -> None:  # without a pause between the check and the count
            if not live.presence.may_stream(viewer):
                return await PlainTextResponse("this link is open in too many windows\n", 429)(*connection)
            with live.presence.counted_stream(viewer):
                texts = _event_texts(live, viewer, after, shape)
                await stream_response(texts, request.headers.get("accept-encoding", ""))(*connection)

        return respond

    async def replay(self, request: Request) -> Response:
        """Send the page that replays the finished game as the viewer saw it."""
        match = self._find(request)
        if match is None:
            return _not_found()
        live, viewer = match
        try:
            return HTMLResponse(await live.replay(viewer, _shape(request)))
        except DigEnvsError as error:
            return PlainTextResponse(f"{error}\n", 409)

    async def rules(self, request: Request) -> Response:
        """Send the players' rules of the game as a piece of HTML."""
        match = self._find(request)
        return _not_found() if match is None else HTMLResponse(player_rules(match[0].table.game))

    async def act(self, request: Request) -> Response:
        """Carry out the viewer's action."""
        return await self._answer(request, {"moment": str, "action": int}, LiveTable.act)

    async def undo(self, request: Request) -> Response:
        """Undo the viewer's last action."""
        return await self._answer(request, {}, LiveTable.undo)

    async def hint(self, request: Request) -> Response:
        """Send an agent's choice for the viewer's decision."""
        return await self._answer(request, {"adviser": str}, LiveTable.hint)

    async def review(self, request: Request) -> Response:
        """Start the review of the viewer's decisions."""
        return await self._answer(request, {}, LiveTable.review)

    async def rematch(self, request: Request) -> Response:
        """Start a further game, and send the path of the viewer's link to it."""

        async def rematch(live: LiveTable, seat: int, swap: bool) -> dict[str, Any]:
            return {"path": await self.tables.rematch(live, seat, swap)}

        return await self._answer(request, {"swap": bool}, rematch)

    async def branch(self, request: Request) -> Response:
        """Start a further game from a moment of the finished one, and send the path of the viewer's link to it."""

        async def branch(live: LiveTable, seat: int, frame: int, agent: str) -> dict[str, Any]:
            return {"path": await self.tables.branch(live, seat, frame, agent)}

        return await self._answer(request, {"frame": int, "agent": str}, branch)

    async def consent(self, request: Request) -> Response:
        """Store whether the viewer agrees that the finished game is kept as data."""
        return await self._answer(request, {"keep": bool}, LiveTable.consent)

    async def lobby(self, request: Request) -> Response:
        """Send the path of the lobby to the host."""

        async def path(live: LiveTable, seat: int) -> dict[str, Any]:
            if seat != live.host:
                raise OrderError("only the host opens the lobby")
            return {"path": self._lobby.path}

        return await self._answer(request, {}, path)

    async def learn(self, request: Request) -> Response:
        """Set up another lesson of the game, and send the path of the viewer's link to it."""

        async def learn(live: LiveTable, seat: int, lesson: int) -> dict[str, Any]:
            if live.lesson is None:
                raise OrderError("this table teaches no lesson")
            following = await self.tables.teach(live.table.game, lesson)
            return {"path": path_of(following, following.table.people[0])}

        return await self._answer(request, {"lesson": int}, learn)

    async def _answer(self, request: Request, fields: Fields, method: Callable[..., Awaitable[Any]]) -> Response:
        """Call a method with the table, the viewer's seat and the request's fields, and send its result."""
        match = self._find(request)
        if match is None:
            return _not_found()
        if match[1] == PUBLIC:
            return _error(403, "this link is for watching only")
        return await _answer(request, fields, partial(method, *match))


class LobbyEndpoints:
    """Answer the requests of the page of the lobby, whose token is in the path."""

    def __init__(self, lobby: Lobby):
        self.lobby = lobby

    def _is_mine(self, request: Request) -> bool:
        return self.lobby.is_mine(request.path_params["token"])

    async def page(self, request: Request) -> Response:
        return _file(PAGE.joinpath("lobby.html")) if self._is_mine(request) else _not_found()

    async def games(self, request: Request) -> Response:
        return JSONResponse(self.lobby.message()) if self._is_mine(request) else _not_found()

    async def state(self, request: Request) -> Response:
        return JSONResponse(self.lobby.state()) if self._is_mine(request) else _not_found()

    async def cover(self, request: Request) -> Response:
        """Send the cover of a game (SVG)."""
        game = self._game_of(request)
        return _not_found() if game is None else Response(cover_of(game), media_type=MEDIA_TYPES[".svg"])

    async def rules(self, request: Request) -> Response:
        """Send the players' rules of a game as HTML."""
        game = self._game_of(request)
        return _not_found() if game is None else HTMLResponse(player_rules(game))

    def _game_of(self, request: Request) -> Game | None:
        """Return the game in the path; None for another person's lobby or an unknown game."""
        name = request.path_params["game"]
        return game_of(name) if self._is_mine(request) and name in games() else None

    async def agents(self, request: Request) -> Response:
        """List the agents that can play a game with some options."""
        return await self._answer(request, {"game": str, "options": dict}, self.lobby.agents)

    async def start(self, request: Request) -> Response:
        """Start a table."""
        return await self._answer(request, {"game": str, "options": dict, "seats": list, "name": str}, self.lobby.start)

    async def learn(self, request: Request) -> Response:
        """Start the first lesson of a game."""
        return await self._answer(request, {"game": str}, self.lobby.learn)

    async def _answer(self, request: Request, fields: Fields, method: Callable[..., Awaitable[Any]]) -> Response:
        return await _answer(request, fields, method) if self._is_mine(request) else _not_found()


def _shape(request: Request) -> Shape:
    """Return the shape of the pictures for the width of the viewer's page."""
    return Shape.NARROW if request.query_params.get("shape") == Shape.NARROW else Shape.WIDE


async def _event_texts(live: LiveTable, viewer: int, after: str, shape: Shape) -> AsyncIterator[str]:
    async with contextlib.aclosing(live.stream(viewer, after, shape)) as stream:  # type: ignore[type-var]
        async for kind, message in stream:
            yield event(kind, message)


def stream_response(texts: AsyncIterator[str], accepted: str) -> Response:
    """Respond with a stream of events, compressed if the browser accepts that."""
    if "gzip" not in accepted.lower():
        return StreamingResponse(texts, media_type="text/event-stream")
    return StreamingResponse(compressed(texts), media_type="text/event-stream", headers={"content-encoding": "gzip"})


async def compressed(texts: AsyncIterator[str]) -> AsyncIterator[bytes]:
    """Compress texts (gzip) so that each can be read as soon as it has arrived."""
    packer = zlib.compressobj(wbits=GZIP)
    async for text in texts:
        yield packer.compress(text.encode()) + packer.flush(zlib.Z_SYNC_FLUSH)


async def _answer(request: Request, fields: Fields, method: Callable[..., Awaitable[Any]]) -> Response:
    """Call a method with the request's fields, and send its result, or {} if that is None."""
    try:
        answer = await method(**await _fields_of(request, fields))
        return JSONResponse({} if answer is None else answer)
    except TooLongError:
        return _error(413, "the request is too long")
    except TimeoutError:
        return _error(408, "the request did not arrive in time")
    except OrderError as error:
        return _error(409, str(error))
    except DigEnvsError as error:
        return _error(400, str(error))


def event(kind: str, message: dict[str, Any]) -> str:
    """Write a message as a Server-Sent Event."""
    name = f"id: {message['id']}\n" if "id" in message else ""
    return f"{name}event: {kind}\ndata: {json.dumps(message, separators=(',', ':'))}\n\n"


async def _fields_of(request: Request, fields: Fields) -> dict[str, Any]:
    """Return the fields of a request's JSON object.

    Raises:
        BadRequestError: a field is missing, unknown or of a wrong type.
    """
    try:
        values = json.loads(await asyncio.wait_for(request.body(), REQUEST_SECONDS))
    except (ValueError, RecursionError):
        raise BadRequestError("the request must be a JSON object") from None
    if not isinstance(values, dict) or values.keys() != fields.keys():
        raise BadRequestError(f"the request must be a JSON object with {' and '.join(fields) or 'no fields'}")
    for name, kind in fields.items():
        if type(values[name]) is not kind or (kind is str and len(values[name]) > MAX_TEXT):
            raise BadRequestError(f"{name} must be {KINDS[kind]}")
    return values


def _file(file: Traversable) -> Response:
    return Response(file.read_bytes(), media_type=MEDIA_TYPES[file.name[file.name.rindex(".") :]])


def _not_found() -> Response:
    return PlainTextResponse("Page not found. Please open the link that you were given.\n", 404)


def _error(status: int, words: str) -> Response:
    return JSONResponse({"error": words}, status)


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address.

    Raises:
        ArgumentError: the address is not available.
    """
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise ArgumentError(f"cannot listen at {host} port {port}: {error.strerror}; try another --port") from error


def run(tables: LiveTables, listener: socket.socket, hosts: frozenset[str], lobby: Lobby | None = None) -> None:
    """Serve tables until the process is interrupted.

    Args:
        tables, hosts, lobby: as for `application`.
        listener: the socket to serve, from `listen`.
    """
    import uvicorn
    from uvicorn.protocols.http.h11_impl import H11Protocol

    class Protocol(H11Protocol):
        """Closes connections that do not send the head of a request in time."""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self.loop.call_later(REQUEST_SECONDS, self._close_unless_asked, None)

        def on_response_complete(self) -> None:
            self.loop.call_later(REQUEST_SECONDS, self._close_unless_asked, self.cycle)
            super().on_response_complete()

        def _close_unless_asked(self, last: Any) -> None:
            if self.cycle is last:  # no request has come since
                self.transport.close()

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            tables.end_streams()  # open streams would delay the shutdown
            await super().shutdown(sockets)

    config = uvicorn.Config(
        application(tables, hosts, lobby),
        log_level="warning",
        access_log=False,  # paths contain tokens
        server_header=False,
        http=Protocol,
        ws="none",
        timeout_graceful_shutdown=2,
        h11_max_incomplete_event_size=MAX_HEAD,
        limit_concurrency=MAX_CONNECTIONS,
    )
    with listener:
        Server(config).run(sockets=[listener])
