"""What a model was told by a recall, read back from what is kept of the call."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import apsw

from hydratui.recall.answer import Answer, Excerpt, Hit
from hydratui.recall.catalog import look
from hydratui.recall.entry import as_text
from hydratui.recall.excerpt import Wanted
from hydratui.recall.ranges import joined
from hydratui.recall.rows import as_array, rows
from hydratui.recall.tokens import LANGUAGES, concepts, language, raw_words
from hydratui.store.database import Store, in_words

_MOST = 50
_LAST = (1 << 63) - 1


@dataclass(frozen=True, slots=True)
class _Told:
    """A hit as it stands in the JSON of `as_json`."""

    task: int
    ref: str | None
    date: str
    asked: str
    answered: str
    score: float
    context: bool


def told(store: Store, agent: str, output: str, milliseconds: float = 0.0) -> Answer | None:
    """The answer that a model was given: its hits and excerpts as they were told, with the matched words marked anew.

    Args:
        store: The file; when a hit was, and in which channel, is looked up in it. A task that is gone has its day alone, and no channel.
        agent: Whose recall it was.
        output: What is kept of the call's output.
        milliseconds: How long the call took.

    Returns:
        None where the output can't be read: it was cut, or another program wrote it.

    Raises:
        StoreError: The file can't be read.
    """
    try:
        given = json.loads(output)
        query, searched = given["query"], given["searched"]
        hits = [_Told(**{name: each[name] for name in _Told.__slots__}) for each in given["hits"][:_MOST]]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    if not (isinstance(query, str) and type(searched) is int and 0 <= searched <= _LAST and all(map(_is_whole, hits))):
        return None
    with in_words(store.path):
        there, spoken, languages = _known(store.connection, agent, [hit.task for hit in hits])
    wanted = Wanted(concepts(query, languages))
    found = []
    for hit in hits:
        at, channel = there.get(hit.task, ("", ""))
        # A task that was begun again since ended on another day than the model was told.
        at = at if at[:10] == hit.date else hit.date
        of = spoken[hit.task] if hit.task in spoken else language(raw_words(f"{hit.asked} {hit.answered}"))
        asked, answered = (_marked(text, wanted, of) for text in (hit.asked, hit.answered))
        found.append(Hit(hit.task, hit.ref, at, channel, asked, answered, float(hit.score), hit.context))
    return Answer(query, agent, searched, None, tuple(found), (), milliseconds)


def _is_whole(hit: _Told) -> bool:
    texts = (hit.date, hit.asked, hit.answered, hit.ref or "")
    numbers = type(hit.task) is int and 0 < hit.task <= _LAST and type(hit.score) in (int, float) and abs(hit.score) <= _LAST
    return numbers and isinstance(hit.context, bool) and all(isinstance(text, str) for text in texts)


def _marked(text: str, wanted: Wanted, of: str | None) -> Excerpt:
    return Excerpt(text, tuple(joined([(start, end) for start, end, _ in wanted.marks(text, of)])))


def _known(db: apsw.Connection, agent: str, tasks: Sequence[int]) -> tuple[dict[int, tuple[str, str]], dict[int, str | None], int]:
    """Of the tasks that are still there when and where they were, of the indexed ones the language, and all languages of the index."""
    sql = "SELECT id, CAST(coalesce(finished_at, created_at) AS BLOB), CAST(channel AS BLOB) FROM tasks " \
          "WHERE id IN (SELECT value FROM json_each(?)) AND agent = ?"  # fmt: skip
    there = {task: (as_text(at), as_text(channel)) for task, at, channel in rows(db, sql, (as_array(tasks), agent))}
    index = look(db, agent)
    if index is None:
        return there, {}, -1
    sql = f"SELECT task, language FROM recall_docs_{index.number} WHERE task IN (SELECT value FROM json_each(?))"
    try:
        spoken = {task: LANGUAGES[of - 1] if of else None for task, of in rows(db, sql, (as_array(tasks),))}
    except (apsw.SQLError, IndexError):
        # The index is being made anew, or is another version's.
        return there, {}, -1
    return there, spoken, index.languages
