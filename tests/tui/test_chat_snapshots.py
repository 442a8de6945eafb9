"""A picture of every state of the chat. `make test` compares; `pytest --snapshot-update` takes them anew."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from hydratui.paths import Home
from hydratui.store import Store, held, tasks
from hydratui.tui.app import HydraApp
from tests.tui.conftest import shown
from tests.tui.pictures import LOOKS, Look, Pictures
from tests.tui.screenshots import until
from tests.tui.story import NOW, QWEN, Call, Clock, Worker, work_begins, write_past, write_today

Before = Callable[[Pilot[Any]], Awaitable[None]]


@pytest.fixture
def story(store: Store, home: Home, worker: Worker, clock: Clock) -> Worker:
    """Eight weeks of history and this morning's conversation."""
    write_past(store, home, clock)
    write_today(worker)
    return worker


def _when(*words: str, keys: tuple[str, ...] = ()) -> Before:
    async def before(pilot: Pilot[Any]) -> None:
        for word in words:
            await until(pilot, lambda word=word: word in shown(pilot.app), word)  # type: ignore[misc]
        if keys:
            await pilot.press(*keys)
        await pilot.pause()

    return before


async def test_welcome(pictures: Pictures, home: Home, clock: Clock) -> None:
    await pictures(HydraApp(home, None), _when("Hello."), looks=[*LOOKS, Look(60, 16)])


async def test_conversation(pictures: Pictures, home: Home, story: Worker) -> None:
    await pictures(HydraApp(home, None), _when("has not run since October"), looks=[*LOOKS, Look(160, 50)])


async def test_streaming_while_another_needs_you(pictures: Pictures, home: Home, story: Worker) -> None:
    work_begins(story)
    await pictures(HydraApp(home, None), _when("prints one line", "needs you"))


async def test_failed_and_queued(pictures: Pictures, home: Home, story: Worker) -> None:
    store = story.store
    failed = tasks.submit(store, "otto", "Deploy it to hallway.\n\n  - with the new tunnel\n  - and tell me when it is up")
    story.begin(
        failed,
        (
            Call("fetch_url", "http://10.0.0.7/status", "10.0.0.7 is a private address", "blocked"),
            Call("web_search", "wireguard", "5 results", ms=640),
        ),
    )
    story.fail(
        failed, "OpenAI refused the key. Save another with `hydratui keys set openai`.", "I looked at the tunnel first.", "openai:gpt-5"
    )
    story.begin(tasks.submit(store, "ada", "and then?"))
    for text in ("one more", "and another"):
        tasks.submit(store, "ada", text)
    await pictures(HydraApp(home, None), _when("and another", "2 queued"))


async def test_a_note_to_decide_with_the_focus(pictures: Pictures, home: Home, story: Worker) -> None:
    task = story.said("iris", "What does the page say?", "It says to run `restic check` after every upgrade.", model=QWEN)
    story.clock.moment = NOW
    held.hold(story.store, "iris", task.id, "Run restic check after every upgrade.", "example.org")
    await pictures(HydraApp(home, None), _when("wants to remember", keys=("shift+tab",)))


async def test_scrolled_up_with_something_new(pictures: Pictures, home: Home, story: Worker) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await _when("has not run since October", keys=("pageup",))(pilot)
        story.said("otto", "Is it up?", "Yes.")
        story.clock.moment = NOW
        await until(pilot, lambda: "1 new" in shown(pilot.app))

    await pictures(HydraApp(home, None), before)


async def test_sidebar_with_the_focus_and_something_unread(pictures: Pictures, home: Home, story: Worker) -> None:
    story.said("iris", "psst", "Yes?", channel="iris")
    story.clock.moment = NOW
    await pictures(HydraApp(home, None), _when("1 new", keys=("tab", "down")), looks=[*LOOKS, Look(100, 30)])


async def test_notices(pictures: Pictures, home: Home, story: Worker) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await _when("has not run since October")(pilot)
        for typed, shows in (("/craft", "craft is general"), ("/use otto", "answers in main"), ("/memroy", "Did you mean")):
            pilot.app.chat.prompt.put(typed)  # type: ignore[attr-defined]
            await pilot.press("enter")
            await until(pilot, lambda shows=shows: shows in shown(pilot.app))  # type: ignore[misc]

    await pictures(HydraApp(home, None), before)


async def test_a_prompt_of_many_lines(pictures: Pictures, home: Home, story: Worker) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await _when("has not run since October")(pilot)
        pilot.app.chat.prompt.put("\n".join(f"line {number} of a long message" for number in range(1, 30)))  # type: ignore[attr-defined]

    await pictures(HydraApp(home, None), before)


async def test_palette(pictures: Pictures, home: Home, story: Worker) -> None:
    await pictures(HydraApp(home, None), _when("since October", keys=("slash", "m", "e")), looks=[*LOOKS, Look(60, 16)])
