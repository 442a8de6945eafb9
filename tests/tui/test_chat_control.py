"""What a user sees of running work and does about it: cancelling, pausing, trying again, workers that are missing, a locked file."""

import asyncio
from typing import Any

import pytest
from textual.pilot import Pilot

from hydratui import times
from hydratui.paths import Home
from hydratui.store import Store, channels, control, database, queue, tasks, workers
from hydratui.tui.app import HydraApp
from hydratui.tui.widgets import header
from tests.shell import BareShell
from tests.tui.conftest import Open, OpenApp, shown
from tests.tui.pictures import Pictures
from tests.tui.screenshots import until
from tests.tui.story import NOW, QWEN, Call, Clock, Worker, write_past, write_today
from tests.unit.program import run

OVERLOADED = "Ollama is overloaded and asks to wait."


def postpone(worker: Worker, task: tasks.Task, seconds: float, cause: str = OVERLOADED) -> None:
    """Lets an attempt fail, to be tried again in some seconds of the standing clock."""
    assert queue.postpone(worker.store, worker.claims[task.id], seconds, cause)
    with worker.store.write() as db:
        db.execute("UPDATE tasks SET not_before = ? WHERE id = ?", (times.now().timestamp() + seconds, task.id))


def begin_again(worker: Worker, task: tasks.Task) -> None:
    """Begins a task that waits to be tried again."""
    with worker.store.write() as db:
        db.execute("UPDATE tasks SET not_before = 0 WHERE id = ?", (task.id,))
    worker.begin(task)


async def team(opened: Open, agent: str) -> None:
    """Goes to an agent in the sidebar."""
    await opened.pilot.press("tab")
    sidebar = opened.chat._sidebar
    await opened.until(lambda: opened.app.focused is sidebar)
    while sidebar.chosen != agent:
        await opened.pilot.press("down")


# Cancelling


@pytest.mark.parametrize("way", ["escape", "ctrl+c", "/cancel", "x", "elsewhere"])
async def test_however_it_is_cancelled_it_is_stopping_at_once_and_keeps_what_had_arrived(
    open_app: OpenApp, store: Store, worker: Worker, way: str
) -> None:
    task = tasks.submit(store, "otto", "a long story")
    worker.begin(task)
    worker.stream(task, "Once upon a time")
    async with open_app() as opened:
        await opened.until(lambda: "Once upon a time" in opened.screen())
        if way == "x":
            await team(opened, "otto")
            await opened.pilot.press("x")
        elif way == "/cancel":
            opened.chat.prompt.put("/cancel")
            await opened.pilot.press("enter")
        elif way == "elsewhere":
            await asyncio.to_thread(run, "tasks", "cancel", str(task.id))
        else:
            await opened.pilot.press(way)
        reply = opened.chat.transcript.reply(task.id)
        assert reply is not None
        await opened.until(lambda: "stopping" in reply.render().rows[0].text)
        await opened.until(lambda: opened.chat.talk.desk.state("otto") == "stopping" and opened.screen().count("stopping") >= 2)
        assert queue.stop(store, worker.claims[task.id], "Once upon a time", QWEN, (0, 0))
        await opened.until(lambda: "Cancelled here." in opened.screen())
        assert "Once upon a time" in opened.screen() and "cancelled" in opened.screen()


async def test_x_cancels_the_last_that_waits_when_nothing_runs_and_says_which(open_app: OpenApp, store: Store) -> None:
    first, second = (tasks.submit(store, "ada", text) for text in ("the first", "the second"))
    async with open_app() as opened:
        await team(opened, "ada")
        await opened.pilot.press("x")
        await opened.until(lambda: f"Task {second.id} of Ada is cancelled." in opened.screen())
        await opened.pilot.press("x")
        await opened.until(lambda: f"Task {first.id} of Ada is cancelled." in opened.screen())
        await opened.pilot.press("x")
        await opened.until(lambda: "Ada has no task that runs or waits" in opened.screen())


