"""What the built-in assistant knows of one language: the phrases it understands and the replies it gives."""

import datetime
from dataclasses import dataclass, fields

from hydratui.models.builtin.words import Phrase


@dataclass(frozen=True, slots=True)
class Phrases:
    """What people say, as tables of phrases (see `words.phrases`).

    Attributes:
        openers: What may come before a request and means nothing for it: greetings, "please", "by the way".
        requests: Openers that ask for something to be done: "can you", "I want you to". After one of them a
            question mark is politeness.
        closers: Polite words that may end a request: "please".
        tags: Words that may end a request after a comma: ", ok?", ", thanks".
        keep: "remember that": what follows is a note.
        keep_bare: "remember": what follows is a note too, unless the sentence is a question.
        keep_colon: "note": what follows is a note when a colon or a dash stands between.
        keep_before: "… remember that.": what stands before is a note.
        ask: "do you remember": what follows is looked up.
        questions: What a question begins with.
        accents: Question words as written where only the accent tells them from others ("qué").
        notes: Whole messages that ask for the notes.
        forget: "forget that": a wish to delete a note.
        remind: "remind me to": a wish for an alarm.
        greeting: Whole messages that greet.
        thanks: Whole messages that thank.
        who: Whole messages that ask who is there.
        help: Whole messages that ask what it can do.
    """

    openers: frozenset[Phrase]
    requests: frozenset[Phrase]
    closers: frozenset[Phrase]
    tags: frozenset[Phrase]
    keep: frozenset[Phrase]
    keep_bare: frozenset[Phrase]
    keep_colon: frozenset[Phrase]
    keep_before: frozenset[Phrase]
    ask: frozenset[Phrase]
    questions: frozenset[Phrase]
    accents: frozenset[str]
    notes: frozenset[Phrase]
    forget: frozenset[Phrase]
    remind: frozenset[Phrase]
    greeting: frozenset[Phrase]
    thanks: frozenset[Phrase]
    who: frozenset[Phrase]
    help: frozenset[Phrase]

    def vocabulary(self) -> frozenset[str]:
        """Every word of every phrase; they help to tell the language."""
        tables = (getattr(self, field.name) for field in fields(self) if field.name != "accents")
        return frozenset(word for table in tables for phrase in table for word in phrase)


@dataclass(frozen=True, slots=True)
class Replies:
    """What the assistant says, as templates for `str.format`.

    Each begins with at least twelve fixed characters: a reply of its own is recognised by them when recall finds it
    again, and is not quoted as if it were knowledge.

    Attributes:
        tasks: "earlier task" and its plural; `notes_count` the same for notes.
        thousands: What stands between thousands: 1,234.
        months: The twelve months; `date` puts one together from {day}, {month} and {year}.
        you: Who asked, before a quote of the user's words; `answered` the same for the {agent}'s.
    """

    saved: str
    already: str
    held: str
    too_long: str
    full: str
    refused: str
    nothing_to_save: str
    not_granted: str
    tool_failed: str
    from_notes: str
    from_here: str
    from_tasks: str
    closest: str
    nothing: str
    only_memory: str
    did_you_mean: str
    notes: str
    latest_notes: str
    no_notes: str
    edit_notes: str
    related: str
    cannot: str
    files: str
    connect: str
    keep_hint: str
    greeting: str
    thanks: str
    who: str
    help: str
    forget: str
    remind: str
    tasks: tuple[str, str]
    notes_count: tuple[str, str]
    thousands: str
    months: tuple[str, ...]
    date: str
    task: str
    you: str
    answered: str

    def openings(self) -> tuple[str, ...]:
        """The fixed beginnings by which a reply of the assistant is recognised."""
        templates = (getattr(self, field.name) for field in fields(self))
        return tuple(start for text in templates if isinstance(text, str) and len(start := text.partition("{")[0]) >= 12)

    def number(self, count: int) -> str:
        """A whole number as this language writes it."""
        return f"{count:,}".replace(",", self.thousands)

    def counted(self, count: int, forms: tuple[str, str]) -> str:
        """A number with its noun: "1 earlier task", "812 earlier tasks"."""
        return f"{self.number(count)} {forms[0] if count == 1 else forms[1]}"

    def day(self, when: datetime.date) -> str:
        """A date as this language writes it."""
        return self.date.format(day=when.day, month=self.months[when.month - 1], year=when.year)


@dataclass(frozen=True, slots=True)
class Language:
    """One language.

    Attributes:
        code: Its ISO 639-1 code.
        common: Its function words, folded. They tell the language of a message, and are no evidence that a text
            is about a question.
        letters: Lower-case letters and signs that point to it.
        subjects: Words that begin a clause after a bare "remember" ("can you remember I …?"), folded.
        first_person: Words with which one speaks of oneself, folded.
    """

    code: str
    common: frozenset[str]
    letters: frozenset[str]
    subjects: frozenset[str]
    first_person: frozenset[str]
    phrases: Phrases
    replies: Replies
