"""Work survives: killed workers, cancelled tasks, workers that come and go."""

import signal
import subprocess

import pytest

from hydratui.agents import memory
from hydratui.agents.roster import find
from hydratui.paths import Home
from hydratui.store import Store, stream, tasks, usage, workers
from hydratui.store.tasks import Task
from tests.model_server import ModelServer
from tests.nursery import StartQuick
from tests.recovery.conftest import Start, until


def now(store: Store, task: Task) -> Task:
    found = tasks.get(store, task.id)
    assert found is not None
    return found


def test_three_agents_work_side_by_side_and_each_answer_streams(store: Store, model: ModelServer, quick_worker: StartQuick) -> None:
    model.go_on.clear()
    sent = [tasks.submit(store, agent, f"hello {agent}") for agent in ("ada", "otto", "iris")]
    quick_worker()
    until(lambda: all(stream.text(store, task.id) == "one " for task in sent), "the first word of all three")
    assert {now(store, task).status for task in sent} == {"running"}
    model.go_on.set()
    until(lambda: all(now(store, task).ended for task in sent), "the end of all three")
    assert [(now(store, task).status, now(store, task).result, now(store, task).model) for task in sent] == [
        ("completed", "one two three", "box:words")
    ] * 3
    assert (now(store, sent[0]).tokens_in, now(store, sent[0]).tokens_out) == (7, 3)


def test_a_killed_worker_loses_no_task(store: Store, model: ModelServer, start_worker: Start, quick_worker: StartQuick) -> None:
    model.go_on.clear()
    sent = [tasks.submit(store, agent, "long work") for agent in ("ada", "ada", "otto")]
    first = start_worker()
    until(lambda: stream.text(store, sent[0].id), "the first word")
    first.send_signal(signal.SIGKILL)
    first.wait()
    model.go_on.set()
    quick_worker("--until-idle").wait(30)
    assert [(now(store, task).status, now(store, task).result) for task in sent] == [("completed", "one two three")] * 3
    assert sorted(now(store, task).attempts for task in sent) == [1, 2, 2]
    assert store.connection.pragma("integrity_check") == "ok"


def test_a_worker_that_is_told_to_end_hands_its_task_back_untried(store: Store, model: ModelServer, quick_worker: StartQuick) -> None:
    model.go_on.clear()
    task = tasks.submit(store, "ada", "long work")
    first = quick_worker()
    until(lambda: stream.text(store, task.id), "the first word")
    first.send_signal(signal.SIGTERM)
    assert first.wait(20) == 0
    assert (now(store, task).status, now(store, task).attempts) == ("pending", 0)
    assert workers.live(store) == []
    until(lambda: model.broken == 1, "the model request to be closed")


def test_cancelling_closes_the_request_and_keeps_what_had_arrived(store: Store, model: ModelServer, quick_worker: StartQuick) -> None:
    model.go_on.clear()
    task = tasks.submit(store, "ada", "long work")
    after = tasks.submit(store, "ada", "next")
    quick_worker()
    until(lambda: stream.text(store, task.id), "the first word")
    tasks.cancel(store, task.id)
    until(lambda: now(store, task).ended, "the task to end")
    assert (now(store, task).status, now(store, task).result) == ("cancelled", "one ")
    until(lambda: model.broken == 1, "the model request to be closed")
    model.go_on.set()
    until(lambda: now(store, after).ended, "the next task")
    assert now(store, after).status == "completed"


def test_a_task_for_an_agent_that_is_gone_fails_with_a_sentence(store: Store, quick_worker: StartQuick) -> None:
    task = tasks.submit(store, "nobody", "hello?")
    quick_worker("--until-idle").wait(30)
    assert now(store, task).status == "failed"
    assert "no agent 'nobody'" in str(now(store, task).error)


def test_two_workers_share_the_queue_and_run_nothing_twice(store: Store, model: ModelServer, quick_worker: StartQuick) -> None:
    sent = [tasks.submit(store, agent, f"{agent} {number}") for number in range(10) for agent in ("ada", "otto", "iris")]
    pair = [quick_worker("--until-idle"), quick_worker("--until-idle")]
    for process in pair:
        assert process.wait(60) == 0
    assert {now(store, task).status for task in sent} == {"completed"}
    assert len(model.asked) == len(sent)


