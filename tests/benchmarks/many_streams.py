"""Many agents stream at once, through a real worker and the file, into the app in a pseudo-terminal: its work, its frames, every word."""

import re
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from hydratui.agents.create import create
from hydratui.store import Store, tasks
from hydratui.store.tasks import Task
from tests.benchmarks.held_loop import frames_since, said, watched_program
from tests.benchmarks.measure import cpu_seconds, filled, verdict
from tests.benchmarks.own_worker import a_worker
from tests.benchmarks.slow_model import models, slow_model, words
from tests.terminal import Terminal

_WORD = re.compile(r"a\d\dw\d\d\d")
_PAGE_UP, _CHANNEL_AFTER = "\x1b[5~", "\x1b[1;5B"
LONGEST_MS = 100.0
"""No frame may take longer while five speak; see `held_loop`."""


@dataclass(frozen=True, slots=True)
class Crowd:
    """Who streams.

    Attributes:
        agents: How many at once.
        pause: Seconds between two words of each.
        words: How many each says.
        shared: All in the main channel, which is open; else each in its own.
        budget: The share of a core that the app may take.
        longest_ms: What no frame may take longer than, where that is a budget.
    """

    agents: int
    pause: float
    words: int
    shared: bool
    budget: float
    longest_ms: float | None = None


def run(small: bool) -> list[str]:
    """Has five agents speak fast in the open channel, fifty more slowly, and fifty each in its own."""
    few, many = (300, 200) if small else (1_000, 600)
    crowds = Crowd(5, 0.02, few, True, 0.20, LONGEST_MS), Crowd(50, 0.05, many, True, 0.15), Crowd(50, 0.05, many, False, 0.15)
    return [line for crowd in crowds for line in _measured(crowd)]


def _measured(crowd: Crowd) -> list[str]:
    with tempfile.TemporaryDirectory() as folder, slow_model() as url:
        home, frames = filled(Path(folder) / "home", 200), Path(folder) / "frames"
        for number in range(crowd.agents):
            create(home, _agent(number))
        home.config.write_text(models(url), encoding="utf-8")
        with a_worker(home, crowd.agents) as (store, pid), Terminal(watched_program(frames, home)) as app:
            app.wait_for("enter send")
            app.settle(1.0)
            sent = [
                tasks.submit(
                    store, _agent(number), f"speak a{number:02d} {crowd.words} {crowd.pause}", "main" if crowd.shared else _agent(number)
                )
                for number in range(crowd.agents)
            ]
            lines = _share(app, pid, store, sent, crowd, frames)
            told, dropped = _told(store, sent, crowd.words, app)
            shown = _read_back(app, told) if crowd.shared else _visit(app, sent, crowd.words)
    kept = dropped == 0 and not shown
    return [
        *lines,
        f"of {len(told):,} words {dropped} were not kept, {len(shown)} of those looked for not shown (budget 0) {verdict(kept)}",
    ]


def _agent(number: int) -> str:
    return f"agent{number:02d}"


def _share(app: Terminal, worker: int, store: Store, sent: list[Task], crowd: Crowd, frames: Path) -> list[str]:
    """The processor time, and the frames, from when all speak until the first has said all."""
    _read_until(app, lambda: len(_speaking(store)) == len(sent))
    frames_since(app.pid, frames)
    begin, length = time.perf_counter(), sum(_speaking(store).values())
    before = cpu_seconds(app.pid), cpu_seconds(worker)
    length_now, end = length, begin
    while len(speaking := _speaking(store)) == len(sent) and end - begin < crowd.words * crowd.pause - 2:
        app.read(0.05)
        length_now, end = sum(speaking.values()), time.perf_counter()
    share, of_worker = ((cpu_seconds(pid) - was) / (end - begin) for pid, was in zip((app.pid, worker), before, strict=True))
    rate = (length_now - length) / (end - begin) / (len("".join(words("a00", 40))) / 40)
    asked = len(sent) / crowd.pause
    where = "all in the open channel" if crowd.shared else "each in its own channel"
    busy = "not told, the machine was too busy to stream so fast"
    met = verdict(share < crowd.budget) if rate > 0.9 * asked else busy
    return [
        f"{len(sent)} streams, {where}: app {100 * share:.1f} % of a core at {rate:.0f} words a second of {asked:.0f} "
        f"(budget {100 * crowd.budget:.0f} %) {met}; worker {100 * of_worker:.0f} %",
        said(frames_since(app.pid, frames), crowd.longest_ms),
    ]


def _speaking(store: Store) -> dict[int, int]:
    """How much has arrived of each task that has begun to speak and has not ended."""
    rows = store.connection.execute("SELECT task, sum(length(text)) FROM stream GROUP BY task").fetchall()
    return {int(str(task)): int(str(length)) for task, length in rows}


def _told(store: Store, sent: list[Task], count: int, app: Terminal) -> tuple[set[str], int]:
    """All words that were sent, and how many of them the file does not have."""

    def ended() -> list[Task]:
        return [task for old in sent if (task := tasks.get(store, old.id)) is not None and task.ended]

    _read_until(app, lambda: len(ended()) == len(sent))
    app.settle(1.0)
    told, dropped = set(), 0
    for number, task in enumerate(ended()):
        answer = "".join(words(f"a{number:02d}", count))
        told.update(_WORD.findall(answer))
        if (task.result or "").strip() != answer.strip():
            dropped += max(count - len(set(_WORD.findall(task.result or ""))), 1)
    return told, dropped


def _read_back(app: Terminal, told: set[str]) -> set[str]:
    """Reads the whole conversation from its end to its beginning, page by page; gives the words that were on no page."""
    missing, still, before = told - set(_WORD.findall(app.text)), 0, app.text
    while missing and still < 5:
        app.send(_PAGE_UP)
        end = time.perf_counter() + 1.0
        while app.text == before and time.perf_counter() < end:
            app.read(0.05)
        app.settle(0.1)
        still = still + 1 if app.text == before else 0
        before = app.text
        missing -= set(_WORD.findall(before))
    return missing


def _visit(app: Terminal, sent: list[Task], count: int) -> set[str]:
    """Opens one channel after the other, as the sidebar has them; gives the last words that were not at their ends."""
    missing = set()
    app.send(_CHANNEL_AFTER)
    for number in range(len(sent)):
        last = _WORD.findall("".join(words(f"a{number:02d}", count)))[-1]
        app.send(_CHANNEL_AFTER)
        try:
            app.wait_for(last, seconds=10.0)
        except AssertionError:
            missing.add(last)
    return missing


def _read_until(app: Terminal, true) -> None:  # type: ignore[no-untyped-def]
    end = time.perf_counter() + 180
    while not true():
        assert time.perf_counter() < end, f"three minutes were not enough:\n{app.text}"
        app.read(0.05)
