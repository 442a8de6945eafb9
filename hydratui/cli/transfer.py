"""`hydratui import` and `hydratui export`: all tasks in and out."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from hydratui.cli.session import JsonOption, opened

importing = typer.Typer(help="Import tasks from a file.", rich_markup_mode=None)
exporting = typer.Typer(help="Export all tasks into a file.", rich_markup_mode=None)

Source = Annotated[Path, typer.Argument(metavar="PATH", help="The file to read.")]
Target = Annotated[Path, typer.Argument(metavar="PATH", help="The file to write; - is the standard output.")]


def add(app: typer.Typer) -> None:
    """Puts both groups into the tree."""
    app.add_typer(importing, name="import")
    app.add_typer(exporting, name="export")


@importing.callback()
def import_from() -> None:
    """Import tasks from a file."""


@importing.command("jsonl")
def import_jsonl(path: Source, as_json: JsonOption = False) -> None:
    """Import a file with a task a line of JSON: all of it, or nothing when a line is bad."""
    from hydratui.cli import output
    from hydratui.commands import transfer

    with opened() as (home, store):
        done = transfer.import_jsonl(home, store, path)
    if as_json:
        output.say_json({"read": done.read, "added": done.added, "agents_created": list(done.agents)})
        return
    known = f", {done.read - done.added:,} were there already" if done.added < done.read else ""
    made = f" New agents: {', '.join(done.agents)}." if done.agents else ""
    output.say(f"Added {done.added:,} of {done.read:,} tasks{known}.{made}")


@exporting.command("jsonl")
def export_jsonl(path: Target) -> None:
    """Export every task as a line of JSON; import jsonl gives the same tasks back."""
    from hydratui.commands import transfer

    with opened(reading=True) as (_, store):
        parts = transfer.jsonl(store)
        if path == Path("-"):
            _pour(parts)
        else:
            _say_written(transfer.write(path, parts), path)


@exporting.command("markdown")
def export_markdown(path: Target) -> None:
    """Export every task as Markdown, to be read."""
    from hydratui.commands import transfer

    with opened(reading=True) as (home, store):
        parts = transfer.markdown(home, store)
        if path == Path("-"):
            _pour(parts)
        else:
            _say_written(transfer.write(path, parts), path)


def _pour(parts: Iterable[str]) -> None:
    """Writes the parts to the standard output as UTF-8, whatever its encoding: a file of ours always is."""
    for part in parts:
        sys.stdout.buffer.write(part.encode("utf-8"))


def _say_written(count: int, path: Path) -> None:
    from hydratui.cli import output

    output.say(f"Wrote {count:,} tasks to {path}.")
