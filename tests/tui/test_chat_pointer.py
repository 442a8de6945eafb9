"""Reading by keyboard: the pointer goes from message to message and block to block, and stays on what it points at."""

import pytest
from textual.color import Color
from textual.theme import Theme

from hydratui.store import Store, held, tasks
from hydratui.tui import catching_up, conversation
from hydratui.tui.pointed import BlockKey
from hydratui.tui.theme import ACCENTS, CONTRAST, DARK, LIGHT, contrast
from hydratui.tui.widgets import window
from hydratui.tui.widgets.held_card import HeldCard
from hydratui.tui.widgets.message import Message
from hydratui.tui.widgets.window import MOST, STEP
from tests.tui.conftest import Open, OpenApp
from tests.tui.story import Call, Worker

CODE = "One:\n\n```python\nfirst = 1\n```\n\nand two:\n\n- in a list\n  ```sh\n  second\n  ```\n"


def talk(worker: Worker, count: int) -> list[tasks.Task]:
    """Some exchanges, each told from the others by its number."""
    return [worker.said("ada", f"question {number}", f"answer {number}\n\n- one\n- two") for number in range(1, count + 1)]


def pointed(opened: Open) -> str:
    """What is pointed at: ``answer 7``, ``question 3``, ``code 0``, ``call 2``, a card's class, or nothing."""
    at = opened.chat.transcript.pointer.at
    if at is None:
        return ""
    if at.block is not None:
        return f"{at.block.kind} {at.block.number}"
    if isinstance(at.widget, Message):
        return next(row.text for row in at.widget._rows[1:])
    return type(at.widget).__name__


def margins(opened: Open) -> list[str]:
    """What the lines of the page begin with, from the top down."""
    left, top, _, height = opened.chat.transcript.content_region
    return [line[left] for line in opened.screen().splitlines()[top : top + height]]


async def press(opened: Open, *keys: str) -> None:
    """Presses keys and lets what they post be done."""
    await opened.pilot.press(*keys)
    await opened.pilot.pause()


async def test_alt_and_an_arrow_begin_at_the_latest_and_arrows_go_from_message_to_message(open_app: OpenApp, worker: Worker) -> None:
    talk(worker, 8)
    async with open_app() as opened:
        page, before = opened.chat.transcript, opened.screen()
        await press(opened, "alt+up")
        assert pointed(opened) == "answer 8" and page.has_focus and page.scroll_y == page.max_scroll_y
        lit = [mark for mark in margins(opened) if mark == "▌"]
        assert len(lit) == 5, "the margin of the message alone is heavier"
        # Nothing else has changed, and nothing has moved.
        assert opened.screen().replace("▌", "▎").splitlines()[:-1] == before.splitlines()[:-1]
        await press(opened, "up", "alt+up", "up")
        assert pointed(opened) == "question 7"
        await press(opened, "down")
        assert pointed(opened) == "answer 7"
        await press(opened, "escape")
        assert not pointed(opened) and opened.chat.prompt.has_focus and "▌" not in opened.screen()
        assert page.following


async def test_tab_begins_it_too_and_a_click_alone_does_not(open_app: OpenApp, worker: Worker) -> None:
    talk(worker, 8)
    async with open_app() as opened:
        await press(opened, "tab", "tab")
        assert pointed(opened) == "answer 8"
        await press(opened, "escape")
        await opened.pilot.click(opened.chat.transcript, offset=(40, 20))
        await opened.pilot.pause()
        assert opened.chat.transcript.has_focus and not pointed(opened)
        await opened.type("you")
        assert opened.chat.prompt.text == "you", "letters belong into the prompt, also those that are keys while something is pointed at"
        await opened.pilot.click(opened.chat.transcript, offset=(40, 20))
        await press(opened, "up")
        assert pointed(opened) == "answer 8"
        await opened.type("z")
        assert opened.chat.prompt.text == "youz" and not pointed(opened), "and so do those that are no keys of it"


async def test_scrolled_away_it_begins_at_what_is_in_sight(open_app: OpenApp, worker: Worker) -> None:
    talk(worker, 14)
    async with open_app((100, 24)) as opened:
        await press(opened, "pageup", "pageup")
        top = opened.chat.transcript.scroll_y
        await press(opened, "alt+up")
        widget = opened.chat.transcript.pointer.at.widget  # type: ignore[union-attr]
        assert widget.region.overlaps(opened.chat.transcript.region) and opened.chat.transcript.scroll_y == top
        await press(opened, "pageup", "pageup", "up")
        assert opened.chat.transcript.pointer.at.widget.region.overlaps(opened.chat.transcript.region)  # type: ignore[union-attr]
        await press(opened, "escape")
        assert not opened.chat.transcript.following, "who has scrolled stays where they are"


