"""Reading far back: more is loaded, nothing moves, and the way to the end is one key."""

from hydratui.store import Store, tasks
from hydratui.tui.widgets.message import Message
from hydratui.tui.widgets.transcript import MOST, STEP
from tests.tui.conftest import Open, OpenApp
from tests.tui.story import Worker


def _talk(worker: Worker, count: int) -> list[tasks.Task]:
    return [worker.said("ada", f"question {number}", f"answer {number}\n\n- one\n- two") for number in range(1, count + 1)]


def _first_line(opened: Open) -> str:
    region = opened.chat.transcript.content_region
    return opened.screen().splitlines()[region.y][region.x :]


async def _page_up(opened: Open, times: int = 1) -> None:
    for _ in range(times):
        await opened.pilot.press("pageup")
        await opened.pilot.pause()


async def test_it_opens_at_the_end_with_few_widgets_however_long_the_channel_is(open_app: OpenApp, worker: Worker) -> None:
    _talk(worker, 200)
    async with open_app() as opened:
        assert "answer 200" in opened.screen()
        assert len(opened.chat.query(Message)) == 2 * STEP


async def test_reading_back_loads_earlier_messages_and_lets_go_of_the_far_ones(open_app: OpenApp, worker: Worker) -> None:
    _talk(worker, 60)
    async with open_app() as opened:
        page = opened.chat.transcript
        oldest = page.oldest
        for _ in range(60):
            await _page_up(opened)
            if page.oldest == 1 and page.scroll_y == 0:
                break
        assert page.oldest == 1 < oldest
        assert "question 1 " in opened.screen()
        assert len(opened.chat.query(Message)) <= 2 * MOST
        for _ in range(80):
            await opened.pilot.press("pagedown")
            await opened.pilot.pause()
            if page.following:
                break
        assert page.following
        assert "answer 60" in opened.screen()


async def test_the_view_stays_still_while_earlier_messages_are_put_above_it(open_app: OpenApp, worker: Worker) -> None:
    _talk(worker, 60)
    async with open_app() as opened:
        page = opened.chat.transcript
        seen = []
        for _ in range(12):
            before, oldest = opened.screen(), page.oldest
            await opened.pilot.press("pageup")
            await opened.until(lambda: not page._message_queue.qsize())
            after = opened.screen()
            if page.oldest != oldest:
                # A page up moves by the page less two lines; what was at the top is now at the bottom, wherever it comes from.
                left, top, _, height = page.content_region
                assert before.splitlines()[top][left:-2] == after.splitlines()[top + height - 2][left:-2]
                seen.append(page.oldest)
        assert len(seen) >= 2


async def test_the_view_stays_still_while_text_streams_in_below(open_app: OpenApp, store: Store, worker: Worker) -> None:
    _talk(worker, 20)
    async with open_app() as opened:
        task = tasks.submit(store, "ada", "go on", "main")
        worker.begin(task)
        await opened.until(lambda: "go on" in opened.screen())
        await _page_up(opened)
        top, where = _first_line(opened), opened.chat.transcript.scroll_y
        for number in range(5):
            worker.stream(task, f"line {number}\n\n")
        await opened.until(lambda: "1 new" in opened.screen())
        other = tasks.submit(store, "otto", "and another", "main")
        await opened.until(lambda: "2 new" in opened.screen())
        assert "↓ 2 new  End" in opened.screen()
        worker.complete(task, "\n\n".join(f"line {number}" for number in range(40)))
        await opened.until(lambda: opened.chat.transcript.open_tasks.keys() == {other.id})
        assert (_first_line(opened), opened.chat.transcript.scroll_y) == (top, where)
        await opened.pilot.press("end")
        await opened.until(lambda: "and another" in opened.screen())
        assert "new  End" not in opened.screen()


async def test_the_view_stays_still_while_text_streams_in_above(open_app: OpenApp, store: Store, worker: Worker) -> None:
    async with open_app((100, 24)) as opened:
        slow = tasks.submit(store, "ada", "take your time", "main")
        worker.begin(slow)
        worker.stream(slow, "first words")
        await opened.until(lambda: "first words" in opened.screen())
        for number in range(12):
            worker.said("otto", f"question {number}", f"answer {number}")
        await opened.until(lambda: "answer 11" in opened.screen())
        await _page_up(opened)
        top = _first_line(opened)
        worker.stream(slow, "\n\nmore\n\nand more\n\nand still more")
        await opened.until(lambda: "still more" in opened.chat.transcript.reply(slow.id).text)  # type: ignore[union-attr]
        await opened.pilot.pause()
        assert _first_line(opened) == top


async def test_a_resize_keeps_the_line_that_is_being_read(open_app: OpenApp, worker: Worker) -> None:
    for number in range(30):
        worker.said("ada", f"question {number}", f"answer {number} " + "with many words that wrap " * 8)
    async with open_app((120, 30)) as opened:
        await _page_up(opened, 2)
        held = opened.chat.transcript._held
        assert held is not None
        await opened.pilot.resize_terminal(70, 30)
        await opened.pilot.pause()
        widget, _ = held
        assert widget.region.overlaps(opened.chat.transcript.region)
        assert widget.region.y <= opened.chat.transcript.region.y + 3


async def test_channels_show_what_is_new_until_they_are_opened(open_app: OpenApp, store: Store, worker: Worker) -> None:
    async with open_app() as opened:
        worker.said("otto", "psst", "yes?", channel="otto")
        await opened.until(lambda: "1 new" in opened.screen())
        opened.chat._sidebar.focus()
        await opened.pilot.press("down", "down", "down")
        await opened.pilot.press("enter")
        await opened.until(lambda: "psst" in opened.screen())
        assert opened.chat.talk.channel == "otto"
        assert opened.app.focused is opened.chat.prompt
        await opened.until(lambda: "1 new" not in opened.screen())


async def test_an_old_task_is_shown_where_it_was_said(open_app: OpenApp, worker: Worker) -> None:
    old = _talk(worker, 80)[9]
    async with open_app() as opened:
        opened.chat.open_channel("main", at=old.id)
        await opened.pilot.pause()
        assert "question 10" in _first_line(opened) or "question 10" in opened.screen()
        assert "End" in opened.screen()
        await opened.pilot.press("end")
        await opened.until(lambda: "answer 80" in opened.screen())


async def test_scrolling_where_there_is_nowhere_to_go_does_not_stop_it_from_following(open_app: OpenApp, worker: Worker) -> None:
    worker.said("ada", "the first", "yes")
    async with open_app((100, 24)) as opened:
        await opened.pilot.press("pageup", "pagedown")
        _talk(worker, 12)
        await opened.until(lambda: "answer 12" in opened.screen())
        await opened.pilot.press("pagedown")
        worker.said("ada", "the last", "no")
        await opened.until(lambda: "the last" in opened.screen())
        assert "End" not in opened.screen()


async def test_what_is_typed_while_the_page_has_the_focus_goes_into_the_prompt(open_app: OpenApp, worker: Worker) -> None:
    _talk(worker, 3)
    async with open_app() as opened:
        opened.chat.transcript.focus()
        await opened.type("hi there")
        assert opened.chat.prompt.text == "hi there"
        assert opened.app.focused is opened.chat.prompt
