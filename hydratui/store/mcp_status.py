"""How each worker stands with each MCP server: written by workers when it changes, read by the app and the command line."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from hydratui.store import workers
from hydratui.store.database import Store
from hydratui.times import stamp

State = Literal["idle", "connecting", "connected", "failed", "timed out"]
_ORDER: tuple[State, ...] = ("connected", "connecting", "timed out", "failed", "idle")
_SKIPPED = 20


@dataclass(frozen=True, slots=True)
class Seen:
    """How a worker stands with a server.

    Attributes:
        state: ``idle`` when it is not connected and is not wanted either.
        detail: Why it is not connected; empty when there is nothing to say.
        tools: The names of the tools that it has, as they were last listed.
        skipped: A line for each tool that was left out.
        at: UTC stamp.
    """

    state: State
    detail: str = ""
    tools: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    at: str = ""


def write(store: Store, worker: str, server: str, seen: Seen) -> None:
    """Writes how a worker stands with a server, and forgets what workers that are gone have written about it."""
    rows = json.dumps(seen.tools), json.dumps(seen.skipped[:_SKIPPED])
    with store.write_lightly() as db:
        db.execute("DELETE FROM mcp_servers WHERE name = ? AND worker NOT IN (SELECT id FROM workers)", (server,))
        db.execute(
            "INSERT OR REPLACE INTO mcp_servers (name, worker, state, detail, tools, skipped, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (server, worker, seen.state, seen.detail, *rows, stamp()),
        )


def seen(store: Store) -> dict[str, Seen]:
    """How things stand with each server that was ever wanted: as the workers that are alive say, else as the last one left it."""
    alive = {row.id for row in workers.live(store)}
    best: dict[str, tuple[bool, Seen]] = {}
    for name, worker, state, detail, tools, skipped, at in store.connection.execute(
        "SELECT name, worker, state, detail, tools, skipped, at FROM mcp_servers ORDER BY at"
    ):
        lives = worker in alive
        if not lives and state in ("connected", "connecting"):
            state, detail = "idle", ""
        new = (lives, Seen(state, detail, _texts(tools), _texts(skipped), at))
        if name not in best or _weight(*new) >= _weight(*best[name]):
            best[name] = new
    return {name: said for name, (_, said) in best.items()}


def _weight(lives: bool, said: Seen) -> tuple[bool, int]:
    return lives, -_ORDER.index(said.state) if lives else 0


def _texts(stored: Sequence[str] | str) -> tuple[str, ...]:
    assert isinstance(stored, str)  # the table says so
    return tuple(json.loads(stored))
