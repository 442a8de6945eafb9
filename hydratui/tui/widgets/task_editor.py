"""The text of a waiting task, to be changed where it stands. It keeps to the keys of the prompt."""

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from hydratui.store.tasks import Task
from hydratui.text import plain
from hydratui.tui.show import line
from hydratui.tui.widgets.saving_area import SavingArea


class TaskEditor(SavingArea):
    """A text area that saves on enter. Its screen shows it when there is something to edit."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,ctrl+s", "save", "save", key_display="enter", tooltip="Save the text; the task keeps its place"),
        Binding("ctrl+j,shift+enter,alt+enter", "line", "line", key_display="ctrl+j", tooltip="New line (also shift+enter, alt+enter)"),
        Binding("escape", "give_up", "give up", tooltip="Leave the task as it was; e brings your text back"),
    ]

    @dataclass
    class Saved(Message):
        """This text is to be the task's; None when it is to stay as it is."""

        task: Task
        text: str | None

    def __init__(self, *, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self.edited: Task | None = None
        """What is being edited."""
        self._let_go: dict[int, str] = {}

    def begin(self, task: Task, name: str) -> None:
        """Opens with the text of a task, or with the change of it that was given up before.

        Args:
            task: A task that waits.
            name: The agent that it is for.
        """
        self.edited = task
        self.border_title = line(f"task {task.id} for {name}", "bold")
        self.open_with(self._let_go.pop(task.id, plain(task.prompt)))

    def close(self) -> None:
        """Closes; the text is in good hands, or not wanted."""
        self.edited = None
        super().close()

    @property
    def changed(self) -> bool:
        """Whether there is a change that would be lost."""
        return self.edited is not None and self.text != plain(self.edited.prompt)

    def action_save(self) -> None:
        """Asks for the text to be saved."""
        if self.edited is not None:
            self.post_message(self.Saved(self.edited, self.text if self.changed else None))

    def action_line(self) -> None:
        """A new line at the cursor."""
        self.insert("\n")

    def action_give_up(self) -> None:
        """Lets the task stay as it is; the text is kept for the next time."""
        if self.edited is not None:
            if self.changed:
                self._let_go[self.edited.id] = self.text
            self.post_message(self.Saved(self.edited, None))

    async def _on_paste(self, event: events.Paste) -> None:
        """A paste of any size goes in whole, safe to show."""
        event.prevent_default()
        event.stop()
        self.paste(plain(event.text))
