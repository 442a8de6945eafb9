"""A line to type into that narrows what is below it; the keys that move go to what is below."""

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widgets import Input

from hydratui.text import plain
from hydratui.tui import keys


class Find(Input):
    """The line. Its screen has the action `found`, which moves by lines."""

    DEFAULT_CSS = """
    Find, Find:focus {
        width: 1fr;
        height: 1;
        background: transparent;
        border: none;
        padding: 0;
        & > .input--placeholder { color: $text-muted; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "screen.found(1)", "move", key_display="↑↓", tooltip="Move down in what was found"),
        Binding("up", "screen.found(-1)", "move up", show=False, tooltip="Move up in what was found"),
        Binding("pagedown", "screen.found(12)", "next page", show=False, tooltip="A page down in what was found"),
        Binding("pageup", "screen.found(-12)", "page before", show=False, tooltip="A page up in what was found"),
    ]

    def __init__(self, placeholder: str, *, value: str = "", classes: str | None = None) -> None:
        super().__init__(value, placeholder, compact=True, select_on_focus=False, classes=classes)
        self.cursor_blink = False

    async def _on_key(self, event: events.Key) -> None:
        if not await keys.bound(self, event):
            await super()._on_key(event)

    def validate_value(self, value: str) -> str:
        """What is pasted here is one line of plain text, however it came."""
        return plain(value).replace("\n", " ").replace("\t", " ")
