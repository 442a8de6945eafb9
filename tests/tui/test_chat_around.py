"""What stands around the conversation: the team, the status line, the themes, the screens that open from it."""

import pytest
from textual.widgets import OptionList

from hydratui.agents.create import create
from hydratui.paths import Home
from hydratui.store import Store, channels
from hydratui.store.typed import record
from hydratui.tui.app import HydraApp
from hydratui.tui.screens.help import HelpScreen
from hydratui.tui.screens.memory import MemoryScreen
from hydratui.tui.theme import DARK, LIGHT
from hydratui.tui.widgets.recall_cards import RecallCards
from hydratui.tui.widgets.transcript import MOST
from tests.tui.conftest import OpenApp, shown
from tests.tui.screenshots import until
from tests.tui.story import Clock, Worker, write_past


class NoWorker:
    """A supervisor on a machine that lets no process start."""

    def __init__(self) -> None:
        self.left: str | None = None

    def ensure(self) -> str | None:
        return "No worker can be started (out of memory). Messages wait in the queue."

    def leave(self, how: str) -> None:
        self.left = how


async def test_it_says_when_no_worker_can_be_started_and_messages_are_kept(home: Home, store: Store, clock: Clock) -> None:
    supervisor = NoWorker()
    app = HydraApp(home, supervisor)
    async with app.run_test(size=(120, 30)) as pilot:
        await until(pilot, lambda: "No worker can be started" in shown(app))
        app.chat.prompt.put("hello")
        await pilot.press("enter")
        await until(pilot, lambda: "queued" in shown(app))
    assert supervisor.left == "finish"


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20), (60, 16), (40, 12)], ids=str)
async def test_it_can_be_used_at_any_size(open_app: OpenApp, store: Store, worker: Worker, size: tuple[int, int]) -> None:
    async with open_app(size) as opened:
        await opened.type("hello")
        assert "› hello" in opened.screen()
        await opened.pilot.press("enter")
        await opened.until(lambda: "queued" in opened.screen())
        await opened.pilot.press("slash")
        await opened.until(lambda: "/remember" in opened.screen())
        assert "› /" in opened.screen()
        await opened.pilot.press("escape")
        await opened.until(lambda: "/remember" not in opened.screen())
        lines = opened.screen().splitlines()
        assert len(lines) == size[1] and "hydratui" in lines[0]


async def test_the_sidebar_folds_when_the_screen_becomes_narrow_and_unfolds_again(open_app: OpenApp) -> None:
    async with open_app((120, 30)) as opened:
        assert "CHANNELS" in opened.screen()
        await opened.pilot.resize_terminal(70, 30)
        await opened.until(lambda: "CHANNELS" not in opened.screen())
        assert "Ada" in opened.screen().splitlines()[1] and "Otto" in opened.screen().splitlines()[1]
        await opened.pilot.resize_terminal(120, 30)
        await opened.until(lambda: "CHANNELS" in opened.screen())


async def test_more_agents_than_lines_can_all_be_reached(open_app: OpenApp, home: Home) -> None:
    for number in range(30):
        create(home, f"Agent {number:02}")
    for size in ((120, 20), (60, 20)):
        async with open_app(size) as opened:
            opened.chat._sidebar.focus()
            for _ in range(33):
                await opened.pilot.press("up")
                if opened.chat._sidebar.channels[opened.chat._sidebar.cursor] == "agent_28":
                    break
            assert "Agent 28" in opened.screen()
            await opened.pilot.press("enter")
            await opened.until(lambda: opened.chat.talk.channel == "agent_28")


async def test_an_agent_that_is_made_elsewhere_appears(open_app: OpenApp, home: Home) -> None:
    async with open_app() as opened:
        create(home, "Zoë")
        await opened.until(lambda: "Zoë" in opened.screen())


