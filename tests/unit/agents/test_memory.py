"""The memory file: a note is one bullet at its end, and every other byte survives."""

import multiprocessing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hydratui import times
from hydratui.agents import memory
from hydratui.agents.files import path, replace
from hydratui.agents.roster import Agent, find
from hydratui.commands.saved import saved_sentence
from hydratui.errors import HydraError, NoteRefused
from hydratui.paths import Home


@pytest.fixture
def ada(home: Home) -> Agent:
    agent = find(home, "ada")
    path(agent, "memory").write_bytes(b"")
    return agent


def stored(agent: Agent) -> bytes:
    return path(agent, "memory").read_bytes()


def put(agent: Agent, data: bytes) -> None:
    path(agent, "memory").write_bytes(data)


def today() -> str:
    return f"{times.today():%Y-%m-%d}"


def test_a_note_is_a_dated_bullet_at_the_end(ada: Agent) -> None:
    saved = memory.save(ada, "The user deploys on Fridays.", "user")
    assert stored(ada).decode() == f"- [{today()}] The user deploys on Fridays.\n"
    assert (saved.note.line, saved.note.origin, saved.already, saved.warning) == (1, "user", False, None)
    assert saved.size == len(stored(ada))


@pytest.mark.parametrize(
    "before",
    [
        b"# Memory\n\nprose\n",
        b"no newline at the end",
        b"\xef\xbb\xbf# with a BOM\r\n\r\nand CRLF\r\n",
        b"latin-1: caf\xe9 and \xff\xfe\n",
        b"mixed\r\nends\nhere",
        b"\n\n\n",
    ],
)
def test_every_byte_that_was_there_survives(ada: Agent, before: bytes) -> None:
    put(ada, before)
    memory.save(ada, "fresh", "agent", task=7)
    after = stored(ada)
    assert after.startswith(before)
    end = b"\r\n" if b"\r\n" in before else b"\n"
    added = f"- [{today()}] fresh".encode() + end
    assert after[len(before) :] in (added, end + added)
    assert after.count(b"fresh") == 1
    assert memory.notes(ada)[-1].text == "fresh"
    memory.undo(ada)
    assert stored(ada).startswith(before)
    assert b"fresh" not in stored(ada)


@given(before=st.binary(max_size=300), note=st.text(min_size=1, max_size=80))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_before_and_any_note_behind(ada: Agent, before: bytes, note: str) -> None:
    put(ada, before)
    try:
        saved = memory.save(ada, note, "user")
    except NoteRefused:
        assert stored(ada) == before
        return
    assert stored(ada).startswith(before)
    if not saved.already:
        added = stored(ada)[len(before) :].decode()
        assert len(added.strip("\r\n").splitlines()) == 1
        assert added.strip("\r\n").startswith(f"- [{today()}] ")


@pytest.mark.parametrize(
    ("typed", "bullet"),
    [
        ("two\nlines\r\nhere", "two lines here"),
        ("# a heading", "# a heading"),
        ("- [2020-01-01] forged", "- [2020-01-01] forged"),
        ("esc \x1b[31m and \u202edirection", "esc ␛[31m and direction"),
        ("[/foo] [@click=app.quit]x[/]", "[/foo] [@click=app.quit]x[/]"),
        ("  padded  ", "padded"),
    ],
)
def test_a_note_stays_one_bullet_of_plain_text(ada: Agent, typed: str, bullet: str) -> None:
    memory.save(ada, typed, "agent")
    assert stored(ada).decode() == f"- [{today()}] {bullet}\n"
    assert [note.text for note in memory.notes(ada)] == [bullet]


def test_600_characters_fit_and_601_are_told_to_condense(ada: Agent) -> None:
    memory.save(ada, "é" * 600, "user")
    before = stored(ada)
    with pytest.raises(NoteRefused, match=r"601 characters; at most 600 fit\. Condense"):
        memory.save(ada, "e" * 601, "user")
    assert stored(ada) == before


@pytest.mark.parametrize("typed", ["", "   ", "\n\t\n"])
def test_an_empty_note_is_refused(ada: Agent, typed: str) -> None:
    with pytest.raises(NoteRefused, match="empty"):
        memory.save(ada, typed, "user")
    assert stored(ada) == b""


def test_the_file_holds_65536_bytes_and_not_one_more(ada: Agent) -> None:
    line = f"- [{today()}] full\n".encode()
    put(ada, b"x" * (memory.MAX_FILE - len(line) - 1) + b"\n")
    saved = memory.save(ada, "full", "user")
    assert saved.size == len(stored(ada)) == memory.MAX_FILE
    assert saved.warning is not None
    before = stored(ada)
    with pytest.raises(NoteRefused, match="Prune old notes"):
        memory.save(ada, "z", "user")
    assert stored(ada) == before


def test_the_file_warns_from_80_per_cent_on(ada: Agent) -> None:
    put(ada, b"x" * int(memory.MAX_FILE * 0.79) + b"\n")
    assert memory.save(ada, "still room", "user").warning is None
    put(ada, b"x" * int(memory.MAX_FILE * 0.8) + b"\n")
    assert "80 % full" in str(memory.save(ada, "nearly", "user").warning)


def test_a_note_that_is_there_word_for_word_is_not_written_again(ada: Agent) -> None:
    put(ada, b"- [2020-02-02] likes tea\n")
    saved = memory.save(ada, "likes   tea", "agent")
    assert saved.already
    assert saved.note.date == "2020-02-02"
    assert stored(ada) == b"- [2020-02-02] likes tea\n"


