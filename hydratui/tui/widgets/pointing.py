"""Lines with a pointer that stops at some of them. Only the lines in sight are drawn."""

from collections.abc import Sequence

from textual import events
from textual.content import Content
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual


class Pointing(ScrollView, can_focus=True):
    """The pointer. What the lines are, at which it stops and what follows when it moves is for the list to say."""

    def __init__(self, *, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self._at: int | None = None

    @property
    def _stops(self) -> Sequence[int]:
        """The lines at which the pointer stops, from the top down."""
        raise NotImplementedError

    def _drawn(self, at: int, width: int) -> Content:
        """A line of the list; nothing below the last one."""
        raise NotImplementedError

    def _go(self, at: int) -> None:
        """Points at a line."""
        raise NotImplementedError

    def _stop_of(self, at: int) -> int | None:
        """The line that is chosen with another one."""
        return at if at in self._stops else None

    def action_point(self, by: int) -> None:
        """Moves the pointer by some stops."""
        stops = self._stops
        if stops and self._at is not None:
            self._go(stops[min(max(stops.index(self._at) + by, 0), len(stops) - 1)])

    def on_click(self, event: events.Click) -> None:
        """A click chooses what is under it."""
        stop = self._stop_of(event.y + self.scroll_offset.y)
        if stop is not None:
            self._go(stop)

    def render_line(self, y: int) -> Strip:
        """One line of what is in sight."""
        width = self.scrollable_content_region.width
        strips = Visual.to_strips(self, self._drawn(y + self.scroll_offset.y, width), width, 1, self.visual_style)
        return strips[0].adjust_cell_length(width, self.rich_style) if strips else Strip.blank(width, self.rich_style)
