"""Leaving the app with work going on: the question, its answers, and when there is none."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from hydratui.paths import Home
from hydratui.store import Store, channels, control, queue, tasks, workers
from hydratui.tui.app import HydraApp
from hydratui.tui.screens.leaving import LeavingScreen
from tests.shell import BareShell
from tests.tui.conftest import Open, OpenApp, shown
from tests.tui.pictures import LOOKS, Look, Pictures
from tests.tui.screenshots import until
from tests.tui.story import Clock, Worker, write_past, write_today


class Watching:
    """A supervisor that only notes how it was left."""

    def __init__(self) -> None:
        self.left: list[str] = []

    def ensure(self) -> str | None:
        return None

    def leave(self, how: str) -> None:
        self.left.append(how)


async def _work(opened: Open, store: Store, worker: Worker) -> list[tasks.Task]:
    """Two tasks run and three wait; the app knows it."""
    sent = [tasks.submit(store, agent, f"task {number}") for number, agent in enumerate(("ada", "otto", "ada", "ada", "otto"))]
    for task in sent[:2]:
        worker.begin(task)
    await opened.until(lambda: opened.chat.talk.desk.waiting == 3 and len(opened.chat.talk.desk.running) == 2)
    return sent


def _asks(opened: Open) -> bool:
    return isinstance(opened.app.screen, LeavingScreen) and "Leave hydratui?" in opened.screen()


async def test_with_nothing_to_do_it_leaves_at_once(open_app: OpenApp) -> None:
    async with open_app() as opened:
        await opened.pilot.press("ctrl+q")
        await opened.until(lambda: opened.app._exit)


@pytest.mark.parametrize("way", ["ctrl+q", "/quit", "ctrl+c twice"])
async def test_with_work_going_on_it_asks_first(open_app: OpenApp, store: Store, worker: Worker, way: str) -> None:
    async with open_app() as opened:
        await _work(opened, store, worker)
        if way == "ctrl+q":
            await opened.pilot.press("ctrl+q")
        elif way == "/quit":
            opened.chat.prompt.put("/quit")
            await opened.pilot.press("enter")
        else:
            # In a channel where nothing runs, for where something does ctrl+c cancels it.
            opened.chat.open_channel("iris")
            await opened.pilot.press("ctrl+c")
            await opened.until(lambda: "again to quit" in opened.screen())
            await opened.pilot.press("ctrl+c")
        await opened.until(lambda: _asks(opened))
        assert "2 tasks run, 3 wait." in opened.screen()
        assert not opened.app._exit


async def test_esc_and_ctrl_c_stay_and_it_can_be_asked_again(open_app: OpenApp, store: Store, worker: Worker) -> None:
    async with open_app() as opened:
        await _work(opened, store, worker)
        for key in ("escape", "ctrl+c"):
            await opened.pilot.press("ctrl+q")
            await opened.until(lambda: _asks(opened))
            await opened.pilot.press(key)
            await opened.until(lambda: opened.app.screen is opened.chat)
            assert opened.app.focused is opened.chat.prompt
        assert not opened.app._exit
        assert not any(task.cancelling for task in tasks.running(store))


async def test_ctrl_c_again_and_again_neither_ends_it_nor_gets_stuck(open_app: OpenApp, store: Store, worker: Worker) -> None:
    async with open_app() as opened:
        await _work(opened, store, worker)
        opened.chat.open_channel("iris")
        for _ in range(9):
            await opened.pilot.press("ctrl+c")
            await opened.pilot.pause()
        assert not opened.app._exit
        await opened.pilot.press("escape")
        await opened.type("still here")
        assert "still here" in opened.screen()


@pytest.mark.parametrize(("keys", "how"), [("k", "finish"), ("enter", "finish"), ("s", "stop"), ("c", "finish")])
async def test_what_is_chosen_is_done(home: Home, clock: Clock, store: Store, worker: Worker, keys: str, how: str) -> None:
    supervisor = Watching()
    app = HydraApp(home, supervisor)
    async with app.run_test() as pilot:
        sent = await _work(Open(app, pilot), store, worker)
        await pilot.press("ctrl+q")
        await until(pilot, lambda: isinstance(app.screen, LeavingScreen) and app.screen.is_mounted)
        await pilot.press(keys)
        await until(pilot, lambda: app._exit)
    assert supervisor.left == [how]
    now = [tasks.get(store, task.id) for task in sent]
    assert [task.cancelling for task in now if task] == [keys == "c"] * 2 + [False] * 3
    assert [task.status for task in now if task][2:] == ["cancelled" if keys == "c" else "pending"] * 3
    assert [row.leaving for row in workers.live(store)] == [keys == "s"]


async def test_the_arrows_choose_and_enter_takes_it(home: Home, clock: Clock, store: Store, worker: Worker) -> None:
    supervisor = Watching()
    app = HydraApp(home, supervisor)
    async with app.run_test() as pilot:
        await _work(Open(app, pilot), store, worker)
        await pilot.press("ctrl+q")
        await until(pilot, lambda: "▸ k" in shown(app))
        await pilot.press("down", "down", "up")
        await until(pilot, lambda: "▸ s" in shown(app))
        await pilot.press("enter")
        await until(pilot, lambda: app._exit)
    assert supervisor.left == ["stop"]


async def test_ctrl_q_twice_leaves_and_keeps_working(open_app: OpenApp, store: Store, worker: Worker) -> None:
    async with open_app() as opened:
        sent = await _work(opened, store, worker)
        await opened.pilot.press("ctrl+q")
        await opened.until(lambda: _asks(opened))
        await opened.pilot.press("ctrl+q")
        await opened.until(lambda: opened.app._exit)
    assert len(tasks.unfinished(store)) == len(sent)


async def test_the_question_follows_what_happens_meanwhile(open_app: OpenApp, store: Store, worker: Worker) -> None:
    async with open_app() as opened:
        sent = await _work(opened, store, worker)
        await opened.pilot.press("ctrl+q")
        await opened.until(lambda: _asks(opened))
        worker.complete(sent[0], "done")
        await opened.until(lambda: "1 task runs, 3 wait." in opened.screen())
        control.cancel_all(store)
        queue.stop(store, worker.claims[sent[1].id], "", None, (0, 0))
        await opened.until(lambda: "Everything has ended meanwhile." in opened.screen())
        assert "Cancel everything" not in opened.screen()
        await opened.pilot.press("c")
        assert not opened.app._exit
        await opened.pilot.press("enter")
        await opened.until(lambda: opened.app._exit)


async def test_what_only_waits_for_a_paused_agent_is_no_question(open_app: OpenApp, store: Store, worker: Worker) -> None:
    tasks.submit(store, "ada", "later")
    control.pause(store, "ada")
    async with open_app() as opened:
        await opened.until(lambda: "paused" in opened.screen())
        await opened.pilot.press("ctrl+q")
        await opened.until(lambda: opened.app._exit)


async def test_what_is_stopping_already_is_no_question(open_app: OpenApp, store: Store, worker: Worker) -> None:
    task = tasks.submit(store, "ada", "a long one")
    worker.begin(task)
    tasks.cancel(store, task.id)
    async with open_app() as opened:
        await opened.until(lambda: "stopping" in opened.screen())
        await opened.pilot.press("ctrl+q")
        await opened.until(lambda: opened.app._exit)


async def test_it_asks_over_another_screen_and_esc_goes_back_there(open_app: OpenApp, store: Store, worker: Worker) -> None:
    async with open_app() as opened:
        await _work(opened, store, worker)
        await opened.pilot.press("f1")
        await opened.until(lambda: opened.app.screen is not opened.chat)
        under = opened.app.screen
        await opened.pilot.press("ctrl+q")
        await opened.until(lambda: _asks(opened))
        await opened.pilot.press("ctrl+p")
        await opened.until(lambda: _asks(opened))
        await opened.pilot.press("escape")
        await opened.until(lambda: opened.app.screen is under)


async def test_it_says_what_the_choice_does_not_reach(open_app: OpenApp, store: Store, clock: Clock) -> None:
    workers.enlist(store, "by-hand", "daemon")
    tasks.submit(store, "ada", "something")
    async with open_app() as opened:
        await opened.until(lambda: opened.chat.talk.desk.by_hand)
        await opened.pilot.press("ctrl+q")
        await opened.until(lambda: "A worker started by hand works on" in opened.screen())
        workers.leave(store, "by-hand")
        await opened.until(lambda: "No worker is alive" in opened.screen())


async def test_leaving_waits_for_a_message_that_is_not_saved_yet(open_app: OpenApp, store: Store) -> None:
    async with open_app() as opened:
        with BareShell(store.path) as bare:
            bare.execute("BEGIN IMMEDIATE")
            await opened.type("keep this")
            await opened.pilot.press("enter")
            await opened.until(lambda: "not saved yet" in opened.screen())
            await opened.type("and this draft")
            await opened.pilot.press("ctrl+q")
            await opened.until(lambda: "leaving waits for it" in opened.screen())
            assert not opened.app._exit
            bare.execute("ROLLBACK")
        # Now that it is saved, it is work that waits.
        await opened.until(lambda: _asks(opened))
        assert [task.prompt for task in tasks.recent(store)] == ["keep this"]
        assert channels.draft(store, "main") == "and this draft"


async def test_a_click_chooses(open_app: OpenApp, store: Store, worker: Worker) -> None:
    async with open_app() as opened:
        await _work(opened, store, worker)
        await opened.pilot.press("ctrl+q")
        await opened.until(lambda: _asks(opened))
        await opened.pilot.click(".leaving-choices", offset=(4, 2))
        await opened.until(lambda: opened.app._exit)
        await opened.until(lambda: all(task.cancelling for task in tasks.unfinished(store)))


def _with_question(store: Store, worker: Worker) -> Callable[[Pilot[Any]], Awaitable[None]]:
    async def before(pilot: Pilot[Any]) -> None:
        app = pilot.app
        assert isinstance(app, HydraApp)
        await _work(Open(app, pilot), store, worker)
        await pilot.press("ctrl+q")
        await until(pilot, lambda: "3 wait." in shown(app) and "esc ctrl+c" in shown(app))
        await asyncio.sleep(0)

    return before


async def test_the_question(pictures: Pictures, home: Home, store: Store, worker: Worker, clock: Clock) -> None:
    write_past(store, home, clock)
    write_today(worker)
    app = HydraApp(home, None)
    await pictures(app, _with_question(store, worker), looks=[*LOOKS, Look(60, 16)])
