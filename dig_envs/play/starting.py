"""The page that a browser shows while a game's rules are compiled, before the server of the table runs."""

import json
import secrets
import socket
import threading
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from string import Template
from typing import Any

from dig_envs.core.compiler.cache_folders import code_folders
from dig_envs.core.engine import kernels
from dig_envs.core.engine.rule_parts import NEEDED_TO_PLAY, PARTS
from dig_envs.core.game import Game

LINK_SECONDS = 3.0  # seconds in which the browser must ask for the link
# The functions that are compiled before the first decision.
FUNCTIONS = (*(PARTS[name].entry.__name__ for name in NEEDED_TO_PLAY), kernels.deal_tables.__name__, kernels.advance.__name__)
PAGE = Template("""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>
  :root { color-scheme: light dark; font: 18px/1.5 system-ui, sans-serif; }
  body { display: grid; place-content: center; min-height: 100vh; margin: 0; padding: 0 1rem; text-align: center; }
  progress { width: min(20rem, 100%); height: 1rem; }
</style>
<main>
  <h1>$title</h1>
  <p role="status">Compiling the rules. This takes some seconds, once.</p>
  <progress max="$total" value="0" aria-label="compiled functions"></progress>
</main>
<script>
  const bar = document.querySelector("progress"), status = document.querySelector("p");
  async function look() {
    try {
      const state = await (await fetch(location.pathname + "/state")).json();
      if (state.link) return location.replace(state.link);
      bar.value = state.completed;
      setTimeout(look, 300);
    } catch {
      status.textContent = "The game has not started: see the messages in the terminal.";
      bar.remove();
    }
  }
  look();
</script>
</html>
""")


def compiled_functions(game: Game) -> int:
    """Count the functions of `FUNCTIONS` that have machine code on disk. Without a cache folder, return 0."""
    return sum(any(next(folder.glob(f"{game.id}.{name}-*.code"), None) for folder in code_folders()) for name in FUNCTIONS)


def has_machine_code(game: Game) -> bool:
    """Return whether all of `FUNCTIONS` have machine code on disk. That of another version counts too."""
    return compiled_functions(game) == len(FUNCTIONS)


class StartingPage:
    """Serves the page on a listening socket until the link of the table is known.

    Args:
        listener: the socket; it stays open.
        game: the game that is compiled.

    Attributes:
        path: the path of the page, which nobody can guess, because the page gets the link.
    """

    def __init__(self, listener: socket.socket, game: Game):
        self.path = f"/start/{secrets.token_urlsafe(16)}"
        self._game = game
        self._link: str | None = None
        self._sent = threading.Event()
        self._server = ThreadingHTTPServer(listener.getsockname()[:2], self._handler(), bind_and_activate=False)
        self._server.socket.close()
        self._server.socket = listener.dup()
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    def __enter__(self) -> "StartingPage":
        self._thread.start()
        return self

    def __exit__(self, *error: Any) -> None:
        self._stop()

    def send(self, link: str) -> None:
        """Redirect the browser to a link. Stop serving when the browser has the link, or after `LINK_SECONDS` seconds."""
        self._link = link
        self._sent.wait(LINK_SECONDS)
        self._stop()

    def _stop(self) -> None:
        if self._thread.is_alive():
            self._server.shutdown()
            self._thread.join()
            self._server.server_close()  # waits for the answers that are being sent

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        starting = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if self.path == starting.path:
                    self._answer("text/html", starting._page())
                elif self.path == f"{starting.path}/state":
                    link = starting._link
                    self._answer(
                        "application/json", json.dumps({"completed": compiled_functions(starting._game), "link": link})
                    )
                    if link is not None:
                        starting._sent.set()
                else:
                    self.send_error(404)

            def _answer(self, media_type: str, text: str) -> None:
                body = text.encode()
                self.send_response(200)
                self.send_header("Content-Type", f"{media_type}; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Cache-Control", "no-store")
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *words: Any) -> None:
                """Print nothing."""

        return Handler

    def _page(self) -> str:
        return PAGE.substitute(title=escape(self._game.title), total=len(FUNCTIONS))
