"""The languages that the built-in assistant speaks, and which one a message is in."""

from collections import Counter
from collections.abc import Sequence

from hydratui.models.builtin.language import Language
from hydratui.models.builtin.languages.english import ENGLISH
from hydratui.models.builtin.languages.french import FRENCH
from hydratui.models.builtin.languages.italian import ITALIAN
from hydratui.models.builtin.languages.portuguese import PORTUGUESE
from hydratui.models.builtin.languages.spanish import SPANISH
from hydratui.models.builtin.words import Word, words

LANGUAGES = (ENGLISH, SPANISH, PORTUGUESE, FRENCH, ITALIAN)

_VOCABULARY = {language.code: language.common | language.phrases.vocabulary() for language in LANGUAGES}
_SHARED = Counter(word for vocabulary in _VOCABULARY.values() for word in vocabulary)


def ranked(message: str, found: Sequence[Word], earlier: Sequence[str] = ()) -> list[Language]:
    """The languages, the likeliest for a message first.

    Args:
        message: The text itself, for its letters.
        found: Its words.
        earlier: What the user said before, latest first; it decides when the message itself does not.

    Returns:
        All five, always. English comes first when nothing decides.
    """
    scores = {language.code: _score(language, message, found) for language in LANGUAGES}
    best = max(scores.values())
    tied = [code for code, score in scores.items() if score > best - 0.001]
    if len(tied) > 1:
        for code in _before(earlier):
            if code in tied:
                scores[code] += 0.001
                break
    return sorted(LANGUAGES, key=lambda language: -scores[language.code])


def _score(language: Language, message: str, found: Sequence[Word]) -> float:
    """A word that only one language has says most; one that all have says nothing new."""
    vocabulary = _VOCABULARY[language.code]
    known = sum(1 / _SHARED[word.folded] for word in found if word.folded in vocabulary)
    letters = language.letters.intersection(message.lower())
    return known + 1.5 * len(letters)


def _before(earlier: Sequence[str]) -> list[str]:
    codes: list[str] = []
    for text in earlier:
        head = text[:1_000]
        scores = {language.code: _score(language, head, words(head)) for language in LANGUAGES}
        best = max(scores.values())
        leaders = [code for code, score in scores.items() if score > best - 0.001]
        if len(leaders) == 1:
            codes += leaders
    return codes
