"""A made-up home with weeks of history in it, written the way that users and workers write: through the store."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest

from hydratui import times
from hydratui.agents import memory
from hydratui.agents.journal import Origin
from hydratui.agents.roster import find
from hydratui.paths import Home
from hydratui.recall import recall
from hydratui.store import channels, held, queue, stream, tasks, usage, workers
from hydratui.store.database import Store
from hydratui.store.queue import Claim
from hydratui.store.tasks import Task
from hydratui.store.usage import Outcome

NOW = datetime(2026, 11, 30, 10, 34, 12, tzinfo=UTC)
"""The moment at which every picture is taken: a Monday."""


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self, moment: datetime = NOW) -> None:
        self.moment = moment

    def __call__(self) -> datetime:
        return self.moment

    def at(self, **ago: float) -> None:
        """Sets it to some time before `NOW`."""
        self.moment = NOW - timedelta(**ago)

    def on(self, day: str, hour: str = "10:30") -> None:
        """Sets it to a day (``2026-10-21``) and hour."""
        self.moment = datetime.fromisoformat(f"{day}T{hour}:00+00:00")

    def tick(self, seconds: float) -> None:
        """Moves it on."""
        self.moment += timedelta(seconds=seconds)


@dataclass(frozen=True)
class Call:
    """A tool call to be written down."""

    tool: str
    summary: str
    result: str
    outcome: Outcome = "ok"
    ms: float = 4.0


@dataclass
class Worker:
    """Writes into a store what a worker would."""

    store: Store
    clock: Clock
    name: str = "test-worker"
    claims: dict[int, Claim] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # Nothing here has to survive a power cut.
        self.store.connection.pragma("synchronous", "off")
        workers.enlist(self.store, self.name, "background")

    def begin(self, task: Task, calls: Sequence[Call] = ()) -> Claim:
        """Claims a task, and calls tools for it."""
        claim = queue.claim(self.store, self.name, only=task.id)
        assert claim is not None and claim.task.id == task.id
        self.claims[task.id] = claim
        for call in calls:
            self.call(task, call)
        return claim

    def call(self, task: Task, call: Call) -> None:
        """Writes down a tool call."""
        usage.record(
            self.store,
            task=task.id,
            agent=task.agent,
            tool=call.tool,
            source="built-in",
            outcome=call.outcome,
            ms=call.ms,
            summary=call.summary,
            result=call.result,
        )

    def stream(self, task: Task, text: str) -> None:
        """Writes some partial output."""
        stream.append(self.store, [(self.claims[task.id], text)])

    def complete(self, task: Task, result: str, model: str = "builtin", tokens: tuple[int, int] = (0, 0)) -> None:
        """Ends a task with its answer."""
        assert queue.complete(self.store, self.claims[task.id], result, model, tokens)

    def fail(self, task: Task, error: str, result: str = "", model: str | None = None) -> None:
        """Ends a task with an error."""
        assert queue.fail(self.store, self.claims[task.id], error, result, model, (0, 0))

    def said(self, agent: str, asked: str, answered: str, *, channel: str = "main", seconds: float = 4, model: str = "builtin",
             tokens: tuple[int, int] = (0, 0), calls: Sequence[Call] = ()) -> Task:  # fmt: skip
        """A whole exchange, at the clock's time."""
        task = tasks.submit(self.store, agent, asked, channel)
        self.begin(task, calls)
        self.clock.tick(seconds)
        self.complete(task, answered, model, tokens)
        return task


def recalled(worker: Worker, query: str) -> Call:
    """A call of the recall tool by Ada, with what the search really finds at this moment."""
    answer = recall(worker.store, "ada", query)
    return Call("recall", query, f"{len(answer.hits)} hits in {answer.searched} tasks")


SONNET = "anthropic:claude-sonnet-5"
QWEN = "ollama:qwen3:8b"

PAST = (
    (
        "2026-10-05",
        "ada",
        "main",
        "what is left to do before the move to the mini PC?",
        "Three things: the WireGuard tunnel, the *backup plan*, and the cron jobs that still run on the old box.",
    ),
    (
        "2026-10-05",
        "otto",
        "main",
        "write a script that checks that the tunnel is up",
        "`wg show wg0 latest-handshakes` gives the seconds; the script fails when the last one is older than 180.",
    ),
    (
        "2026-10-12",
        "iris",
        "main",
        "what do others use to back up a home server?",
        "Most answers name **restic** or **borg**. restic speaks S3 and is one binary; borg is faster over SSH.",
    ),
    (
        "2026-10-14",
        "ada",
        "main",
        "restic it is. where do the backups go?",
        "To the bucket in Falkenstein. The backup key lies in the safe, not on the machine.",
    ),
    (
        "2026-10-21",
        "ada",
        "main",
        "should the backup plan move to nights?",
        "Yes. The backup plan moves to Tuesday nights at 02:30; the first run is on the 27th. Fridays stay free for deploys.",
    ),
    (
        "2026-10-28",
        "ada",
        "main",
        "how did the first night run of the backup go?",
        "It took 41 minutes for 212 GB and ended without errors. The backup plan stands: Tuesday nights.",
    ),
    (
        "2026-11-04",
        "otto",
        "main",
        "the photo import is slow, why?",
        "It hashes every file twice. Hash once and keep the digest: 14 minutes become 6.",
    ),
    (
        "2026-11-11",
        "iris",
        "main",
        "find out whether immich needs a GPU",
        "No. It uses one for video and faces when there is one; on a mini PC the first scan takes a night.",
    ),
    ("2026-11-18", "ada", "main", "remind me what we named the new machine", "`hallway`, since it stands in the hall."),
    ("2026-11-25", "otto", "main", "which port does the backup server listen on?", "8000, behind the tunnel only."),
)


