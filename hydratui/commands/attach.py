"""Reads the files that come with a message, at the moment when it is sent and by the program that sends it."""

from collections.abc import Sequence
from pathlib import Path

from hydratui.commands.file_contents import MAX_FILE, content, shown_name
from hydratui.commands.file_names import attached, started_in
from hydratui.commands.safe_file import read, safe
from hydratui.errors import HydraError
from hydratui.store import control, tasks
from hydratui.store.attachments import Content
from hydratui.store.database import Store
from hydratui.store.tasks import Task

MAX_FILES = 20
MAX_ALL = 20_000_000
"""Files of one message, and their bytes."""


def files(text: str, base: Path | None, beside: Sequence[str] = ()) -> tuple[Content, ...]:
    """The files of a message; none where nothing is named.

    Args:
        text: The message, which names files as ``@./notes.md``.
        base: Where relative paths begin; None when nothing that the message names is to be read: it does not come from
            somebody who sits at this machine.
        beside: Paths that are named elsewhere than in the message.

    Raises:
        HydraError: One of them can't be attached, or they are too many or too large together. Nothing is attached then.
    """
    named = attached(text, base) if base is not None else []
    return _read([*named, *beside], base or started_in())


def rewrite(store: Store, task_id: int, text: str, base: Path) -> Task:
    """Changes what a waiting task asks, and with it its files: those that are new in the text are read, those that are gone from it go.

    Raises:
        HydraError: The text can't be stored, the task does not wait any more, or a file can't be attached. Nothing is changed.
    """
    there = tasks.get(store, task_id)
    before, now = attached(there.prompt, base) if there else [], attached(text, base)
    added = _read([path for path in now if path not in before], base)
    return control.rewrite(store, task_id, text, added, [shown_name(path) for path in before if path not in now])


def _read(named: Sequence[str], base: Path) -> tuple[Content, ...]:
    paths = dict.fromkeys(safe(path, base) for path in named)
    if len(paths) > MAX_FILES:
        raise HydraError(f"The message names {len(paths)} files; {MAX_FILES} fit. Send the others with the next one.")
    found: list[Content] = []
    total = 0
    for path in paths:
        data = read(path, path.name, MAX_FILE)
        total += len(data)
        if total > MAX_ALL:
            raise HydraError(f"The files have more than {MAX_ALL / 1e6:g} MB together. Send some of them with the next message.")
        found.append(content(path.name, data))
    return tuple(found)