async def test_x_once_more_does_not_reach_into_the_queue(open_app: OpenApp, store: Store, worker: Worker) -> None:
    runs, waits = (tasks.submit(store, "ada", text) for text in ("it runs", "it waits"))
    worker.begin(runs)
    async with open_app() as opened:
        await team(opened, "ada")
        await opened.pilot.press("x", "x", "x")
        await opened.until(lambda: f"Task {runs.id} of Ada was told to stop." in opened.screen())
        left = tasks.get(store, waits.id)
        assert left is not None and left.status == "pending"


async def test_the_other_keys_are_typed_and_a_channel_has_nothing_to_cancel(open_app: OpenApp, store: Store) -> None:
    tasks.submit(store, "ada", "it waits")
    async with open_app() as opened:
        await opened.pilot.press("tab")
        assert opened.chat._sidebar.chosen is None
        await opened.pilot.press("x")
        await opened.until(lambda: "Choose an agent first" in opened.screen())
        assert tasks.unfinished(store)
        await opened.pilot.press("h")
        await opened.until(lambda: opened.app.focused is opened.chat.prompt)
        await opened.pilot.press("x", "space", "y")
        assert opened.chat.prompt.text == "hx y"


# Pausing


async def test_space_pauses_and_resumes_and_the_keys_say_so(open_app: OpenApp, store: Store, worker: Worker) -> None:
    for text in ("one", "two"):
        tasks.submit(store, "otto", text)
    async with open_app() as opened:
        await team(opened, "otto")
        await opened.until(lambda: "space pause" in opened.screen() and "x cancel" in opened.screen())
        await opened.pilot.press("space")
        await opened.until(lambda: "space resume" in opened.screen() and "Otto is paused: nothing new begins." in opened.screen())
        assert control.paused(store) == {"otto"}
        rows = [line[:28] for line in opened.screen().splitlines()]
        at = next(number for number, row in enumerate(rows) if "Otto" in row)
        assert rows[at].split()[-1] == "paused" and "2 queued" in rows[at + 1]
        assert opened.screen().count("paused") >= 3, "the team and both messages"
        await opened.pilot.press("space")
        await opened.until(lambda: "space pause" in opened.screen() and "Otto goes on." in opened.screen())
        assert not control.paused(store)


async def test_what_runs_goes_on_when_its_agent_is_paused(open_app: OpenApp, store: Store, worker: Worker) -> None:
    runs, waits = (tasks.submit(store, "ada", text) for text in ("it runs", "it waits"))
    worker.begin(runs)
    async with open_app() as opened:
        await team(opened, "ada")
        await opened.pilot.press("space")
        await opened.until(lambda: "what runs goes on" in opened.screen())
        await opened.until(lambda: "paused · 1 queued" in opened.screen())
        assert "working" in opened.screen()
        worker.complete(runs, "done")
        await opened.until(lambda: "working" not in opened.screen())
        assert queue.claim(store, "another", only=waits.id) is None


# Trying again


async def test_a_task_that_is_tried_again_says_when_and_why(open_app: OpenApp, store: Store, worker: Worker, clock: Clock) -> None:
    task = tasks.submit(store, "ada", "say something")
    worker.begin(task)
    worker.stream(task, "Some")
    async with open_app() as opened:
        await opened.until(lambda: "Some" in opened.screen())
        postpone(worker, task, 4)
        await opened.until(lambda: "tries again in 4 s (2nd of 3)" in opened.screen())
        assert OVERLOADED in opened.screen()
        await opened.until(lambda: "waits 4 s" in opened.screen())
        clock.tick(1)
        await opened.until(lambda: "tries again in 3 s (2nd of 3)" in opened.screen() and "waits 3 s" in opened.screen())
        clock.tick(3)
        await opened.until(lambda: "queued again" in opened.screen() and "waits" not in opened.screen())
        begin_again(worker, task)
        worker.stream(task, "All of it")
        await opened.until(lambda: "working 0 s (2nd of 3)" in opened.screen() and "All of it" in opened.screen())
        assert f"Begun again. {OVERLOADED}" in opened.screen()
        worker.complete(task, "All of it.")
        await opened.until(lambda: "Begun again." not in opened.screen())


