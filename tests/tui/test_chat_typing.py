"""The prompt: lines, pastes, history, drafts, the palette."""

from textual import events
from textual._xterm_parser import XTermParser

from hydratui.store import Store, channels, tasks
from hydratui.tui import keys
from tests.tui.conftest import OpenApp
from tests.tui.story import Worker


async def test_forty_pasted_lines_are_one_message(open_app: OpenApp, store: Store) -> None:
    text = "\n".join(f"line {number}" for number in range(40))
    async with open_app() as opened:
        opened.chat.prompt.post_message(events.Paste(text.replace("\n", "\r\n")))
        await opened.until(lambda: opened.chat.prompt.text == text)
        assert not tasks.recent(store)
        assert opened.chat.prompt.size.height < 20
        await opened.pilot.press("enter")
        await opened.until(lambda: bool(tasks.recent(store)))
        assert [task.prompt for task in tasks.recent(store)] == [text]


async def test_a_very_large_paste_goes_in_whole(open_app: OpenApp, store: Store) -> None:
    text = "\n".join("x" * 79 for _ in range(5000))
    async with open_app() as opened:
        opened.chat.prompt.post_message(events.Paste(text))
        await opened.until(lambda: len(opened.chat.prompt.text) == len(text))
        await opened.pilot.press("enter")
        await opened.until(lambda: bool(tasks.recent(store)))
        assert tasks.recent(store)[0].prompt == text


async def test_three_keys_make_a_new_line_and_enter_sends(open_app: OpenApp, store: Store) -> None:
    async with open_app() as opened:
        await opened.pilot.press("a", "ctrl+j", "b", "shift+enter", "c", "alt+enter", "d", "enter")
        await opened.until(lambda: bool(tasks.recent(store)))
        assert tasks.recent(store)[0].prompt == "a\nb\nc\nd"


async def test_enter_on_an_empty_prompt_does_nothing(open_app: OpenApp, store: Store) -> None:
    async with open_app() as opened:
        await opened.pilot.press("space", "enter")
        await opened.pilot.pause()
        assert not tasks.recent(store)
        assert "try" not in opened.chat.prompt.text


async def test_up_and_down_go_through_what_was_sent_and_back_to_the_draft(open_app: OpenApp, worker: Worker) -> None:
    worker.said("ada", "the first", "yes")
    worker.said("ada", "the second\nof two lines", "yes")
    async with open_app() as opened:
        prompt = opened.chat.prompt
        await opened.type("draft")
        await opened.pilot.press("up")
        assert prompt.text == "the second\nof two lines"
        await opened.pilot.press("up")
        assert prompt.text == "the first"
        await opened.pilot.press("down")
        assert prompt.text == "the second\nof two lines"
        await opened.pilot.press("down", "down")
        assert prompt.text == "draft"


async def test_a_draft_is_kept_for_each_channel_and_over_a_restart(open_app: OpenApp, store: Store) -> None:
    async with open_app() as opened:
        await opened.type("for main")
        await opened.pilot.press("ctrl+down")
        assert opened.chat.talk.channel == "ada"
        assert opened.chat.prompt.text == ""
        await opened.type("for ada")
        await opened.pilot.press("ctrl+up")
        assert opened.chat.prompt.text == "for main"
        await opened.pilot.press("ctrl+down")
        assert opened.chat.prompt.text == "for ada"
    assert channels.draft(store, "ada") == "for ada"
    async with open_app() as opened:
        assert opened.chat.prompt.text == "for main"


async def test_tab_completes_and_enter_runs(open_app: OpenApp, store: Store) -> None:
    async with open_app() as opened:
        await opened.type("/mem")
        await opened.until(lambda: opened.chat.palette.shown)
        await opened.pilot.press("tab")
        assert opened.chat.prompt.text.startswith("/memory")
        opened.chat.prompt.put("")
        await opened.type("/tool")
        await opened.until(lambda: opened.chat.palette.shown)
        await opened.pilot.press("enter")
        await opened.until(lambda: "Ada may use:" in opened.screen())


async def test_enter_on_a_command_that_needs_more_waits_for_it(open_app: OpenApp, store: Store) -> None:
    async with open_app() as opened:
        await opened.type("/remem")
        await opened.until(lambda: opened.chat.palette.shown)
        await opened.pilot.press("enter")
        assert opened.chat.prompt.text == "/remember "
        await opened.type("I like tea")
        await opened.pilot.press("enter")
        await opened.until(lambda: opened.chat.prompt.text == "")
        await opened.until(lambda: "I like tea" in (opened.app.home.agents / "ada" / "ada.memory.md").read_text(encoding="utf-8"))


async def test_an_at_sign_offers_agents_and_enter_takes_one_without_sending(open_app: OpenApp, store: Store) -> None:
    async with open_app() as opened:
        await opened.type("ask @ot")
        await opened.until(lambda: opened.chat.palette.shown)
        await opened.pilot.press("enter")
        assert opened.chat.prompt.text == "ask @otto "
        assert not tasks.recent(store)


async def test_a_message_sent_from_a_private_channel_goes_to_its_agent(open_app: OpenApp, store: Store) -> None:
    async with open_app() as opened:
        await opened.pilot.press("ctrl+up")
        assert opened.chat.talk.channel == "otto"
        await opened.type("hello")
        await opened.pilot.press("enter")
        await opened.until(lambda: bool(tasks.recent(store)))
        assert (tasks.recent(store)[0].agent, tasks.recent(store)[0].channel) == ("otto", "otto")


async def test_what_is_typed_right_after_enter_is_the_next_message(open_app: OpenApp, store: Store) -> None:
    async with open_app() as opened:
        for character in "one\rtwo\r":
            key = "enter" if character == "\r" else character
            opened.chat.prompt.post_message(events.Key(key, character))
        await opened.until(lambda: len(tasks.recent(store)) == 2)
        assert [task.prompt for task in tasks.recent(store)] == ["two", "one"]


def test_escape_and_return_are_alt_enter() -> None:
    keys.teach()
    assert [event.key for event in XTermParser().feed("a\x1b\rb") if isinstance(event, events.Key)] == ["a", "alt+enter", "b"]


async def test_what_is_typed_right_after_ctrl_c_is_the_next_draft_and_not_lost(open_app: OpenApp) -> None:
    async with open_app() as opened:
        await opened.type("old")
        # As a busy screen gets them: all at once, none waited for.
        for key, character in (("ctrl+c", None), ("n", "n"), ("e", "e"), ("w", "w")):
            opened.app.post_message(events.Key(key, character))
        await opened.until(lambda: opened.chat.prompt.text == "new")


async def test_what_is_typed_right_after_esc_follows_the_message_that_it_took_back(open_app: OpenApp, store: Store) -> None:
    tasks.submit(store, "ada", "queued")
    async with open_app() as opened:
        await opened.until(lambda: "queued" in opened.screen())
        for key, character in (("escape", None), ("n", "n"), ("o", "o"), ("w", "w")):
            opened.app.post_message(events.Key(key, character))
        await opened.until(lambda: opened.chat.prompt.text == "queuednow")


async def test_what_is_typed_right_after_a_change_of_channel_is_typed_there(open_app: OpenApp) -> None:
    async with open_app() as opened:
        await opened.type("here")
        for key, character in (("ctrl+down", None), ("h", "h"), ("i", "i")):
            opened.app.post_message(events.Key(key, character))
        await opened.until(lambda: opened.chat.talk.channel == "ada" and opened.chat.prompt.text == "hi")
        await opened.pilot.press("ctrl+up")
        assert opened.chat.prompt.text == "here"
