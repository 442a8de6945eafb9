"""The regular turns that agents' heartbeat files ask for, a schedule each, kept in step with the files."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

import apsw

from hydratui import cron, times
from hydratui.errors import HydraError
from hydratui.store.database import Store
from hydratui.store.schedules import Missed, Schedule, many, next_after

PROMPT = "This is your regular turn. Do what your heartbeat file says, and say in one line when there is nothing to do."


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a heartbeat file asks for.

    Attributes:
        cron: When, as five fields; as it was written when it can't be read.
        zone: In which time zone that is meant; None for the one of the machine on which it was first asked for.
        missed: What becomes of times that pass while no worker runs.
        trouble: Why it can't be done, one sentence.
    """

    cron: str
    zone: str | None = None
    missed: Missed = "once"
    trouble: str | None = None


@dataclass(frozen=True, slots=True)
class _Turn:
    """The part of a row that follows the file."""

    cron: str
    zone: str
    missed: Missed
    paused: bool
    next_at: float | None
    trouble: str | None


def keep(store: Store, read: Callable[[], Mapping[str, Wanted]], now: datetime) -> None:
    """Brings the rows in step with the files: turns that are new, changed, and no longer asked for. In step costs a read.

    Args:
        store: The file.
        read: Reads the heartbeat files: what each agent asks for, by id.
        now: This moment.
    """
    if not _differences(store.connection, read(), now):
        return
    with store.write() as db:
        # Read again: while the file is locked, no agent gets another name.
        for agent, turn in _differences(db, read(), now).items():
            _put(db, agent, turn)


def _differences(db: apsw.Connection, wanted: Mapping[str, Wanted], now: datetime) -> dict[str, _Turn | None]:
    """The turns to put into the file, by agent; None for one to take out."""
    rows = {row.agent: row for row in many(db, "kind = 'heartbeat'", ())}
    found: dict[str, _Turn | None] = dict.fromkeys(rows.keys() - wanted.keys())
    for agent, asked in wanted.items():
        row = rows.get(agent)
        turn = _turn(asked, row, now)
        if row is None or turn != _Turn(row.cron, row.zone, row.missed, row.paused, row.next_at, row.trouble):
            found[agent] = turn
    return found


def _turn(asked: Wanted, row: Schedule | None, now: datetime) -> _Turn:
    rests_by_trouble = row is not None and row.paused and row.trouble is not None
    # Two workers may be in different zones; the one that was there first counts for both.
    kept = row.zone if row is not None and not rests_by_trouble else None
    try:
        zone = asked.zone or kept or cron.local_zone()
        if asked.trouble is not None:
            return _resting(asked, zone, row, asked.trouble)
        if row is not None and row.paused and row.trouble is None:
            # The user wants it to rest.
            return _Turn(asked.cron, zone, asked.missed, True, None, None)
        if row is not None and not row.paused and (row.cron, row.zone) == (asked.cron, zone):
            return _Turn(row.cron, row.zone, asked.missed, False, row.next_at, row.trouble)
        return _Turn(asked.cron, zone, asked.missed, False, next_after(asked.cron, zone, now), None)
    except HydraError as error:
        return _resting(asked, asked.zone or kept or "UTC", row, str(error))


def _resting(asked: Wanted, zone: str, row: Schedule | None, trouble: str) -> _Turn:
    if row is not None and row.paused and row.trouble is None:
        return _Turn(row.cron, row.zone, row.missed, True, None, None)
    return _Turn(asked.cron, zone, asked.missed, True, None, trouble)


def _put(db: apsw.Connection, agent: str, turn: _Turn | None) -> None:
    if turn is None:
        db.execute("DELETE FROM schedules WHERE kind = 'heartbeat' AND agent = ?", (agent,))
        return
    values = (agent, PROMPT, turn.cron, turn.zone, turn.missed, turn.paused, turn.next_at, turn.trouble, times.stamp())
    db.execute(
        """INSERT INTO schedules (kind, agent, channel, prompt, cron, zone, missed, paused, next_at, trouble, created_at)
           VALUES ('heartbeat', ?1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
           ON CONFLICT (agent) WHERE kind = 'heartbeat' DO UPDATE SET cron = excluded.cron, zone = excluded.zone,
             missed = excluded.missed, paused = excluded.paused, next_at = excluded.next_at, trouble = excluded.trouble""",
        values,
    )
