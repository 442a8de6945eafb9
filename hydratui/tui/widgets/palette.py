"""The palette: what `/` and `@` offer, in a popup beside the prompt. The prompt keeps the focus and drives it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from hydratui.text import one_line
from hydratui.tui.lines import clip, marked, pad
from hydratui.tui.show import MUTED

if TYPE_CHECKING:
    from hydratui.commands.suggest import Suggestion

NONE = "No command matches. Backspace to widen, esc to close."


class Palette(Widget, can_focus=False):
    """A list of suggestions, one a line, with one of them chosen; hidden until `show` is called.

    It lies in the flow: where the screen is low it takes lines from whatever stretches beside it.
    """

    DEFAULT_CSS = """
    Palette {
        display: none;
        height: auto;
        max-width: 80;
        border: round $primary;
        padding: 0 1;
        background: $surface;
        color: $foreground;
        border-subtitle-color: $text-muted;
        border-subtitle-background: $surface;
        &.-shown { display: block; }
    }
    """

    MOST_ROWS = 8
    """Rows shown at once; the rest scrolls."""
    AROUND = 8
    """Lines that header, prompt, status line and the palette's own border take from the screen."""

    @dataclass
    class Picked(Message):
        """A suggestion was clicked."""

        suggestion: "Suggestion"

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._suggestions: tuple[Suggestion, ...] = ()
        self._chosen = 0
        self._top = 0
        self._column = self._beside = 0
        self._none = NONE
        self.moved = False
        """Whether the chosen suggestion is one that the user went to, and not just the first."""
        self.changed: Callable[[], None] | None = None
        """Is told when another suggestion is chosen, or none any more."""

    @property
    def shown(self) -> bool:
        """Whether the palette is open, be it with suggestions or with the line that says that nothing matches."""
        return self.has_class("-shown")

    def show(self, suggestions: "Sequence[Suggestion]", none: str = NONE) -> None:
        """Open with these suggestions, the first one chosen; with none it says that nothing matches, in the words of `none`."""
        self._suggestions, self._none = tuple(suggestions), none
        self._beside = max((Content(one_line(each.summary)).cell_length for each in self._suggestions), default=0)
        self._chosen = self._top = 0
        self.moved = False
        self._column = max((_label(each).cell_length for each in self._suggestions), default=0)
        self.add_class("-shown")
        self._changed(layout=True)

    def hide(self) -> None:
        """Close; nothing is chosen any more."""
        self._suggestions = ()
        self.moved = False
        self.remove_class("-shown")
        self._tell()

    def move(self, delta: int) -> None:
        """Choose the suggestion `delta` rows further: a single step goes round at the ends, a longer one stops there."""
        count = len(self._suggestions)
        if count:
            self.moved = True
            target = self._chosen + delta
            self._chosen = target % count if abs(delta) == 1 else min(max(target, 0), count - 1)
            self._changed()

    def chosen(self) -> "Suggestion | None":
        """The suggestion that tab or enter would take; None when closed or when nothing matches."""
        return self._suggestions[self._chosen] if self._suggestions else None

    @property
    def rows(self) -> int:
        """Rows that are shown at once, fewer on a low screen."""
        most = min(self.MOST_ROWS, max(self.app.size.height - self.AROUND, 3))
        return min(len(self._suggestions), most) or 1

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as rows are shown."""
        return self.rows

    def render(self) -> Content:
        """The rows in sight."""
        if not self._suggestions:
            return clip(Content.styled(self._none, MUTED), self.content_size.width)
        window = range(self._top, min(self._top + self.rows, len(self._suggestions)))
        return Content("\n").join([self._row(index) for index in window])

    def _row(self, index: int) -> Content:
        suggestion, width = self._suggestions[index], self.content_size.width
        is_chosen = index == self._chosen
        pointer = Content.styled("▸ ", "bold $primary") if is_chosen else Content("  ")
        # What is beside it may take half of the line, and leaves what it does not need.
        label = pad(_label(suggestion), min(self._column, max(width // 2, width - 4 - self._beside, 16)))
        summary = Content.styled(one_line(suggestion.summary), "" if is_chosen else MUTED)
        row = pad(Content.assemble(pointer, label, "  ", summary), width)
        return row.stylize_before("on $primary 18%") if is_chosen else row

    def _changed(self, layout: bool = False) -> None:
        self._top = min(max(self._top, self._chosen - self.rows + 1), self._chosen)
        count = len(self._suggestions)
        self.border_subtitle = Content(f"{self._chosen + 1} of {count}") if count > self.rows else None
        self.refresh(layout=layout)
        self._tell()

    def _tell(self) -> None:
        if self.changed is not None:
            self.changed()

    def on_resize(self) -> None:
        """Keep the chosen row in sight."""
        self._changed()

    def on_click(self, event: events.Click) -> None:
        """A click takes the row under it."""
        row = event.get_content_offset(self)
        if row is not None and self._top + row.y < len(self._suggestions):
            event.stop()
            self._chosen = self._top + row.y
            self._changed()
            self.post_message(self.Picked(self._suggestions[self._chosen]))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel moves the choice."""
        event.stop()
        self._changed_by(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel moves the choice."""
        event.stop()
        self._changed_by(-1)

    def _changed_by(self, delta: int) -> None:
        if 0 <= self._chosen + delta < len(self._suggestions):
            self.move(delta)


def _label(suggestion: "Suggestion") -> Content:
    """What is typed, with the letters that matched marked, and the hint of what follows."""
    label = marked(suggestion.label, [(index, index + 1) for index in suggestion.marks])
    hint = one_line(suggestion.hint)
    return Content.assemble(label, (f" {hint}", MUTED)) if hint else label
