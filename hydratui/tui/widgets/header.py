"""The first line: the app, the channel, and how things stand."""

import time

from textual.content import Content
from textual.widget import Widget

from hydratui.store.channels import MAIN
from hydratui.tui import show
from hydratui.tui.desk import Desk
from hydratui.tui.keymap import keys_of
from hydratui.tui.lines import ends

STARTING_SECONDS = 8.0
"""How long a worker may take to start until there is said to be none."""


class TopLine(Widget):
    """One line; what does not fit on a narrow screen is left out from the left of its right end."""

    def __init__(self, *, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self._desk, self._channel = Desk(), MAIN
        self._warned = False
        self._alone_since: float | None = None

    def warn(self, warned: bool) -> None:
        """Whether something is known to keep the worker from starting."""
        if warned != self._warned:
            self._warned = warned
            self.refresh()

    def update(self, desk: Desk, channel: str) -> None:
        """Shows how things stand now."""
        if (desk, channel) != (self._desk, self._channel):
            self._desk, self._channel = desk, channel
            self._look_for_workers()
            self.refresh()

    def _look_for_workers(self) -> None:
        """Keeps since when there has been no worker for what runs or waits."""
        if self._desk.workers or not self._desk.busy:
            self._alone_since = None
        elif self._alone_since is None:
            self._alone_since = time.monotonic()
            self.set_timer(STARTING_SECONDS, self.refresh)

    def render(self) -> Content:
        """The line."""
        left = Content.assemble(("hydratui", "bold $primary"), "  ", show.line(self._channel, "bold"))
        key = keys_of(self.app, "help")
        help_hint = Content.assemble((key, ""), (" help", show.MUTED)) if key else Content()
        states = self._states()
        width = self.content_size.width
        right = Content.assemble(states, " " * (8 if width >= 90 else 3), help_hint) if states else help_hint
        return ends(left, right if left.cell_length + right.cell_length + 2 <= width else states or help_hint, width)

    def _states(self) -> Content:
        working, waiting = len(self._desk.running), self._desk.waiting_for_you
        queued = sum(counts.queued for counts in self._desk.counts.values())
        parts = [
            self._no_worker(),
            show.text(f"{working} working", "$foreground") if working else None,
            show.text(f"{queued} queued", show.MUTED) if queued else None,
            show.text(f"{waiting} needs you" if waiting == 1 else f"{waiting} need you", "bold $warning") if waiting else None,
        ]
        return Content.styled(show.SEPARATOR, show.MUTED).join([part for part in parts if part is not None])

    def _no_worker(self) -> Content | None:
        if self._alone_since is None:
            return None
        if self._warned or time.monotonic() - self._alone_since >= STARTING_SECONDS:
            return show.text("no worker", "bold $warning")
        return show.text("worker starting", show.MUTED)
