"""Tasks travel as lines of JSON: whole, once, or not at all."""

import json
import os
import threading
from dataclasses import asdict
from pathlib import Path

import pytest

from hydratui.agents.create import create
from hydratui.agents.roster import find, roster
from hydratui.commands import transfer
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store import Store, queue, tasks

LINE: dict[str, object] = {
    "ref": "old:1",
    "agent": "berta",
    "channel": "main",
    "prompt": "when do we deploy?",
    "result": "On Fridays.",
    "status": "completed",
    "created_at": "2026-01-02T03:04:05Z",
    "finished_at": "2026-01-02T03:05:00Z",
}


def file(folder: Path, *lines: dict[str, object] | str | bytes) -> Path:
    path = folder / "tasks.jsonl"
    parts = [line if isinstance(line, bytes) else (line if isinstance(line, str) else json.dumps(line)).encode() for line in lines]
    path.write_bytes(b"\n".join(parts))
    return path


def snapshot(store: Store) -> list[tuple[object, ...]]:
    """Everything of every task but its number and its worker."""
    return [
        tuple(value for name, value in asdict(task).items() if name not in ("id", "worker"))
        for task in reversed(tasks.recent(store, limit=1000))
    ]


def test_a_line_becomes_a_task_and_its_agent_is_made(home: Home, store: Store, tmp_path: Path) -> None:
    done = transfer.import_jsonl(home, store, file(tmp_path, LINE, "", {**LINE, "ref": "old:2", "agent": "ana_maria"}))
    assert (done.read, done.added, done.agents) == (2, 2, ("ana_maria", "berta"))
    assert find(home, "ana_maria").name == "Ana Maria"
    first = tasks.get(store, 1)
    assert first is not None
    assert {key: getattr(first, key) for key in LINE} == LINE


def test_the_same_file_twice_adds_nothing_and_uses_up_no_number(home: Home, store: Store, tmp_path: Path) -> None:
    path = file(tmp_path, LINE, LINE, {**LINE, "ref": None}, {**LINE, "ref": None})
    assert transfer.import_jsonl(home, store, path).added == 3
    again = transfer.import_jsonl(home, store, path)
    assert (again.added, again.agents) == (0, ())
    assert tasks.submit(store, "berta", "next").id == 4


def test_a_pending_line_is_queued_for_work(home: Home, store: Store, tmp_path: Path) -> None:
    transfer.import_jsonl(home, store, file(tmp_path, {"agent": "berta", "prompt": "hello", "status": "pending", "result": None}))
    claim = queue.claim(store, "test")
    assert claim is not None
    assert claim.task.prompt == "hello"


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ("{", "not JSON"),
        ("[1]", "not an object"),
        (b"\xff\xfe", "not UTF-8"),
        ("[" * 100_000, "nested too deeply"),
        ({**LINE, "agent": "Ber ta"}, "agent must be an id"),
        ({**LINE, "agent": "../x"}, "agent must be an id"),
        ({**LINE, "agent": "main"}, "no agent can be made"),
        ({**LINE, "agent": None}, "agent must be an id"),
        ({**LINE, "prompt": " "}, "prompt is missing"),
        ({**LINE, "prompt": 7}, "prompt must be text"),
        ({**LINE, "status": "done"}, "status must be one of pending, running"),
        ({**LINE, "created_at": "yesterday"}, "created_at must be a moment"),
        ({**LINE, "finished_at": "2026-02-30T00:00:00Z"}, "finished_at must be a moment"),
        ({**LINE, "created_at": "0001-01-01T00:00:00Z"}, "created_at must be a moment"),
        ({**LINE, "finished_at": "9999-12-31T23:59:59Z"}, "finished_at must be a moment"),
        ({**LINE, "tokens_in": -1}, "tokens_in must be a whole number"),
    ],
)
def test_a_bad_line_is_named_and_nothing_is_imported(
    home: Home, store: Store, tmp_path: Path, bad: dict[str, object] | str | bytes, why: str
) -> None:
    path = file(tmp_path, LINE, "", bad)
    agents = roster(home)
    with pytest.raises(HydraError) as caught:
        transfer.import_jsonl(home, store, path)
    assert f"{path}, line 3: " in str(caught.value)
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)
    assert snapshot(store) == []
    assert roster(home) == agents


def test_a_missing_file_is_named(home: Home, store: Store, tmp_path: Path) -> None:
    with pytest.raises(HydraError, match=r"gone\.jsonl can't be read"):
        transfer.import_jsonl(home, store, tmp_path / "gone.jsonl")


