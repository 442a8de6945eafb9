"""A picture of every state of the chat. `make test` compares; `pytest --snapshot-update` takes them anew."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from hydratui.paths import Home
from hydratui.store import Store, held, tasks
from hydratui.tui.app import HydraApp
from hydratui.tui.theme import LIGHT
from tests.tui.conftest import shown
from tests.tui.screenshots import until, work_begins
from tests.tui.story import NOW, QWEN, Call, Clock, Worker, write_past, write_today

Compare = Callable[..., bool]
Before = Callable[[Pilot[Any]], Awaitable[None]]


@pytest.fixture
def story(store: Store, home: Home, worker: Worker, clock: Clock) -> Worker:
    """Eight weeks of history and this morning's conversation."""
    write_past(store, home, clock)
    write_today(worker)
    return worker


def _app(home: Home, theme: str | None = None) -> HydraApp:
    app = HydraApp(home, None)
    if theme:
        app.theme = theme
    return app


def _when(*words: str, keys: tuple[str, ...] = ()) -> Before:
    async def before(pilot: Pilot[Any]) -> None:
        for word in words:
            await until(pilot, lambda word=word: word in shown(pilot.app), word)  # type: ignore[misc]
        if keys:
            await pilot.press(*keys)
        await pilot.pause()

    return before


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20), (60, 16)], ids=str)
def test_welcome(snap_compare: Compare, home: Home, clock: Clock, size: tuple[int, int]) -> None:
    assert snap_compare(_app(home), terminal_size=size, run_before=_when("Hello."))


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20), (160, 50)], ids=str)
def test_conversation(snap_compare: Compare, home: Home, story: Worker, size: tuple[int, int]) -> None:
    assert snap_compare(_app(home), terminal_size=size, run_before=_when("has not run since October"))


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20)], ids=str)
@pytest.mark.parametrize("theme", [None, LIGHT.name], ids=["dark", "light"])
def test_streaming_while_another_needs_you(
    snap_compare: Compare, home: Home, story: Worker, size: tuple[int, int], theme: str | None
) -> None:
    work_begins(story)
    assert snap_compare(_app(home, theme), terminal_size=size, run_before=_when("prints one line", "needs you"))


@pytest.mark.parametrize("size", [(120, 40), (60, 20)], ids=str)
def test_failed_and_queued(snap_compare: Compare, home: Home, story: Worker, size: tuple[int, int]) -> None:
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
    assert snap_compare(_app(home), terminal_size=size, run_before=_when("and another", "2 queued"))


@pytest.mark.parametrize("size", [(120, 40), (60, 20)], ids=str)
def test_a_note_to_decide_with_the_focus(snap_compare: Compare, home: Home, story: Worker, size: tuple[int, int]) -> None:
    task = story.said("iris", "What does the page say?", "It says to run `restic check` after every upgrade.", model=QWEN)
    story.clock.moment = NOW
    held.hold(story.store, "iris", task.id, "Run restic check after every upgrade.", "example.org")
    assert snap_compare(_app(home), terminal_size=size, run_before=_when("wants to remember", keys=("shift+tab",)))


def test_scrolled_up_with_something_new(snap_compare: Compare, home: Home, story: Worker) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await _when("has not run since October", keys=("pageup",))(pilot)
        story.said("otto", "Is it up?", "Yes.")
        story.clock.moment = NOW
        await until(pilot, lambda: "1 new" in shown(pilot.app))

    assert snap_compare(_app(home), terminal_size=(120, 40), run_before=before)


def test_sidebar_with_the_focus_and_something_unread(snap_compare: Compare, home: Home, story: Worker) -> None:
    story.said("iris", "psst", "Yes?", channel="iris")
    story.clock.moment = NOW
    assert snap_compare(_app(home), terminal_size=(100, 30), run_before=_when("1 new", keys=("tab", "down")))


def test_notices(snap_compare: Compare, home: Home, story: Worker) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await _when("has not run since October")(pilot)
        for typed, shows in (("/craft", "craft is general"), ("/use otto", "answers in main"), ("/memroy", "Did you mean")):
            pilot.app.chat.prompt.put(typed)  # type: ignore[attr-defined]
            await pilot.press("enter")
            await until(pilot, lambda shows=shows: shows in shown(pilot.app))  # type: ignore[misc]

    assert snap_compare(_app(home), terminal_size=(100, 36), run_before=before)


def test_a_prompt_of_many_lines(snap_compare: Compare, home: Home, story: Worker) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await _when("has not run since October")(pilot)
        pilot.app.chat.prompt.put("\n".join(f"line {number} of a long message" for number in range(1, 30)))  # type: ignore[attr-defined]

    assert snap_compare(_app(home), terminal_size=(80, 24), run_before=before)


@pytest.mark.parametrize("size", [(120, 40), (60, 16)], ids=str)
def test_palette(snap_compare: Compare, home: Home, story: Worker, size: tuple[int, int]) -> None:
    assert snap_compare(_app(home), terminal_size=size, run_before=_when("since October", keys=("slash", "m", "e")))
