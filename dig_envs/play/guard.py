"""Refuse requests from other web sites and requests that are too long. Independent of games.

A web site in the same browser can send requests to a local server, and can point its own host name at the local address (DNS
rebinding). So each request must name one of the server's own hosts, and a POST must also come from a page of this server.
"""

import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

MAX_BODY = 1024  # bytes
HOST = re.compile(r"[\w.-]{1,253}(:\d{1,5})?|\[[\da-f:.]{2,45}\](:\d{1,5})?", re.ASCII)  # a name or an address, and a port
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
    """ASGI middleware that checks every request before the application reads it.

    Args:
        app: the application.
        hosts: accepted values of the header `Host`, with the port, such as "127.0.0.1:8765".
    """

    def __init__(self, app: App, hosts: frozenset[str]):
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            refusal = self.refusal(scope)
            if refusal:
                await refuse(send, *refusal)
            else:
                await self.app(scope, _bounded(receive), _with_headers(send))

    def refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Return the HTTP status and the reason if the request is refused, else None."""
        host = _only(scope, b"host")
        if host not in self.hosts:
            named = f": to allow it, start the server with --allow-host {host}" if host and HOST.fullmatch(host) else ""
            return 421, f"this server does not serve the host name of this address{named}"
        if scope["method"] in ("GET", "HEAD"):
            return None
        if scope["method"] != "POST":
            return 405, "this server accepts GET and POST only"
        if _only(scope, b"origin") not in {f"http://{host}" for host in self.hosts}:
            return 403, "the request does not come from a page of this server"
        if (_only(scope, b"content-type") or "").partition(";")[0].strip() != "application/json":
            return 415, "the request must be JSON"
        length = _only(scope, b"content-length") or "0"
        if not length.isascii() or not length.isdigit() or len(length) > 9 or int(length) > MAX_BODY:
            return 413, f"the request has more than {MAX_BODY} bytes"
        return None


class TooLongError(Exception):
    """A request's body is longer than MAX_BODY."""


def _only(scope: Scope, name: bytes) -> str | None:
    """Return a header's value in lower case; None unless the header occurs exactly once."""
    values = [value for key, value in scope["headers"] if key.lower() == name]
    return values[0].decode("latin-1").lower() if len(values) == 1 else None


def _bounded(receive: Receive) -> Receive:
    """Limit the length of the body, whatever its header claims."""
    num_bytes = 0

    async def receive_bounded() -> Message:
        nonlocal num_bytes
        message = await receive()
        num_bytes += len(message.get("body", b""))
        if num_bytes > MAX_BODY:
            raise TooLongError
        return message

    return receive_bounded


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *_headers()]
        await send(message)

    return send_with_headers


def _headers() -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in HEADERS.items()]


async def refuse(send: Send, status: int, reason: str) -> None:
    """Answer a request with an error."""
    head = [(b"content-type", b"text/plain; charset=utf-8"), *_headers()]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": f"{reason}\n".encode()})
