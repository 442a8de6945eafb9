"""The user's profile: what every agent is told about them, read and written like a file of an agent."""

from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.tui import notes_view
from hydratui.tui.commands_provider import CommandChosen
from hydratui.tui.editor import edit
from hydratui.tui.lines import HEIGHTS
from hydratui.tui.looking import Looking
from hydratui.tui.screens.memory import WIDTHS
from hydratui.tui.show import MUTED, text
from hydratui.tui.widgets.file_bar import FileBar
from hydratui.tui.widgets.file_pane import FilePane
from hydratui.tui.widgets.key_line import KeyLine
from hydratui.tui.widgets.told import Told

MISSING = (
    "Nothing is written here yet. Press enter and write what every agent should know about you: "
    "your name, where you live, what you work on, how you like answers."
)


class ProfileScreen(Looking[None]):
    """The file, with how it reads beside it. What changes on disk shows at once and is never overwritten."""

    CSS_PATH = "memory.tcss"
    AUTO_FOCUS = ""
    VERTICAL_BREAKPOINTS = HEIGHTS
    HORIZONTAL_BREAKPOINTS = WIDTHS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("e", "edit", "$EDITOR", tooltip="Open the file in $EDITOR, at the line"),
        Binding("escape", "back", "back", tooltip="Back to where you were"),
    ]

    def __init__(self, home: Home) -> None:
        super().__init__()
        self._profile = home.profile
        self._seen: object = None

    def compose(self) -> ComposeResult:
        """What it is, the file, what was done, keys."""
        about = "told to every agent, with every message"
        head = Content.assemble(("You", "bold"), "   ", ("profile", "bold underline"), (f"   {about}", MUTED))
        yield Static(head, classes="profile-head")
        yield FileBar(classes="memory-bar")
        yield FilePane()
        yield Static(classes="memory-said")
        yield KeyLine(classes="memory-keys")

    def on_mount(self) -> None:
        """Show the file, before the first look."""
        try:
            self._file.turn(self._profile, MISSING)
        except HydraError as error:
            self._say(str(error), bad=True)
        self._file.focus_text()

    @property
    def _file(self) -> FilePane:
        return self.query_one(FilePane)

    def _look(self) -> None:
        if (seen := notes_view.mark(self._profile)) != self._seen:
            self._seen = seen
            self._read()

    @work(exclusive=True, group="profile-read", exit_on_error=False)
    async def _read(self) -> None:
        try:
            await self._file.look()
        except HydraError as error:
            if self.is_attached:
                self._say(str(error), bad=True)

    @on(FilePane.Changed)
    def _changed(self) -> None:
        self.query_one(FileBar).show(self._file)
        self.refresh_bindings()

    @on(Told)
    def _told(self, event: Told) -> None:
        self._say(event.sentence if event.bad else f"{event.sentence} It counts from the next message on.", event.bad)
        self._look()

    def _say(self, sentence: str, bad: bool = False) -> None:
        self.query_one(".memory-said", Static).update(text(sentence, "$error" if bad else ""))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now; the others are not shown."""
        return not (self.is_mounted and action in ("edit", "back") and self._file.editing)

    def action_back(self) -> None:
        """Back to where the profile was opened."""
        self.dismiss()

    def action_edit(self) -> None:
        """Hands the file to $EDITOR."""
        try:
            edit(self.app, self._profile, self._file.line)
        except HydraError as error:
            self._say(str(error), bad=True)
        self._look()

    def on_command_chosen(self, event: CommandChosen) -> None:
        """A command would leave the profile; what is not saved would be lost with it."""
        if self._file.changed:
            event.stop()
            self._say("Save your change first, or give it up with esc.", bad=True)
