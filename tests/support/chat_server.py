"""A server in the form of OpenAI's chat completions, which answers as a test says, or fails."""

import json
import math
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

FIRST = '{"action": 1}'
KEY = "sk-a-secret-key"


class Stub(BaseHTTPRequestHandler):
    """A server that speaks the chat form, after a number of failures."""

    def do_POST(self):
        server = self.server
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        server.requests.append((self.path, self.headers["Authorization"], request))
        with server.lock:
            failure = server.failures.pop(0) if server.failures else None
        said = server.answer(request["messages"]) if callable(server.answer) else server.answer
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": said}}
        if request.get("logprobs") and server.tokens:
            choice["logprobs"] = {"content": [token_of(*token) for token in server.tokens]}
        found = {"choices": [choice]}
        content = json.dumps({**found, "object": "chat.completion", "usage": {"prompt_tokens": 270, "completion_tokens": 6}})
        kind, status = "application/json", 200
        if failure == "html":
            kind, content = "text/html", "<html>Welcome</html>"
        elif failure == "half":
            content = content[: len(content) // 2]
        elif failure == "empty":
            content = "{}"
        elif failure == "parts":
            content = content.replace(json.dumps(said), json.dumps([{"type": "text", "text": said}]))
        elif failure == "never":
            time.sleep(1.5)
        elif failure == "closed":
            return
        elif failure is not None:
            status, words = failure
            content = json.dumps({"error": {"message": words.replace("KEY", KEY)}})
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content.encode())))
        self.end_headers()
        self.wfile.write(content.encode())

    def log_message(self, *_):
        pass


def token_of(token, probabilities):
    """Return a token of an answer in the form of the protocol, with the probabilities of the tokens in its place."""
    shown = [{"token": one, "logprob": math.log(value), "bytes": None} for one, value in probabilities.items()]
    return {"token": token, "logprob": math.log(probabilities[token]), "bytes": None, "top_logprobs": shown}


class StubServer(ThreadingHTTPServer):
    """Attributes: requests so far, the failures of the next ones, and `answer`, a text or a function of the messages.

    `tokens` are those of the answer, each with the probabilities of the tokens in its place.
    """

    def handle_error(self, request, client_address):
        pass  # the client has gone


@pytest.fixture
def server(monkeypatch, tmp_path):
    monkeypatch.setenv("OPENAI_API_KEY", f" {KEY}\n")  # as from a file
    monkeypatch.chdir(tmp_path)
    found = StubServer(("127.0.0.1", 0), Stub)
    found.requests, found.failures, found.lock, found.answer, found.tokens = [], [], threading.Lock(), FIRST, []
    found.name = f"llm:qwen3:8b@http://127.0.0.1:{found.server_address[1]}/v1"
    thread = threading.Thread(target=found.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield found
    found.shutdown()
    thread.join()
    found.server_close()
