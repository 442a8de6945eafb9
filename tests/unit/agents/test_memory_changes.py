"""Notes are edited, moved and pruned; each step is undone and redone as one, and every other byte survives."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hydratui.agents import files, journal, memory
from hydratui.agents.roster import Agent, find
from hydratui.errors import HydraError, NoteRefused
from hydratui.paths import Home


@pytest.fixture
def ada(home: Home) -> Agent:
    agent = find(home, "ada")
    files.path(agent, "memory").write_bytes(b"")
    return agent


def stored(agent: Agent) -> bytes:
    return files.path(agent, "memory").read_bytes()


def put(agent: Agent, data: bytes) -> None:
    journal.path(agent).unlink(missing_ok=True)
    files.path(agent, "memory").write_bytes(data)


def texts(agent: Agent) -> list[str]:
    return [note.text for note in memory.notes(agent)]


ODD = b"\xef\xbb\xbf- [2020-01-01] first \r\n# a heading\n  * caf\xe9 undated\t\nprose\n\n-\t[2020-01-03] tw\xffo\nlast\n- the end"


@pytest.mark.parametrize(
    ("line", "old", "new"),
    [
        (1, b"] first \r\n", b"] other \r\n"),
        (3, b"  * caf\xe9 undated\t\n", b"  * other\t\n"),
        (6, b"-\t[2020-01-03] tw\xffo\n", b"-\t[2020-01-03] other\n"),
        (8, b"- the end", b"- other"),
    ],
)
def test_editing_changes_the_text_of_one_note_and_no_other_byte(ada: Agent, line: int, old: bytes, new: bytes) -> None:
    put(ada, ODD)
    before = memory.notes(ada)
    changed = memory.edit(ada, line, "other")
    assert stored(ada) == ODD.replace(old, new)
    assert (changed.line, changed.text, changed.origin) == (line, "other", "user")
    assert [note for note in memory.notes(ada) if note.line != line] == [note for note in before if note.line != line]
    memory.undo(ada)
    assert stored(ada) == ODD
    assert memory.notes(ada) == before
    memory.redo(ada)
    assert stored(ada) == ODD.replace(old, new)


def test_an_edited_note_keeps_its_date_and_its_task_and_is_the_users(ada: Agent) -> None:
    put(ada, b"- [2020-01-01] by hand\n")
    memory.save(ada, "learnt", "agent", task=17)
    changed = memory.edit(ada, 2, "learnt better")
    assert (changed.origin, changed.task) == ("user", 17)
    assert memory.edit(ada, 1, "by mouse").date == "2020-01-01"
    assert memory.undo(ada) == "Changed back to: by hand"
    assert memory.undo(ada) == "Changed back to: learnt"
    assert [(note.text, note.origin, note.task) for note in memory.notes(ada)] == [("by hand", "hand", None), ("learnt", "agent", 17)]
    assert memory.redo(ada) == "Changed again to: learnt better"


@pytest.mark.parametrize("typed", ["two\nlines", "a \x1b[31m sign", "# a heading", "- [2020-01-01] forged", "[/foo] \u202eback"])
def test_what_is_typed_stays_one_bullet_of_plain_text(ada: Agent, typed: str) -> None:
    put(ada, b"- [2020-02-02] old\n- behind\n")
    memory.edit(ada, 1, typed)
    assert len(stored(ada).splitlines()) == 2
    assert texts(ada) == [memory.checked(typed), "behind"]


def test_an_edit_is_refused_when_it_is_empty_too_long_or_stands_in_another_note(ada: Agent) -> None:
    put(ada, b"- one\n- two\n")
    for typed, why in ((" ", "empty"), ("x" * 601, "601 characters"), ("two", "knows this already, on line 2")):
        with pytest.raises(NoteRefused, match=why):
            memory.edit(ada, 1, typed)
    assert stored(ada) == b"- one\n- two\n"
    assert memory.edit(ada, 1, " one ").text == "one"
    with pytest.raises(HydraError, match="nothing to undo"):
        memory.undo(ada)


def test_what_was_seen_and_has_changed_on_disk_meanwhile_is_neither_edited_nor_moved_nor_pruned(ada: Agent) -> None:
    put(ada, b"- one\n- two\n- three\n")
    seen = memory.notes(ada)
    put(ada, b"- zero\n- one\n- two\n- three\n")
    for change in (
        lambda: memory.edit(ada, 2, "x", seen[1]),
        lambda: memory.move(ada, 2, "up", seen[1]),
        lambda: memory.forget_all(ada, seen[1:]),
    ):
        with pytest.raises(HydraError, match="changed on disk meanwhile"):
            change()
    assert stored(ada) == b"- zero\n- one\n- two\n- three\n"


def test_moving_puts_a_note_before_the_one_above_or_behind_the_one_below(ada: Agent) -> None:
    put(ada, ODD)
    assert memory.move(ada, 6, "up").line == 3
    assert stored(ada) == (
        b"\xef\xbb\xbf- [2020-01-01] first \r\n# a heading\n-\t[2020-01-03] tw\xffo\n  * caf\xe9 undated\t\nprose\n\nlast\n- the end"
    )
    assert memory.undo(ada) == "Moved back: tw\ufffdo"
    assert stored(ada) == ODD
    memory.move(ada, 6, "down")
    assert stored(ada).endswith(b"\n\nlast\n- the end\n-\t[2020-01-03] tw\xffo")
    memory.undo(ada)
    memory.move(ada, 1, "down")
    assert stored(ada).startswith(b"\xef\xbb\xbf# a heading\n  * caf\xe9 undated\t\n- [2020-01-01] first \r\n")
    memory.undo(ada)
    assert stored(ada) == ODD
    with pytest.raises(HydraError, match="first note already"):
        memory.move(ada, 1, "up")
    with pytest.raises(HydraError, match="last note already"):
        memory.move(ada, 8, "down")


def test_a_moved_note_keeps_its_origin(ada: Agent) -> None:
    put(ada, b"- by hand\n")
    memory.save(ada, "learnt", "agent", task=17)
    moved = memory.move(ada, 2, "up")
    assert (moved.line, moved.origin, moved.task) == (1, "agent", 17)
    assert memory.notes(ada)[1].origin == "hand"


def test_several_notes_are_forgotten_and_put_back_as_one(ada: Agent) -> None:
    put(ada, ODD)
    known = memory.notes(ada)
    memory.forget_all(ada, [known[0], known[2], known[1]])
    assert stored(ada) == b"\xef\xbb\xbf# a heading\nprose\n\nlast\n- the end"
    assert memory.undo(ada) == "Put 3 notes back."
    assert memory.notes(ada) == known
    assert memory.redo(ada) == "Deleted 3 notes again."
    assert texts(ada) == ["the end"]


def test_undo_and_redo_walk_through_the_changes_of_the_user_and_of_the_agent(ada: Agent) -> None:
    memory.save(ada, "mine", "user")
    memory.save(ada, "the agent's", "agent", task=3)
    memory.forget(ada, 1)
    after = [stored(ada)]
    for said in ("Put the note back: mine", "Took the note back: the agent's", "Took the note back: mine"):
        assert memory.undo(ada) == said
        after.append(stored(ada))
    for said in ("Added the note again: mine", "Added the note again: the agent's", "Deleted the note again: mine"):
        after.pop()
        assert memory.redo(ada) == said
        assert stored(ada) == after[-1]
    with pytest.raises(HydraError, match="nothing to redo"):
        memory.redo(ada)
    assert memory.notes(ada)[0].task == 3


def test_a_new_change_ends_the_redo_and_a_note_of_the_agents_does_not(ada: Agent) -> None:
    memory.save(ada, "one", "user")
    memory.undo(ada)
    memory.save(ada, "from the agent", "agent", task=1)
    assert memory.redo(ada) == "Added the note again: one"
    memory.undo(ada)
    memory.save(ada, "two", "user")
    with pytest.raises(HydraError, match="nothing to redo"):
        memory.redo(ada)


def test_what_a_hand_changed_meanwhile_is_passed_over(ada: Agent) -> None:
    memory.save(ada, "kept", "user")
    memory.save(ada, "to be edited", "user")
    memory.edit(ada, 2, "edited")
    kept = stored(ada).splitlines(keepends=True)[0]
    files.path(ada, "memory").write_bytes(kept)
    assert memory.undo(ada) == "Took the note back: kept"


def test_undo_does_not_make_the_file_larger_than_it_may_be(ada: Agent) -> None:
    put(ada, b"- a note of some length\n- short\n")
    memory.forget(ada, 1)
    files.path(ada, "memory").write_bytes(b"- short\n" + b"x" * (memory.MAX_FILE - 10) + b"\n")
    full = stored(ada)
    with pytest.raises(NoteRefused, match="does not fit"):
        memory.undo(ada)
    assert stored(ada) == full


def test_a_change_that_can_not_be_written_leaves_no_trace_in_the_journal(ada: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    memory.save(ada, "one", "user")
    before = journal.path(ada).read_bytes()

    def full(file: Path, data: bytes) -> None:
        raise HydraError(f"{file} can't be written (No space left on device). It is as it was.")

    monkeypatch.setattr(memory, "replace", full)
    for change in (lambda: memory.forget(ada, 1), lambda: memory.edit(ada, 1, "x"), lambda: memory.undo(ada)):
        with pytest.raises(HydraError, match="No space left"):
            change()
    assert journal.path(ada).read_bytes() == before


LINES = st.sampled_from([b"- [2020-01-01] a", b"- b", b"  * c", b"# heading", b"", b"prose", b"- caf\xe9", b"+ [2020-02-02] d"])
STEPS = st.lists(st.tuples(st.sampled_from(["save", "edit", "up", "down", "forget", "several"]), st.integers(0, 5)), max_size=8)


@given(lines=st.lists(st.tuples(LINES, st.sampled_from([b"\n", b"\r\n"])), max_size=9), steps=STEPS)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_changes_are_all_undone_and_all_redone(ada: Agent, lines: list[tuple[bytes, bytes]], steps: list[tuple[str, int]]) -> None:
    put(ada, b"".join(line + end for line, end in lines))
    before = stored(ada)
    seen = [stored(ada)]
    for number, (step, at) in enumerate(steps):
        try:
            change(ada, step, at, number)
        except HydraError:
            continue
        seen.append(stored(ada))
    for state in reversed(seen[:-1]):
        memory.undo(ada)
        assert same(stored(ada), state)
    assert same(stored(ada), before)
    for state in seen[1:]:
        memory.redo(ada)
        assert same(stored(ada), state)
    with pytest.raises(HydraError, match="nothing to redo"):
        memory.redo(ada)


def change(agent: Agent, step: str, at: int, number: int) -> None:
    known = memory.notes(agent)
    if step == "save":
        memory.save(agent, f"saved {number}", "user")
    elif not known:
        raise HydraError("There is none.")
    elif step == "several":
        memory.forget_all(agent, known[at % len(known) :])
    else:
        line = known[at % len(known)].line
        if step == "edit":
            memory.edit(agent, line, f"edited {number}")
        elif step == "forget":
            memory.forget(agent, line)
        else:
            memory.move(agent, line, "up" if step == "up" else "down")


def same(one: bytes, other: bytes) -> bool:
    """Whether the lines are the same; a line that was put back may end as the file's lines do."""
    return one.splitlines() == other.splitlines()


