"""`hydratui recall` and `hydratui memory` from a script."""

import json

import pytest

from hydratui.agents.roster import find
from hydratui.paths import Home
from hydratui.store import Store
from tests.unit.program import run, within
from tests.unit.test_cli_program import done


def test_json_has_exactly_the_agreed_shape(capsys: pytest.CaptureFixture[str], store: Store) -> None:
    task = done(store, "ada", "should the backup move?", "Yes, the backup moves to Tuesday.")
    ended = within(capsys, "recall", "--agent", "ada", "--json", "backup", "tuesday")
    assert ended.out.count("\n") == 1
    answer = json.loads(ended.out)
    assert list(answer) == ["query", "agent", "searched", "hits"]
    assert (answer["query"], answer["agent"], answer["searched"]) == ("backup tuesday", "ada", 1)
    (hit,) = answer["hits"]
    assert list(hit) == ["task", "ref", "date", "asked", "answered", "score", "context"]
    assert (hit["task"], hit["ref"], hit["asked"], hit["context"]) == (task, None, "should the backup move?", False)


def test_a_dash_answers_every_line_in_its_order(store: Store) -> None:
    done(store, "ada", "should the backup move?", "Yes.")
    queries = 'backup\n\n   \nzzz "NEAR(*\r\nbackup\u2028move\n\udcff'
    ended = run("recall", "--agent", "ada", "-", typed=queries.encode("utf-8", "surrogateescape"))
    assert (ended.status, ended.err) == (0, "")
    answers = [json.loads(line) for line in ended.out.splitlines()]
    assert [len(answer["hits"]) for answer in answers] == [1, 0, 0, 0, 1, 0]
    assert [answer["query"].strip() for answer in answers[:4]] == ["backup", "", "", 'zzz "NEAR(*']


def test_nothing_on_stdin_is_no_answer() -> None:
    ended = run("recall", "-", "--json")
    assert (ended.status, ended.out, ended.err) == (0, "", "")


def test_the_limit_and_the_days_are_kept(capsys: pytest.CaptureFixture[str], store: Store) -> None:
    for number in range(4):
        done(store, "ada", f"backup number {number}", "Yes.")
    assert len(json.loads(within(capsys, "recall", "--json", "--limit", "2", "--agent", "ada", "backup").out)["hits"]) == 2
    assert json.loads(within(capsys, "recall", "--json", "--until", "2001", "--agent", "ada", "backup").out)["hits"] == []
    assert len(json.loads(within(capsys, "recall", "--json", "--since", "today", "--agent", "ada", "backup").out)["hits"]) == 4


def test_a_person_reads_dated_excerpts_without_escapes(capsys: pytest.CaptureFixture[str], store: Store) -> None:
    task = done(store, "ada", "should the backup [/foo] move?", "Yes, \x1b[2Jthe backup moves.")
    ended = within(capsys, "recall", "--agent", "ada", "backup")
    assert f"· main · task {task}\n" in ended.out
    assert "  you  should the backup [/foo] move?\n" in ended.out
    assert "  Ada  Yes, ␛[2Jthe backup moves.\n" in ended.out


def test_nothing_found_is_said_plainly(capsys: pytest.CaptureFixture[str], store: Store) -> None:
    done(store, "ada", "should the backup move?", "Yes.")
    ended = within(capsys, "recall", "--agent", "ada", "giraffe")
    assert ended.status == 0
    assert "1 task" in ended.out
    assert "giraffe" in ended.out


def test_remember_then_list_forget_and_undo(capsys: pytest.CaptureFixture[str], home: Home) -> None:
    file = find(home, "ada").folder / "ada.memory.md"
    before = file.read_bytes()
    saved = within(capsys, "remember", "--agent", "ada", "I", "deploy", "on", "Fridays")
    assert saved.status == 0
    assert saved.out.startswith("Saved in Ada's memory: - [20")
    assert "knows this already" in within(capsys, "remember", "--agent", "ada", "I deploy on Fridays").out
    (note,) = [note for note in json.loads(within(capsys, "memory", "--agent", "ada", "--json").out) if "Fridays" in note["note"]]
    assert note == {"line": note["line"], "date": saved.out[saved.out.index("[") + 1 :][:10], "note": "I deploy on Fridays"} | {
        "origin": "user",
        "task": None,
    }
    assert within(capsys, "memory", "forget", "--agent", "ada", str(note["line"])).out == "Ada forgot: I deploy on Fridays\n"
    assert file.read_bytes() == before
    assert within(capsys, "memory", "undo", "--agent", "ada").status == 0
    assert "I deploy on Fridays" in within(capsys, "memory", "list", "--agent", "ada").out
    assert within(capsys, "memory", "undo", "--agent", "ada", "--json").status == 0
    assert file.read_bytes() == before


def test_a_memory_that_is_full_is_refused_and_kept(capsys: pytest.CaptureFixture[str], home: Home) -> None:
    file = find(home, "ada").folder / "ada.memory.md"
    file.write_bytes(b"- [2026-01-01] x\n" * 3855)
    full = file.read_bytes()
    ended = within(capsys, "remember", "--agent", "ada", "one more")
    assert ended.status == 1
    assert "full" in ended.err
    assert file.read_bytes() == full
