"""What the keys do with what is pointed at in the conversation: open, unfold, copy, quote, try again, read it elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from hydratui.commands import task_texts
from hydratui.commands.command import Handed, OpenTask
from hydratui.errors import HydraError
from hydratui.store import stream, tasks, usage
from hydratui.store.tasks import Task
from hydratui.text import plain
from hydratui.tui import call_rows, markdown
from hydratui.tui.clipboard import copy
from hydratui.tui.patience import said
from hydratui.tui.theme import accent
from hydratui.tui.told_cards import told_cards
from hydratui.tui.widgets.message import Message
from hydratui.tui.widgets.notice import Notice
from hydratui.tui.widgets.reply import Reply

if TYPE_CHECKING:
    from hydratui.tui.pointed import BlockKey
    from hydratui.tui.screens.chat import ChatScreen
    from hydratui.tui.widgets.transcript import Transcript, Want

How = Literal["copy", "quote", "page", "edit"]
NOWHERE = "That was a copy; what is changed in it goes nowhere."


@dataclass(frozen=True, slots=True)
class Taken:
    """A text of the conversation as it was written, not as it is drawn.

    Attributes:
        text: The text.
        copied: What of it goes to the clipboard: with who and when for an answer.
        quoted: What is quoted of it: code stands between fences.
        suffix: The end of a file's name that fits it.
    """

    text: str
    copied: str
    quoted: str
    suffix: str = ".md"


async def press(chat: ChatScreen, wanted: Transcript.Wanted) -> None:
    """Does what is wanted with what was pointed at, or says why that can't be done."""
    if isinstance(wanted.at.widget, Message):
        await said(chat, _do(chat, wanted.what, wanted.at.widget, wanted.at.block))


def present(chat: ChatScreen, outcome: OpenTask | Handed) -> None:
    """Shows a task, or hands its text on, for a command."""
    match outcome:
        case OpenTask(task):
            _open(chat, task)
        case Handed(how, text):
            try:
                _hand_on(chat, how, Taken(text, text, text))
            except HydraError as error:
                chat.note(Notice(str(error), bad=True))


async def _do(chat: ChatScreen, what: Want, message: Message, block: BlockKey | None) -> None:
    task = _task(chat, message)
    if what == "retry" and task is not None:
        await _try_again(chat, task)
    elif what == "open" and isinstance(message, Reply) and block is not None and block.kind == "call":
        _fold(chat, message, block.number)
    elif what == "open" and task is not None:
        _open(chat, task.id)
    elif what != "retry" and what != "open":
        taken = _taken(chat, message, task, block)
        if not taken.text.strip():
            raise HydraError("There is nothing in it yet.")
        _hand_on(chat, what, Taken(taken.text, taken.copied, task_texts.quoted(taken.quoted), taken.suffix))


def _task(chat: ChatScreen, message: Message) -> Task | None:
    """The task that a message is of, as the store has it now; None for a notice."""
    number = chat.transcript.task_of(message)
    if number is None:
        return None
    task = tasks.get(chat.store, number)
    if task is None:
        raise HydraError(f"Task {number} is not in the store any more.")
    return task


def _taken(chat: ChatScreen, message: Message, task: Task | None, block: BlockKey | None) -> Taken:
    if task is None:
        text = plain(message.said) if isinstance(message, Notice) else ""
        return Taken(text, text, text)
    if not isinstance(message, Reply):
        text = plain(task.prompt)
        return Taken(text, text, text)
    if block is None:
        text = task_texts.answered(chat.store, task)
        return Taken(text, task_texts.dated(task, chat.talk.desk.name(task.agent), text), text)
    if block.kind == "code":
        return _code(task.result or stream.text(chat.store, task.id), block.number)
    call = message.call(block.number)
    if call is None:
        raise HydraError("This call is not in the store any more.")
    text = call_rows.as_text(call, usage.detail(chat.store, call.id))
    return Taken(text, text, text, ".txt")


def _code(source: str, number: int) -> Taken:
    found = markdown.code(source)
    if number >= len(found):
        raise HydraError("This code is not in the answer any more.")
    code, language = found[number]
    return Taken(code, code, task_texts.fenced(code, language), _suffix(language))


def _suffix(language: str) -> str:
    """The end of a name for code in a language, from which an editor knows it."""
    from pygments.lexers import find_lexer_class_by_name  # type: ignore[import-untyped]
    from pygments.util import ClassNotFound  # type: ignore[import-untyped]

    try:
        names = find_lexer_class_by_name(language).filenames
    except ClassNotFound:
        return ".txt"
    return next((name[1:] for name in names if name.startswith("*.") and name[2:].isalnum()), ".txt")


def _hand_on(chat: ChatScreen, how: How, taken: Taken) -> None:
    match how:
        case "copy":
            chat.say(copy(chat.app, taken.copied))
        case "quote":
            _quote(chat, taken.quoted)
        case "page":
            from hydratui.tui import pager

            pager.show(chat.app, taken.text)
        case "edit":
            from hydratui.tui import editor

            editor.show(chat.app, taken.text, taken.suffix)
            chat.say(NOWHERE)


def _quote(chat: ChatScreen, quotation: str) -> None:
    """Puts a quotation below what is begun, and the cursor below it."""
    if chat.line.past is not None:
        chat.line.past.leave()
    prompt = chat.prompt
    begun = f"{prompt.text.rstrip()}\n\n" if prompt.text.strip() else ""
    prompt.leave_history()
    if prompt.vi is not None:
        prompt.vi.insert()
    chat.line.begin(f"{begun}{quotation}\n\n")


def _open(chat: ChatScreen, task: int) -> None:
    from hydratui.tui.screens.task import TaskScreen

    chat.app.push_screen(TaskScreen(chat.home, task))


async def _try_again(chat: ChatScreen, task: Task) -> None:
    try:
        chat.transcript.settle(await chat.hand.do(tasks.retry, task.id))
        chat.say(f"Task {task.id} is queued again.")
    finally:
        # It may have been tried again elsewhere; then the page is behind.
        chat.watcher.nudge()


def _fold(chat: ChatScreen, reply: Reply, number: int) -> None:
    """Shows what a tool was given and gave, what a recall told as cards; or folds it again."""
    page, call = chat.transcript, reply.call(number)
    if call is None:
        return
    page.post_message(page.PointerMoved())
    if reply.unfolded(number):
        card = reply.fold(number)
        if card is not None:
            page.take_off(card)
        return
    agent = chat.talk.desk.agent(call.agent)
    cards = told_cards(chat.store, call, agent, accent(chat.talk.desk.accents.get(call.agent))) if agent is not None else None
    above = reply.above(number)
    reply.unfold(number, () if cards else call_rows.detail(usage.detail(chat.store, number)), cards)
    if cards is not None:
        page.put_below(above, cards)
    page.call_after_refresh(page.pointer.reveal, cards)
