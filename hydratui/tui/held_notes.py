"""The cards of notes that wait for the user, kept in step with the store, and what their keys do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hydratui.errors import HydraError
from hydratui.store import channels
from hydratui.tui.desk import Desk
from hydratui.tui.widgets.held_card import HeldCard
from hydratui.tui.widgets.notice import Notice

if TYPE_CHECKING:
    from hydratui.tui.screens.chat import ChatScreen
    from hydratui.tui.widgets.transcript import Transcript


class HeldNotes:
    """Which notes have a card on the page."""

    def __init__(self) -> None:
        self._cards: dict[int, HeldCard] = {}

    def forget(self) -> None:
        """The page has been emptied."""
        self._cards.clear()

    def show(self, desk: Desk, channel: str, transcript: Transcript) -> None:
        """Adds cards for notes that are new, under the answer that they came with, and takes off those that are settled."""
        waiting = {note.id: note for note in desk.held if channel in (channels.MAIN, note.agent)}
        for number in [number for number in self._cards if number not in waiting]:
            transcript.take_off(self._cards.pop(number))
        for number, note in waiting.items():
            if number not in self._cards:
                before = [card for card in self._cards.values() if card.note.task == note.task]
                self._cards[number] = HeldCard(note, desk.name(note.agent), desk.accents.get(note.agent))
                transcript.mount(self._cards[number], after=before[-1] if before else transcript.reply(note.task))


async def settle(chat: ChatScreen, event: HeldCard.Settled) -> None:
    """Keeps or discards a note that waited."""
    from hydratui.commands.held_changes import settle

    chat.prompt.focus()
    try:
        chat.say(await chat.hand.do(settle, chat.talk.desk.agent(event.note.agent), event.note, event.keep))
    except HydraError as error:
        chat.note(Notice(str(error), bad=True))
    chat.watcher.nudge()
