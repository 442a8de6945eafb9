"""The head of the memory viewer: whose it is, which file is shown, how full the memory is."""

from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from hydratui.agents.files import Kind
from hydratui.text import one_line
from hydratui.tui.lines import clip, ends
from hydratui.tui.notes_view import ORDER, Gauge
from hydratui.tui.show import MUTED, SEPARATOR

BAR = 14
"""Cells of the bar between its ends."""
_EIGHTHS = " ▏▎▍▌▋▊▉█"


class MemoryHead(Widget, can_focus=False):
    """One line, two where the window is narrow."""

    DEFAULT_CSS = """
    MemoryHead { height: auto; }
    """

    kind: reactive[Kind] = reactive[Kind]("memory")
    size_on_disk: reactive[int | None] = reactive[int | None](None, layout=True)
    """Bytes of the memory file; None until it has been read."""

    def __init__(self, agent_name: str, colour: str, *, title: str = "", classes: str | None = None) -> None:
        """The head.

        Args:
            agent_name: Whose memory it is.
            colour: The style of its name.
            title: What is shown, where that is not one of the six files.
            classes: Classes of the widget.
        """
        super().__init__(classes=classes)
        self._title = title
        self._agent_name = one_line(agent_name)
        self._colour = colour

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """One line when all fits."""
        return 1 if self._fits(width) is not None else 2

    def render(self) -> Content:
        """Name and tabs at the left, the gauge at the right or below."""
        width = self.content_size.width
        if (gauge := self._fits(width)) is not None:
            return ends(self._tabs(), gauge, width)
        return Content("\n").join([clip(self._tabs(), width), clip(self._gauge(bar=True), width)])

    def _fits(self, width: int) -> Content | None:
        room = width - self._tabs().cell_length - 2
        return next((gauge for bar in (True, False) if (gauge := self._gauge(bar)).cell_length <= room), None)

    def _tabs(self) -> Content:
        if self._title:
            return Content.assemble((self._agent_name, f"bold {self._colour}"), "   ", Content.styled(self._title, "bold"))
        tabs = [Content.styled(kind, "bold underline" if kind == self.kind else MUTED) for kind in ORDER]
        return Content.assemble((self._agent_name, f"bold {self._colour}"), "   ", Content.styled(SEPARATOR, MUTED).join(tabs))

    def _gauge(self, bar: bool) -> Content:
        if self.size_on_disk is None:
            return Content()
        gauge = Gauge(self.size_on_disk)
        colour = {"": "$primary", "nearly full": "$warning"}.get(gauge.state, "$error")
        parts: list[Content | tuple[str, str]] = [(gauge.words, MUTED)]
        parts += [(" ▕", MUTED), (_filled(gauge.share), colour), ("▏ ", MUTED)] if bar else [(SEPARATOR, MUTED)]
        parts.append((f"{int(gauge.share * 100)} %", MUTED if not gauge.state else f"bold {colour}"))
        if gauge.state:
            parts.append((SEPARATOR + gauge.state, f"bold {colour}"))
        return Content.assemble(*parts)


def _filled(share: float) -> str:
    """A bar of `BAR` cells, filled to an eighth of a cell; the least that is not nothing shows."""
    eighths = min(max(round(share * BAR * 8), 1 if share > 0 else 0), BAR * 8)
    whole, rest = divmod(eighths, 8)
    return ("█" * whole + (_EIGHTHS[rest] if rest else "")).ljust(BAR)
