"""Play in a terminal: the seat's view as text, its legal actions by number."""

from collections.abc import Callable

from dig_envs.core.errors import DigEnvsError
from dig_envs.play.store import Saved, Store
from dig_envs.play.view import moment_message
from dig_envs.utils.text import printable

COMMANDS = "a number plays · h hint · u undo · t table · q quit (the game is kept)"


def play(saved: Saved, store: Store, read: Callable[[str], str], write: Callable[[str], None]) -> None:
    """Play a game with one person to its end, or until the person quits.

    Args:
        saved, store: the game, and where it is kept.
        read: asks for a line, such as `input`; EOFError quits.
        write: shows lines, such as `print`.
    """
    _Terminal(saved, store, read, write).run()


class _Terminal:
    """A game in a terminal."""

    def __init__(self, saved: Saved, store: Store, read: Callable[[str], str], write: Callable[[str], None]):
        self.saved, self.store, self.table = saved, store, saved.table
        (self.seat,) = self.table.people
        self.read, self.write = read, write
        self.told = len(self.table.track(self.seat).log)

    def run(self) -> None:
        """Play on until the game has ended or the person quits."""
        while not self.table.over:
            if self.table.agent_to_move:
                self._move_agent()
            elif not self._decide():
                return
        self._tell_news()
        self.write(self._message()["text"])

    def _move_agent(self) -> None:
        self.table.play_agent()
        self.store.keep(self.saved)
        self._tell_news()

    def _tell_news(self) -> None:
        """Write what the seat may hear of since the last time: all moves, and what came of them."""
        track = self.table.track(self.seat)
        told = track.last.told
        for line in track.log[self.told : told]:
            name = "" if line.seat is None else "you: " if line.seat == self.seat else f"{self.table.names[line.seat]}: "
            self.write(name + line.words)
        self.told = max(self.told, told)

    def _message(self) -> dict:
        track = self.table.track(self.seat)
        return moment_message(self.table, track, track.last, 0)

    def _decide(self) -> bool:
        """Ask for one decision, showing the table first. Returns whether to go on."""
        message = self._message()
        self._tell_news()
        self.write("\n" + message["text"])
        while True:
            self._write_choices(message)
            try:
                given = self.read("> ").strip().lower()
            except EOFError:
                return False
            if given in ("q", "quit"):
                return False
            if self._obey(given, message):
                return True

    def _write_choices(self, message: dict) -> None:
        self.write(message["question"])
        for number, choice in enumerate(message["choices"], start=1):
            self.write(f"{number:>3}  {choice['label']}")
        self.write(COMMANDS)

    def _obey(self, given: str, message: dict) -> bool:
        """Do what was typed; returns whether the game has changed."""
        choices = message["choices"]
        word, _, rest = given.partition(" ")
        try:
            if word in ("h", "hint"):
                adviser = rest.strip() or self.table.advisers[0]
                self.write(f"{adviser} would: {self.table.hint(self.seat, adviser)}")
            elif word in ("u", "undo"):
                self.table.undo(self.seat)
                self.told = len(self.table.track(self.seat).log)
                return self._kept()
            elif word in ("t", "table"):
                self.write("\n" + message["text"])
            elif given.isascii() and given.isdigit() and 1 <= int(given[:9]) <= len(choices):
                self.table.act(self.seat, message["number"], choices[int(given) - 1]["action"])
                return self._kept()
            else:
                self.write(f"there are the numbers 1 to {len(choices)}, and h, u, t, q; not {printable(given)!r:.40}")
        except DigEnvsError as error:
            self.write(printable(str(error)))
        return False

    def _kept(self) -> bool:
        self.store.keep(self.saved)
        return True
