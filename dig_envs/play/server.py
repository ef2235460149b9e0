"""Serve a table to browsers: the page, a stream of events for each viewer, and the page's requests."""

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
PAGE_FILES = ("play.css", "play.js", "icon.svg")
MAX_TEXT = 64  # characters of a moment's id or an adviser's name
MAX_HEAD = 16384  # bytes of a request's head
MAX_CONNECTIONS = 128


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
        await live.close()

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

    async def events(self, request: Request) -> Response:
        """Send the viewer's events as they occur (Server-Sent Events)."""
        viewer = self._viewer(request)
        if viewer is None:
            return _not_found()
        if not self.live.may_stream(viewer):
            return PlainTextResponse("this link is open in too many windows\n", 429)
        after = request.headers.get("last-event-id", "")[:MAX_TEXT]
        return StreamingResponse(self._event_texts(viewer, after), media_type="text/event-stream")

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
        found = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise BadRequestError("the request must be a JSON object") from None
    if not isinstance(found, dict) or found.keys() != fields.keys():
        raise BadRequestError(f"the request must be a JSON object with {' and '.join(fields) or 'no fields'}")
    for name, kind in fields.items():
        if type(found[name]) is not kind or (kind is str and len(found[name]) > MAX_TEXT):
            raise BadRequestError(f"{name} must be {'a number' if kind is int else 'a short text'}")
    return found


def _file(name: str) -> Response:
    content = files("dig_envs.play").joinpath("page", name).read_bytes()
    return Response(content, media_type=MEDIA_TYPES[name[name.rindex(".") :]])


def _not_found() -> Response:
    return PlainTextResponse("Page not found. Please open the link that you were given.\n", 404)


def _error(status: int, words: str) -> Response:
    return JSONResponse({"error": words}, status)


def run(live: LiveTable, host: str, port: int, hosts: frozenset[str], ready: Callable[[], object] = lambda: None) -> None:
    """Serve a table until the process is interrupted.

    Args:
        live: the table.
        host, port: the address to listen at.
        hosts: as for `application`.
        ready: called once the server listens.

    Raises:
        ArgumentError: the address is not available.
    """
    import uvicorn

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            live.end_streams()  # open streams would delay the shutdown
            await super().shutdown(sockets)

    try:
        listener = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise ArgumentError(f"cannot listen at {host} port {port}: {error.strerror}; try another --port") from error
    config = uvicorn.Config(
        application(live, hosts),
        log_level="warning",
        access_log=False,  # paths contain tokens
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=2,
        h11_max_incomplete_event_size=MAX_HEAD,
        limit_concurrency=MAX_CONNECTIONS,
    )
    with listener:
        ready()
        Server(config).run(sockets=[listener])
