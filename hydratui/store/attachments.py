"""Files that came with a message: read when it was sent, kept with its task, gone with it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import apsw

from hydratui.store import outside
from hydratui.store.database import Store

Kind = Literal["text", "pdf", "image"]


@dataclass(frozen=True, slots=True)
class Attachment:
    """What is known of a file that came with a message.

    Attributes:
        name: Its name without its folder, on one line.
        kind: ``text`` for anything written in letters; of a ``pdf`` the text in it is kept, of an ``image`` the file.
        media: Content type, such as ``image/png``.
        about: What else there is to say: ``640 × 480``, ``12 pages``; may be empty.
        size: Bytes of the file.
        sha: SHA-256 of the file, in hex.
    """

    name: str
    kind: Kind
    media: str
    about: str
    size: int
    sha: str


@dataclass(frozen=True, slots=True)
class Content:
    """A file with what is in it: text of a text or a PDF, bytes of an image."""

    file: Attachment
    content: str | bytes = field(repr=False)


def save(db: apsw.Connection, task: int, contents: Sequence[Content]) -> None:
    """Keeps files with a task, within the write that makes it: a worker may have it the moment after.

    The task counts as one that has read from outside: the user's own file may hold a stranger's words.
    """
    db.executemany(
        "INSERT INTO attachments (task, name, kind, media, about, size, sha, content) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [(task, each.name, each.kind, each.media, each.about, each.size, each.sha, of.content) for of in contents for each in [of.file]],
    )
    outside.mark_within(db, task, [f"the file {of.file.name}" for of in contents])


def change(db: apsw.Connection, task: int, added: Sequence[Content], dropped: Collection[str]) -> None:
    """Keeps other files with a task, within a write: those with a name in `dropped` go. What they have marked the task with stays."""
    db.executemany("DELETE FROM attachments WHERE task = ? AND name = ?", [(task, name) for name in dropped])
    save(db, task, added)


def listed(store: Store, tasks: Collection[int]) -> dict[int, list[Attachment]]:
    """The files of these tasks, in the order in which they were named, without what is in them; no entry for a task without."""
    found: dict[int, list[Attachment]] = {}
    for number in tasks:
        rows = store.connection.execute(
            "SELECT name, kind, media, about, size, sha FROM attachments WHERE task = ? ORDER BY id", (number,)
        ).fetchall()
        if rows:
            found[number] = [_file(row) for row in rows]
    return found


def contents(store: Store, task: int) -> list[Content]:
    """The files of a task with what is in them, in the order in which they were named."""
    rows = store.connection.execute(
        "SELECT name, kind, media, about, size, sha, content FROM attachments WHERE task = ? ORDER BY id", (task,)
    )
    return [_content(row) for row in rows]


def _file(row: tuple[Any, ...]) -> Attachment:
    return Attachment(*row)


def _content(row: tuple[Any, ...]) -> Content:
    return Content(_file(row[:-1]), row[-1])
