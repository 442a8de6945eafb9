"""Markdown from a model as rows: quiet, selectable, and with nothing live in it.

Links show where they lead and lead nowhere; HTML and images are shown as typed. Everything passes `hydratui.text.plain` first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from textual.content import Content, Span

from hydratui.text import plain
from hydratui.tui.rows import EMPTY, Columns, Row, RuleRow, TableRow, TableRule, TextRow

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

# A text without any of these is paragraphs, whatever it says; most short answers are, and need no parser.
_MARKS = re.compile(r"[*_`#|<>&~\[\]\\]|^[ \t]*(?:[-+]|\d+[.)])\s|^(?:\t| {4})|^\s*[-=]{2,}\s*$", re.MULTILINE)
CODE = "on $code"
"""The fill of the rows of code."""
_BULLETS = "•◦▪"
_STYLES = {"strong_open": "bold", "em_open": "underline", "s_open": "strike"}


def rows(source: str, highlight: bool = True) -> list[Row]:
    """The rows of a whole text.

    Args:
        source: Markdown, any text.
        highlight: Whether code is coloured in the last block too, which of a growing text is not whole yet.
    """
    return parse(source, highlight)[0]


def parse(source: str, highlight: bool = True) -> tuple[list[Row], int, int]:
    """The rows of a text, the line above which nothing changes when text is added, and how many of the rows are above it.

    That is where the last block but one begins: a ``2`` may become the ``2.`` of the list before it.
    """
    source = plain(source).expandtabs(4)
    if not _MARKS.search(source):
        lines = source.rstrip("\n").split("\n")
        blanks = [index for index, line in enumerate(lines) if not line.strip() and index and lines[index - 1].strip()]
        last = blanks[-2] + 1 if len(blanks) > 1 else 0
        return [TextRow(Content(line.strip())) for line in _single_blanks(lines)], last, len(_single_blanks(lines[:last]))
    tokens = _parser().parse(source)
    starts = [token.map[0] for token in tokens if token.level == 0 and token.map]
    plain_from = len(source) if highlight or not starts else starts[-1]
    last = starts[-2] if len(starts) > 1 else 0
    reader = _Reader(plain_from, last)
    return reader.read(tokens), last, reader.above


def _single_blanks(lines: Sequence[str]) -> list[str]:
    kept = [line for number, line in enumerate(lines) if line.strip() or (number and lines[number - 1].strip())]
    return kept if kept and kept[0].strip() else kept[1:]


def code(source: str) -> list[tuple[str, str]]:
    """Each block of code in a text as it was written, tabs included, with its language or nothing.

    They are those whose rows `begin` in the rows of the same text, in the same order.
    """
    source = plain(source)
    exact, shown = _code_of(source), _code_of(source.expandtabs(4))
    return exact if len(exact) == len(shown) else shown


def _code_of(source: str) -> list[tuple[str, str]]:
    tokens = [token for token in _parser().parse(source) if token.type in ("fence", "code_block")]
    return [(token.content.removesuffix("\n"), (token.info.split() or [""])[0]) for token in tokens]


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable(["table", "strikethrough"])


class _Reader:
    """Walks the tokens of one text and lays down its rows."""

    def __init__(self, plain_from: int, last: int) -> None:
        self.plain_from, self.last = plain_from, last
        self.above = 0
        self.rows: list[Row] = []
        self.prefixes: list[Content] = []
        self.first: Content | None = None
        self.counters: list[int | None] = []
        self.items: list[int | None] = []

    def read(self, tokens: Sequence[Token]) -> list[Row]:
        """All rows."""
        index = 0
        while index < len(tokens):
            token = tokens[index]
            if self.last and token.level == 0 and token.map and token.map[0] == self.last:
                self._apart()
                self.above = len(self.rows)
            if token.type == "table_open":
                end = next(at for at in range(index, len(tokens)) if tokens[at].type == "table_close" and tokens[at].level == token.level)
                self._table(tokens[index:end])
                index = end
            else:
                self._block(token, tokens[index - 1] if index else None)
            index += 1
        return self.rows

    def _block(self, token: Token, before: Token | None) -> None:
        kind = token.type
        if kind in ("bullet_list_open", "ordered_list_open"):
            self._apart(loose=not self.counters)
            self.counters.append(int(token.attrGet("start") or 1) if kind == "ordered_list_open" else None)
            self.items.append(None)
        elif kind in ("bullet_list_close", "ordered_list_close"):
            self.counters.pop()
            self.items.pop()
        elif kind == "list_item_open":
            self._item()
        elif kind in ("list_item_close", "blockquote_close"):
            self.prefixes.pop()
            self.first = None
        elif kind == "blockquote_open":
            self._apart()
            self.prefixes.append(Content.styled("│ ", "$text-muted"))
        elif kind == "inline":
            heading = before.tag if before is not None and before.type == "heading_open" else ""
            self._paragraph(inline(token.children or []), heading, hidden=bool(before and before.hidden))
        elif kind in ("fence", "code_block"):
            whole = token.map is not None and token.map[0] < self.plain_from
            self._code(token.content, token.info.split()[0] if whole and token.info.split() else "")
        elif kind == "html_block":
            self._paragraph(Content(token.content.strip()), "", hidden=False)
        elif kind == "hr":
            self._apart()
            self.rows.append(RuleRow())

    def _item(self) -> None:
        # Where an item has several blocks, the next one stands apart from it.
        if self.items[-1] is not None and any(row.text == "" for row in self.rows[self.items[-1] :]):
            self._apart()
        self.items[-1] = len(self.rows)
        number = self.counters[-1]
        if number is None:
            mark = f"{_BULLETS[(len(self.counters) - 1) % len(_BULLETS)]} "
        else:
            mark, self.counters[-1] = f"{number}. ", number + 1
        self.first = Content.styled(mark, "$text-muted")
        self.prefixes.append(Content(" " * len(mark)))

    def _apart(self, loose: bool = True) -> None:
        """A blank row before a block, where there is something to be apart from."""
        if self.rows and loose and self.first is None and self.rows[-1].text != "":
            self.rows.append(TextRow(EMPTY, first=self._indent()))
        elif self.rows and loose and isinstance(self.rows[-1], RuleRow):
            self.rows.append(TextRow(EMPTY))

    def _indent(self) -> Content:
        return Content("").join(self.prefixes)

    def _lead(self) -> Content:
        """What stands before the next row: the item's bullet once, blanks after that."""
        if self.first is None:
            return self._indent()
        lead = Content("").join([*self.prefixes[:-1], self.first])
        self.first = None
        return lead

    def _paragraph(self, content: Content, heading: str, hidden: bool) -> None:
        if not hidden:
            self._apart()
        if heading:
            content = content.stylize_before("bold underline" if heading == "h1" else "bold")
        for piece in content.split("\n", allow_blank=True):
            self.rows.append(TextRow(piece, first=self._lead(), rest=self._indent()))

    def _code(self, code: str, language: str) -> None:
        self._apart()
        content = Content.styled(code.rstrip("\n"), "$code-text")
        if language:
            content = coloured(code.rstrip("\n"), language)
        for number, piece in enumerate(content.split("\n", allow_blank=True)):
            lead = self._lead()
            self.rows.append(TextRow(piece, first=lead + "  ", rest=self._indent() + "      ", fill=CODE, begins=not number))

    def _table(self, tokens: Sequence[Token]) -> None:
        self._apart()
        cells: list[list[Content]] = []
        right: list[bool] = []
        for index, token in enumerate(tokens):
            if token.type == "tr_open":
                cells.append([])
            elif token.type in ("th_open", "td_open"):
                cells[-1].append(inline(tokens[index + 1].children or []))
                if len(cells) == 1:
                    right.append("right" in str(token.attrGet("style") or ""))
        columns = Columns([max(row[at].cell_length for row in cells) for at in range(len(right))])
        lead = self._lead()
        for number, row in enumerate(cells):
            self.rows.append(TableRow(row, columns, right, "bold" if number == 0 else "", lead))
            if number == 0:
                self.rows.append(TableRule(columns, lead))


