"""The themes, one of which is chosen by looking: the one that the pointer is at is shown at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.content import Content
from textual.screen import ModalScreen

from hydratui.commands.themes import THEMES
from hydratui.tui.lines import HEIGHTS
from hydratui.tui.show import MUTED
from hydratui.tui.widgets.key_line import KeyLine
from hydratui.tui.widgets.pointed_rows import PointedRows, Row

NAMES_WIDTH = 22


class ThemesScreen(ModalScreen[str | None]):
    """A list over the page, which takes each theme as the pointer comes to it. It gives the chosen name, None for the one of before."""

    CSS_PATH = "themes.tcss"
    AUTO_FOCUS = ".themes-list"
    VERTICAL_BREAKPOINTS = HEIGHTS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "keep", tooltip="Keep this theme"),
        Binding("escape,ctrl+c", "give_up", "as before", key_display="esc", tooltip="Back to the theme of before"),
    ]

    def __init__(self, now: str, show: Callable[[str], None]) -> None:
        """The list.

        Args:
            now: Name of the theme that is chosen in the settings.
            show: Shows a theme, without keeping it.
        """
        super().__init__()
        self._before, self._show = now, show

    def compose(self) -> ComposeResult:
        """The names and the keys."""
        with Container(classes="themes") as box:
            box.border_title = Content.styled("Theme", "bold")
            yield PointedRows(classes="themes-list")
            yield KeyLine(classes="themes-keys")

    def on_mount(self) -> None:
        """Begins at the theme that is chosen."""
        rows = self.query_one(PointedRows)
        rows.show(lambda _: [Row(_line(name, about), name) for name, about in THEMES.items()])
        rows.point_at(self._before)

    @on(PointedRows.Pointed)
    def _preview(self, event: PointedRows.Pointed) -> None:
        if event.rows.key is not None:
            self._show(event.rows.key)

    def action_choose(self) -> None:
        """Takes the theme that is shown."""
        self.dismiss(self.query_one(PointedRows).key)

    def action_give_up(self) -> None:
        """Shows the theme of before."""
        self._show(self._before)
        self.dismiss(None)


def _line(name: str, about: str) -> Content:
    return Content.assemble(name.ljust(NAMES_WIDTH), (about, MUTED))
