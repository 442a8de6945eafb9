"""Cancelling a turn: the request is closed, the tool ends, what had arrived is kept."""

import asyncio
from collections.abc import Mapping
from contextlib import aclosing

import pytest

from hydratui.models import catalogue, remote
from hydratui.models.turn import Event, TextDelta, ToolStarted
from tests.model_turns import (
    HASTY,
    NotedTool,
    Request,
    a_call,
    a_turn,
    at,
    chunk,
    listen,
    served,
    speak,
    text_of,
)


async def test_cancelling_closes_the_request_at_once() -> None:
    arrived, closed = asyncio.Event(), asyncio.Event()

    async def handler(request: Request) -> None:
        await request.head()
        await request.send(chunk("One "))
        await request.send(chunk("two "))
        assert await request.reader.read() == b""
        closed.set()

    class Seen(list[Event]):
        def append(self, event: Event) -> None:
            super().append(event)
            if text_of(self) == "One two ":
                arrived.set()

    events = Seen()
    async with served(handler) as url:
        listening = asyncio.create_task(listen(a_turn(), "mine:m", events, remote.PATIENCE, at(url)))
        async with asyncio.timeout(30):
            await arrived.wait()
        listening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await listening
        async with asyncio.timeout(5):
            await closed.wait()
    assert text_of(events) == "One two "


async def test_closing_the_stream_closes_the_request_at_once() -> None:
    closed = asyncio.Event()

    async def handler(request: Request) -> None:
        await request.head()
        await request.send(chunk("One "))
        assert await request.reader.read() == b""
        closed.set()

    async with served(handler) as url:
        async with aclosing(remote.run(a_turn(), catalogue.choose("mine:m", at(url)))) as stream:
            assert await anext(stream) == TextDelta("One ")
        async with asyncio.timeout(5):
            await closed.wait()


async def test_cancelling_while_the_model_is_still_thinking_closes_the_request() -> None:
    asked, closed = asyncio.Event(), asyncio.Event()

    async def handler(request: Request) -> None:
        asked.set()
        assert await request.reader.read() == b""
        closed.set()

    async with served(handler) as url:
        listening = asyncio.create_task(listen(a_turn(), "mine:m", [], remote.PATIENCE, at(url)))
        async with asyncio.timeout(30):
            await asked.wait()
        listening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await listening
        async with asyncio.timeout(5):
            await closed.wait()


async def test_cancelling_while_a_tool_runs_ends_the_tool() -> None:
    running, ended = asyncio.Event(), asyncio.Event()

    async def endless(_: Mapping[str, object]) -> str:
        running.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return ""

    async def handler(request: Request) -> None:
        await speak(request, chunk(calls=[a_call("remember", '{"note": "x"}')]), chunk(finish="tool_calls"))

    events: list[Event] = []
    async with served(handler) as url:
        listening = asyncio.create_task(listen(a_turn(NotedTool("remember", endless)), "mine:m", events, HASTY, at(url)))
        async with asyncio.timeout(30):
            await running.wait()
        listening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await listening
    assert ended.is_set()
    assert events[-1] == ToolStarted("remember")
