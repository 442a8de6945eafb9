"""One whole task: what was asked, what was answered, when and where, and the tools that were used for it."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store import attachments, tasks, usage
from hydratui.store.attachments import Attachment
from hydratui.store.database import Store
from hydratui.store.tasks import Task
from hydratui.store.usage import CallDetail, ToolCall
from hydratui.text import one_line, plain
from hydratui.tui import call_rows, clipboard, markdown
from hydratui.tui.lines import HEIGHTS, said_ago, said_exactly, said_when
from hydratui.tui.rows import EMPTY, EndsRow, Row, TextRow
from hydratui.tui.show import MUTED, SEPARATOR, figures, line, state, text
from hydratui.tui.who import Who, who
from hydratui.tui.widgets.key_line import KeyLine
from hydratui.tui.widgets.message import Message, attached, typed

LONGEST_MARKDOWN = 50_000
"""Characters up to which an answer is shown as Markdown; a longer one is shown as typed, which takes no time."""


@dataclass(frozen=True, slots=True)
class WholeTask:
    """What the screen shows.

    Attributes:
        details: What the tools were given and gave, by the numbers of the calls.
    """

    task: Task
    calls: list[ToolCall]
    details: dict[int, CallDetail]
    who: Who
    files: list[Attachment]


class TaskScreen(Screen[None]):
    """A task to read from its beginning to its end."""

    CSS_PATH = "task.tcss"
    AUTO_FOCUS = ".task-scroll"
    VERTICAL_BREAKPOINTS = HEIGHTS

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "calls", "tools", tooltip="Show or hide what each tool was given and what it gave"),
        Binding("y", "copy", "copy", tooltip="Copy the task with its date"),
        Binding("escape", "back", "back", tooltip="Back to where the task was opened"),
    ]

    def __init__(self, home: Home, task_id: int) -> None:
        super().__init__()
        self._home = home
        self._task_id = task_id
        self._whole: WholeTask | None = None
        self._unfolded = False

    def compose(self) -> ComposeResult:
        """A head, the page, what was done, the keys."""
        yield Message(classes="task-head")
        yield VerticalScroll(classes="task-scroll")
        yield Static(classes="task-said")
        yield KeyLine(classes="task-keys")

    def on_mount(self) -> None:
        """Read the task."""
        self._read()

    @work(thread=True, exclusive=True, group="task-read", exit_on_error=False)
    def _read(self) -> None:
        try:
            whole = read(self._home, self._task_id)
        except HydraError as error:
            self._deliver(self._say, str(error), True)
        else:
            self._deliver(self._show, whole)

    def _deliver(self, show: Callable[..., None], *what: object) -> None:
        """Shows something from a thread, unless the screen has been left meanwhile."""
        self.app.call_from_thread(lambda: show(*what) if self.is_attached else None)

    def _show(self, whole: WholeTask) -> None:
        self._whole = whole
        self.query_one(".task-head", Message).show_rows([_head_row(whole.task)])
        asked = EndsRow(line("you", "bold $text-muted"), line(said_exactly(whole.task.created_at), MUTED))
        self.query_one(".task-scroll").mount(
            Message([asked, *typed(whole.task.prompt), *attached(whole.files)], classes="task-asked"),
            Message(answer_rows(whole), accent=whole.who.accent, classes="task-answered"),
        )
        self.refresh_bindings()

    def _say(self, sentence: str, bad: bool = False) -> None:
        self.query_one(".task-said", Static).update(text(sentence, "$error" if bad else ""))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Copying needs something to copy, and there must be a tool to look into."""
        if action == "calls":
            return self._whole is not None and bool(self._whole.calls)
        return action != "copy" or self._whole is not None

    def action_calls(self) -> None:
        """Shows below each tool what it was given and what it gave, or hides it again."""
        if self._whole is not None:
            self._unfolded = not self._unfolded
            self.query_one(".task-answered", Message).show_rows(answer_rows(self._whole, self._unfolded))

    def action_copy(self) -> None:
        """Sends the task, with its date, to the terminal's clipboard."""
        if self._whole is not None:
            self._say(clipboard.copy(self.app, as_text(self._whole)))

    def action_back(self) -> None:
        """Back to where it was opened."""
        self.dismiss()


def read(home: Home, task_id: int) -> WholeTask:
    """A task with its tool calls.

    Raises:
        HydraError: The task is gone, or the database can't be read.
    """
    with closing(Store.open(home.database)) as store:
        task = tasks.get(store, task_id)
        if task is None:
            raise HydraError(f"Task {task_id} is not in the database any more. Press esc to go back.")
        files = attachments.listed(store, [task_id]).get(task_id, [])
        return WholeTask(task, usage.calls(store, task_id), usage.details(store, task_id), who(home, task.agent), files)


def _head_row(task: Task) -> Row:
    at = task.finished_at or task.created_at
    where = SEPARATOR.join((said_when(at), one_line(task.channel)))
    return EndsRow(Content.assemble((f"task {task.id}", "bold"), "   ", line(where, MUTED)), line(said_ago(at), MUTED))


def answer_rows(whole: WholeTask, unfolded: bool = False) -> list[Row]:
    """Who answered and how, the tools that were used, where unfolded with all that is kept of them, and what was answered."""
    task = whole.task
    done = figures(task) if task.status == "completed" else state(task)
    rows: list[Row] = [EndsRow(line(whole.who.name, f"bold {whole.who.colour}"), line(done, MUTED))]
    for call in whole.calls:
        rows.append(call_rows.line(call, unfolded))
        rows += call_rows.detail(whole.details.get(call.id), whole=True) if unfolded else []
    if whole.calls:
        rows.append(TextRow(EMPTY))
    result = task.result or ""
    if len(result) <= LONGEST_MARKDOWN:
        rows += markdown.rows(result)
    else:
        rows += [TextRow(Content(each)) for each in plain(result).expandtabs(4).split("\n")]
    if task.error:
        rows += [TextRow(EMPTY)] if result else []
        rows.append(TextRow(line(task.error, "$error")))
    return rows


def as_text(whole: WholeTask) -> str:
    """A task as it is copied: its date, channel and number, then both sides whole."""
    task = whole.task
    where = SEPARATOR.join((said_exactly(task.finished_at or task.created_at), one_line(task.channel), f"task {task.id}"))
    answered = task.result or task.error or state(task)
    return f"{where}\n\nyou:\n{plain(task.prompt)}\n\n{one_line(whole.who.name)}:\n{plain(answered)}\n"