@pytest.mark.parametrize("key", ["escape", "ctrl+c"])
async def test_a_task_that_waits_to_be_tried_again_can_be_cancelled(open_app: OpenApp, store: Store, worker: Worker, key: str) -> None:
    task = tasks.submit(store, "ada", "say something")
    worker.begin(task)
    worker.stream(task, "It had begun")
    postpone(worker, task, 60)
    async with open_app() as opened:
        await opened.until(lambda: "esc cancel" in opened.screen() and "It had begun" in opened.screen())
        await opened.pilot.press(key)
        await opened.until(lambda: "Cancelled here." in opened.screen() and "It had begun" in opened.screen())
        assert "tries again" not in opened.screen()


async def test_the_reason_is_there_when_the_app_is_opened_later(open_app: OpenApp, store: Store, worker: Worker) -> None:
    task = tasks.submit(store, "ada", "say something")
    worker.begin(task)
    postpone(worker, task, 60)
    async with open_app() as opened:
        await opened.until(lambda: "tries again in 60 s (2nd of 3)" in opened.screen())
        assert OVERLOADED in opened.screen()


async def test_a_task_whose_worker_was_killed_says_that_it_was_begun_again(open_app: OpenApp, store: Store, worker: Worker) -> None:
    task = tasks.submit(store, "ada", "say something")
    worker.begin(task)
    workers.leave(store, worker.name, "Its worker was killed by signal 9.")
    second = Worker(store, worker.clock, "second-worker")
    second.begin(task)
    async with open_app() as opened:
        await opened.until(lambda: "Begun again. Its worker was killed by signal 9." in opened.screen())
        assert "(2nd of 3)" in opened.screen()


async def test_a_failed_task_says_how_to_try_again(open_app: OpenApp, store: Store, worker: Worker) -> None:
    task = tasks.submit(store, "ada", "say something")
    worker.begin(task)
    worker.fail(task, "The key was refused.")
    async with open_app() as opened:
        await opened.until(lambda: f"/retry {task.id} tries again." in opened.screen())
        opened.chat.prompt.put(f"/retry {task.id}")
        await opened.pilot.press("enter")
        await opened.until(lambda: "queued" in opened.screen() and "The key was refused." not in opened.screen())


# Workers


