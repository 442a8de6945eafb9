"""The talk: a line is asked for, done, and followed until it is done; then the next."""

import sys

from hydratui.agents.roster import roster
from hydratui.cli import output
from hydratui.cli.plain import leaving, listings
from hydratui.cli.plain.attendant import Attendant
from hydratui.cli.plain.follow import Follower
from hydratui.cli.plain.keyboard import Ended, Keyboard
from hydratui.cli.plain.render import shown
from hydratui.commands import routing
from hydratui.commands.command import Drafted, Handed, Leave, Moved, OpenQueue, Outcome, Sent
from hydratui.commands.file_names import started_in
from hydratui.commands.handle import command_word, handle
from hydratui.commands.queue_changes import rewritten
from hydratui.commands.registry import find
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store import channels, control, tasks
from hydratui.store.database import Store

YOU = "You: "
LOOK_SECONDS = 0.05
HISTORY = 200


class Talk:
    """One talk, from its greeting to its end.

    Attributes:
        channel: Where the user is.
    """

    def __init__(self, home: Home, store: Store, keyboard: Keyboard, attendant: Attendant) -> None:
        self._home, self._store, self._keyboard, self._attendant = home, store, keyboard, attendant
        self.channel = channels.MAIN
        self._follower = Follower(home, store, _say)
        self._cards: tuple[int, ...] = ()
        self._draft = ""
        self._quote = ""
        self._leaving = False
        self._may_leave = False

    def run(self) -> None:
        """Talks until the user leaves or the pipe is at its end."""
        self._greet()
        while not self._leaving:
            try:
                self._follow()
                if not self._leaving:
                    self._next()
            except Ended:
                self._leave()

    def _greet(self) -> None:
        self._follower.enter(self.channel)
        self._keyboard.know(task.prompt for task in tasks.window(self._store, self.channel, limit=HISTORY) if "\n" not in task.prompt)
        context = routing.context(self._home, self._store, self.channel)
        to = f"Your messages go to {context.agent.name}." if context.agent else "There is no agent yet; /create NAME makes one."
        _say(f"hydratui, line by line. {to} /help says what there is, /quit leaves.")

    def _next(self) -> None:
        """Asks for the next line and does it."""
        draft, self._draft = self._draft, ""
        prefilled = draft if self._keyboard.can_prefill and "\n" not in draft else ""
        try:
            typed = self._keyboard.ask(YOU, prefilled)
        except KeyboardInterrupt:
            self._interrupt()
            return
        if not self._keyboard.live and typed.strip():
            _say(f"{YOU}{typed}")
        self._obey(typed if typed.strip() else "" if prefilled else draft)

    def _follow(self) -> None:
        """Tells what goes on, until nothing is awaited any more, or the user wants the prompt back."""
        while True:
            self._follower.look()
            if warning := self._attendant.warning():
                _say(warning)
            if self._leaving or not self._follower.awaited:
                return
            typed = self._keyboard.listen(LOOK_SECONDS)
            if self._keyboard.was_interrupted():
                self._interrupt()
            elif typed is not None and not typed.strip():
                self._follower.awaited.clear()
                _say("They work on. What they say is told when you press enter.")
            elif typed is not None:
                self._obey(typed)

    def _interrupt(self) -> None:
        """Ctrl+c: cancels the task that was begun last; the second one leaves."""
        running = self._follower.running
        self._follower.nudge()
        if self._may_leave:
            self._leave()
        elif running:
            tasks.cancel(self._store, running[-1].id)
            _say(f"Task {running[-1].id} is stopping. Press ctrl+c again to leave.")
        else:
            _say("Press ctrl+c again to leave. What is queued is kept.")
        self._may_leave = not self._may_leave

    def _obey(self, typed: str) -> None:
        self._may_leave = False
        self._follower.nudge()
        if not typed.strip():
            return
        word = command_word(typed)
        if word is None and self._quote:
            typed, self._quote = f"{self._quote}\n\n{typed}", ""
        try:
            if word in ("open", "channel") and find(word) is None:
                rest = typed[len(word) + 1 :].strip()
                self._open(rest) if word == "open" else self._go(rest)
                return
            context = routing.context(self._home, self._store, self.channel)
            # A piped text comes from elsewhere, and names none of the user's files.
            outcome = handle(context, typed, started_in() if self._keyboard.live else None)
            self._present(outcome)
        except HydraError as error:
            _say(str(error))

    def _present(self, outcome: Outcome) -> None:
        said = shown(routing.context(self._home, self._store, self.channel), outcome)
        self._cards = said.cards or self._cards
        if said.text:
            _say(said.text)
        match outcome:
            case Sent(sent):
                self._follower.add(sent)
            case Moved(channel, to) if channel == self.channel != to:
                self._go(to)
            case OpenQueue(int(number), True):
                self._rewrite(number)
            case Handed("quote", text):
                self._quote = text
            case Drafted():
                self._take_draft(outcome)
            case Leave():
                self._leave()

    def _open(self, rest: str) -> None:
        number = rest.removeprefix("task").strip()
        if not number.isdecimal():
            raise HydraError("Name a card of the last search by its number, such as /open 1, or any task, such as /open task 17.")
        if rest.startswith("task"):
            task = int(number)
        elif 1 <= int(number) <= len(self._cards):
            task = self._cards[int(number) - 1]
        else:
            raise HydraError(
                f"There is no card {number}. /recall and /search give some; /open task {number} reads the task of that number."
            )
        _say(listings.whole(self._store, listings.names(roster(self._home)), task))

    def _go(self, name: str) -> None:
        known = list(dict.fromkeys([channels.MAIN, *(agent.id for agent in roster(self._home)), *channels.used(self._store)]))
        unread = channels.unread(self._store, known)
        if not name:
            said = ", ".join(f"{each}{f' with {unread[each]} new' if each in unread else ''}" for each in known)
            _say(f"You are in {self.channel}. The channels are: {said}.")
            return
        if name not in known:
            raise HydraError(f"There is no channel {name!r}. The channels are: {', '.join(known)}.")
        self.channel = name
        self._follower.enter(name)
        last = tasks.window(self._store, name, limit=1)
        _say(f"You are in {name}.{f' /open task {last[0].id} reads what was said there last.' if last else ''}")

    def _rewrite(self, number: int) -> None:
        """Asks for the new text of a task that waits."""
        task = tasks.get(self._store, number)
        if task is None:
            raise HydraError(f"There is no task {number}.")
        _say(f"Task {number} asks: {task.prompt}")
        if not self._keyboard.can_prefill or "\n" in task.prompt:
            _say("Type its new text, or nothing to leave it as it is.")
        try:
            typed = self._keyboard.ask(f"Task {number}: ", task.prompt if "\n" not in task.prompt else "")
        except KeyboardInterrupt:
            return
        if typed.strip() and typed != task.prompt:
            self._present(rewritten(self._store, task, typed))

    def _take_draft(self, draft: Drafted) -> None:
        if draft.channel != self.channel:
            self._go(draft.channel)
        self._draft = draft.text
        if not self._keyboard.can_prefill or "\n" in draft.text:
            _say("An empty line sends it as it is; anything else is sent instead.")

    def _leave(self) -> None:
        """Leaves; with work going on, asks what is to become of it. Without an answer the work goes on."""
        way: leaving.Way | None = "keep"
        going_on = leaving.going_on(self._store)
        if going_on and self._keyboard.live:
            _say(going_on)
            try:
                way = leaving.way(self._keyboard.ask(leaving.QUESTION))
            except KeyboardInterrupt:
                # By habit it comes once more than it was meant to: it must do no harm here.
                way = None
            except Ended:
                way = "keep"
        if way is None:
            _say("You stay.")
            return
        if way == "cancel":
            control.cancel_all(self._store)
        self._attendant.parting = "stop" if way == "stop" else "finish"
        self._leaving = True
        channels.mark_seen(self._store, self.channel)
        _say("Left. The work goes on in the background." if going_on and way == "keep" else "Left.")


def _say(text: str) -> None:
    output.say(text)
    # At once, also into a pipe: whoever listens at its other end waits for it.
    sys.stdout.flush()
