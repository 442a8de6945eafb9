"""A tool's call in a reply: one line, and below it, when it is unfolded, what the tool was given and what it gave."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

from rich._wrap import divide_line
from textual.content import Content

from hydratui.store.usage import CallDetail, ToolCall
from hydratui.text import one_line, plain
from hydratui.times import duration
from hydratui.tui import show
from hydratui.tui.rows import EndsRow, Line, Row, TextRow

MOST_LINES = 16
"""Lines that are shown of what a tool gave; a pager has room for the rest."""
INDENT = Content("    ")
FOLDED, UNFOLDED = "▸", "▾"
_MARKS = {"ok": (FOLDED, "", ""), "blocked": ("⊘", "$warning", "blocked: "), "error": ("✗", "$error", "failed: ")}


@dataclass(slots=True)
class CutRow:
    """Text of any length of which some lines are shown, and how many more there are."""

    content: Content
    most: int = MOST_LINES
    _cuts: tuple[int, list[int]] = field(default=(0, []), compare=False)

    @property
    def text(self) -> str:
        """The text on one line, also what is not shown of it; each letter keeps its place."""
        return self.content.plain.replace("\n", " ")

    def height(self, width: int) -> int:
        """Lines that it takes."""
        return min(len(self._divided(width)) + 1, self.most + 1)

    def lines(self, width: int) -> Iterator[Line]:
        """Its first lines; where there are more, how many."""
        cuts = self._divided(width)
        for at, piece in zip((0, *cuts[: self.most]), self.content.divide(cuts[: self.most])[: self.most], strict=False):
            yield Line(INDENT, piece.rstrip("\n"), at, "")
        more = len(cuts) + 1 - self.most
        if more > 0:
            yield Line(INDENT, show.text(f"… {more:,} more {'line' if more == 1 else 'lines'}; o opens all of it", show.MUTED), None, "")

    def _divided(self, width: int) -> list[int]:
        if self._cuts[0] != width:
            room, cuts, at = max(width - len(INDENT), 4), [], 0
            for line in self.content.plain.split("\n"):
                cuts += [at + cut for cut in divide_line(line, room)]
                at += len(line) + 1
                cuts.append(at)
            self._cuts = (width, cuts[:-1])
        return self._cuts[1]


def line(call: ToolCall, unfolded: bool = False) -> EndsRow:
    """``▸ recall  backup plan`` at the left, ``3 hits in 812 tasks · 4 ms`` at the right."""
    mark, style, word = _MARKS[call.outcome]
    left = Content.assemble(
        (f"{UNFOLDED if unfolded else mark} ", style or show.MUTED), (one_line(call.tool), style), "  ", show.line(call.summary, show.MUTED)
    )
    result = one_line(call.result)
    return EndsRow(left, show.line(f"{word}{result} · {duration(call.ms / 1000)}", style or show.MUTED))


def detail(kept: CallDetail | None, *, whole: bool = False) -> list[Row]:
    """What the tool was given, ``name: value``, and what it gave: its first lines, or the whole of it."""
    if kept is None:
        return [TextRow(show.text("No more was kept of this call.", show.MUTED), INDENT, INDENT)]
    rows: list[Row] = [
        TextRow(Content.assemble((f"{name}: ", show.MUTED), show.line(value)), INDENT, INDENT + "  ")
        for name, value in given(kept.arguments)
    ]
    if kept.output.strip():
        rows.append(CutRow(show.text(kept.output.rstrip().expandtabs(4), show.MUTED), sys.maxsize if whole else MOST_LINES))
    return rows


def given(arguments: str) -> list[tuple[str, str]]:
    """What a tool was given, by name; text that is cut, or no object, has none."""
    try:
        found = json.loads(arguments)
    except (ValueError, RecursionError):
        found = arguments
    if not isinstance(found, dict):
        return [("given", arguments)] if arguments.strip() else []
    return [(name, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)) for name, value in found.items()]


def as_text(call: ToolCall, kept: CallDetail | None) -> str:
    """A call as it is copied: the tool, what it was given, what it gave."""
    head = one_line(call.tool)
    if kept is None:
        return plain(f"{head} {call.summary}".rstrip() + f"\n{call.result}")
    lines = [head, *(f"{name}: {value}" for name, value in given(kept.arguments))]
    return plain("\n".join(lines) + (f"\n\n{kept.output.rstrip()}" if kept.output.strip() else ""))
