"""Tasks followed from the store, told in plain lines: who begins, what is said and called, how it ended, what waits for the user."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from hydratui.agents.roster import roster
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store import attempts, control, held, stream, tasks, usage
from hydratui.store.database import Store
from hydratui.store.held import HeldNote
from hydratui.store.stream import Piece
from hydratui.store.tasks import Task
from hydratui.store.usage import ToolCall
from hydratui.text import one_line
from hydratui.times import duration, parse

MOST_FRESH = 60


@dataclass
class Followed:
    """A task that has not been told to its end.

    Attributes:
        begun: The attempt that was told of last.
        seq: The last piece of text that was read.
        text: What has arrived in this attempt.
        said: How many characters of it were told.
        calls: How many tool calls were told.
        again: The attempt whose failure was told of last.
    """

    id: int
    agent: str
    begun: int = 0
    seq: int = 0
    text: str = ""
    said: int = 0
    calls: int = 0
    again: int = 0


@dataclass
class Follower:
    """What is going on, as far as the user has been told.

    Attributes:
        channel: Where the user is: what is asked there from elsewhere is told too.
        awaited: The tasks that the user waits for.
    """

    home: Home
    store: Store
    say: Callable[[str], None]
    channel: str = ""
    awaited: set[int] = field(default_factory=set)
    _open: dict[int, Followed] = field(default_factory=dict)
    _newest: int = 0
    _version: int = -1
    _asked: set[int] = field(default_factory=set)
    _speaker: int = 0

    def enter(self, channel: str) -> None:
        """Goes to a channel: what was said there is not told again, what is not done yet is followed."""
        self.channel = channel
        last = tasks.window(self.store, channel, limit=MOST_FRESH)
        self._newest = last[-1].id if last else 0
        for task in last:
            if not task.ended:
                self._open.setdefault(task.id, Followed(task.id, task.agent))

    def add(self, sent: Iterable[Task]) -> None:
        """Waits for tasks that the user has just sent."""
        for task in sent:
            self._open[task.id] = Followed(task.id, task.agent)
            self.awaited.add(task.id)
            if task.channel == self.channel:
                self._newest = max(self._newest, task.id)

    @property
    def running(self) -> list[Task]:
        """The followed tasks that were begun and can be cancelled, oldest first."""
        known = [task for number in sorted(self._open) if (task := tasks.get(self.store, number)) is not None]
        return [task for task in known if task.attempts and not task.ended and not task.cancelling]

    def nudge(self) -> None:
        """Has the next look find what this process has written itself."""
        self._version = -1

    def look(self) -> None:
        """Tells what is new; it takes a twentieth of a millisecond when nothing is."""
        if (version := self.store.data_version()) == self._version:
            return
        self._version = version
        with self.store.at_one_moment():
            fresh = tasks.after(self.store, self.channel, self._newest, limit=MOST_FRESH)
            seen = [(each, tasks.get(self.store, each.id)) for each in self._open.values()]
            calls = {task.id: usage.calls(self.store, task.id) for _, task in seen if task is not None and task.attempts}
            pieces = stream.behind(self.store, {each.id: each.seq for each in self._open.values()})
            paused, waiting = control.paused(self.store), held.held(self.store)
        names = self._names()
        for each, task in seen:
            self._tell(each, task, names.get(each.agent, each.agent), calls.get(each.id, []), [p for p in pieces if p.task == each.id])
            if task is not None and task.status == "pending" and task.agent in paused and task.id in self.awaited:
                self.awaited.discard(task.id)
                self.say(f"{names.get(task.agent, task.agent)} is paused; task {task.id} waits. /resume {task.agent} lets it go on.")
        for task in fresh:
            self._newest = task.id
            if task.id not in self._open:
                self._speaker = 0
                self.say(f"Asked elsewhere, of {names.get(task.agent, task.agent)}: {task.prompt}")
                self._open[task.id] = Followed(task.id, task.agent)
        for note in waiting:
            self._ask(note, names.get(note.agent, note.agent))

    def _ask(self, note: HeldNote, name: str) -> None:
        if note.id not in self._asked:
            self._asked.add(note.id)
            self._speaker = 0
            self.say(
                f"{name} wants to remember, from {one_line(note.source)}: {one_line(note.note)}\n"
                f"/keep {note.id} keeps it, /keep {note.id} TEXT keeps another text, /discard {note.id} lets it go."
            )

    def _tell(self, each: Followed, task: Task | None, name: str, calls: list[ToolCall], pieces: list[Piece]) -> None:
        if task is None:
            self._close(each, f"Task {each.id} was taken out of the queue.")
            return
        self._tell_beginning(each, task, name)
        for call in calls[each.calls :]:
            self._state(said_call(name, call))
        each.calls = len(calls)
        for piece in pieces:
            each.seq = piece.seq
            each.text += piece.text if piece.attempt == each.begun else ""
        if task.ended:
            self._end(each, task, name)
        elif (whole := each.text.rfind("\n") + 1) > each.said:
            self._speak(each, name, each.text[each.said : whole])
            each.said = whole

    def _tell_beginning(self, each: Followed, task: Task, name: str) -> None:
        if task.attempts > each.begun and task.status != "pending":
            self._state(f"{name} begins again." if each.begun else f"{name} works.")
            each.begun, each.text, each.said = task.attempts, "", 0
        if task.status == "pending" and task.attempts > each.again:
            each.again = task.attempts
            failed = attempts.failed(self.store, task.id)
            self._state(f"{name} will try task {task.id} again. {failed[-1].cause if failed else ''}".rstrip())

    def _end(self, each: Followed, task: Task, name: str) -> None:
        result = task.result or ""
        if not result.startswith(each.text[: each.said]):
            self._state("The whole answer is:")
            each.said = 0
        if rest := result[each.said :].rstrip("\n"):
            self._speak(each, name, rest)
        if task.status == "completed":
            took = _took(task)
            self._close(each, f"{name} has finished{f', in {took}' if took else ''}.")
        elif task.status == "cancelled":
            self._close(each, f"Task {task.id} is cancelled.")
        else:
            error = task.error or "Its worker said no more; see logs in the data folder."
            again = "" if f"/retry {task.id}" in error else f"\n/retry {task.id} tries again."
            self._close(each, f"{name} failed: {error}{again}")

    def _close(self, each: Followed, sentence: str) -> None:
        del self._open[each.id]
        self.awaited.discard(each.id)
        self._state(sentence)

    def _state(self, sentence: str) -> None:
        self._speaker = 0
        self.say(sentence)

    def _speak(self, each: Followed, name: str, lines: str) -> None:
        """Whole lines of an answer; the first behind the name of who says it, unless the last line was of the same answer."""
        before, self._speaker = self._speaker, each.id
        self.say(lines.rstrip("\n") if before == each.id else f"{name}: {lines.lstrip().rstrip()}")

    def _names(self) -> dict[str, str]:
        try:
            return {agent.id: agent.name for agent in roster(self.home)}
        except HydraError:
            # Said when something is sent; until then the ids do.
            return {}


def said_call(name: str, call: ToolCall) -> str:
    """A tool call on one line: ``Ada used recall, backup plan: 3 hits in 812 tasks, 4 ms.``"""
    verb = {"ok": "used", "blocked": "was not allowed to use", "error": "used in vain"}[call.outcome]
    summary = one_line(call.summary).rstrip(".")
    about = f", {summary}" if summary else ""
    return f"{name} {verb} {one_line(call.tool)}{about}: {one_line(call.result)}, {duration(call.ms / 1000)}."


def _took(task: Task) -> str:
    if not task.started_at or not task.finished_at:
        return ""
    seconds = (parse(task.finished_at) - parse(task.started_at)).total_seconds()
    return (f"{seconds:.0f} s" if seconds < 100 else duration(seconds)) if seconds >= 1 else ""
