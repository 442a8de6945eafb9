"""Help and ctrl+p: everything that they name is there because the registry or a binding has it."""

from functools import partial

from textual.binding import Binding
from textual.command import CommandPalette
from textual.screen import Screen
from textual.widgets import Input

from hydratui.agents.roster import find
from hydratui.commands.registry import COMMANDS
from hydratui.paths import Home
from hydratui.store import Store
from hydratui.tui.commands_provider import CommandChosen, SlashCommands
from hydratui.tui.screens.help import HelpScreen, commands
from hydratui.tui.screens.memory import MemoryScreen
from tests.tui.panel_host import Host, page, settled, until


class Below(Screen[None]):
    """A screen with a key of its own, one that is switched off, and one that belongs to Textual."""

    BINDINGS = [Binding("z", "zap", "zap", tooltip="Zap the thing"), Binding("x", "gone", "Not to be seen")]  # noqa: RUF012

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "gone"


async def test_every_command_is_in_the_help_with_its_arguments(home: Home) -> None:
    app = Host(HelpScreen())
    async with app.run_test(size=(140, 60)) as pilot:
        await settled(pilot)
        for command in COMMANDS:
            assert f"/{command.name} {command.hint}".rstrip() in page(app)
        assert "Save a note in the agent's memory" in page(app)


async def test_the_active_agent_is_named(home: Home) -> None:
    assert any("Ada's memory" in entry.does for entry in commands(find(home, "ada")).entries)


async def test_the_keys_are_those_of_the_screen_below_that_are_switched_on() -> None:
    app = Host(Below(), HelpScreen())
    async with app.run_test(size=(140, 60)) as pilot:
        await settled(pilot)
        assert "Zap the thing" in page(app) and "Not to be seen" not in page(app)


async def test_the_keys_of_the_memory_viewer_are_named(home: Home) -> None:
    app = Host(MemoryScreen(home, find(home, "ada")))
    async with app.run_test(size=(140, 60)) as pilot:
        await settled(pilot)
        app.push_screen(HelpScreen())
        await settled(pilot)
        assert "Open the file in $EDITOR" in page(app) and "Take the last change" in page(app)


async def test_typing_narrows_keys_and_commands_and_esc_brings_all_back() -> None:
    app = Host(Below(), HelpScreen())
    async with app.run_test(size=(140, 40)) as pilot:
        await settled(pilot)
        await pilot.press(*"zap")
        await settled(pilot)
        assert "Zap the thing" in page(app) and "/remember" not in page(app)
        await pilot.press(*"qqq")
        await settled(pilot)
        assert "No key and no command matches" in page(app)
        await pilot.press("escape")
        await settled(pilot)
        assert "/remember" in page(app)
        await pilot.press("escape")
        assert isinstance(app.screen, Below)


async def test_help_on_one_command_shows_that_one() -> None:
    app = Host(HelpScreen("recall"))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        assert "/recall <keywords>" in page(app) and "/remember" not in page(app)


async def test_at_sixty_by_twenty_all_can_be_reached_by_scrolling() -> None:
    app = Host(Below(), HelpScreen())
    async with app.run_test(size=(60, 20)) as pilot:
        await settled(pilot)
        assert "Zap the thing" in page(app)
        for _ in range(8):
            await pilot.press("pagedown")
        await settled(pilot)
        assert "@<agent>" in page(app) and "esc back" in page(app)


class WithCommands(Host):
    """An app whose ctrl+p has our commands."""

    COMMANDS = {SlashCommands}  # noqa: RUF012

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.store = store

    def on_command_chosen(self, event: CommandChosen) -> None:
        self.heard.append(event)


async def test_ctrl_p_lists_every_command(store: Store) -> None:
    app = WithCommands(store)
    async with app.run_test(size=(120, 40 + 2 * len(COMMANDS))) as pilot:
        await pilot.press("ctrl+p")
        await until(pilot, lambda: isinstance(app.screen, CommandPalette) and "/quit" in page(app))
        assert all(f"/{command.name}" in page(app) for command in COMMANDS)


async def test_ctrl_p_finds_by_letters_and_hands_the_command_over(store: Store) -> None:
    app = WithCommands(store)
    async with app.run_test(size=(120, 40)) as pilot:
        for typed, expected in (("remem", ("/remember ", False)), ("agents", ("/agents", True)), ("find", ("/search", True))):
            await pilot.press("ctrl+p", *typed)
            await until(pilot, partial(offered, app, typed, expected[0]))
            await pilot.press("enter")
            await until(pilot, partial(handed_over, app, expected))


def offered(app: Host, typed: str, command: str) -> bool:
    return command.strip() in page(app) and app.screen.query_one(Input).value == typed


def handed_over(app: Host, expected: tuple[str, bool]) -> bool:
    return bool(app.heard) and (app.heard[-1].typed, app.heard[-1].ready) == expected