async def test_a_message_taller_than_the_pane_is_read_line_by_line_before_the_next(open_app: OpenApp, worker: Worker) -> None:
    worker.said("ada", "first", "the first answer")
    worker.said("ada", "long", "\n\n".join(f"line {number:02d}" for number in range(24)))
    worker.said("ada", "last", "the last answer")
    async with open_app((100, 20)) as opened:
        page = opened.chat.transcript
        await press(opened, "alt+up", "up")
        seen: list[str] = []
        for _ in range(80):
            seen += [line for line in opened.screen().splitlines() if "line " in line]
            await press(opened, "up")
            if pointed(opened) == "long":
                break
        else:
            pytest.fail("the way through it has an end")
        assert all(any(f"line {number:02d}" in line for line in seen) for number in range(24))
        assert page.reply(2) is not None
        seen.clear()
        await press(opened, "down")
        for _ in range(80):
            seen += [line for line in opened.screen().splitlines() if "line " in line]
            await press(opened, "down")
            if pointed(opened) == "last":
                break
        assert all(any(f"line {number:02d}" in line for line in seen) for number in range(24))


async def test_left_and_right_go_from_block_to_block_across_messages_and_cards(open_app: OpenApp, store: Store, worker: Worker) -> None:
    calls = (Call("recall", "plan", "3 hits"), Call("web_search", "x", "5 results"))
    first = worker.said("ada", "one", CODE, calls=calls)
    worker.said("otto", "two", "no code")
    held.hold(store, "ada", first.id, "A note.", "example.org")
    worker.said("ada", "three", "    indented")
    async with open_app() as opened:
        await opened.until(lambda: bool(opened.chat.query(HeldCard)))
        await press(opened, "alt+up")
        assert pointed(opened).strip() == "indented"
        way = []
        for _ in range(7):
            await press(opened, "left")
            way.append(pointed(opened))
        assert way == ["code 0", "HeldCard", "code 1", "code 0", "call 2", "call 1", "call 1"]
        assert "There is no block further up." in opened.screen()
        assert margins(opened).count("█") == 1
        for wanted in ("call 2", "code 0", "code 1", "HeldCard", "code 0"):
            await press(opened, "right")
            assert pointed(opened) == wanted
        # The card has the focus and its own keys; up, down and esc lead from it to the messages around it.
        await press(opened, "left")
        assert opened.chat.query_one(HeldCard).has_focus and "k keep" in opened.screen()
        await press(opened, "escape")
        assert pointed(opened) == "recall  plan  3 hits · 4 ms".replace("recall", "▸ recall") and opened.chat.transcript.has_focus
        await press(opened, "right", "right", "right", "right", "right")
        assert pointed(opened) == "HeldCard"
        await press(opened, "down")
        assert pointed(opened) == "two"
        await press(opened, "left")
        await press(opened, "k")
        await opened.until(lambda: not held.held(store))


async def test_up_from_a_block_goes_to_the_message_that_holds_it(open_app: OpenApp, worker: Worker) -> None:
    worker.said("ada", "one", CODE)
    async with open_app() as opened:
        await press(opened, "alt+up", "right")
        assert pointed(opened) == "code 0"
        await press(opened, "up")
        assert pointed(opened) == "One:"
        await press(opened, "right", "right", "escape")
        assert not pointed(opened) and opened.chat.prompt.has_focus


