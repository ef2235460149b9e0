"""Serve a table to browsers: the page, a stream of events for each viewer, and the requests that a page makes."""

import contextlib
import json
import socket
from collections.abc import AsyncIterator, Callable
from importlib.resources import files
from typing import Any

from dig_envs.core.errors import ArgumentError, DigEnvsError, OrderError
from dig_envs.play.guard import App, Guard, TooLongError
from dig_envs.play.session import Session
from dig_envs.play.tokens import viewer_of
from dig_envs.render.view import PUBLIC
from dig_envs.utils.libraries import extras

with extras():
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
    from starlette.routing import Route

KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
PARTS = ("play.css", "play.js", "icon.svg")  # of the page
DEEPEST = 64  # letters of a moment's name or an adviser's that are looked at
MOST_HEAD = 16384  # bytes of a request's head
MOST_CONNECTIONS = 128


class BadRequestError(DigEnvsError, ValueError):
    """A request says something else than a page of ours would."""


def application(session: Session, hosts: frozenset[str]) -> App:
    """Make the ASGI application of a session.

    Args:
        session: the table.
        hosts: the names, with the port, by which the server may be asked for.
    """
    pages = Pages(session)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        session.wake()
        yield
        await session.close()

    routes = [
        Route("/page/{part}", pages.part),
        Route("/t/{token}", pages.page),
        Route("/t/{token}/events", pages.events),
        Route("/t/{token}/act", pages.act, methods=["POST"]),
        Route("/t/{token}/undo", pages.undo, methods=["POST"]),
        Route("/t/{token}/hint", pages.hint, methods=["POST"]),
    ]
    return Guard(Starlette(routes=routes, lifespan=lifespan), hosts)


class Pages:
    """Answer the requests of pages. The token in a request's path alone tells whose it is."""

    def __init__(self, session: Session):
        self.session = session

    def _viewer(self, request: Request) -> int | None:
        return viewer_of(self.session.saved.key, self.session.viewers, request.path_params["token"])

    async def part(self, request: Request) -> Response:
        """Send a file of the page."""
        name = request.path_params["part"]
        return _file(name) if name in PARTS else _unknown()

    async def page(self, request: Request) -> Response:
        """Send the page, which is the same for all viewers."""
        return _unknown() if self._viewer(request) is None else _file("play.html")

    async def events(self, request: Request) -> Response:
        """Send what the viewer sees, as it happens (Server-Sent Events)."""
        viewer = self._viewer(request)
        if viewer is None:
            return _unknown()
        if not self.session.may_stream(viewer):
            return PlainTextResponse("this link is open in too many windows\n", 429)
        after = request.headers.get("last-event-id", "")[:DEEPEST]
        return StreamingResponse(self._written(viewer, after), media_type="text/event-stream")

    async def _written(self, viewer: int, after: str) -> AsyncIterator[str]:
        async with contextlib.aclosing(self.session.stream(viewer, after)) as stream:  # type: ignore[type-var]
            async for kind, message in stream:
                yield event(kind, message)

    async def act(self, request: Request) -> Response:
        """Carry out the viewer's decision."""
        return await self._answer(request, {"moment": str, "action": int}, self._act)

    async def _act(self, seat: int, moment: str, action: int) -> dict[str, Any]:
        await self.session.act(seat, moment, action)
        return {}

    async def undo(self, request: Request) -> Response:
        """Take back the viewer's last decision."""
        return await self._answer(request, {}, self._undo)

    async def _undo(self, seat: int) -> dict[str, Any]:
        await self.session.undo(seat)
        return {}

    async def hint(self, request: Request) -> Response:
        """Say what an agent would do in the viewer's place."""
        return await self._answer(request, {"adviser": str}, self._hint)

    async def _hint(self, seat: int, adviser: str) -> dict[str, Any]:
        return {"words": await self.session.hint(seat, adviser)}

    async def _answer(self, request: Request, fields: dict[str, type], act: Any) -> Response:
        """Do what a person's page asks for; refuse what no page asks for, and what the game does not allow now."""
        viewer = self._viewer(request)
        if viewer is None:
            return _unknown()
        if viewer == PUBLIC:
            return _refused(403, "this link is for looking on")
        try:
            return JSONResponse(await act(viewer, **await _read(request, fields)))
        except TooLongError:
            return _refused(413, "the request is too long")
        except OrderError as error:
            return _refused(409, str(error))
        except DigEnvsError as error:
            return _refused(400, str(error))


def event(kind: str, message: dict[str, Any]) -> str:
    """Write a message as an event of a stream."""
    name = f"id: {message['id']}\n" if "id" in message else ""
    return f"{name}event: {kind}\ndata: {json.dumps(message, separators=(',', ':'))}\n\n"


async def _read(request: Request, fields: dict[str, type]) -> dict[str, Any]:
    """Return the fields of a request, which are all there, and nothing else."""
    try:
        found = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise BadRequestError("a request is a JSON object") from None
    if not isinstance(found, dict) or found.keys() != fields.keys():
        raise BadRequestError(f"a request has the fields {', '.join(fields) or 'of an empty object'}, and no others")
    for name, kind in fields.items():
        if type(found[name]) is not kind or (kind is str and len(found[name]) > DEEPEST):
            raise BadRequestError(f"{name} is {'a number' if kind is int else 'a short text'}")
    return found


def _file(name: str) -> Response:
    content = files("dig_envs.play").joinpath("page", name).read_bytes()
    return Response(content, media_type=KINDS[name[name.rindex(".") :]])


def _unknown() -> Response:
    return PlainTextResponse("there is nothing here: open the link that you were given\n", 404)


def _refused(status: int, words: str) -> Response:
    return JSONResponse({"error": words}, status)


def run(session: Session, host: str, port: int, hosts: frozenset[str], ready: Callable[[], object] = lambda: None) -> None:
    """Serve a session until the process is told to stop.

    Args:
        session: the table.
        host, port: where to listen.
        hosts: as in `application`.
        ready: is called once the server listens.

    Raises:
        ArgumentError: the address can't be listened at.
    """
    import uvicorn

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            session.end_streams()  # or it would wait for them
            await super().shutdown(sockets)

    try:
        listener = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise ArgumentError(f"can't listen at {host} port {port}: {error.strerror}; another --port may be free") from error
    config = uvicorn.Config(
        application(session, hosts),
        log_level="warning",
        access_log=False,  # links carry tokens
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=2,
        h11_max_incomplete_event_size=MOST_HEAD,
        limit_concurrency=MOST_CONNECTIONS,
    )
    with listener:
        ready()
        Server(config).run(sockets=[listener])