def test_half_a_surrogate_pair_a_nul_and_a_byte_order_mark_are_no_obstacle(home: Home, store: Store, tmp_path: Path) -> None:
    strange = json.dumps({**LINE, "prompt": "half \ud83d of it, \x00 and \u2028"})
    transfer.import_jsonl(home, store, file(tmp_path, b"\xef\xbb\xbf" + strange.encode()))
    assert [task.prompt for task in tasks.recent(store)] == ["half ? of it, \x00 and \u2028"]


def test_other_ways_to_write_a_moment_become_ours(home: Home, store: Store, tmp_path: Path) -> None:
    transfer.import_jsonl(home, store, file(tmp_path, {**LINE, "created_at": "2026-01-02T04:04:05.250+01:00", "finished_at": None}))
    (task,) = tasks.recent(store)
    assert (task.created_at, task.finished_at) == ("2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z")


def test_an_export_gives_the_same_tasks_back(home: Home, store: Store, tmp_path: Path) -> None:
    create(home, "Berta")
    transfer.import_jsonl(home, store, file(tmp_path, LINE))
    failed, cancelled, done = (tasks.submit(store, "berta", f"línea\n{n}", "work") for n in range(3))
    tasks.cancel(store, cancelled.id)
    for task in (failed, done):
        claim = queue.claim(store, "test", only=task.id)
        assert claim is not None
        if task is failed:
            queue.fail(store, claim, "the key is wrong", "half an ans", "openai:x", (3, 4))
        else:
            queue.complete(store, claim, "sí \u2028 done", "openai:x", (5, 6))
    tasks.submit(store, "berta", "still waiting")
    target = tmp_path / "all.jsonl"
    assert transfer.write(target, transfer.jsonl(store)) == 5
    elsewhere = Home(tmp_path / "elsewhere")
    other = Store.open(elsewhere.database)
    assert transfer.import_jsonl(elsewhere, other, target).added == 5
    assert snapshot(other) == snapshot(store)
    assert transfer.import_jsonl(elsewhere, other, target).added == 0
    assert transfer.import_jsonl(home, store, target).added == 0
    assert "".join(transfer.jsonl(other)) == target.read_text(encoding="utf-8")
    other.close()


def test_a_running_task_is_queued_again_elsewhere(home: Home, store: Store, tmp_path: Path) -> None:
    tasks.submit(store, "ada", "long work")
    assert queue.claim(store, "test") is not None
    target = tmp_path / "all.jsonl"
    transfer.write(target, transfer.jsonl(store))
    other = Store.open(tmp_path / "other.db")
    transfer.import_jsonl(home, other, target)
    (task,) = tasks.recent(other)
    assert (task.status, task.attempts, task.started_at) == ("pending", 0, None)
    other.close()


def test_markdown_is_for_reading_and_inert(home: Home, store: Store, tmp_path: Path) -> None:
    create(home, "Berta")
    transfer.import_jsonl(home, store, file(tmp_path, {**LINE, "prompt": "when?\n\x1b[31mred", "status": "failed", "error": "no key"}))
    page = "".join(transfer.markdown(home, store))
    assert "## 2026-01-02 03:04:05 · Berta · main" in page
    assert "> when?\n> ␛[31mred" in page
    assert "On Fridays." in page
    assert "*failed: no key*" in page


def test_an_export_that_can_t_be_written_leaves_the_old_file(store: Store, tmp_path: Path) -> None:
    target = tmp_path / "all.jsonl"
    target.write_text("old", encoding="utf-8")

    def broken() -> object:
        yield "new\n"
        raise OSError(28, "No space left on device")

    with pytest.raises(HydraError, match="No space left"):
        transfer.write(target, broken())  # type: ignore[arg-type]
    assert target.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.glob(".all*")) == []
    with pytest.raises(HydraError, match="can't be written"):
        transfer.write(tmp_path / "no" / "folder.jsonl", [])


@pytest.mark.skipif(os.name == "nt", reason="Windows has no named pipes in folders")
def test_a_pipe_is_written_into_and_stays_a_pipe(store: Store, tmp_path: Path) -> None:
    tasks.submit(store, "ada", "hello")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text(encoding="utf-8")), daemon=True)
    reader.start()
    assert transfer.write(pipe, transfer.jsonl(store)) == 1
    reader.join(10)
    assert json.loads(read[0])["prompt"] == "hello"
    assert pipe.is_fifo()


def test_an_agent_that_another_import_has_just_made_is_no_hindrance(
    home: Home, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(home: Home, name: str) -> object:
        create(home, name)
        return create(home, name)

    monkeypatch.setattr("hydratui.agents.create.create", late)
    done = transfer.import_jsonl(home, store, file(tmp_path, LINE))
    assert (done.added, done.agents) == (1, ())
    assert find(home, "berta").name == "Berta"