@pytest.mark.usefixtures("painted")
async def test_only_what_is_pointed_at_is_drawn_anew_and_nothing_is_laid_out(
    open_app: OpenApp, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk(worker, 10)
    async with open_app() as opened:
        await press(opened, "alt+up", "up")
        drawn: list[Message] = []
        laid_out: list[object] = []
        render, arrange = Message.render, type(opened.chat.transcript).arrange

        def rendered(message: Message) -> object:
            drawn.append(message)
            return render(message)

        def arranged(*given: object, **named: object) -> object:
            laid_out.append(given)
            return arrange(*given, **named)  # type: ignore[arg-type]

        monkeypatch.setattr(Message, "render", rendered)
        monkeypatch.setattr(type(opened.chat.transcript), "arrange", arranged)
        await press(opened, "up")
        assert len(set(drawn)) == 2 and not laid_out


async def test_nothing_moves_under_it_while_two_tasks_stream_in(
    open_app: OpenApp, store: Store, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catching_up, "GATHER_SECONDS", 0.05)
    talk(worker, 12)
    async with open_app() as opened:
        page = opened.chat.transcript
        both = [tasks.submit(store, agent, f"go on, {agent}") for agent in ("ada", "otto")]
        for each in both:
            worker.begin(each)
            worker.stream(each, "```\nfirst\n")
        await opened.until(lambda: opened.screen().count("first") == 2)
        await press(opened, "alt+up", "up", "up", "left")
        where, at = page.scroll_y, page.pointer.at
        left, top, _, _ = page.content_region

        def above() -> list[str]:
            return [line[left:] for line in opened.screen().splitlines()[top : top + 12]]

        seen = above()
        for number in range(4):
            for each in both:
                worker.stream(each, "".join(f"line {number} {line}\n" for line in range(4)))
            await opened.until(lambda number=number: f"line {number}" in page.reply(both[1].id).text)  # type: ignore[misc, union-attr]
        worker.said("iris", "a third", "arrives")
        await opened.until(lambda: "3 new" in opened.screen())
        assert (page.scroll_y, page.pointer.at) == (where, at) and above() == seen
        for each in both:
            worker.complete(each, "It is done.\n\n```\nwhole\n```")
        await opened.until(lambda: not page.open_tasks)
        assert page.pointer.at == at


async def test_who_followed_before_follows_again_afterwards(open_app: OpenApp, store: Store, worker: Worker) -> None:
    talk(worker, 12)
    async with open_app() as opened:
        task = tasks.submit(store, "ada", "go on")
        worker.begin(task)
        await opened.until(lambda: "go on" in opened.screen())
        await press(opened, "alt+up")
        worker.stream(task, "\n\n".join(f"line {number}" for number in range(30)))
        await opened.until(lambda: "↓ 1 new" in opened.screen())
        assert "line 29" not in opened.screen()
        await press(opened, "escape")
        await opened.until(lambda: "line 29" in opened.screen() and opened.chat.transcript.following)
        # On a page that is shorter than the pane all of it is seen.
        opened.chat.open_channel("iris")
        worker.said("iris", "short", "yes", channel="iris")
        await opened.until(lambda: "short" in opened.screen())
        await press(opened, "alt+up")
        worker.said("iris", "another", "no", channel="iris")
        await opened.until(lambda: "another" in opened.screen() and " new" not in opened.screen())
        assert pointed(opened) == "yes"


async def test_going_up_past_the_first_message_loads_earlier_ones_and_goes_on(
    open_app: OpenApp, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As on a page of the usual size, in fewer steps.
    monkeypatch.setattr(window, "MOST", most := 10)
    monkeypatch.setattr(conversation, "STEP", step := 4)
    talk(worker, most + step)
    async with open_app((100, 20)) as opened:
        page = opened.chat.transcript
        oldest = page.oldest
        await press(opened, "alt+up")
        seen = [pointed(opened)]
        for _ in range(2 * (most + step) - 1):
            await opened.pilot.press("up")
            await opened.until(lambda: pointed(opened) != seen[-1])
            seen.append(pointed(opened))
        wanted = [f"{said} {number}" for number in range(most + step, 0, -1) for said in ("answer", "question")]
        assert seen == wanted and page.oldest == 1 < oldest
        assert page.newest < most + step, "the far end was taken off"
        for _ in range(2 * (most + step) - 1):
            before = pointed(opened)
            await opened.pilot.press("down")
            await opened.until(lambda before=before: pointed(opened) != before)  # type: ignore[misc]
        assert pointed(opened) == f"answer {most + step}"


async def test_left_past_the_first_block_of_the_page_loads_earlier_ones(open_app: OpenApp, worker: Worker) -> None:
    worker.said("ada", "code", "```\nfar back\n```")
    talk(worker, 2 * STEP)
    async with open_app() as opened:
        await press(opened, "alt+up", "left")
        for _ in range(4):
            if pointed(opened) == "code 0":
                break
            await press(opened, "left")
        await opened.until(lambda: pointed(opened) == "code 0" and "far back" in opened.screen())


async def test_it_goes_to_the_nearest_when_its_message_is_withdrawn_or_taken_off(open_app: OpenApp, store: Store, worker: Worker) -> None:
    talk(worker, MOST + STEP)
    waiting = tasks.submit(store, "ada", "never mind")
    async with open_app() as opened:
        page = opened.chat.transcript
        await opened.until(lambda: "never mind" in opened.screen())
        await press(opened, "alt+up")
        assert page.pointer.at is not None and page.pointer.at.widget is page.reply(waiting.id)
        assert tasks.take_back(store, "main") is not None
        await opened.until(lambda: page.reply(waiting.id) is None)
        assert pointed(opened) == f"answer {MOST + STEP}"
        for _ in range(60):
            await press(opened, "pageup")
            if page.newest < MOST + STEP:
                break
        assert pointed(opened) == f"answer {page.newest}"
        await press(opened, "up")
        assert page.pointer.at.widget.region.overlaps(page.region), "from there it goes on where the reader is"


async def test_another_channel_and_another_size_are_fine_with_it(open_app: OpenApp, worker: Worker) -> None:
    worker.said("ada", "one", "a long line of words that wraps where it is narrow, " * 6 + "\n\n```\ncode\n```")
    talk(worker, 9)
    async with open_app((120, 40)) as opened:
        page = opened.chat.transcript
        await press(opened, "alt+up", "left")
        assert pointed(opened) == "code 0"
        for size in ((60, 20), (80, 24), (120, 40)):
            await opened.pilot.resize_terminal(*size)
            await opened.pilot.pause()
            await press(opened, "up", "right")
            assert pointed(opened) == "code 0" and "█   code" in opened.screen()
        assert len(page.pointer.at.widget.lines_of(BlockKey("code", 0))) == 1  # type: ignore[union-attr]
        await press(opened, "ctrl+down")
        assert not pointed(opened) and opened.chat.prompt.has_focus and "▌" not in opened.screen()


def hints(opened: Open) -> str:
    """The status line."""
    return opened.screen().splitlines()[-1]


async def test_the_footer_and_the_help_name_the_keys_of_what_is_pointed_at(open_app: OpenApp, store: Store, worker: Worker) -> None:
    worker.said("ada", "one", CODE, calls=(Call("recall", "plan", "3 hits"),))
    failed = tasks.submit(store, "ada", "two")
    worker.begin(failed)
    worker.fail(failed, "It broke.")
    async with open_app((120, 40)) as opened:

        def said(*keys: str) -> bool:
            return " · ".join(keys) in hints(opened)

        assert "y copy" not in hints(opened)
        await press(opened, "alt+up")
        assert said("enter open", "r try again", "y copy", "q quote", "esc back", "←→ block", "o pager", "e editor")
        await press(opened, "left", "left", "left")
        assert pointed(opened) == "call 1" and said("enter unfold", "y copy")
        await press(opened, "enter")
        assert said("enter fold", "y copy")
        await press(opened, "f1")
        await opened.until(lambda: "KEYS HERE" in opened.screen())
        assert "Quote it in the prompt" in opened.screen() and "Try a failed" not in opened.screen()
        await press(opened, "f1")
        assert pointed(opened) == "call 1", "the help is not the end of it"
        await opened.pilot.resize_terminal(60, 20)
        await opened.pilot.pause()
        assert said("enter fold", "y copy", "q quote", "esc back")


async def test_it_is_told_without_colours_too(open_app: OpenApp, worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    worker.said("ada", "one", CODE)
    async with open_app((80, 24)) as opened:
        await press(opened, "alt+up", "right")
        assert margins(opened).count("█") == 1 and "▌" in margins(opened) and "▎" in margins(opened)


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
async def test_what_is_pointed_at_has_enough_contrast(open_app: OpenApp, theme: Theme) -> None:
    async with open_app() as opened:
        opened.app.theme = theme.name
        await opened.pilot.pause()
        colours = opened.app.theme_variables
        names = ("foreground", "text-muted", "code-text", "error", "warning", *(f"agent-{number}" for number in range(ACCENTS)))
        for behind in opened.chat.transcript.backgrounds(Color.parse(colours["background"])):
            ratios = {name: contrast(Color.parse(colours[name]), behind) for name in names}
            assert {name: ratio for name, ratio in ratios.items() if ratio < CONTRAST} == {}
            assert behind != Color.parse(colours["background"])


@pytest.mark.parametrize("sent", ["\x1b[1;3A", "\x1b\x1b[A", "\x1b\x1bOA"], ids=["xterm", "escape before it", "application mode"])
def test_every_way_in_which_a_terminal_says_alt_and_an_arrow_is_one_key(sent: str) -> None:
    from hydratui.tui.background import Parser

    assert [event.key for event in Parser().feed(sent)] == ["alt+up"]  # type: ignore[attr-defined]
