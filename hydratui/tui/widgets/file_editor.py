"""A Markdown file to read and to edit, with its marks coloured.

Textual's own highlighting needs tree-sitter and a compiled grammar; Markdown as people write it needs a few patterns, tried on the lines
in sight only.
"""

import re
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.document._wrapped_document import WrappedDocument
from textual.widgets import TextArea

from hydratui.text import plain
from hydratui.tui import keys
from hydratui.tui.blocks import code_lines, fields_end

_LINE = (
    ("heading", re.compile(r" {0,3}#{1,6}(?:\s.*|$)")),
    ("quote", re.compile(r" {0,3}>.*")),
    ("mark", re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])(?=\s)|\s*(?:[-*_]\s*){3,}$")),
)
_INLINE = (
    ("code", re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)")),
    ("strong", re.compile(r"\*\*(?=\S).+?(?<=\S)\*\*|\b__(?=\S).+?(?<=\S)__\b")),
    ("link", re.compile(r"!?\[[^\]\n]*\]\([^)\s]*\)|https?://[^\s)>]+")),
    ("mark", re.compile(r"<!--.*?-->")),
)
_LONGEST = 5_000
"""Characters of a line up to which marks are looked for inside it."""


class _Wrapped(WrappedDocument):
    """Textual adds up the lines of the whole text for each line that it draws; of a long one that took most of a key's time."""

    @property
    def height(self) -> int:
        return len(self._offset_to_line_info)


class FileEditor(TextArea):
    """The text area. While it is only read, keys that would type do what its screen has for them."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"file-editor--{name}" for name in ("heading", "quote", "mark", "code", "strong", "link")}
    DEFAULT_CSS = """
    FileEditor, FileEditor:focus {
        width: 1fr;
        height: 1fr;
        border: none;
        padding: 0;
        background: $background;
        scrollbar-size-vertical: 1;
        & .text-area--cursor-line { background: $surface; }
        & .text-area--placeholder { color: $text-muted; }
        & .file-editor--heading { color: $primary; text-style: bold; }
        & .file-editor--quote { color: $text-muted; }
        & .file-editor--mark { color: $text-muted; }
        & .file-editor--code { color: $code-text; background: $code; }
        & .file-editor--strong { text-style: bold; }
        & .file-editor--link { text-style: underline; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+z", "undo", "undo", show=False, tooltip="Take the last change of the text back"),
        Binding("ctrl+y", "redo", "redo", show=False, tooltip="Make the change again that was taken back"),
    ]

    def __init__(self, *, classes: str | None = None) -> None:
        self._code: list[bool] = []
        super().__init__(read_only=True, tab_behavior="focus", classes=classes)
        self.cursor_blink = False

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is nothing to take back in what is only read."""
        return not (self.read_only and action in ("undo", "redo"))

    def _set_document(self, text: str, language: str | None) -> None:
        super()._set_document(text, language)
        # Made anew it would break all lines a third time.
        self.wrapped_document.__class__ = _Wrapped

    def _build_highlight_map(self) -> None:
        super()._build_highlight_map()
        lines = self.document.lines
        top = fields_end(lines)
        self._code = [True] * top + code_lines(lines[top:])

    def get_line(self, line_index: int) -> Text:
        """A line with its marks coloured."""
        line = super().get_line(line_index)
        if line_index < len(self._code) and self._code[line_index]:
            self._colour(line, "code", 0, len(line))
            return line
        for name, pattern in _LINE:
            if found := pattern.match(line.plain):
                self._colour(line, name, *found.span())
        if len(line) <= _LONGEST:
            for name, pattern in _INLINE:
                for found in pattern.finditer(line.plain):
                    self._colour(line, name, *found.span())
        return line

    def _colour(self, line: Text, name: str, start: int, end: int) -> None:
        style = self.get_component_rich_style(f"file-editor--{name}", partial=True)
        line.stylize(style, start, end)

    def put(self, text: str) -> None:
        """Shows another text; the cursor and the view stay at their lines."""
        cursor, top = self.cursor_location, self.scroll_offset.y
        self.load_text(text)
        self.move_cursor(cursor)
        self.scroll_to(y=top, animate=False, immediate=True)

    async def _on_key(self, event: events.Key) -> None:
        if not await keys.bound(self, event):
            await super()._on_key(event)

    async def _on_paste(self, event: events.Paste) -> None:
        """A paste of any size goes in whole, safe to show."""
        event.prevent_default()
        event.stop()
        if not self.read_only:
            result = self.replace(plain(event.text), *self.selection, maintain_selection_offset=False)
            self.move_cursor(result.end_location)
