"""A task as the user's own search gives it, and the close look that tells how many of the words it holds, and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hydratui.recall.answer import Excerpt
from hydratui.recall.excerpt import Wanted, excerpt
from hydratui.recall.fold import fold
from hydratui.recall.tokens import LANGUAGES, Concept, text_tokens
from hydratui.recall.unread import Text

_SHORTEST_BEGINNING = 2


@dataclass(frozen=True, slots=True)
class Place:
    """A task that was found.

    Attributes:
        task: Its number.
        agent: Whose it is; the agent may be gone.
        channel: Where it was said.
        at: When it was finished, or sent where it was not.
        status: What became of it.
        asked: Where the prompt matched.
        answered: Where the result matched.
        words: How many of the words it holds.
    """

    task: int
    agent: str
    channel: str
    at: str
    status: str
    asked: Excerpt
    answered: Excerpt
    words: int


class Sought:
    """The words of a search.

    Attributes:
        concepts: What they may have become in an index.
        beginning: The last of them, folded, where it may go on; else "".
    """

    def __init__(self, concepts: Sequence[Concept], typed: str) -> None:
        """The words.

        Args:
            concepts: What was made of what was typed.
            typed: What was typed; where no blank is behind its last word, that may be the beginning of a longer one.
        """
        self.concepts = _parts(concepts)
        last = self.concepts[-1].word if concepts and not typed[-1:].isspace() else ""
        self.beginning = last if len(last) >= _SHORTEST_BEGINNING and fold(typed).endswith(last) else ""
        self._wanted = Wanted(self.concepts, self.beginning)

    def held(self, text: Text) -> int:
        """How many of the words a task holds."""
        return self._look(text)[0]

    def place(self, text: Text) -> Place:
        """A task with its excerpts."""
        held, language = self._look(text)
        of = LANGUAGES[language - 1] if language else None
        asked, answered = (excerpt(each, self._wanted, of) for each in (text.asked, text.answered))
        return Place(text.task, str(text.agent), str(text.channel), str(text.at), str(text.status), asked, answered, held)

    def _look(self, text: Text) -> tuple[int, int]:
        asked, answered, language = text_tokens(text.asked, text.answered)
        tokens = {*asked, *answered}
        return sum(self._among(tokens, concept) for concept in self.concepts), language

    def _among(self, tokens: set[str], concept: Concept) -> bool:
        if not tokens.isdisjoint(concept.tokens):
            return True
        begins = concept.prefix or concept.word == self.beginning
        return begins and any(token.startswith(concept.word) for token in tokens)


def _parts(concepts: Sequence[Concept]) -> list[Concept]:
    """The words without those that join others: of ``e-mail`` there are e and mail, and each is held by what holds email."""
    kept: list[Concept] = []
    for concept in concepts:
        first = next((at for at in range(len(kept) - 1) if "".join(each.word for each in kept[at:]) == concept.word), None)
        if first is None:
            kept.append(concept)
        else:
            kept[first:] = [replace(part, tokens=(*part.tokens, *concept.tokens)) for part in kept[first:]]
    return kept
