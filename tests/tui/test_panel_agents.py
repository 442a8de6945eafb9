"""The agents: seen with what they did and may use, made, changed, copied, renamed and deleted, by keyboard alone."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input

from hydratui.agents import files, memory
from hydratui.agents.create import create, set_field
from hydratui.agents.grants import granted
from hydratui.agents.roster import find, roster
from hydratui.commands import agent_changes
from hydratui.commands.command import Moved
from hydratui.errors import UnknownAgent
from hydratui.paths import Home
from hydratui.store import Store, control, queue, tasks
from hydratui.tui.hand import Hand
from hydratui.tui.screens.agents import AgentsScreen
from hydratui.tui.screens.form import FormScreen
from hydratui.tui.screens.memory import MemoryScreen
from tests.tui.conftest import OpenApp
from tests.tui.panel_host import Host, page, settled, shown, until
from tests.tui.pictures import USUAL, USUAL_LIGHT, WIDE, WIDE_LIGHT, Pictures
from tests.tui.story import NOW, Clock, write_past

Agents = Callable[..., Host]
SIZE = (100, 40)


@pytest.fixture
def hand(store: Store) -> Iterator[Hand]:
    """Writes for the screen."""
    own = Hand(store)
    yield own
    own.finish()


@pytest.fixture
def the_agents(home: Home, store: Store, hand: Hand, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Agents:
    """A small app that shows the agents."""
    monkeypatch.chdir(home.root)

    def host(agent: str | None = None, *, moved: Callable[[Moved], None] | None = None) -> Host:
        return Host(AgentsScreen(home, store.again(), hand, agent, moved))

    return host


def lines(app: App[Any]) -> list[str]:
    return [" ".join(line.replace("▎", " ").replace("│", " ").split()) for line in shown(app)]


async def typed(pilot: Pilot[None], text: str) -> None:
    await pilot.press(*("space" if letter == " " else letter for letter in text))
    await settled(pilot)


async def asked(pilot: Pilot[None], key: str, title: str) -> None:
    """Presses a key that opens a form."""
    await pilot.press(key)
    await until(pilot, lambda: isinstance(pilot.app.screen, FormScreen) and title in page(pilot.app))


def some_history(store: Store, home: Home, clock: Clock) -> None:
    """Eight weeks of work; Ada works and Otto is paused, with a model and a tool less than the others."""
    worker = write_past(store, home, clock)
    set_field(home, find(home, "ada"), "model", "anthropic:claude-sonnet-5")
    tasks.submit(store, "otto", "Write a script that tells when the newest snapshot was made")
    control.pause(store, "otto")
    clock.at(seconds=12)
    worker.begin(tasks.submit(store, "ada", "What did we decide about the backup plan last month?"))
    clock.moment = NOW
    file = files.path(find(home, "ada"), "tools")
    file.write_text(file.read_text(encoding="utf-8").replace("- fetch_url\n", "- zzz\n"), encoding="utf-8")


async def test_each_agent_has_a_row_in_the_roster_s_order_and_the_chosen_one_its_figures(
    the_agents: Agents, store: Store, home: Home, clock: Clock
) -> None:
    some_history(store, home, clock)
    app = the_agents()
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "working 12 s" in page(app) and "at work" in page(app))
        rows = [next(line for line in lines(app) if f"{name} " in line) for name in ("Ada ada", "Iris iris", "Otto otto")]
        assert rows == sorted(rows, key=lines(app).index)
        assert "claude-sonnet-5 working 12 s" in rows[0] and "paused" in rows[2]
        said = "\n".join(lines(app))
        for figure in ("tasks 6 completed · 1 running", "tokens 3.2k in · 860 out", "at work 24 s", "active today 10:34", "memory 7 notes"):
            assert figure in said
        await pilot.press("down", "down")
        await until(pilot, lambda: "3 completed · 1 waiting" in page(app))
        assert "@otto" in page(app) and "Wed 25 Nov" not in page(app)


async def test_grants_are_switched_with_space(the_agents: Agents, home: Home) -> None:
    app = the_agents("otto")
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: "grants   4 of 4" in page(app))
        assert "tab and space switch" in page(app) and "space switch ·" not in page(app)
        await pilot.press("tab", "down")
        await until(pilot, lambda: "space switch ·" in page(app) and "▸ ● on   recall" in page(app))
        await pilot.press("space")
        await until(pilot, lambda: "▸ ○ off  recall" in page(app) and "Otto may not use recall any more" in page(app))
        assert "recall" not in granted(find(home, "otto"))
        await pilot.press("space")
        await until(pilot, lambda: "▸ ● on   recall" in page(app))
        assert "recall" in granted(find(home, "otto")) and "recall" in granted(find(home, "ada"))
        await pilot.press("tab")
        await until(pilot, lambda: "space switch ·" not in page(app))


async def test_what_a_file_names_in_vain_is_said_and_can_be_taken_out(the_agents: Agents, home: Home) -> None:
    files.path(find(home, "ada"), "tools").write_text("- remember\n- recal\n", encoding="utf-8")
    app = the_agents("ada")
    async with app.run_test(size=(150, 40)) as pilot:
        await until(pilot, lambda: "Did you mean recall?" in page(app))
        await pilot.press("tab", "end", "space")
        await until(pilot, lambda: "Did you mean recall?" not in page(app))
        assert granted(find(home, "ada")) == {"remember"}


async def test_what_changes_on_disk_or_in_the_store_shows(the_agents: Agents, home: Home, store: Store) -> None:
    app = the_agents("ada")
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: "grants   4 of 4" in page(app))
        files.path(find(home, "ada"), "tools").write_text("- recall\n", encoding="utf-8")
        await until(pilot, lambda: "grants   1 of 4" in page(app))
        tasks.submit(store, "ada", "hello")
        await until(pilot, lambda: "1 waiting" in page(app))
        create(home, "Bea")
        await until(pilot, lambda: "4 agents" in page(app))


async def test_an_agent_with_a_file_that_can_t_be_read_hides_no_other(the_agents: Agents, home: Home) -> None:
    file = files.path(find(home, "ada"), "memory")
    file.unlink(missing_ok=True)
    file.mkdir()
    app = the_agents()
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "ada.memory.md can't be read" in page(app))
        assert all(name in page(app) for name in ("Ada", "Iris", "Otto"))
        await pilot.press("down")
        await until(pilot, lambda: "can't be read" not in page(app) and "@iris" in page(app))
        await pilot.press("up")
        await until(pilot, lambda: "can't be read" in page(app) and "@iris" not in page(app))
        file.rmdir()
        await until(pilot, lambda: "can't be read" not in page(app) and "@ada" in page(app))


async def test_a_new_agent_is_made_with_all_that_was_chosen(the_agents: Agents, home: Home) -> None:
    app = the_agents()
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: "3 agents" in page(app))
        await asked(pilot, "n", "New agent")
        await typed(pilot, "Ana María")
        await until(pilot, lambda: "@ana_maria" in page(app))
        await pilot.press("tab")
        # A pilot has no key for it.
        app.screen.query(Input)[1].value = "🦊"
        await pilot.press("tab")
        await typed(pilot, "sonnet")
        await until(pilot, lambda: "▸ anthropic:claude-sonnet" in page(app))
        await pilot.press("enter")
        await until(pilot, lambda: "▸ anthropic" not in page(app))
        assert isinstance(app.screen, FormScreen)
        await pilot.press("tab", "right", "tab", "space")
        await pilot.press("enter")
        await until(pilot, lambda: "Ana María is ready as @ana_maria." in page(app))
        made = find(home, "ana_maria")
        assert (made.name, made.emoji, made.craft) == ("Ana María", "🦊", "researcher")
        assert granted(made) == {"recall", "remember", "web_search"}
        assert made.model is not None and made.model.startswith("anthropic:claude-sonnet")
        assert app.screen.query_one(".agents-list").key == "ana_maria"  # type: ignore[attr-defined]


async def test_errors_stand_beside_the_field_and_nothing_typed_is_lost(the_agents: Agents, home: Home) -> None:
    app = the_agents()
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: "3 agents" in page(app))
        await asked(pilot, "n", "New agent")
        await pilot.press("enter")
        await until(pilot, lambda: "An agent needs a name." in page(app))
        await typed(pilot, "Otto")
        await until(pilot, lambda: "There is an agent otto already. Choose another name." in page(app))
        await typed(pilot, "2")
        await until(pilot, lambda: "@otto2" in page(app))
        await pilot.press("tab", "tab")
        await typed(pilot, "opnai:x")
        await pilot.press("enter")
        await until(pilot, lambda: "Did you mean openai:x?" in page(app))
        assert "Otto2" in page(app) and len(roster(home)) == 3
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, AgentsScreen))
        assert len(roster(home)) == 3


async def test_a_deleted_agent_s_messages_are_offered_to_a_new_one_of_its_name(the_agents: Agents, home: Home, store: Store) -> None:
    tasks.submit(store, "otto", "hello")
    agent_changes.delete(home, store, "otto")
    app = the_agents()
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: "2 agents" in page(app))
        await asked(pilot, "n", "New agent")
        assert "earlier agent" not in page(app)
        await typed(pilot, "Otto")
        await until(pilot, lambda: "@otto_2, since @otto is the id of an earlier agent" in page(app))
        await pilot.press("tab", "space")
        await until(pilot, lambda: "@otto, with the messages of the earlier one" in page(app))
        await pilot.press("enter")
        await until(pilot, lambda: "Otto is ready as @otto. The earlier messages are its own again." in page(app))


async def test_an_agent_is_renamed_and_whoever_opened_the_view_hears_of_it(the_agents: Agents, home: Home) -> None:
    heard: list[Moved] = []
    app = the_agents("ada", moved=heard.append)
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: "@ada" in page(app))
        await asked(pilot, "r", "Rename Ada")
        await typed(pilot, "x")
        await until(pilot, lambda: "@ada becomes @adax" in page(app))
        await pilot.press("enter")
        await until(pilot, lambda: "Ada is Adax now" in page(app) and "▸ 🦉 Adax" in page(app))
        assert [(each.channel, each.to) for each in heard] == [("ada", "adax")]
        assert find(home, "adax").name == "Adax"


async def test_a_copy_leaves_the_notes_unless_they_are_wanted(the_agents: Agents, home: Home) -> None:
    memory.save(find(home, "ada"), "The user deploys on Fridays.", "user")
    app = the_agents("ada")
    async with app.run_test(size=SIZE) as pilot:
        for name, keys, notes in (("Bea", (), 0), ("Carla", ("tab", "space"), 1)):
            await until(pilot, lambda: "memory   1 note" in page(app))
            await asked(pilot, "c", "Duplicate Ada")
            assert "card, character, skills, grants and heartbeat" in page(app)
            await typed(pilot, name)
            await pilot.press(*keys, "enter")
            await until(pilot, lambda name=name: f"{name} is ready" in page(app))  # type: ignore[misc]
            assert len(memory.notes(find(home, name.lower()))) == notes
            await pilot.press("home")


async def test_an_agent_is_deleted_only_by_its_name(the_agents: Agents, home: Home) -> None:
    app = the_agents("iris")
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: "@iris" in page(app))
        await asked(pilot, "d", "Delete Iris?")
        assert "its messages stay" in page(app)
        await pilot.press("enter")
        await until(pilot, lambda: "Type the name Iris to delete it" in page(app))
        assert find(home, "iris").name == "Iris"
        await typed(pilot, "iris")
        await pilot.press("enter")
        await until(pilot, lambda: "Iris is deleted." in page(app) and "2 agents" in page(app))
        with pytest.raises(UnknownAgent):
            find(home, "iris")


async def test_an_agent_at_work_stays_and_the_form_says_why(the_agents: Agents, home: Home, store: Store) -> None:
    tasks.submit(store, "iris", "hello")
    assert queue.claim(store, "test") is not None
    app = the_agents("iris")
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: "1 running" in page(app))
        await asked(pilot, "d", "Delete Iris?")
        await typed(pilot, "Iris")
        await pilot.press("enter")
        await until(pilot, lambda: "iris is working on task 1." in page(app))
        assert isinstance(app.screen, FormScreen) and find(home, "iris").name == "Iris"


async def test_emoji_model_and_craft_are_edited_and_the_model_is_picked_from_a_list(the_agents: Agents, home: Home) -> None:
    app = the_agents("ada")
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: "@ada" in page(app))
        await asked(pilot, "e", "Edit Ada")
        await pilot.press("tab", "down")
        await until(pilot, lambda: "▸ builtin" in page(app) or "▸ default" in page(app))
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(app.screen, FormScreen)
        await typed(pilot, "builtin")
        await pilot.press("tab", "right", "enter")
        await until(pilot, lambda: "Ada uses the built-in assistant." in page(app))
        assert (find(home, "ada").model, find(home, "ada").craft) == ("builtin", "researcher")


async def test_no_agent_at_all_is_said_and_n_makes_one(the_agents: Agents, home: Home, store: Store) -> None:
    for agent in roster(home):
        agent_changes.delete(home, store, agent.id)
    app = the_agents()
    async with app.run_test(size=(60, 20)) as pilot:
        await until(pilot, lambda: "There is no agent yet." in page(app) and "n new" in page(app))
        assert "d delete" not in page(app)
        await pilot.press("d", "e", "r", "c", "m", "enter", "space", "tab", "up")
        await asked(pilot, "n", "New agent")
        await typed(pilot, "Ada")
        await pilot.press("enter")
        await until(pilot, lambda: "Ada is ready as @ada." in page(app))


async def test_m_opens_its_memory_and_esc_goes_back(the_agents: Agents) -> None:
    app = the_agents("iris")
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: "@iris" in page(app))
        await pilot.press("m")
        await until(pilot, lambda: isinstance(app.screen, MemoryScreen) and "Iris" in page(app))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, AgentsScreen))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, AgentsScreen))


# In the app


async def send(opened: Any, line: str) -> None:
    opened.chat.prompt.put(line)
    await opened.pilot.press("enter")


async def test_agents_opens_the_view_and_enter_goes_to_the_agent_s_channel(open_app: OpenApp) -> None:
    async with open_app() as opened:
        await send(opened, "/agents otto")
        await opened.until(lambda: isinstance(opened.app.screen, AgentsScreen) and "@otto" in opened.screen())
        await opened.pilot.press("enter")
        await opened.until(lambda: opened.app.screen is opened.chat and opened.chat.talk.channel == "otto")


async def test_the_open_channel_goes_along_with_a_renamed_agent_and_leaves_a_deleted_one(open_app: OpenApp, store: Store) -> None:
    tasks.cancel(store, tasks.submit(store, "otto", "hello from Otto's own", "otto").id)
    async with open_app() as opened:
        opened.chat.change_channel("otto")
        await send(opened, "/rename otto Bob")
        await opened.until(lambda: opened.chat.talk.channel == "bob" and "Otto is Bob now, and @otto is @bob." in opened.screen())
        assert "hello from Otto's own" in opened.screen()
        await opened.until(lambda: "Otto" not in opened.screen().partition("CHANNELS")[0].splitlines()[4])
        await send(opened, "/agents bob")
        await opened.until(lambda: isinstance(opened.app.screen, AgentsScreen) and "@bob" in opened.screen())
        await opened.pilot.press("d")
        await opened.until(lambda: "Delete Bob?" in opened.screen())
        await opened.type("Bob")
        await opened.pilot.press("enter")
        await opened.until(lambda: "Bob is deleted." in opened.screen())
        await opened.pilot.press("escape")
        await opened.until(lambda: opened.app.screen is opened.chat and opened.chat.talk.channel == "main")


async def test_a_new_agent_is_in_the_sidebar_at_once(open_app: OpenApp) -> None:
    async with open_app() as opened:
        await send(opened, "/create Zoe")
        await opened.until(lambda: "Zoe is ready as @zoe." in opened.screen())
        await opened.until(lambda: any(agent.id == "zoe" for agent in opened.chat.talk.desk.agents))


# Pictures


def then(*keys: str) -> Callable[[Pilot[Any]], Awaitable[None]]:
    async def press(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: "grants" in page(pilot.app) or "active" in page(pilot.app) or "no agent" in page(pilot.app))
        for key in keys:
            await pilot.press(key)
            await settled(pilot)
            await asyncio.sleep(0.15)
        await settled(pilot)

    return press


@pytest.fixture
def pictured(the_agents: Agents, store: Store, home: Home, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Agents:
    """The agents with a history, in a folder whose name is always the same."""
    some_history(store, home, clock)
    from hydratui.tui import agents_view

    monkeypatch.setattr(agents_view, "folder", lambda agent: f"/home/you/.local/share/hydratui/agents/{agent.id}")
    return the_agents


async def test_the_agents_picture(pictures: Pictures, pictured: Agents) -> None:
    await pictures(pictured("ada"), then())


async def test_the_picture_of_a_new_agent(pictures: Pictures, pictured: Agents) -> None:
    await pictures(pictured("ada"), then("n", "Z", "o", "e"))


async def test_the_picture_of_grants(pictures: Pictures, pictured: Agents) -> None:
    await pictures(pictured("ada"), then("tab", "down"), looks=[WIDE, WIDE_LIGHT, USUAL, USUAL_LIGHT])


async def test_the_picture_of_a_delete(pictures: Pictures, pictured: Agents) -> None:
    await pictures(pictured("iris"), then("d"))
