"""Open apps as rows, so that a worker in the background knows whether anyone is there to work for."""

import os
import secrets
import time
from dataclasses import dataclass
from typing import Any

from hydratui.store.alive import FORGOTTEN_SECONDS, is_gone, is_heard
from hydratui.store.database import Store, host

_COLUMNS = "id, pid, host, beat_at"


@dataclass(frozen=True, slots=True)
class FrontEnd:
    """An app that is open, or was not closed in order. `beat_at` is seconds since 1970."""

    id: str
    pid: int
    host: str
    beat_at: float


def enter(store: Store) -> str:
    """Enters this process as an open app, gives the row's id, and clears away the rows of those that did not leave in order."""
    own = f"{host()}:{os.getpid()}:{secrets.token_hex(4)}"
    with store.write_lightly() as db:
        for row in _rows(store):
            # Of this machine, only the process tells: after a long sleep everyone's last beat is old.
            if is_gone(row.pid, row.host) or (row.host != host() and row.beat_at < time.time() - FORGOTTEN_SECONDS):
                db.execute("DELETE FROM front_ends WHERE id = ?", (row.id,))
        _beat(store, own)
    return own


def beat(store: Store, front_end: str) -> None:
    """Shows that an app is open, also when somebody has taken its row away."""
    with store.write_lightly():
        _beat(store, front_end)


def leave(store: Store, front_end: str) -> None:
    """Takes an app off the list."""
    with store.write_lightly() as db:
        db.execute("DELETE FROM front_ends WHERE id = ?", (front_end,))


def listed(store: Store) -> list[FrontEnd]:
    """The apps that are open: those heard of lately, less those of this machine whose process is gone."""
    return [row for row in _rows(store) if is_heard(row.beat_at) and not is_gone(row.pid, row.host)]


def open_(store: Store) -> int:
    """How many apps are open."""
    return len(listed(store))


def _beat(store: Store, front_end: str) -> None:
    store.connection.execute(
        "INSERT INTO front_ends (id, pid, host, beat_at) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET beat_at = excluded.beat_at",
        (front_end, os.getpid(), host(), time.time()),
    )


def _rows(store: Store) -> list[FrontEnd]:
    return [_row(fields) for fields in store.connection.execute(f"SELECT {_COLUMNS} FROM front_ends ORDER BY id").fetchall()]


def _row(fields: tuple[Any, ...]) -> FrontEnd:
    return FrontEnd(*fields)
