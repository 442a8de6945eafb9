"""What stands inside a recall card: both sides of a task, and on demand what was said just before and after it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.content import Content

from hydratui.text import clipped
from hydratui.tui import show
from hydratui.tui.lines import excerpt_line, pad, wrapped
from hydratui.tui.show import MUTED

if TYPE_CHECKING:
    from hydratui.recall import Hit
    from hydratui.store.tasks import Task

ASKED_LINES, ANSWERED_LINES, CONTEXT_LINES = 3, 6, 2
NAME_WIDTH = 12


@dataclass(frozen=True, slots=True)
class Speakers:
    """Who talks in a card: the agent's name on one line, its colour, and how many cells the widest name takes."""

    agent: str
    colour: str

    @property
    def column(self) -> int:
        """Cells of the column of names, with the space behind it."""
        return min(max(Content(self.agent).cell_length, 3), NAME_WIDTH) + 2


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
