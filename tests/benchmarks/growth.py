"""Ten thousand answers streamed through one app in a pseudo-terminal: its memory and its work for each stay what they were."""

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from hydratui.agents.create import create
from hydratui.store import Store, queue, stream, tasks, workers
from hydratui.store.alive import BEAT_SECONDS
from hydratui.store.queue import Claim, End
from tests.benchmarks.measure import PROGRAM, cpu_seconds, filled, resident_mb, verdict
from tests.benchmarks.slow_model import words
from tests.terminal import Terminal

BUDGET = 1.1
AGENTS = 16
TICK = 0.1
STEPS, STEP = 4, 5
"""An answer comes in so many steps, one a tick, of so many words: forty answers a second in all."""


@dataclass(frozen=True, slots=True)
class _Stretch:
    """So many answers in a row.

    Attributes:
        done: Answers in all, at its end.
        mb: Memory of the app at its end.
        work: Milliseconds of the processor that all frames took, for each answer.
    """

    done: int
    mb: float
    work: float


class _Writer:
    """Streams answers into the store as a worker does, without the cost of one: it is the app that is measured."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._beat_at = 0.0
        self._speaking: dict[Claim, int] = {}
        self.sent = self.done = 0

    def finish(self) -> None:
        """Says to the end what has been begun."""
        while self.done < self.sent:
            self.tick(0)

    def tick(self, new: int = AGENTS // STEPS) -> None:
        """Sends so many questions and adds a step to every answer."""
        store = self._store
        if time.monotonic() - self._beat_at > BEAT_SECONDS:
            workers.beat(store, "writer")
            self._beat_at = time.monotonic()
        for _ in range(new):
            tasks.submit(store, f"agent{self.sent % AGENTS}", f"Question {self.sent}?")
            self.sent += 1
        self._speaking |= dict.fromkeys(queue.claim_some(store, "writer", AGENTS), 0)
        stream.append(store, [(claim, "".join(_answer(claim)[STEP * step : STEP * (step + 1)])) for claim, step in self._speaking.items()])
        self._speaking = {claim: step + 1 for claim, step in self._speaking.items()}
        ended = [claim for claim, step in self._speaking.items() if step == STEPS]
        queue.end_some(store, [End(claim, "completed", "".join(_answer(claim)), None, "builtin", (0, 0)) for claim in ended])
        for claim in ended:
            del self._speaking[claim]
        self.done += len(ended)


def run(small: bool) -> list[str]:
    """Compares the last thousand with the first after a thousand to warm up."""
    length, all_ = (200, 1_000) if small else (1_000, 11_000)
    with tempfile.TemporaryDirectory() as folder:
        # As many as are to come: else SQLite's caches, 2 MB of pages a connection, would fill on the way.
        home = filled(Path(folder) / "home", all_)
        for number in range(AGENTS):
            create(home, f"agent{number}")
        store = Store.open(home.database)
        workers.enlist(store, "writer")
        with Terminal([PROGRAM, "--home", str(home.root)]) as app:
            app.wait_for("enter send")
            app.settle(1.0)
            begin, writer = time.perf_counter(), _Writer(store)
            stretches = [_stretch(app, writer, mark, length) for mark in range(length, all_ + 1, length)]
            rate = all_ / (time.perf_counter() - begin)
            writer.finish()
            app.pass_over(1.0)
            app.repainted(lambda: app.resize(119, 40), f"Question {writer.done - 1}?")
        store.close()
    _, first, *_, last = stretches
    told = (("memory", "MB", first.mb, last.mb), ("work for each", "ms", first.work, last.work))
    parts = [f"{name} {a:.1f} {unit}, then {b:.1f}, ratio {b / a:.2f}" for name, unit, a, b in told]
    met = max(b / a for _, _, a, b in told) <= BUDGET
    return [
        f"{all_:,} answers at {rate:.0f} a second, the first {length:,} after as many to warm up beside the last: {'; '.join(parts)} "
        f"(budget {BUDGET}) {verdict(met)}",
        "memory on the way: " + ", ".join(f"{each.mb:.0f} MB after {each.done:,}" for each in stretches[:: max(len(stretches) // 5, 1)]),
    ]


def _stretch(app: Terminal, writer: _Writer, mark: int, length: int) -> _Stretch:
    before, tick = cpu_seconds(app.pid), time.perf_counter()
    while writer.done < mark:
        writer.tick()
        tick = max(tick + TICK, time.perf_counter())
        app.pass_over(tick - time.perf_counter())
    return _Stretch(writer.done, resident_mb(app.pid), 1000 * (cpu_seconds(app.pid) - before) / length)


def _answer(claim: Claim) -> list[str]:
    return words(f"m{claim.task.id}", STEPS * STEP)
