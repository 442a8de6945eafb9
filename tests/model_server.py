"""A small OpenAI-compatible server on loopback whose answers a test controls: how many words, how fast, when it goes on."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class ModelServer:
    """A server that runs.

    Attributes:
        url: Its base URL, ending in ``/v1``.
        go_on: Cleared, every answer stops after its first word until it is set.
        words: The answer.
        calls: Tools that it calls before it answers, one a request: the name, and the arguments as JSON.
        pause: Seconds between two words.
        asked: The bodies of the requests.
        broken: How many requests the client closed before their answer was whole.
    """

    url: str = ""
    go_on: threading.Event = field(default_factory=threading.Event)
    words: list[str] = field(default_factory=lambda: ["one ", "two ", "three"])
    calls: list[tuple[str, str]] = field(default_factory=list)
    pause: float = 0.0
    asked: list[dict[str, object]] = field(default_factory=list)
    broken: int = 0


@contextmanager
def model_server() -> Iterator[ModelServer]:
    """Runs a server until the block ends."""
    state = ModelServer()
    state.go_on.set()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing."""

        def do_GET(self) -> None:
            self._whole(json.dumps({"object": "list", "data": [{"id": "words", "object": "model"}]}).encode())

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            state.asked.append(body)
            called = sum(message["role"] == "tool" for message in body["messages"])
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            try:
                if called < len(state.calls):
                    self._call(called, *state.calls[called])
                else:
                    self._answer()
            except OSError:
                state.broken += 1
                self.close_connection = True

        def _answer(self) -> None:
            for number, word in enumerate(state.words):
                self._event({"choices": [{"index": 0, "delta": {"role": "assistant", "content": word}, "finish_reason": None}]})
                time.sleep(state.pause)
                while number == 0 and not state.go_on.wait(0.05):
                    # An SSE comment: it fails once the client has gone.
                    self._chunk(b": waiting\n\n")
            self._end("stop")

        def _call(self, number: int, name: str, arguments: str) -> None:
            call = {"index": 0, "id": f"call_{number}", "type": "function", "function": {"name": name, "arguments": arguments}}
            self._event({"choices": [{"index": 0, "delta": {"role": "assistant", "tool_calls": [call]}, "finish_reason": None}]})
            self._end("tool_calls")

        def _end(self, reason: str) -> None:
            self._event({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})
            self._event(
                {"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": len(state.words), "total_tokens": 7 + len(state.words)}}
            )
            self._chunk(b"data: [DONE]\n\n")
            self.wfile.write(b"0\r\n\r\n")

        def _event(self, change: dict[str, object]) -> None:
            event = {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "words", **change}
            self._chunk(b"data: " + json.dumps(event).encode() + b"\n\n")

        def _chunk(self, data: bytes) -> None:
            self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
            self.wfile.flush()

        def _whole(self, body: bytes) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    state.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield state
    finally:
        state.go_on.set()
        server.shutdown()
        server.server_close()
