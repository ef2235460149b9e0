"""Refuse requests that no page of ours makes, and bound those that are let in. Knows nothing of games.

A web site that somebody visits may send requests to a server on the same machine, and may point its own name at it (DNS
rebinding). So the host that is asked for must be ours, and what changes something must come from a page of ours.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_BODY = 1024  # bytes
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


class Guard:
    """Stands before an ASGI application.

    Args:
        app: the application.
        hosts: what the header `Host` may be, with the port, such as "127.0.0.1:8765".
    """

    def __init__(self, app: App, hosts: frozenset[str]):
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it with what is wrong with it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            fault = self.fault(scope)
            if fault:
                await refuse(send, *fault)
            else:
                await self.app(scope, _bounded(receive), _with_headers(send))

    def fault(self, scope: Scope) -> tuple[int, str] | None:
        """Return the status and the words for a request that is refused."""
        if _only(scope, b"host") not in self.hosts:
            return 421, "this server is asked for by another name than its own"
        if scope["method"] in ("GET", "HEAD"):
            return None
        if scope["method"] != "POST":
            return 405, "only GET and POST are known here"
        if _only(scope, b"origin") not in {f"http://{host}" for host in self.hosts}:
            return 403, "this request does not come from a page of this server"
        if (_only(scope, b"content-type") or "").partition(";")[0].strip() != "application/json":
            return 415, "a request is JSON"
        length = _only(scope, b"content-length") or "0"
        if not length.isascii() or not length.isdigit() or len(length) > 9 or int(length) > MOST_BODY:
            return 413, f"a request has at most {MOST_BODY} bytes"
        return None


class TooLongError(Exception):
    """A body has more bytes than are read."""


def _only(scope: Scope, name: bytes) -> str | None:
    """Return a header that is there exactly once."""
    found = [value for key, value in scope["headers"] if key.lower() == name]
    return found[0].decode("latin-1").lower() if len(found) == 1 else None


def _bounded(receive: Receive) -> Receive:
    """Count the bytes of a body, whatever its header says."""
    read = 0

    async def counted() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > MOST_BODY:
            raise TooLongError
        return message

    return counted


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *_headers()]
        await send(message)

    return sent


def _headers() -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in HEADERS.items()]


async def refuse(send: Send, status: int, words: str) -> None:
    """Answer a request with an error in words."""
    head = [(b"content-type", b"text/plain; charset=utf-8"), *_headers()]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": f"{words}\n".encode()})
