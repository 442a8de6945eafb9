"""`hydratui remember` and `hydratui memory`: an agent's notes."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from hydratui.cli.folder import data_folder
from hydratui.cli.session import AgentOption, JsonOption, ListByDefault, chosen
from hydratui.errors import HydraError

if TYPE_CHECKING:
    from hydratui.agents.memory import Note

Line = Annotated[int, typer.Argument(metavar="LINE", min=1, help="The note's line, as memory list shows it.")]

group = typer.Typer(
    cls=ListByDefault, help="List an agent's notes, edit, move, forget or prune them, undo and redo changes.", rich_markup_mode=None
)


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
def edit(
    line: Line,
    note: Annotated[list[str], typer.Argument(metavar="NOTE", help="What the note says from now on, at most 600 characters.")],
    agent: AgentOption = None,
    as_json: JsonOption = False,
) -> None:
    """Give a note another text."""
    from hydratui.agents import memory
    from hydratui.cli import output

    owner = chosen(data_folder(), agent)
    changed = memory.edit(owner, line, " ".join(note))
    if as_json:
        output.say_json(note_shape(changed))
    else:
        output.say(f"{owner.name} knows now: - {changed.dated}")


@group.command()
def move(
    line: Line,
    where: Annotated[Literal["up", "down"], typer.Argument(help="Before the note above it, or behind the one below it.")],
    agent: AgentOption = None,
    as_json: JsonOption = False,
) -> None:
    """Move a note up or down."""
    from hydratui.agents import memory
    from hydratui.cli import output

    moved = memory.move(chosen(data_folder(), agent), line, where)
    if as_json:
        output.say_json(note_shape(moved))
    else:
        output.say(f"On line {moved.line} now: {moved.text}")


@group.command()
def forget(
    lines: Annotated[list[int], typer.Argument(metavar="LINE…", min=1, help="The notes' lines, as memory list shows them.")],
    agent: AgentOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take a note out of the memory, or several; undo puts them all back."""
    from hydratui.agents import memory
    from hydratui.cli import output

    owner = chosen(data_folder(), agent)
    if len(lines) == 1:
        gone = [memory.forget(owner, lines[0])]
    else:
        known = {note.line: note for note in memory.notes(owner)}
        if missing := [line for line in lines if line not in known]:
            raise HydraError(f"There is no note on line {missing[0]} of {owner.name}'s memory; nothing was deleted.")
        gone = [known[line] for line in dict.fromkeys(lines)]
        memory.forget_all(owner, gone)
    if as_json:
        output.say_json(note_shape(gone[0]) if len(lines) == 1 else [note_shape(note) for note in gone])
        return
    for note in gone:
        output.say(f"{owner.name} forgot: {note.text}")


@group.command()
def prune(
    by: Annotated[
        Literal["oldest", "longest", "near"], typer.Option(help="Which come first; near: those that another one says too.")
    ] = "near",
    first: Annotated[int, typer.Option("--first", min=1, max=100_000, help="How many at most.")] = 20,
    delete: Annotated[bool, typer.Option("--delete", help="Take these out of the memory; undo puts them all back.")] = False,
    agent: AgentOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the notes that one would part with first, and why."""
    from hydratui.agents import memory
    from hydratui.agents.prune import ordered
    from hydratui.cli import output
    from hydratui.text import clipped
    from hydratui.times import today

    owner = chosen(data_folder(), agent)
    listed = [each for each in ordered(memory.notes(owner), by, today()) if each.reason][:first]
    if delete:
        memory.forget_all(owner, [each.note for each in listed])
    if as_json:
        output.say_json([{**note_shape(each.note), "reason": each.reason, "deleted": delete} for each in listed])
        return
    output.table([(str(each.note.line), each.note.date or "no date", clipped(each.reason, 60), each.note.text) for each in listed])
    count = f"{len(listed)} note{'' if len(listed) == 1 else 's'}"
    if not listed:
        output.say(f"No note of {owner.name}'s says what another one says." if by == "near" else f"{owner.name} remembers nothing yet.")
    elif delete:
        output.say(f"{owner.name} forgot these {count}. hydratui memory undo puts them back.")


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


@group.command()
def redo(agent: AgentOption = None, as_json: JsonOption = False) -> None:
    """Do the change again that was taken back last."""
    from hydratui.agents import memory
    from hydratui.cli import output

    redone = memory.redo(chosen(data_folder(), agent))
    if as_json:
        output.say_json({"redone": redone})
    else:
        output.say(redone)


def note_shape(note: "Note") -> dict[str, object]:
    """A note as JSON."""
    return {"line": note.line, "date": note.date, "note": note.text, "origin": note.origin, "task": note.task}
