"""A quiet word from the program in the conversation: what a command did, or what went wrong. It is not stored."""

from textual.content import Content

from hydratui.tui import show
from hydratui.tui.rows import Row, TextRow
from hydratui.tui.widgets.message import Message


class Notice(Message):
    """Some lines of text, in the agent's margin where an agent is meant."""

    def __init__(self, text: str, *, accent: int | None = None, bad: bool = False) -> None:
        super().__init__(rows(text, bad), accent=accent, classes="-notice -bad" if bad else "-notice")
        self.said = text


def rows(text: str, bad: bool) -> list[Row]:
    """The text's lines, the first behind a mark."""
    lines = show.text(text.expandtabs(4), "$error" if bad else "").split("\n", allow_blank=True)
    mark = Content.styled("! ", "bold $error") if bad else Content.styled("· ", "$text-muted")
    return [TextRow(line, first=Content("  ") if number else mark, rest=Content("  ")) for number, line in enumerate(lines)]
