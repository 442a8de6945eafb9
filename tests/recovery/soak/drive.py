"""The soak: everything at once, somebody killed every moment, and in the end a look at whether anything was lost."""

import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hydratui.store import Store, control, tasks
from tests.recovery.soak import audit, place, processes
from tests.recovery.soak.alarms import Alarms
from tests.recovery.soak.cast import Cast
from tests.recovery.soak.errands import any_errand
from tests.recovery.soak.ledger import Ledger
from tests.recovery.soak.model import slow_model

TYPED_EVERY = 4.0
"""Seconds between two messages that the app's user types, on average."""
FROZEN_EVERY = 3.0
"""Seconds between two moments in which a worker stands still, on average."""
RUNG_EVERY = 1.0
"""Seconds between two times of schedules, on average."""
AT_ONCE = 2
"""Tasks for each agent that wait from the beginning."""
TOO_MUCH = 5
"""Troubles from which on it goes no further."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a soak went.

    Attributes:
        problems: What is wrong, a sentence each; none when all is well.
        counts: How many were killed and what became of the tasks.
        seconds: How long each part took.
    """

    problems: list[str]
    counts: Counter[str]
    seconds: dict[str, float]


def soak(folder: Path, kills: int, seed: str, pace: float, patience: float) -> Outcome:
    """Runs a soak.

    Args:
        folder: An empty folder for all of it.
        kills: How many processes are killed.
        seed: Decides who is killed when, and what the customers do; not how fast the machine is.
        pace: Seconds between two kills, on average.
        patience: Seconds until what is left when the killing is over must have been worked off.
    """
    parts, clock = {}, time.monotonic
    parts["begin"] = clock()
    processes.adopt_orphans()
    with slow_model() as model:
        home = place.prepare(folder, model.url)
        before, store = place.heads(home), Store.open(home.database)
        alarms = Alarms(store, list(before)[:3], random.Random(f"{seed} alarms"))
        with Cast(home, store, seed) as cast:
            _open(store, list(before), Ledger(folder / "ledger-open"), random.Random(f"{seed} open"))
            parts["kill"] = clock()
            _kill(cast, alarms, kills, random.Random(f"{seed} kills"), pace)
            parts["work off"] = clock()
            cast.dismiss()
            for agent in control.paused(store):
                control.resume(store, agent)
            _work_off(cast, store, patience)
            parts["send home"] = clock()
            cast.send_home()
        parts["look"] = clock()
        problems, counts = audit.look(home, store, folder, before)
        problems += alarms.problems()
        store.close()
    ends = [*list(parts.values())[1:], clock()]
    return Outcome(cast.trouble + problems, counts + cast.counts, {part: end - parts[part] for part, end in zip(parts, ends, strict=True)})


def _open(store: Store, agents: list[str], ledger: Ledger, chance: random.Random) -> None:
    for number, agent in enumerate(AT_ONCE * agents):
        job = any_errand(f"open-{number}", chance)
        ledger.write("send", job.key, agent)
        tasks.submit(store, agent, job.prompt)
        ledger.write("send", job.key, agent, sure=True)


def _kill(cast: Cast, alarms: Alarms, kills: int, chance: random.Random, pace: float) -> None:
    # Whoever was to be killed and is not there is one more moment of peace, not a reason to kill somebody else.
    every: dict[Callable[[], object], float] = {cast.kill: pace, cast.type: TYPED_EVERY, cast.freeze: FROZEN_EVERY, alarms.ring: RUNG_EVERY}
    at = dict.fromkeys(every, time.monotonic())
    while cast.kills < kills and len(cast.trouble) < TOO_MUCH:
        cast.tend()
        for deed in [deed for deed in every if time.monotonic() >= at[deed]]:
            at[deed] = time.monotonic() + chance.expovariate(1 / every[deed])
            deed()


def _work_off(cast: Cast, store: Store, patience: float) -> None:
    end = time.monotonic() + patience
    while left := tasks.unfinished(store):
        cast.tend(customers=False)
        if time.monotonic() > end:
            cast.trouble += [f"task {task.id} is still {task.status} after {patience:.0f} s of peace: {task}" for task in left]
            return
        time.sleep(0.05)
