"""`hydratui tools`: what an agent may call, granted and taken back."""

from typing import Annotated

import typer

from hydratui.cli.session import AgentOption, JsonOption, ListByDefault, chosen, opened

group = typer.Typer(cls=ListByDefault, help="List the tools of an agent, grant one or take it back.", rich_markup_mode=None)

Name = Annotated[str, typer.Argument(metavar="NAME", help="A tool, a group's prefix, or an MCP server.")]


def add(app: typer.Typer) -> None:
    """Puts the group into the tree."""
    app.add_typer(group, name="tools")


@group.command("list")
def show_all(agent: AgentOption = None, as_json: JsonOption = False) -> None:
    """List what an agent may use, what else there is, and what its file names in vain."""
    from hydratui.cli import output
    from hydratui.commands import gate

    with opened(reading=True) as (home, store):
        owner = chosen(home, agent)
        seen = gate.gate(store, owner)
    tools = [(tool, tool in seen.granted) for tool in (*seen.granted, *seen.others)]
    if as_json:
        rows = [{"tool": tool.name, "source": tool.source, "granted": granted, "about": tool.about} for tool, granted in tools]
        unknown, problems = [name for name, _ in seen.unknown], list(seen.problems)
        output.say_json({"agent": owner.id, "tools": rows, "unknown": unknown, "problems": problems})
        return
    if tools:
        output.table([(tool.name, "granted" if granted else "-", tool.source, tool.about) for tool, granted in tools])
    for problem in seen.problems:
        output.complain(problem)
    for name, close in seen.unknown:
        output.complain(f"{owner.name}'s tools file names {name}, which there is not." + (f" Did you mean {close}?" if close else ""))


@group.command()
def example() -> None:
    """Put the example of an add-on into the data folder, to be read, changed and granted."""
    from hydratui.cli import output
    from hydratui.tools.addons.folder import put_example

    with opened() as (home, _):
        file = put_example(home)
    output.say(f"{file} is there. Read it, then grant it with: hydratui tools grant {file.stem}")


@group.command()
def grant(name: Name, agent: AgentOption = None) -> None:
    """Let an agent use a tool."""
    from hydratui.cli import output
    from hydratui.commands import gate

    with opened() as (home, store):
        output.say(gate.grant(store, chosen(home, agent), name))


@group.command()
def revoke(name: Name, agent: AgentOption = None) -> None:
    """Take a grant back."""
    from hydratui.cli import output
    from hydratui.commands import gate

    with opened() as (home, store):
        output.say(gate.revoke(store, chosen(home, agent), name))