def test_notes_carry_where_they_came_from(ada: Agent) -> None:
    put(ada, b"# Notes\n- [2020-02-02] by hand\n- undated\nprose - no note\n")
    memory.save(ada, "typed", "user")
    memory.save(ada, "learnt", "agent", task=17)
    assert [(note.line, note.date, note.text, note.origin, note.task) for note in memory.notes(ada)] == [
        (2, "2020-02-02", "by hand", "hand", None),
        (3, "", "undated", "hand", None),
        (5, today(), "typed", "user", None),
        (6, today(), "learnt", "agent", 17),
    ]


def test_forgetting_takes_out_one_line_and_undo_puts_it_back_where_it_was(ada: Agent) -> None:
    before = b"\xef\xbb\xbf# Top\r\n- [2020-01-01] one\r\n- [2020-01-02] tw\xffo\r\nlast, no end"
    put(ada, before)
    assert memory.forget(ada, 3).text == "tw\ufffdo"
    assert stored(ada) == b"\xef\xbb\xbf# Top\r\n- [2020-01-01] one\r\nlast, no end"
    assert "Put the note back" in memory.undo(ada)
    assert stored(ada) == before


@pytest.mark.parametrize("line", [0, 1, 4, 99])
def test_only_a_note_can_be_forgotten(ada: Agent, line: int) -> None:
    put(ada, b"# Top\n- [2020-01-01] one\n\nprose\n")
    with pytest.raises(HydraError, match=f"no note on line {line}"):
        memory.forget(ada, line)


def test_undo_takes_back_one_change_after_the_other_and_then_says_that_there_is_none(ada: Agent) -> None:
    memory.save(ada, "first", "user")
    memory.save(ada, "second", "agent", task=3)
    memory.forget(ada, 1)
    assert memory.undo(ada) == "Put the note back: first"
    assert memory.undo(ada) == "Took the note back: second"
    assert memory.undo(ada) == "Took the note back: first"
    assert stored(ada) == b""
    with pytest.raises(HydraError, match="nothing to undo"):
        memory.undo(ada)


def test_undo_leaves_what_was_edited_by_hand_meanwhile(ada: Agent) -> None:
    memory.save(ada, "mine", "user")
    put(ada, stored(ada) + b"by hand\n")
    memory.undo(ada)
    assert stored(ada) == b"by hand\n"


def test_a_note_that_was_removed_by_hand_is_passed_over_by_undo(ada: Agent) -> None:
    memory.save(ada, "kept", "user")
    memory.save(ada, "removed by hand", "user")
    put(ada, stored(ada).splitlines(keepends=True)[0])
    assert memory.undo(ada) == "Took the note back: kept"


def test_a_journal_that_was_torn_by_a_crash_loses_no_note(ada: Agent) -> None:
    memory.save(ada, "safe", "user")
    torn = ada.folder / "ada.memory.journal.jsonl"
    torn.write_bytes(torn.read_bytes() + b'{"at": "20')
    memory.save(ada, "after", "agent", task=2)
    assert [(note.text, note.origin) for note in memory.notes(ada)] == [("safe", "user"), ("after", "agent")]


def _save_many(agent: Agent, name: str) -> None:
    for number in range(10):
        memory.save(agent, f"{name} {number}", "agent")


def test_four_processes_lose_no_note(ada: Agent) -> None:
    spawn = multiprocessing.get_context("spawn")
    jobs = [spawn.Process(target=_save_many, args=(ada, f"process {number}")) for number in range(4)]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
    assert [job.exitcode for job in jobs] == [0, 0, 0, 0]
    assert len(memory.notes(ada)) == len({note.text for note in memory.notes(ada)}) == 40


def test_a_file_that_is_a_link_stays_one(ada: Agent, tmp_path: Path) -> None:
    target = tmp_path / "notes.md"
    target.write_bytes(b"- [2020-01-01] mine\n- [2020-01-02] other\n")
    path(ada, "memory").unlink()
    path(ada, "memory").symlink_to(target)
    memory.save(ada, "through the link", "user")
    memory.forget(ada, 1)
    assert path(ada, "memory").is_symlink()
    assert target.read_bytes() == f"- [2020-01-02] other\n- [{today()}] through the link\n".encode()


def test_a_new_file_keeps_the_mode_of_the_old_one(ada: Agent) -> None:
    path(ada, "memory").chmod(0o600)
    replace(path(ada, "memory"), b"new")
    assert path(ada, "memory").stat().st_mode & 0o777 == 0o600


def test_a_note_that_was_seen_is_forgotten_only_where_it_still_stands(ada: Agent) -> None:
    put(ada, b"- [2020-01-01] one\n- [2020-01-02] two\n")
    seen = memory.notes(ada)[1]
    put(ada, b"- [2020-01-01] one\n- [2020-01-03] another\n")
    with pytest.raises(HydraError, match="changed on disk meanwhile"):
        memory.forget(ada, seen.line, seen)
    assert stored(ada) == b"- [2020-01-01] one\n- [2020-01-03] another\n"
    put(ada, b"- [2020-01-01] one\n- [2020-01-02] two\n")
    assert memory.forget(ada, seen.line, seen) == seen


def test_a_note_is_said_behind_its_date_or_alone(ada: Agent) -> None:
    put(ada, b"- [2020-02-02] likes tea\n- likes cake\n")
    assert [note.dated for note in memory.notes(ada)] == ["[2020-02-02] likes tea", "likes cake"]
    assert saved_sentence(ada, memory.save(ada, "likes cake", "user")) == "Ada knows this already: - likes cake"
