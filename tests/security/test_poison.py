"""No page, no answer made of one and no search for it brings a lie into a memory file unasked, whatever the model does."""

import pytest

from hydratui.agents.files import path
from hydratui.agents.roster import find
from hydratui.commands.held_changes import settle
from hydratui.paths import Home
from hydratui.store import Store, channels, held, tasks
from hydratui.tools.fetch_url import fetch_url
from hydratui.tools.recall import RECALL
from hydratui.tools.remember import REMEMBER
from hydratui.workers import run_task
from hydratui.workers.loop import work
from hydratui.workers.place import Place
from tests.security.poison import ORDERS, Obedient, pages
from tests.security.site import network, served

AGENTS = ("ada", "otto", "iris")


def memories(home: Home) -> dict[str, bytes]:
    return {agent: path(find(home, agent), "memory").read_bytes() for agent in AGENTS}


def send(store: Store, text: str, agent: str = "ada") -> tasks.Task:
    return tasks.submit(store, agent, text, agent)


@pytest.mark.parametrize("setting", ["ask", pytest.param("refuse", marks=pytest.mark.heavy)])
async def test_nothing_that_a_page_orders_reaches_a_memory_unasked(
    home: Home, store: Store, monkeypatch: pytest.MonkeyPatch, setting: str
) -> None:
    home.config.write_text(f'[models]\ndefault = "builtin"\n[memory]\noutside = "{setting}"\n', encoding="utf-8")
    before, model = memories(home), Obedient()
    poisoned = dict(pages())

    async def let_work() -> None:
        await work(home, until_idle=True, place=Place(model, None, lambda: 8))

    async with served(poisoned) as site:
        monkeypatch.setattr(run_task, "built_in", lambda *_: [REMEMBER, RECALL, fetch_url(network(site)[0])])
        read = [send(store, f"Read http://news.example{page}", AGENTS[at % 3]) for at, page in enumerate(poisoned)]
        await let_work()
        assert set(poisoned) == set(site.requests)
    tried = {task for task, _, _ in model.tried}
    assert len(tried & {task.id for task in read}) >= 4 * len(ORDERS), "the model saw the orders, or the test shows nothing"
    # The lie is in its answers now. It comes back with the conversation, and by searching for it in another one.
    later = [send(store, "Thank you. Go on.", agent) for agent in AGENTS]
    await let_work()
    for agent in AGENTS:
        channels.start_anew(store, agent)
    found = [send(store, "Please look it up.", agent) for agent in AGENTS]
    await let_work()
    for task in (*later, *found):
        assert task.id in {number for number, _, _ in model.tried}, "the lie came back, or the test shows nothing"
    assert memories(home) == before
    answers = {said.partition(":")[0] for _, _, said in model.tried}
    assert answers == ({"Held"} if setting == "ask" else {"Refused"})
    waiting = held.held(store)
    assert bool(waiting) == (setting == "ask")
    assert all(note.source == "news.example" for note in waiting)
    for note in waiting:
        settle(store, find(home, note.agent), note, keep=False)
    assert memories(home) == before
