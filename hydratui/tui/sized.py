"""A screen that is styled for its size before it is drawn in it."""

from textual.geometry import Size
from textual.screen import Screen, ScreenResultType


class Sized(Screen[ScreenResultType]):
    """A screen with breakpoints.

    Textual (8.2.8) gives a screen the classes of its size after it has laid it out and painted it: the first frame in a narrow terminal,
    and the first after each change from wide to narrow, shows the other layout.
    """

    def _screen_resized(self, size: Size) -> None:
        before = self.classes
        for cells, breakpoints in ((size.width, self.HORIZONTAL_BREAKPOINTS), (size.height, self.VERTICAL_BREAKPOINTS)):
            if breakpoints:
                self.remove_class(*(name for _, name in breakpoints), update=False)
                self.add_class(*self._get_breakpoint_classes(cells, breakpoints), update=False)
        if self.classes != before:
            self.app.stylesheet.update(self)
            # What keys do may depend on what there is room for.
            self.refresh_bindings()
        super()._screen_resized(size)
