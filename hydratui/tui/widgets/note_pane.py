"""An agent's notes: to filter, add, edit, move, delete and take back."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import ClassVar, Literal

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static

from hydratui.agents import memory
from hydratui.agents.memory import Note
from hydratui.agents.roster import Agent
from hydratui.commands.saved import saved_sentence
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store.database import Store
from hydratui.store.held import HeldNote, held
from hydratui.tui import notes_view
from hydratui.tui.errand import errand
from hydratui.tui.fold import folded
from hydratui.tui.show import MUTED, text
from hydratui.tui.widgets.find import Find
from hydratui.tui.widgets.note_editor import NoteEditor
from hydratui.tui.widgets.note_list import NoteList, NoteRow
from hydratui.tui.widgets.told import Told

Done = tuple[str, Note | None]
"""What became of a change, and the note to point at after it."""


class NotePane(Vertical):
    """The notes. What changes on disk shows at once; a change is made only to the note that was seen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "add", "add", tooltip="Write a new note"),
        Binding("k", "keep", "keep", tooltip="Keep the held note in the memory"),
        Binding("d", "discard", "discard", tooltip="Discard the held note"),
        Binding("d", "forget", "delete", tooltip="Delete the note"),
        Binding("u", "undo", "undo", tooltip="Take the last change of the memory back, also the agent's"),
        Binding("U,ctrl+r", "redo", "redo", key_display="U", tooltip="Make the change again that was taken back (also ctrl+r)"),
        Binding("o", "open_task", "open task", tooltip="Open the task that the note came from"),
        Binding("p", "prune", "prune", tooltip="Choose several notes to delete"),
        Binding("slash", "filter", "filter", tooltip="Filter the notes as you type"),
        Binding("shift+up,K", "move('up')", "move", key_display="K J", tooltip="Move the note up (also shift+↑)"),
        Binding("shift+down,J", "move('down')", "move down", show=False, tooltip="Move the note down (also shift+↓)"),
        Binding("escape", "clear", "show all", tooltip="Show all notes again"),
    ]

    def __init__(self, home: Home, agent: Agent, *, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self._home, self._agent = home, agent
        self._rows: list[NoteRow] = []
        self._one_at_a_time = asyncio.Lock()
        self.store: Store | None = None
        """Where the notes are that wait for the user."""

    def compose(self) -> ComposeResult:
        """Filter, notes, the note that is written."""
        with Horizontal(classes="memory-bar"):
            yield Static(Content("filter"), classes="memory-label")
            yield Find("press / and type", classes="memory-input")
            yield Static(classes="memory-count")
        yield Static(classes="memory-empty")
        yield NoteList(classes="memory-notes")
        yield NoteEditor(classes="memory-editor")

    @property
    def row(self) -> Note | HeldNote | None:
        """What the keys act on."""
        return self.query_one(NoteList).row

    @property
    def _editor(self) -> NoteEditor:
        return self.query_one(NoteEditor)

    @property
    def _list(self) -> NoteList:
        return self.query_one(NoteList)

    def focus_notes(self) -> None:
        """Gives the keys to the note that is written, else to the notes."""
        (self._editor if self._editor.opened else self._list).focus()

    async def read(self) -> None:
        """Reads the notes anew and shows them.

        Raises:
            HydraError: The memory file can't be read.
        """
        notes = await errand(partial(memory.notes, self._agent))
        if not self.is_attached:
            return
        waiting = held(self.store, self._agent.id) if self.store else []
        known = {row.row: row for row in self._rows}
        rows: list[Note | HeldNote] = [*notes, *waiting]
        self._rows = [known.get(row) or NoteRow(row, self._agent) for row in rows]
        if isinstance(target := self._editor.target, Note) and target not in known.keys() & set(rows):
            self._editor.target = notes_view.again(target, notes) or target
        self._show(keep=True)

    def _show(self, keep: bool) -> None:
        typed = self.query_one(Find).value
        words = [word for word in map(folded, typed.split()) if word]
        matching = [row for row in self._rows if row.matches(words)]
        rows = [row.row for row in self._rows]
        self._list.show(matching, keep)
        self.query_one(".memory-count", Static).update(text(notes_view.counted(rows, len(matching), bool(words)), MUTED))
        self.set_class(not matching, "-empty")
        self.set_class(not rows, "-none")
        if not matching:
            sentence, advice = notes_view.nothing(self._agent, typed if rows else "")
            self.query_one(".memory-empty", Static).update(Content("\n\n").join([text(sentence), text(advice, MUTED)]))
        self.screen.refresh_bindings()

    @property
    def can_open(self) -> bool:
        """Whether what is pointed at stands in the file, or nothing is."""
        return not isinstance(self.row, HeldNote)

    @property
    def filtered(self) -> bool:
        """Whether not all notes are shown."""
        return bool(self.query_one(Find).value)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something for what is pointed at; the others are not shown."""
        if not self.is_mounted or f"action_{action}" not in vars(NotePane):
            return True
        if self._editor.opened:
            return False
        is_note, is_held = isinstance(self.row, Note), isinstance(self.row, HeldNote)
        return {
            "filter": bool(self._rows) and not isinstance(self.screen.focused, Find),
            "forget": is_note,
            "keep": is_held,
            "discard": is_held,
            "open_task": self.row is not None and self.row.task is not None,
            "move": is_note and not self.filtered,
            "prune": is_note,
            "clear": self.filtered,
        }.get(action, True)

    @on(Input.Changed)
    def _narrow(self) -> None:
        self._show(keep=False)

    @on(Input.Submitted)
    def _to_notes(self) -> None:
        self._list.focus()

    @on(OptionList.OptionHighlighted)
    def _pointed(self) -> None:
        self.screen.refresh_bindings()

    @on(OptionList.OptionSelected)
    def _chosen(self) -> None:
        self.action_edit_note()

    def action_filter(self) -> None:
        """Into the filter."""
        self.query_one(Find).focus()

    def action_clear(self) -> None:
        """All notes again."""
        self.query_one(Find).value = ""
        self._list.focus()

    def action_edit_note(self) -> None:
        """Opens the note for a change."""
        if (row := self.row) is not None:
            self._write(row)

    def action_add(self) -> None:
        """Opens a new note."""
        self._write(None)

    def _write(self, target: Note | HeldNote | None) -> None:
        self._list.can_focus = False
        self._editor.begin(target, notes_view.title(target, self._agent))
        self.screen.refresh_bindings()

    @on(NoteEditor.Done)
    def _written(self, event: NoteEditor.Done) -> None:
        target, written = event.target, event.text
        if written is None:
            self._close()
        elif isinstance(target, Note):
            self._do(lambda: ("Changed.  (u takes it back)", memory.edit(self._agent, target.line, written, target)), self._close)
        elif isinstance(target, HeldNote):
            self._do(lambda: (notes_view.decide(self._home, self._agent, target, True, written), None), self._close)
        else:
            self._do(lambda: self._added(written), self._close)

    def _added(self, written: str) -> Done:
        saved = memory.save(self._agent, written, "user")
        return saved.warning or saved_sentence(self._agent, saved), saved.note

    def _close(self) -> None:
        self._editor.close()
        self._list.can_focus = True
        self._list.focus()
        self.screen.refresh_bindings()

    def _do(self, change: Callable[[], Done], then: Callable[[], None] = lambda: None) -> None:
        """Has something changed, one thing after another, and says what became of it. It is done also when the viewer is left."""
        self.app.run_worker(self._doing(change, then), group="memory-change", exit_on_error=False)

    async def _doing(self, change: Callable[[], Done], then: Callable[[], None]) -> None:
        async with self._one_at_a_time:
            try:
                (said, note), bad = await asyncio.to_thread(change), False
                if self.is_attached:
                    then()
                    await self.read()
            except HydraError as error:
                said, note, bad = str(error), None, True
            if self.is_attached:
                if note is not None:
                    self._list.point_at(note)
                self.post_message(Told(said, bad))

    def action_forget(self) -> None:
        """Deletes the note that is pointed at."""
        if isinstance(note := self.row, Note):
            self._do(lambda: (f"Deleted: {memory.forget(self._agent, note.line, note).text}  (u takes it back)", None))

    def action_undo(self) -> None:
        """Takes the last change of the memory back."""
        self._do(lambda: (memory.undo(self._agent), None))

    def action_redo(self) -> None:
        """Makes the change again that was taken back last."""
        self._do(lambda: (memory.redo(self._agent), None))

    def action_move(self, where: Literal["up", "down"]) -> None:
        """Moves the note; pressed quickly, it moves on from where it has come to."""

        def move() -> Done:
            note = self.row
            return ("", memory.move(self._agent, note.line, where, note) if isinstance(note, Note) else None)

        self._do(move)

    def action_keep(self) -> None:
        """Writes the held note into the memory."""
        if isinstance(note := self.row, HeldNote):
            self._do(lambda: (notes_view.decide(self._home, self._agent, note, keep=True), None))

    def action_discard(self) -> None:
        """Lets the held note go."""
        if isinstance(note := self.row, HeldNote):
            self._do(lambda: (notes_view.decide(self._home, self._agent, note, keep=False), None))

    def action_prune(self) -> None:
        """Shows the notes in the order in which one would part with them."""
        from hydratui.tui.screens.prune import PruneScreen

        self.app.push_screen(PruneScreen(self._home, self._agent))

    def action_open_task(self) -> None:
        """Opens the task that the note came from."""
        from hydratui.tui.screens.task import TaskScreen

        if (row := self.row) is not None and row.task is not None:
            self.app.push_screen(TaskScreen(self._home, row.task))
