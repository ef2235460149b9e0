"""Serve a table to browsers: the page, a stream of events for each viewer, and the page's requests."""

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from importlib.resources import files
from typing import Any

from dig_envs.core.errors import ArgumentError, DigEnvsError, OrderError
from dig_envs.play.guard import App, Guard, TooLongError
from dig_envs.play.live_table import LiveTable
from dig_envs.play.tokens import viewer_with_token
from dig_envs.render.view import PUBLIC
from dig_envs.utils.libraries import optional_imports

with optional_imports():
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
    from starlette.routing import Route

MEDIA_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
PAGE = files("dig_envs.play").joinpath("page")
PAGE_FILES = frozenset(each.name for each in PAGE.iterdir() if each.name.endswith((".css", ".js", ".svg")))
MAX_TEXT = 64  # characters of a moment's id or an adviser's name
MAX_HEAD = 16384  # bytes of a request's head
MAX_CONNECTIONS = 128
PATIENCE = 10.0  # seconds in which a client must send the head of a request, and then its body


class BadRequestError(DigEnvsError, ValueError):
    """A request that no page of this server sends."""


def application(live: LiveTable, hosts: frozenset[str]) -> App:
    """Make the ASGI application for a table.

    Args:
        live: the table.
        hosts: accepted host names, with the port.
    """
    endpoints = Endpoints(live)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        live.wake_agents()
        yield
        live.end_streams()

    routes = [
        Route("/page/{name}", endpoints.file),
        Route("/t/{token}", endpoints.page),
        Route("/t/{token}/events", endpoints.events),
        Route("/t/{token}/act", endpoints.act, methods=["POST"]),
        Route("/t/{token}/undo", endpoints.undo, methods=["POST"]),
        Route("/t/{token}/hint", endpoints.hint, methods=["POST"]),
    ]
    return Guard(Starlette(routes=routes, lifespan=lifespan), hosts)


class Endpoints:
    """Answer the requests of pages. The token in the path determines the viewer."""

    def __init__(self, live: LiveTable):
        self.live = live

    def _viewer(self, request: Request) -> int | None:
        return viewer_with_token(self.live.saved.key, self.live.viewers, request.path_params["token"])

    async def file(self, request: Request) -> Response:
        """Send a style sheet, a script or an icon."""
        name = request.path_params["name"]
        return _file(name) if name in PAGE_FILES else _not_found()

    async def page(self, request: Request) -> Response:
        """Send the page, which is the same for all viewers."""
        return _not_found() if self._viewer(request) is None else _file("play.html")

    async def events(self, request: Request) -> Any:
        """Send the viewer's events as they occur (Server-Sent Events)."""
        viewer = self._viewer(request)
        if viewer is None:
            return _not_found()
        after = request.headers.get("last-event-id", "")[:MAX_TEXT]

        async def respond(*connection: Any) -> None:  # without a pause between the check and the count
            if not self.live.may_stream(viewer):
                return await PlainTextResponse("this link is open in too many windows\n", 429)(*connection)
            with self.live.counted_stream(viewer):
                await StreamingResponse(self._event_texts(viewer, after), media_type="text/event-stream")(*connection)

        return respond

    async def _event_texts(self, viewer: int, after: str) -> AsyncIterator[str]:
        async with contextlib.aclosing(self.live.stream(viewer, after)) as stream:  # type: ignore[type-var]
            async for kind, message in stream:
                yield event(kind, message)

    async def act(self, request: Request) -> Response:
        """Carry out the viewer's action."""
        return await self._answer(request, {"moment": str, "action": int}, self.live.act)

    async def undo(self, request: Request) -> Response:
        """Undo the viewer's last action."""
        return await self._answer(request, {}, self.live.undo)

    async def hint(self, request: Request) -> Response:
        """Send an agent's choice for the viewer's decision, in words."""
        return await self._answer(request, {"adviser": str}, self.live.hint)

    async def _answer(
        self, request: Request, fields: dict[str, type], method: Callable[..., Awaitable[str | None]]
    ) -> Response:
        """Call a method with the viewer's seat and the request's fields, and send the words that it returns, if any."""
        viewer = self._viewer(request)
        if viewer is None:
            return _not_found()
        if viewer == PUBLIC:
            return _error(403, "this link is for watching only")
        try:
            words = await method(viewer, **await _fields_of(request, fields))
            return JSONResponse({} if words is None else {"words": words})
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


async def _fields_of(request: Request, fields: dict[str, type]) -> dict[str, Any]:
    """Return the fields of a request's JSON object.

    Raises:
        BadRequestError: a field is missing, unknown or of a wrong type.
    """
    try:
        found = json.loads(await asyncio.wait_for(request.body(), PATIENCE))
    except (ValueError, RecursionError):
        raise BadRequestError("the request must be a JSON object") from None
    if not isinstance(found, dict) or found.keys() != fields.keys():
        raise BadRequestError(f"the request must be a JSON object with {' and '.join(fields) or 'no fields'}")
    for name, kind in fields.items():
        if type(found[name]) is not kind or (kind is str and len(found[name]) > MAX_TEXT):
            raise BadRequestError(f"{name} must be {'a whole number' if kind is int else 'a short text'}")
    return found


def _file(name: str) -> Response:
    return Response(PAGE.joinpath(name).read_bytes(), media_type=MEDIA_TYPES[name[name.rindex(".") :]])


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


def run(live: LiveTable, listener: socket.socket, hosts: frozenset[str]) -> None:
    """Serve a table until the process is interrupted.

    Args:
        live: the table.
        listener: the socket to serve, from `listen`.
        hosts: as for `application`.
    """
    import uvicorn
    from uvicorn.protocols.http.h11_impl import H11Protocol

    class Protocol(H11Protocol):
        """Closes connections that do not send the head of a request in time."""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self.loop.call_later(PATIENCE, self._close_unless_asked, None)

        def on_response_complete(self) -> None:
            self.loop.call_later(PATIENCE, self._close_unless_asked, self.cycle)
            super().on_response_complete()

        def _close_unless_asked(self, last: Any) -> None:
            if self.cycle is last:  # no request has come since
                self.transport.close()

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            live.end_streams()  # open streams would delay the shutdown
            await super().shutdown(sockets)

    config = uvicorn.Config(
        application(live, hosts),
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
