"""What a form is made of: a line to type into, a choice among some words, a switch."""

from collections.abc import Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from hydratui.commands import fuzzy
from hydratui.commands.suggest import Suggestion
from hydratui.text import plain
from hydratui.tui.agents_view import switch_sign
from hydratui.tui.form import Field
from hydratui.tui.show import MUTED, line, text
from hydratui.tui.widgets.palette import Palette
from hydratui.tui.widgets.typed_line import TypedLine

WORD = 12
"""Cells that the word of a switch gets at least, so that what it means stands in a column."""


class Line(TypedLine):
    """One line of plain text. Its screen has the action `move`, which goes to another field."""

    # Textual would scroll with them, where there is anything to scroll.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "screen.move(1)", "move", key_display="↑↓", tooltip="To the next field (also tab)"),
        Binding("up", "screen.move(-1)", "move up", show=False, tooltip="To the field before"),
    ]

    DEFAULT_CSS = """
    Line, Line:focus, Line.-textual-compact {
        width: 1fr;
        height: 1;
        background: $panel;
        border: none;
        padding: 0 1;
        & > .input--placeholder { color: $text-muted; }
    }
    """

    def __init__(self, field: Field) -> None:
        super().__init__(field.value, plain(field.about))


class OfferedLine(Line):
    """One line that can be completed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "screen.move(1)", "what there is", key_display="↓", tooltip="Show what there is, then choose of it"),
    ]


class Picked(Widget, can_focus=True):
    """A value that is not typed; the whole line is lit where the focus is."""

    DEFAULT_CSS = """
    Picked { width: 1fr; height: 1; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
    Picked:focus { background: $panel; }
    """

    value = reactive("")

    class Changed(Message):
        """It has another value."""

    def __init__(self, field: Field) -> None:
        super().__init__()
        self.field = field
        self.set_reactive(Picked.value, field.value)

    def watch_value(self) -> None:
        """Tells the form."""
        self.post_message(self.Changed())


class Choice(Picked):
    """One of some words."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "choose", key_display="←→", tooltip="Choose another (also space)"),
        Binding("right,space", "step(1)", "choose", show=False, tooltip="Choose the next"),
    ]

    def render(self) -> Content:
        """The word between the signs that there are others, and what it means."""
        about = dict(self.field.choices).get(self.value, "")
        return Content.assemble(("‹ ", MUTED), line(self.value), (" ›  ", MUTED), line(about, MUTED))

    def action_step(self, by: int) -> None:
        """Chooses the next one, or the one before."""
        words = [word for word, _ in self.field.choices]
        at = words.index(self.value) if self.value in words else -by
        self.value = words[(at + by) % len(words)]

    def on_click(self) -> None:
        """A click chooses the next one."""
        self.action_step(1)


class Switch(Picked):
    """On or off."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("space", "turn", "switch", tooltip="Switch it on or off")]

    def render(self) -> Content:
        """How it stands, and what it is about."""
        sign, word = switch_sign(bool(self.value)), line(self.field.word)
        if not word:
            return Content.assemble(sign, "  ", line(self.field.about))
        return Content.assemble(sign, "  ", word.pad_right(max(WORD - word.cell_length, 0)), "  ", line(self.field.about, MUTED))

    def action_turn(self) -> None:
        """Switches it."""
        self.value = "" if self.value else "on"

    def on_click(self) -> None:
        """A click switches it."""
        self.action_turn()


class FieldRow(Container):
    """A field with its label, what can be typed there, and what is to be said about it."""

    DEFAULT_CSS = """
    FieldRow { height: auto; }
    FieldRow .field { height: 1; }
    FieldRow .label { width: 8; color: $text-muted; }
    FieldRow .hint { height: auto; padding: 0 0 0 9; display: none; }
    FieldRow Palette { margin: 0 0 0 8; }
    """

    def __init__(self, field: Field) -> None:
        super().__init__()
        self.field = field
        self.control = _control(field)
        self.palette = Palette()

    def compose(self) -> ComposeResult:
        """The label, the control, its offers, what is said."""
        with Horizontal(classes="field"):
            yield Static(line(self.field.label), classes="label")
            yield self.control
        yield self.palette
        yield Static(classes="hint")

    @property
    def value(self) -> str:
        """What stands there."""
        return self.control.value

    def say(self, sentence: str, bad: bool) -> None:
        """Says something below the field, or nothing."""
        hint = self.query_one(".hint", Static)
        hint.update(text(sentence, "$error" if bad else MUTED))
        hint.display = bool(sentence)

    def offer(self, everything: bool = False) -> None:
        """Shows what the line can be completed to; nothing where it stands there already.

        Args:
            everything: Show all there is, whatever is typed.
        """
        typed, offers = self.value.strip(), dict(self.field.offers)
        if everything:
            # What stands there comes first, so that looking changes nothing.
            found = suggestions("", {typed: offers.get(typed, "as it is"), **offers} if typed else offers)
        else:
            found = suggestions(typed, offers) if typed and typed not in offers else []
        if found:
            self.palette.show(found)
        else:
            self.palette.hide()

    def take(self) -> bool:
        """Takes what is chosen of the offers. Says whether there was one."""
        chosen = self.palette.chosen() if self.palette.shown else None
        if chosen is None or not isinstance(self.control, Line):
            return False
        self.control.value = chosen.insert
        self.control.cursor_position = len(chosen.insert)
        self.palette.hide()
        return True


def _control(field: Field) -> Line | Choice | Switch:
    if field.kind == "line":
        return OfferedLine(field) if field.offers else Line(field)
    return Choice(field) if field.kind == "choice" else Switch(field)


def suggestions(typed: str, offers: Mapping[str, str]) -> list[Suggestion]:
    """The offers that hold the letters, best first."""
    found = [(matched, word) for word in offers if (matched := fuzzy.match(typed, word)) is not None]
    ranked = sorted(found, key=lambda each: -each[0].score)
    return [Suggestion(word, word, "", offers[word], matched.marks, 0, len(typed)) for matched, word in ranked]
