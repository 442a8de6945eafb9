"""Keys that Textual 8.2.8 takes for another, or later than they came."""

from enum import Enum
from typing import cast

from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual.events import Key as Pressed
from textual.widget import Widget


class Key(Enum):
    """Names of keys that `textual.keys.Keys` does not have."""

    ALT_ENTER = "alt+enter"


def teach() -> None:
    """Tells alt+enter from enter in the many terminals that send escape and return for it; else it would send what is half-written."""
    cast(dict[str, object], ANSI_SEQUENCES_KEYS)["\x1b\r"] = (Key.ALT_ENTER,)


async def bound(widget: Widget, event: Pressed) -> bool:
    """Does at once what a key is bound to where one types. Gives whether it is bound to something that can be done.

    Textual does it when the key has come up through all parents. What was typed behind it stands in the text by then: of letters that come
    together, over a slow line or from a key that is held down, a backspace would take the wrong ones.
    """
    for binding in widget._bindings.key_to_bindings.get(event.key, ()):
        if await widget.app.run_action(binding.action, widget):
            event.stop()
            event.prevent_default()
            return True
    return False
