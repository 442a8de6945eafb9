"""`hydratui agents`: who there is, and how they come and go."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from hydratui.cli.session import JsonOption, ListByDefault, opened
from hydratui.errors import HydraError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from hydratui.agents.roster import Agent
    from hydratui.commands.agent_changes import Made
    from hydratui.store.database import Store

group = typer.Typer(
    cls=ListByDefault, help="List the agents, make, copy, show, rename, delete, pause or resume one.", rich_markup_mode=None
)

AgentId = Annotated[str, typer.Argument(metavar="ID", help="The agent's id.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help='Its name; the id is made from it: "Ana María" gives ana_maria.')]


Again = Annotated[bool, typer.Option("--again", help="It is a deleted agent of that name again, and gets its messages.")]


def add(app: typer.Typer) -> None:
    """Puts the group into the tree."""
    app.add_typer(group, name="agents")


@group.command("list")
def show_all(as_json: JsonOption = False) -> None:
    """List the agents and what each is doing."""
    from hydratui.agents.roster import first, roster
    from hydratui.cli import output

    with opened(reading=True) as (home, store):
        shapes = [agent_shape(store, agent) for agent in roster(home)]
    if as_json:
        output.say_json(shapes)
    elif not shapes:
        first(home)
    else:
        columns = ("emoji", "id", "name", "state", "model", "craft")
        output.table([[str(shape[column] or "default model") for column in columns] for shape in shapes])


@group.command()
def new(
    name: Name,
    emoji: Annotated[str | None, typer.Option(help="One emoji.")] = None,
    model: Annotated[str | None, typer.Option(metavar="PROVIDER:MODEL", help="Its model; else the default.")] = None,
    craft: Annotated[str, typer.Option(help="What it is good at: general, coder, researcher or writer.")] = "general",
    again: Again = False,
    as_json: JsonOption = False,
) -> None:
    """Make an agent with its six Markdown files."""
    from hydratui.commands import agent_changes, model_choice

    with opened() as (home, store):
        chosen = model_choice.checked(model, home) if model else None
        made = agent_changes.create(home, store, name, emoji, chosen, craft, again=again)
    _made(made, as_json)


@group.command()
def duplicate(
    agent_id: AgentId,
    name: Name,
    with_memory: Annotated[bool, typer.Option("--with-memory", help="Copy its notes too.")] = False,
    again: Again = False,
    as_json: JsonOption = False,
) -> None:
    """Make an agent with another's files and grants; its messages stay its own."""
    from hydratui.commands import agent_changes

    with opened() as (home, store):
        made = agent_changes.duplicate(home, store, agent_id, name, with_memory=with_memory, again=again)
    _made(made, as_json)


@group.command()
def show(agent_id: AgentId, as_json: JsonOption = False) -> None:
    """Show an agent: its files, its tools, what it has done."""
    from hydratui.agents import files, grants
    from hydratui.agents.roster import find
    from hydratui.cli import output
    from hydratui.store import figures
    from hydratui.times import duration

    with opened(reading=True) as (home, store):
        agent = find(home, agent_id)
        shape = agent_shape(store, agent)
        seen = figures.figures(store, agent.id)
    shape |= {
        "folder": str(agent.folder),
        "files": {kind: str(files.path(agent, kind)) for kind in files.KINDS},
        "granted": sorted(grants.granted(agent)),
        "tools_used": dict(seen.tools),
        "tasks": dict(seen.tasks),
        "tokens": {"input": seen.tokens_in, "output": seen.tokens_out},
        "seconds_at_work": round(seen.seconds),
        "last_active": seen.last_active,
    }
    if as_json:
        output.say_json(shape)
        return
    output.say(f"{agent.emoji} {agent.name} ({agent.id}), {shape['state']}")
    rows = [("model", agent.model or "the default"), ("craft", agent.craft), ("notes", str(shape["notes"])), ("folder", str(agent.folder))]
    rows.append(("granted", ", ".join(sorted(grants.granted(agent))) or "nothing"))
    rows.append(("used", ", ".join(f"{tool} {count}" for tool, count in seen.tools.items()) or "no tool yet"))
    rows.append(("tasks", ", ".join(f"{count} {status}" for status, count in seen.tasks.items()) or "none yet"))
    rows.append(("tokens", f"{seen.tokens_in} in, {seen.tokens_out} out"))
    rows.append(("at work", f"{duration(seen.seconds)}, last at {seen.last_active}" if seen.last_active else "not yet"))
    output.table(rows)


