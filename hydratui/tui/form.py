"""What a small form asks for, and what is done with it; `screens.form` shows it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from hydratui.commands.command import Moved, Said
from hydratui.store.database import Store

Values = Mapping[str, str]
"""What stands in the fields, by their names; a switch is ``on`` or empty."""
Done = Said | Moved
Word = Literal["create", "save", "rename", "copy", "delete"]
"""What sending a form does."""


def _nothing(_: Values) -> str:
    return ""


def _always(_: Values) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Field:
    """One thing that is asked.

    Attributes:
        name: By which its value is known.
        label: The word before it.
        kind: A line to type, one of some `choices`, or a switch.
        value: What it holds at first.
        about: What an empty line says, or what a switch means.
        word: What a switch is called, where it has a name.
        choices: The words of a choice, each with what it means.
        offers: What a line can be completed to, each with a few words.
        check: Says something about the value, or raises HydraError with what is wrong with it.
        late: Whether what is wrong is said only when the form is sent.
        shown: Whether it is asked, by what stands in the others.
    """

    name: str
    label: str
    kind: Literal["line", "choice", "switch"] = "line"
    value: str = ""
    about: str = ""
    word: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    offers: tuple[tuple[str, str], ...] = ()
    check: Callable[[Values], str] = _nothing
    late: bool = False
    shown: Callable[[Values], bool] = _always


@dataclass(frozen=True, slots=True)
class Form:
    """A form.

    Attributes:
        title: What it is for.
        does: The word for sending it.
        fields: What is asked, in order.
        submit: Does it, on the writing thread, and gives what came of it. It may raise HydraError.
        lead: What to know before; may be empty.
        harmful: Whether something is lost by sending it.
    """

    title: str
    does: Word
    fields: tuple[Field, ...]
    submit: Callable[[Store, Values], Done]
    lead: str = ""
    harmful: bool = False
