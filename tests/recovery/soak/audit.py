"""The look at the end: is every task ended once, every note there once, every file whole?"""

import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from hydratui.paths import Home
from hydratui.recall import index
from hydratui.store import Store, front_ends, workers
from tests.nursery import SAID
from tests.recovery.soak import audit_notes, audit_tasks
from tests.recovery.soak.ledger import read
from tests.unit.program import run

PROMPT = 5.0
"""Seconds within which a command has to be through: a lock that somebody has left behind would hold it up for longer."""


def look(home: Home, store: Store, folder: Path, heads: dict[str, bytes]) -> tuple[list[str], Counter[str]]:
    """What is wrong, a sentence each, and what became of the tasks.

    Args:
        home: The data folder.
        store: Its open store.
        folder: The folder with the ledgers.
        heads: What stood in each agent's memory before.
    """
    ledger = list(read(folder))
    jobs = audit_tasks.jobs(store)
    problems = [f"trouble: {entry.name}" for entry in ledger if entry.what == "trouble"]
    problems += audit_tasks.problems(store, jobs, ledger)
    problems += audit_notes.problems(home, jobs, ledger, heads)
    problems += _file(store)
    problems += _locks(home, heads)
    problems += _doctor(home)
    problems += _said(home)
    return problems, audit_tasks.counts(store, jobs)


def _file(store: Store) -> Iterator[str]:
    db = store.connection
    for (line,) in db.execute("PRAGMA integrity_check").fetchall():
        if line != "ok":
            yield f"integrity_check: {line}"
    for orphan in db.execute("PRAGMA foreign_key_check").fetchall():
        yield f"foreign_key_check: {orphan}"
    for problem in index.check(store):
        yield f"search index: {problem}"
    if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'recall_agents'").fetchall():
        yield "nobody has recalled anything, so that no search index was proved"
    for row in workers.live(store):
        yield f"worker {row.id} is still on the list"
    if front_ends.open_(store):
        yield f"apps are said to be open: {front_ends.listed(store)}"
    if left := db.execute("SELECT count(*) FROM stream").fetchall()[0][0]:
        yield f"{left} rows of partial output are left over"


def _locks(home: Home, agents: dict[str, bytes]) -> Iterator[str]:
    for agent in agents:
        began = time.monotonic()
        ended = run("remember", "--agent", agent, f"The soak is over for {agent}.", env={"HYDRATUI_HOME": str(home.root)})
        if ended.status != 0 or time.monotonic() - began > PROMPT:
            yield f"{agent}'s memory could not be written afterwards in {time.monotonic() - began:.1f} s: {ended.err}"


def _doctor(home: Home) -> Iterator[str]:
    # What doctor is right to complain of is done away with first, as it asks: the soak has put bytes there that are no UTF-8.
    for file in home.agents.glob("*/*.memory.md"):
        file.write_bytes(file.read_bytes().decode("utf-8", "replace").encode())
    ended = run("doctor", env={"HYDRATUI_HOME": str(home.root)})
    if ended.status != 0:
        yield f"doctor ends with {ended.status}: {ended.out} {ended.err}"


def _said(home: Home) -> Iterator[str]:
    for said in home.root.parent.glob(SAID.format("*")):
        if text := said.read_text(encoding="utf-8"):
            yield f"a worker wrote to the terminal: {text[:2000]}"
    for log in sorted(home.logs.glob("*.log*")):
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
        if traces := [number for number, line in enumerate(lines) if line.startswith("Traceback")]:
            yield f"{log.name} has {len(traces)} tracebacks, the first: {' | '.join(lines[max(traces[0] - 1, 0) :][:60])}"
        if any("soak:" in line or "done-" in line for line in lines):
            yield f"{log.name} holds the text of a prompt or an answer"