def inline(tokens: Sequence[Token]) -> Content:
    """The text of a paragraph with its bold, code and links; line ends stay line ends."""
    parts: list[Content | str | tuple[str, str]] = []
    open_styles: list[str] = []
    links: list[tuple[str, int]] = []
    for token in tokens:
        style = " ".join(open_styles)
        if token.type in _STYLES:
            open_styles.append(_STYLES[token.type])
        elif token.type in ("strong_close", "em_close", "s_close"):
            open_styles.pop()
        elif token.type == "code_inline":
            parts.append((token.content, f"{style} $code-text on $code".strip()))
        elif token.type in ("softbreak", "hardbreak"):
            parts.append("\n")
        elif token.type == "link_open":
            links.append((str(token.attrGet("href") or ""), len(parts)))
        elif token.type == "link_close":
            target, begin = links.pop()
            shown = "".join(part[0] if isinstance(part, tuple) else str(part) for part in parts[begin:])
            if target.removeprefix("mailto:") != shown:
                parts.append((f" ({plain(target)})", "$text-muted"))
        elif token.type == "image":
            parts.append((f"{plain(token.content)} ({plain(str(token.attrGet('src') or ''))})", "$text-muted"))
        elif token.content:
            # An entity (&#8238;) is decoded after the text was made safe.
            parts.append((plain(token.content), style) if style else plain(token.content))
    return Content.assemble(*parts)


@lru_cache(maxsize=64)
def coloured(code: str, language: str) -> Content:
    """Code with its words coloured, where the language is known."""
    from textual.highlight import highlight

    from hydratui.tui.code import CodeColours

    found = highlight(code, language=language, theme=CodeColours)
    return Content(found.plain, [Span(0, len(found), "$code-text"), *(span for span in found.spans if span.style != "$text")])
