"""The notes at the end: each there once, every byte of the user's as it was, the journal whole."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from hydratui.agents import files, journal, memory
from hydratui.agents.roster import Agent, roster
from hydratui.paths import Home
from tests.recovery.soak.audit_tasks import Job
from tests.recovery.soak.ledger import Entry

_LINE = re.compile(r"- \[\d{4}-\d\d-\d\d\] (.+)")


def problems(home: Home, jobs: Sequence[Job], ledger: Sequence[Entry], heads: dict[str, bytes]) -> Iterator[str]:
    """What is wrong, a sentence each."""
    for agent in roster(home):
        lines, wrong = _lines(agent, heads[agent.id])
        yield from wrong
        yield from _kept(agent, Counter(lines), [job for job in jobs if job.task.agent == agent.id], ledger)
        yield from _journal(agent, lines)
        if agent.folder.exists() and (left := [file.name for file in agent.folder.iterdir() if file.suffix == ".new"]):
            yield f"{agent.id} has half-written files: {left}"


def _lines(agent: Agent, head: bytes) -> tuple[list[str], list[str]]:
    """The notes behind the head, and what is wrong with the file as such."""
    data = files.read_bytes(files.path(agent, "memory"))
    end = b"\r\n" if b"\r\n" in head else b"\n"
    if not data.startswith(head):
        return [], [f"{agent.id}'s memory does not begin with what stood in it: {data[: len(head)]!r}"]
    rest = data[len(head) :]
    if rest and not head.endswith(b"\n"):
        if not rest.startswith(end):
            return [], [f"{agent.id}'s last line was written on: {rest[:80]!r}"]
        rest = rest.removeprefix(end)
    if rest and not rest.endswith(end):
        return [], [f"{agent.id}'s memory ends in the middle of a line: {rest[-80:]!r}"]
    found, wrong = [], []
    for line in rest.split(end)[:-1]:
        matched = _LINE.fullmatch(line.decode("utf-8", "replace"))
        if matched:
            found.append(matched[1])
        else:
            wrong.append(f"{agent.id}'s memory has a line that is no note: {line!r}")
    if len(memory.notes(agent)) < len(found):
        wrong.append(f"{agent.id} has {len(found)} notes and {len(memory.notes(agent))} are read")
    return found, wrong


def _kept(agent: Agent, there: Counter[str], jobs: Sequence[Job], ledger: Sequence[Entry]) -> Iterator[str]:
    by_hand = {entry.name: False for entry in ledger if entry.what == "note" and entry.agent == agent.id}
    by_hand |= {entry.name: True for entry in ledger if entry.what == "note" and entry.agent == agent.id and entry.sure}
    by_task: dict[str, bool] = {}
    for job in jobs:
        by_task[job.errand.note] = by_task.get(job.errand.note, False) or job.task.status == "completed"
    for note, must in {**by_hand, **by_task}.items():
        if there[note] > 1:
            yield f"{agent.id} has a note {there[note]} times: {note}"
        if must and not there[note]:
            yield f"{agent.id} has lost a note: {note}"
    for note in there.keys() - by_hand.keys() - by_task.keys():
        yield f"{agent.id} has a note that nobody wrote: {note}"


def _journal(agent: Agent, notes: Sequence[str]) -> Iterator[str]:
    lines = files.read_bytes(journal.path(agent)).splitlines()
    entries = journal.entries(agent)
    for number, line in enumerate(lines):
        try:
            json.loads(line)
        except ValueError:
            yield f"line {number + 1} of {agent.id}'s journal can't be read: {line!r}"
    if len(entries) != len(lines):
        yield f"{agent.id}'s journal has {len(lines)} lines, and {len(entries)} of them are entries"
    added = {entry.line for entry in entries.values() if entry.change == "add"}
    for note in memory.notes(agent):
        if note.text in notes and (note.origin == "hand" or f"- {note.dated}" not in added):
            yield f"{agent.id}'s note has no origin: {note.text}"
        if note.text.startswith("Errand") and note.origin != "agent":
            yield f"{agent.id}'s note was saved by {note.origin}: {note.text}"
