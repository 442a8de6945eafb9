"""The memory viewer: an agent's notes to read, filter, delete and take back, and its other files to read."""

from collections.abc import Callable
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static

from hydratui.agents import files, memory
from hydratui.agents.memory import Note
from hydratui.agents.roster import Agent
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store.database import Store
from hydratui.store.held import HeldNote, held
from hydratui.tui import notes_view
from hydratui.tui.editor import edit
from hydratui.tui.fold import folded
from hydratui.tui.lines import HEIGHTS
from hydratui.tui.notes_view import ORDER, Signature
from hydratui.tui.screens.task import TaskScreen
from hydratui.tui.show import MUTED, text
from hydratui.tui.who import who
from hydratui.tui.widgets.find import Find
from hydratui.tui.widgets.key_line import KeyLine
from hydratui.tui.widgets.memory_head import MemoryHead
from hydratui.tui.widgets.note_list import NoteList, NoteRow

LOOK_EVERY = 0.5
"""Seconds between two looks at the disk while the viewer is in front."""


class MemoryScreen(Screen[None]):
    """The six files of one agent, its memory first. What changes on disk shows at once and is never overwritten."""

    CSS_PATH = "memory.tcss"
    AUTO_FOCUS = ".memory-notes"
    VERTICAL_BREAKPOINTS = HEIGHTS

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "filter", "filter", tooltip="Filter the notes as you type"),
        Binding("k", "keep", "keep", tooltip="Keep the held note in the memory"),
        Binding("d", "discard", "discard", tooltip="Discard the held note"),
        Binding("d", "forget", "delete", tooltip="Delete the note"),
        Binding("u", "undo", "undo", tooltip="Take the last change of the memory back"),
        Binding("o", "open_task", "open task", tooltip="Open the task that the note came from"),
        Binding("e", "edit", "$EDITOR", tooltip="Open the file in $EDITOR, at the note's line"),
        Binding("tab", "turn(1)", "next file", tooltip="Show the next of the six files"),
        Binding("shift+tab", "turn(-1)", "file before", show=False, tooltip="Show the file before"),
        Binding("escape", "clear", "show all", tooltip="Show all notes again"),
        Binding("escape", "back", "back", tooltip="Back to the chat"),
    ]

    def __init__(self, home: Home, agent: Agent) -> None:
        super().__init__()
        self._home = home
        self._agent = agent
        self._rows: list[NoteRow] = []
        self._kind = ORDER[0]
        self._seen: tuple[Signature, int] | None = None
        self._store: Store | None = None

    def compose(self) -> ComposeResult:
        """Head, filter, the notes or the text of another file, what was done, keys."""
        yield MemoryHead(self._agent.name, who(self._home, self._agent.id).colour, classes="memory-head")
        with Horizontal(classes="memory-bar"):
            yield Static(Content("filter"), classes="memory-label")
            yield Find("press / and type", classes="memory-input")
            yield Static(classes="memory-count")
        yield Static(classes="memory-empty")
        yield NoteList(classes="memory-notes")
        with VerticalScroll(classes="memory-pane"):
            yield Static(classes="memory-text")
        yield Static(classes="memory-said")
        yield KeyLine(classes="memory-keys")

    def on_mount(self) -> None:
        """Read the disk now, and look at it again and again."""
        try:
            self._store = Store.open(self._home.database)
        except HydraError as error:
            self._say(str(error), bad=True)
        self._timer = self.set_interval(LOOK_EVERY, self._look)
        self._look()

    def on_unmount(self) -> None:
        """Let the database go."""
        if self._store is not None:
            self._store.close()

    def on_screen_suspend(self) -> None:
        """Nobody looks, so nothing is read."""
        self._timer.pause()

    def on_screen_resume(self) -> None:
        """Catch up with the disk."""
        self._timer.resume()
        self._look()

    def _look(self) -> None:
        seen = (notes_view.signature(self._agent, self._kind), self._store.data_version() if self._store else 0)
        if seen != self._seen:
            self._seen = seen
            self._read(self._kind)

    @work(thread=True, exclusive=True, group="memory-read", exit_on_error=False)
    def _read(self, kind: files.Kind) -> None:
        try:
            if kind == "memory":
                notes, size = memory.notes(self._agent), memory.size(self._agent)
                self._deliver(self._show_notes, notes, size)
            else:
                words, size = files.read(self._agent, kind), memory.size(self._agent)
                self._deliver(self._show_text, kind, words, size)
        except HydraError as error:
            self._deliver(self._say, str(error), True)

    def _deliver(self, show: Callable[..., None], *what: object) -> None:
        """Shows something from a thread, unless the viewer has been left meanwhile."""
        self.app.call_from_thread(lambda: show(*what) if self.is_attached else None)

    def _show_notes(self, notes: list[Note], size: int) -> None:
        waiting = held(self._store, self._agent.id) if self._store else []
        known = {row.row: row for row in self._rows}
        rows: list[Note | HeldNote] = [*notes, *waiting]
        self._rows = [known.get(row) or NoteRow(row, self._agent) for row in rows]
        self._head(size)
        self._list_rows(keep=True)

    def _show_text(self, kind: files.Kind, words: str, size: int) -> None:
        if kind != self._kind:
            return  # another file has been turned to while this one was read
        self._head(size)
        name = files.path(self._agent, kind).name
        missing = f"{self._agent.name} has no {name} yet. Press e to write it in your editor."
        self.query_one(".memory-text", Static).update(text(words) if words.strip() else text(missing, MUTED))
        self.query_one(".memory-label", Static).update(text(name, MUTED))

    def _head(self, size: int) -> None:
        head = self.query_one(MemoryHead)
        head.size_on_disk, head.kind = size, self._kind
        is_text = self._kind != "memory"
        self.set_class(is_text, "-text")
        if not is_text:
            self.query_one(".memory-label", Static).update(text("filter", MUTED))
        if self.focused is None or not self.focused.display:
            self.query_one(".memory-pane" if is_text else ".memory-notes").focus()

    @on(Input.Changed)
    def _narrow(self) -> None:
        self._list_rows(keep=False)

    def _list_rows(self, keep: bool) -> None:
        typed = self.query_one(Find).value
        words = [word for word in map(folded, typed.split()) if word]
        matching = [row for row in self._rows if row.matches(words)]
        rows = [row.row for row in self._rows]
        self.query_one(NoteList).show(matching, keep)
        self.query_one(".memory-count", Static).update(text(notes_view.counted(rows, len(matching), bool(words)), MUTED))
        self.set_class(not matching, "-empty")
        self.set_class(not self._rows, "-none")
        if not matching:
            sentence, advice = notes_view.nothing(self._agent, typed if rows else "")
            self.query_one(".memory-empty", Static).update(Content("\n\n").join([text(sentence), text(advice, MUTED)]))
        self.refresh_bindings()

    def _say(self, sentence: str, bad: bool = False) -> None:
        self.query_one(".memory-said", Static).update(text(sentence, "$error" if bad else ""))

    @property
    def _row(self) -> Note | HeldNote | None:
        return self.query_one(NoteList).row if self._kind == "memory" else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something for what is pointed at; the others are not shown."""
        if not self.is_mounted:
            return True
        filtered = bool(self.query_one(Find).value)
        return {
            "filter": self._kind == "memory" and bool(self._rows) and not isinstance(self.focused, Find),
            "undo": self._kind == "memory",
            "forget": isinstance(self._row, Note),
            "keep": isinstance(self._row, HeldNote),
            "discard": isinstance(self._row, HeldNote),
            "open_task": self._row is not None and self._row.task is not None,
            "clear": filtered and self._kind == "memory",
            "back": not filtered or self._kind != "memory",
        }.get(action, True)

    @on(OptionList.OptionHighlighted)
    def _pointed(self) -> None:
        self.refresh_bindings()

    @on(Input.Submitted)
    def _to_notes(self) -> None:
        self.query_one(NoteList).focus()

    def action_found(self, by: int) -> None:
        """From the filter to the notes that match."""
        self._to_notes()

    def action_filter(self) -> None:
        """Into the filter."""
        self.query_one(Find).focus()

    def action_clear(self) -> None:
        """All notes again."""
        self.query_one(Find).value = ""
        self.query_one(NoteList).focus()

    def action_back(self) -> None:
        """Back to where the viewer was opened."""
        self.dismiss()

    def action_turn(self, by: int) -> None:
        """Shows another of the six files."""
        self._kind = ORDER[(ORDER.index(self._kind) + by) % len(ORDER)]
        self._seen = None
        self._say("")
        self._look()

    def action_forget(self) -> None:
        """Deletes the note that is pointed at."""
        if isinstance(note := self._row, Note):
            self._change(lambda: f"Deleted: {memory.forget(self._agent, note.line, note).text}  (u takes it back)")

    def action_undo(self) -> None:
        """Takes the last change of the memory back."""
        self._change(lambda: memory.undo(self._agent))

    def action_keep(self) -> None:
        """Writes the held note into the memory."""
        if isinstance(note := self._row, HeldNote):
            self._change(lambda: notes_view.decide(self._home, self._agent, note, keep=True))

    def action_discard(self) -> None:
        """Lets the held note go."""
        if isinstance(note := self._row, HeldNote):
            self._change(lambda: notes_view.decide(self._home, self._agent, note, keep=False))

    @work(thread=True, group="memory-change", exit_on_error=False)
    def _change(self, change: Callable[[], str]) -> None:
        try:
            done, bad = change(), False
        except HydraError as error:
            done, bad = str(error), True
        self._deliver(self._say, done, bad)
        self._deliver(self._look)

    def action_open_task(self) -> None:
        """Opens the task that the note came from."""
        if (row := self._row) is not None and row.task is not None:
            self.app.push_screen(TaskScreen(self._home, row.task))

    def action_edit(self) -> None:
        """Hands the file to $EDITOR, at the note's line."""
        row = self._row
        try:
            edit(self.app, files.path(self._agent, self._kind), row.line if isinstance(row, Note) else None)
        except HydraError as error:
            self._say(str(error), bad=True)
        self._look()
