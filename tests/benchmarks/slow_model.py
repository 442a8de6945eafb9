"""``python -m tests.benchmarks.slow_model``: a model for many at once, in a process of its own so that its work is nobody else's.

It speaks as OpenAI-compatible servers do, answers ``speak MARK WORDS PAUSE`` with so many words, one each pause, and prints its port.
Two marks are special: ``now`` is answered with the moment at which it came, ``call`` with a call of recall before the words.
What it says follows from what it was asked, so that whoever asked can tell what should have come.
"""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

_REST = {9: "\n\n", 19: ",\n\n- ", 29: "\n- **", 30: "** ", 39: "\n\n"}
"""What stands behind some of the words instead of a blank: paragraphs, a list, something bold."""


def words(mark: str, count: int) -> list[str]:
    """The pieces of an answer: each word says whose it is and which. Markdown comes and goes between them."""
    return [f"{mark}w{number:03d}{_REST.get(number % 40, ' ')}" for number in range(count)]


@contextmanager
def slow_model() -> Iterator[str]:
    """Runs the server until the block ends; gives its base URL, ending in ``/v1``."""
    command = [sys.executable, "-m", "tests.benchmarks.slow_model"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield f"http://127.0.0.1:{int(server.stdout.readline())}/v1"
        finally:
            server.kill()


def models(url: str) -> str:
    """The lines of ``config.toml`` that make it the default model."""
    return f'[models]\ndefault = "box:words"\n[providers.box]\nbase_url = "{url}"\n'


async def _serve() -> None:
    server = await asyncio.start_server(_connection, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    async with server:
        await server.serve_forever()


async def _connection(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while request := await reader.readline():
            length = 0
            while (line := await reader.readline()).strip():
                name, _, value = line.partition(b":")
                length = int(value) if name.lower() == b"content-length" else length
            body = await reader.readexactly(length)
            if request.startswith(b"POST"):
                await _answer(writer, json.loads(body))
            else:
                _whole(writer, {"object": "list", "data": [{"id": "words", "object": "model"}]})
            await writer.drain()
    except (ConnectionError, asyncio.IncompleteReadError):
        # The client has gone, which ends its answer.
        pass
    finally:
        writer.close()


async def _answer(writer: asyncio.StreamWriter, asked: dict[str, object]) -> None:
    arrived = time.time()
    mark, count, pause = _wanted(asked)
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
    called = mark == "call" and _last_role(asked) != "tool"
    loop = asyncio.get_running_loop()
    beat = loop.time()
    for piece in [] if called else [f"{arrived:.6f}"] if mark == "now" else words(mark, count):
        _event(writer, {"choices": [{"index": 0, "delta": {"role": "assistant", "content": piece}, "finish_reason": None}]})
        beat += pause
        if pause:
            await writer.drain()
            await asyncio.sleep(max(beat - loop.time(), 0))
    if called:
        function = {"name": "recall", "arguments": '{"query": "backup plan"}'}
        call = {"index": 0, "id": f"call-{arrived}", "type": "function", "function": function}
        _event(writer, {"choices": [{"index": 0, "delta": {"role": "assistant", "tool_calls": [call]}, "finish_reason": None}]})
    _event(writer, {"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls" if called else "stop"}]})
    _event(writer, {"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": count, "total_tokens": 7 + count}})
    _chunk(writer, b"data: [DONE]\n\n")
    writer.write(b"0\r\n\r\n")


def _wanted(asked: dict[str, object]) -> tuple[str, int, float]:
    """The mark, how many words, the seconds between two: from the last thing that the user said."""
    said = json.dumps([message for message in _messages(asked) if message["role"] == "user"])
    _, mark, count, pause = said[said.rindex("speak ") :].split('"')[0].split()[:4]
    return mark, int(count), float(pause)


def _last_role(asked: dict[str, object]) -> object:
    return _messages(asked)[-1]["role"]


def _messages(asked: dict[str, object]) -> list[dict[str, object]]:
    messages = asked["messages"]
    assert isinstance(messages, list)
    return messages


def _event(writer: asyncio.StreamWriter, change: dict[str, object]) -> None:
    event = {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "words", **change}
    _chunk(writer, b"data: " + json.dumps(event).encode() + b"\n\n")


def _chunk(writer: asyncio.StreamWriter, data: bytes) -> None:
    writer.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")


def _whole(writer: asyncio.StreamWriter, body: dict[str, object]) -> None:
    data = json.dumps(body).encode()
    writer.write(f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n".encode() + data)


if __name__ == "__main__":
    asyncio.run(_serve())
