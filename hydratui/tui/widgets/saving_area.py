"""A text that is changed where it stands and saved on enter."""

from textual import events
from textual.widgets import TextArea

from hydratui.tui import keys


class SavingArea(TextArea):
    """A text area that its screen opens when there is something to write. What saves it is `action_save`."""

    DEFAULT_CSS = """
    SavingArea, SavingArea:focus {
        display: none;
        height: auto;
        min-height: 3;
        max-height: 50%;
        border: round $primary;
        padding: 0 1;
        background: $background;
        scrollbar-size-vertical: 1;
        border-title-color: $foreground;
        &.-open { display: block; }
    }
    """

    def __init__(self, *, classes: str | None = None) -> None:
        super().__init__(classes=classes, highlight_cursor_line=False)
        self.cursor_blink = False

    @property
    def opened(self) -> bool:
        """Whether something is being written."""
        return self.has_class("-open")

    def open_with(self, text: str) -> None:
        """Opens with a text, the cursor behind it."""
        self.load_text(text)
        self.move_cursor(self.document.end)
        self.add_class("-open")
        self.focus()

    def close(self) -> None:
        """Closes; the text is in good hands, or not wanted."""
        self.remove_class("-open")
        self.load_text("")

    def action_save(self) -> None:
        """Asks for the text to be saved."""
        raise NotImplementedError

    async def _on_key(self, event: events.Key) -> None:
        """Saves on enter. A binding with priority would overtake what was typed just before it."""
        if event.key == "enter":
            event.stop()
            event.prevent_default()
            self.action_save()
        elif not await keys.bound(self, event):
            await super()._on_key(event)

    def paste(self, text: str) -> None:
        """Puts a pasted text, made safe already, in the place of what is selected."""
        result = self.replace(text, *self.selection, maintain_selection_offset=False)
        self.move_cursor(result.end_location)
