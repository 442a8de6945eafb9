"""Fifty agents speak at once: every word arrives, where the reader looks at once, and nothing moves under the reader."""

import pytest

from hydratui.store import tasks
from hydratui.store.tasks import Task
from hydratui.tui import catching_up
from hydratui.tui.widgets.transcript import MOST
from tests.tui.conftest import Open, OpenApp
from tests.tui.story import Worker

AGENTS = 50


async def _ask(opened: Open, worker: Worker) -> list[Task]:
    """Fifty tasks of fifty agents in the main channel, all begun; the last `MOST` of them are on the page."""
    sent = [tasks.submit(worker.store, f"agent{number:02d}", f"question {number:02d}", "main") for number in range(AGENTS)]
    for task in sent:
        worker.begin(task)
    page = opened.chat.transcript
    await opened.until(lambda: page.open_tasks.keys() == {task.id for task in sent[-MOST:]})
    await opened.until(lambda: all(page.reply(task.id).task_shown.status == "running" for task in sent[-MOST:]))  # type: ignore[union-attr]
    return sent


def _say(worker: Worker, crowd: list[Task], number: int) -> None:
    for task in crowd:
        worker.stream(task, _part(task, number))


def _part(task: Task, number: int) -> str:
    return f"t{task.id:02d}p{number:02d}\n\n"


def _heard(opened: Open, task: Task) -> list[str]:
    reply = opened.chat.transcript.reply(task.id)
    assert reply is not None
    return reply.text.split()


def _page(opened: Open) -> list[str]:
    left, top, width, height = opened.chat.transcript.content_region
    return [line[left : left + width - 2] for line in opened.screen().splitlines()[top : top + height]]


async def _scroll_to(opened: Open, task: Task) -> None:
    reply = opened.chat.transcript.reply(task.id)
    assert reply is not None
    opened.chat.transcript.scroll_to(y=reply.virtual_region.y, animate=False, immediate=True)
    await opened.pilot.pause()


@pytest.mark.heavy
async def test_every_word_of_fifty_streams_arrives_and_stays(open_app: OpenApp, worker: Worker) -> None:
    async with open_app() as opened:
        crowd = await _ask(opened, worker)
        for number in range(8):
            _say(worker, crowd, number)
            await opened.pilot.pause(0.05)
        whole = {task.id: "".join(_part(task, number) for number in range(8)) for task in crowd}
        for task in crowd:
            worker.complete(task, whole[task.id])
        await opened.until(lambda: not opened.chat.transcript.open_tasks)
        await opened.until(lambda: not any(reply.behind for reply in opened.chat.transcript.replies()))
        seen = set(opened.screen().split())
        for _ in range(100):
            await opened.pilot.press("pageup")
            await opened.pilot.pause()
            seen.update(opened.screen().split())
        assert {word for text in whole.values() for word in text.split()} <= seen


async def test_what_streams_out_of_sight_is_whole_without_being_looked_at(open_app: OpenApp, worker: Worker) -> None:
    async with open_app() as opened:
        crowd = await _ask(opened, worker)
        on_page = crowd[-MOST:]
        for number in range(5):
            _say(worker, crowd, number)
            await opened.pilot.pause(0.05)
        wanted = {task.id: [f"t{task.id:02d}p{number:02d}" for number in range(5)] for task in on_page}
        await opened.until(lambda: all(_heard(opened, task) == wanted[task.id] for task in on_page))


async def test_a_reply_that_comes_into_view_shows_all_that_has_arrived(
    open_app: OpenApp, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catching_up, "GATHER_SECONDS", 3600.0)
    async with open_app() as opened:
        crowd = await _ask(opened, worker)
        page = opened.chat.transcript
        for number in range(6):
            _say(worker, crowd, number)
        task = crowd[-MOST // 2]
        reply = page.reply(task.id)
        assert reply is not None
        await opened.until(lambda: page.open_tasks[crowd[-1].id] == 6 * AGENTS, "what was said so far has been read")
        _say(worker, crowd, 6)
        await opened.until(lambda: "t50p06" in opened.screen())
        assert reply.behind
        await _scroll_to(opened, task)
        assert not reply.behind
        shown = "\n".join(_page(opened))
        assert all(f"t{task.id:02d}p{number:02d}" in shown for number in range(7))
        # What is far away still waits, and comes when it is its turn.
        assert any(each.behind for each in page.replies())


async def test_the_page_stays_where_it_is_read_while_fifty_replies_grow(
    open_app: OpenApp, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catching_up, "GATHER_SECONDS", 0.05)
    async with open_app() as opened:
        crowd = await _ask(opened, worker)
        page = opened.chat.transcript
        for number in range(5):
            _say(worker, crowd, number)
        await opened.until(lambda: "t50p04" in opened.screen())
        task = crowd[-MOST // 2]
        await _scroll_to(opened, task)
        top = _page(opened)[0]
        assert f"agent{task.id - 1:02d}" in top.lower().replace(" ", "")
        height = page.virtual_size.height
        for number in range(5, 12):
            _say(worker, crowd, number)
            await opened.pilot.pause(0.1)
            assert _page(opened)[0] == top
        await opened.until(lambda: not any(reply.behind for reply in page.replies()) and f"t{task.id:02d}p11" in opened.screen())
        assert page.virtual_size.height > height
        assert _page(opened)[0] == top


async def test_a_task_that_left_the_page_comes_back_with_its_text_from_the_beginning(open_app: OpenApp, worker: Worker) -> None:
    async with open_app() as opened:
        first, *_ = await _ask(opened, worker)
        page = opened.chat.transcript
        worker.stream(first, "it began so ")
        assert page.reply(first.id) is None
        page.scroll_home(animate=False)
        await opened.until(lambda: page.reply(first.id) is not None)
        page.scroll_home(animate=False)
        await opened.until(lambda: "it began so" in opened.screen())
        worker.stream(first, "and went on")
        await opened.until(lambda: "it began so and went on" in opened.screen())


async def test_a_channel_that_is_opened_again_shows_a_stream_that_pauses(open_app: OpenApp, worker: Worker) -> None:
    async with open_app() as opened:
        crowd = await _ask(opened, worker)
        _say(worker, crowd, 0)
        await opened.until(lambda: "t50p00" in opened.screen())
        opened.chat.open_channel("ada")
        await opened.until(lambda: "t50p00" not in opened.screen())
        opened.chat.open_channel("main")
        await opened.until(lambda: "t50p00" in opened.screen())
        _say(worker, crowd, 1)
        await opened.until(lambda: "t50p01" in opened.screen())
        assert opened.screen().count("t50p00") == 1
