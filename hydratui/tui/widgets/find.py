"""A line to type into that narrows what is below it; the keys that move go to what is below."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from hydratui.tui.widgets.typed_line import TypedLine


class Find(TypedLine):
    """The line. Its screen has the action `found`, which moves by lines."""

    DEFAULT_CSS = """
    Find, Find:focus {
        width: 1fr;
        height: 1;
        background: transparent;
        border: none;
        padding: 0;
        & > .input--placeholder { color: $text-muted; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "screen.found(1)", "move", key_display="↑↓", tooltip="Move down in what was found"),
        Binding("up", "screen.found(-1)", "move up", show=False, tooltip="Move up in what was found"),
        Binding("pagedown", "screen.found(12)", "next page", show=False, tooltip="A page down in what was found"),
        Binding("pageup", "screen.found(-12)", "page before", show=False, tooltip="A page up in what was found"),
    ]

    def __init__(self, placeholder: str, *, value: str = "", classes: str | None = None) -> None:
        super().__init__(value, placeholder, classes=classes)
