"""What the prompt begins with when a recall card is to be remembered or asked about; the user finishes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hydratui.text import clipped, one_line
from hydratui.times import local_date, spoken_date

if TYPE_CHECKING:
    from hydratui.recall import Hit


def note(hit: Hit) -> str:
    """A command that saves what was answered, to be edited first."""
    from hydratui.agents.memory import MAX_NOTE

    return f"/remember {clipped(hit.answered.text, MAX_NOTE)}"


def question(hit: Hit) -> str:
    """The beginning of a question about a past task, with its date and number."""
    asked = clipped(hit.asked.text, 80)
    return f"On {spoken_date(local_date(hit.at))} I asked you “{one_line(asked)}” (task {hit.task}). "
