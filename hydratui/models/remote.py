"""A turn of a language model behind an API, as a stream of events. The libraries load at the first turn, in a thread."""

import asyncio
import gc
import threading
from collections.abc import AsyncGenerator, Callable, Coroutine
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from hydratui.models.catalogue import Choice, Kind
from hydratui.models.turn import Event, Turn


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait for a model, in seconds.

    Attributes:
        connect: For a connection.
        first: For the first piece of an answer, all tries together. A local model may read a long prompt for minutes.
        between: For the next piece of an answer that has begun.
        retry: The longest wait that a provider may ask for and get within the turn.
        tries: How often a request is sent at most.
    """

    connect: float = 5
    first: float = 600
    between: float = 120
    retry: float = 20
    tries: int = 3


PATIENCE = Patience()
_loading = threading.Lock()


async def run(turn: Turn, choice: Choice, patience: Patience = PATIENCE) -> AsyncGenerator[Event, None]:
    """Answers the turn with the chosen model.

    The turn runs in a task of its own, so that a slow reader does not look like a slow model. Closing the generator, or
    cancelling the task that waits for its next event, ends that task and its HTTP request before anything else happens.

    Args:
        turn: What the model is given.
        choice: The model.
        patience: How long to wait for it.

    Raises:
        ModelError: The model can't be used or its answer was cut. What had arrived was yielded before.
    """
    converse = await asyncio.to_thread(_load, choice.provider.kind)
    events: asyncio.Queue[Event | None] = asyncio.Queue()
    task = asyncio.create_task(converse(turn, choice, patience, events.put_nowait))
    task.add_done_callback(lambda _: events.put_nowait(None))
    try:
        while (event := await events.get()) is not None:
            yield event
        await task
    finally:
        task.cancel()
        await asyncio.wait([task])


def _load(kind: Kind) -> Callable[..., Coroutine[Any, Any, None]]:
    """Imports what a provider of this kind needs, a second or two, and nothing of the other kind."""
    # One at a time: two threads that meet in modules which import each other can see one of them half made.
    with _loading:
        collecting = gc.isenabled()
        # Hundreds of thousands of objects are made and none is garbage: without the collector it takes a sixth less time.
        gc.disable()
        try:
            import_module(f"pydantic_ai.models.{kind}")
            from hydratui.models.conversation import converse
        finally:
            if collecting:
                gc.enable()
    return converse