async def test_it_says_when_no_worker_takes_what_waits(open_app: OpenApp, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(header, "STARTING_SECONDS", 1.0)
    async with open_app() as opened:
        assert "worker" not in opened.screen().splitlines()[0]
        tasks.submit(store, "ada", "hello")
        await opened.until(lambda: "worker starting · 1 queued" in opened.screen())
        await opened.until(lambda: "no worker · 1 queued" in opened.screen())
        workers.enlist(store, "one")
        await opened.until(lambda: "worker" not in opened.screen().splitlines()[0])


async def test_a_worker_that_dies_without_a_word_is_missed(open_app: OpenApp, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    workers.enlist(store, "one")
    tasks.submit(store, "ada", "hello")
    async with open_app() as opened:
        await opened.until(lambda: opened.chat.talk.desk.workers == 1)
        monkeypatch.setattr(workers.WorkerRow, "is_alive", False)
        await opened.until(lambda: "worker starting" in opened.screen())


async def test_what_keeps_a_worker_from_starting_is_said_and_there_is_none(open_app: OpenApp, store: Store) -> None:
    tasks.submit(store, "ada", "hello")
    async with open_app() as opened:
        await opened.until(lambda: "worker starting" in opened.screen())
        opened.chat.warn("No worker can be started (out of memory). Messages wait in the queue.")
        await opened.until(lambda: "no worker" in opened.screen().splitlines()[0])
        opened.chat.warn("")
        await opened.until(lambda: "worker starting" in opened.screen().splitlines()[0])


# A locked file


async def test_a_message_waits_in_sight_while_another_program_has_the_file(open_app: OpenApp, store: Store) -> None:
    async with open_app() as opened:
        with BareShell(store.path) as bare:
            bare.execute("BEGIN IMMEDIATE")
            for text in ("the first", "the second"):
                await opened.type(text)
                await opened.pilot.press("enter")
            await opened.until(lambda: "Another program uses the database; your message waits." in opened.screen())
            await opened.until(lambda: opened.screen().count("not saved yet") == 2)
            assert "the first" in opened.screen() and "the second" in opened.screen()
            await opened.type("a third")
            assert "› a third" in opened.screen(), "typing goes on"
            bare.execute("ROLLBACK")
        await opened.until(lambda: [task.prompt for task in tasks.recent(store)] == ["the second", "the first"])
        await opened.until(lambda: "not saved yet" not in opened.screen() and opened.screen().count("queued") >= 2)
        assert opened.screen().count("the first") == 1


async def test_a_message_that_the_file_never_takes_comes_back(open_app: OpenApp, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "_BUSY_MS", 1500)
    async with open_app() as opened:
        with BareShell(store.path) as bare:
            bare.execute("BEGIN IMMEDIATE")
            await opened.type("keep this")
            await opened.pilot.press("enter")
            await opened.until(lambda: "not saved yet" in opened.screen())
            await opened.until(lambda: "has been locked by another program" in opened.screen())
            await opened.until(lambda: "not saved yet" not in opened.screen())
            assert opened.chat.prompt.text == "keep this"
            bare.execute("ROLLBACK")
        await opened.pilot.press("enter")
        await opened.until(lambda: "queued" in opened.screen())
        assert channels.draft(store, "main") in ("", "keep this")


@pytest.mark.parametrize("key", ["escape", "ctrl+c"])
async def test_cancelling_while_the_file_is_locked_holds_up_no_key(open_app: OpenApp, store: Store, worker: Worker, key: str) -> None:
    task = tasks.submit(store, "ada", "a long story")
    worker.begin(task)
    async with open_app() as opened:
        await opened.until(lambda: bool(opened.chat.talk.desk.running))
        with BareShell(store.path) as bare:
            bare.execute("BEGIN IMMEDIATE")
            await opened.pilot.press(key)
            await opened.until(lambda: "this waits for it" in opened.screen())
            await opened.type("go on")
            assert "› go on" in opened.screen()
            bare.execute("ROLLBACK")
        await opened.until(lambda: "stopping" in opened.screen())


# Pictures


@pytest.fixture
def story(store: Store, home: Home, worker: Worker, clock: Clock) -> Worker:
    """Eight weeks of history and this morning's conversation."""
    write_past(store, home, clock)
    write_today(worker)
    return worker


async def test_every_state_at_once(pictures: Pictures, home: Home, story: Worker) -> None:
    store, clock = story.store, story.clock
    iris = tasks.submit(store, "iris", "What is new in restic?")
    story.begin(iris, (Call("fetch_url", "https://restic.net/blog", "read 14 KB", ms=840),))
    postpone(story, iris, 4)
    clock.at(seconds=41)
    otto = tasks.submit(store, "otto", "Check all the links.")
    story.begin(otto)
    workers.leave(store, story.name, "Its worker was killed by signal 9.")
    clock.at(seconds=12)
    Worker(store, clock, "second").begin(otto)
    for text in ("And the backup of today?", "And of tomorrow?"):
        tasks.submit(store, "ada", text)
    control.pause(store, "ada")
    control.pause(store, "otto")
    tasks.submit(store, "otto", "Then the images.")
    clock.moment = NOW

    async def before(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: "Then the images." in shown(pilot.app) and "paused" in shown(pilot.app))
        await pilot.press("tab", "down")
        await until(pilot, lambda: "space resume" in shown(pilot.app))

    await pictures(HydraApp(home, None), before)


async def test_no_worker_and_a_message_that_waits_for_the_file(
    pictures: Pictures, home: Home, story: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(header, "STARTING_SECONDS", 0.01)
    # The app does not end before the file has been refused to it.
    monkeypatch.setattr(database, "_BUSY_MS", 5_000)
    workers.leave(story.store, story.name)
    tasks.submit(story.store, "ada", "hello")

    with BareShell(story.store.path) as bare:

        async def before(pilot: Pilot[Any]) -> None:
            app = pilot.app
            assert isinstance(app, HydraApp)
            await until(pilot, lambda: "no worker" in shown(app))
            bare.execute("BEGIN IMMEDIATE")
            app.chat.prompt.put("Is anybody there?")
            await pilot.press("enter")
            await until(pilot, lambda: "not saved yet" in shown(app) and "uses the database" in shown(app))

        await pictures(HydraApp(home, None), before)
