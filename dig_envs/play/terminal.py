"""Play in a terminal, with the table as text and numbered actions."""

import shutil
from collections.abc import Callable

from dig_envs.core.errors import DigEnvsError
from dig_envs.play.messages import moment_message
from dig_envs.play.store import SavedGame, Store
from dig_envs.render.history import ViewerHistory
from dig_envs.utils.text import broken_lines, printable, shortened

COMMANDS = "number: choose · h: hint · u: undo · t: show the table · q: save and quit"


def play(saved: SavedGame, store: Store, read: Callable[[str], str], write: Callable[[str], None]) -> None:
    """Play a game with one person to its end, or until the person quits.

    Args:
        saved, store: the game, and the store that saves it after each action.
        read: shows a prompt and returns a line, as `input` does; EOFError quits.
        write: prints lines, as `print` does.
    """
    _Terminal(saved, store, read, write).run()


class _Terminal:
    def __init__(self, saved: SavedGame, store: Store, read: Callable[[str], str], write: Callable[[str], None]):
        self.saved, self.store, self.table = saved, store, saved.table
        (self.seat,) = self.table.people
        self.read, self.write = read, write
        self.lines_shown = len(self._history.log)

    @property
    def _history(self) -> ViewerHistory:
        return self.table.histories[self.seat]

    def run(self) -> None:
        """Play until the game has ended or the person quits."""
        while not self.table.over:
            if self.table.agent_to_move:
                self.table.play_agent()
                self.store.save(self.saved)
                self._write_news()
            elif not self._ask():
                return
        self._write_news()
        self._say(self._message()["text"])

    def _say(self, words: str, indent: int = 3) -> None:
        """Write a text, whose lines are broken at spaces where the terminal ends."""
        self.write("\n".join(broken_lines(words, shutil.get_terminal_size().columns, indent)))

    def _write_news(self) -> None:
        """Write the lines of the log that have not been shown yet."""
        complete = self._history.latest.log_length  # later lines still wait for their results
        for line in self._history.log[self.lines_shown : complete]:
            self._say(line.text(self.seat, self.table.names))
        self.lines_shown = max(self.lines_shown, complete)

    def _message(self) -> dict:
        return moment_message(self.table, self._history, self._history.latest, 0)

    def _ask(self) -> bool:
        """Show the table and read commands until the game changes. Returns False if the person quits."""
        message = self._message()
        self._write_news()
        self._say("\n" + message["text"])
        while True:
            self._write_choices(message)
            try:
                given = self.read("> ").strip().lower()
            except EOFError:
                return False
            if given in ("q", "quit"):
                return False
            if self._run_command(given, message):
                return True

    def _write_choices(self, message: dict) -> None:
        self._say(message["question"])
        for number, choice in enumerate(message["choices"], start=1):
            self._say(f"{number:>3}  {choice['label']}", indent=5)
        for reason in message["impossible"]:
            self._say(reason, indent=5)
        self._say(COMMANDS)

    def _run_command(self, given: str, message: dict) -> bool:
        """Run a command. Returns whether the game has changed."""
        choices = message["choices"]
        word, _, rest = given.partition(" ")
        try:
            if word in ("h", "hint"):
                adviser = rest.strip() or self.table.advisers[0]
                self._say(f"{adviser} suggests: {self.table.hint(self.seat, adviser)().words}")
            elif word in ("u", "undo"):
                self.table.undo(self.seat)
                self.lines_shown = len(self._history.log)
                self.store.save(self.saved)
                return True
            elif word in ("t", "table"):
                self._say("\n" + message["text"])
            elif given.isascii() and given.isdigit() and 1 <= int(given[:9]) <= len(choices):
                self.table.act(self.seat, message["number"], choices[int(given) - 1]["action"])
                self.store.save(self.saved)
                return True
            else:
                self._say(f"Type a number from 1 to {len(choices)}, or h, u, t or q; not {shortened(printable(given), 40)!r}.")
        except DigEnvsError as error:
            self._say(printable(str(error)))
        return False
