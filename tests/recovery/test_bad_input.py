"""Input that is too much, too late, or deadly: one clear sentence or a sane limit, and nothing else is lost."""

import json
import signal
import time
from pathlib import Path

from hydratui.agents import memory
from hydratui.agents.roster import find
from hydratui.paths import Home
from hydratui.store import Store, attempts, control, schedules, stream, tasks
from hydratui.store.queue import MAX_RESULT
from hydratui.store.tasks import MAX_PROMPT, Task
from tests.nursery import StartQuick
from tests.recovery.conftest import until
from tests.recovery.soak.errands import Errand
from tests.recovery.soak.model import Model
from tests.terminal import Terminal
from tests.unit.program import PROGRAM, run


def now(store: Store, task: Task) -> Task:
    found = tasks.get(store, task.id)
    assert found is not None
    return found


def test_a_task_that_kills_its_worker_three_times_fails_with_that_sentence_and_the_causes_are_kept(
    home: Home, store: Store, errands: Model, quick_worker: StartQuick
) -> None:
    deadly, harmless = Errand("deadly", intro=True), Errand("harmless")
    errands.before_end |= {"deadly"}
    task, behind = (tasks.submit(store, "ada", job.prompt) for job in (deadly, harmless))
    pids = []
    for attempt in (1, 2, 3):
        worker = quick_worker()
        asked = 2 * attempt
        until(lambda asked=asked: errands.asked["deadly"] == asked and "deadly/0" in stream.text(store, task.id), "the task")  # type: ignore[misc]
        worker.send_signal(signal.SIGKILL)
        assert worker.wait() == -signal.SIGKILL
        pids.append(worker.pid)
    quick_worker("--until-idle").wait()
    ended = now(store, task)
    assert (ended.status, ended.attempts) == ("failed", 3)
    assert "The worker stopped 3 times while it ran this task" in str(ended.error)
    assert deadly.answer.startswith(str(ended.result))
    assert ended.result
    causes = attempts.failed(store, task.id)
    assert [cause.attempt for cause in causes] == [1, 2, 3]
    assert all(str(pid) in cause.cause and "\n" not in cause.cause for pid, cause in zip(pids, causes, strict=True))
    shown = run("tasks", "show", str(task.id))
    assert shown.status == 0
    assert all(cause.cause in shown.out for cause in causes), shown.out
    assert (now(store, behind).status, now(store, behind).result) == ("completed", harmless.answer)
    assert [note.text for note in memory.notes(find(home, "ada"))] == [deadly.note, harmless.note]
    errands.before_end.clear()
    tasks.retry(store, task.id)
    quick_worker("--until-idle").wait()
    assert (now(store, task).status, now(store, task).result, now(store, task).attempts) == ("completed", deadly.answer, 1)
    assert attempts.failed(store, task.id) == []
    assert [note.text for note in memory.notes(find(home, "ada"))] == [deadly.note, harmless.note]


def test_a_task_for_an_agent_that_is_renamed_while_it_waits_is_done_under_the_new_name(
    home: Home, store: Store, errands: Model, quick_worker: StartQuick
) -> None:
    jobs = [Errand("first"), Errand("second")]
    sent = [tasks.submit(store, "ada", job.prompt) for job in jobs]
    control.move(store, sent[1].id, "first")
    control.pause(store, "ada")
    renamed = run("agents", "rename", "ada", "Bea")
    assert renamed.status == 0, renamed
    assert control.paused(store) == {"bea"}
    assert [task.id for task in control.waiting(store, "bea")] == [sent[1].id, sent[0].id]
    control.resume(store, "bea")
    quick_worker("--until-idle").wait()
    assert [(now(store, task).status, now(store, task).result, now(store, task).agent) for task in sent] == [
        ("completed", job.answer, "bea") for job in jobs
    ]
    assert [note.text for note in memory.notes(find(home, "bea"))] == [jobs[1].note, jobs[0].note]


