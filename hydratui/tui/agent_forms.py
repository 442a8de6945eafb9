"""The forms of the agents: a new one, another name, a copy, what stands on the card, and the question before one is deleted."""

from collections.abc import Callable, Sequence

from hydratui.agents import create
from hydratui.agents.grants import DEFAULT
from hydratui.agents.roster import DEFAULT_CRAFT, DEFAULT_EMOJI, Agent
from hydratui.commands import agent_cards, agent_changes, model_choice
from hydratui.commands.command import Moved, Said
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store import channels
from hydratui.store.database import Store
from hydratui.tui.form import Field, Form, Values

_TOOL = "tool:"
_KEPT = "is the id of an earlier agent, whose messages are still there"


def new(home: Home, store: Store, tools: Sequence[tuple[str, str]]) -> Form:
    """The form for a new agent.

    Args:
        home: The data folder.
        store: The store of this thread, which is only looked at.
        tools: What it can be granted, each with what it is for.
    """
    ordered = sorted(tools, key=lambda each: (each[0] not in DEFAULT, each[0]))
    switches = [
        Field(_TOOL + name, "" if number else "grants", "switch", "on" if name in DEFAULT else "", about, name)
        for number, (name, about) in enumerate(ordered)
    ]

    def submit(own: Store, values: Values) -> Said:
        granted = [name for name, _ in ordered if values[_TOOL + name]]
        model = model_choice.checked(values["model"], home) if values["model"] else None
        made = agent_changes.create(
            home, own, values["name"], values["emoji"], model, values["craft"], granted, again=bool(values["again"])
        )
        return Said(made.sentence, made.agent.id)

    fields = (*_named(home, store), *_card(home, DEFAULT_EMOJI, "", DEFAULT_CRAFT), *switches)
    return Form("New agent", "create", fields, submit)


def edit(home: Home, agent: Agent) -> Form:
    """The form for an agent's emoji, model and craft."""
    changes: dict[str, tuple[str, Callable[[Home, Agent, str], str]]] = {
        "emoji": (agent.emoji, agent_cards.emoji),
        "model": (agent.model or "", agent_cards.model),
        "craft": (agent.craft, agent_cards.craft),
    }

    def submit(_: Store, values: Values) -> Said:
        said = [change(home, agent, values[name]) for name, (before, change) in changes.items() if values[name] != before]
        return Said(" ".join(said) or f"{agent.name} is as before.", agent.id)

    return Form(f"Edit {agent.name}", "save", _card(home, agent.emoji, agent.model or "", agent.craft), submit)


def rename(home: Home, agent: Agent) -> Form:
    """The form for another name."""

    def check(values: Values) -> str:
        fresh = create.new_id(agent, values["name"])
        if fresh != agent.id and (home.agents / fresh).exists():
            raise HydraError(f"There is an agent {fresh} already. Choose another name.")
        return (
            f"@{agent.id} stays its id" if fresh == agent.id else f"@{agent.id} becomes @{fresh}: its folder, messages and channel go along"
        )

    def submit(own: Store, values: Values) -> Moved:
        renamed = agent_changes.rename(home, own, agent.id, values["name"])
        return Moved(agent.id, renamed.id, agent_changes.renamed_sentence(agent, renamed), renamed.id)

    return Form(f"Rename {agent.name}", "rename", (Field("name", "name", value=agent.name, check=check),), submit)


def duplicate(home: Home, store: Store, agent: Agent, notes: int) -> Form:
    """The form for a copy.

    Args:
        home: The data folder.
        store: The store of this thread, which is only looked at.
        agent: Who is copied.
        notes: How many notes it has.
    """
    many = "its note" if notes == 1 else f"its {notes} notes"
    memory = Field("memory", "also", "switch", about=f"{many} (who wrote which is not copied)", shown=lambda _: notes > 0)

    def submit(own: Store, values: Values) -> Said:
        made = agent_changes.duplicate(home, own, agent.id, values["name"], with_memory=bool(values["memory"]), again=bool(values["again"]))
        return Said(made.sentence, made.agent.id)

    lead = f"Copies {agent.name}'s card, character, skills, grants and heartbeat. Its messages stay its own."
    return Form(f"Duplicate {agent.name}", "copy", (*_named(home, store), memory), submit, lead)


def delete(home: Home, agent: Agent) -> Form:
    """The question before an agent is deleted."""

    def check(values: Values) -> str:
        agent_changes.confirm(agent, values["name"])
        return ""

    def submit(own: Store, values: Values) -> Moved:
        agent_changes.confirm(agent, values["name"])
        agent_changes.delete(home, own, agent.id)
        return Moved(agent.id, channels.MAIN, agent_changes.deleted_sentence(agent))

    field = Field("name", "name", about=f"type {agent.name} to delete it", check=check, late=True)
    return Form(f"Delete {agent.name}?", "delete", (field,), submit, agent_changes.lost(agent), harmful=True)


def _named(home: Home, store: Store) -> tuple[Field, Field]:
    """A name for a new agent, with the id that it gives, and whether it is an earlier one again."""

    def check(values: Values) -> str:
        identity = agent_changes.identity(home, store, values["name"], bool(values["again"]))
        if identity.earlier is None:
            return f"@{identity.id}"
        if identity.earlier == identity.id:
            return f"@{identity.id}, with the messages of the earlier one"
        return f"@{identity.id}, since @{identity.earlier} {_KEPT}"

    def shown(values: Values) -> bool:
        try:
            return agent_changes.identity(home, store, values["name"]).earlier is not None
        except HydraError:
            return False

    again = Field("again", "", "switch", about="It is that earlier agent, and the messages are its own", shown=shown)
    return Field("name", "name", about="such as Ana María", check=check), again


def _card(home: Home, emoji: str, model: str, craft: str) -> tuple[Field, ...]:
    def check_emoji(values: Values) -> str:
        # One that was there already, put there by hand, may stay as it is.
        if values["emoji"] != emoji:
            create.checked_emoji(values["emoji"])
        return ""

    def check_model(values: Values) -> str:
        if values["model"] and values["model"] != model:
            model_choice.checked(values["model"], home)
        return ""

    names = tuple((name, agent_cards.CRAFTS.get(name, "")) for name in create.crafts())
    offers = tuple(model_choice.offered(home))
    return (
        Field(
            "emoji", "emoji", value=emoji, about="↓ offers some", offers=tuple((each, "") for each in agent_cards.EMOJI), check=check_emoji
        ),
        Field("model", "model", value=model, about="the default; ↓ shows what there is", offers=offers, check=check_model, late=True),
        Field("craft", "craft", "choice", craft, choices=names),
    )
