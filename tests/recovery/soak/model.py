"""A language model on loopback that streams slowly and calls tools as the errand in its prompt says, and that can be held back."""

import asyncio
import json
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.model_turns import Request, chunk, served
from tests.recovery.soak.errands import Errand, errand

LOOK_SECONDS = 0.01
USAGE = {"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}}


@dataclass
class Model:
    """A server that runs, in a thread of its own.

    Attributes:
        url: Its base URL, ending in ``/v1``.
        asked: How many requests came for each errand.
        before_call: The errands whose first answer stops before it calls a tool, until they are taken out; ``key#2`` for the
            second request of an errand alone.
        before_end: The errands whose last answer stops after its first word, likewise.
    """

    url: str = ""
    asked: Counter[str] = field(default_factory=Counter)
    before_call: set[str] = field(default_factory=set)
    before_end: set[str] = field(default_factory=set)


@contextmanager
def slow_model() -> Iterator[Model]:
    """Runs a server until the block ends."""
    state, started, ended = Model(), threading.Event(), threading.Event()

    async def serve() -> None:
        async with served(lambda request: _answer(state, request)) as state.url:
            started.set()
            await asyncio.to_thread(ended.wait)
        # What is cut off now is cut off on purpose; Python 3.11 would print each of it.
        asyncio.get_running_loop().set_exception_handler(lambda *_: None)

    thread = threading.Thread(target=asyncio.run, args=(serve(),), name="model", daemon=True)
    thread.start()
    started.wait(30)
    try:
        yield state
    finally:
        ended.set()
        thread.join(10)


async def _answer(state: Model, request: Request) -> None:
    messages = request.body.get("messages", [])
    assert isinstance(messages, list)
    said = [message for message in messages if message["role"] == "user"][-1]
    job = errand(_text(said["content"]))
    if job is None:
        await _speak(request, ["I know no errand."], 0.0)
        return
    state.asked[job.key] += 1
    place = f"{job.key}#{state.asked[job.key]}"
    if job.refused:
        await request.head("400 Bad Request")
        await request.send('{"error": {"message": "no such errand", "type": "invalid_request_error"}}')
        await request.end()
    elif messages[-1]["role"] == "user" and job.calls:
        await request.head()
        if job.first_words:
            await request.send(chunk(job.first_words))
        await _waiting(state.before_call, job.key, place)
        await request.send(chunk(calls=_calls(job)))
        await _finish(request, "tool_calls")
    else:
        await request.head()
        for number, word in enumerate(job.later_words):
            await request.send(chunk(word))
            if number == 0:
                await _waiting(state.before_end, job.key, place)
            await asyncio.sleep(job.pause)
        await _finish(request, "stop")


def _text(content: Any) -> str:
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)


def _calls(job: Errand) -> Sequence[Mapping[str, object]]:
    wanted = [("remember", {"note": job.note})] * job.calls + [("recall", {"query": f"errand {job.key}"})] * job.looks_up
    return [
        {"id": f"call_{job.key}_{number}", "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
        for number, (name, arguments) in enumerate(wanted)
    ]


async def _waiting(held: set[str], key: str, place: str) -> None:
    # What is held is a plain set, so that a test can change it from its own thread.
    while key in held or place in held:  # noqa: ASYNC110
        await asyncio.sleep(LOOK_SECONDS)


async def _speak(request: Request, words: Sequence[str], pause: float) -> None:
    await request.head()
    for word in words:
        await request.send(chunk(word))
        await asyncio.sleep(pause)
    await _finish(request, "stop")


async def _finish(request: Request, reason: str) -> None:
    await request.send(chunk(finish=reason))
    await request.send(json.dumps({"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m", **USAGE}))
    await request.send("[DONE]")
    await request.end()
