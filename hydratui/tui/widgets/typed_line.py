"""A line to type into: whatever comes into it is plain text, and keys count in the order in which they came."""

from textual import events
from textual.widgets import Input

from hydratui.text import plain
from hydratui.tui import keys


def flat(text: str) -> str:
    """Any text as one line of plain text, each of its letters kept."""
    return plain(text).replace("\n", " ").replace("\t", " ")


class TypedLine(Input):
    """One line of plain text."""

    def __init__(self, value: str, placeholder: str, *, classes: str | None = None) -> None:
        super().__init__(value, placeholder, compact=True, select_on_focus=False, classes=classes)
        self.cursor_blink = False

    async def _on_key(self, event: events.Key) -> None:
        if not await keys.bound(self, event):
            await super()._on_key(event)

    def validate_value(self, value: str) -> str:
        """What is pasted here is one line, however it came."""
        return flat(value)
