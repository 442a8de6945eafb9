"""What a task of the soak is to do. Its prompt says it, so that the model knows what to answer and the audit what is right."""

import json
import random
import re
from dataclasses import asdict, dataclass, replace

_MARK = re.compile(r"soak:(\{.*?\})")


@dataclass(frozen=True, slots=True)
class Errand:
    """One errand.

    Attributes:
        key: Its name, used once. Many tasks may have the errand of a schedule.
        words: How many words its answer has, not counting the last.
        pause: Seconds between two words.
        calls: How often the model saves the same note, in one breath.
        intro: It says something before it calls the tool.
        looks_up: It searches the finished tasks too.
        refused: The provider refuses the request, so that the task fails.
    """

    key: str
    words: int = 8
    pause: float = 0.02
    calls: int = 1
    intro: bool = False
    looks_up: bool = False
    refused: bool = False

    @property
    def prompt(self) -> str:
        """The task's prompt."""
        return f"Errand {self.key}. soak:{json.dumps(asdict(self))}"

    @property
    def note(self) -> str:
        """The note that the model saves."""
        return f"Errand {self.key} was here."

    @property
    def first_words(self) -> str:
        """What the model says before it calls a tool."""
        return f"I note {self.key}." if self.intro else ""

    @property
    def later_words(self) -> list[str]:
        """What it says afterwards, piece by piece."""
        return [f"{self.key}/{number} " for number in range(self.words)] + [f"done-{self.key}."]

    @property
    def answer(self) -> str:
        """The whole answer, as the finished task has to have it."""
        return "\n\n".join(part for part in (self.first_words, "".join(self.later_words)) if part)


def any_errand(key: str, chance: random.Random) -> Errand:
    """An errand as chance has it: mostly slow, now and then at length, sometimes refused."""
    long = chance.random() < 0.1
    return Errand(
        key,
        words=chance.randint(3, 12) * (4 if long else 1),
        pause=round(chance.uniform(0.0, 0.05), 3),
        calls=2 if chance.random() < 0.2 else 1,
        intro=chance.random() < 0.4,
        looks_up=chance.random() < 0.2,
        refused=chance.random() < 0.03,
    )


def other_errand(errand: Errand, chance: random.Random) -> Errand:
    """The same errand with another answer, for a task that is rewritten while it waits."""
    return replace(errand, words=errand.words + chance.randint(1, 5))


def errand(prompt: str) -> Errand | None:
    """The errand in a prompt."""
    found = _MARK.search(prompt)
    return Errand(**json.loads(found[1])) if found else None
