"""Schedules as rows: what an agent is asked again and again. What is due becomes a task in `due`."""

import secrets
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Literal, cast, get_args

import apsw

from hydratui import cron, times
from hydratui.errors import HydraError
from hydratui.store.database import Store
from hydratui.store.tasks import COLUMNS as TASK
from hydratui.store.tasks import Task, Value, checked, task
from hydratui.text import clipped

Missed = Literal["once", "skip"]
COLUMNS = "id, agent, channel, prompt, cron, zone, missed, kind, paused, next_at, trouble, last_task, created_at"


@dataclass(frozen=True, slots=True)
class Schedule:
    """A message that is sent to an agent again and again.

    Attributes:
        id: Its number, never used again.
        agent: Id of the agent that it is for.
        channel: Where it is asked.
        prompt: What is asked.
        cron: When, as five fields.
        zone: In which time zone that is meant.
        missed: What becomes of times that pass while no worker runs: ``once`` catches the latest up, ``skip`` none.
        kind: ``user`` for what a user made, ``heartbeat`` for what an agent's heartbeat file asks for.
        paused: Whether it rests, because the user wants it or because of its trouble.
        next_at: The next time, seconds since 1970; None while it rests.
        trouble: What went wrong last, one sentence.
        last_task: Number of the last task that came of it.
        created_at: UTC stamp.
    """

    id: int
    agent: str
    channel: str
    prompt: str
    cron: str
    zone: str
    missed: Missed
    kind: Literal["user", "heartbeat"]
    paused: bool
    next_at: float | None
    trouble: str | None
    last_task: int | None
    created_at: str

    @property
    def next(self) -> str | None:
        """The next time as a UTC stamp."""
        try:
            return None if self.next_at is None else times.stamp(datetime.fromtimestamp(self.next_at, UTC))
        except (ValueError, OverflowError, OSError):
            # Written into the file by hand.
            return None


def add(store: Store, agent: str, prompt: str, when: str, *, zone: str, missed: str = "once", channel: str = "main") -> Schedule:
    """Makes a schedule.

    Args:
        store: The file.
        agent: Id of the agent that is asked.
        prompt: What it is asked.
        when: A cron expression, see `hydratui.cron.checked`.
        zone: Name of the time zone.
        missed: ``once`` or ``skip``.
        channel: Where it is asked.

    Raises:
        HydraError: The expression, the zone, the word or the prompt can't be used.
    """
    text, five = checked(prompt), cron.checked(when, zone)
    values = (agent, _clean(channel), text, five, zone, _missed(missed), next_after(five, zone, times.now()), times.stamp())
    with store.write() as db:
        row = db.execute(
            f"""INSERT INTO schedules (agent, channel, prompt, cron, zone, missed, next_at, created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING {COLUMNS}""",
            values,
        ).fetchall()[0]
    return schedule(row)


def listed(store: Store, agent: str | None = None) -> list[Schedule]:
    """All schedules by number, of one agent where one is named."""
    return many(store.connection, "?1 IS NULL OR agent = ?1 ORDER BY id", (agent,))


def get(store: Store, number: int) -> Schedule:
    """The schedule with this number.

    Raises:
        HydraError: There is none.
    """
    return _known(store.connection, number)


def pause(store: Store, number: int) -> Schedule:
    """Lets a schedule rest until it is resumed.

    Raises:
        HydraError: There is no such schedule.
    """
    with store.write() as db:
        db.execute("UPDATE schedules SET paused = 1, next_at = NULL, trouble = NULL WHERE id = ?", (number,))
        return _known(db, number)


def resume(store: Store, number: int) -> Schedule:
    """Lets a schedule that rests go on, from now: what passed while it rested is not caught up.

    Raises:
        HydraError: There is no such schedule, or its time or zone can't be used.
    """
    with store.write() as db:
        known = _known(db, number)
        if known.paused:
            next_at = next_after(known.cron, known.zone, times.now())
            db.execute("UPDATE schedules SET paused = 0, next_at = ?, trouble = NULL WHERE id = ?", (next_at, number))
        return _known(db, number)


def remove(store: Store, number: int) -> Schedule:
    """Takes a schedule away; the tasks that came of it stay.

    Raises:
        HydraError: There is no such schedule, or an agent's heartbeat file asks for it.
    """
    with store.write() as db:
        known = _own(db, number)
        db.execute("DELETE FROM schedules WHERE id = ?", (number,))
        return known