def test_the_built_in_assistant_saves_a_note_and_finds_it_again(home: Home, store: Store, quick_worker: StartQuick) -> None:
    home.config.write_text('[models]\ndefault = "builtin"\n', encoding="utf-8")
    asked = tasks.submit(store, "ada", "remember that I deploy on Fridays")
    quick_worker("--until-idle").wait(30)
    assert now(store, asked).status == "completed", now(store, asked).error
    (note,) = memory.notes(find(home, "ada"))
    assert "deploy on Fridays" in note.text
    assert (note.origin, note.task) == ("agent", asked.id)
    assert usage.by_agent(store, "ada") == {"remember": 1}
    assert memory.notes(find(home, "otto")) == []


def test_a_late_worker_changes_nothing(store: Store, model: ModelServer, quick_worker: StartQuick) -> None:
    model.go_on.clear()
    task = tasks.submit(store, "ada", "long work")
    sleeper = quick_worker()
    until(lambda: stream.text(store, task.id), "the first word")
    sleeper.send_signal(signal.SIGSTOP)
    with store.write() as db:
        db.execute("UPDATE tasks SET lease_until = 0 WHERE id = ?", (task.id,))
    model.go_on.set()
    quick_worker("--until-idle").wait(30)
    assert (now(store, task).status, now(store, task).attempts) == ("completed", 2)
    finished = now(store, task)
    sleeper.send_signal(signal.SIGCONT)
    sleeper.send_signal(signal.SIGTERM)
    sleeper.wait(20)
    assert now(store, task) == finished


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, None])
def test_a_worker_ends_well_and_says_nothing_where_nobody_reads(store: Store, start_worker: Start, how: signal.Signals | None) -> None:
    process = start_worker(*([] if how else ["--until-idle"]), stdin=subprocess.PIPE)
    if how:
        until(lambda: workers.live(store), "the worker")
        process.send_signal(how)
    assert process.wait(30) == 0
    assert process.stderr is not None
    assert process.stderr.read() == b""


@pytest.mark.parametrize(
    "damage",
    [
        "[models\n",
        '[models]\ndefault = "nosuch:thing"\n',
        '[models]\ndefault = "box:words"\n[providers.box]\nbase_url = "http://127.0.0.1:9/v1"\n',
    ],
)
def test_settings_that_cannot_work_fail_the_task_with_one_sentence(home: Home, store: Store, quick_worker: StartQuick, damage: str) -> None:
    home.config.write_text(damage, encoding="utf-8")
    task = tasks.submit(store, "ada", "hello")
    quick_worker("--until-idle").wait(60)
    ended = now(store, task)
    assert ended.status == "failed"
    assert ended.error
    assert "\n" not in ended.error
    assert "Traceback" not in ended.error
    assert tasks.retry(store, task.id).status == "pending"


def test_a_worker_whose_lease_ran_out_while_the_machine_slept_goes_on_and_begins_nothing_twice(
    store: Store, model: ModelServer, quick_worker: StartQuick
) -> None:
    model.go_on.clear()
    task = tasks.submit(store, "ada", "long work")
    quick_worker()
    until(lambda: stream.text(store, task.id), "the first word")
    with store.write() as db:
        db.execute("UPDATE tasks SET lease_until = 0 WHERE id = ?", (task.id,))
    lease = "SELECT lease_until FROM tasks WHERE id = ?"
    until(lambda: store.connection.execute(lease, (task.id,)).fetchall()[0][0], "the lease to be renewed")
    model.go_on.set()
    until(lambda: now(store, task).ended, "the end")
    assert (now(store, task).status, now(store, task).attempts, len(model.asked)) == ("completed", 1, 1)


def test_an_answer_without_end_is_stopped_and_what_had_arrived_is_kept(store: Store, model: ModelServer, quick_worker: StartQuick) -> None:
    model.words = ["x" * 500_000] * 8
    task = tasks.submit(store, "ada", "talk for ever")
    quick_worker("--until-idle").wait(60)
    ended = now(store, task)
    assert ended.status == "failed"
    assert "beyond 2,000,000 characters" in str(ended.error)
    assert str(ended.result).startswith("xxx")