async def test_names_stand_in_one_column_whatever_their_emoji(open_app: OpenApp, home: Home) -> None:
    for name, emoji in (("One", "🛠"), ("Two", "🛠️"), ("Three", "👩‍💻"), ("Four", "🇩🇪"), ("Five", "x"), ("Six", "é")):
        create(home, name, emoji)
    async with open_app() as opened:
        rows = opened.chat._sidebar._rows(25)
        agents = [row.content for row in rows if row.channel and row.channel not in ("main",)][: len(opened.chat.talk.desk.agents)]
        assert {content.cell_length for content in agents} == {25}
        for content, agent in zip(agents, opened.chat.talk.desk.agents, strict=True):
            assert content[: content.plain.index(agent.name)].cell_length == 5


async def test_a_long_name_stays_apart_from_the_state(open_app: OpenApp, home: Home) -> None:
    create(home, "x" * 60)
    create(home, "漢字 日本語の長い名前です zoe", "é")
    async with open_app() as opened:
        rows = [row.content.plain for row in opened.chat._sidebar._rows(25) if row.content.plain.endswith("idle")]
        assert len(rows) == len(opened.chat.talk.desk.agents)
        assert all(row.endswith(" idle") for row in rows)


async def test_the_folded_line_shows_what_stands_before_the_chosen_one_too(open_app: OpenApp, home: Home) -> None:
    for number in range(5):
        create(home, f"Agent {number}")
    async with open_app((60, 20)) as opened:
        opened.chat._sidebar.focus()
        await opened.until(lambda: "main" in opened.screen().splitlines()[1])
        line = opened.screen().splitlines()[1]
        assert "Iris" in line and "Otto" in line


async def test_f2_changes_the_theme_and_it_stays_changed(open_app: OpenApp, home: Home) -> None:
    async with open_app() as opened:
        assert opened.app.theme == DARK.name
        await opened.pilot.press("f2")
        assert opened.app.theme == LIGHT.name
        await opened.until(home.config.exists)
    async with open_app() as opened:
        assert opened.app.theme == LIGHT.name


async def test_recall_gives_cards_and_enter_goes_to_the_task(open_app: OpenApp, store: Store, home: Home, clock: Clock) -> None:
    worker = write_past(store, home, clock)
    for number in range(30):
        worker.said("otto", f"something else {number}", "yes")
    async with open_app() as opened:
        opened.chat.prompt.put("/recall falkenstein")
        await opened.pilot.press("enter")
        await opened.until(lambda: isinstance(opened.app.focused, RecallCards))
        await opened.until(lambda: "Falkenstein" in opened.screen())
        await opened.pilot.press("m")
        assert opened.chat.prompt.text.startswith("/remember To the bucket in Falkenstein.")
        opened.chat.prompt.put("")
        opened.chat.query_one(RecallCards).focus()
        await opened.pilot.press("a")
        assert "On Wed 14 Oct 2026 I asked you" in opened.chat.prompt.text
        opened.chat.query_one(RecallCards).focus()
        await opened.pilot.press("y")
        await opened.until(lambda: "clipboard" in opened.screen())
        assert "2026-10-14" in opened.app.clipboard
        await opened.pilot.press("enter")
        await opened.until(lambda: not opened.chat.query(RecallCards))
        await opened.until(lambda: "where do the backups go?" in opened.screen())
        assert opened.app.focused is opened.chat.prompt


async def test_memory_and_help_open_over_the_chat_and_come_back_to_the_prompt(open_app: OpenApp) -> None:
    async with open_app() as opened:
        await opened.type("/memory")
        await opened.pilot.press("enter")
        await opened.until(lambda: isinstance(opened.app.screen, MemoryScreen))
        await opened.pilot.press("escape")
        await opened.until(lambda: opened.app.screen is opened.chat)
        await opened.pilot.press("f1")
        await opened.until(lambda: isinstance(opened.app.screen, HelpScreen))
        await opened.pilot.press("escape")
        await opened.until(lambda: opened.app.screen is opened.chat)
        assert opened.app.focused is opened.chat.prompt


async def test_ctrl_p_lists_what_is_used_most_first_and_runs_a_command(open_app: OpenApp, store: Store) -> None:
    for command in ("/stats", "/queue", "/stats"):
        record(store, "main", command, command[1:], keep=False)
    async with open_app() as opened:
        await opened.pilot.press("ctrl+p")
        await opened.until(lambda: "/remember" in opened.screen())
        screen = opened.screen()
        assert screen.index("/stats") < screen.index("/queue") < screen.index("/remember")
        await opened.pilot.press(*"tools")
        await opened.until(lambda: "what else there is" in opened.screen())
        await opened.pilot.press("enter")
        await opened.until(lambda: opened.app.screen is opened.chat and "Ada may use:" in opened.screen())


