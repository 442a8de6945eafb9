"""`hydratui agents`: who there is, and how they come and go."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from hydratui.cli.folder import data_folder
from hydratui.cli.session import JsonOption, ListByDefault, opened
from hydratui.errors import HydraError, UsageError

if TYPE_CHECKING:
    from hydratui.agents.roster import Agent
    from hydratui.store.database import Store

group = typer.Typer(cls=ListByDefault, help="List the agents, make, show, rename or delete one.", rich_markup_mode=None)

AgentId = Annotated[str, typer.Argument(metavar="ID", help="The agent's id.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help='Its name; the id is made from it: "Ana María" gives ana_maria.')]


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
    as_json: JsonOption = False,
) -> None:
    """Make an agent with its six Markdown files."""
    from hydratui.agents import create
    from hydratui.commands import model_choice

    home = data_folder()
    chosen = model_choice.checked(model, home) if model else None
    _changed(create.create(home, name, emoji, chosen, craft), "is ready: edit its files in", as_json)


@group.command()
def show(agent_id: AgentId, as_json: JsonOption = False) -> None:
    """Show an agent: its files, its tools, what it has done."""
    from hydratui.agents import files, grants
    from hydratui.agents.roster import find
    from hydratui.cli import output
    from hydratui.store import usage

    with opened(reading=True) as (home, store):
        agent = find(home, agent_id)
        shape = agent_shape(store, agent)
        used = usage.by_agent(store, agent.id)
    shape |= {
        "folder": str(agent.folder),
        "files": {kind: str(files.path(agent, kind)) for kind in files.KINDS},
        "granted": sorted(grants.granted(agent)),
        "tools_used": used,
    }
    if as_json:
        output.say_json(shape)
        return
    output.say(f"{agent.emoji} {agent.name} ({agent.id}), {shape['state']}")
    rows = [("model", agent.model or "the default"), ("craft", agent.craft), ("notes", str(shape["notes"])), ("folder", str(agent.folder))]
    rows.append(("granted", ", ".join(sorted(grants.granted(agent))) or "nothing"))
    rows.append(("used", ", ".join(f"{tool} {count}" for tool, count in used.items()) or "no tool yet"))
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


def agent_shape(store: "Store", agent: "Agent") -> dict[str, object]:
    """An agent as JSON, with what it is doing."""
    from hydratui.agents import memory
    from hydratui.commands.agent_commands import state
    from hydratui.store import held, tasks

    counts = tasks.counts(store).get(agent.id, tasks.Counts())
    return {
        "id": agent.id,
        "name": agent.name,
        "emoji": agent.emoji,
        "model": agent.model,
        "craft": agent.craft,
        "state": state(counts.running, counts.queued, len(held.held(store, agent.id))),
        "running": counts.running,
        "queued": counts.queued,
        "notes": len(memory.notes(agent)),
    }


def _changed(agent: "Agent", became: str, as_json: bool) -> None:
    from hydratui.cli import output

    if as_json:
        output.say_json({"id": agent.id, "name": agent.name, "emoji": agent.emoji, "model": agent.model, "craft": agent.craft})
    else:
        output.say(f"{agent.name} {became} {agent.folder}")
