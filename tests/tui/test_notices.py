"""What is told beside the screen: the title, and a bell or notice while the terminal is not looked at."""

from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from hydratui.agents.roster import Agent
from hydratui.paths import Home
from hydratui.store import Store, channels, tasks
from hydratui.store.tasks import Counts
from hydratui.tui import notices
from hydratui.tui.app import HydraApp
from hydratui.tui.desk import Desk
from hydratui.tui.driver import notice
from tests.tui.panel_host import HOSTILE
from tests.tui.screenshots import until
from tests.tui.story import QWEN, Worker


def agents(home: Home) -> tuple[Agent, ...]:
    from hydratui.agents.roster import roster

    return tuple(roster(home))


def test_the_title_counts_what_works_and_what_is_new() -> None:
    desk = Desk(running=(None, None), unread={"main": 1, "ada": 2})  # type: ignore[arg-type]
    assert notices.title(desk, None) == "hydratui · 2 working · 3 new"
    assert notices.title(desk, "main") == "hydratui · 2 working · 2 new"
    assert notices.title(Desk(), None) == "hydratui"


def test_it_says_who_is_done_who_failed_and_of_whom_nothing_is_known(home: Home) -> None:
    before = Desk(agents(home), counts={"ada": Counts(1, 0), "otto": Counts(0, 2)}, unread={"main": 1})
    after = replace(before, counts={"otto": Counts(0, 1)}, unread={"main": 3}, failed=frozenset({"otto"}))
    assert notices.ended(before, after) == ("Ada is done", "Otto failed")
    assert notices.ended(before, replace(before, counts={})) == (), "cancelled before it began, or moved: nothing new"
    assert notices.ended(Desk(agents(home)), Desk(agents(home), unread={"main": 1})) == ("A task has ended",)
    assert notices.ended(Desk(agents(home)), Desk(agents(home), unread={"iris": 1})) == ("Iris is done",)


def test_several_ends_are_one_notice(home: Home) -> None:
    told: list[str] = []
    later: list[tuple[float, Any]] = []
    them = notices.Notices("bell", told.append, lambda seconds, work: later.append((seconds, work)))
    desk = Desk(agents(home), counts={"ada": Counts(1, 0), "otto": Counts(1, 0), "iris": Counts(1, 0)})
    them.take(desk, False)
    them.take(replace(desk, counts={"otto": Counts(1, 0), "iris": Counts(1, 0)}, unread={"main": 1}), False)
    assert later.pop()[0] == notices.AT_ONCE_SECONDS
    them._speak()
    them.take(replace(desk, counts={"iris": Counts(1, 0)}, unread={"main": 2}), False)
    them.take(replace(desk, counts={}, unread={"main": 3}), False)
    ((seconds, speak),) = later
    assert 0 < seconds <= notices.APART_SECONDS
    speak()
    assert told == ["Ada is done", "Otto is done, Iris is done"]


@pytest.mark.parametrize("words", HOSTILE)
@pytest.mark.parametrize("environment", [{}, {"TERM": "foot"}, {"VTE_VERSION": "7600", "TMUX": "/x,1,0"}], ids=str)
def test_nothing_in_a_name_ends_the_sequence(words: str, environment: dict[str, str]) -> None:
    sequence = notice("hydratui", f"{words}; is done", environment)
    inner = sequence.removeprefix("\x1bPtmux;").removesuffix("\x1b\\") if "TMUX" in environment else sequence
    inner = inner.replace("\x1b\x1b", "\x1b")
    assert inner.startswith("\x1b]") and inner.endswith("\a")
    assert not any(ord(character) < 32 or 0x7F <= ord(character) < 0xA0 for character in inner[1:-1])
    assert inner.count(";") == (3 if inner.startswith("\x1b]777;") else 1)


@dataclass
class Told:
    """Stands for a terminal's driver beside the headless one."""

    titles: list[str] = field(default_factory=list)
    bells: int = 0
    notices: list[str] = field(default_factory=list)

    def entitle(self, title: str) -> None:
        self.titles.append(title)

    def ring(self) -> None:
        self.bells += 1

    def announce(self, title: str, words: str) -> None:
        self.notices.append(words)


async def blurred(app: HydraApp, pilot: Pilot[Any], monkeypatch: pytest.MonkeyPatch) -> Told:
    told = Told()
    for name in ("entitle", "ring", "announce"):
        monkeypatch.setattr(app._driver, name, getattr(told, name), raising=False)
    app.post_message(events.AppBlur())
    await until(pilot, lambda: not app.app_focus)
    return told


@pytest.mark.parametrize("how", ["bell", "desktop", "off"])
async def test_a_task_that_ends_unseen_is_told_and_stays_new_until_looked_at(
    home: Home, store: Store, worker: Worker, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    home.config.write_text(f'[app]\nnotify = "{how}"\n', encoding="utf-8")
    app = HydraApp(home, None)
    async with app.run_test() as pilot:
        told = await blurred(app, pilot, monkeypatch)
        task = tasks.submit(store, "ada", "a secret question")
        worker.begin(task)
        await until(pilot, lambda: "hydratui · 1 working" in told.titles)
        worker.complete(task, "a secret answer", QWEN, (1, 1))
        await until(pilot, lambda: told.titles[-1] == "hydratui · 1 new")
        if how != "off":
            await until(pilot, lambda: bool(told.bells or told.notices))
        assert (told.bells, told.notices) == {"bell": (1, []), "desktop": (0, ["Ada is done"]), "off": (0, [])}[how]
        assert channels.unread(store, ["main"]) == {"main": 1}
        app.post_message(events.AppFocus())
        await until(pilot, lambda: told.titles[-1] == "hydratui" and not channels.unread(store, ["main"]))


async def test_nothing_is_told_while_somebody_looks(home: Home, store: Store, worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    app = HydraApp(home, None)
    async with app.run_test() as pilot:
        told = await blurred(app, pilot, monkeypatch)
        app.post_message(events.AppFocus())
        await until(pilot, lambda: app.app_focus)
        task = tasks.submit(store, "ada", "a question")
        worker.begin(task)
        worker.complete(task, "an answer", QWEN, (1, 1))
        await until(pilot, lambda: "an answer" in "".join(str(reply.task_shown.result) for reply in app.chat.transcript.replies()))
        assert told.bells == 0 and not any("new" in title for title in told.titles)
