"""A note that waits for the user: an agent wants to remember it after reading something from outside."""

from dataclasses import dataclass
from typing import ClassVar

from textual.app import RenderResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message as Event
from textual.widget import Widget

from hydratui.store.held import HeldNote
from hydratui.tui import show
from hydratui.tui.lines import hints


class HeldCard(Widget, can_focus=True):
    """The note, where it came from, and the two keys that settle it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("k", "settle(True)", "Keep"),
        Binding("e", "edit", "Edit"),
        Binding("d", "settle(False)", "Discard"),
    ]

    @dataclass
    class Settled(Event):
        """The user has decided."""

        card: "HeldCard"
        note: HeldNote
        keep: bool

    def __init__(self, note: HeldNote, name: str, accent: int | None) -> None:
        super().__init__(classes=f"held {'' if accent is None else f'-accent-{accent}'}")
        self.note = note
        self._who = name

    def on_mount(self) -> None:
        """Titles are content, so that no markup in a name counts."""
        self.border_title = Content.assemble(show.line(self._who, "bold"), " wants to remember")
        self._show_keys()

    def watch_has_focus(self, has_focus: bool) -> None:
        """Shows the keys of the card that they would settle."""
        super().watch_has_focus(has_focus)
        self._show_keys()

    def _show_keys(self) -> None:
        """The keys that settle it while it has the focus, else the one that gives it the focus."""
        keys = (("k", "keep"), ("e", "edit"), ("d", "discard")) if self.has_focus else (("shift+tab", "decide"),)
        self.border_subtitle = hints(keys, 40)

    def render(self) -> RenderResult:
        """The note and its source."""
        source = show.line(f"from {self.note.source}, task {self.note.task}", show.MUTED)
        return Content("\n").join([show.line(self.note.note), source])

    def action_edit(self) -> None:
        """Puts the note into the prompt; it waits until the changed one is sent."""
        from hydratui.tui.commands_provider import CommandChosen

        self.post_message(CommandChosen(f"/keep {self.note.id} {self.note.note}", ready=False))

    def action_settle(self, keep: bool) -> None:
        """Says what the user decided."""
        self.post_message(self.Settled(self, self.note, keep))