@group.command()
def rename(agent_id: AgentId, name: Name, as_json: JsonOption = False) -> None:
    """Give an agent another name; its folder, files and tasks follow."""
    from hydratui.commands import agent_changes

    with opened() as (home, store):
        renamed = agent_changes.rename(home, store, agent_id, name)
    _changed(renamed, "is the new name; the files are in", as_json)


@group.command()
def delete(
    agent_id: AgentId,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Delete an agent's folder with its memory; its messages stay."""
    from hydratui.agents.roster import find
    from hydratui.commands import agent_changes
    from hydratui.text import one_line

    with opened() as (home, store):
        agent = find(home, agent_id)
        if not yes:
            if not sys.stdin.isatty():
                raise UsageError(f"Add --yes to delete {agent.name}'s folder and memory.")
            if not typer.confirm(one_line(f"Delete {agent.folder} with {agent.name}'s memory?"), err=True):
                raise HydraError("Nothing was deleted.")
        agent_changes.delete(home, store, agent.id)
    _changed(agent, "is deleted; the messages stay. Gone is", as_json)


@group.command()
def pause(agent_id: AgentId, as_json: JsonOption = False) -> None:
    """Let an agent begin nothing new; what it has begun goes on."""
    from hydratui.commands.queue_changes import paused

    _told(agent_id, paused, as_json)


@group.command()
def resume(agent_id: AgentId, as_json: JsonOption = False) -> None:
    """Let a paused agent go on."""
    from hydratui.commands.queue_changes import resumed

    _told(agent_id, resumed, as_json)


def agent_shape(store: "Store", agent: "Agent") -> dict[str, object]:
    """An agent as JSON, with what it is doing."""
    from hydratui.agents import memory
    from hydratui.commands.agent_commands import state
    from hydratui.store import control, held, tasks

    counts = tasks.counts(store).get(agent.id, tasks.Counts())
    paused = agent.id in control.paused(store)
    return {
        "id": agent.id,
        "name": agent.name,
        "emoji": agent.emoji,
        "model": agent.model,
        "craft": agent.craft,
        "state": state(counts.running, counts.queued, len(held.held(store, agent.id)), paused),
        "running": counts.running,
        "queued": counts.queued,
        "notes": len(memory.notes(agent)),
    }


def _told(agent_id: str, change: "Callable[[Store, Agent], str]", as_json: bool) -> None:
    """Has an agent changed and says so."""
    from hydratui.agents.roster import find
    from hydratui.cli import output

    with opened() as (home, store):
        agent = find(home, agent_id)
        said = change(store, agent)
        shape = agent_shape(store, agent)
    if as_json:
        output.say_json(shape)
    else:
        output.say(said)


def _made(made: "Made", as_json: bool) -> None:
    from hydratui.cli import output

    _changed(made.agent, "is ready: edit its files in", as_json)
    earlier = made.identity.earlier
    if earlier not in (None, made.agent.id):
        output.complain(
            f"Its id is {made.agent.id}, since {earlier} was an earlier agent, whose messages are there. With --again it is that one."
        )


def _changed(agent: "Agent", became: str, as_json: bool) -> None:
    from hydratui.cli import output

    if as_json:
        output.say_json({"id": agent.id, "name": agent.name, "emoji": agent.emoji, "model": agent.model, "craft": agent.craft})
    else:
        output.say(f"{agent.name} {became} {agent.folder}")
