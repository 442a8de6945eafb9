"""ctrl+f: words are found in the whole channel, marked on the page, and gone to one after the other."""

import pytest

from hydratui.paths import Home
from hydratui.store import Store, channels, tasks
from hydratui.tui.lines import MARK
from hydratui.tui.widgets.find_line import FindLine
from tests.tui.conftest import Open, OpenApp
from tests.tui.pictures import Pictures
from tests.tui.story import Clock, Worker


def write_many(store: Store, count: int, *, channel: str = "main", agent: str = "ada", said: str = "answer {0}") -> None:
    sql = """INSERT INTO tasks (agent, channel, prompt, result, status, attempts, created_at, started_at, finished_at)
             VALUES (?, ?, ?, ?, 'completed', 1, '2026-11-01T10:00:00Z', '2026-11-01T10:00:00Z', '2026-11-01T10:00:04Z')"""
    with store.write() as db:
        db.executemany(sql, [(agent, channel, f"question {number}", said.format(number)) for number in range(1, count + 1)])


async def find(opened: Open, words: str, count: str) -> None:
    await opened.pilot.press("ctrl+f")
    await opened.until(lambda: bool(opened.chat.query(FindLine)))
    await opened.type(words)
    await opened.until(lambda: count in opened.screen(), count)


def marked(opened: Open) -> list[str]:
    """The pieces of text on the screen that are underlined, as matches are."""
    strips = opened.app.screen._compositor.render_strips()
    return [segment.text for strip in strips for segment in strip if segment.style is not None and segment.style.underline]


async def test_words_far_back_are_counted_gone_to_and_marked(open_app: OpenApp, store: Store) -> None:
    write_many(store, 400)
    with store.write() as db:
        db.execute("UPDATE tasks SET result = 'The Backup Plan is here' WHERE id IN (7, 350)")
        db.execute("UPDATE tasks SET prompt = 'is the backup a plan?' WHERE id = 120")
    async with open_app((100, 30)) as opened:
        await find(opened, "backup plan", "1 of 3")
        await opened.until(lambda: "The Backup Plan is here" in opened.screen())
        assert opened.chat.transcript.reply(350) is not None
        assert {"Backup", "Plan"} <= set(marked(opened))
        await opened.pilot.press("enter")
        await opened.until(lambda: "2 of 3" in opened.screen() and "is the backup a plan?" in opened.screen())
        await opened.pilot.press("f3")
        await opened.until(lambda: "3 of 3" in opened.screen() and "question 7" in opened.screen())
        await opened.pilot.press("up")
        await opened.until(lambda: "1 of 3" in opened.screen(), "goes round")
        await opened.pilot.press("down")
        await opened.until(lambda: "3 of 3" in opened.screen(), "and back")
        await opened.pilot.press("shift+enter", "shift+f3")
        await opened.until(lambda: "1 of 3" in opened.screen())


async def test_esc_closes_it_and_leaves_the_reader_where_they_are(open_app: OpenApp, store: Store) -> None:
    write_many(store, 200)
    async with open_app((100, 30)) as opened:
        await find(opened, "question 150", "1 of 1")
        await opened.until(lambda: "question 150" in opened.screen())
        before = opened.chat.transcript.scroll_y
        await opened.pilot.press("escape")
        await opened.pilot.pause()
        assert not opened.chat.query(FindLine) and opened.chat.prompt.has_focus
        assert "question 150" in opened.screen() and not marked(opened)
        assert abs(opened.chat.transcript.scroll_y - before) <= 1


@pytest.mark.parametrize(
    ("said", "typed"),
    [
        ("Zażółć gęślą jaźń", "zazolc jazn"),
        ("cafe\u0301 in İSTANBUL", "CAFÉ istanbul"),
        ("Straße nach Łódź", "strasse lodz"),
        ("修改记忆断裂的问题", "记忆断裂"),
        ("a/b (x 50% C++ don't", "(x c++ 50%"),
    ],
)
async def test_case_and_accents_make_no_difference(open_app: OpenApp, store: Store, worker: Worker, said: str, typed: str) -> None:
    worker.said("ada", "hm?", said)
    async with open_app((100, 30)) as opened:
        await opened.pilot.press("ctrl+f")
        await opened.until(lambda: bool(opened.chat.query(FindLine)))
        opened.chat.query_one(FindLine).input.value = typed
        await opened.until(lambda: "1 of 1" in opened.screen() and bool(marked(opened)))


