"""One channel on the page: opened, added to, kept in step with the store, read further back."""

from collections.abc import Callable, Iterable, Sequence

from hydratui import config
from hydratui.agents.roster import Agent
from hydratui.commands import routing
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store import attachments, channels, tasks, usage
from hydratui.store.database import Store
from hydratui.store.tasks import Task
from hydratui.store.usage import ToolCall
from hydratui.tui.desk import Desk
from hydratui.tui.held_notes import HeldNotes
from hydratui.tui.watch import Focus, News, Watch, last_failed
from hydratui.tui.widgets.transcript import STEP, Transcript
from hydratui.tui.widgets.welcome import Welcome


class Conversation:
    """What the transcript shows and the watch looks for.

    Its reads are of a page of tasks at most and are done where they are asked for; it writes nothing.
    """

    def __init__(self, home: Home, store: Store, watch: Watch, transcript: Transcript, desk: Desk) -> None:
        self.home, self.store, self.watch, self.page = home, store, watch, transcript
        transcript.files = lambda task: attachments.listed(store, [task]).get(task, [])
        self.channel = channels.MAIN
        self.desk = desk
        self.agent: Agent | None = None
        self.sought = ""
        """What was looked for in a channel last."""
        self.changed: Callable[[Iterable[int]], None] | None = None
        """Is told which tasks of the channel are new or have ended, while somebody looks for words in it."""
        self._default_model: str | None = None
        self._held = HeldNotes()
        self._turns = 0

    @property
    def model(self) -> str | None:
        """The model that will answer here: the agent's own, the default of the settings or the workers, or the one that answered last."""
        if self.agent is None:
            return None
        if known := self.agent.model or self._default_model or self.desk.default_model:
            return known
        answered = (reply.task_shown for reply in reversed(list(self.page.replies())))
        return next((task.model for task in answered if task.model and task.agent == self.agent.id), None)

    def open(self, channel: str, at: int | None = None) -> None:
        """Shows a channel: from its end, or around one task.

        Args:
            channel: Its name.
            at: Number of the task to go to.
        """
        self.channel = channel
        self.settle_agent()
        before = None if at is None else at + STEP // 2
        window = tasks.window(self.store, channel, before, limit=STEP + 1)
        shown, earlier = window[-STEP:], len(window) > STEP
        later = bool(at is not None and shown and tasks.after(self.store, channel, shown[-1].id, limit=1))
        self._held.forget()
        self.page.begin(shown, self._calls(shown), self.desk, more_earlier=earlier, more_later=later, at=at)
        self.page.show_beside(last_failed(self.store, shown), self.desk)
        if not shown:
            self.page.mount(Welcome(self.desk.agents, channel))
        self._held.show(self.desk, channel, self.page)
        self._turn()

    def latest(self) -> None:
        """Goes to the end of the channel."""
        if self.page.more_later:
            self.open(self.channel)
        self.page.to_end()

    def add(self, sent: Sequence[Task]) -> None:
        """Shows messages that have just been sent here, and goes to them."""
        here = [task for task in sent if task.channel == self.channel]
        if here and self.page.more_later:
            self.open(self.channel)
        self._append(here)
        # A task that is tried again is on the page already.
        self.page.follow({task.id: task for task in here}, {}, {}, self.desk)
        if here:
            self.page.to_end()
        self.watch.focus = self._focus()

    def take(self, news: News) -> bool:
        """Shows what the watch has found. Gives whether a task of this channel has ended."""
        if news.desk is not None:
            self.desk = news.desk
            self.settle_agent()
        ended = False
        if news.focus.turn == self._turns:
            self._append(news.fresh)
            self.page.follow(news.tasks, news.calls, news.pieces, self.desk)
            self.page.show_beside(news.failed, self.desk)
            ended = any(task is not None and task.ended for task in (*news.tasks.values(), *news.fresh))
            self.watch.focus = self._focus(news.fresh[-1].id if news.fresh else 0)
            if self.changed is not None:
                self.changed(
                    [*(task.id for task in news.fresh), *(number for number, task in news.tasks.items() if not task or task.ended)]
                )
        if news.desk is not None:
            self._held.show(self.desk, self.channel, self.page)
        return ended

    def load(self, earlier: bool) -> None:
        """Adds the next tasks at the end of the page that the reader came to."""
        page = self.page
        if earlier and page.more_earlier:
            window = tasks.window(self.store, self.channel, page.oldest, limit=STEP + 1)
            page.extend(window[-STEP:], self._calls(window), earlier=True, more=len(window) > STEP)
        elif not earlier and page.more_later:
            window = tasks.after(self.store, self.channel, page.newest, limit=STEP + 1)
            page.extend(window[:STEP], self._calls(window), earlier=False, more=len(window) > STEP)
        self._turn()

    def settle_agent(self) -> None:
        """Finds out again who answers here, and with which model: a command may have changed it."""
        try:
            self.agent = routing.active(self.home, self.store, self.channel)
        except HydraError:
            # Said when something is sent; the team may be readable by then.
            self.agent = None
        try:
            self._default_model = config.load(self.home).default_model
        except HydraError:
            # Said where the settings are used; here it would only leave a word out.
            self._default_model = None

    def _append(self, fresh: Sequence[Task]) -> None:
        if fresh:
            self.page.query(Welcome).remove()
            self.page.append(fresh, self._calls(fresh), self.desk)

    def _turn(self) -> None:
        """Has the watch look at once: there are tasks on the page whose text has to be read from its beginning."""
        self._turns += 1
        self.watch.turn(self._focus())

    def _focus(self, newest: int = 0) -> Focus:
        known = self.watch.focus.newest if self.watch.focus.channel == self.channel else 0
        return Focus(self.channel, self._turns, max(newest, known, self.page.newest), self.page.open_tasks, self.page.broken_off)

    def _calls(self, page: Sequence[Task]) -> dict[int, list[ToolCall]]:
        return {task.id: usage.calls(self.store, task.id) for task in page if task.attempts}
