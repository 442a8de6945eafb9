"""Looking for words in tasks that no agent's index holds: those that have not been completed, and those that it has yet to read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import apsw

from hydratui.recall.catalog import Index, look
from hydratui.recall.entry import as_text
from hydratui.recall.fold import fold
from hydratui.recall.irregular import FORMS
from hydratui.recall.rows import as_array, rows
from hydratui.recall.schema import triggers_stand
from hydratui.recall.tokens import MAX_RESULT, VERSION, Concept
from hydratui.store.tasks import ARRIVED

# Behind a stem stands the mark of its language.
_MARKS = "".join(map(chr, range(0xE000, 0xE010)))
_SIGNS = {"cpp": "c++", "csharp": "c#", "fsharp": "f#"}
_JOINTS = b"-./:@_"
CHUNK = 500
"""Tasks that are read at a time."""
NOT_COMPLETED = ("pending", "running", "failed", "cancelled")
MOMENT = "coalesce(finished_at, created_at)"
COLUMNS = f"""id, agent, {MOMENT}, channel, status, CAST(prompt AS BLOB),
  substr(CAST(CASE WHEN status IN ('pending', 'running') THEN {ARRIVED} ELSE result END AS BLOB), 1, {4 * MAX_RESULT})"""


class Text(NamedTuple):
    """A task as it is read for a search."""

    task: int
    agent: str
    at: str
    channel: str
    status: str
    prompt: bytes
    result: bytes | None

    @property
    def asked(self) -> str:
        """The prompt."""
        return as_text(self.prompt)

    @property
    def answered(self) -> str:
        """As much of the result as is searched."""
        return as_text(self.result)[:MAX_RESULT]


class Bounds(NamedTuple):
    """What a search is narrowed to.

    Attributes:
        since: The first stamp.
        until: The stamp before which it ends.
        channels: Names as a JSON array, or None.
    """

    since: str
    until: str
    channels: str | None


def current(db: apsw.Connection, agent: str) -> Index | None:
    """The agent's index, where it is one that this program can search."""
    index = look(db, agent)
    if index is None or not triggers_stand(db):
        return None
    version = db.execute("SELECT version FROM recall_agents WHERE agent = ?", (agent,)).fetchone()
    return index if version is not None and version[0] == VERSION else None


def changed(db: apsw.Connection, index: Index) -> frozenset[int]:
    """The tasks of which the index may say something that is true no more."""
    return frozenset(task for (task,) in rows(db, "SELECT task FROM recall_dirty WHERE agent = ?", (index.number,)))


def unread(
    db: apsw.Connection, agent: str, index: Index | None, stale: frozenset[int], bounds: Bounds, most: int | None = None
) -> Iterator[list[Text]]:
    """The tasks of an agent that are not in its index, newest first of each kind, in portions.

    Args:
        db: The file.
        agent: Whose tasks.
        index: The agent's index, where there is one.
        stale: Tasks that are in it, not as they are now.
        bounds: Which tasks count.
        most: So many of each kind are enough.
    """
    if stale:
        yield from _all(
            db, "agent = ? AND status = 'completed' AND id IN (SELECT value FROM json_each(?))", (agent, as_array(stale)), bounds
        )
    for status in NOT_COMPLETED:
        yield from _all(db, "agent = ? AND status = ?", (agent, status), bounds, most)
    if index is None or index.read_to is not None:
        read_to = 0 if index is None else index.read_to
        yield from _all(db, "agent = ? AND status = 'completed' AND id > ?", (agent, read_to), bounds, most)


def _all(db: apsw.Connection, where: str, bindings: tuple[object, ...], bounds: Bounds, most: int | None = None) -> Iterator[list[Text]]:
    before, count = 1 << 62, 0
    while most is None or count < most:
        read = _read(db, f"{where} AND id < ?", (*bindings, before), bounds)
        if read:
            yield read
        if len(read) < CHUNK:
            return
        before, count = read[-1].task, count + len(read)


def _read(db: apsw.Connection, where: str, bindings: tuple[object, ...], bounds: Bounds) -> list[Text]:
    sql = f"SELECT {COLUMNS} FROM tasks WHERE {where} AND {MOMENT} >= ? AND {MOMENT} < ?"
    bindings = (*bindings, bounds.since, bounds.until)
    if bounds.channels is not None:
        sql, bindings = f"{sql} AND channel IN (SELECT value FROM json_each(?))", (*bindings, bounds.channels)
    return [Text(*row) for row in rows(db, f"{sql} ORDER BY id DESC LIMIT {CHUNK}", bindings)]


class Sieve:
    """Counts quickly how many of some words a text may hold; it never counts too few, and seldom too many."""

    def __init__(self, concepts: Sequence[Concept], beginning: str) -> None:
        self._needles = [tuple(needle.encode("utf-8", "replace") for needle in _needles(concept, beginning)) for concept in concepts]

    def count(self, text: Text) -> int:
        """How many."""
        both = text.prompt + b"\n" + (text.result or b"")
        folded = both.lower() if both.isascii() else fold(as_text(both)).encode()
        # "e-mail" is found as "email", too.
        folded += b"\n" + folded.translate(None, _JOINTS)
        return sum(any(needle in folded for needle in needles) for needles in self._needles)


def _needles(concept: Concept, beginning: str) -> Iterator[str]:
    """What a text holds that holds the word: a stem and its word have their first letters in common."""
    words = {form for token in concept.tokens for form in (token, *FORMS.get(token, ()))}
    yield from {word.rstrip(_MARKS)[:3] for word in words}
    if concept.word in _SIGNS:
        yield _SIGNS[concept.word]
    if beginning and concept.word == beginning:
        yield beginning
