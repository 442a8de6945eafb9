"""All the tasks at once: JSON lines in and out, and Markdown out to read."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO

from hydratui import text, times
from hydratui.agents import create
from hydratui.agents.ids import id_from_name
from hydratui.agents.roster import roster
from hydratui.commands import task_lines
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store.database import Store
from hydratui.store.transfer import TaskRow, export_many, import_many

_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did: tasks read, tasks added (the others were there already), ids of agents created."""

    read: int
    added: int
    agents: tuple[str, ...]


def import_jsonl(home: Home, store: Store, path: Path) -> Imported:
    """Imports a file with a task a line: all of it, or nothing when a line is bad.

    Agents that are missing are created; tasks that are there already add nothing; pending ones are queued for work.

    Raises:
        HydraError: The file can't be read, or a line is bad; the sentence names the file, the line and the reason.
    """
    made: list[str] = []
    try:
        with path.open("rb") as lines:
            read, added = import_many(store, _rows(home, path, lines), lambda agents: made.extend(_create_missing(home, agents)))
    except OSError as error:
        raise HydraError(f"{path} can't be read ({error.strerror}). Check its name and that you may read it.") from error
    return Imported(read, added, tuple(made))


def jsonl(store: Store) -> Iterator[str]:
    """Every task as a line of JSON, oldest first; `import_jsonl` gives the same tasks back."""
    for row in export_many(store):
        yield task_lines.as_line(row) + "\n"


def markdown(home: Home, store: Store) -> Iterator[str]:
    """Every task as a section of Markdown, oldest first, to be read."""
    names = {agent.id: agent.name for agent in roster(home)}
    for row in export_many(store):
        yield _section(row, names.get(row.agent, row.agent))


def write(path: Path, parts: Iterable[str]) -> int:
    """Writes the parts into a file of UTF-8, which is whole or as it was before. Gives how many parts there were.

    A pipe or a device (``/dev/stdout``) is written into and stays what it is.

    Raises:
        HydraError: The file can't be written.
    """
    try:
        if path.exists() and not path.is_file():
            with path.open("w", encoding="utf-8", newline="\n") as stream:
                return _poured(parts, stream)
        folder, name = path.absolute().parent, f".{path.name}."
        with NamedTemporaryFile("w", encoding="utf-8", newline="\n", dir=folder, prefix=name, delete=False) as fresh:
            try:
                count = _poured(parts, fresh)
                fresh.close()
                Path(fresh.name).replace(path)
            except BaseException:
                fresh.close()
                Path(fresh.name).unlink(missing_ok=True)
                raise
            return count
    except OSError as error:
        raise HydraError(f"{path} can't be written ({error.strerror}). Choose another file, or free some space.") from error


def _poured(parts: Iterable[str], into: IO[str]) -> int:
    count = 0
    for count, part in enumerate(parts, 1):  # noqa: B007 - the last number is the count
        into.write(part)
    return count


def _rows(home: Home, path: Path, lines: Iterable[bytes]) -> Iterator[TaskRow]:
    fit = {agent.id for agent in roster(home)}
    for number, line in enumerate(lines, 1):
        content = line.removeprefix(_BOM) if number == 1 else line
        if not content.strip():
            continue
        try:
            row = task_lines.from_line(content)
            if row.agent not in fit:
                _check_new(row.agent)
                fit.add(row.agent)
            yield row
        except ValueError as error:
            raise HydraError(f"{path}, line {number}: {text.one_line(str(error))}. Nothing was imported; correct the line.") from None


def _check_new(agent: str) -> None:
    try:
        same = id_from_name(agent) == agent
    except HydraError:
        same = False
    if not same:
        raise ValueError(f'no agent can be made with the id "{agent}"')


def _create_missing(home: Home, agents: list[str]) -> list[str]:
    made = []
    for agent in agents:
        spoken = agent.replace("_", " ").title()
        try:
            if not _is_there(home, agent):
                create.create(home, spoken if id_from_name(spoken) == agent else agent)
                made.append(agent)
        except HydraError:
            # Another import may have been first.
            if not _is_there(home, agent):
                raise
    return made


def _is_there(home: Home, agent: str) -> bool:
    return any(known.id == agent for known in roster(home))


def _section(row: TaskRow, name: str) -> str:
    """A task to read: who and when, what was asked as a quotation, what was answered or why not."""
    asked = "\n".join(f"> {line}".rstrip() for line in text.plain(row.prompt).splitlines())
    heading = f"## {times.exact(row.created_at)} · {text.one_line(name)} · {text.one_line(row.channel)}"
    ending = "" if row.status == "completed" else f"\n\n*{row.status}{': ' + text.one_line(row.error) if row.error else ''}*"
    return f"{heading}\n\n{asked}\n\n{text.plain(row.result or '').strip()}{ending}\n\n"
