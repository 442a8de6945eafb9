"""What a call gave, as text: texts as they are, everything else named."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from hydratui.text import clipped
from hydratui.tools.tool import size

if TYPE_CHECKING:
    from mcp_types import CallToolResult, ContentBlock

FAILED = "The server reports an error: "
_LONGEST = 200_000
"""Characters that are put together at most; the guard takes fewer."""


def text(result: CallToolResult) -> str:
    """A result as one text.

    An error that the server reports is text of the server's like any other, so it goes the same way: behind the guard, fenced, and
    marking the task as one that has read from outside.
    """
    parts, length = [], 0
    for block in result.content:
        part = _shown(block)
        parts.append(part)
        length += len(part)
        if length > _LONGEST:
            break
    told = "\n".join(parts)
    if not told.strip() and result.structured_content is not None:
        told = json.dumps(result.structured_content, ensure_ascii=False)[:_LONGEST]
    if result.is_error:
        return f"{FAILED}{told.strip() or 'it does not say which.'}"
    return told if told.strip() else "Done; the server has nothing to say."


def refused(message: str) -> str:
    """An error of the protocol that the server answered with."""
    return f"{FAILED}{message.strip() or 'it does not say which.'}"


def gist(result: str) -> str:
    """What came of a call on one line, from its result as the model gets it: in a fence, of which this is the third line."""
    first = next(iter(result.split("\n", 3)[2:]), result)
    return clipped(f"error: {first.removeprefix(FAILED)}", 120) if first.startswith(FAILED) else size(result)


def _shown(block: ContentBlock) -> str:
    match block.type:
        case "text":
            return block.text
        case "image":
            return f"[an image, {_size(block.data)}]"
        case "audio":
            return f"[a sound, {_size(block.data)}]"
        case "resource_link":
            return f"[a link to {clipped(block.name, 100)}: {clipped(str(block.uri), 300)}]"
        case "resource":
            resource = block.resource
            name = clipped(str(resource.uri), 300)
            inner = getattr(resource, "text", None)
            if isinstance(inner, str):
                return f"[{name}]\n{inner}"
            return f"[a file, {name}, {_size(getattr(resource, 'blob', ''))}]"
    return "[something else]"


def _size(base64: str) -> str:
    size = len(base64) * 3 // 4
    return f"{size / 1_048_576:.1f} MB" if size >= 1_048_576 else f"{max(1, round(size / 1024))} KB"
