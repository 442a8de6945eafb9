"""From what the user said after "remember that" to the text of a note.

A note keeps the user's own words. Turning "I deploy" into "the user deploys" needs grammar of five languages and fails
exactly where it matters (names, quotes, "tell me"), so nothing is reworded: one line, a capital first letter, a full
stop. Words in the first person in a memory file are the user's, and the starter agents' memory files say so.
"""

from hydratui.agents.memory import MAX_NOTE
from hydratui.models.builtin.language import Language
from hydratui.models.builtin.words import closing, words
from hydratui.text import one_line

_POLITE_ENDS = 4
_LEADING = " \t\n,;:.-–—>*#"
_QUOTES = {'"': '"', "“": "”", "«": "»", "„": "“", "‘": "’", "'": "'", "`": "`"}
_ENDS = ".!?…。！？"


def note(said: str, language: Language) -> str:
    """The note for what was said, or an empty text when no word is left."""
    text = one_line(said).lstrip(_LEADING)
    text = _without_politeness(text, language)
    text = _unquoted(text).strip()
    if not words(text[:MAX_NOTE]) and not any(character.isalnum() for character in text):
        return ""
    return _stopped(_capital(text))


def _without_politeness(text: str, language: Language) -> str:
    """Without a "please" at the end, and without ", thanks", which needs its comma: "I always say thanks" stays."""
    for _ in range(_POLITE_ENDS):
        tail_start = max(0, len(text) - 80)
        if not (tail := words(text[tail_start:])):
            return text
        end = len(tail)
        size = closing(language.phrases.closers, tail, end)
        if not size:
            size = closing(language.phrases.tags, tail, end)
            at = tail_start + tail[end - size].start if size else 0
            if not size or text[:at].rstrip()[-1:] not in {",", ";", ".", "!", "?", "—", "–"}:
                return text
        text = text[: tail_start + tail[end - size].start].rstrip(" ,;:-–—¿¡").strip()
    return text


def _unquoted(text: str) -> str:
    close = _QUOTES.get(text[:1])
    if close and len(text) > 2 and text.rstrip(".").endswith(close) and text.count(close) == (2 if close == text[0] else 1):
        return text.rstrip(".")[1:-1]
    return text


def _capital(text: str) -> str:
    """A capital at the start, but not of `npm.cmd`, `e-mail@host`, `iPhone` or `foo_bar`."""
    first = text.split(" ", 1)[0].rstrip(",;:.!?")
    plain_word = first.replace("'", "").replace("’", "").isalpha() and first.islower()
    return text[0].upper() + text[1:] if plain_word else text


def _stopped(text: str) -> str:
    """A full stop at the end, but not after an address, a path or code, and not beyond the limit of a note."""
    text = text.rstrip(" ,;:-–—")
    last = text.rsplit(" ", 1)[-1].strip("\"'”’»)(“‘«")
    sentence = last.replace("-", "").replace("'", "").replace("’", "").isalnum() and last[-1:] < "\u2e80"
    return text + "." if sentence and text[-1:] not in _ENDS and len(text) < MAX_NOTE else text
