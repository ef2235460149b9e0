"""A client that calls an ASGI application directly, without a network."""

import asyncio
import json
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

HOST = "127.0.0.1:8765"
ORIGIN = f"http://{HOST}"


@dataclass(frozen=True)
class Answer:
    """A response."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Client:
    """Sends requests like the play page. A header with the value None is left out."""

    def __init__(self, app: Any):
        self.app = app

    async def request(self, method: str, path: str, body: bytes = b"", parts: int = 1, **headers: str | None) -> Answer:
        """Send a request whose body has `parts` parts, and wait for the whole response."""
        size = -(-len(body) // parts) or 1
        chunks = [body[start : start + size] for start in range(0, len(body), size)] or [b""]
        waiting = [
            {"type": "http.request", "body": chunk, "more_body": number < len(chunks) - 1}
            for number, chunk in enumerate(chunks)
        ]
        sent: list[dict] = []

        async def receive() -> dict:
            return waiting.pop(0) if waiting else {"type": "http.disconnect"}

        async def send(message: dict) -> None:
            sent.append(message)

        await self.app(_scope(method, path, headers), receive, send)
        head = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        return Answer(sent[0]["status"], head, b"".join(message.get("body", b"") for message in sent[1:]))

    async def get(self, path: str, **headers: str | None) -> Answer:
        return await self.request("GET", path, **headers)

    async def post(self, path: str, message: Any, **headers: str | None) -> Answer:
        content = {"origin": ORIGIN, "content_type": "application/json", **headers}
        return await self.request("POST", path, json.dumps(message).encode(), **content)

    @asynccontextmanager
    async def stream(self, path: str, **headers: str | None):
        """Open a stream of events, which is closed at the end of the `with` block."""
        stream = Stream()
        task = asyncio.create_task(self.app(_scope("GET", path, headers), stream.receive, stream.send))
        try:
            yield stream
        finally:
            stream.gone.set()
            await task


class Stream:
    """A stream of events."""

    def __init__(self) -> None:
        self.gone = asyncio.Event()
        self.status = 0
        self.content = b""
        self._more = asyncio.Event()

    async def receive(self) -> dict:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict) -> None:
        self.status = message.get("status", self.status)
        self.content += message.get("body", b"")
        self._more.set()

    def messages(self, kind: str = "moment") -> list[dict]:
        """Return the messages of a kind that have been received."""
        events = [part.split("\n") for part in self.content.decode().split("\n\n")[:-1]]
        named = [{line.partition(": ")[0]: line.partition(": ")[2] for line in lines} for lines in events]
        return [json.loads(found["data"]) for found in named if found["event"] == kind]

    async def until(self, enough: Any) -> Any:
        """Wait until a condition is true, and return its value."""
        async with asyncio.timeout(20):
            while not (found := enough(self)):
                self._more.clear()
                await self._more.wait()
        return found

    async def moment(self, least: int = 0) -> dict:
        """Wait for a moment with at least this number, and return the newest."""
        await self.until(lambda stream: stream.messages() and stream.messages()[-1]["number"] >= least)
        return self.messages()[-1]


def _scope(method: str, path: str, headers: dict[str, str | None]) -> dict:
    given = {"host": HOST, **{name.replace("_", "-"): value for name, value in headers.items()}}
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path.partition("?")[0],
        "raw_path": path.partition("?")[0].encode(),
        "query_string": path.partition("?")[2].encode(),
        "root_path": "",
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in given.items() if value is not None],
        "client": ("127.0.0.1", 50000),
        "server": ("127.0.0.1", 8765),
    }
