"""What the chat shows of what came of a typed line."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, cast

from hydratui.agents.roster import Agent
from hydratui.commands.command import (
    Anew,
    Arranged,
    Context,
    Drafted,
    Found,
    Handed,
    Leave,
    Moved,
    OpenAgents,
    OpenHelp,
    OpenKeys,
    OpenMemory,
    OpenProfile,
    OpenQueue,
    OpenSearch,
    OpenStats,
    OpenSystem,
    OpenTask,
    OpenThemes,
    Outcome,
    Said,
    Sent,
    Themed,
    Using,
)
from hydratui.commands.file_names import started_in
from hydratui.commands.handle import command_word, handle
from hydratui.commands.registry import find
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store import channels
from hydratui.store import typed as lines
from hydratui.store.database import Store
from hydratui.tui import jump, looks, reading, team_outcomes
from hydratui.tui.errand import errand
from hydratui.tui.patience import patiently
from hydratui.tui.theme import accent
from hydratui.tui.widgets.notice import Notice

if TYPE_CHECKING:
    from hydratui.recall.place import Place
    from hydratui.tui.app import HydraApp
    from hydratui.tui.screens.chat import ChatScreen


KEPT = "Another program uses the database; your message waits."
READING = "Reading the files that go along."
PROGRESS_SECONDS = 0.5
"""Between two words about a search that takes long."""


async def send(chat: ChatScreen, typed: str) -> None:
    """Has done what was typed, and shows what came of it. What can't be done comes back into the prompt."""
    talk = chat.talk
    chat.prompt.remember(typed)
    try:
        if command_word(typed) == "recall":
            outcome = await searched(chat, talk.channel, talk.agent, typed)
        else:
            work = chat.hand.do(_handled, chat.home, talk.channel, talk.agent, typed)
            outcome = await (
                patiently(chat, work, KEPT, typed, READING if "@" in typed else "")
                if command_word(typed) is None
                else patiently(chat, work)
            )
    except HydraError as error:
        # Unless something else has been begun meanwhile; then the up arrow has it.
        if not chat.prompt.text:
            chat.prompt.put(typed)
        chat.note(Notice(str(error), bad=True))
        return
    chat.write(chat.hand.do(_recorded, talk.channel, typed, outcome))
    try:
        present(chat, outcome)
    except HydraError as error:
        # It was done; what it opens can't be read.
        chat.note(Notice(str(error), bad=True))
    talk.settle_agent()
    chat.watcher.nudge()
    chat.show_desk()


async def searched(chat: ChatScreen, channel: str, agent: Agent | None, typed: str) -> Outcome:
    """A search. The first one of an agent reads all its old tasks, and says how many are left while it does."""
    from hydratui.recall.index import waiting

    def work() -> Outcome:
        store = chat.store.again()
        try:
            return _handled(store, chat.home, channel, agent, typed)
        finally:
            store.close()

    search = asyncio.ensure_future(errand(work))
    while not (await asyncio.wait([search], timeout=PROGRESS_SECONDS))[0]:
        if agent is not None and (left := waiting(chat.store, agent.id)):
            chat.say(f"Reading {agent.name}'s older tasks for the search: {left:,} left.", 2 * PROGRESS_SECONDS)
    return search.result()


def _handled(store: Store, home: Home, channel: str, agent: Agent | None, typed: str) -> Outcome:
    return handle(Context(home, store, channel, agent), typed, started_in())


def _recorded(store: Store, channel: str, text: str, outcome: Outcome) -> None:
    """Notes for the history and the palette what was typed and done."""
    word = command_word(text)
    command = find(word) if word is not None else None
    name = command.name if command is not None else word
    held = isinstance(outcome, Sent) and any((task.prompt, task.channel) == (text, channel) for task in outcome.tasks)
    lines.record(store, channel, text if word is None else text.rstrip(), name, keep=not held)