def test_an_agent_can_not_be_renamed_or_deleted_under_a_task_that_runs(
    home: Home, store: Store, errands: Model, quick_worker: StartQuick
) -> None:
    job = Errand("running")
    errands.before_end |= {"running"}
    task = tasks.submit(store, "ada", job.prompt)
    quick_worker("--until-idle")
    until(lambda: stream.text(store, task.id), "the first word")
    for words in (["agents", "rename", "ada", "Bea"], ["agents", "delete", "ada", "--yes"]):
        ended = run(*words)
        assert (ended.status, ended.out, ended.err.count("\n")) == (1, "", 1)
        assert f"working on task {task.id}" in ended.err
    errands.before_end.clear()
    until(lambda: now(store, task).ended, "the end")
    assert (now(store, task).status, now(store, task).result) == ("completed", job.answer)


def test_a_prompt_of_a_megabyte_is_worked_on_and_a_longer_one_is_refused_in_a_sentence(
    store: Store, errands: Model, quick_worker: StartQuick
) -> None:
    job = Errand("long")
    fits = job.prompt + "x" * (MAX_PROMPT - len(job.prompt))
    assert run("ask", "--no-wait", "-", typed=fits).status == 0
    refused = run("ask", "--no-wait", "-", typed=fits + "y")
    assert (refused.status, refused.out, refused.err.count("\n")) == (1, "", 1)
    assert "1,000,001 characters; 1,000,000 fit" in refused.err
    after = tasks.submit(store, "ada", Errand("after").prompt)
    quick_worker("--until-idle").wait()
    (first,) = [task for task in tasks.recent(store) if task.id != after.id]
    assert (first.status, first.result, first.prompt) == ("completed", job.answer, fits)
    assert (now(store, after).status, now(store, after).result) == ("completed", Errand("after").answer)
    assert run("recall", "--agent", "ada", "errand").status == 0
    with Terminal([str(PROGRAM)]) as terminal:
        terminal.wait_for("enter send", "Errand long", "Errand after")


def test_a_result_of_fifty_megabytes_from_elsewhere_is_kept_within_a_limit_or_refused_in_a_sentence(
    store: Store, tmp_path: Path, errands: Model, quick_worker: StartQuick
) -> None:
    huge = {"ref": "huge", "agent": "ada", "prompt": "what is in the file?", "result": "many words " * 4_800_000, "status": "completed"}
    file = tmp_path / "tasks.jsonl"
    file.write_text(json.dumps(huge) + "\n", encoding="utf-8")
    ended = run("import", "jsonl", str(file))
    if ended.status == 0:
        (task,) = tasks.recent(store)
        assert task.result
        assert len(task.result) <= MAX_RESULT + 200, "as long as an answer of a model can be, with a sentence about what is missing"
    else:
        assert (ended.status, ended.err.count("\n")) == (1, 1)
        assert tasks.recent(store) == []
    after = tasks.submit(store, "ada", Errand("after").prompt)
    quick_worker("--until-idle").wait()
    assert (now(store, after).status, now(store, after).result) == ("completed", Errand("after").answer)
    assert run("recall", "--agent", "ada", "words").status == 0
    assert run("tasks", "list").status == 0
    with Terminal([str(PROGRAM)]) as terminal:
        terminal.wait_for("enter send", "Errand after")
    assert run("doctor").status == 0


def test_a_schedule_for_an_agent_that_is_gone_rests_and_says_why(
    home: Home, store: Store, errands: Model, quick_worker: StartQuick
) -> None:
    assert run("agents", "new", "Zoe").status == 0
    gone, kept = (schedules.add(store, agent, Errand(f"schedule-{agent}").prompt, "0 0 1 1 *", zone="UTC").id for agent in ("zoe", "ada"))
    assert run("agents", "delete", "zoe", "--yes").status == 0
    with store.write() as db:
        db.execute("UPDATE schedules SET next_at = ?", (time.time() - 1,))
    quick_worker()
    until(lambda: [task.status for task in tasks.recent(store)] == ["completed"], "the other schedule's task")
    assert [task.agent for task in tasks.recent(store)] == ["ada"]
    assert (schedules.get(store, gone).paused, schedules.get(store, gone).trouble) == (True, "There is no agent zoe any more.")
    assert (schedules.get(store, kept).paused, schedules.get(store, kept).trouble) == (False, None)
    shown = run("schedule", "list")
    assert shown.status == 0
    assert "There is no agent zoe any more." in shown.out
