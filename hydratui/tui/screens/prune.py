"""Pruning a memory: its notes in the order in which one would part with them, each with the reason, several deleted as one."""

import asyncio
from functools import partial
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static

from hydratui.agents import memory, prune
from hydratui.agents.memory import Note
from hydratui.agents.prune import Candidate, Order
from hydratui.agents.roster import Agent
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.text import file_size, one_line
from hydratui.times import today
from hydratui.tui import notes_view
from hydratui.tui.errand import errand
from hydratui.tui.lines import HEIGHTS
from hydratui.tui.notes_view import Signature
from hydratui.tui.show import MUTED, count, text
from hydratui.tui.who import who
from hydratui.tui.widgets.key_line import KeyLine
from hydratui.tui.widgets.memory_head import MemoryHead
from hydratui.tui.widgets.note_list import NoteList, NoteRow

ORDERS: dict[Order, str] = {"oldest": "oldest first", "longest": "longest first", "near": "near-duplicates first"}
LOOK_EVERY = 0.5
"""Seconds between two looks at the file."""


class PruneScreen(Screen[None]):
    """The notes with their reasons. A mark stays with a note as long as that stands as it was marked."""

    CSS_PATH = "memory.tcss"
    AUTO_FOCUS = ".memory-notes"
    VERTICAL_BREAKPOINTS = HEIGHTS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "mark", "mark", tooltip="Mark the note to go, or not to go"),
        Binding("d", "delete", "delete marked", tooltip="Delete the marked notes; undo puts them all back"),
        Binding("u", "undo", "undo", tooltip="Take the last change of the memory back"),
        Binding("o", "sort('oldest')", "oldest", tooltip="The oldest notes first"),
        Binding("l", "sort('longest')", "longest", tooltip="The longest notes first"),
        Binding("n", "sort('near')", "near-duplicates", tooltip="Those notes first that another one says too"),
        Binding("escape", "back", "back", tooltip="Back to all notes; deletes nothing"),
    ]

    def __init__(self, home: Home, agent: Agent) -> None:
        super().__init__()
        self._agent, self._colour = agent, who(home, agent.id).colour
        self._by: Order = "oldest"
        self._candidates: list[Candidate] = []
        self._marked: set[Note] = set()
        self._seen: Signature | None = None

    def compose(self) -> ComposeResult:
        """Head, order and marks, notes, what was done, keys."""
        yield MemoryHead(self._agent.name, self._colour, title="prune", classes="memory-head")
        with Horizontal(classes="memory-bar"):
            yield Static(classes="memory-label")
            yield Static(classes="memory-fill")
            yield Static(classes="memory-count")
        yield Static(text(f"{one_line(self._agent.name)} remembers nothing.", MUTED), classes="memory-empty")
        yield NoteList(classes="memory-notes")
        yield Static(classes="memory-said")
        yield KeyLine(classes="memory-keys")

    def on_mount(self) -> None:
        """Read the file now, and look at it again and again."""
        self.set_interval(LOOK_EVERY, self._look)
        self._look()

    def _look(self) -> None:
        seen = notes_view.signature(self._agent, "memory")
        if seen != self._seen:
            self._seen = seen
            self._read()

    @work(exclusive=True, group="prune-read", exit_on_error=False)
    async def _read(self, keep: bool = True) -> None:
        try:
            self._candidates, size = await errand(partial(_read, self._agent, self._by))
        except HydraError as error:
            self._say(str(error), bad=True)
            return
        self._marked &= {each.note for each in self._candidates}
        self.query_one(MemoryHead).size_on_disk = size
        self._show(keep)

    def _show(self, keep: bool) -> None:
        rows = []
        for each in self._candidates:
            row = NoteRow(each.note, self._agent)
            row.reason = each.reason
            rows.append(row)
        self.query_one(NoteList).show(rows, keep, self._marked)
        self.set_class(not rows, "-empty")
        self.query_one(".memory-label", Static).update(Content(ORDERS[self._by]))
        self._count()

    def _count(self) -> None:
        freed = sum(len(note.dated.encode("utf-8", "replace")) + len("- \n") for note in self._marked)
        words = f"{count(len(self._marked), 'note')} marked{f', {file_size(freed)}' if freed else ''}"
        self.query_one(".memory-count", Static).update(text(words, "bold $error" if self._marked else MUTED))
        self.query_one(NoteList).refresh()
        self.refresh_bindings()

    def _say(self, sentence: str, bad: bool = False) -> None:
        self.query_one(".memory-said", Static).update(text(sentence, "$error" if bad else ""))

    @on(OptionList.OptionHighlighted)
    def _pointed(self) -> None:
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now; the others are not shown."""
        if not self.is_mounted:
            return True
        return {
            "mark": self.query_one(NoteList).row is not None,
            "delete": bool(self._marked),
            "sort": parameters != (self._by,) and bool(self._candidates),
        }.get(action, True)

    def action_mark(self) -> None:
        """Marks the note that is pointed at, or marks it no more, and goes on to the next."""
        rows = self.query_one(NoteList)
        if isinstance(note := rows.row, Note):
            self._marked ^= {note}
            if rows.highlighted is not None and rows.highlighted < rows.option_count - 1:
                rows.action_cursor_down()
            self._count()

    def action_sort(self, by: Order) -> None:
        """Shows the notes in another order, from its beginning."""
        self._by = by
        self._say("")
        self._read(keep=False)

    def action_delete(self) -> None:
        """Deletes what is marked."""
        marked = sorted(self._marked, key=lambda note: note.line)
        self.app.run_worker(self._deleting(marked), group="memory-change", exit_on_error=False)

    async def _deleting(self, marked: list[Note]) -> None:
        try:
            await asyncio.to_thread(memory.forget_all, self._agent, marked)
            said, bad = f"Deleted {count(len(marked), 'note')}.  (u puts {'it' if len(marked) == 1 else 'them all'} back)", False
        except HydraError as error:
            said, bad = str(error), True
        self._done(said, bad)

    def action_undo(self) -> None:
        """Takes the last change of the memory back."""
        self.app.run_worker(self._undoing(), group="memory-change", exit_on_error=False)

    async def _undoing(self) -> None:
        try:
            said, bad = await asyncio.to_thread(memory.undo, self._agent), False
        except HydraError as error:
            said, bad = str(error), True
        self._done(said, bad)

    def _done(self, said: str, bad: bool) -> None:
        if self.is_attached:
            self._say(said, bad)
            self._look()

    def action_back(self) -> None:
        """Back to all notes."""
        self.dismiss()


def _read(agent: Agent, by: Order) -> tuple[list[Candidate], int]:
    return prune.ordered(memory.notes(agent), by, today()), memory.size(agent)
