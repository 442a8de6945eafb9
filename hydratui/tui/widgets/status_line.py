"""The last line: to whom a message would go, and the keys that work now; or what the user should know first."""

from collections.abc import Sequence

from textual.content import Content
from textual.widget import Widget

from hydratui.tui import show
from hydratui.tui.lines import ends, hints

SAY_SECONDS = 4.0
"""How long a sentence stands in the line."""


class StatusLine(Widget):
    """The receiver at the left, key hints at the right. A sentence takes the receiver's place for a while, a warning until it ends."""

    def __init__(self, *, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self._left = Content()
        self._keys: Sequence[tuple[str, str]] = ()
        self._said = self._warning = ""

    def on_mount(self) -> None:
        """Nothing is said yet."""
        self._timer = self.set_timer(SAY_SECONDS, self._unsay, pause=True)

    def update(self, left: Content, keys: Sequence[tuple[str, str]]) -> None:
        """Shows another receiver or other keys."""
        if (left, tuple(keys)) != (self._left, self._keys):
            self._left, self._keys = left, tuple(keys)
            self.refresh()

    def say(self, sentence: str, seconds: float = SAY_SECONDS) -> None:
        """Says something for some seconds."""
        self._said = sentence
        self._timer.stop()
        self._timer = self.set_timer(seconds, self._unsay)
        self.refresh()

    def warn(self, sentence: str) -> None:
        """Says something until it is taken back with an empty sentence."""
        if sentence != self._warning:
            self._warning = sentence
            self.refresh()

    def _unsay(self) -> None:
        self._said = ""
        self.refresh()

    def render(self) -> Content:
        """The line."""
        width = self.content_size.width
        left = self._left
        if self._said:
            left = show.line(self._said)
        elif self._warning:
            left = show.line(self._warning, "bold $warning")
        return ends(left, hints(self._keys, max(width - left.cell_length - 3, 0)), width)
