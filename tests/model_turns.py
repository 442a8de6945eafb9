"""What the tests of language models share: a turn, tools that note their calls, and servers that misbehave on purpose."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field

import pytest

from hydratui.config import Config, ProviderSettings
from hydratui.errors import ModelError
from hydratui.models import catalogue, remote
from hydratui.models.turn import Event, Exchange, TextDelta, Turn

OPENAI = "openai:gpt-6.1-sol"
ANTHROPIC = "anthropic:claude-sonnet-5-5"
HASTY = remote.Patience(connect=5, first=20, between=10, retry=2)


@dataclass(frozen=True, slots=True)
class NotedTool:
    """A tool that notes the arguments of every call, then does what it is told to."""

    name: str
    answer: Callable[[Mapping[str, object]], Awaitable[str]]
    calls: list[Mapping[str, object]] = field(default_factory=list)
    description: str = "Save one fact."
    source: str = "built-in"

    @property
    def schema(self) -> Mapping[str, object]:
        return {"type": "object", "properties": {"note": {"type": "string"}}, "required": ["note"], "additionalProperties": False}

    async def call(self, arguments: Mapping[str, object]) -> str:
        self.calls.append(arguments)
        return await self.answer(arguments)


def remembering() -> NotedTool:
    async def saved(arguments: Mapping[str, object]) -> str:
        return f"Saved: - [2026-11-30] {arguments.get('note')}"

    return NotedTool("remember", saved)


def a_turn(*tools: NotedTool, prompt: str = "When do I deploy?", history: Sequence[Exchange] = ()) -> Turn:
    return Turn("You are Ada.", tuple(history), prompt, tools, "Ada")


async def answered(turn: Turn, model: str, patience: remote.Patience = HASTY, config: Config | None = None) -> list[Event]:
    """Every event of a turn that goes well."""
    events: list[Event] = []
    await listen(turn, model, events, patience, config)
    return events


async def listen(turn: Turn, model: str, events: list[Event], patience: remote.Patience = HASTY, config: Config | None = None) -> None:
    """Collects the events of a turn as they come, so that a test sees those before a failure too."""
    async with aclosing(remote.run(turn, catalogue.choose(model, config or Config()), patience)) as stream:
        # One by one, because a list comprehension would lose what came before a failure.
        async for event in stream:
            events.append(event)  # noqa: PERF401


async def failure(
    model: str, events: list[Event] | None = None, config: Config | None = None, patience: remote.Patience = HASTY
) -> ModelError:
    """The error that a turn ends with: one line, and it says what to do next."""
    with pytest.raises(ModelError) as caught:
        await listen(a_turn(), model, events if events is not None else [], patience, config)
    assert "\n" not in str(caught.value)
    assert "sk-" not in str(caught.value)
    return caught.value


def text_of(events: Sequence[Event]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextDelta))


def at(url: str, provider: str = "mine") -> Config:
    """Settings with a server of one's own."""
    return Config(providers={provider: ProviderSettings(base_url=url)})


@dataclass(slots=True)
class Request:
    """A request as a server got it: its place on its connection (0 first), its headers and body, and how to answer."""

    place: int
    headers: Mapping[str, str]
    body: Mapping[str, object]
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def head(self, status: str = "200 OK", **headers: str) -> None:
        lines = [f"HTTP/1.1 {status}", "transfer-encoding: chunked", "content-type: text/event-stream"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        self.writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        await self.writer.drain()

    async def send(self, data: str) -> None:
        block = f"data: {data}\n\n".encode()
        self.writer.write(f"{len(block):x}\r\n".encode() + block + b"\r\n")
        await self.writer.drain()

    async def end(self) -> None:
        self.writer.write(b"0\r\n\r\n")
        await self.writer.drain()


Handler = Callable[[Request], Awaitable[None]]


@asynccontextmanager
async def served(handler: Handler) -> AsyncIterator[str]:
    """A real HTTP server on loopback that answers with `handler`; gives the base URL."""

    async def connection(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        place = 0
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                lines = head.decode("latin-1").split("\r\n")[1:-2]
                headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
                body = await reader.readexactly(int(headers.get("content-length", "0")))
                await handler(Request(place, headers, json.loads(body or b"{}"), reader, writer))
                place += 1
                if writer.is_closing():
                    break
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(connection, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    finally:
        server.close()


def chunk(content: str | None = None, finish: str | None = None, calls: Sequence[Mapping[str, object]] = ()) -> str:
    """One chunk of an OpenAI chat stream."""
    delta: dict[str, object] = {"role": "assistant"}
    if content is not None:
        delta["content"] = content
    if calls:
        delta["tool_calls"] = [{"index": index, **call} for index, call in enumerate(calls)]
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return json.dumps({"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]})


def a_call(name: str, arguments: str) -> Mapping[str, object]:
    return {"id": f"call_{name}", "type": "function", "function": {"name": name, "arguments": arguments}}


async def speak(request: Request, *data: str) -> None:
    """A whole answer, with the end of an OpenAI stream."""
    await request.head()
    for one in data:
        await request.send(one)
    await request.send("[DONE]")
    await request.end()
