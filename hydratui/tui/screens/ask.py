"""A question over a screen: what happened, what to look at, and a key for each way on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from hydratui.tui.lines import HEIGHTS
from hydratui.tui.show import line, text


@dataclass(frozen=True, slots=True)
class Way:
    """One way on.

    Attributes:
        key: The key for it.
        word: What it does, in a word or two.
        does: What it does, in a sentence.
    """

    key: str
    word: str
    does: str


class AskScreen(ModalScreen[str | None]):
    """The question. It gives the key of the way that was taken, None for staying where one was."""

    CSS_PATH = "ask.tcss"
    AUTO_FOCUS = ".ask-look"
    VERTICAL_BREAKPOINTS = HEIGHTS
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "stay", "go on editing", tooltip="Go on editing")]

    def __init__(self, question: str, ways: Sequence[Way], look: Content | None = None) -> None:
        """The question.

        Args:
            question: What happened, a sentence.
            ways: What one can do about it.
            look: What to look at before one decides.
        """
        super().__init__()
        self._question, self._ways, self._look = question, ways, look
        for way in ways:
            self._bindings.bind(way.key, f"take('{way.key}')", way.word)

    def compose(self) -> ComposeResult:
        """Question, what to look at, the ways with their keys."""
        with Container(classes="ask"):
            yield Static(line(self._question, "bold"), classes="ask-question")
            with VerticalScroll(classes="ask-look", can_focus=True) as look:
                yield Static(self._look or Content(), classes="ask-text")
            look.display = self._look is not None
            ways = [(way.key, way.does) for way in self._ways] + [("esc", "Go on editing")]
            yield Static(
                Content("\n").join(Content.assemble((f"{key:<5}", "bold $primary"), text(does)) for key, does in ways), classes="ask-ways"
            )

    def action_take(self, key: str) -> None:
        """Goes this way."""
        self.dismiss(key)

    def action_stay(self) -> None:
        """Goes nowhere."""
        self.dismiss(None)
