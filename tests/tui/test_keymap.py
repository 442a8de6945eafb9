"""Keys that the settings change: they work, help and footers show them, and what can't be meant is one sentence."""

from collections import Counter

import pytest
from textual.binding import Binding

from hydratui.agents.roster import find
from hydratui.paths import Home
from hydratui.store import Store, tasks
from hydratui.tui import keymap
from hydratui.tui.app import HydraApp
from hydratui.tui.screens.help import HelpScreen
from hydratui.tui.screens.memory import MemoryScreen
from hydratui.tui.widgets.find import Find
from tests.tui.conftest import OpenApp
from tests.tui.pictures import Pictures
from tests.tui.screenshots import until
from tests.tui.story import Clock


def settings(home: Home, *lines: str) -> None:
    home.config.write_text("[keys]\n" + "\n".join(lines) + "\n", encoding="utf-8")


async def test_a_changed_key_does_what_the_old_one_did_and_the_old_one_nothing(open_app: OpenApp, home: Home) -> None:
    settings(home, '"chat.channel-next" = "ctrl+n, f8"')
    async with open_app((120, 60)) as opened:
        for key in ("ctrl+n", "f8"):
            before = opened.chat.talk.channel
            await opened.pilot.press(key)
            await opened.until(lambda before=before: opened.chat.talk.channel != before)  # type: ignore[misc]
        before = opened.chat.talk.channel
        await opened.pilot.press("ctrl+down")
        await opened.pilot.pause()
        assert opened.chat.talk.channel == before
        await opened.pilot.press("f1")
        await opened.until(lambda: "ctrl+n F8" in opened.screen() and "Next channel" in opened.screen())


async def test_the_footer_the_header_and_the_commands_show_changed_keys(open_app: OpenApp, home: Home, store: Store) -> None:
    settings(home, '"sidebar.want-pause" = "z"', '"app.help" = "f9"', '"app.quit" = "ctrl+x"', '"sidebar.open" = ""')
    async with open_app() as opened:
        await opened.until(lambda: "F9 help" in opened.screen())
        opened.chat._sidebar.focus()
        await opened.pilot.press("down")
        await opened.until(lambda: "z pause" in opened.screen() and "enter open" not in opened.screen())
        await opened.pilot.press("z")
        await opened.until(lambda: "Ada is paused" in opened.screen())
        await opened.pilot.press("f9")
        await opened.until(lambda: isinstance(opened.app.screen, HelpScreen))
        await opened.type("nothing is lost")
        await opened.until(lambda: "ctrl+x" in opened.screen() and "ctrl+q" not in opened.screen())


async def test_moving_one_meaning_of_a_key_leaves_the_others(open_app: OpenApp, home: Home) -> None:
    settings(home, '"note-pane.forget" = "delete"')
    async with open_app() as opened:
        opened.app.push_screen(MemoryScreen(home, find(home, "ada")))
        await opened.pilot.pause()
        panes = [node for node in opened.app.screen.query("*") if type(node).__name__ == "NotePane"]
        keys = panes[0]._bindings.key_to_bindings
        assert [each.action for each in keys["delete"]] == ["forget"]
        assert "discard" in [each.action for each in keys["d"]] and "forget" not in [each.action for each in keys["d"]]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('"chat.chanel-next" = "ctrl+n"', '[keys] has no "chat.chanel-next": did you mean "chat.channel-'),
        ('"chat.channel-next" = "crtl+n"', 'there is no key "crtl+n"; did you mean "ctrl+n"?'),
        ('"chat.channel-next" = 3', 'must be text in quotes, such as "ctrl+n"'),
        ('"chat.back" = "f3"', '"chat.back" stays on its key'),
        ('"a\\u001b[31m" = "f3"', '[keys] has no "a␛[31m"'),
    ],
)
async def test_what_cannot_be_meant_is_said_at_the_start(open_app: OpenApp, home: Home, line: str, said: str) -> None:
    settings(home, line)
    async with open_app((160, 30)) as opened:
        await opened.until(lambda: said in opened.screen(), said)
        await opened.pilot.press("ctrl+down")
        await opened.until(lambda: opened.chat.talk.channel != "main")


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("Ctrl+N", "ctrl+n"), ("shift+ctrl+up", "ctrl+shift+up"), ("esc", "escape"), ("?", "question_mark"), ("X", "X"), ("F5", "f5"),
        ("ctrl++", "ctrl+plus"), ("pgdn", "pagedown"), ("ctrl+ctrl+n", None), ("f99", None), ("hyper+blah", None), ("ctrl+", None),
    ],
)  # fmt: skip
def test_keys_are_read_as_people_write_them(typed: str, key: str | None) -> None:
    changes, wrong = keymap.read({"chat.find": typed})
    assert (changes.get("chat.find"), bool(wrong)) == ((key,) if key else None, key is None)


