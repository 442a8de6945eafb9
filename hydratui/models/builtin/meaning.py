"""What the built-in assistant can understand."""

from dataclasses import dataclass
from enum import Enum

from hydratui.models.builtin.language import Language


class Intent(Enum):
    """What the user wants."""

    REMEMBER = "remember"
    RECALL = "recall"
    NOTES = "notes"
    FORGET = "forget"
    REMIND = "remind"
    GREETING = "greeting"
    THANKS = "thanks"
    WHO = "who"
    HELP = "help"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Meaning:
    """A message, understood.

    Attributes:
        intent: What is wanted.
        language: The language to answer in.
        text: The note for REMEMBER (empty: nothing was said to remember), the words to look up for RECALL and OTHER.
    """

    intent: Intent
    language: Language
    text: str = ""