def change(
    store: Store,
    number: int,
    *,
    agent: str | None = None,
    prompt: str | None = None,
    when: str | None = None,
    zone: str | None = None,
    missed: str | None = None,
    channel: str | None = None,
) -> Schedule:
    """Changes a schedule; what is None stays as it is. One that rests because of its trouble goes on.

    Raises:
        HydraError: There is no such schedule, a heartbeat file asks for it, or a value can't be used.
    """
    with store.write() as db:
        known = _own(db, number)
        fresh = replace(
            known,
            agent=agent or known.agent,
            prompt=known.prompt if prompt is None else checked(prompt),
            cron=cron.checked(when or known.cron, zone or known.zone),
            zone=zone or known.zone,
            missed=_missed(missed or known.missed),
            channel=_clean(channel or known.channel),
            paused=known.paused and known.trouble is None,
        )
        if fresh.paused:
            fresh = replace(fresh, next_at=None)
        elif known.next_at is None or (fresh.cron, fresh.zone) != (known.cron, known.zone):
            fresh = replace(fresh, next_at=next_after(fresh.cron, fresh.zone, times.now()))
        db.execute(
            """UPDATE schedules SET agent = ?, prompt = ?, cron = ?, zone = ?, missed = ?, channel = ?, paused = ?, next_at = ?,
                 trouble = NULL WHERE id = ?""",
            (fresh.agent, fresh.prompt, fresh.cron, fresh.zone, fresh.missed, fresh.channel, fresh.paused, fresh.next_at, number),
        )
        return _known(db, number)


def run_now(store: Store, number: int) -> Task:
    """Queues the task of a schedule at once, also of one that rests. Its next time stays as it is.

    Raises:
        HydraError: There is no such schedule.
    """
    with store.write() as db:
        known = _known(db, number)
        made = insert(db, known, f"{prefix(known)}by-hand-{secrets.token_hex(4)}")
        assert made is not None, "its name is random"
        return made


def insert(db: apsw.Connection, each: Schedule, ref: str) -> Task | None:
    """Queues a task of a schedule under a ref, within a write; None when one of that ref is there already."""
    rows = db.execute(
        f"""INSERT INTO tasks (ref, agent, channel, prompt, created_at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (ref) DO NOTHING RETURNING {TASK}""",
        (ref, each.agent, each.channel, each.prompt, times.stamp()),
    ).fetchall()
    if not rows:
        return None
    made = task(rows[0])
    db.execute("UPDATE schedules SET last_task = ? WHERE id = ?", (made.id, each.id))
    return made


def prefix(each: Schedule) -> str:
    """What the refs of a schedule's tasks begin with."""
    return f"schedule-{each.id}@"


def next_after(five: str, zone: str, after: datetime) -> float:
    """The next time after a moment, seconds since 1970.

    Raises:
        HydraError: The expression or the zone can't be used, or no more times come.
    """
    coming = cron.following(five, zone, after, 1)
    if not coming:
        raise HydraError(f'"{five}" never comes again. An example that does is {cron.EXAMPLE}.')
    return coming[0].timestamp()


def many(db: apsw.Connection, where: str, bindings: tuple[Value, ...]) -> list[Schedule]:
    """The schedules of which something holds."""
    return [schedule(row) for row in db.execute(f"SELECT {COLUMNS} FROM schedules WHERE {where}", bindings)]


def schedule(row: tuple[Any, ...]) -> Schedule:
    """A row of `COLUMNS` as a Schedule."""
    fields = list(row)
    fields[8] = bool(fields[8])
    fields[9] = float(fields[9]) if isinstance(fields[9], int | float) else None
    return Schedule(*fields)


def _known(db: apsw.Connection, number: int) -> Schedule:
    found = many(db, "id = ?", (number,))
    if not found:
        raise HydraError(f"There is no schedule {number}. See them all with hydratui schedule list.")
    return found[0]


def _own(db: apsw.Connection, number: int) -> Schedule:
    known = _known(db, number)
    if known.kind == "heartbeat":
        raise HydraError(f"Schedule {number} stands in {known.agent}.heartbeat.md: change it there, or pause it here.")
    return known


def _missed(word: str) -> Missed:
    if word not in get_args(Missed):
        raise HydraError(f'What was missed can be caught up "once", or "skip" leaves it out; "{clipped(word, 40)}" is neither.')
    return cast(Missed, word)


def _clean(channel: str) -> str:
    # A lone surrogate can't be stored as UTF-8.
    return channel.encode("utf-8", "replace").decode("utf-8")
