"""The tasks at the end: each ended once, with the whole answer or a reason, and none was lost or begun by nobody."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hydratui.recall.rows import rows, value
from hydratui.store import Store, attempts, tasks
from hydratui.store.tasks import Task
from tests.recovery.soak.errands import Errand, errand
from tests.recovery.soak.ledger import Entry

STEPS = {
    (None, "pending"),
    ("pending", "running"),
    ("running", "running"),
    ("running", "pending"),
    *((begun, end) for begun in ("pending", "running") for end in ("cancelled", "failed")),
    ("running", "completed"),
    ("failed", "pending"),
    ("cancelled", "pending"),
}
"""The ways that a task may go. From its end only a retry leads back, and from ``completed`` nothing."""


@dataclass(frozen=True, slots=True)
class Job:
    """A task and the errand in its prompt."""

    task: Task
    errand: Errand


def jobs(store: Store) -> list[Job]:
    """Every task with an errand."""
    return [Job(task, job) for task in tasks.recent(store, limit=1_000_000) if (job := errand(task.prompt))]


def counts(store: Store, found: Sequence[Job]) -> Counter[str]:
    """What became of the tasks."""
    made = Counter[str]("completed at a later attempt" for job in found if job.task.status == "completed" and job.task.attempts > 1)
    made.update(job.task.status for job in found)
    made.update("failed as its workers stopped" for job in found if job.task.status == "failed" and not job.errand.refused)
    made["tasks"] = len(found)
    made["failed attempts"] = _count(store, "failed_attempts")
    made["taken over"] = _count(store, "soak_log WHERE new = 'running' AND attempt > 1")
    made["of schedules"] = _count(store, "tasks WHERE ref LIKE 'schedule-%'")
    return made


def _count(store: Store, what: str) -> int:
    return int(value(store.connection, f"SELECT count(*) FROM {what}"))


def problems(store: Store, found: Sequence[Job], ledger: Sequence[Entry]) -> Iterator[str]:
    """What is wrong, a sentence each."""
    yield from _lost_or_doubled(found, ledger)
    for job in found:
        yield from _ends(store, job)
    yield from _steps(store)
    yield from _tools(store, found)
    completed = sum(job.task.status == "completed" for job in found)
    # Killed too often, everything fails with a reason, which proves little.
    if completed < len(found) / 4:
        yield f"only {completed} of {len(found)} tasks were completed"


def _lost_or_doubled(found: Sequence[Job], ledger: Sequence[Entry]) -> Iterator[str]:
    there = Counter(job.errand.key for job in found)
    sent = {entry.name for entry in ledger if entry.what == "send"}
    for key in {entry.name for entry in ledger if entry.what == "send" and entry.sure} - there.keys():
        yield f"the task {key} was lost"
    for key, count in there.items():
        if key in sent and count > 1:
            yield f"the task {key} is there {count} times"
        if key not in sent and not key.startswith("schedule"):
            yield f"nobody sent {key}"


def _ends(store: Store, job: Job) -> Iterator[str]:
    task, said = job.task, f"task {job.task.id} ({job.errand.key})"
    match task.status:
        case "completed":
            if task.result != job.errand.answer:
                yield f"{said} has another answer: {task.result!r} instead of {job.errand.answer!r}"
            if task.error or job.errand.refused:
                yield f"{said} is completed with the error {task.error}"
        case "failed":
            if not task.error or "\n" in task.error:
                yield f"{said} failed without a sentence: {task.error!r}"
            elif not job.errand.refused and "stopped" not in task.error:
                yield f"{said} failed for a strange reason: {task.error}"
            elif not job.errand.refused and len(attempts.failed(store, task.id)) < task.attempts:
                yield f"{said} was given up, and of its {task.attempts} attempts the causes are {attempts.failed(store, task.id)}"
            if not job.errand.answer.startswith(task.result or ""):
                yield f"{said} failed, and what had arrived of it is wrong: {task.result!r}"
        case "cancelled":
            if not job.errand.answer.startswith(task.result or ""):
                yield f"{said} was cancelled, and what had arrived of it is wrong: {task.result!r}"
        case _:
            yield f"{said} has not ended: {task.status}"
    if task.ended and not (task.finished_at and not task.cancelling):
        yield f"{said} has ended and does not look like it: {task}"


def _steps(store: Store) -> Iterator[str]:
    last: defaultdict[int, str | None] = defaultdict(lambda: None)
    for task, old, new in rows(store.connection, "SELECT task, old, new FROM soak_log ORDER BY seq"):
        if (old, new) not in STEPS or last[task] != old:
            yield f"task {task} went from {old} to {new}, and was {last[task]}"
        last[task] = new


def _tools(store: Store, found: Sequence[Job]) -> Iterator[str]:
    calls = {job.task.id: job.errand.calls for job in found}
    sql = "SELECT task, attempt, count(*) FROM tool_calls WHERE tool = 'remember' AND outcome = 'ok' GROUP BY task, attempt"
    for task, attempt, count in rows(store.connection, sql):
        if task in calls and count > calls[task] and not _was_tried_again(store, task):
            yield f"attempt {attempt} of task {task} has {count} rows of its {calls[task]} calls"


def _was_tried_again(store: Store, task: int) -> bool:
    # A retry counts its attempts from 1 again.
    sql = "SELECT 1 FROM soak_log WHERE task = ? AND old IN ('failed', 'cancelled') LIMIT 1"
    return store.connection.execute(sql, (task,)).fetchone() is not None
