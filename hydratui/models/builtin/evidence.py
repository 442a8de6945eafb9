"""What the past says about a question: notes, earlier exchanges and recall's hits, chosen and quoted, never reworded."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from hydratui.models.builtin.intent import understand
from hydratui.models.builtin.language import Language
from hydratui.models.builtin.languages import LANGUAGES
from hydratui.models.builtin.meaning import Intent
from hydratui.models.turn import Exchange
from hydratui.recall.tokens import Concept, concepts, language, raw_words, tokens
from hydratui.text import clipped
from hydratui.times import local_date

SHOWN = 3
"""Quotes of one kind in an answer, at most."""
QUOTE = 320
"""Characters of a quoted text."""
HALF = 0.5
"""Share of a question's words that a text must hold to be quoted on its own account."""
_READ = 8_000
"""Characters of an exchange that are compared with a question."""

_NOTE = re.compile(r"(?:[-*+]\s+)?\[(\d{4}-\d{2}-\d{2})\]\s*(.*)", re.DOTALL)
_OWN_OPENINGS = tuple(opening for known in LANGUAGES for opening in known.replies.openings())
_OWN_QUOTE = re.compile(r"· (?:" + "|".join(known.replies.task for known in LANGUAGES) + r") \d")
_STATEMENTS = (Intent.OTHER, Intent.REMEMBER)


@dataclass(frozen=True, slots=True)
class Past:
    """Something that was said before.

    Attributes:
        when: The day, None when it is not known.
        task: Number of the task; None for a part of this conversation.
        asked: What the user said.
        answered: What was answered; empty when only what the user said counts.
        share: Share of the question's words that it holds, 0 to 1.
        words: How many of them it holds.
    """

    when: date | None
    task: int | None
    asked: str
    answered: str
    share: float
    words: int


@dataclass(frozen=True, slots=True)
class Found:
    """What the recall tool said.

    Attributes:
        searched: How many tasks it searched.
        past: The hits that say something, best first.
        nearest: Words it knows that resemble unknown ones of the query.
    """

    searched: int
    past: tuple[Past, ...]
    nearest: str


class Question:
    """The words of a question that carry meaning, to be looked for in texts."""

    def __init__(self, text: str, spoken: Language) -> None:
        self._wanted: list[Concept] = [concept for concept in concepts(text) if concept.word not in spoken.common]

    def __len__(self) -> int:
        return len(self._wanted)

    def held_by(self, text: str) -> tuple[float, int]:
        """The share and the number of the question's words that a text holds."""
        if not self._wanted:
            return 0.0, 0
        raws = raw_words(text[:_READ])
        there = set(tokens(raws, language(raws))) | set(tokens(raws, None))
        count = sum(any(_holds(there, token, concept.prefix) for token in concept.tokens) for concept in self._wanted)
        return count / len(self._wanted), count


def _holds(there: set[str], token: str, prefix: bool) -> bool:
    return token in there or (prefix and any(known.startswith(token) for known in there))


def dated(note: str) -> tuple[date | None, str]:
    """A memory bullet's date and its text; a bullet need not have a date."""
    if match := _NOTE.fullmatch(note.strip()):
        return _day(match[1]), match[2]
    return None, note.strip().removeprefix("- ")


def matching_notes(question: Question, notes: Sequence[str], share: float = HALF, at_least: int = 1) -> list[str]:
    """The notes that hold enough of a question's words: most words first, then the latest."""
    held = [(question.held_by(dated(note)[1]), number, note) for number, note in enumerate(notes)]
    good = [(words, number, note) for (part, words), number, note in held if part >= share and words >= at_least]
    return [note for _, _, note in sorted(good, reverse=True)[:SHOWN]]


def from_history(question: Question, history: Sequence[Exchange], agent_name: str) -> list[Past]:
    """The exchanges of this conversation that hold enough of a question's words, most first, then the latest."""
    past = [made for old in reversed(history) if (made := _past(question, old.asked, old.answered, _local(old.at), None, agent_name))]
    good = [old for old in past if old.share >= HALF and old.words]
    return sorted(good, key=lambda old: -old.words)[:SHOWN]


def from_recall(question: Question, said: str, agent_name: str) -> Found | None:
    """The recall tool's answer, or None when it is not the JSON that it should be."""
    try:
        data = json.loads(said)
        hits = [
            _past(question, str(hit["asked"]), str(hit["answered"]), _day(str(hit["date"])), int(hit["task"]), agent_name)
            for hit in data["hits"]
        ]
        searched = int(data["searched"])
    except (ValueError, KeyError, TypeError):
        return None
    nearest = str(data.get("note", "")).rpartition("Did you mean ")[2].rstrip("?") if not hits and "Did you mean " in said else ""
    return Found(searched, tuple(hit for hit in hits if hit), nearest)


def _past(question: Question, asked: str, answered: str, when: date | None, task: int | None, agent_name: str) -> Past | None:
    """One exchange; None when it is only a question that the assistant itself answered: it would be quoting itself."""
    if _own(answered):
        if understand(asked, agent_name).intent not in _STATEMENTS:
            return None
        answered = ""
    share, words = question.held_by(f"{asked}\n{answered}")
    return Past(when, task, asked, answered, share, words)


def _own(answer: str) -> bool:
    return answer.lstrip("… \n").startswith(_OWN_OPENINGS) or bool(_OWN_QUOTE.search(answer))


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None


def _local(stamp: str) -> date | None:
    try:
        return local_date(stamp)
    except ValueError:
        return None


def quoted_note(note: str, spoken: Language) -> str:
    """A note as a quote with its date."""
    when, text = dated(note)
    return f"> {spoken.replies.day(when)}: {clipped(text, QUOTE * 2)}" if when else f"> {clipped(text, QUOTE * 2)}"


def quoted(past: Past, spoken: Language, agent_name: str) -> str:
    """An exchange as a quote: its date and task, what was asked, what was answered, each on a line of its own."""
    replies = spoken.replies
    head = " · ".join(part for part in (_bold(past.when, spoken), f"{replies.task} {past.task}" if past.task else "") if part)
    answered = f"{replies.answered.format(agent=agent_name)} {clipped(past.answered, QUOTE)}" if past.answered.strip() else ""
    lines = (head, f"{replies.you} {clipped(past.asked, QUOTE)}", answered)
    return "\n>\n".join(f"> {line}" for line in lines if line)


def _bold(when: date | None, spoken: Language) -> str:
    return f"**{spoken.replies.day(when)}**" if when else ""
