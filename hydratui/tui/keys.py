"""Keys that terminals send and Textual 8.2.8 takes for another."""

from enum import Enum
from typing import cast

from textual._ansi_sequences import ANSI_SEQUENCES_KEYS


class Key(Enum):
    """Names of keys that `textual.keys.Keys` does not have."""

    ALT_ENTER = "alt+enter"


def teach() -> None:
    """Tells alt+enter from enter in the many terminals that send escape and return for it; else it would send what is half-written."""
    cast(dict[str, object], ANSI_SEQUENCES_KEYS)["\x1b\r"] = (Key.ALT_ENTER,)