async def test_nothing_found_is_said_and_the_page_stays(open_app: OpenApp, worker: Worker) -> None:
    worker.said("ada", "Hello", "Good morning.")
    async with open_app((100, 30)) as opened:
        await find(opened, "zebra", "no match")
        await opened.pilot.press("enter", "up", "f3")
        assert "Good morning." in opened.screen() and opened.app.is_running


async def test_the_place_in_a_long_answer_is_brought_into_sight(open_app: OpenApp, store: Store, worker: Worker) -> None:
    worker.said("ada", "a long one", "\n".join(f"- line {number}{' needle' if number == 150 else ''}" for number in range(300)))
    worker.said("ada", "and?", "later")
    async with open_app((80, 24)) as opened:
        await find(opened, "needle", "1 of 1")
        await opened.until(lambda: "line 150 needle" in opened.screen())
        assert marked(opened) == ["needle"]


async def test_a_question_to_several_agents_counts_once(open_app: OpenApp, store: Store, clock: Clock) -> None:
    for agent in ("ada", "otto", "iris"):
        tasks.submit(store, agent, "what about the tunnel?")
    async with open_app((100, 30)) as opened:
        await find(opened, "tunnel", "1 of 1")


async def test_what_is_said_meanwhile_is_found_too(open_app: OpenApp, store: Store, worker: Worker) -> None:
    worker.said("ada", "Hello", "the tunnel is up")
    async with open_app((100, 30)) as opened:
        await find(opened, "tunnel", "1 of 1")
        worker.said("ada", "is it?", "The tunnel is up.")
        await opened.until(lambda: "2 of 2" in opened.screen())


async def test_another_channel_ends_it(open_app: OpenApp, store: Store, worker: Worker) -> None:
    worker.said("ada", "Hello", "the tunnel is up")
    channels.use(store, "main", "ada")
    async with open_app((100, 30)) as opened:
        await find(opened, "tunnel", "1 of 1")
        await opened.pilot.press("ctrl+down")
        await opened.until(lambda: not opened.chat.query(FindLine))
        assert opened.chat.prompt.has_focus
        await opened.pilot.press("ctrl+up")
        await opened.until(lambda: "the tunnel is up" in opened.screen())
        assert not marked(opened)


async def test_what_was_looked_for_last_is_offered_again_and_typed_over(open_app: OpenApp, worker: Worker) -> None:
    worker.said("ada", "Hello", "the tunnel is up, the bridge is not")
    async with open_app((100, 30)) as opened:
        await find(opened, "tunnel", "1 of 1")
        await opened.pilot.press("escape")
        await find(opened, "bridge", "1 of 1")
        await opened.until(lambda: marked(opened) == ["bridge"])


async def test_enter_right_behind_the_last_letter_finds_what_is_typed(open_app: OpenApp, store: Store) -> None:
    write_many(store, 60)
    async with open_app((100, 30)) as opened:
        await opened.pilot.press("ctrl+f")
        await opened.until(lambda: bool(opened.chat.query(FindLine)))
        await opened.pilot.press("q", "u", "e", "enter")
        await opened.until(lambda: "1 of 60" in opened.screen())


def test_a_match_is_marked_without_colour_too() -> None:
    assert "underline" in MARK


async def test_finding(pictures: Pictures, home: Home, store: Store, worker: Worker) -> None:
    from hydratui.tui.app import HydraApp
    from tests.tui.test_chat_snapshots import _when

    worker.said("ada", "should the backup plan move to nights?", "Yes. The **backup plan** moves to Tuesday nights.")
    worker.said("otto", "Write it", "```python\nprint('the plan of the backup')\n```\n\n| backup | plan |\n|---|---|\n| Tue | 02:30 |")
    worker.said("iris", "anything else?", "No.")
    app = HydraApp(home, None)
    keys = ("ctrl+f", *"plan", "space", *"back")
    before = _when("anything else?", keys=keys)

    async def found(pilot):  # type: ignore[no-untyped-def]
        await before(pilot)
        await _when("1 of 3", keys=("up",))(pilot)
        await _when("2 of 3")(pilot)

    await pictures(app, found)
