"""A Markdown file: its text to read and to edit, and how it reads beside it."""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widgets import TextArea

from hydratui.agents import draft
from hydratui.agents.draft import Loaded
from hydratui.agents.files import Overtaken
from hydratui.errors import HydraError
from hydratui.text import one_line
from hydratui.tui.errand import errand
from hydratui.tui.screens.ask import AskScreen, Way
from hydratui.tui.show import MUTED, line, text
from hydratui.tui.widgets.file_editor import FileEditor
from hydratui.tui.widgets.preview import Preview
from hydratui.tui.widgets.told import Told

UNSAVED = (
    Way("s", "save", "Save it"),
    Way("d", "discard", "Discard what you changed"),
)


class FilePane(Horizontal):
    """The pane. It is read first; enter begins to edit, ctrl+s saves, esc ends."""

    DEFAULT_CSS = """
    FilePane { height: 1fr; }
    FilePane .file-preview { display: none; margin-left: 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "begin", "edit", tooltip="Edit the file"),
        Binding("ctrl+s", "save", "save", tooltip="Save the file, if it did not change on disk meanwhile"),
        Binding("v", "view", "read", tooltip="Show how the text reads, or the text again"),
        Binding("escape", "end", "done", tooltip="End editing; asks about what is not saved"),
    ]

    @dataclass
    class Changed(Message):
        """The text, or what is known of the file, is another one."""

    def __init__(self, *, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self.file: Path | None = None
        """Which file is shown."""
        self._missing = ""
        self._loaded = Loaded(b"")
        self._editor = FileEditor(classes="file-editor")
        self.overtaken = False
        """Whether the file changed on disk while it is being edited."""

    def compose(self) -> ComposeResult:
        """The text and how it reads."""
        yield self._editor
        yield Preview(classes="file-preview")

    @property
    def editing(self) -> bool:
        """Whether keys type."""
        return not self._editor.read_only

    @property
    def changed(self) -> bool:
        """Whether there is something that is not saved."""
        return self.editing and self._editor.text != self._loaded.text

    @property
    def line(self) -> int:
        """The line that the cursor is on, counted from 1."""
        return self._editor.cursor_location[0] + 1

    @property
    def state(self) -> str:
        """What to know about it, in a few words."""
        if not self.editing:
            return ""
        if self.overtaken:
            return "changed on disk meanwhile"
        return "not saved" if self.changed else "editing"

    def focus_text(self) -> None:
        """Gives the keys to what is shown."""
        (self.query_one(Preview) if self.has_class("-reading") else self._editor).focus()

    def turn(self, file: Path, missing: str) -> None:
        """Shows a file, from its beginning.

        Args:
            file: Which.
            missing: What stands in its place while there is nothing in it.

        Raises:
            HydraError: It can't be read.
        """
        self.file, self._missing = file, ""
        self._editor.move_cursor((0, 0))
        self._editor.scroll_home(animate=False, immediate=True)
        self._put(Loaded(b""))
        # At once, in a few milliseconds: the next key may be meant for it already.
        loaded = draft.load(file)
        # Of one that can't be read nothing is known.
        self._missing = missing
        self._put(loaded)

    async def look(self) -> None:
        """Reads the file again; while it is being edited, what was typed stays."""
        file = self.file
        if file is None:
            return
        loaded = await errand(partial(draft.load, file))
        if file != self.file or loaded == self._loaded:
            self.overtaken = self.overtaken and loaded != self._loaded
            return
        if not self.changed:
            self._put(loaded)
        elif not self.overtaken:
            self.overtaken = True
            sentence = f"{self.name_shown} has changed on disk. ctrl+s shows the difference; nothing is overwritten."
            self.post_message(Told(sentence, bad=True))
        self.post_message(self.Changed())

    @property
    def _path(self) -> Path:
        assert self.file is not None
        return self.file

    @property
    def name_shown(self) -> str:
        """What the file is called."""
        return one_line(self.file.name) if self.file is not None else ""

    def _put(self, loaded: Loaded) -> None:
        self._loaded, self.overtaken = loaded, False
        self._editor.placeholder = text(self._missing, MUTED) if not loaded.data else ""
        if self._editor.text != loaded.text:
            self._editor.put(loaded.text)
        self.query_one(Preview).show(loaded.text)
        self.post_message(self.Changed())

    @on(TextArea.Changed)
    def _typed(self) -> None:
        if self.editing:
            self.query_one(Preview).show(self._editor.text, soon=True)
        self.post_message(self.Changed())

    @on(TextArea.SelectionChanged)
    def _moved(self) -> None:
        self.query_one(Preview).follow(self._editor.cursor_location[0] / max(self._editor.document.line_count - 1, 1))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now; the others are not shown."""
        if not self.is_mounted:
            return True
        return {
            "begin": not self.editing,
            "view": not self.editing and not self.screen.has_class("-wide"),
            "save": self.editing,
            "end": self.editing,
        }.get(action, True)

    def action_begin(self) -> None:
        """Lets keys type."""
        self.remove_class("-reading")
        self._editor.read_only = False
        self._editor.placeholder = ""
        self._editor.focus()
        self.post_message(self.Changed())

    def action_view(self) -> None:
        """Shows how the text reads in place of it, or the text again."""
        self.toggle_class("-reading")
        self.focus_text()
        self.call_after_refresh(self.query_one(Preview).show, self._loaded.text)

    def action_end(self) -> None:
        """Ends editing."""
        self.leave(lambda: None)

    def leave(self, then: Callable[[], None]) -> None:
        """Ends editing and goes on with something, after asking about what is not saved."""

        def go(way: str | None) -> None:
            if way == "s":
                self._saving(lambda: go("d"))
            elif way == "d":
                self._stop()
                then()

        if self.changed:
            self.app.push_screen(AskScreen(f"{self.name_shown} is not saved.", UNSAVED), go)
        else:
            go("d")

    def _stop(self) -> None:
        self._editor.read_only = True
        self._put(self._loaded)
        self.run_worker(self.look(), group="file-look", exit_on_error=False)

    def action_save(self) -> None:
        """Saves, if the file on disk is what was loaded; otherwise shows the difference."""
        self._saving(lambda: None)

    def _saving(self, then: Callable[[], None]) -> None:
        self.app.run_worker(self._save(then), group="file-save", exit_on_error=False)

    async def _save(self, then: Callable[[], None]) -> None:
        mine = self._editor.text
        try:
            saved = await errand(partial(draft.save, self._path, self._loaded, mine))
        except Overtaken:
            await self._decide(mine, then)
            return
        except HydraError as error:
            self.post_message(Told(str(error), bad=True))
            return
        self._saved(saved, f"Saved {self.name_shown}.", then)

    def _saved(self, loaded: Loaded, sentence: str, then: Callable[[], None]) -> None:
        self._put(loaded)
        self.post_message(Told(sentence))
        if not self.changed:
            then()

    async def _decide(self, mine: str, then: Callable[[], None]) -> None:
        """Shows what another program wrote meanwhile and what is here; whichever becomes the file, the other is kept beside it."""
        try:
            theirs = await errand(partial(draft.load, self._path))
            lines = await errand(partial(draft.difference, theirs, mine))
        except HydraError as error:
            self.post_message(Told(str(error), bad=True))
            return
        ways = (
            Way("m", "save mine", "Save mine; what is on disk is kept beside it"),
            Way("t", "take theirs", "Leave what is on disk; mine is kept beside it"),
        )

        def take(way: str | None) -> None:
            if way is not None:
                self.app.run_worker(self._take(way == "m", theirs, mine, then), group="file-save", exit_on_error=False)

        self.app.push_screen(AskScreen(f"{self.name_shown} has changed on disk meanwhile.", ways, _shown(lines)), take)

    async def _take(self, own: bool, theirs: Loaded, mine: str, then: Callable[[], None]) -> None:
        try:
            whose, data = ("theirs", theirs.data) if own else ("mine", self._loaded.edited(mine))
            beside = await errand(partial(draft.keep_beside, self._path, whose, data))
            loaded = await errand(partial(draft.save, self._path, theirs, mine)) if own else theirs
        except HydraError as error:
            self.post_message(Told(str(error), bad=True))
            return
        self._saved(loaded, f"{'Saved yours' if own else 'Took theirs'}; the other is in {beside.name}.", then)

    def on_unmount(self) -> None:
        """Keeps what was not saved when the whole app goes."""
        with contextlib.suppress(HydraError):
            if self.changed:
                draft.keep_beside(self._path, "mine", self._loaded.edited(self._editor.text))


def _shown(lines: list[str]) -> Content:
    """A difference, with what goes and what comes coloured, and signed where there is no colour."""
    styles = {"-": "$error", "+": "$success", "@": MUTED}
    return Content("\n").join([line("…", MUTED) if each == "@@" else text(each, styles.get(each[:1], "")) for each in lines])
