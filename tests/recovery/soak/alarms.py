"""Schedules that come due at random moments: each time must be taken by one of the workers, and by one alone."""

import random
import time
from collections.abc import Iterator, Sequence

from hydratui.store import Store, schedules
from tests.recovery.soak.errands import Errand
from tests.shell import shell

SELDOM = "0 0 1 1 *"
"""Once a year, so that no time comes but those that are made to."""
LOG = (
    "CREATE TABLE soak_fired (seq INTEGER PRIMARY KEY, schedule INTEGER, due REAL, skipped TEXT)",
    """CREATE TRIGGER soak_fires AFTER UPDATE OF next_at ON schedules WHEN new.next_at > old.next_at BEGIN
         INSERT INTO soak_fired (schedule, due, skipped) VALUES (new.id, old.next_at, new.trouble); END""",
)


class Alarms:
    """A schedule for each of some agents."""

    def __init__(self, store: Store, agents: Sequence[str], chance: random.Random) -> None:
        self._store = store
        self._chance = chance
        self._rung: list[tuple[int, float]] = []
        shell(store.path, *LOG)
        self._numbers = [
            schedules.add(store, agent, Errand(f"schedule-{agent}", words=4).prompt, SELDOM, zone="UTC").id for agent in agents
        ]

    def ring(self) -> None:
        """Has the time of a schedule come, unless its last one was not taken yet."""
        if self._store.locked():
            # By a worker that stands still, perhaps: whoever is to wake it up must not wait for it.
            return
        # A whole second, each but once: a schedule's times are told apart by their seconds.
        number, due = self._chance.choice(self._numbers), float(int(time.time()))
        if (number, due) in self._rung:
            return
        with self._store.write() as db:
            db.execute("UPDATE schedules SET next_at = ? WHERE id = ? AND paused = 0 AND next_at > ?", (due, number, due))
            if db.changes():
                self._rung.append((number, due))

    def problems(self) -> Iterator[str]:
        """What is wrong in the end, a sentence each."""
        if not self._rung:
            yield "no schedule has come due"
        db = self._store.connection
        taken = db.execute("SELECT schedule, due FROM soak_fired ORDER BY seq").fetchall()
        for number, due in self._rung:
            if (count := taken.count((number, due))) != 1:
                yield f"a time of schedule {number} was taken {count} times: {due}"
        for number in self._numbers:
            kept = schedules.get(self._store, number)
            if kept.paused or not kept.next_at or kept.next_at <= time.time():
                yield f"schedule {number} does not go on: {kept}"
            sql = "SELECT count(*) FROM soak_fired WHERE schedule = ? AND skipped IS NULL"
            fired = db.execute(sql, (number,)).fetchall()[0][0]
            sql = "SELECT count(*) FROM tasks WHERE ref LIKE ? || '%'"
            made = db.execute(sql, (schedules.prefix(kept),)).fetchall()[0][0]
            if fired != made:
                yield f"schedule {number} was run {fired} times and {made} tasks came of it"