RELEASED = """
import json, sys
known, bullets = {}, open(sys.argv[2], "rb").read().splitlines()
for number, line in enumerate(open(sys.argv[1], "rb").read().splitlines()):
    fields = json.loads(line)
    assert set(fields) <= {"at", "change", "line", "place", "origin", "task", "of"} and fields["change"] in ("add", "forget", "undo")
    known[number] = fields
done = {fields["of"] for fields in known.values() if fields["change"] == "undo"}
for number, fields in sorted(known.items(), reverse=True):
    if fields["change"] == "undo" or number in done or (fields["change"] == "add" and fields["line"].encode() not in bullets):
        continue
    if fields["change"] == "add":
        del bullets[len(bullets) - 1 - bullets[::-1].index(fields["line"].encode())]
    else:
        bullets.insert(min(fields["place"] - 1, len(bullets)), fields["line"].encode())
sys.stdout.buffer.write(b"".join(line + b"\\n" for line in bullets))
"""
"""How version 0.1.0 reads a journal, undoing all that it can."""


def test_a_program_that_knows_only_adding_and_forgetting_undoes_every_change(ada: Agent) -> None:
    before = b"- one\n- two\n- three\n- four\n- five\n"
    put(ada, before)
    memory.save(ada, "six", "agent", task=1)
    memory.edit(ada, 2, "changed")
    memory.move(ada, 5, "up")
    memory.forget_all(ada, [memory.notes(ada)[0], memory.notes(ada)[3]])
    memory.forget(ada, 1)
    arguments = [sys.executable, "-c", RELEASED, str(journal.path(ada)), str(files.path(ada, "memory"))]
    assert subprocess.run(arguments, capture_output=True, check=True).stdout == before


