"""The agents: who there is, what each does, has done and may use; made, changed, copied and deleted."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal
from textual.content import Content
from textual.widgets import Static

from hydratui.agents.roster import Agent
from hydratui.commands import gate
from hydratui.commands.command import Moved
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store.database import Store
from hydratui.tui import agent_forms, agents_view
from hydratui.tui.agents_view import About, Team
from hydratui.tui.errand import errand
from hydratui.tui.form import Done, Form
from hydratui.tui.hand import Hand
from hydratui.tui.lines import HEIGHTS
from hydratui.tui.looking import Looking
from hydratui.tui.show import MUTED, text
from hydratui.tui.widgets.key_line import KeyLine
from hydratui.tui.widgets.pointed_rows import PointedRows
from hydratui.tui.widgets.sidebar import NARROW

LOOKS_A_READ = 2
"""Looks between two readings while the store keeps changing: the figures of a long history take a while."""
NOTHING = ("There is no agent yet.", "Press n to make one.")
_ABOUT_ONE = frozenset({"go", "memory", "edit", "rename", "duplicate", "delete"})


class AgentsScreen(Looking[str | None]):
    """The team at the left, all about one of them at the right; one above the other where it is narrow. Its answer is a channel."""

    CSS_PATH = "agents.tcss"
    AUTO_FOCUS = ".agents-list"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (NARROW, "-wide")]  # noqa: RUF012  as Textual declares it
    VERTICAL_BREAKPOINTS = HEIGHTS

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "switch", "switch", tooltip="Let the agent use the tool, or take it back"),
        Binding("enter", "go", "open", tooltip="Go to the agent's own channel"),
        Binding("n", "new", "new", tooltip="Make a new agent"),
        Binding("e", "edit", "edit", tooltip="Change emoji, model and craft"),
        Binding("r", "rename", "rename", tooltip="Give it another name; its messages go along"),
        Binding("c", "duplicate", "copy", tooltip="Make another with the same files and grants"),
        Binding("d", "delete", "delete", tooltip="Delete it; asks for its name"),
        Binding("m", "memory", "memory", tooltip="Read what it remembers, and its other files"),
        Binding("tab", "turn('grants')", "grants", tooltip="To what the agent may use"),
        Binding("tab,shift+tab", "turn('agents')", "agents", tooltip="Back to the list"),
        Binding("f", "profile", "your profile", tooltip="Write what every agent is told about you"),
        Binding("escape", "back", "back", tooltip="Back to the chat"),
    ]

    def __init__(
        self, home: Home, store: Store, hand: Hand, agent: str | None = None, moved: Callable[[Moved], None] | None = None
    ) -> None:
        """The agents.

        Args:
            home: The data folder.
            store: The store of this thread, which is only looked at.
            hand: Writes what is changed.
            agent: Id of the agent to point at.
            moved: Is told when an agent's channel is another one now.
        """
        super().__init__()
        self._home, self._store, self._hand, self._tell = home, store, hand, moved
        self._wanted = agent
        self._shown: str | None = None
        self._team: Team | None = None
        self._seen: tuple[object, ...] = ()
        self._looks = 0

    def compose(self) -> ComposeResult:
        """Head, the list, all about one of them, what was done, keys."""
        with Horizontal(classes="agents-head"):
            yield Static(Content.styled("Agents", "bold"), classes="agents-title")
            yield Static(classes="agents-summary")
        yield Static(Content("\n\n").join([text(NOTHING[0]), text(NOTHING[1], MUTED)]), classes="agents-empty")
        with Container(classes="agents-body"):
            yield PointedRows(classes="agents-list")
            yield PointedRows(classes="agents-about")
        yield Static(classes="agents-said")
        yield KeyLine(classes="agents-keys")

    def _look(self, now: bool = False) -> None:
        self._looks += 1
        agent = self._pointed_at
        seen = (self._store.data_version(), self._wanted or (agent and agent.id), agents_view.signature(self._home, agent))
        # Only the store may change all the time.
        if seen != self._seen and (now or seen[1:] != self._seen[1:] or self._looks % LOOKS_A_READ == 0):
            self._seen = seen
            self.run_worker(self._read(), group="agents-read", exclusive=True, exit_on_error=False)
        elif self._team is not None and self._team.desk.ticking:
            self._show(self._team)

    async def _read(self) -> None:
        chosen = self._wanted or self._list.key
        try:
            team = await errand(partial(agents_view.read, self._store, self._home, chosen))
        except HydraError as error:
            self._say(str(error), bad=True)
            return
        if team.problem or (self._team is not None and self._team.problem):
            self._say(team.problem, bad=True)
        self._team = team
        self._show(team)
        if self._wanted is not None:
            self._list.point_at(self._wanted)
            self._wanted = None

    def _show(self, team: Team) -> None:
        self.set_class(not team.desk.agents, "-empty")
        self.query_one(".agents-summary", Static).update(text(team.summary, MUTED))
        self._list.show(partial(agents_view.team_rows, team.desk))
        if (about := team.about) is not None:
            self._pane.show(lambda width: agents_view.about_rows(team.desk, about, not self.has_class("-low"), width))
            if about.agent.id != self._shown:
                self._shown = about.agent.id
                self._pane.begin()
        else:
            self._pane.show(lambda _: [])
            self._shown = None
        self.refresh_bindings()

    @on(PointedRows.Pointed)
    def _pointed(self, event: PointedRows.Pointed) -> None:
        self._say("")
        if event.rows is self._list:
            self._look(now=True)
        self.refresh_bindings()

    @on(events.DescendantFocus)
    def _focused(self) -> None:
        self.refresh_bindings()

    def _say(self, sentence: str, bad: bool = False) -> None:
        self.query_one(".agents-said", Static).update(text(sentence, "$error" if bad else ""))

    @property
    def _list(self) -> PointedRows:
        return self.query_one(".agents-list", PointedRows)

    @property
    def _pane(self) -> PointedRows:
        return self.query_one(".agents-about", PointedRows)

    @property
    def _pointed_at(self) -> Agent | None:
        return agents_view.named(self._team.desk.agents, self._list.key) if self._team is not None else None

    @property
    def _about(self) -> About | None:
        """All about the agent that is pointed at, once it is read."""
        about, agent = self._team.about if self._team is not None else None, self._pointed_at
        return about if about is not None and agent is not None and about.agent.id == agent.id else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something where the focus is; the others are not shown."""
        if not self.is_mounted:
            return True
        if action == "turn":
            return self._pointed_at is not None and (self.focused is self._pane) == (parameters == ("agents",))
        if action == "switch":
            return self.focused is self._pane and self._pane.key is not None and self._about is not None
        return action not in _ABOUT_ONE or self._pointed_at is not None

    def action_turn(self, where: str) -> None:
        """Goes between the list and what one of them may use."""
        (self._pane if where == "grants" else self._list).focus()

    def action_switch(self) -> None:
        """Grants what is pointed at, or takes it back."""
        about, name = self._about, self._pane.key
        if about is not None and name is not None:
            change = gate.revoke if agents_view.is_on(about, name) else gate.grant
            self.app.run_worker(self._switching(partial(change, agent=about.agent, name=name)), group="agents-change", exit_on_error=False)

    async def _switching(self, change: Callable[[Store], str]) -> None:
        try:
            said, bad = await self._hand.do(change), False
        except HydraError as error:
            said, bad = str(error), True
        if self.is_attached:
            self._say(said, bad)
            self._look(now=True)

    def action_go(self) -> None:
        """Leaves for the agent's channel."""
        if (agent := self._pointed_at) is not None:
            self.dismiss(agent.id)

    def action_memory(self) -> None:
        """Opens what the agent remembers."""
        from hydratui.tui.screens.memory import MemoryScreen

        if (agent := self._pointed_at) is not None:
            self.app.push_screen(MemoryScreen(self._home, agent))

    async def action_new(self) -> None:
        """Asks for a new agent."""
        try:
            tools = await errand(partial(_tools, self._store))
        except HydraError as error:
            self._say(str(error), bad=True)
            return
        self._open(lambda: agent_forms.new(self._home, self._store, tools))

    def action_edit(self) -> None:
        """Asks for emoji, model and craft."""
        self._ask(lambda agent: agent_forms.edit(self._home, agent))

    def action_rename(self) -> None:
        """Asks for another name."""
        self._ask(lambda agent: agent_forms.rename(self._home, agent))

    def action_duplicate(self) -> None:
        """Asks for the name of a copy."""
        if (about := self._about) is not None:
            self._ask(lambda agent: agent_forms.duplicate(self._home, self._store, agent, about.notes))

    def action_delete(self) -> None:
        """Asks whether the agent is to be deleted."""
        self._ask(lambda agent: agent_forms.delete(self._home, agent))

    def _ask(self, form: Callable[[Agent], Form]) -> None:
        if (agent := self._pointed_at) is not None:
            self._open(lambda: form(agent))

    def _open(self, form: Callable[[], Form]) -> None:
        from hydratui.tui.screens.form import FormScreen

        try:
            asked = form()
        except HydraError as error:
            self._say(str(error), bad=True)
        else:
            self.app.push_screen(FormScreen(asked, self._hand), self._done)

    def _done(self, done: Done | None) -> None:
        if done is None:
            return
        if isinstance(done, Moved) and self._tell is not None:
            self._tell(done)
        self._wanted = done.agent
        self._say(done.text)
        self._look(now=True)

    def action_profile(self) -> None:
        """Opens what every agent is told about the user."""
        from hydratui.tui.screens.profile import ProfileScreen

        self.app.push_screen(ProfileScreen(self._home))

    def action_back(self) -> None:
        """Back to where the agents were opened."""
        self.dismiss()


def _tools(store: Store) -> tuple[tuple[str, str], ...]:
    with closing(store.again()) as own:
        return gate.everything(own)
