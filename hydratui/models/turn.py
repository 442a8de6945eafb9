"""One turn of a model: what goes in, what comes out while it runs, and which kind of model answers it."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Protocol

from hydratui.config import BUILTIN, Config


class Tool(Protocol):
    """What a model may call. Its `call` takes the arguments as the model sent them and checks them itself."""

    @property
    def name(self) -> str:
        """The name that the model calls it by."""

    @property
    def description(self) -> str:
        """What the model is told about it."""

    @property
    def schema(self) -> Mapping[str, object]:
        """JSON schema of its arguments, an object."""

    @property
    def call(self) -> Callable[[Mapping[str, object]], Awaitable[str]]:
        """Runs it. A `HydraError` is told to the model in one line; anything else ends the turn."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """An earlier task of the same conversation.

    Attributes:
        asked: The message.
        answered: The answer.
        at: When, a UTC stamp.
        files: The text of files that came with the message, fenced.
    """

    asked: str
    answered: str
    at: str
    files: str = ""


@dataclass(frozen=True, slots=True)
class Image:
    """An image that comes with a message: its name, its content type, the file."""

    name: str
    media: str
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Turn:
    """Everything that a model is given for one task.

    Attributes:
        system: The system prompt, whole.
        history: Earlier exchanges, oldest first.
        prompt: What is asked now.
        tools: What may be called; the calls are bound to the agent already.
        agent_name: The name shown to people.
        notes: The bullets of the agent's memory, for the built-in assistant (a language model has them in `system`).
        files: The text of files that came with the prompt, fenced; it follows the prompt.
        images: Those that came with it.
    """

    system: str
    history: tuple[Exchange, ...]
    prompt: str
    tools: tuple[Tool, ...]
    agent_name: str
    notes: tuple[str, ...] = ()
    files: str = ""
    images: tuple[Image, ...] = ()


@dataclass(frozen=True, slots=True)
class TextDelta:
    """More of the answer. The deltas of a turn, joined, are the whole answer."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolStarted:
    """A tool is being called."""

    name: str


@dataclass(frozen=True, slots=True)
class ToolEnded:
    """The call is over, whatever came of it."""

    name: str


@dataclass(frozen=True, slots=True)
class CallRefused:
    """A call that never reached a tool, because no such tool is granted or its arguments were no JSON object.

    Attributes:
        name: The name as the model wrote it.
        reason: One line, as it was told to the model.
    """

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Spent:
    """Tokens of one request. A turn with tool calls makes several requests, so these add up."""

    tokens_in: int
    tokens_out: int


@dataclass(frozen=True, slots=True)
class Answering:
    """Which model answers, told by a turn that is run elsewhere, where the model may be chosen."""

    model: str


Event = TextDelta | ToolStarted | ToolEnded | CallRefused | Spent | Answering


async def run(turn: Turn, model: str | None, config: Config) -> AsyncGenerator[Event, None]:
    """Answers one turn with the model that is named, or with the built-in assistant.

    Closing the generator (`contextlib.aclosing`) or cancelling the task that waits for it ends the request at once.

    Args:
        turn: What the model is given.
        model: ``provider:model``; None or ``builtin`` for the built-in assistant.
        config: The settings, for the addresses and keys of providers.

    Raises:
        ModelError: The model can't be used or its answer was cut. What had arrived was yielded before.
    """
    if model is None or model == BUILTIN:
        from hydratui.models import builtin

        async for event in builtin.run(turn):
            yield event
        return
    from hydratui.models import catalogue, remote

    async with aclosing(remote.run(turn, catalogue.choose(model, config))) as events:
        async for event in events:
            yield event
