"""What the benchmarks share: filled data folders, medians and shares, and what a process takes."""

import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from hydratui.agents.create import seed_starters
from hydratui.agents.memory import MAX_FILE
from hydratui.paths import Home
from hydratui.recall import index
from hydratui.store import Store

PROGRAM = str(Path(sys.executable).with_name("hydratui"))
_TEXT = """backup plan moves to tuesday nights because the disk was full on friday and the router needs a new certificate before the
deploy window opens again for the mini pc in the hall reached over wireguard while otto writes the script that checks it"""
_WORDS = _TEXT.split()


def filled(root: Path, messages: int, *, spread: bool = False) -> Home:
    """A data folder with the starter agents and so many completed tasks, Markdown in each tenth answer.

    Args:
        root: The folder.
        messages: How many tasks.
        spread: Every other one is in its agent's own channel; else all are in the main channel.
    """
    home = Home(root)
    seed_starters(home)
    store = Store.open(home.database)
    with store.write() as db:
        db.executemany(
            """INSERT INTO tasks (agent, channel, prompt, result, status, model, attempts, created_at, started_at, finished_at)
               VALUES (?, ?, ?, ?, 'completed', 'builtin', 1, ?, ?, ?)""",
            [
                (_agent(number), _agent(number) if spread and number % 2 else "main", *_texts(number), *(_moment(number),) * 3)
                for number in range(messages)
            ],
        )
    store.close()
    return home


def lived_in(root: Path, messages: int) -> Home:
    """A data folder after so many messages: in all channels, searched before, Ada's memory as full as may be, Otto's hardly begun."""
    home = filled(root, messages, spread=True)
    store = Store.open(home.database)
    for number in range(3):
        index.ensure(store, _agent(number))
    store.close()
    for agent, size in (("ada", MAX_FILE), ("otto", 1_000)):
        with (home.agents / agent / f"{agent}.memory.md").open("a", encoding="utf-8") as file:
            number = 0
            while file.tell() + 160 < size:
                number += 1
                file.write(f"- [{_moment(number * 25)[:10]}] Note {number}: {_texts(number)[1][:100]}\n")
    home.config.write_text('[models]\ndefault = "builtin"\n', encoding="utf-8")
    return home


def median(values: Sequence[float]) -> float:
    """The middle value."""
    return statistics.median(values)


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of all lies below."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def resident_mb(pid: int) -> float:
    """Resident memory of a process in MB, from /proc (Linux)."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1_000_000


def cpu_seconds(pid: int) -> float:
    """Processor time of a process so far in seconds, from /proc (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def timed(work: Callable[[], object]) -> float:
    """Seconds that something takes."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def verdict(met: bool) -> str:
    """How a line ends."""
    return "met" if met else "NOT MET"


def _agent(number: int) -> str:
    return ("ada", "otto", "iris")[number % 3]


def _texts(number: int) -> tuple[str, str]:
    words = [_WORDS[(number * 7 + place * 5) % len(_WORDS)] for place in range(40)]
    answer = " ".join(words)
    if number % 10 == 0:
        answer += "\n\n```python\nprint('checked')\n```\n\n- first\n- second\n"
    return f"Question {number}: " + " ".join(words[:9]) + "?", answer


def _moment(number: int) -> str:
    return f"2026-{1 + number // 700 % 11:02d}-{1 + number // 25 % 28:02d}T{number % 24:02d}:00:00Z"
