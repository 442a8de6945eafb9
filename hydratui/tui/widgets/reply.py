"""An agent's message, from the moment it is queued, through every word that streams in, to the end."""

from collections.abc import Sequence

from textual.content import Content
from textual.widget import Widget

from hydratui.store.attempts import FailedAttempt
from hydratui.store.stream import Piece
from hydratui.store.tasks import Task
from hydratui.store.usage import ToolCall
from hydratui.text import plain
from hydratui.tui import call_rows, markdown, show
from hydratui.tui.desk import PAUSED
from hydratui.tui.pointed import Block, BlockKey
from hydratui.tui.rows import EMPTY, EndsRow, Row, TextRow
from hydratui.tui.theme import accent as accent_style
from hydratui.tui.widgets.message import Message, code_blocks


class Reply(Message):
    """One task's answer. The same widget shows it growing and ended, drawn by the same code, so nothing jumps at the end.

    News is only taken note of until `catch_up` puts it on the page: a reply out of sight does that seldom. While it grows,
    only its last Markdown block is read again; what is above stays as it is.
    """

    def __init__(self, task: Task, name: str, accent: int | None, calls: Sequence[ToolCall] = ()) -> None:
        super().__init__(accent=accent, classes="-reply")
        self.task_shown = task
        self._who, self._accent = name, accent
        self._calls = tuple(calls)
        self._unfolded: dict[int, tuple[Sequence[Row], Widget | None]] = {}
        self._tools: list[Block] = []
        self._attempt = task.attempts
        self._failed: FailedAttempt | None = None
        self._paused = False
        self._settled: list[Row] = []
        self._growing = ""
        self.seq = 0
        self._unread = bool(task.result)
        self._body: list[Row] = []
        self.behind = True
        self.catch_up()

    @property
    def text(self) -> str:
        """All that the agent has said, as far as it is on the page, as Markdown."""
        return self.task_shown.result or "\n".join(row.text for row in self._body)

    def follow(self, task: Task, calls: Sequence[ToolCall]) -> bool:
        """Takes the task as it is now, with its tool calls. Gives whether anything else than the clock changed."""
        before, self.task_shown = self.task_shown, task
        if before == task and tuple(calls) == self._calls:
            return False
        self._calls = tuple(calls)
        self.behind = True
        if task.ended:
            self._unread = self._unread or task.result is not None or task.error is None
        elif task.attempts != self._attempt:
            self._begin(task.attempts)
        return True

    def feed(self, pieces: Sequence[Piece]) -> None:
        """Adds text that arrived. A piece of a new attempt begins the text again."""
        if self.task_shown.ended:
            return
        for piece in pieces:
            self.seq = piece.seq
            if piece.attempt > self._attempt:
                self._begin(piece.attempt)
            if piece.attempt == self._attempt:
                self._growing += plain(piece.text)
                self._unread = self.behind = True

    def catch_up(self) -> None:
        """Puts on the page what has come since the last time, if anything."""
        if not self.behind:
            return
        if self._unread:
            self._read()
        self._unread = self.behind = False
        self._lay()

    def stand(self, task: Task) -> None:
        """Takes the task as it is now, with the tool calls that are known."""
        self.follow(task, self._calls)
        self.catch_up()

    def blocks(self) -> list[Block]:
        """The lines of its tools, each with what is unfolded below it, and its code."""
        return [*self._tools, *code_blocks(self._rows)]

    def call(self, number: int) -> ToolCall | None:
        """The call of a tool with this number."""
        return next((call for call in self._calls if call.id == number), None)

    def unfolded(self, call: int) -> bool:
        """Whether more is shown of a call than its line."""
        return call in self._unfolded

    def unfold(self, call: int, rows: Sequence[Row] = (), card: Widget | None = None) -> None:
        """Shows more of a call: these rows below its line, or a card below the answer, which the page has to put there."""
        self._unfolded[call] = rows, card
        self._lay()

    def fold(self, call: int) -> Widget | None:
        """Shows nothing but the line of a call. Gives the card that is to be taken off the page, if it has one."""
        _, card = self._unfolded.pop(call, ((), None))
        self._lay()
        return card

    def above(self, call: int) -> Widget:
        """Below what the card of a call belongs: that of the call before it which has one, else the answer itself."""
        cards = [self._unfolded[each.id][1] for each in self._calls if each.id < call and each.id in self._unfolded]
        return next((card for card in reversed(cards) if card is not None), self)

    def beside(self, failed: FailedAttempt | None, *, paused: bool) -> None:
        """Shows what holds the task up.

        Args:
            failed: Its last attempt that came to nothing.
            paused: Its agent begins nothing new.
        """
        if (failed, paused) != (self._failed, self._paused):
            self._failed, self._paused, self.behind = failed, paused, True

    @property
    def ticking(self) -> bool:
        """Whether its head changes with every second."""
        task = self.task_shown
        return task.status == "running" or (task.status == "pending" and task.not_before > 0)

    def tick(self) -> None:
        """Lets the clock in the head go on."""
        self.show_rows([self._head(), *self._rows[1:]])

    def _begin(self, attempt: int) -> None:
        self._attempt, self._growing = attempt, ""
        self._settled, self._body = [], []
        self._unread, self.behind = False, True

    def _read(self) -> None:
        task = self.task_shown
        if task.ended and (task.result or task.error is None):
            self._body = markdown.rows(task.result or "")
            return
        rows, last, above = markdown.parse(self._growing, highlight=False)
        self._body = [*self._settled, *rows]
        if last:
            self._settled += rows[:above]
            self._growing = "\n".join(self._growing.split("\n")[last:])

    def _lay(self) -> None:
        rows = [self._head(), *self._trouble()]
        self._tools = []
        more: Sequence[Row] = ()
        for call in self._calls:
            begin = len(rows)
            more, _ = self._unfolded.get(call.id, ((), None))
            rows += [call_rows.line(call, call.id in self._unfolded), *more]
            self._tools.append(Block(BlockKey("call", call.id), range(begin, len(rows))))
        rows += [TextRow(EMPTY)] if more and self._body else []
        rows += self._body
        self.show_rows([*rows, *self._end(bool(self._calls or self._body))])

    def _head(self) -> Row:
        task = self.task_shown
        if task.status == "completed":
            right = show.text(show.figures(task), show.MUTED)
        elif task.status == "failed":
            right = Content.assemble((f"{show.figures(task)} · " if task.model else "", show.MUTED), ("failed", "$error"))
        elif task.status == "running":
            right = show.text(show.state(task), accent_style(self._accent))
        elif task.status == "pending" and self._paused:
            right = show.text(PAUSED, show.MUTED)
        else:
            right = show.text(show.state(task), show.MUTED)
        return EndsRow(show.line(self._who, f"bold {accent_style(self._accent)}"), right)

    def _trouble(self) -> list[Row]:
        """Why it has to be begun again, in one quiet line."""
        if self._failed is None or self.task_shown.ended:
            return []
        begun = "Begun again. " if self.task_shown.status == "running" else ""
        return [TextRow(show.line(f"{begun}{self._failed.cause}", show.MUTED))]

    def _end(self, something_above: bool) -> list[Row]:
        """Why it ended early, under what had arrived: the head may be pages above."""
        task = self.task_shown
        if task.status == "cancelled" and something_above:
            return [TextRow(EMPTY), TextRow(show.text("Cancelled here.", show.MUTED))]
        if task.status != "failed":
            return []
        reason = show.text(task.error or "The task failed. Its worker said no more; see logs/ in the data folder.", "$error")
        gap: list[Row] = [TextRow(EMPTY)] if something_above else []
        again = f"/retry {task.id}"
        told = again in (task.error or "")
        hint = [] if told else [TextRow(Content.assemble((again, "$primary"), (" tries again.", show.MUTED)))]
        return [*gap, *(TextRow(part) for part in reason.split("\n", allow_blank=True)), *hint]
