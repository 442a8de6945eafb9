"""A scrolling pane that never moves under its reader."""

from collections.abc import Callable

from textual.containers import VerticalScroll
from textual.geometry import Region, Size
from textual.layout import DockArrangeResult, WidgetPlacement
from textual.widget import Widget


class StillScroll(VerticalScroll):
    """At the bottom it follows what comes. Anywhere else the line at the top of the pane stays there.

    Whatever grows, arrives or is taken away above or below, the pane is laid out and scrolled in one step, so that no frame
    shows it elsewhere.
    """

    def __init__(self, *, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self._held: tuple[Widget, int | Callable[[int], int]] | None = None
        self._places: list[WidgetPlacement] = []
        self._bottom = 0
        self.still = False
        """Whether it follows nothing at the bottom either: what is there is being read."""

    @property
    def at_bottom(self) -> bool:
        """Whether it follows what comes."""
        return not self._anchor_released

    @property
    def sees_bottom(self) -> bool:
        """Whether nothing is below what the pane shows, as it was laid out last."""
        return self.scroll_y >= self._bottom

    def place(self, widget: Widget) -> Region | None:
        """Where a widget lies on the page, as it was laid out last; None where it has not been yet."""
        return next((each.region for each in self._places if each.widget is widget), None)

    def hold(self, widget: Widget, line: int | Callable[[int], int] = 0) -> None:
        """Puts a line of a widget at the top of the pane and keeps it there.

        Args:
            widget: The widget.
            line: Which of its lines; below 0 it is one above it. One that depends on how wide its content turns out to be is asked for
                when the pane is laid out.
        """
        self.release_anchor()
        self._held = (widget, line)

    def hold_here(self) -> None:
        """Keeps the line that is at the top of the pane now."""
        top = round(self.scroll_y)
        # As it was laid out last; asking a widget for its region may lay the page out anew, by what was held before.
        place = next((each for each in self._places if each.region.bottom > top and each.region.height), None)
        if place is not None:
            self._held = (place.widget, top - place.region.y)

    def out_of_sight(self, by: int = 0) -> frozenset[Widget]:
        """The widgets that lie above or below what the pane shows, by so many lines at least, as it was laid out last."""
        top, bottom = self.scroll_y - by, self.scroll_y + self.size.height + by
        return frozenset(each.widget for each in self._places if each.region.bottom <= top or each.region.y >= bottom)

    def follow_end(self) -> None:
        """Goes to the bottom and follows from there."""
        self._held = None
        self.anchor()

    def place_changed(self) -> None:
        """Called when the reader's place may be another one."""

    def arrange(self, size: Size, optimal: bool = False) -> DockArrangeResult:
        """Lays the pane out, and scrolls it in the same step so that the held line stays where it was."""
        result = super().arrange(size, optimal)
        if optimal:
            return result
        self._places = result.placements
        self._bottom = max(result.total_region.bottom - size.height, 0)
        if self._held is not None and self._anchor_released:
            widget, line = self._held
            place = next((each for each in result.placements if each.widget is widget), None)
            if place is not None:
                if not isinstance(line, int):
                    line = line(place.region.width - widget.gutter.width)
                    self._held = (widget, line)
                wanted = min(max(place.region.y + line, 0), self._bottom)
                self.set_reactive(Widget.scroll_y, wanted)
                self.set_reactive(Widget.scroll_target_y, wanted)
        return result

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Holds on to what the reader sees now."""
        # First, because scrolling may lay the pane out at once, and that goes by what is held.
        if not self.at_bottom:
            self.hold_here()
        super().watch_scroll_y(old_value, new_value)
        if self.at_bottom:
            self._held = None
        self.place_changed()

    def stay(self) -> None:
        """Stays where it is from now on, at the bottom too."""
        self.still = True
        self.release_anchor()
        self.hold_here()

    def let_go(self) -> None:
        """Follows what comes again, once the reader is at the bottom."""
        self.still = False
        self._follow_again()

    def _size_updated(self, size: Size, virtual_size: Size, container_size: Size, layout: bool = True) -> bool:
        # The layout that gave it its size is whole; Textual would make another one after it.
        return super()._size_updated(size, virtual_size, container_size, layout=False)

    def release_anchor(self) -> None:
        """Stops following, unless the reader turns out to be at the bottom still: there was nowhere to go, or it was downwards."""
        super().release_anchor()
        self.call_after_refresh(self._follow_again)

    def _follow_again(self) -> None:
        self._check_anchor()
        if self.at_bottom:
            self._held = None
        self.place_changed()

    def _check_anchor(self) -> None:
        """Follows again once the reader is at the bottom as it was laid out last; `max_scroll_y` comes to know of it later."""
        if self._anchored and self._anchor_released and self.sees_bottom and not self.still:
            self._anchor_released = False