@pytest.mark.parametrize("typed", ["tools", "recall"])
async def test_ctrl_p_works_over_the_other_screens_too(open_app: OpenApp, typed: str) -> None:
    async with open_app() as opened:
        await opened.pilot.press("f1")
        await opened.until(lambda: isinstance(opened.app.screen, HelpScreen))
        await opened.pilot.press("ctrl+p")
        await opened.until(lambda: not isinstance(opened.app.screen, HelpScreen))
        await opened.pilot.press(*typed)
        await opened.until(lambda: opened.app.screen.query_one(OptionList).option_count == 1)
        await opened.pilot.press("enter")
        await opened.until(lambda: opened.app.screen is opened.chat)
        if typed == "tools":
            await opened.until(lambda: opened.screen().count("Ada may use:") == 1)
        else:
            await opened.until(lambda: opened.chat.prompt.text == "/recall " and opened.app.focused is opened.chat.prompt)


async def test_use_says_who_answers_and_the_status_line_follows(open_app: OpenApp, store: Store) -> None:
    async with open_app() as opened:
        opened.chat.prompt.put("/use otto")
        await opened.pilot.press("enter")
        await opened.until(lambda: "to Otto" in opened.screen())
        assert channels.active_agent(store, "main") == "otto"


async def test_quit_leaves(open_app: OpenApp) -> None:
    async with open_app() as opened:
        opened.chat.prompt.put("/quit")
        await opened.pilot.press("enter")
        await opened.until(lambda: opened.app._exit)


async def test_with_no_agents_it_says_what_to_do(home: Home, store: Store, clock: Clock) -> None:
    for entry in home.agents.iterdir():
        for file in entry.iterdir():
            file.unlink()
        entry.rmdir()
    app = HydraApp(home, None)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert "There are no agents yet" in shown(app)
        app.chat.prompt.put("hello")
        await pilot.press("enter")
        await until(pilot, lambda: "There is no agent in" in shown(app) and "/create NAME" in " ".join(shown(app).replace("▎", "").split()))
        assert app.chat.prompt.text == "hello"


async def test_the_page_stays_small_however_much_is_said(open_app: OpenApp, worker: Worker) -> None:
    async with open_app() as opened:
        for number in range(MOST + 100):
            worker.said("ada", f"question {number}", "yes")
        await opened.until(lambda: f"question {MOST + 99}" in opened.screen())
        await opened.until(lambda: len(opened.chat.transcript._shown) <= MOST)
        assert len(opened.chat.transcript.children) <= 2 * MOST + 2


async def test_a_card_shows_what_was_said_before_and_after_and_hides_it_again(open_app: OpenApp, worker: Worker) -> None:
    worker.said("ada", "before: which disk?", "The second one.")
    worker.said("otto", "otto's own business", "nobody else's")
    worker.said("ada", "when does the backup plan begin?", "On Tuesday.")
    worker.said("ada", "after: who checks it?", "Otto does, on Fridays.")
    worker.said("ada", "elsewhere", "in another channel", channel="ada")
    async with open_app() as opened:
        opened.chat.prompt.put("/recall backup plan begin")
        await opened.pilot.press("enter")
        await opened.until(lambda: "enter open" in opened.screen(), "for the card")
        cards = opened.chat.query_one(RecallCards)
        assert "The second one." not in shown_in(cards)
        await opened.pilot.press("c")
        await opened.until(lambda: "The second one." in shown_in(cards), "for the context")
        text = shown_in(cards)
        assert text.index("before: which disk?") < text.index("when does the backup plan begin?") < text.index("after: who checks it?")
        assert "otto's own business" not in text
        assert "in another channel" not in text
        await opened.pilot.press("c")
        await opened.until(lambda: "The second one." not in shown_in(cards), "for the context to be hidden")


def shown_in(cards: RecallCards) -> str:
    return cards.render().plain
