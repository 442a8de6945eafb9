"""What the chat shows of what came of a typed line."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from hydratui.agents.roster import Agent
from hydratui.commands.command import Anew, Context, Found, Leave, OpenHelp, OpenMemory, Outcome, Said, Sent, Using
from hydratui.commands.handle import command_word, handle
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store import channels
from hydratui.store.database import Store
from hydratui.tui.errand import errand
from hydratui.tui.theme import accent
from hydratui.tui.widgets.notice import Notice

if TYPE_CHECKING:
    from hydratui.tui.screens.chat import ChatScreen


PROGRESS_SECONDS = 0.5
"""Between two words about a search that takes long."""


async def send(chat: ChatScreen, typed: str) -> None:
    """Has done what was typed, and shows what came of it. What can't be done comes back into the prompt."""
    talk = chat.talk
    chat.prompt.remember(typed)
    try:
        if command_word(typed) == "recall":
            outcome = await _searched(chat, talk.channel, talk.agent, typed)
        else:
            outcome = await chat.hand.do(_handled, chat.home, talk.channel, talk.agent, typed)
    except HydraError as error:
        # Unless something else has been begun meanwhile; then the up arrow has it.
        if not chat.prompt.text:
            chat.prompt.put(typed)
        chat.note(Notice(str(error), bad=True))
        return
    present(chat, outcome)
    talk.settle_agent()
    chat.watcher.nudge()
    chat.show_desk()


async def _searched(chat: ChatScreen, channel: str, agent: Agent | None, typed: str) -> Outcome:
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
    return handle(Context(home, store, channel, agent), typed)


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
        case Found(answer, agent):
            from hydratui.tui.widgets.recall_cards import RecallCards

            cards = RecallCards(answer, agent, colour=accent(accents.get(agent.id)), classes="cards")
            chat.note(cards)
            if answer.hits:
                # They are at the end, where the page goes by itself; where they will be is not known before that.
                cards.focus(scroll_visible=False)
        case OpenMemory(agent):
            chat.open_memory(agent)
        case OpenHelp(command):
            chat.open_help(command)
        case Using(agent):
            chat.note(Notice(f"{agent.name} answers in {here} from now on.", accent=accents.get(agent.id)))
        case Anew(channel):
            where = "here" if channel == channels.MAIN else f"in {channel}"
            chat.note(Notice(f"A new conversation begins {where}. What was said before stays findable with /recall."))
        case Leave():
            chat.app.exit()
