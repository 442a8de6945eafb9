"""Words that the agent's own tasks hold and that resemble one that they do not."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence

import apsw

from hydratui.recall.catalog import Index
from hydratui.recall.entry import as_text
from hydratui.recall.rows import rows
from hydratui.recall.tokens import LANGUAGES, MAX_RESULT, Concept, raw_words, tokens

_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
_TRIED = 6  # words of the query
_SHOWN = 3
_SHORTEST, _LONGEST = 4, 24


def nearest(db: apsw.Connection, index: Index, concepts: Sequence[Concept]) -> tuple[str, ...]:
    """The words of the agent's tasks that are one slip of the finger away from the query's, the most used first."""
    found: Counter[str] = Counter()
    for concept in concepts[:_TRIED]:
        if _SHORTEST <= len(concept.word) <= _LONGEST:
            found.update(_near(db, index, concept))
    words = (_as_written(db, index, token) for token, _ in found.most_common(2 * _SHOWN))
    return tuple(dict.fromkeys(word for word in words if word))[:_SHOWN]


def _near(db: apsw.Connection, index: Index, concept: Concept) -> dict[str, int]:
    """The tokens near a word's, and in how many tasks each stands."""
    near = {other for token in concept.tokens for other in _one_slip(token)} - set(concept.tokens)
    sql = f"SELECT term, doc FROM json_each(?) CROSS JOIN recall_vocab_{index.number} ON term = value"
    found: dict[str, int] = dict(rows(db, sql, (json.dumps(sorted(near)),)))
    # What was typed may be the beginning of a word.
    sql = f"SELECT term, doc FROM recall_vocab_{index.number} WHERE term > ? AND term < ? LIMIT {_LONGEST}"
    found.update(rows(db, sql, (concept.word, concept.word + "\U0010ffff")))
    return found


def _one_slip(word: str) -> Iterable[str]:
    """What one letter less, more or other and two letters swapped make of a word."""
    for cut in range(len(word) + 1):
        before, after = word[:cut], word[cut:]
        if after:
            yield before + after[1:]
        if len(after) > 1:
            yield before + after[1] + after[0] + after[2:]
        for letter in _LETTERS:
            yield before + letter + after
            if after:
                yield before + letter + after[1:]


def _as_written(db: apsw.Connection, index: Index, token: str) -> str | None:
    """The word that a token stands for, as the newest task that holds it writes it most."""
    table = f"recall_fts_{index.number}"
    sql = f"""SELECT language, CAST(prompt AS BLOB), substr(CAST(result AS BLOB), 1, {4 * MAX_RESULT})
              FROM (SELECT max(rowid) AS newest FROM {table} WHERE {table} MATCH ?)
              JOIN recall_docs_{index.number} d ON d.task = newest JOIN tasks t ON t.id = newest WHERE t.agent = ?"""
    for language, prompt, result in rows(db, sql, (f'"{token}"', index.agent)):
        of = LANGUAGES[language - 1] if language else None
        raws = raw_words(as_text(prompt)) + raw_words(as_text(result)[:MAX_RESULT])
        written = Counter(raw.lower() for raw in raws if token in tokens([raw], of))
        if written:
            return min(written, key=lambda raw: (-written[raw], len(raw), raw))
    return None
