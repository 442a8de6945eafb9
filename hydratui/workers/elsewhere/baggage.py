"""A turn on its way to a runner: all that the model is given, and of the tools only how they are described."""

import base64
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hydratui.errors import ModelError
from hydratui.models.turn import Exchange, Image, Turn
from hydratui.workers.elsewhere.wire import Malformed

MAX_TURN = 36_000_000
"""Bytes of a whole turn: a prompt of a million characters, six files, ten exchanges, 20 MB of images in base64, with room to spare."""
_PART = 180_000

Calling = Callable[[str, Mapping[str, object]], Awaitable[str]]


@dataclass(frozen=True, slots=True)
class FarTool:
    """A tool that runs at the hub."""

    name: str
    description: str
    schema: Mapping[str, object]
    calling: Calling

    async def call(self, arguments: Mapping[str, object]) -> str:
        """Has the hub run it.

        Raises:
            HydraError: What the tool told the model instead.
        """
        return await self.calling(self.name, arguments)


def pack(turn: Turn, model: str | None) -> tuple[str, ...]:
    """The turn in parts that fit into a message each.

    Args:
        turn: What the model is given.
        model: Which model; None for the one that the runner uses itself.

    Raises:
        ModelError: It is longer than any model can read.
    """
    data = json.dumps(
        {
            "system": turn.system,
            "history": [[one.asked, one.answered, one.at, one.files] for one in turn.history],
            "prompt": turn.prompt,
            "tools": [{"name": tool.name, "description": tool.description, "schema": dict(tool.schema)} for tool in turn.tools],
            "agent_name": turn.agent_name,
            "notes": list(turn.notes),
            "files": turn.files,
            "images": [[image.name, image.media, base64.b64encode(image.data).decode()] for image in turn.images],
            "model": model,
        },
        ensure_ascii=False,
    ).encode("utf-8", "surrogatepass")
    if len(data) > MAX_TURN:
        raise ModelError(f"This task has {len(data):,} bytes with all that belongs to it; {MAX_TURN:,} go to a runner. Shorten it.")
    return tuple(base64.b64encode(data[at : at + _PART]).decode() for at in range(0, len(data), _PART))


def unpack(parts: list[str], calling: Calling) -> tuple[Turn, str | None]:
    """The turn, and which model.

    Args:
        parts: All parts, in order.
        calling: Has the hub call a tool, by its name, with arguments.

    Raises:
        Malformed: It is no turn.
    """
    try:
        fields: dict[str, Any] = json.loads(
            b"".join(base64.b64decode(part, validate=True) for part in parts).decode("utf-8", "surrogatepass")
        )
        tools = tuple(FarTool(tool["name"], tool["description"], tool["schema"], calling) for tool in fields["tools"])
        history = tuple(Exchange(*one) for one in fields["history"])
        images = tuple(Image(name, media, base64.b64decode(data, validate=True)) for name, media, data in fields["images"])
        turn = Turn(
            fields["system"],
            history,
            fields["prompt"],
            tools,
            fields["agent_name"],
            tuple(fields["notes"]),
            fields["files"],
            images,
        )
        return turn, fields["model"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Malformed("The turn can't be read. Let hub and runners be of one version.") from error
