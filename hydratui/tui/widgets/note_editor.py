"""A note to be written or changed where it stands: one line of text, however many lines of the screen it takes."""

from dataclasses import dataclass
from typing import ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import TextArea

from hydratui.agents.memory import MAX_NOTE, Note
from hydratui.store.held import HeldNote
from hydratui.text import one_line, plain
from hydratui.tui.notes_view import row_key
from hydratui.tui.show import MUTED, line
from hydratui.tui.widgets.saving_area import SavingArea
from hydratui.tui.widgets.typed_line import flat

Target = Note | HeldNote | None
"""What is edited; None for a note that is new."""


class NoteEditor(SavingArea):
    """A text area that saves on enter. Its screen shows it below the notes when there is something to write."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,ctrl+s", "save", "save", key_display="enter", tooltip="Save the note"),
        Binding("escape", "give_up", "give up", tooltip="Leave the note as it was; your text comes back when you edit it again"),
    ]

    @dataclass
    class Done(Message):
        """This is to be the note's text; None when it is to stay as it is."""

        target: Target
        text: str | None

    def __init__(self, *, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self.target: Target = None
        self._before = ""
        self._let_go: dict[tuple[str, str], str] = {}

    def begin(self, target: Target, title: str) -> None:
        """Opens with a note, or with the change of it that was given up before.

        Args:
            target: The note, a note that waits, or None for a new one.
            title: What is being written.
        """
        self.target = target
        self._before = "" if target is None else one_line(target.note if isinstance(target, HeldNote) else target.text)
        self.border_title = line(title, "bold")
        self.open_with(self._let_go.pop(self._key, self._before))

    @property
    def _key(self) -> tuple[str, str]:
        return ("new", "") if self.target is None else row_key(self.target)

    @on(TextArea.Changed)
    def _count(self) -> None:
        """Says how long the note is while it is typed, and how long it may be."""
        length = len(one_line(self.text))
        self.border_subtitle = Content.styled(f"{length} of {MAX_NOTE}", MUTED if length <= MAX_NOTE else "bold $error")

    def action_save(self) -> None:
        """Asks for the text to be saved."""
        # What waits to be kept is kept also as it is.
        same = self.text == self._before and not isinstance(self.target, HeldNote)
        self.post_message(self.Done(self.target, None if same else self.text))

    def action_give_up(self) -> None:
        """Lets the note stay as it is; the text is kept for the next time."""
        if self.text != self._before:
            self._let_go[self._key] = self.text
        self.post_message(self.Done(self.target, None))

    async def _on_key(self, event: events.Key) -> None:
        """Tab does nothing: it would leave the note open behind."""
        if event.key in ("tab", "shift+tab"):
            event.stop()
            event.prevent_default()
        else:
            await super()._on_key(event)

    async def _on_paste(self, event: events.Paste) -> None:
        """What is pasted goes in whole, safe to show, on one line."""
        event.prevent_default()
        event.stop()
        self.paste(flat(plain(event.text).rstrip("\n")))
