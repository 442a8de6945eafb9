"""The built-in assistant: it answers when no language model is connected.

It has no weights and uses no network. It saves notes with the real `remember` tool, looks up the past with the real
`recall` tool, and quotes what it finds with its date. What it does not find, it says that it did not find.
"""

import re
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from dataclasses import dataclass

from hydratui.agents.memory import MAX_NOTE
from hydratui.errors import HydraError, NoteRefused
from hydratui.models.builtin import evidence
from hydratui.models.builtin.evidence import Found, Past, Question
from hydratui.models.builtin.intent import meanings, understand
from hydratui.models.builtin.language import Replies
from hydratui.models.builtin.meaning import Intent, Meaning
from hydratui.models.builtin.words import words
from hydratui.models.turn import Event, Spent, TextDelta, Tool, ToolEnded, ToolStarted, Turn
from hydratui.text import clipped, one_line

MAX_QUERY = 1_000
"""Characters of a message that are looked up."""
MAX_LISTED = 20
"""Notes that one answer lists."""
_PIECE = re.compile(r"(?:\S+\s*){1,4}|\s+")
_RELATED = 0.6
"""Share of a message's words, two at least, that the past must hold to be brought up unasked."""
_HINTED = 300
"""Characters in which one speaks of oneself when there is something to keep."""


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What came of a tool call; no call at all is an empty result."""

    result: str = ""
    error: HydraError | None = None
    granted: bool = True


async def run(turn: Turn) -> AsyncGenerator[Event, None]:
    """Answers one turn.

    Args:
        turn: Its `tools` are called, its `notes` and `history` quoted; `system` is not read.

    Yields:
        The tool's start and end, the answer in pieces of a few words, and that no tokens were spent.
    """
    paragraphs: list[str] = []
    for meaning in meanings(turn.prompt, turn.agent_name, [old.asked for old in reversed(turn.history)]):
        outcome = _Outcome()
        if request := _needed(meaning):
            name, arguments = request
            tool = next((tool for tool in turn.tools if tool.name == name), None)
            if tool is None:
                outcome = _Outcome(granted=False)
            else:
                yield ToolStarted(name)
                outcome = await _called(tool, arguments)
                yield ToolEnded(name)
        if not paragraphs and (turn.files or turn.images):
            paragraphs.append(meaning.language.replies.files)
        paragraphs += _answer(turn, meaning, outcome)
    for piece in _pieces("\n\n".join(paragraphs)):
        yield TextDelta(piece)
    yield Spent(0, 0)


def _needed(meaning: Meaning) -> tuple[str, dict[str, object]] | None:
    """The tool call that a message needs, if any."""
    match meaning.intent:
        case Intent.REMEMBER if meaning.text:
            return "remember", {"note": meaning.text}
        case Intent.RECALL:
            return "recall", {"query": meaning.text[:MAX_QUERY]}
        case Intent.OTHER if len(Question(meaning.text, meaning.language)) > 1:
            return "recall", {"query": meaning.text[:MAX_QUERY]}
    return None


async def _called(tool: Tool, arguments: Mapping[str, object]) -> _Outcome:
    try:
        return _Outcome(await tool.call(arguments))
    except HydraError as error:
        return _Outcome(error=error)


def _answer(turn: Turn, meaning: Meaning, outcome: _Outcome) -> list[str]:
    """The paragraphs of the answer to one meaning."""
    replies = meaning.language.replies
    match meaning.intent:
        case Intent.REMEMBER:
            return _remembered(meaning, outcome)
        case Intent.RECALL:
            return _recalled(turn, meaning, outcome)
        case Intent.NOTES:
            return _listed(turn, meaning)
        case Intent.GREETING:
            return [replies.greeting.format(agent=one_line(turn.agent_name))]
        case Intent.THANKS:
            return [replies.thanks]
        case Intent.WHO:
            return [replies.who.format(agent=one_line(turn.agent_name)), replies.connect]
        case Intent.HELP:
            return [replies.help, replies.connect]
        case Intent.FORGET:
            return [replies.forget]
        case Intent.REMIND:
            return [replies.remind]
        case Intent.OTHER:
            return _declined(turn, meaning, outcome)


def _remembered(meaning: Meaning, outcome: _Outcome) -> list[str]:
    replies = meaning.language.replies
    if not meaning.text:
        return [replies.nothing_to_save]
    if not outcome.granted:
        return [replies.not_granted.format(tool="remember")]
    if isinstance(outcome.error, NoteRefused):
        length = len(meaning.text)
        return [replies.too_long.format(length=replies.number(length), limit=MAX_NOTE) if length > MAX_NOTE else replies.full]
    if outcome.error:
        return [replies.refused, _said(str(outcome.error))]
    kind, _, bullet = outcome.result.partition(":")
    match kind:
        case "Saved":
            return [replies.saved, _said(bullet)]
        case "Already there":
            return [replies.already, _said(bullet)]
        case "Held":
            return [replies.held, _said(meaning.text)]
    return [_said(outcome.result)]


def _recalled(turn: Turn, meaning: Meaning, outcome: _Outcome) -> list[str]:
    spoken, replies = meaning.language, meaning.language.replies
    question = Question(meaning.text, spoken)
    notes = evidence.matching_notes(question, turn.notes)
    here = _beyond_notes(evidence.from_history(question, turn.history, turn.agent_name), notes, turn)
    said = [replies.from_notes, *(evidence.quoted_note(note, spoken) for note in notes)] if notes else []
    said += [replies.from_here, *_quotes(here, turn, meaning)] if here else []
    if not outcome.granted:
        return [*said, replies.not_granted.format(tool="recall")]
    found = None if outcome.error else evidence.from_recall(question, outcome.result, turn.agent_name)
    if found is None:
        return [*said, replies.tool_failed.format(tool="recall"), _said(str(outcome.error or outcome.result))]
    # A hit without any of the words stood next to a match: nothing that can be quoted as an answer.
    past = [hit for hit in _beyond_notes(found.past, notes, turn) if hit.words or not len(question)][: evidence.SHOWN]
    near = any(hit.share >= evidence.HALF for hit in past)
    if past and (near or not said):
        tasks = replies.counted(found.searched, replies.tasks)
        return [*said, (replies.from_tasks if near else replies.closest).format(tasks=tasks), *_quotes(past, turn, meaning)]
    return said or _nothing(found, len(turn.notes), replies)


def _nothing(found: Found, notes: int, replies: Replies) -> list[str]:
    searched = replies.counted(found.searched, replies.tasks)
    maybe = [replies.did_you_mean.format(words=found.nearest)] if found.nearest else []
    return [replies.nothing.format(tasks=searched, notes=replies.counted(notes, replies.notes_count)), *maybe, replies.only_memory]


def _quotes(past: Sequence[Past], turn: Turn, meaning: Meaning) -> list[str]:
    return [evidence.quoted(old, meaning.language, one_line(turn.agent_name)) for old in past]


def _beyond_notes(past: Sequence[Past], notes: list[str], turn: Turn) -> list[Past]:
    """Without the exchanges in which the notes that are quoted anyway were given."""
    quoted = {evidence.dated(note)[1] for note in notes}
    return [old for old in past if old.answered or understand(old.asked, turn.agent_name).text not in quoted]


def _listed(turn: Turn, meaning: Meaning) -> list[str]:
    replies = meaning.language.replies
    if not turn.notes:
        return [replies.no_notes]
    total, shown = replies.counted(len(turn.notes), replies.notes_count), turn.notes[-MAX_LISTED:]
    lead = replies.notes if len(shown) == len(turn.notes) else replies.latest_notes
    bullets = (evidence.quoted_note(note, meaning.language).removeprefix("> ") for note in shown)
    return [lead.format(notes=total, shown=len(shown)), "\n".join(f"- {bullet}" for bullet in bullets), replies.edit_notes]


def _declined(turn: Turn, meaning: Meaning, outcome: _Outcome) -> list[str]:
    spoken, replies = meaning.language, meaning.language.replies
    told = spoken.first_person.intersection(word.folded for word in words(meaning.text[:_HINTED]))
    said = [replies.keep_hint if told else replies.cannot.format(agent=one_line(turn.agent_name))]
    question = Question(meaning.text, spoken)
    notes = evidence.matching_notes(question, turn.notes, share=_RELATED, at_least=2)
    said += [replies.from_notes, *(evidence.quoted_note(note, spoken) for note in notes)] if notes else []
    found = evidence.from_recall(question, outcome.result, turn.agent_name) if outcome.result else None
    if found:
        related = _beyond_notes([past for past in found.past if past.share >= _RELATED and past.words > 1], notes, turn)
        lead = replies.related.format(tasks=replies.counted(found.searched, replies.tasks))
        said += [lead, *_quotes(related[:2], turn, meaning)] if related else []
    return [*said, replies.connect]


def _said(text: str) -> str:
    """What a tool said, as a quote."""
    return f"> {clipped(text.strip().removeprefix('- '), 800)}"


def _pieces(text: str) -> Iterator[str]:
    """A text in pieces of four words, so that it reads like any other stream; joined, they are the text."""
    return (match.group() for match in _PIECE.finditer(text))
