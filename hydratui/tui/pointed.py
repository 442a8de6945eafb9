"""What the keys of the conversation act on: a message or a part of one, and how that is set off from the rest."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.strip import Strip
from textual.widget import Widget

MARGIN, BLOCK_MARGIN = "▌", "█"
"""The margin of the message that is pointed at, and of the block in it: heavier, so that it shows without colour."""


class BlockKey(NamedTuple):
    """A block by what stays the same while its message grows: a tool's call by its number, code by the how manieth it is."""

    kind: Literal["call", "code"]
    number: int


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a message that can be pointed at.

    Attributes:
        key: Which it is.
        rows: Its rows in the message.
    """

    key: BlockKey
    rows: range


@dataclass(frozen=True, slots=True)
class Pointed:
    """What is pointed at: a message, a block of it, or a card that stands between messages."""

    widget: Widget
    block: BlockKey | None = None


def lit(strips: Sequence[Strip], first: int, block: range, plain: Sequence[Color], instead: Sequence[Color]) -> list[Strip]:
    """The lines of the message that is pointed at, as they look for it.

    Args:
        strips: The lines, each with its margin.
        first: Which line of the message the first of them is.
        block: The lines of the block that is pointed at.
        plain: The backgrounds that give way: the page's in the whole message, that of code in the block too. What is selected stays so.
        instead: The backgrounds that take their place, in the message and in the block.
    """
    give_way = [colour.rich_color for colour in plain]
    message, part = (Style(bgcolor=colour.rich_color) for colour in instead)
    lines = []
    for y, strip in enumerate(strips, first):
        within = y in block
        behind, gone = (part, give_way) if within else (message, give_way[:1])
        segments = [Segment(text, style + behind if style and style.bgcolor in gone else style, control) for text, style, control in strip]
        if segments:
            text, style, control = segments[0]
            segments[0] = Segment((BLOCK_MARGIN if within else MARGIN) + text[1:], style, control)
        lines.append(Strip(segments, strip.cell_length))
    return lines
