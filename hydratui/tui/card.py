"""A recall card: both sides of a task between its edges, and on demand what was said just before and after it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.content import Content

from hydratui.text import clipped, one_line
from hydratui.tui import show
from hydratui.tui.lines import clip, excerpt_line, pad, said_ago, said_exactly, said_when, wrapped
from hydratui.tui.show import MUTED, SEPARATOR

if TYPE_CHECKING:
    from hydratui.recall import Hit
    from hydratui.store.tasks import Task

ASKED_LINES, ANSWERED_LINES, CONTEXT_LINES = 3, 6, 2
NAME_WIDTH = 12
WITH_WORDS = 64
"""Cells from which a card says its age in words as well."""
GONE = "deleted"
"""In place of the channel of a task that is not stored any more."""


@dataclass(frozen=True, slots=True)
class Speakers:
    """Who talks in a card: the agent's name on one line, its colour, and how many cells the widest name takes."""

    agent: str
    colour: str

    @property
    def column(self) -> int:
        """Cells of the column of names, with the space behind it."""
        return min(max(Content(self.agent).cell_length, 3), NAME_WIDTH) + 2


def edge(corners: str, first: Content, last: Content, width: int, style: str) -> Content:
    """The line above or below a card: between its two corners what stands at the left of it and at the right."""
    tail = Content.assemble(" ", last, (" ─", style)) if last else Content()
    rule = "─" * (width - 4 - first.cell_length - tail.cell_length)
    return Content.assemble((f"{corners[0]} ", style), first, (f" {rule}", style), tail, (corners[1], style))


def title(hit: "Hit", width: int, focused: bool) -> tuple[Content, Content]:
    """When and where a hit was, for the edge of a card of some width; with the focus also when exactly."""
    parts = [one_line(hit.channel) or GONE]
    if width >= WITH_WORDS and (age := said_ago(hit.at)):
        parts.append(age)
    if hit.context:
        parts.append("next to a match")
    where = (SEPARATOR + SEPARATOR.join(parts), MUTED)
    said = Content.assemble(Content.styled(said_when(hit.at), "bold" if focused else ""), where)
    exact = Content.styled(said_exactly(hit.at), MUTED)
    fits = focused and said.cell_length + exact.cell_length + 6 <= width - 4
    return clip(said, width - 4), exact if fits else Content()


def body(hit: "Hit", around: "Sequence[Task]", speakers: Speakers, width: int) -> list[Content]:
    """The lines of a card.

    Args:
        hit: What was found.
        around: Tasks around it, oldest first, its own among them or not; empty for the hit alone.
        speakers: Who talks.
        width: Cells for a line.
    """
    lines = _speech("you", "bold", excerpt_line(hit.asked), speakers.column, width, ASKED_LINES)
    lines += _speech(speakers.agent, f"bold {speakers.colour}", excerpt_line(hit.answered), speakers.column, width, ANSWERED_LINES)
    before = [line for task in around if task.id < hit.task for line in (*_beside(task, speakers, width), Content())]
    after = [line for task in around if task.id > hit.task for line in (Content(), *_beside(task, speakers, width))]
    return [*before, *lines, *after]


def _beside(task: "Task", speakers: Speakers, width: int) -> list[Content]:
    """A task before or after the hit, quieter and shorter."""
    room = width * CONTEXT_LINES
    asked, answered = (show.line(clipped(text, room), MUTED) for text in (task.prompt, task.result or ""))
    speech = _speech("you", MUTED, asked, speakers.column, width, CONTEXT_LINES)
    return speech + _speech(speakers.agent, MUTED, answered, speakers.column, width, CONTEXT_LINES)


def _speech(name: str, style: str, said: Content, column: int, width: int, most: int) -> list[Content]:
    heads = [pad(Content.styled(name, style), column - 2) + "  "]
    lines = wrapped(said, max(width - column, 4), most)
    heads += [Content(" " * column)] * (len(lines) - 1)
    return [head + line for head, line in zip(heads, lines, strict=True)]
