"""The conversation on the screen: it takes the news of its messages, and a pointer goes through them by keyboard."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message as Event
from textual.widget import Widget

from hydratui.store.attempts import FailedAttempt
from hydratui.store.stream import Piece
from hydratui.store.tasks import Task
from hydratui.tui.catching_up import CatchingUp
from hydratui.tui.desk import Desk
from hydratui.tui.pointed import Pointed
from hydratui.tui.pointer import Pointer
from hydratui.tui.widgets.asked import reword
from hydratui.tui.widgets.message import Message
from hydratui.tui.widgets.reply import Reply
from hydratui.tui.widgets.window import MOST, STEP, Calls, Window

__all__ = ["MOST", "STEP", "Transcript", "Want"]

Want = Literal["open", "copy", "quote", "retry", "page", "edit"]
"""What can be done with what is pointed at."""


class Transcript(Window, can_focus=True):
    """Messages, notices and cards of one channel.

    What is typed here belongs into the prompt, but for the keys of what is pointed at.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "want('open')", "open", tooltip="Open the whole task; unfold or fold a tool's line"),
        Binding("r", "want('retry')", "try again", tooltip="Try a failed or cancelled task again"),
        Binding("y", "want('copy')", "copy", tooltip="Copy the message with its date, the code, or what the tool gave"),
        Binding("q", "want('quote')", "quote", tooltip="Quote it in the prompt"),
        Binding("o", "want('page')", "pager", tooltip="Read it in your pager ($PAGER)"),
        Binding("e", "want('edit')", "editor", tooltip="Open a copy of it in your editor ($EDITOR)"),
        Binding("up", "step(-1)", "before", show=False, tooltip="Point at the message before, through a long one line by line"),
        Binding("down", "step(1)", "next", show=False, tooltip="Point at the next message, through a long one line by line"),
        Binding("left", "step_block(-1)", "block before", show=False, tooltip="Point at the code, tool or card before"),
        Binding("right", "step_block(1)", "next block", show=False, tooltip="Point at the next code, tool or card"),
    ]
    HELP_KEYS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("pageup", "Scroll by pages (also pagedown)"),
        ("home end", "Scroll to the first and the last message of the page"),
    )
    """Keys that are no bindings of its own, for the help."""

    @dataclass
    class Wanted(Event):
        """Something is to be done with what is pointed at."""

        what: Want
        at: Pointed

    class PointerMoved(Event):
        """Something else is pointed at, or nothing."""

    @dataclass
    class AtEnd(Event):
        """There is nothing to go to in that direction; `sentence` says so."""

        sentence: str

    def __init__(self, *, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self._behind = CatchingUp(self)
        self.pointer = Pointer(self)

    def on_mount(self) -> None:
        """Begins at the bottom."""
        self.anchor()

    # What happens to it

    def begin(
        self,
        tasks: Sequence[Task],
        calls: Calls,
        desk: Desk,
        *,
        more_earlier: bool = False,
        more_later: bool = False,
        at: int | None = None,
    ) -> None:
        """Shows another conversation, in which nothing is pointed at."""
        self.pointer.end()
        super().begin(tasks, calls, desk, more_earlier=more_earlier, more_later=more_later, at=at)

    def extend(self, tasks: Sequence[Task], calls: Calls, *, earlier: bool, more: bool) -> None:
        """Adds the next tasks at one end; the pointer goes on to them where it was on its way."""
        super().extend(tasks, calls, earlier=earlier, more=more)
        self.pointer.loaded(earlier)

    def take_off(self, *widgets: Widget) -> None:
        """Takes messages, notices and cards off the page; the pointer goes to the nearest that stays."""
        self.pointer.make_way(widgets)
        super().take_off(*widgets)

    def follow(self, tasks: Mapping[int, Task | None], calls: Calls, pieces: Mapping[int, Sequence[Piece]], desk: Desk) -> None:
        """Takes the news of the tasks on the page: what arrived, what ended, what was withdrawn."""
        self._desk = desk
        for number, arrived in pieces.items():
            if (reply := self.reply(number)) is not None:
                reply.feed(arrived)
                self._note_unseen([number])
        for number, task in tasks.items():
            reply = self.reply(number)
            if task is None:
                self.take_away(number)
            elif reply is not None:
                reworded = task.prompt != reply.task_shown.prompt
                if reply.follow(task, calls.get(number, ())):
                    self._note_unseen([number])
                if reworded:
                    reword(self, self._shown, task, self.files)
        self._behind.go_on()
        if self.pointer.at is not None:
            # What can be done with a task changes when it ends.
            self.post_message(self.PointerMoved())

    def show_beside(self, failed: Mapping[int, FailedAttempt], desk: Desk) -> None:
        """Shows with the tasks that have not ended what holds them up: an attempt that came to nothing, an agent that is paused."""
        for reply in self.replies():
            if not reply.task_shown.ended:
                reply.beside(failed.get(reply.task_shown.id), paused=reply.task_shown.agent in desk.paused)
        self._behind.go_on()

    def settle(self, task: Task) -> None:
        """Shows how a task stands after something was done to it here, before the watch tells."""
        if (reply := self.reply(task.id)) is not None:
            reply.stand(task)
            self._behind.go_on()

    def tick(self) -> None:
        """Lets the clocks of tasks that run, or wait to be tried again, go on where they are seen."""
        hidden = self.out_of_sight()
        for reply in self.replies():
            if reply.ticking and reply not in hidden:
                reply.tick()

    def place_changed(self) -> None:
        """Tells what the reader has below, once there is something to read."""
        if self.is_mounted and self._shown:
            self._behind.go_on()
            if self.following:
                self._unseen.clear()
            self._tell()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Whoever scrolls while something is pointed at goes where they want to be."""
        self.pointer.untouched = False
        super().watch_scroll_y(old_value, new_value)

    # The pointer

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """A card that gets the focus while the pointer stands is what is pointed at."""
        if event.widget.parent is self:
            self.pointer.rest_on(event.widget)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The keys of what is pointed at are its own only while it is; without them letters are typed."""
        if action == "want":
            at = self.pointer.at
            return at is not None and isinstance(at.widget, Message) and self.can(str(parameters[0]), at)
        if action == "step_block":
            return self.has_focus or self.pointer.at is not None
        return True

    def can(self, what: str, at: Pointed) -> bool:
        """Whether something can be done with a message or a block of one."""
        if what == "retry":
            return isinstance(at.widget, Reply) and at.widget.task_shown.status in ("failed", "cancelled")
        return what != "open" or self.task_of(at.widget) is not None

    def unfolded(self, at: Pointed) -> bool:
        """Whether more is shown of the tool's call that is pointed at than its line."""
        return isinstance(at.widget, Reply) and at.block is not None and at.block.kind == "call" and at.widget.unfolded(at.block.number)

    def action_step(self, by: int) -> None:
        """Points at the message before or after."""
        self.pointer.step(by)

    def action_step_block(self, by: int) -> None:
        """Points at the block before or after."""
        self.pointer.step_block(by)

    def action_want(self, what: Want) -> None:
        """Asks for something to be done with what is pointed at."""
        if self.pointer.at is not None:
            self.post_message(self.Wanted(what, self.pointer.at))