def present(chat: ChatScreen, outcome: Outcome) -> None:
    """Shows what came of a line that was typed in the chat."""
    desk, here = chat.talk.desk, chat.talk.channel
    accents = desk.accents
    match outcome:
        case Sent(tasks):
            chat.talk.add(tasks)
            for task in tasks:
                if task.channel != here:
                    chat.note(Notice(f"Sent to {desk.name(task.agent)}, in the channel {task.channel}.", accent=accents.get(task.agent)))
        case Said(text, agent_id, bad):
            chat.note(Notice(text, accent=accents.get(agent_id) if agent_id else None, bad=bad))
        case Found(answer, agent, searched_for):
            from hydratui.tui.widgets.recall_cards import RecallCards

            cards = RecallCards(answer, agent, searched_for, colour=accent(accents.get(agent.id)), classes="cards")
            chat.note(cards)
            if cards.can_focus:
                # They are at the end, where the page goes by itself; where they will be is not known before that.
                cards.focus(scroll_visible=False)
        case OpenMemory(agent):
            _open_memory(chat, agent)
        case OpenAgents() | OpenProfile() | Moved():
            team_outcomes.present(chat, outcome)
        case OpenHelp(command):
            _open_help(chat, command)
        case Using(agent):
            chat.note(Notice(f"{agent.name} answers in {here} from now on.", accent=accents.get(agent.id)))
        case Anew(channel):
            where = "here" if channel == channels.MAIN else f"in {channel}"
            chat.note(Notice(f"A new conversation begins {where}. What was said before stays findable with /recall."))
        case OpenQueue(number, editing):
            _open_queue(chat, number, editing)
        case OpenSearch(typed):
            _open_search(chat, typed)
        case OpenStats():
            _open_stats(chat)
        case OpenSystem():
            _open_system(chat)
        case OpenKeys() | OpenThemes() | Themed() | Arranged():
            looks.present(cast("HydraApp", chat.app), outcome)
        case Drafted():
            _draft(chat, outcome)
        case OpenTask() | Handed():
            reading.present(chat, outcome)
        case Leave():
            chat.call_later(chat.app.action_quit)


def _open_memory(chat: ChatScreen, agent: Agent) -> None:
    from hydratui.tui.screens.memory import MemoryScreen

    chat.app.push_screen(MemoryScreen(chat.home, agent))


def _open_help(chat: ChatScreen, command: str | None) -> None:
    from hydratui.tui.screens.help import HelpScreen

    chat.app.push_screen(HelpScreen(command, chat.talk.agent))


def _open_queue(chat: ChatScreen, task: int | None, edit: bool) -> None:
    from hydratui.tui.screens.queue import GoTo, QueueScreen

    def left(chosen: GoTo | Drafted | None) -> None:
        if isinstance(chosen, GoTo):
            chat.change_channel(chosen.channel, at=chosen.task)
        elif chosen is not None:
            _draft(chat, chosen)
        chat.watcher.nudge()

    chat.app.push_screen(QueueScreen(chat.home, chat.store, chat.hand, task, edit), left)


def _open_search(chat: ChatScreen, typed: str) -> None:
    from hydratui.tui.screens.search import SearchScreen

    def left(chosen: Place | None) -> None:
        if chosen is not None:
            jump.to(chat, chosen.channel, chosen.task, chosen.asked, chosen.answered)

    chat.app.push_screen(SearchScreen(chat.home, chat.store, typed), left)


def _open_stats(chat: ChatScreen) -> None:
    from hydratui.tui.screens.stats import StatsScreen

    chat.app.push_screen(StatsScreen(chat.home, chat.store))


def _open_system(chat: ChatScreen) -> None:
    from hydratui.tui.screens.system import SystemScreen

    chat.app.push_screen(SystemScreen(chat.home, chat.store))


def _draft(chat: ChatScreen, draft: Drafted) -> None:
    """Puts a text into the prompt of its channel. One that was to be a change, and exists nowhere else, is put below a draft there."""
    if draft.channel != chat.talk.channel:
        chat.change_channel(draft.channel)
    begun = chat.prompt.text
    if draft.why:
        chat.line.begin(f"{begun.rstrip()}\n\n{draft.text}" if begun.strip() else draft.text)
        chat.note(Notice(f"{draft.why} It is below the draft that was there." if begun.strip() else draft.why, bad=True))
    elif not begun.strip():
        chat.line.begin(draft.text)
        chat.say(f"This is what task {draft.task} asked. Enter sends it as a new message.")
    else:
        chat.note(Notice(f"There is a draft in the prompt. Send it or clear it with ctrl+c, then type /edit {draft.task} again.", bad=True))
