"""The memory viewer: an agent's notes, and its other five files."""

from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from hydratui.agents import files, memory
from hydratui.agents.files import Kind
from hydratui.agents.memory import Note
from hydratui.agents.roster import Agent
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store.database import Store
from hydratui.text import one_line
from hydratui.tui import notes_view
from hydratui.tui.commands_provider import CommandChosen
from hydratui.tui.editor import edit
from hydratui.tui.lines import HEIGHTS
from hydratui.tui.looking import Looking
from hydratui.tui.notes_view import ORDER, Signature
from hydratui.tui.show import text
from hydratui.tui.who import who
from hydratui.tui.widgets.file_bar import FileBar
from hydratui.tui.widgets.file_pane import FilePane
from hydratui.tui.widgets.key_line import KeyLine
from hydratui.tui.widgets.memory_head import MemoryHead
from hydratui.tui.widgets.note_editor import NoteEditor
from hydratui.tui.widgets.note_pane import NotePane
from hydratui.tui.widgets.told import Told

WIDTHS = [(0, "-narrow"), (100, "-wide")]
"""Classes by the columns of the screen: on a wide one a file is shown with how it reads beside it."""


class MemoryScreen(Looking[None]):
    """The six files of one agent, its memory first. What changes on disk shows at once and is never overwritten."""

    CSS_PATH = "memory.tcss"
    AUTO_FOCUS = ".memory-notes"
    VERTICAL_BREAKPOINTS = HEIGHTS
    HORIZONTAL_BREAKPOINTS = WIDTHS

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("e", "edit", "$EDITOR", tooltip="Open the file in $EDITOR, at the line"),
        Binding("tab", "turn(1)", "files", tooltip="Show the next of the six files (also 1 to 6)"),
        Binding("shift+tab", "turn(-1)", "file before", show=False, tooltip="Show the file before"),
        *(Binding(str(at), f"show('{kind}')", kind, show=False, tooltip=f"Show the {kind} file") for at, kind in enumerate(ORDER, 1)),
        Binding("escape", "back", "back", tooltip="Back to the chat"),
    ]

    def __init__(self, home: Home, agent: Agent) -> None:
        super().__init__()
        self._home, self._agent = home, agent
        self._kind: Kind = ORDER[0]
        self._seen: tuple[Signature, int] | None = None
        self._store: Store | None = None

    def compose(self) -> ComposeResult:
        """Head, the notes or another file, what was done, keys."""
        yield MemoryHead(self._agent.name, who(self._home, self._agent.id).colour, classes="memory-head")
        yield NotePane(self._home, self._agent, classes="note-pane")
        yield FileBar(classes="memory-bar file-bar")
        yield FilePane(classes="file-pane")
        yield Static(classes="memory-said")
        yield KeyLine(classes="memory-keys")

    def on_mount(self) -> None:
        """Open the database, before the first look."""
        try:
            self._store = self._notes.store = Store.open(self._home.database)
        except HydraError as error:
            self._say(str(error), bad=True)

    def on_unmount(self) -> None:
        """Let the database go."""
        if self._store is not None:
            self._store.close()

    @property
    def _notes(self) -> NotePane:
        return self.query_one(NotePane)

    @property
    def _file(self) -> FilePane:
        return self.query_one(FilePane)

    def _look(self) -> None:
        seen = (notes_view.signature(self._agent, self._kind), self._store.data_version() if self._store else 0)
        if seen != self._seen:
            self._seen = seen
            self._read(self._kind)

    @work(exclusive=True, group="memory-read", exit_on_error=False)
    async def _read(self, kind: Kind) -> None:
        try:
            await (self._notes.read() if kind == "memory" else self._file.look())
            if self.is_attached:
                self.query_one(MemoryHead).size_on_disk = memory.size(self._agent)
        except HydraError as error:
            if self.is_attached:
                self._say(str(error), bad=True)

    def _turn(self, kind: Kind) -> None:
        self._kind = self.query_one(MemoryHead).kind = kind
        self._seen = None
        self._say("")
        self.set_class(kind != "memory", "-text")
        try:
            if kind == "memory":
                self._notes.focus_notes()
            else:
                file = files.path(self._agent, kind)
                self._file.turn(file, f"{self._agent.name} has no {one_line(file.name)} yet. Press enter to write it.")
                self._file.focus_text()
        except HydraError as error:
            self._say(str(error), bad=True)
        self.refresh_bindings()
        self._look()

    @on(FilePane.Changed)
    def _file_changed(self) -> None:
        self.query_one(FileBar).show(self._file)
        self.refresh_bindings()

    @on(Told)
    def _told(self, event: Told) -> None:
        self._say(event.sentence, event.bad)
        self._look()

    def _say(self, sentence: str, bad: bool = False) -> None:
        self.query_one(".memory-said", Static).update(text(sentence, "$error" if bad else ""))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something for what is shown; the others are not shown."""
        if not self.is_mounted:
            return True
        writing = self.query_one(NoteEditor).opened
        if self._kind == "memory":
            return not writing and {"edit": self._notes.can_open, "back": not self._notes.filtered}.get(action, True)
        return {"edit": not self._file.editing, "back": not self._file.editing}.get(action, True)

    def action_found(self, by: int) -> None:
        """From the filter to the notes that match."""
        self._notes.focus_notes()

    def action_back(self) -> None:
        """Back to where the viewer was opened."""
        self.dismiss()

    def action_turn(self, by: int) -> None:
        """Shows another of the six files."""
        self.action_show(ORDER[(ORDER.index(self._kind) + by) % len(ORDER)])

    def action_show(self, kind: Kind) -> None:
        """Shows one of the six files, after asking about what is not saved in the one before."""
        if kind != self._kind:
            self._file.leave(lambda: self._turn(kind))

    def action_edit(self) -> None:
        """Hands the file to $EDITOR, at the line that is pointed at."""
        row = self._notes.row
        at = row.line if isinstance(row, Note) else None
        try:
            edit(self.app, files.path(self._agent, self._kind), at if self._kind == "memory" else self._file.line)
        except HydraError as error:
            self._say(str(error), bad=True)
        self._look()

    def on_command_chosen(self, event: CommandChosen) -> None:
        """A command would leave the viewer; what is not saved would be lost with it."""
        if self._file.changed or self.query_one(NoteEditor).opened:
            event.stop()
            self._say("Save your change first, or give it up with esc.", bad=True)