def test_a_journal_of_version_0_1_is_read_and_undone(ada: Agent) -> None:
    put(ada, b"- [2026-11-30] second\n")
    entries = [
        {"at": "2026-11-30T10:00:00Z", "change": "add", "line": "- [2026-11-30] first", "origin": "user"},
        {"at": "2026-11-30T10:00:01Z", "change": "add", "line": "- [2026-11-30] second", "origin": "agent", "task": 3},
        {"at": "2026-11-30T10:00:02Z", "change": "forget", "line": "- [2026-11-30] first", "place": 1, "origin": "user"},
        {"at": "2026-11-30T10:00:03Z", "change": "undo", "line": "- [2026-11-30] first", "of": 2},
        {"at": "2026-11-30T10:00:04Z", "change": "forget", "line": "- [2026-11-30] first", "place": 1, "origin": "user"},
        {"at": "2026-11-30T10:00:05Z", "change": "of a later version", "line": "?"},
        {"at": "2026-11-30T10:00:05Z", "change": "add", "line": "?", "of a later version": 1},
    ]
    journal.path(ada).write_text("".join(json.dumps(entry) + "\n" for entry in entries))
    assert [(note.origin, note.task) for note in memory.notes(ada)] == [("agent", 3)]
    assert memory.undo(ada) == "Put the note back: first"
    assert memory.undo(ada) == "Took the note back: second"
    assert memory.undo(ada) == "Took the note back: first"
    assert stored(ada) == b""
    for _ in range(3):
        memory.redo(ada)
    assert texts(ada) == ["second"]
