"""A process that keeps the agents busy: sends tasks, cancels, retries, moves and rewrites them, saves notes, pauses agents.

Usage: ``customer FOLDER NAME SEED``, until its standard input is closed; it may be killed at any time.
"""

import random
import select
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from hydratui.errors import HydraError, StoreError
from hydratui.paths import Home
from hydratui.store import Store, control, tasks
from hydratui.store.tasks import Task
from tests.recovery.soak.errands import Errand, any_errand, errand, other_errand
from tests.recovery.soak.ledger import Ledger
from tests.unit.program import PROGRAM

LONGEST_PAUSE = 0.3
ENOUGH = 24
"""Unfinished tasks from which on nothing more is sent."""


@dataclass
class Customer:
    """Who sends, and what it has to hand."""

    home: Home
    store: Store
    agents: list[str]
    ledger: Ledger
    name: str
    chance: random.Random
    numbers: "count[int]" = field(default_factory=count)

    def key(self) -> str:
        """A key that nobody else has."""
        return f"{self.name}-{next(self.numbers)}"


def send(customer: Customer) -> None:
    """Sends a task through the store."""
    agent, job = _next_errand(customer)
    if len(tasks.unfinished(customer.store)) < ENOUGH:
        customer.ledger.write("send", job.key, agent)
        tasks.submit(customer.store, agent, job.prompt)
        customer.ledger.write("send", job.key, agent, sure=True)


def ask(customer: Customer) -> None:
    """Sends a task from the command line."""
    agent, job = _next_errand(customer)
    customer.ledger.write("send", job.key, agent)
    if _program(customer, "ask", "--no-wait", "--agent", agent, job.prompt):
        customer.ledger.write("send", job.key, agent, sure=True)


def remember(customer: Customer) -> None:
    """Saves a note from the command line."""
    agent, text = customer.chance.choice(customer.agents), f"Said by hand: {customer.key()}."
    customer.ledger.write("note", text, agent)
    if _program(customer, "remember", "--agent", agent, text):
        customer.ledger.write("note", text, agent, sure=True)


def cancel(customer: Customer) -> None:
    """Cancels a task that waits or runs."""
    if task := _any(customer, tasks.unfinished(customer.store)):
        tasks.cancel(customer.store, task.id)


def retry(customer: Customer) -> None:
    """Tries a task again that failed or was cancelled."""
    ended = [*tasks.recent(customer.store, "failed", limit=10), *tasks.recent(customer.store, "cancelled", limit=10)]
    if task := _any(customer, ended):
        tasks.retry(customer.store, task.id)


def move(customer: Customer) -> None:
    """Moves a task that waits."""
    if task := _any(customer, control.waiting(customer.store)):
        control.move(customer.store, task.id, customer.chance.choice(["up", "down", "first", "last"]))


def rewrite(customer: Customer) -> None:
    """Rewrites a task that waits."""
    task = _any(customer, control.waiting(customer.store))
    if task and (job := errand(task.prompt)):
        control.rewrite(customer.store, task.id, other_errand(job, customer.chance).prompt)


def pause(customer: Customer) -> None:
    """Lets one agent rest and all others go on."""
    for agent in control.paused(customer.store):
        control.resume(customer.store, agent)
    control.pause(customer.store, customer.chance.choice(customer.agents))


ACTIONS: dict[Callable[[Customer], None], int] = {send: 60, ask: 6, remember: 6, cancel: 10, retry: 12, move: 5, rewrite: 5, pause: 2}


def _next_errand(customer: Customer) -> tuple[str, Errand]:
    return customer.chance.choice(customer.agents), any_errand(customer.key(), customer.chance)


def _any(customer: Customer, found: list[Task]) -> Task | None:
    return customer.chance.choice(found) if found else None


def _program(customer: Customer, *words: str) -> bool:
    ended = subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False)
    if ended.returncode != 0:
        customer.ledger.write("trouble", f"{words[0]} ended with {ended.returncode}: {ended.stderr.strip()}")
    return ended.returncode == 0


def _main(folder: Path, name: str, seed: str) -> None:
    home = Home(folder / "home")
    agents = sorted(entry.name for entry in home.agents.iterdir())
    store, ledger, chance = Store.open(home.database), Ledger(folder / f"ledger-{name}"), random.Random(f"{seed} {name}")
    customer = Customer(home, store, agents, ledger, name, chance)
    while not select.select([sys.stdin], [], [], chance.uniform(0.0, LONGEST_PAUSE))[0]:
        action = chance.choices(list(ACTIONS), list(ACTIONS.values()))[0]
        try:
            action(customer)
        except StoreError as error:
            ledger.write("trouble", f"{action.__name__}: {error}")
        except HydraError:
            # Somebody else was quicker: the task has begun or ended meanwhile.
            continue
    store.close()


if __name__ == "__main__":
    _main(Path(sys.argv[1]), sys.argv[2], sys.argv[3])
