"""The queue: what runs and waits is seen, moved, changed, cancelled and paused, also while others do the same."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from textual.pilot import Pilot

from hydratui.paths import Home
from hydratui.store import Store, attempts, channels, control, queue, tasks
from hydratui.store.queue import Claim
from hydratui.store.tasks import Task
from hydratui.tui.hand import Hand
from hydratui.tui.screens.queue import QueueScreen
from hydratui.tui.widgets.queue_list import QueueList
from hydratui.tui.widgets.task_editor import TaskEditor
from tests.tui.conftest import OpenApp
from tests.tui.panel_host import Host, page, settled, shown, until
from tests.tui.pictures import LOOKS, Look, Pictures
from tests.tui.story import Clock, Worker

Queue = Callable[..., Host]


@pytest.fixture
def hand(store: Store) -> Iterator[Hand]:
    """Writes for the screen."""
    own = Hand(store)
    yield own
    own.finish()


@pytest.fixture
def the_queue(home: Home, store: Store, hand: Hand, clock: Clock) -> Queue:
    """A small app that shows the queue."""

    def host(task: int | None = None, *, edit: bool = False) -> Host:
        return Host(QueueScreen(home, store.again(), hand, task, edit))

    return host


def ask(store: Store, *texts: str, agent: str = "ada") -> list[Task]:
    return [tasks.submit(store, agent, text) for text in texts]


def begin(store: Store, task: Task) -> Claim:
    claim = queue.claim(store, "test", only=task.id)
    assert claim is not None and claim.task.id == task.id
    return claim


def prompts(store: Store, agent: str = "ada") -> list[str]:
    return [task.prompt for task in control.waiting(store, agent)]


def lines(app: Host) -> list[str]:
    return [" ".join(line.split()) for line in shown(app)]


def place(app: Host, text: str) -> int:
    return next(at for at, line in enumerate(shown(app)) if text in line)


def status(store: Store, task: Task) -> str:
    found = tasks.get(store, task.id)
    assert found is not None
    return found.status


def some_work(store: Store, clock: Clock) -> None:
    """Ada works and two wait, Otto is paused with one that failed once, Iris has one."""
    clock.at(minutes=3)
    first = ask(store, "What did we decide about the backup plan last month?")[0]
    ask(store, "Write it down for me,\nplease: in three lines, with the dates")
    clock.at(seconds=50)
    ask(store, "家族の写真をバックアップしてください 👩‍👩‍👧 and say when it is done; list what is too large for the disk in the hall")
    script = ask(store, "Write a script that tells when the newest snapshot was made", "Run it", agent="otto")[0]
    ask(store, "Is there a known problem with restic 0.18?", agent="iris")
    clock.at(seconds=12)
    begin(store, first)
    control.pause(store, "otto")
    clock.at(seconds=0)
    with store.write() as db:
        db.execute("UPDATE tasks SET attempts = 1, not_before = ? WHERE id = ?", (clock().timestamp() + 4, script.id))
        attempts.note(db, script.id, 1, "w", "The model's server is overloaded (HTTP 503).")


async def test_each_agent_s_running_task_comes_first_then_what_waits_in_its_order(the_queue: Queue, store: Store, clock: Clock) -> None:
    some_work(store, clock)
    control.move(store, 3, "first")
    app = the_queue()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        said = [line.strip() for line in lines(app)]
        assert "▎ 🦉 Ada working · 2 waiting" in said
        assert "▎ ▸ 1 3 min What did we decide about the backup plan last month? working 12 s" in said
        assert "▎ 🔧 Otto paused · 2 waiting" in said
        assert any(line.endswith("tries again in 4 s (2nd of 3)") for line in said)
        assert place(app, "Ada") < place(app, "What did") < place(app, "家族") < place(app, "Write it down") < place(app, "Otto")
        assert "1 running · 5 waiting" in page(app)


async def test_the_row_that_is_pointed_at_says_where_when_and_what_failed(the_queue: Queue, store: Store, clock: Clock) -> None:
    some_work(store, clock)
    app = the_queue(4)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "last time: The model's server is overloaded (HTTP 503)." in page(app))
        assert "in main · 2026-11-30 10:33:22" in page(app)


async def test_nothing_that_waits_is_said_in_words(the_queue: Queue) -> None:
    app = the_queue()
    async with app.run_test(size=(60, 16)) as pilot:
        await until(pilot, lambda: "Nothing waits." in page(app) and "Messages that you send" in page(app))
        assert "x cancel" not in page(app) and "esc back" in page(app)
        await pilot.press("x", "e", "space", "K", "enter", "X", "u", "up", "down", "escape")
        await settled(pilot)
        assert not isinstance(app.screen, QueueScreen)


@pytest.mark.parametrize(("keys", "order"), [(("K",), "acb"), (("J",), "abc"), (("shift+up", "shift+up"), "cab"), (("up", "J"), "acb")])
async def test_a_task_is_moved_and_the_pointer_goes_with_it(the_queue: Queue, store: Store, keys: tuple[str, ...], order: str) -> None:
    third = ask(store, "a", "b", "c")[2]
    app = the_queue(third.id)
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        await pilot.press(*keys)
        await until(pilot, lambda: prompts(store) == list(order))
        await settled(pilot)
        row = app.screen.query_one(QueueList).row
        assert row is not None and row.task is not None and row.task.prompt == ("b" if keys[0] == "up" else "c")


async def test_the_text_of_a_waiting_task_is_changed_where_it_stands(the_queue: Queue, store: Store) -> None:
    second = ask(store, "a", "b", "c")[1]
    app = the_queue()
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        await pilot.press("down", "e")
        await settled(pilot)
        assert "task 2 for Ada" in page(app) and "enter save · ctrl+j line · esc give up" in page(app)
        assert "x cancel" not in page(app)
        await pilot.press("x", "ctrl+j", "K", "enter")
        await until(pilot, lambda: prompts(store) == ["a", "bx\nK", "c"])
        await until(pilot, lambda: f"Task {second.id} is changed and keeps its place." in page(app))
        assert isinstance(app.focused, QueueList) and not app.screen.query_one(TaskEditor).display


async def test_a_change_that_is_given_up_leaves_the_task_alone_and_comes_back_with_e(the_queue: Queue, store: Store) -> None:
    ask(store, "a")
    app = the_queue()
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        await pilot.press("e", *"bcd", "escape")
        await settled(pilot)
        assert prompts(store) == ["a"] and isinstance(app.screen, QueueScreen)
        await pilot.press("e")
        await settled(pilot)
        assert app.screen.query_one(TaskEditor).text == "abcd"
        await pilot.press("enter")
        await until(pilot, lambda: prompts(store) == ["abcd"])


async def test_an_empty_text_is_not_saved_and_stays_to_be_written(the_queue: Queue, store: Store) -> None:
    ask(store, "a")
    app = the_queue()
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        await pilot.press("e", "backspace", "enter")
        await until(pilot, lambda: "The message is empty." in page(app))
        assert isinstance(app.focused, TaskEditor) and prompts(store) == ["a"]


async def test_what_is_pasted_goes_in_whole_and_saves_nothing(the_queue: Queue, store: Store) -> None:
    ask(store, "a")
    app = the_queue()
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        await pilot.press("e")
        await settled(pilot)
        from textual import events

        app.screen.query_one(TaskEditor).post_message(events.Paste("b\nc\n\x1b[31md"))
        await settled(pilot)
        assert prompts(store) == ["a"]
        await pilot.press("ctrl+s")
        await until(pilot, lambda: prompts(store) == ["ab\nc\n␛[31md"])


async def test_a_task_is_cancelled_and_put_back_in_its_place(the_queue: Queue, store: Store) -> None:
    second = ask(store, "a", "b", "c")[1]
    app = the_queue(second.id)
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        assert "u undo" not in page(app)
        await pilot.press("x")
        await until(pilot, lambda: "Task 2 is cancelled." in page(app) and prompts(store) == ["a", "c"])
        assert "u undo" in page(app)
        await pilot.press("u")
        await until(pilot, lambda: "Task 2 is queued again." in page(app) and prompts(store) == ["a", "b", "c"])


async def test_a_running_task_stops_and_says_so(the_queue: Queue, store: Store) -> None:
    claim = begin(store, ask(store, "a")[0])
    app = the_queue()
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        assert "e edit" not in page(app) and "move" not in page(app)
        await pilot.press("x")
        await until(pilot, lambda: "Task 1 is stopping." in page(app))
        assert queue.cancelled(store, [claim]) == [claim]
        await pilot.press("u")
        await until(pilot, lambda: "It is still stopping; try again in a moment." in page(app))
        assert queue.stop(store, claim, "", None, (0, 0))
        await until(pilot, lambda: "Nothing waits." in page(app))
        await pilot.press("u")
        await until(pilot, lambda: prompts(store) == ["a"])


async def test_all_of_an_agent_is_cancelled_after_asking_once(the_queue: Queue, store: Store) -> None:
    mine = ask(store, "a", "b")
    other = ask(store, "c", agent="otto")[0]
    app = the_queue()
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        await pilot.press("X")
        await until(pilot, lambda: "Press X again to cancel 2 tasks of Ada's." in page(app))
        await pilot.press("down", "X")
        await settled(pilot)
        assert {status(store, task) for task in (*mine, other)} == {"pending"}
        await pilot.press("X")
        await until(pilot, lambda: {status(store, task) for task in mine} == {"cancelled"})
        assert status(store, other) == "pending"
        await until(pilot, lambda: "2 tasks of Ada's cancelled." in page(app))
        await pilot.press("u")
        await until(pilot, lambda: prompts(store) == ["a", "b"])


async def test_an_agent_is_paused_and_resumed_with_one_key(the_queue: Queue, store: Store) -> None:
    ask(store, "a")
    app = the_queue()
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        assert "space pause" in page(app)
        await pilot.press("space")
        await until(pilot, lambda: "paused · 1 waiting" in page(app) and "space resume" in page(app))
        assert control.paused(store) == {"ada"}
        tasks.cancel(store, 1)
        await until(pilot, lambda: "paused · nothing waits" in page(app))
        await pilot.press("space")
        await until(pilot, lambda: "Nothing waits." in page(app))
        assert control.paused(store) == frozenset()


async def test_what_others_change_shows_by_itself_and_the_pointer_stays_on_its_task(the_queue: Queue, store: Store) -> None:
    ask(store, "a", "b", "c")
    app = the_queue(3)
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        ask(store, "from elsewhere")
        control.move(store, 3, "first")
        assert queue.claim(store, "test") is not None
        await until(pilot, lambda: "from elsewhere" in page(app) and "working" in page(app))
        row = app.screen.query_one(QueueList).row
        assert row is not None and row.task is not None and (row.task.prompt, row.task.status) == ("c", "running")


async def test_leaving_at_once_after_a_key_still_does_it(the_queue: Queue, store: Store) -> None:
    ask(store, "a")
    app = the_queue()
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        await pilot.press("x", "escape")
        await until(pilot, lambda: prompts(store) == [])
        assert not isinstance(app.screen, QueueScreen)
        assert all(worker.error is None for worker in app.workers)


async def test_ten_thousand_waiting_tasks_are_listed_and_gone_through(the_queue: Queue, store: Store) -> None:
    with store.write() as db:
        db.executemany("INSERT INTO tasks (agent, channel, prompt) VALUES ('ada', 'main', ?)", ((f"task {n}",) for n in range(10_000)))
    app = the_queue()
    async with app.run_test(size=(100, 24)) as pilot:
        await until(pilot, lambda: "10000 waiting" in page(app))
        await pilot.press("end")
        await until(pilot, lambda: "task 9999" in page(app))
        await pilot.press("K", "K")
        await until(pilot, lambda: prompts(store)[-3:] == ["task 9999", "task 9997", "task 9998"])


# In the app


async def send(opened: Any, text: str) -> None:
    opened.chat.prompt.put(text)
    await opened.pilot.press("enter")


async def test_queue_opens_it_and_enter_goes_to_the_message_in_its_channel(open_app: OpenApp, store: Store) -> None:
    tasks.submit(store, "otto", "hello from Otto's own", "otto")
    async with open_app() as opened:
        await send(opened, "/queue")
        await opened.until(lambda: "hello from Otto's own" in opened.screen() and isinstance(opened.app.screen, QueueScreen))
        await opened.pilot.press("enter")
        await opened.until(lambda: opened.chat.talk.channel == "otto" and opened.app.screen is opened.chat)
        assert "hello from Otto's own" in opened.screen()


async def test_edit_opens_the_waiting_task_and_the_chat_shows_its_new_text(open_app: OpenApp, store: Store) -> None:
    async with open_app() as opened:
        await send(opened, "@ada @otto what now")
        await opened.until(lambda: len(tasks.unfinished(store)) == 2 and opened.screen().count("what now") == 1)
        await send(opened, "/edit 1")
        await opened.until(lambda: bool(opened.app.screen.query(TaskEditor)) and isinstance(opened.app.focused, TaskEditor))
        await opened.type("?!")
        await opened.pilot.press("enter")
        await opened.until(lambda: "is changed and keeps its place" in opened.screen())
        await opened.pilot.press("escape")
        await opened.until(lambda: "what now?!" in opened.screen())
        # Otto is asked what he was asked before, and that stands above his answer now.
        assert opened.screen().count("what now") == 2
        assert [task.prompt for task in tasks.unfinished(store)] == ["what now?!", "what now"]


async def test_what_is_queued_again_elsewhere_waits_again_in_the_chat(open_app: OpenApp, store: Store, worker: Worker) -> None:
    first, second = ask(store, "first", "second")
    worker.begin(first)
    worker.stream(first, "half an ans")
    worker.fail(first, "The server gave up.", "half an ans")
    async with open_app() as opened:
        await opened.until(lambda: "half an ans" in opened.screen())
        await send(opened, "/queue")
        await opened.until(lambda: isinstance(opened.app.screen, QueueScreen) and "1 waiting" in opened.screen())
        await opened.pilot.press("x")
        await opened.until(lambda: status(store, second) == "cancelled")
        await opened.until(lambda: second.id in opened.chat.transcript.broken_off)
        await opened.pilot.press("u")
        tasks.retry(store, first.id)
        await opened.until(lambda: "2 waiting" in opened.screen())
        await opened.pilot.press("escape")
        await opened.until(lambda: opened.screen().count("queued") >= 2 and "half an ans" not in opened.screen())
        assert "cancelled" not in opened.screen() and "gave up" not in opened.screen()
        worker.begin(first)
        worker.stream(first, "a whole one")
        await opened.until(lambda: "a whole one" in opened.screen())


async def test_a_change_that_comes_too_late_becomes_a_draft_below_the_one_that_is_there(open_app: OpenApp, store: Store) -> None:
    task = ask(store, "first")[0]
    channels.keep_draft(store, "main", "begun before")
    async with open_app() as opened:
        opened.chat._do("/edit 1")
        await opened.until(lambda: isinstance(opened.app.focused, TaskEditor))
        await opened.type(" and more")
        begin(store, task)
        await opened.until(lambda: "Task 1 has begun. Enter takes your text into the prompt, as a new message." in opened.screen())
        await opened.pilot.press("enter")
        await opened.until(lambda: opened.app.screen is opened.chat)
        await opened.until(lambda: opened.chat.prompt.text == "begun before\n\nfirst and more")
        await opened.until(lambda: "Task 1 has begun; only a waiting task can be changed." in opened.screen())
        assert tasks.get(store, 1) is not None and status(store, task) == "running"


async def test_edit_takes_an_ended_task_s_text_into_the_prompt_of_its_channel(open_app: OpenApp, store: Store) -> None:
    task = tasks.submit(store, "otto", "do it again", "otto")
    tasks.cancel(store, task.id)
    async with open_app() as opened:
        await send(opened, f"/edit {task.id}")
        await opened.until(lambda: opened.chat.prompt.text == "do it again")
        assert opened.chat.talk.channel == "otto"
        await opened.pilot.press("enter")
        await opened.until(lambda: [task.prompt for task in tasks.unfinished(store)] == ["do it again"])


async def test_edit_overwrites_no_draft(open_app: OpenApp, store: Store) -> None:
    task = tasks.submit(store, "otto", "do it again", "otto")
    tasks.cancel(store, task.id)
    channels.keep_draft(store, "otto", "half a sentence")
    async with open_app() as opened:
        await send(opened, f"/edit {task.id}")
        await opened.until(lambda: "There is a draft in the prompt." in opened.screen())
        assert opened.chat.prompt.text == "half a sentence"


async def test_a_command_from_ctrl_p_does_not_leave_an_unsaved_change_behind(open_app: OpenApp, store: Store) -> None:
    ask(store, "first")
    async with open_app() as opened:
        await send(opened, "/edit 1")
        await opened.until(lambda: isinstance(opened.app.focused, TaskEditor))
        await opened.type(" more")
        await opened.pilot.press("ctrl+p")
        await opened.until(lambda: not isinstance(opened.app.screen, QueueScreen))
        await opened.type("agents")
        await opened.pilot.pause(0.5)
        await opened.pilot.press("enter")
        await opened.until(lambda: "Save your change first with enter" in opened.screen())
        assert opened.app.screen.query_one(TaskEditor).text == "first more"


# Pictures


def then(*keys: str) -> Callable[[Pilot[Any]], Awaitable[None]]:
    async def press(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        await pilot.press(*keys)
        await settled(pilot)
        await asyncio.sleep(0.3)
        await settled(pilot)

    return press


async def test_the_queue_s_picture(pictures: Pictures, the_queue: Queue, store: Store, clock: Clock) -> None:
    some_work(store, clock)
    await pictures(the_queue(), then("down"), looks=[*LOOKS, Look(60, 16)])


async def test_the_editor_s_picture(pictures: Pictures, the_queue: Queue, store: Store, clock: Clock) -> None:
    some_work(store, clock)
    await pictures(the_queue(), then("down", "e"), looks=[*LOOKS, Look(60, 16)])


async def test_the_picture_of_an_empty_queue(pictures: Pictures, the_queue: Queue) -> None:
    await pictures(the_queue(), then())
