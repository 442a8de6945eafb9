"""The first line: the app, the channel, and how things stand."""

from textual.content import Content
from textual.widget import Widget

from hydratui.store.channels import MAIN
from hydratui.tui import show
from hydratui.tui.desk import Desk
from hydratui.tui.lines import ends


class TopLine(Widget):
    """One line; what does not fit on a narrow screen is left out from the left of its right end."""

    def __init__(self, *, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self._desk, self._channel = Desk(), MAIN

    def update(self, desk: Desk, channel: str) -> None:
        """Shows how things stand now."""
        if (desk, channel) != (self._desk, self._channel):
            self._desk, self._channel = desk, channel
            self.refresh()

    def render(self) -> Content:
        """The line."""
        left = Content.assemble(("hydratui", "bold $primary"), "  ", show.line(self._channel, "bold"))
        help_hint = Content.assemble(("F1", ""), (" help", show.MUTED))
        states = self._states()
        width = self.content_size.width
        right = Content.assemble(states, " " * (8 if width >= 90 else 3), help_hint) if states else help_hint
        return ends(left, right if left.cell_length + right.cell_length + 2 <= width else states or help_hint, width)

    def _states(self) -> Content:
        working, waiting = len(self._desk.running), self._desk.waiting_for_you
        queued = sum(counts.queued for counts in self._desk.counts.values())
        parts = [
            show.text(f"{working} working", "$foreground") if working else None,
            show.text(f"{queued} queued", show.MUTED) if queued else None,
            show.text(f"{waiting} needs you" if waiting == 1 else f"{waiting} need you", "bold $warning") if waiting else None,
        ]
        return Content.styled(show.SEPARATOR, show.MUTED).join([part for part in parts if part is not None])
