"""A live table with its application and a client, for tests of the server of human play."""

import asyncio
from pathlib import Path

from dig_envs.play.live_tables import LiveTables
from dig_envs.play.lobby import Lobby
from dig_envs.play.server import application
from dig_envs.play.store import Store
from dig_envs.play.table import Participant, Table
from dig_envs.play.tokens import token_of
from tests.support.asgi import HOST, Client

GAME = "dig_v0"
TWO = [Participant("Ann"), Participant("Bob")]
BOT = [Participant("Ann"), Participant("random", "random")]


class Site:
    """A live table, its application and a client."""

    def __init__(self, folder: Path, participants=TWO, game: str = GAME, seed: int = 3, **options):
        self.store = Store(folder / "games.sqlite")
        self.saved = self.store.add(Table(game, options, seed, participants))
        self._serve()

    def _serve(self):
        self.table = self.saved.table
        self.tables = LiveTables(self.store, study=self.store.path.parent / "humans")
        self.live = self.tables.add(self.saved)
        self.lobby = Lobby(self.tables)
        self.app = application(self.tables, frozenset({HOST}), self.lobby)
        self.client = Client(self.app)

    def reopen(self):
        """Open the same game after a restart of the server."""
        self.store.close()
        self.store = Store(self.store.path)
        self.saved = self.store.open()
        self._serve()

    def path(self, viewer: int, name: str = "") -> str:
        return f"/t/{token_of(self.saved.key, viewer)}{name}"

    async def act(self, seat: int, **changes):
        """Send the mover's first legal action as a request of a seat."""
        moment = self.table.histories[seat].latest
        legal = int(self.table._batch.masks[0].argmax())
        message = {"moment": f"{self.table.epoch}-{moment.number}", "action": legal, **changes}
        return await self.client.post(self.path(seat, "/act"), message)


def on_site(test):
    """Run an async test in an event loop."""

    def run(tmp_path, **arguments):
        async def played():
            async with asyncio.timeout(60):
                await test(tmp_path, **arguments)

        asyncio.run(played())

    run.__name__ = test.__name__
    return run
