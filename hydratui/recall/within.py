"""Finding typed words in one channel, whoever said them. It is the user's own search: no tool, model or worker may import it.

A channel is read whole, newest first: what is typed here is any part of a word, which the agents' indexes of whole words can't tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from hydratui.recall.fold import fold
from hydratui.recall.rows import as_array, rows
from hydratui.store.database import Store, in_words
from hydratui.store.tasks import ARRIVED

CHUNK = 1_000
"""Tasks that are read at a time: some milliseconds, after each of which the search can be called off."""
_FIRST_CHUNK = 50
# Folding takes longest. Most of a text needs none, and what does comes again and again: a channel is read in a third of the time.
_BEYOND_ASCII = re.compile("[^\x00-\x7f]+")
_LONGEST_KEPT = 32
# As bytes, since bare SQL may have stored what is not UTF-8. A failed task shows its error under what had arrived.
_COLUMNS = f"""id, agent, created_at, CAST(prompt AS BLOB),
  CAST(CASE WHEN status IN ('pending', 'running') THEN {ARRIVED} ELSE result END AS BLOB), CAST(error AS BLOB)"""

_Row = tuple[int, str, str, bytes, bytes | None, bytes | None]


class Spot(NamedTuple):
    """A message that holds all the words: what task it belongs to, and whether it is the answer or the question."""

    task: int
    answer: bool


def find(store: Store, channel: str, words: Sequence[str]) -> Iterator[list[Spot]]:
    """The messages of a channel that hold all the words, newest first, in portions, one after each piece of the channel that was read.

    Args:
        store: Where the tasks are.
        channel: Its name.
        words: Parts of words, each as `folded` or `recall.fold` gives it; without any nothing is found.

    Raises:
        StoreError: The file can't be read.
    """
    wanted = _needles(words)
    before, size = 1 << 62, _FIRST_CHUNK
    sql = f"SELECT {_COLUMNS} FROM tasks WHERE channel = ? AND id < ? ORDER BY id DESC LIMIT ?"
    while wanted:
        with in_words(store.path):
            # One more than is looked at: what was asked shows once for several agents, with the first of them.
            read: list[_Row] = list(rows(store.connection, sql, (channel, before, size + 1)))
        yield list(_spots([*read[:size], read[size] if len(read) > size else None], wanted))
        if len(read) <= size:
            return
        before, size = read[size - 1][0], CHUNK


def look_again(store: Store, channel: str, words: Sequence[str], tasks: Iterable[int]) -> list[Spot]:
    """Which messages of these tasks of a channel hold all the words, newest first."""
    sql = f"SELECT {_COLUMNS} FROM tasks WHERE id IN (SELECT value FROM json_each(?)) AND channel = ? ORDER BY id DESC"
    with in_words(store.path):
        read: list[_Row] = list(rows(store.connection, sql, (as_array(tasks), channel)))
    return list(_spots([*read, None], _needles(words))) if words else []


def _needles(words: Sequence[str]) -> list[tuple[str, bytes]]:
    return [(word, word.encode("utf-8", "replace")) for word in words if word]


def _spots(read: Sequence[_Row | None], wanted: Sequence[tuple[str, bytes]]) -> Iterator[Spot]:
    for row, older in pairwise(read):
        assert row is not None
        answered = row[4] if row[5] is None else b"%b\n%b" % (row[4] or b"", row[5])
        if answered and _holds(answered, wanted):
            yield Spot(row[0], answer=True)
        if _holds(row[3], wanted) and not (older is not None and older[1] != row[1] and older[2:4] == row[2:4]):
            yield Spot(row[0], answer=False)


def _holds(text: bytes, wanted: Sequence[tuple[str, bytes]]) -> bool:
    if text.isascii():
        lower = text.lower()
        return all(word in lower for _, word in wanted)
    folded = _BEYOND_ASCII.sub(_folded, text.decode("utf-8", "replace").lower())
    return all(word in folded for word, _ in wanted)


def _folded(run: re.Match[str]) -> str:
    return _run(run[0]) if len(run[0]) <= _LONGEST_KEPT else fold(run[0])


@lru_cache(maxsize=20_000)
def _run(run: str) -> str:
    return fold(run)
