"""Where the user types: a text area that grows, sends on enter, remembers what was sent, and lends its keys to the palette."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import TextArea

from hydratui.text import plain
from hydratui.tui import keys
from hydratui.tui.dropped import dropped_files

if TYPE_CHECKING:
    from hydratui.tui.vi import Vi
    from hydratui.tui.widgets.palette import Palette

NEWLINES = frozenset({"ctrl+j", "shift+enter", "alt+enter"})
_CHOOSING = frozenset({"enter", "tab", "up", "down", "pageup", "pagedown"})
_PAGES = {"pageup": -1, "pagedown": 1}
_STEPS = {"escape": "screen.back", "ctrl+c": "screen.interrupt"}


class Prompt(TextArea):
    """The prompt.

    Up and down go through what was sent once the cursor is at the first or last line; the draft is kept below the newest.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "screen.back", "Back", show=False),
        Binding("ctrl+c", "screen.interrupt", "Copy, clear, cancel, quit", show=False),
        Binding("ctrl+r", "past", "Search what was sent", show=False),
        Binding("ctrl+g", "editor", "Write in your editor ($EDITOR)", show=False),
    ]
    HELP_KEYS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("enter", "Send the message"),
        ("ctrl+j", "New line (also shift+enter, alt+enter)"),
        ("/", "Commands, at the start of the prompt"),
        ("@", "Agents, and files as @./path, anywhere in a message"),
        ("tab", "Complete what the palette offers; else to the page and the team"),
        ("↑ ↓", "What was sent before"),
        ("pageup", "Scroll the conversation (also pagedown)"),
        ("end", "Go to the newest message"),
    )
    """Keys that are no bindings, for the help."""

    @dataclass
    class Sent(Message):
        """The user wants this done."""

        text: str

    @dataclass
    class Scrolled(Message):
        """Page up, page down or end were pressed, which are the conversation's: -1, 1, or 0 for its end."""

        pages: int

    class PastWanted(Message):
        """The user looks for something that was sent."""

    class EditorWanted(Message):
        """The user wants to write in an editor of theirs."""

    class ModeChanged(Message):
        """The vi keys are in another mode."""

    def __init__(self, history: Callable[[], Sequence[str]], *, classes: str | None = None) -> None:
        """A prompt.

        Args:
            history: What was sent in the open channel, oldest first; asked once per way through it.
            classes: The classes for the style sheet.
        """
        super().__init__(classes=classes, compact=True, highlight_cursor_line=False, placeholder="Write to an agent, or / for commands")
        self.cursor_blink = False
        self.palette: Palette | None = None
        self.look: Callable[[], None] | None = None
        """Brings the palette up to date with what is typed, before a key that acts on it."""
        self.sends: Callable[[], None] | None = None
        """Is told that what is typed is sent, before it is gone from here."""
        self.first: Callable[[str], bool] | None = None
        """Is offered every key before anybody else, and gives whether it took it."""
        self.vi: Vi | None = None
        self.channel = ""
        self._read_history = history
        self._history: list[str] = []
        self._at: int | None = None
        self._draft = ""
        self._typed_here: dict[str, list[str]] = {}
        self._picking = False

    def put(self, text: str) -> None:
        """Replaces what is typed, with the cursor at its end."""
        self.load_text(plain(text))
        self.move_cursor(self.document.end)

    def edit_with_vi(self) -> None:
        """Edits with the keys of vi from now on."""
        from hydratui.tui.vi import KEYS, Vi

        self.vi = Vi(self, self._vi_past, self._vi_mode)
        self.HELP_KEYS = (*Prompt.HELP_KEYS, *KEYS)  # type: ignore[misc]  # the help of this prompt alone

    def action_past(self) -> None:
        """Looks for something that was sent."""
        if self.vi is not None:
            self.vi.insert()
        self.post_message(self.PastWanted())

    def action_editor(self) -> None:
        """Goes on writing in an editor."""
        self.post_message(self.EditorWanted())

    def clear_draft(self) -> None:
        """Empties the prompt; the up arrow brings back what was in it."""
        self.remember(self.text)
        self.put("")
        self.leave_history()

    def remember(self, text: str) -> None:
        """Lets the up arrow bring back a text that the channel's history does not have: a command, a draft, what was refused."""
        if text.strip():
            self._typed_here.setdefault(self.channel, []).append(text)

    def leave_history(self) -> None:
        """What is typed from here on is a new draft, and the history is read again next time."""
        self._at, self._draft = None, ""

    @property
    def cursor_index(self) -> int:
        """The cursor's place in the text, in characters."""
        return len(self.get_text_range((0, 0), self.cursor_location))

    async def _on_key(self, event: events.Key) -> None:
        # The two steps are taken here, not when the key has come up through all parents: what is typed next would overtake them.
        if (self.first is not None and self.first(event.key)) or (self.vi is not None and self.vi.key(event)):
            event.stop()
            event.prevent_default()
            return
        step = _STEPS.get(event.key)
        if step is not None or self._taken(event):
            event.stop()
            event.prevent_default()
            if step is not None:
                await self.run_action(step)
        elif not await keys.bound(self, event):
            await super()._on_key(event)

    def _taken(self, event: events.Key) -> bool:
        key = event.key
        if key in _CHOOSING and self.look is not None:
            # Keys can come faster than the news of a change: the palette must not answer for a text that is gone.
            self.look()
        if key in NEWLINES:
            self.insert("\n")
        elif key == "enter":
            self._enter()
        elif self.palette is not None and self.palette.shown and self._palette_key(key):
            pass
        elif key == "up" and self._at_edge(up=True):
            self._go(-1)
        elif key == "down" and self._at is not None and self._at_edge(up=False):
            self._go(1)
        elif key in _PAGES:
            self.post_message(self.Scrolled(_PAGES[key]))
        elif key == "end" and self.cursor_at_end_of_text:
            self.post_message(self.Scrolled(0))
        else:
            return False
        return True

    def _palette_key(self, key: str) -> bool:
        assert self.palette is not None
        if key in ("up", "down"):
            self.palette.move(-1 if key == "up" else 1)
            self._picking = True
        elif key in _PAGES:
            self.palette.move(_PAGES[key] * 5)
        elif key == "tab":
            self.complete()
        else:
            return False
        return True

    def complete(self) -> bool:
        """Puts the chosen suggestion in. Gives whether that changed anything."""
        chosen = self.palette.chosen() if self.palette is not None and self.palette.shown else None
        if chosen is None or chosen.applied(self.text) == self.text:
            return False
        at = chosen.start + len(chosen.insert)
        self.load_text(chosen.applied(self.text))
        self.move_cursor(_location(self.text, at))
        return True

    def _enter(self) -> None:
        """Sends; with the palette open it completes first, and sends when nothing more has to be typed."""
        chosen = self.palette.chosen() if self.palette is not None and self.palette.shown else None
        if chosen is not None and (self._picking or not chosen.offered):
            # "/model " alone asks which it is; the first of the list is not meant unless the user went to it.
            nothing_typed = chosen.start > 0 and not self.text[chosen.start : chosen.end] and not self._picking
            more_needed = not self.text.startswith("/") or chosen.hint.startswith("<")
            if not nothing_typed and self.complete() and more_needed:
                return
        text = self.text
        if text.strip():
            if self.sends is not None:
                self.sends()
            # At once, not when the message has arrived: what is typed meanwhile is the next one.
            self.put("")
            self.leave_history()
            if self.vi is not None:
                self.vi.insert()
            self.post_message(self.Sent(text))

    def on_resize(self) -> None:
        """What is being typed stays in sight."""
        self.call_after_refresh(self.scroll_cursor_visible)

    def on_text_area_changed(self) -> None:
        """What was picked in the palette counts no longer."""
        self._picking = False

    def _at_edge(self, *, up: bool) -> bool:
        row = self.wrapped_document.location_to_offset(self.cursor_location).y
        return row == 0 if up else row == self.wrapped_document.height - 1

    def _vi_mode(self) -> None:
        if self.palette is not None:
            self.palette.hide()
        self.post_message(self.ModeChanged())

    def _vi_past(self, by: int) -> bool:
        if not self._at_edge(up=by < 0) or (by > 0 and self._at is None):
            return False
        self._go(by)
        return True

    def _go(self, by: int) -> None:
        """One step through what was sent."""
        if self._at is None:
            # What was typed in this session comes first on the way back; each text once.
            known = list(dict.fromkeys(reversed([*self._read_history(), *self._typed_here.get(self.channel, ())])))[::-1]
            self._history, self._draft, self._at = known, self.text, len(known)
        self._at = min(max(self._at + by, 0), len(self._history))
        text = self._draft if self._at == len(self._history) else self._history[self._at]
        if self._at == len(self._history):
            self._at = None
        self.put(text)
        if by < 0:
            self.move_cursor((0, len(self.document.get_line(0))))

    async def _on_paste(self, event: events.Paste) -> None:
        """A paste of any size goes in whole, safe to show, and sends nothing; files that were dropped go in by their names."""
        event.prevent_default()
        event.stop()
        start = min(self.selection)
        before = self.text
        result = self.replace(plain(event.text), *self.selection, maintain_selection_offset=False)
        self.move_cursor(result.end_location)
        self.focus()
        # What is typed meanwhile waits, and goes behind them.
        if names := await dropped_files(event.text, before):
            blank = "" if not self.get_text_range((start[0], 0), start)[-1:].strip() else " "
            named = self.replace(f"{blank}{names} ", start, result.end_location, maintain_selection_offset=False)
            self.move_cursor(named.end_location)


def _location(text: str, index: int) -> tuple[int, int]:
    """Row and column of a character."""
    before = text[:index]
    return before.count("\n"), index - (before.rfind("\n") + 1)