NOTES: tuple[tuple[str, str, Origin], ...] = (
    ("2026-10-05", "The user deploys on Fridays; avoid proposing risky changes late in the week.", "user"),
    ("2026-10-07", "The old box is switched off at the end of the year.", "user"),
    ("2026-10-14", "Backups go to the bucket in Falkenstein; the key lies in the safe, not on the machine.", "agent"),
    ("2026-10-21", "The backup plan: restic, Tuesday nights at 02:30.", "agent"),
    ("2026-11-03", "Deploy target is the mini PC in the hall, named hallway, reached over WireGuard.", "agent"),
    ("2026-11-09", "Never write to the photo library outside immich; its database notices and complains.", "user"),
    ("2026-11-18", "Prefers short answers with the number first.", "user"),
)


def task_of(store: Store, day: str) -> int:
    """The last task that Ada had ended by then."""
    rows = store.connection.execute("SELECT max(id) FROM tasks WHERE agent = 'ada' AND finished_at < ? || 'Z'", (day,)).fetchall()
    return int(str(rows[0][0]))


TABLE = """\
It ran five times and never failed:

| night | took | added |
|:------|-----:|------:|
| 27 Oct | 41 min | 212 GB |
| 3 Nov | 9 min | 4.1 GB |
| 10 Nov | 8 min | 3.8 GB |
| 17 Nov | 11 min | 9.6 GB |
| 24 Nov | 8 min | 2.2 GB |

Two things to look at:

- the run of the **17th** was longer, because the photos were imported that day
- `restic check` has not run since October
"""

SCRIPT = """\
Here is the script. It checks the newest snapshot and says what to do:

```python
import json, subprocess, sys

def newest(repo: str) -> str:
    command = ["restic", "-r", repo, "snapshots", "--json"]
    found = json.loads(subprocess.check_output(command))
    return max(each["time"] for each in found)  # ISO, so it sorts

print(newest(sys.argv[1]))
```

Put it into `cron.daily`; it prints one line"""


def write_past(store: Store, home: Home, clock: Clock) -> Worker:
    """Eight weeks of conversation and notes, up to last week."""
    worker = Worker(store, clock)
    for day, agent, channel, asked, answered in PAST:
        clock.on(day)
        worker.said(agent, asked, answered, channel=channel, model=SONNET if agent == "ada" else QWEN, tokens=(640, 172))
    clock.on("2026-11-02")
    worker.said("ada", "what do I have on Fridays?", "Deploys. You asked to keep Fridays free for them.", channel="ada")
    ada = find(home, "ada")
    for day, note, origin in NOTES:
        clock.on(day)
        memory.save(ada, note, origin, task_of(store, day) if origin == "agent" else None)
    clock.moment = NOW
    return worker


def write_today(worker: Worker) -> None:
    """This morning's conversation, all of it ended."""
    clock = worker.clock
    clock.at(minutes=22)
    worker.said(
        "ada",
        "What did we decide about the backup plan last month?",
        "On **21 October** we decided to move it to Tuesday nights at 02:30, because Fridays stay free for deploys. "
        "The first run was on the 27th.",
        seconds=4,
        model=SONNET,
        tokens=(2210, 96),
        calls=(recalled(worker, "backup plan"),),
    )
    clock.at(minutes=9)
    worker.said(
        "ada",
        "And how often has it run since?",
        TABLE,
        seconds=6,
        model=SONNET,
        tokens=(2480, 212),
        calls=(recalled(worker, "backup run nightly"),),
    )
    channels.mark_seen(worker.store, "main")
    channels.mark_seen(worker.store, "ada")
    clock.moment = NOW


def work_begins(worker: Worker) -> None:
    """Three agents at once: one writes a script, one has read a page and needs the user, one has a message queued."""
    clock, store = worker.clock, worker.store
    clock.at(seconds=31)
    iris = tasks.submit(store, "iris", "Is there a known problem with restic 0.18 and S3?")
    worker.begin(iris, (Call("fetch_url", "https://example.org/restic-0.18", "read 14 KB", ms=840),))
    clock.at(seconds=14)
    otto = tasks.submit(store, "otto", "Write me a script that tells when the newest snapshot was made.")
    worker.begin(otto)
    clock.at(seconds=4)
    worker.complete(
        iris,
        "One: retries on **slow** uploads. It is fixed in 0.18.1, and the notes say to run `restic check` once after it.",
        QWEN,
        (1820, 88),
    )
    held.hold(store, "iris", iris.id, "Run restic check after every upgrade.", "example.org")
    clock.moment = clock.moment.fromisoformat("2026-11-30T10:34:12+00:00")
    worker.stream(otto, SCRIPT)


def set_clock(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    """Makes everything in hydratui read the time from `clock`."""
    monkeypatch.setattr(times, "now", clock)
