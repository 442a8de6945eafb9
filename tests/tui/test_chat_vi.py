"""The keys of vi in the prompt, for those who ask for them in config.toml."""

import pytest

from hydratui.config import load
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store import Store, tasks
from tests.tui.conftest import Open, OpenApp
from tests.tui.pictures import Pictures
from tests.tui.story import Worker


@pytest.fixture(autouse=True)
def vi(home: Home) -> None:
    """Asks for them."""
    home.root.mkdir(parents=True, exist_ok=True)
    home.config.write_text('[app]\nkeys = "vi"\n', encoding="utf-8")


async def keys(opened: Open, typed: str) -> None:
    """Presses keys in normal mode; ⎋ is esc."""
    for letter in typed:
        await opened.pilot.press(
            {"⎋": "escape", " ": "space", "$": "dollar_sign", "^": "circumflex_accent", "/": "slash"}.get(letter, letter)
        )


EDITS = (
    # What stands there, what is typed, what stands there then.
    ("one two three", "⎋0dw", "two three"),
    ("one two three", "⎋02dw", "three"),
    ("one two three", "⎋0d2w", "three"),
    ("one two three", "⎋bD", "one two "),
    ("one two three", "⎋0wcwTWO", "one TWO three"),
    ("one two three", "⎋0wcw", "one  three"),
    ("one.two", "⎋0lcwX", "oX.two"),
    ("one two", "⎋0x", "ne two"),
    ("one two", "⎋03x", " two"),
    ("one two", "⎋0d$", ""),
    ("one two", "⎋0de", " two"),
    ("one two", "⎋db", "one o"),
    ("one", "⎋xp", "one"),
    ("ab", "⎋0xp", "ba"),
    ("ab", "⎋0ylp", "aab"),
    ("ab", "⎋02ylP", "abab"),
    ("one\ntwo\nthree", "⎋ggdd", "two\nthree"),
    ("one\ntwo\nthree", "⎋gg2dd", "three"),
    ("one\ntwo\nthree", "⎋Gdd", "one\ntwo"),
    ("one\ntwo", "⎋ggddp", "two\none"),
    ("one\ntwo", "⎋yyP", "one\ntwo\ntwo"),
    ("one\ntwo", "⎋ggyy2p", "one\none\none\ntwo"),
    ("one\ntwo", "⎋ccX", "one\nX"),
    ("one\ntwo", "⎋ggdwdwdw", "\ntwo"),
    ("one", "⎋ddp", "\none"),
    ("one\ntwo", "⎋ggonew", "one\nnew\ntwo"),
    ("  one", "⎋Ix", "  xone"),
    ("one\ntwo", "⎋kAx", "onex\ntwo"),
    ("one", "⎋0ax", "oxne"),
    ("one", "⎋0ix", "xone"),
    ("one two", "⎋0dwu", "one two"),
    ("one", "⎋dq", "one"),
    ("one", "⎋d⎋x", "on"),
    ("one", "⎋qzQ", "one"),
    ("家族 写真", "⎋0dw", "写真"),
    ("", "⎋xddpudwyyj", ""),
)


async def test_what_is_edited(open_app: OpenApp) -> None:
    async with open_app() as opened:
        for text, typed, expected in EDITS:
            # Nothing is left of the one before: no mode, no count, nothing to put.
            opened.chat.prompt.edit_with_vi()
            opened.chat.prompt.put(text)
            await keys(opened, typed)
            assert opened.chat.prompt.text == expected, (text, typed)


async def test_the_mode_is_shown_and_enter_sends_in_both(open_app: OpenApp, store: Store) -> None:
    async with open_app() as opened:
        await opened.until(lambda: "insert · to Ada" in opened.screen())
        await opened.type("hi")
        await opened.pilot.press("escape")
        await opened.until(lambda: "normal · to Ada" in opened.screen())
        await opened.pilot.press("enter")
        await opened.until(lambda: [task.prompt for task in tasks.recent(store)] == ["hi"])
        await opened.until(lambda: "insert · to Ada" in opened.screen())
        await opened.type("x")
        assert opened.chat.prompt.text == "x"


async def test_k_and_j_go_through_what_was_sent_at_the_edges(open_app: OpenApp, worker: Worker) -> None:
    worker.said("ada", "the first", "yes")
    worker.said("ada", "the second", "yes")
    async with open_app() as opened:
        await opened.type("draft")
        await keys(opened, "⎋kk")
        assert opened.chat.prompt.text == "the first"
        await keys(opened, "jj")
        assert opened.chat.prompt.text == "draft"
        await keys(opened, "0x")
        assert opened.chat.prompt.text == "raft"


async def test_esc_in_normal_mode_is_esc_as_ever(open_app: OpenApp, store: Store) -> None:
    tasks.submit(store, "ada", "queued")
    async with open_app() as opened:
        await opened.until(lambda: "queued" in opened.screen())
        await opened.pilot.press("escape", "escape")
        await opened.until(lambda: opened.chat.prompt.text == "queued")


async def test_a_slash_in_an_empty_prompt_begins_a_command(open_app: OpenApp) -> None:
    async with open_app() as opened:
        await keys(opened, "⎋/")
        await opened.until(lambda: opened.chat.palette.shown)
        await opened.type("que")
        assert opened.chat.prompt.text == "/que"


async def test_without_the_setting_letters_are_letters(open_app: OpenApp, home: Home) -> None:
    home.config.write_text("", encoding="utf-8")
    async with open_app() as opened:
        await opened.type("dd")
        await opened.pilot.press("escape")
        await opened.type("dd")
        assert opened.chat.prompt.text == "dddd" and "insert" not in opened.screen()


def test_other_keys_are_refused_in_words(home: Home) -> None:
    home.config.write_text('[app]\nkeys = "emacs"\n', encoding="utf-8")
    with pytest.raises(HydraError, match='keys is "emacs"; it can be "plain" or "vi"'):
        load(home)


async def test_they_are_in_the_help(open_app: OpenApp) -> None:
    async with open_app((120, 60)) as opened:
        await opened.pilot.press("f1")
        await opened.until(lambda: "Normal mode: h j k l w b e" in opened.screen())


async def test_normal_mode(pictures: Pictures, home: Home, worker: Worker) -> None:
    from hydratui.tui.app import HydraApp
    from tests.tui.test_chat_snapshots import _when

    worker.said("ada", "Hello", "Good morning.")
    before = _when("Good morning.", keys=(*"deploy", "escape", "b"))
    await pictures(HydraApp(home, None), before)
