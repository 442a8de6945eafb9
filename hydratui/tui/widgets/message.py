"""One message on the page: a coloured margin, a head line, text. It draws everything itself, in one widget."""

from collections.abc import Sequence

from textual.content import Content
from textual.geometry import Region, Size
from textual.selection import Selection
from textual.widget import Widget

from hydratui.store.attachments import Attachment
from hydratui.store.tasks import Task
from hydratui.text import plain
from hydratui.tui import show
from hydratui.tui.page import Drawn, Page, Sought
from hydratui.tui.rows import EndsRow, Row, TextRow, kept
from hydratui.tui.widgets.still_scroll import StillScroll


class Message(Widget):
    """Rows beside a margin in somebody's accent."""

    def __init__(self, rows: Sequence[Row] = (), *, accent: int | None = None, classes: str = "") -> None:
        super().__init__(classes=f"message {classes} {'' if accent is None else f'-accent-{accent}'}")
        self._rows: Sequence[Row] = rows
        self._drawn: Drawn = {}
        # There are none, and looking for them in every line is a fifth of the drawing.
        self.auto_links = False

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Draws these rows from now on. The page is laid out anew only when they take another number of lines."""
        width = self.content_size.width
        before, after = Page(self._rows), Page(kept(self._rows, rows))
        self._rows = after.rows
        if not width or before.get_height({}, width) != after.get_height({}, width):
            # Of two changes before a layout Textual counts the first alone, and after a layout in between it gives back what it knows.
            self._layout_updates += 1
            self.refresh(layout=True)
        elif lines := after.changed(before, width):
            self.refresh(Region(0, lines.start, width, len(lines)))

    def render(self) -> Page:
        """The rows, with the words marked that are looked for on its page."""
        sought = self.parent.sought(self) if isinstance(self.parent, Messages) else None
        return Page(self._rows, self._drawn, sought)

    def first_marked(self, words: tuple[str, ...], width: int) -> int:
        """The first line that holds one of some words, when it is so wide."""
        return Page(self._rows).first_marked(Sought(words), width)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Lines that the rows take. Textual would keep an answer from before the widget was mounted."""
        return Page(self._rows).get_height({}, width) if width else 0

    def _size_updated(self, size: Size, virtual_size: Size, container_size: Size, layout: bool = True) -> bool:
        # The layout that gave it its size is whole; Textual would make another one after it.
        return super()._size_updated(size, virtual_size, container_size, layout=False)

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The selected text, without margins and bullets."""
        return Page(self._rows).selected(selection), "\n"


class Messages(StillScroll):
    """A page of messages on which words can be looked for."""

    _words: tuple[str, ...] = ()
    _brought_to: Message | None = None

    def sought(self, message: Message) -> Sought | None:
        """The words that a message marks."""
        return Sought(self._words, message is self._brought_to) if self._words else None

    def mark(self, words: tuple[str, ...]) -> None:
        """Marks words, each `folded`, wherever they stand; none takes the marks away."""
        if words != self._words:
            self._words, self._brought_to = words, None
            for message in self.query(Message):
                message.refresh()

    def bring_to(self, message: Message) -> None:
        """Goes to the first marked word of a message, with what stands above it in sight."""
        above, words = self.size.height // 3, self._words
        for each in (self._brought_to, message):
            if each is not None:
                each.refresh(layout=each is message)
        self._brought_to = message
        self.hold(message, lambda width: message.first_marked(words, width) - above)


def typed(text: str) -> list[Row]:
    """What a person typed, exactly so."""
    return [TextRow(Content(line)) for line in plain(text).expandtabs(4).rstrip("\n").split("\n")]


def waiting(text: str) -> Message:
    """What the user asked, while it is not in the store yet."""
    head = EndsRow(show.text("you", "bold $text-muted"), show.text("not saved yet", "$warning"))
    return Message([head, *typed(text)], classes="-you")


def you(task: Task, files: Sequence[Attachment] = ()) -> Message:
    """What the user asked, and the files that came with it."""
    return Message(asked(task, files), classes="-you")


def asked(task: Task, files: Sequence[Attachment] = ()) -> list[Row]:
    """The rows of what the user asked, and a quiet line for each file that came with it."""
    head = EndsRow(show.text("you", "bold $text-muted"), show.text(show.clock(task.created_at), show.MUTED))
    return [head, *typed(task.prompt), *attached(files)]


def attached(files: Sequence[Attachment]) -> list[Row]:
    """``notes.md · 12.4 KB``, a line for each file."""
    return [TextRow(show.line(show.attachment(file), show.MUTED), Content("  "), Content("  ")) for file in files]
