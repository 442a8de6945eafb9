"""System: the workers and what they run, apps, schedules, MCP servers, the database, and the logs as they grow."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store.database import Store
from hydratui.text import file_size
from hydratui.tui import log_file, system_view
from hydratui.tui.errand import errand
from hydratui.tui.lines import HEIGHTS, ends
from hydratui.tui.log_file import Read
from hydratui.tui.looking import Looking
from hydratui.tui.show import MUTED, SEPARATOR, count, line, text
from hydratui.tui.system_view import System
from hydratui.tui.widgets.key_line import KeyLine
from hydratui.tui.widgets.log_pane import LogPane
from hydratui.tui.widgets.pointed_rows import PointedRows, Row
from hydratui.tui.widgets.sidebar import NARROW

LOOKS_A_SECOND = 2
REST = 20
"""So many times as long as a reading of the store took it rests after it."""
REST_SECONDS = 5.0
"""At least, for what is not in a hurry."""
NO_LOGS = "There is no log yet. A worker begins one when it starts."


class Facts(VerticalScroll):
    """What is known, to be scrolled where it is long."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("up", "scroll_up", "scroll", key_display="↑ ↓", tooltip="See what is above or below")]


class Files(PointedRows):
    """The logs; the one that is pointed at is shown."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("up", "point(-1)", "log", key_display="↑ ↓", tooltip="Choose another log")]


class SystemScreen(Looking[None]):
    """What is known at the top; below, the logs and the end of the one that is pointed at."""

    CSS_PATH = "system.tcss"
    AUTO_FOCUS = ".system-files"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (NARROW, "-wide")]  # noqa: RUF012  as Textual declares it
    VERTICAL_BREAKPOINTS = HEIGHTS

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "enlarge", "enlarge", tooltip="Give the log the whole screen"),
        Binding("enter", "reduce", "all parts", tooltip="Show the other parts again"),
        Binding("tab", "turn(1)", "next part", tooltip="To the logs, the lines of one, or what is known"),
        Binding("shift+tab", "turn(-1)", "part before", show=False, tooltip="Back to the part before"),
        Binding("escape", "back", "back", tooltip="Back to the chat"),
    ]

    def __init__(self, home: Home, store: Store) -> None:
        """The system.

        Args:
            home: The data folder.
            store: The store of this thread, which is only looked at.
        """
        super().__init__()
        self._home, self._store = home, store
        self._system: System | None = None
        self._looks, self._looked_at = 0, -1
        self._hurry: tuple[object, ...] = ()
        self._seen: tuple[int, tuple[object, ...]] = (-1, ())
        self._reading, self._read_at, self._took = False, 0.0, 0.0
        self._folder_seen: int | None = None
        self._files: tuple[Path, ...] = ()
        self._log: Path | None = None
        self._log_seen: tuple[int, int] = (0, 0)
        self._read: Read | None = None
        self._reading_log = False

    def compose(self) -> ComposeResult:
        """Head, what is known, the logs, one of them, keys."""
        with Horizontal(classes="system-head"):
            yield Static(Content.styled("System", "bold"), classes="system-title")
            yield Static(classes="system-summary")
        with Facts(classes="system-facts"):
            yield Static(classes="system-known")
        with Container(classes="system-logs"):
            yield Files(classes="system-files")
            with Vertical(classes="system-log"):
                yield Static(classes="system-about")
                yield LogPane(classes="system-lines")
        yield KeyLine(classes="system-keys")

    def on_resize(self) -> None:
        """Lines are as long as there is room."""
        self.call_after_refresh(self._redraw)

    @property
    def _pane(self) -> LogPane:
        return self.query_one(LogPane)

    @property
    def _list(self) -> Files:
        return self.query_one(Files)

    def _look(self) -> None:
        self._looks += 1
        version = self._store.data_version()
        if version != self._looked_at:
            self._looked_at, self._hurry = version, system_view.hurry(self._store)
        rested = time.monotonic() - self._read_at
        # The store changes all the time: every worker and app shows itself in it.
        wanted = self._hurry != self._seen[1] or (version != self._seen[0] and rested >= REST_SECONDS)
        if wanted and not self._reading and rested >= REST * self._took:
            self._seen, self._reading = (version, self._hurry), True
            self.run_worker(self._read_store(), group="system-read", exit_on_error=False)
        elif self._looks % LOOKS_A_SECOND == 0 and self._system is not None and self._system.running:
            self._show()
        self._look_at_logs()

    # What is known

    async def _read_store(self) -> None:
        began = time.monotonic()
        before = self._system
        try:
            self._system = await errand(partial(system_view.read_apart, self._store, self._home))
        except HydraError as error:
            self.query_one(".system-known", Static).update(text(str(error), "$error"))
            return
        finally:
            self._reading, self._read_at, self._took = False, time.monotonic(), time.monotonic() - began
        if self._system != before:
            self._show()

    def _show(self) -> None:
        if self._system is not None and self.is_attached:
            # Where there is a scrollbar has no part in how long the lines are, which decide whether there is one.
            width = self.query_one(Facts).size.width - 1
            self.query_one(".system-known", Static).update(system_view.content(self._system, width))
            self.query_one(".system-summary", Static).update(text(self._system.summary, MUTED))

    def _redraw(self) -> None:
        self._show()
        self._say_log()

    # The logs

    def _look_at_logs(self) -> None:
        folder = self._home.logs.stat().st_mtime_ns if self._home.logs.is_dir() else 0
        if folder != self._folder_seen:
            self._folder_seen = folder
            self.run_worker(self._read_folder(), group="system-files", exclusive=True, exit_on_error=False)
        if self._log is not None and not self._reading_log:
            seen = log_file.signature(self._log)
            # Between two names of a log that is rotated there is none for a moment.
            if seen != self._log_seen and seen[1] >= 0:
                self._log_seen = seen
                self.run_worker(self._read_log(self._log), group="system-log", exclusive=True, exit_on_error=False)

    async def _read_folder(self) -> None:
        self._files = await errand(partial(system_view.log_files, self._home))
        self._list.show(lambda _: [Row(line(file.stem), file.name) for file in self._files])
        self.set_class(not self._files, "-none")
        self._choose()

    @on(PointedRows.Pointed)
    def _choose(self) -> None:
        """Shows the log that is pointed at, from its end."""
        chosen = next((file for file in self._files if file.name == self._list.key), None)
        if chosen is None or chosen != self._log:
            self._log, self._read, self._log_seen, self._reading_log = chosen, None, (0, 0), False
            self._pane.begin(())
            self._say_log()
            if chosen is not None:
                self._look_at_logs()

    async def _read_log(self, log: Path) -> None:
        self._reading_log = True
        try:
            read = await errand(partial(log_file.read, log, self._read))
        except HydraError as error:
            self._pane.add([str(error)])
            return
        finally:
            self._reading_log = False
        if self._read is None:
            self._pane.begin(read.lines, read.open_line)
        else:
            self._pane.add([*([f"— {read.gap} —"] if read.gap else []), *read.lines], read.open_line)
        self._read = read
        self._say_log()

    @on(LogPane.Followed)
    @on(events.DescendantFocus)
    def _say_log(self) -> None:
        pane, about = self._pane, self.query_one(".system-about", Static)
        if self._log is None:
            about.update(text(NO_LOGS if not self._files else "", MUTED))
        else:
            size = file_size(self._read.size) if self._read is not None else "…"
            new = f"↓ {count(pane.unseen, 'new line')}  End" if pane.unseen else "End follows"
            state = line("follows", MUTED) if pane.following else text(new, "bold $primary")
            name = Content.assemble(line(self._log.name, "bold" if pane.has_focus else ""), (f"{SEPARATOR}{size}", MUTED))
            about.update(ends(name, state, about.content_size.width))
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now; the others are not shown."""
        if not self.is_mounted:
            return True
        if action in ("enlarge", "reduce"):
            return self._log is not None and self.has_class("-large") == (action == "reduce")
        return action != "turn" or not self.has_class("-large")

    def action_turn(self, by: int) -> None:
        """Goes to another part."""
        if by > 0:
            self.focus_next()
        else:
            self.focus_previous()

    def action_enlarge(self) -> None:
        """Gives the log the whole screen."""
        self.add_class("-large")
        self._pane.focus()

    def action_reduce(self) -> None:
        """Shows the other parts again."""
        self.remove_class("-large")
        self._list.focus()

    def action_back(self) -> None:
        """Back to the chat."""
        self.dismiss()
