"""Who is on the stage: workers, the app, and customers. Whoever was killed comes back after a while."""

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Literal

from hydratui.agents.roster import roster
from hydratui.paths import Home
from hydratui.store import Store, workers
from tests.nursery import Nursery
from tests.recovery.soak import processes
from tests.recovery.soak.errands import any_errand
from tests.recovery.soak.ledger import Ledger
from tests.terminal import Terminal
from tests.unit.program import PROGRAM

Role = Literal["worker", "app", "customer"]
WORKERS = 3
KILLS: dict[Role, int] = {"worker": 15, "app": 4, "customer": 1}
"""How likely each is to be killed. Workers fire the schedules, so that whoever fires them is among the killed."""
FROZEN_SECONDS = 2.0
"""How long a worker stands still at most; all others may wait for a lock that it holds."""
BREAKS = (0.0, 0.1, 0.5, 2.5)
"""Seconds until somebody else is there, one of these; at the longest the app has found out and started a worker of its own."""


class Cast:
    """All the processes of a soak but the model. Use it as a context manager; leaving it kills what is left of them."""

    def __init__(self, home: Home, store: Store, seed: str) -> None:
        self.counts: Counter[str] = Counter()
        self.kills = 0
        self.trouble: list[str] = []
        self._home = home
        self._store = store
        self._seed = seed
        self._chance = random.Random(f"{seed} cast")
        self._agents = [agent.id for agent in roster(home)]
        self._numbers = count()
        self._back_at: dict[Role, float] = {}
        self._nursery = Nursery()
        self._workers: set[int] = set()
        self._frozen: dict[int, float] = {}
        self._app: Terminal | None = None
        self._typed = Ledger(home.root.parent / "ledger-app")
        self._customer: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "Cast":
        return self

    def __exit__(self, *_: object) -> None:
        self._nursery.close()
        for pid in processes.of(self._home.root):
            _signal(pid, signal.SIGKILL)
        self._bury()

    def tend(self, *, customers: bool = True) -> None:
        """Takes in what the app shows, and brings back whoever is missing."""
        self._bury()
        if self._app is None or not self._app.read():
            time.sleep(0.01)
        self._notice_ends()
        self._thaw(time.monotonic())
        while self._may_come("worker", len(self._workers) < WORKERS):
            self._workers.add(self._nursery.worker(self._home).pid)
        if customers and self._may_come("app", self._app is None):
            self._app = Terminal([str(PROGRAM)], 80, 24, {"HYDRATUI_HOME": str(self._home.root)})
        if customers and self._may_come("customer", self._customer is None):
            name = f"c{next(self._numbers)}"
            command = [sys.executable, "-m", "tests.recovery.soak.customer", str(self._home.root.parent), name, self._seed]
            env = {**os.environ, "HYDRATUI_HOME": str(self._home.root)}
            self._customer = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, env=env)

    def kill(self) -> bool:
        """Kills somebody; False when whoever it was to be is not there."""
        role = self._chance.choices(list(KILLS), list(KILLS.values()))[0]
        if not {"worker": self._kill_worker, "app": self._kill_app, "customer": self._kill_customer}[role]():
            return False
        self.kills += 1
        self.counts[f"{role} killed"] += 1
        self._back_at[role] = time.monotonic() + self._chance.choice(BREAKS)
        return True

    def freeze(self) -> None:
        """Has a worker stand still for a moment, and others take over what it has in hand: late, it must change nothing."""
        rows = [row for row in workers.live(self._store) if row.pid not in self._frozen]
        if not rows:
            return
        row = self._chance.choice(rows)
        _signal(row.pid, signal.SIGSTOP)
        self._frozen[row.pid] = time.monotonic() + self._chance.uniform(0.0, FROZEN_SECONDS)
        # Not when it stands still in the middle of a write: then nobody can write, and its lease is renewed before anybody looks.
        if not self._store.locked():
            with self._store.write() as db:
                db.execute("UPDATE tasks SET lease_until = 0 WHERE worker = ? AND status = 'running'", (row.id,))
            self.counts["frozen"] += 1

    def type(self) -> None:
        """Sends a message as the user of the app does, if it is open."""
        if self._app is not None and "enter send" in self._app.text:
            agent, job = self._chance.choice(self._agents), any_errand(f"app-{next(self._numbers)}", self._chance)
            self._typed.write("send", job.key, agent)
            self._app.send(f"\x1b[200~@{agent} {job.prompt}\x1b[201~\r")

    def dismiss(self) -> None:
        """Sends customers and the user of the app home; the workers go on."""
        self._thaw(float("inf"))
        if self._customer is not None:
            _, said = self._customer.communicate(timeout=60)
            if self._customer.returncode != 0:
                self.trouble.append(f"a customer ended with {self._customer.returncode}: {said.decode()}")
            self._customer = None
        self._kill_app()

    def send_home(self) -> None:
        """Asks the workers to end, and waits until all that belongs to the folder is gone."""
        for row in workers.live(self._store):
            _signal(row.pid, signal.SIGTERM)
        self._nursery.close()
        end = time.monotonic() + 60
        while left := processes.of(self._home.root):
            if time.monotonic() > end:
                self.trouble += [f"process {pid} is left over: {line}" for pid, line in left.items()]
                return
            self._bury()
            time.sleep(0.05)

    def _thaw(self, now: float) -> None:
        for pid in [pid for pid, until in self._frozen.items() if until <= now]:
            del self._frozen[pid]
            _signal(pid, signal.SIGCONT)

    def _may_come(self, role: Role, missing: bool) -> bool:
        return missing and time.monotonic() >= self._back_at.get(role, 0.0)

    def _kill_worker(self) -> bool:
        rows = workers.live(self._store)
        if not rows:
            return False
        pid = self._chance.choice(rows).pid
        self._workers.discard(pid)
        _signal(pid, signal.SIGKILL)
        return True

    def _kill_app(self) -> bool:
        if self._app is None:
            return False
        self._app.kill()
        self._app = None
        return True

    def _kill_customer(self) -> bool:
        if self._customer is None:
            return False
        self._customer.kill()
        self._customer.communicate()
        self._customer = None
        return True

    def _bury(self) -> None:
        own: dict[int, Callable[[], object]] = {self._nursery.process.pid: self._nursery.process.poll}
        if self._customer is not None:
            own[self._customer.pid] = self._customer.poll
        if self._app is not None:
            own[self._app.pid] = self._app_ended
        processes.bury_orphans(own)

    def _app_ended(self) -> None:
        assert self._app is not None
        self.trouble.append(f"the app ended by itself with {self._app.ended()}:\n{self._app.text}")
        self._app = None

    def _notice_ends(self) -> None:
        for pid in [pid for pid in self._workers if not Path(f"/proc/{pid}").exists()]:
            self._workers.discard(pid)
            self._back_at["worker"] = time.monotonic() + max(BREAKS)
            self.trouble.append(f"worker {pid} ended by itself")
        if self._customer is not None and self._customer.poll() is not None:
            _, said = self._customer.communicate()
            self.trouble.append(f"a customer ended by itself with {self._customer.returncode}: {said.decode()}")
            self._customer = None


def _signal(pid: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)