def test_every_name_means_one_thing_on_one_screen() -> None:
    by_class = Counter((name, action) for kind in _kinds() for (action, _), name in {**keymap._names(kind)}.items())
    assert by_class
    names = [action.name for action in keymap.actions()]
    assert len(names) == len(set(names)) and all("." in name and name == name.lower() for name in names)
    assert {"chat.channel-next", "app.help", "app.quit", "queue.move-up", "note-pane.forget"} <= set(names)


def _kinds() -> list[type]:
    return [HydraApp, MemoryScreen, HelpScreen, Find]


async def test_slash_keys_lists_every_name_with_its_keys(open_app: OpenApp, home: Home) -> None:
    settings(home, '"chat.channel-next" = "ctrl+n"')
    async with open_app((120, 40)) as opened:
        await opened.type("/keys")
        await opened.pilot.press("enter")
        await opened.until(lambda: isinstance(opened.app.screen, HelpScreen) and "app.quit" in opened.screen())
        await opened.type("chat.channel")
        await opened.until(lambda: "app.quit" not in opened.screen())
        line = next(line for line in opened.screen().splitlines() if "chat.channel-next" in line)
        assert "ctrl+n" in line and "Next channel" in line


async def test_f1_answers_on_every_screen_and_goes_back(open_app: OpenApp, home: Home, store: Store) -> None:
    tasks.submit(store, "ada", "wait")
    async with open_app() as opened:
        for command in ("/queue", "/memory", "/agents", "/search", "/theme", "/stats", "/system", "/quit"):
            await opened.type(command)
            await opened.pilot.press("enter")
            await opened.until(lambda: opened.app.screen is not opened.chat, command)
            there = opened.app.screen
            await opened.pilot.press("f1")
            await opened.until(lambda: isinstance(opened.app.screen, HelpScreen) and "KEYS" in opened.screen(), command)
            await opened.pilot.press("f1")
            await opened.until(lambda there=there: opened.app.screen is there, command)  # type: ignore[misc]
            await opened.pilot.press("escape")
            await opened.until(lambda: opened.app.screen is opened.chat, command)


async def test_the_help_begins_with_the_keys_of_what_has_the_focus(open_app: OpenApp) -> None:
    async with open_app((140, 60)) as opened:
        opened.chat._sidebar.focus()
        await opened.pilot.press("f1")
        await opened.until(lambda: "KEYS HERE" in opened.screen())
        shown = opened.screen()
        assert shown.index("KEYS HERE") < shown.index("Pause or resume the chosen agent") < shown.index("KEYS OF THIS SCREEN")
        assert shown.index("KEYS OF THIS SCREEN") < shown.index("Next channel") < shown.index("KEYS EVERYWHERE")


async def test_help_of_the_chat(pictures: Pictures, home: Home, store: Store, clock: Clock) -> None:
    async def before(pilot: object) -> None:
        app = pilot.app  # type: ignore[attr-defined]
        app.chat._sidebar.focus()
        await pilot.press("f1")  # type: ignore[attr-defined]
        await until(pilot, lambda: isinstance(app.screen, HelpScreen))  # type: ignore[arg-type]

    await pictures(HydraApp(home, None), before)


def test_a_moved_key_says_nothing_of_the_others() -> None:
    binding = keymap._moved(Binding("up,f3", "go", "go", key_display="↑", tooltip="Go on (also F3)"), "x")
    assert (binding.key, binding.key_display, binding.tooltip) == ("x", None, "Go on")
