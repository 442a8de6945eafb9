"""What the chat shows when something came of a command about the team: the view of it, the profile, another channel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hydratui.commands.command import Moved, OpenAgents, OpenProfile
from hydratui.tui.widgets.notice import Notice

if TYPE_CHECKING:
    from hydratui.tui.screens.chat import ChatScreen


def present(chat: ChatScreen, outcome: OpenAgents | OpenProfile | Moved) -> None:
    """Shows one of these outcomes."""
    match outcome:
        case OpenAgents(agent):
            _open_agents(chat, agent.id if agent is not None else None)
        case OpenProfile():
            _open_profile(chat)
        case Moved(text=text, agent=agent_id):
            _follow(chat, outcome)
            chat.note(Notice(text, accent=chat.talk.desk.accents.get(agent_id) if agent_id else None))


def _open_agents(chat: ChatScreen, agent_id: str | None) -> None:
    from hydratui.tui.screens.agents import AgentsScreen

    def left(channel: str | None) -> None:
        if channel is not None:
            chat.change_channel(channel)
        chat.watcher.nudge()

    chat.app.push_screen(AgentsScreen(chat.home, chat.store, chat.hand, agent_id, lambda moved: _follow(chat, moved)), left)


def _open_profile(chat: ChatScreen) -> None:
    from hydratui.tui.screens.profile import ProfileScreen

    chat.app.push_screen(ProfileScreen(chat.home))


def _follow(chat: ChatScreen, moved: Moved) -> None:
    """Goes along with an agent that has another id now; from the channel of one that is gone, to the main one."""
    chat.watcher.nudge()
    if chat.talk.channel == moved.channel != moved.to:
        chat.change_channel(moved.to)
