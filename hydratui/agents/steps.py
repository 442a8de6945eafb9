"""Steps in the life of a memory file: what was done as one thing, done to its bytes, and taken back.

A step is one or more changes of the journal: adding or forgetting one line each. An edited note is the old line forgotten and the new
one added; a moved note is forgotten here and added there. So a program that knows only these two reads every journal.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hydratui.agents.bullets import BOM, said
from hydratui.agents.journal import Entry

_BOM = BOM.encode()
_ENDS = (b"\n", b"\r")


@dataclass(frozen=True, slots=True)
class History:
    """What can be taken back, and what can be done again.

    Attributes:
        back: Steps that stand, the newest last: the numbers of their changes that stand, in order.
        forth: Steps that were taken back, the last one last, in the same way.
        undone_by: For each change that was taken back, the number of the entry that did it.
    """

    back: Sequence[Sequence[int]]
    forth: Sequence[Sequence[int]]
    undone_by: Mapping[int, int]


def history(entries: Mapping[int, Entry]) -> History:
    """What the entries of a journal amount to.

    A new change ends what can be done again, except a note that the agent adds meanwhile.
    """
    steps: dict[int, list[int]] = {}
    step_of: dict[int, int] = {}
    undone: dict[int, int] = {}
    back: list[int] = []
    forth: list[int] = []
    for number, entry in entries.items():
        if entry.change == "undo":
            change = _undone(entries, entry, number, undone)
            if change not in step_of:
                continue
            step = step_of[change]
            stands = any(each not in undone for each in steps[step])
            for pile in (back, forth):
                if step in pile:
                    pile.remove(step)
            (back if stands else forth).append(step)
        elif entry.change in ("add", "forget"):
            step = step_of[number] = entry.of if entry.of in steps else number
            steps.setdefault(step, []).append(number)
            if step == number:
                back.append(step)
                if entry.change == "forget" or entry.origin in ("user", "hand"):
                    forth.clear()
    return History([[each for each in steps[step] if each not in undone] for step in back], [steps[step] for step in forth], undone)


def _undone(entries: Mapping[int, Entry], entry: Entry, number: int, undone: dict[int, int]) -> int:
    """Notes what an undo takes back, a change or another undo; gives the change that it is about, -1 when that can't be read."""
    taken = entries.get(-1 if entry.of is None else entry.of)
    if taken is None or entry.of is None:
        return -1
    if taken.change != "undo":
        undone[entry.of] = number
        return entry.of
    change = -1 if taken.of is None else taken.of
    undone.pop(change, None)
    return change


def done(data: bytes, changes: Iterable[Entry], backwards: bool = False) -> bytes | None:
    """The bytes of a memory file after some changes, or before them.

    Every other byte stays as it was; a byte order mark stays first, and a file whose last line has no end keeps it so.

    Args:
        data: The file.
        changes: What was done, in order.
        backwards: Take them back.

    Returns:
        The new bytes; None when a line that is to go is not there.
    """
    mark = _BOM if data.startswith(_BOM) else b""
    lines = data.removeprefix(mark).splitlines(keepends=True)
    freed: list[bytes] = []
    for change in reversed(list(changes)) if backwards else changes:
        line = change.line.encode("utf-8", "surrogateescape").removeprefix(_BOM)
        if (change.change == "add") != backwards:
            at = len(lines) if change.place is None else min(change.place - 1, len(lines))
            lines.insert(at, line + (freed.pop(0) if freed else line_end(data)))
        else:
            found = _found(lines, line, change.place)
            if found is None:
                return None
            freed.append(lines[found][len(line) :])
            del lines[found]
    return mark + b"".join(_with_ends(lines))


def line_end(data: bytes) -> bytes:
    """How the lines of a file end."""
    return b"\r\n" if b"\r\n" in data else b"\n"


def _found(lines: Sequence[bytes], line: bytes, place: int | None) -> int | None:
    """Where a line is: at its place, else the nearest to it, else the last one."""
    wanted = len(lines) if place is None else place - 1
    if wanted < len(lines) and lines[wanted].rstrip(b"\r\n") == line:
        return wanted
    places = [at for at, each in enumerate(lines) if each.rstrip(b"\r\n") == line]
    return min(places, key=lambda at: (abs(at - wanted), -at), default=None)


def _with_ends(lines: list[bytes]) -> list[bytes]:
    """The lines, where one without an end is not the last any more: it takes the end of the one that is."""
    bare = next((at for at, line in enumerate(lines[:-1]) if not line.endswith(_ENDS)), None)
    if bare is not None:
        last = lines[-1].rstrip(b"\r\n")
        lines[bare] += lines[-1][len(last) :]
        lines[-1] = last
    return lines


def told(changes: Sequence[Entry], back: bool) -> str:
    """What undoing or redoing a step did, a sentence.

    Args:
        changes: The step.
        back: It was taken back; otherwise it was done again.
    """
    first, last = changes[0], changes[-1]
    if first.change == "forget" and last.change == "add":
        if first.line == last.line:
            return f"{'Moved back' if back else 'Moved again'}: {said(last.line)}"
        return f"Changed back to: {said(first.line)}" if back else f"Changed again to: {said(last.line)}"
    if len(changes) > 1:
        return f"Put {len(changes)} notes back." if back else f"Deleted {len(changes)} notes again."
    if first.change == "add":
        return f"Took the note back: {said(first.line)}" if back else f"Added the note again: {said(first.line)}"
    return f"Put the note back: {said(first.line)}" if back else f"Deleted the note again: {said(first.line)}"
