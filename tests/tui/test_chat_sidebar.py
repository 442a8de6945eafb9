"""The team beside the chat is as wide as its user wants, or hidden, and is cut properly at every width."""

from textual.pilot import Pilot

from hydratui import config
from hydratui.errors import OFFLINE
from hydratui.paths import Home
from hydratui.store import Store, held, tasks
from hydratui.tui.app import HydraApp
from hydratui.tui.widgets.sidebar import Sidebar
from tests.tui.conftest import OpenApp, shown
from tests.tui.pictures import Look, Pictures
from tests.tui.screenshots import until
from tests.tui.story import Clock, Worker


async def test_keys_and_the_command_change_its_width_within_bounds_and_it_is_kept(open_app: OpenApp, home: Home) -> None:
    home.config.write_text("# mine\n", encoding="utf-8")
    async with open_app((120, 20)) as opened:
        team, press = opened.chat.query_one(Sidebar), opened.pilot.press
        team.focus()
        await press("plus", "equals_sign", "minus")
        await opened.until(lambda: team.outer_size.width == 30 and config.load(home).sidebar_width == 30)
        assert "+ - size" in opened.screen()
        await press(*["plus"] * 6)
        await opened.until(lambda: "as wide as it can be here" in opened.screen())
        # A third of the screen, though the settings could say more.
        assert team.outer_size.width == 40
        await press(*["minus"] * 11)
        await opened.until(lambda: "as narrow as it can be" in opened.screen())
        assert team.outer_size.width == 20
        await press("escape")
        opened.chat.prompt.put("/sidebar 60")
        await press("enter")
        await opened.until(lambda: team.outer_size.width == 40 and config.load(home).sidebar_width == 60)
        await opened.pilot.resize_terminal(180, 20)
        await opened.until(lambda: team.outer_size.width == 60)
        await opened.pilot.resize_terminal(60, 20)
        await opened.until(lambda: team.outer_size == (60, 1))
        assert home.config.read_text(encoding="utf-8").startswith("# mine\n")


async def test_one_key_hides_it_and_shows_it_again_and_what_is_typed_stays(open_app: OpenApp, home: Home) -> None:
    async with open_app((120, 20)) as opened:
        await opened.type("half a")
        await opened.pilot.press("ctrl+l")
        await opened.until(lambda: "AGENTS" not in opened.screen() and "The team is hidden. ctrl+l shows it again." in opened.screen())
        assert opened.chat.transcript.outer_size.width == 120 and opened.chat.prompt.text == "half a"
        await opened.until(lambda: config.load(home).sidebar == "hidden")
    async with open_app((120, 20)) as opened:
        assert "AGENTS" not in opened.screen()
        await opened.pilot.press("ctrl+l")
        await opened.until(lambda: "AGENTS" in opened.screen())
        opened.chat.query_one(Sidebar).focus()
        await opened.pilot.press("ctrl+l")
        await opened.until(lambda: "AGENTS" not in opened.screen() and opened.chat.focused is opened.chat.prompt)
        await opened.until(lambda: config.load(home).sidebar == "hidden")


def unreachable(worker: Worker, agent: str) -> None:
    """A task of an agent whose model server does not run."""
    task = tasks.submit(worker.store, agent, "hello")
    worker.begin(task)
    worker.fail(task, f"{OFFLINE}nothing answers at http://127.0.0.1:11434/v1 (Ollama). Start it, or choose another model.")


async def test_an_agent_whose_model_nobody_answers_for_is_offline_in_words_until_it_answers(
    open_app: OpenApp, store: Store, worker: Worker, clock: Clock
) -> None:
    unreachable(worker, "ada")
    async with open_app((120, 24)) as opened:
        screen = opened.screen()
        assert "Offline: nothing answers at" in screen and "/retry 1 tries again." in screen
        assert any("Ada" in line and "offline" in line for line in screen.splitlines()[:5])
        status = screen.splitlines()[-1]
        assert status.strip().startswith("to Ada") and "· offline" in status
        worker.said("ada", "and now?", "Here I am.")
        await opened.until(lambda: "Here I am." in opened.screen() and "· offline" not in opened.screen())


async def test_names_and_states_are_whole_at_every_width(
    pictures: Pictures, home: Home, store: Store, worker: Worker, clock: Clock
) -> None:
    home.config.write_text("[app]\nsidebar_width = 20\n", encoding="utf-8")
    card = home.agents / "otto" / "otto.agent.md"
    card.write_text(card.read_text(encoding="utf-8").replace("name: Otto", "name: Ottokar von Hagen"), encoding="utf-8")
    unreachable(worker, "iris")
    clock.at(minutes=14)
    worker.begin(tasks.submit(store, "otto", "something long"))
    tasks.submit(store, "otto", "something else")
    clock.at(minutes=0)
    done = worker.said("ada", "hello", "Hello.", channel="ada")
    held.hold(store, "ada", done.id, "Something from outside.", "example.org")

    async def before(pilot: Pilot[object]) -> None:
        await until(pilot, lambda: "offline" in shown(pilot.app))
        team = pilot.app.screen.query_one(Sidebar)
        for width in range(17, 58):
            rows = [row.content for row in team._rows(width)]
            assert max(row.cell_length for row in rows) <= width
            said = "\n".join(row.plain for row in rows)
            assert all(words in said for words in ("needs you", "1 note to decide", "offline", "working 14 min", "1 queued", "1 new"))
            assert "Ada" in said and "Iris" in said and "Ottokar v" in said

    await pictures(HydraApp(home, None), before, looks=[Look(100, 20)])
