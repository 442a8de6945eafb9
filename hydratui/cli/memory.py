"""`hydratui remember` and `hydratui memory`: an agent's notes."""

from typing import TYPE_CHECKING, Annotated

import typer

from hydratui.cli.folder import data_folder
from hydratui.cli.session import AgentOption, JsonOption, ListByDefault, chosen

if TYPE_CHECKING:
    from hydratui.agents.memory import Note

group = typer.Typer(cls=ListByDefault, help="List an agent's notes, forget one, undo the last change.", rich_markup_mode=None)


def add(app: typer.Typer) -> None:
    """Puts the command and the group into the tree."""
    app.command()(remember)
    app.add_typer(group, name="memory")


def remember(
    note: Annotated[list[str], typer.Argument(metavar="NOTE", help="One short fact that stays true, at most 600 characters.")],
    agent: AgentOption = None,
    as_json: JsonOption = False,
) -> None:
    """Save a note in an agent's memory."""
    from hydratui.agents import memory
    from hydratui.cli import output
    from hydratui.commands.saved import saved_sentence

    owner = chosen(data_folder(), agent)
    saved = memory.save(owner, " ".join(note), "user")
    if as_json:
        output.say_json({**note_shape(saved.note), "already": saved.already, "bytes": saved.size, "warning": saved.warning})
        return
    output.say(saved_sentence(owner, saved))
    if saved.warning:
        output.complain(saved.warning)


@group.command("list")
def show(agent: AgentOption = None, as_json: JsonOption = False) -> None:
    """List the notes with their lines in the file."""
    from hydratui.agents import memory
    from hydratui.cli import output

    owner = chosen(data_folder(), agent)
    notes = memory.notes(owner)
    if as_json:
        output.say_json([note_shape(note) for note in notes])
    elif notes:
        output.table([(str(note.line), note.date or "no date", note.origin, note.text) for note in notes])
    else:
        output.say(f"{owner.name} remembers nothing yet. Save a note with hydratui remember --agent {owner.id} NOTE.")


@group.command()
def forget(
    line: Annotated[int, typer.Argument(metavar="LINE", min=1, help="The note's line, as memory list shows it.")],
    agent: AgentOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take a note out of the memory."""
    from hydratui.agents import memory
    from hydratui.cli import output

    owner = chosen(data_folder(), agent)
    gone = memory.forget(owner, line)
    if as_json:
        output.say_json(note_shape(gone))
    else:
        output.say(f"{owner.name} forgot: {gone.text}")


@group.command()
def undo(agent: AgentOption = None, as_json: JsonOption = False) -> None:
    """Take back the last change of the memory."""
    from hydratui.agents import memory
    from hydratui.cli import output

    undone = memory.undo(chosen(data_folder(), agent))
    if as_json:
        output.say_json({"undone": undone})
    else:
        output.say(undone)


def note_shape(note: "Note") -> dict[str, object]:
    """A note as JSON."""
    return {"line": note.line, "date": note.date, "note": note.text, "origin": note.origin, "task": note.task}
