"""What a message means to the built-in assistant."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hydratui.models.builtin.fact import note
from hydratui.models.builtin.language import Language
from hydratui.models.builtin.languages import ranked
from hydratui.models.builtin.meaning import Intent, Meaning
from hydratui.models.builtin.words import Phrase, Word, closing, opening, words

HEAD = 4_000
"""Characters of a message that are read for its meaning. A note takes all of it."""
TAIL = 300
"""Characters at the end of a message that are read for "… remember that"."""
LEAD = 160
"""Characters that may stand before a later sentence that begins with "remember that"."""


@dataclass(frozen=True, slots=True)
class _Start:
    """Where a request may begin: after the first `at` words; `asked` when they were "can you" or the like."""

    at: int
    asked: bool


_OPENERS = 12
_ASKING = (Intent.RECALL, Intent.NOTES, Intent.WHO, Intent.HELP)
_SENTENCE = re.compile(r"[.!?…]\s+|\n+")


def meanings(message: str, agent_name: str, earlier: Sequence[str] = ()) -> tuple[Meaning, ...]:
    """What a message means; two meanings when it gives a note and asks a question beside it.

    Args:
        message: Anything at all, of any length.
        agent_name: The agent may be called by it.
        earlier: What the user said before, latest first.
    """
    cuts = [match.end() for match in _SENTENCE.finditer(message[:HEAD])] if "?" in message[:HEAD] else []
    for cut in dict.fromkeys(cuts[-1:] + cuts[:1]):
        both = tuple(understand(part, agent_name, earlier) for part in (message[:cut], message[cut:]))
        notes = [part for part in both if part.intent is Intent.REMEMBER and part.text]
        if len(notes) == 1 and any(part.intent in _ASKING for part in both) and (notes[0] is both[0] or _plain_lead(message[:cut])):
            return both
    return (understand(message, agent_name, earlier),)


def understand(message: str, agent_name: str, earlier: Sequence[str] = ()) -> Meaning:
    """The one thing that a message means.

    A note is made only when the message says so: what reads as a question is looked up, never saved.

    Args:
        message: Anything at all, of any length.
        agent_name: The agent may be called by it ("Ada, remember …").
        earlier: What the user said before, latest first, to know the language of "ok?".
    """
    message = unicodedata.normalize("NFC", message)
    head = message[:HEAD]
    found = words(head)
    languages = ranked(head, found, earlier)
    if not found:
        return Meaning(Intent.OTHER, languages[0], message[:HEAD])
    name = tuple(word.folded for word in words(agent_name[:200]))
    for language in languages:
        if meaning := _specific(message, head, found, name, language):
            return meaning
    asked = _question(message, found, name, languages[0])
    return Meaning(Intent.OTHER, languages[0], head) if asked is None else Meaning(Intent.RECALL, languages[0], head[asked:])


def _specific(message: str, head: str, found: list[Word], name: Phrase, language: Language) -> Meaning | None:
    starts = list(_starts(found, name, language))
    if intent := _whole(found, starts, name, language):
        return Meaning(intent, language)
    for start in starts:
        if meaning := _request(message, found, start, language):
            return meaning
    return _later_sentence(message, head, found, language) or _kept_before(message, language)


def _starts(found: list[Word], name: Phrase, language: Language) -> Iterator[_Start]:
    """The places where the request may begin: the message's, and after each opener and the agent's name."""
    at, asked = 0, False
    yield _Start(0, False)
    for _ in range(_OPENERS):
        size = opening(language.phrases.requests, found, at)
        asked = asked or size > 0
        size = size or opening(language.phrases.openers, found, at) or _named(found, name, at)
        if not size:
            return
        at += size
        yield _Start(at, asked)


def _named(found: list[Word], name: Phrase, at: int) -> int:
    return len(name) if name and tuple(word.folded for word in found[at : at + len(name)]) == name else 0


def _whole(found: list[Word], starts: list[_Start], name: Phrase, language: Language) -> Intent | None:
    """The intent of a message that is one known phrase, whatever polite words surround it."""
    if len(found) > 30:
        return None
    tables = (
        (Intent.NOTES, language.phrases.notes),
        (Intent.WHO, language.phrases.who),
        (Intent.HELP, language.phrases.help),
        (Intent.THANKS, language.phrases.thanks),
        (Intent.GREETING, language.phrases.greeting),
    )
    ends = list(_ends(found, name, language))
    for start in starts:
        for end in ends:
            core = tuple(word.folded for word in found[start.at : end])
            for intent, table in tables:
                if core and core in table:
                    return intent
    # "Hi Ada", "please, Ada": nothing but openers.
    if starts[-1].at == len(found) and not starts[-1].asked:
        return Intent.GREETING
    return None


def _ends(found: list[Word], name: Phrase, language: Language) -> Iterator[int]:
    end = len(found)
    yield end
    while end > 0:
        size = closing(language.phrases.closers, found, end) or closing(language.phrases.tags, found, end)
        size = size or (_named(found, name, end - len(name)) if end >= len(name) else 0)
        if not size:
            return
        end -= size
        yield end


def _request(message: str, found: list[Word], start: _Start, language: Language) -> Meaning | None:
    """The meaning of a request whose verb stands at `start`."""
    table = language.phrases
    at = start.at
    kept = max(opening(table.keep, found, at), _before_colon(message, found, at, table.keep_colon))
    bare = opening(table.keep_bare, found, at)
    asked = opening(table.ask, found, at)
    longest = max(kept, bare, asked)
    if not longest:
        if opening(table.forget, found, at):
            return Meaning(Intent.FORGET, language)
        return Meaning(Intent.REMIND, language) if opening(table.remind, found, at) else None
    rest = message[found[at + longest - 1].end :]
    accented = any(word.written in table.accents for word in found[at : at + longest + 1])
    # "recuérdame qué" and "recuérdame que" differ in the accent alone, or in the question mark.
    if opening(table.remind, found, at) >= longest and not accented and not _ends_asking(message):
        return Meaning(Intent.REMIND, language)
    if asked == longest and not (start.asked and kept == longest):
        return _lookup(rest, language)
    following = found[at + longest] if at + longest < len(found) else None
    bare_question = kept < longest and following is not None and opening(table.questions, found, at + longest) > 0
    # "Can you remember my name?" asks; "can you remember that …?", "can you remember: …?" and "can you remember I …?" tell.
    telling = start.asked and (kept == longest or ":" in rest or (following is not None and following.folded in language.subjects))
    if accented or bare_question or (_ends_asking(message) and not telling and not _tagged(message, language)):
        return _lookup(rest, language)
    if following is None and at + longest == len(found) and (before := _kept_before(message, language)):
        return before
    return Meaning(Intent.REMEMBER, language, note(_told(rest, start.asked, language), language))


def _before_colon(message: str, found: list[Word], at: int, table: frozenset[Phrase]) -> int:
    size = opening(table, found, at)
    return size if size and message[found[at + size - 1].end :].lstrip()[:1] in {":", "：", "-", "–", "—"} else 0


def _told(rest: str, asked: bool, language: Language) -> str:
    """What is to be noted: without the question mark of "can you remember that …?"."""
    tail_start = max(0, len(rest) - TAIL)
    last = rest.rfind("?", tail_start)
    if last < 0 or not (asked or _ends_asking(rest)):
        return rest
    after = words(rest[last:])
    size = closing(language.phrases.closers, after, len(after)) or closing(language.phrases.tags, after, len(after))
    return rest[:last] if size == len(after) else rest


def _lookup(rest: str, language: Language) -> Meaning:
    query = rest[:HEAD].strip(" \t\n,;:.?!¿¡-–—…'’")
    return Meaning(Intent.RECALL, language, query) if words(query) else Meaning(Intent.NOTES, language)


def _later_sentence(message: str, head: str, found: list[Word], language: Language) -> Meaning | None:
    """ "I'm Marta. Remember that I deploy on Fridays.": the note is the last part.

    Only after a short lead of plain sentences, so that a pasted text or a quotation which happens to say "remember
    that" is never saved.
    """
    for at, word in enumerate(found[1:], 1):
        if not _plain_lead(head[: word.start]):
            return None
        if not any(sign in head[found[at - 1].end : word.start] for sign in ".!?…"):
            continue
        for start in _starts(found[at:], (), language):
            if opening(language.phrases.keep, found, at + start.at):
                return _request(message, found, _Start(at + start.at, start.asked), language)
    return None


def _plain_lead(text: str) -> bool:
    return len(text) <= LEAD and not any(sign in text for sign in ':"“”«»`\n>')


def _kept_before(message: str, language: Language) -> Meaning | None:
    """ "I deploy on Fridays, remember that.": the note stands before."""
    offset = max(0, len(message) - TAIL)
    tail = words(message[offset:])
    end = len(tail)
    while size := closing(language.phrases.closers, tail, end) or closing(language.phrases.tags, tail, end):
        if closing(language.phrases.keep_before, tail, end) > size:
            break
        end -= size
    size = closing(language.phrases.keep_before, tail, end)
    if not size or (_ends_asking(message) and not _tagged(message, language)):
        return None
    first = end - size
    while first and (polite := closing(language.phrases.openers | language.phrases.requests, tail, first)):
        first -= polite
    before = message[: offset + tail[first].start].rstrip(" ¿¡")
    if before[-1:] not in {",", ".", ";", ":", "!", "-", "–", "—", "\n", ")", "…"}:
        return None
    text = note(before.rstrip(",;:-–— \n"), language)
    return Meaning(Intent.REMEMBER, language, text) if text else None


def _ends_asking(message: str) -> bool:
    return message[-40:].rstrip(" \t\n\"'”’»)!.…").endswith(("?", "？", "؟"))


def _tagged(message: str, language: Language) -> bool:
    """Whether a question mark at the end belongs to ", ok?" or "please?" alone."""
    tail = words(message[-80:])
    return bool(closing(language.phrases.closers, tail, len(tail)) or closing(language.phrases.tags, tail, len(tail)))


def _question(message: str, found: list[Word], name: Phrase, language: Language) -> int | None:
    """Where a message begins to ask for something known; None when it wants something done ("can you write …?")."""
    *_, last = starts = list(_starts(found, name, language))
    for start in starts:
        if opening(language.phrases.questions, found, start.at):
            return found[start.at].start
    return 0 if _ends_asking(message) and not last.asked else None
