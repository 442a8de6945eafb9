"""One message on the page: a coloured margin, a head line, text. It draws everything itself, in one widget."""

from collections.abc import Sequence
from typing import ClassVar

from textual.color import Color
from textual.content import Content
from textual.geometry import Region, Size
from textual.layout import DockArrangeResult
from textual.selection import Selection
from textual.strip import Strip
from textual.widget import Widget

from hydratui.store.attachments import Attachment
from hydratui.store.tasks import Task
from hydratui.text import plain
from hydratui.tui import show
from hydratui.tui.markdown import CODE
from hydratui.tui.page import Drawn, Page, Sought
from hydratui.tui.pointed import Block, BlockKey, lit
from hydratui.tui.rows import EndsRow, Row, TextRow, kept
from hydratui.tui.widgets.still_scroll import StillScroll


class Message(Widget):
    """Rows beside a margin in somebody's accent.

    Attributes:
        readable: Whether the pointer stops at it.
    """

    readable = True

    def __init__(self, rows: Sequence[Row] = (), *, accent: int | None = None, classes: str = "") -> None:
        super().__init__(classes=f"message {classes} {'' if accent is None else f'-accent-{accent}'}")
        self._rows: Sequence[Row] = rows
        self._drawn: Drawn = {}
        self._pointed = False
        self._block: BlockKey | None = None
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

    def forget(self) -> None:
        """Lets go of what it looked like.

        For one far out of sight: Textual keeps each line three times over, in some 20 objects each, and Python's search for garbage goes
        through all of them, 70 ms on a page that has been read to its end, in which nothing moves; 30 ms without them.
        """
        self._drawn.clear()
        self._render_cache = self._render_cache._replace(lines=[])
        self._set_dirty()

    def first_marked(self, words: tuple[str, ...], width: int) -> int:
        """The first line that holds one of some words, when it is so wide."""
        return Page(self._rows).first_marked(Sought(words), width)

    def point(self, pointed: bool, block: BlockKey | None = None) -> None:
        """Sets it off as what is pointed at, with one of its blocks, or no longer. Nothing is laid out or drawn anew for that."""
        if (pointed, block) != (self._pointed, self._block):
            self._pointed, self._block = pointed, block
            self.refresh()

    def blocks(self) -> list[Block]:
        """What can be pointed at in it, from the top down."""
        return code_blocks(self._rows)

    def lines_of(self, key: BlockKey) -> range:
        """The lines that a block takes, as wide as it is now; none where it is gone."""
        rows = next((block.rows for block in self.blocks() if block.key == key), range(0))
        width = self.content_size.width
        first = sum(row.height(width) for row in self._rows[: rows.start])
        return range(first, first + sum(row.height(width) for row in self._rows[rows.start : rows.stop]))

    def render_lines(self, crop: Region) -> list[Strip]:
        """Its lines, set off where it is pointed at. Only those in sight are, so that a long one takes no longer."""
        strips = super().render_lines(crop)
        if not self._pointed or crop.x or not isinstance(self.parent, Messages):
            return strips
        block = self.lines_of(self._block) if self._block else range(0)
        _, page = self.background_colors
        code = Color.parse(self.app.theme_variables["code"])
        strips = lit(strips, crop.y, block, (page, code), self.parent.backgrounds(page))
        for each in self.get_line_filters():
            strips = [strip.apply_filter(each, page) for strip in strips]
        return strips

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

    COMPONENT_CLASSES: ClassVar[set[str]] = {"messages--pointed", "messages--block"}
    """The backgrounds of the message that is pointed at and of the block in it."""
    _words: tuple[str, ...] = ()
    _brought_to: Message | None = None
    _far: frozenset[Widget] = frozenset()

    def backgrounds(self, page: Color) -> tuple[Color, Color]:
        """What the page's background is behind the message that is pointed at, and behind the block in it."""
        pointed, block = (self.get_component_styles(f"messages--{name}").background for name in ("pointed", "block"))
        return page + pointed, page + block

    def arrange(self, size: Size, optimal: bool = False) -> DockArrangeResult:
        """Lays the page out; what has come to lie far out of sight by it is let go of."""
        result = super().arrange(size, optimal)
        self._let_go()
        return result

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Lets go of what is far out of sight now."""
        super().watch_scroll_y(old_value, new_value)
        self._let_go()

    def _let_go(self) -> None:
        """Keeps in memory what messages look like that are to be seen, and those of a page on either side."""
        far = self.out_of_sight(by=self.size.height)
        for widget in far - self._far:
            if isinstance(widget, Message):
                widget.forget()
        self._far = far

    def sought(self, message: Message) -> Sought | None:
        """The words that a message marks."""
        return Sought(self._words, message is self._brought_to) if self._words else None

    @property
    def marked(self) -> tuple[str, ...]:
        """The words that are marked."""
        return self._words

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


def code_blocks(rows: Sequence[Row]) -> list[Block]:
    """The code in some rows."""
    found: list[Block] = []
    for at, row in enumerate(rows):
        if isinstance(row, TextRow) and row.fill == CODE:
            if row.begins:
                found.append(Block(BlockKey("code", len(found)), range(at, at + 1)))
            elif found and found[-1].rows.stop == at:
                found[-1] = Block(found[-1].key, range(found[-1].rows.start, at + 1))
    return found


def typed(text: str) -> list[Row]:
    """What a person typed, exactly so."""
    return [TextRow(Content(line)) for line in plain(text).expandtabs(4).rstrip("\n").split("\n")]


def waiting(text: str) -> Message:
    """What the user asked, while it is not in the store yet."""
    head = EndsRow(show.text("you", "bold $text-muted"), show.text("not saved yet", "$warning"))
    message = Message([head, *typed(text)], classes="-you")
    message.readable = False
    return message


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
