"""What runs behind the app, and the words for it: workers, apps, schedules, MCP servers, the database and its search index."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from textual.content import Content

from hydratui import times
from hydratui.agents.roster import roster
from hydratui.commands import mcp_servers
from hydratui.commands.health import STARTED
from hydratui.commands.mcp_servers import Standing
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.recall import catalog, index
from hydratui.store import front_ends, schedules, tasks, workers
from hydratui.store.database import Store, host
from hydratui.store.front_ends import FrontEnd
from hydratui.store.schedules import Schedule
from hydratui.store.tasks import Task
from hydratui.store.workers import WorkerRow
from hydratui.text import clipped, file_size, one_line
from hydratui.tui import show
from hydratui.tui.lines import said_when, wrapped
from hydratui.tui.show import MUTED, SEPARATOR, line

LABEL = 11
DUE = 5
"""Schedules that are named, the next ones."""
_HURRY = """
SELECT (SELECT group_concat(id) FROM tasks INDEXED BY tasks_running WHERE status = 'running'),
  (SELECT group_concat(id || leaving) FROM workers), (SELECT count(*) FROM front_ends)"""
_MOST_LINES = 3
_PROMPT = 60


@dataclass(frozen=True, slots=True)
class Searchable:
    """How far the search index is.

    Attributes:
        agents: How many agents have one.
        tasks: How many tasks are in it.
        left: How many it has to read still.
        behind: The ids of the agents for which it has something to do.
    """

    agents: int
    tasks: int
    left: int
    behind: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class System:
    """Everything behind the app.

    Attributes:
        workers: Those that are alive, the oldest first.
        running: The tasks that workers have in hand.
        waiting: How many tasks wait.
        apps: Those that are open.
        due: The schedules that do not rest, the next one first.
        resting: How many schedules rest.
        servers: The MCP servers; a sentence when their settings can't be read.
        size: Bytes of the database.
        log: Whole megabytes of what was written and is not merged into it yet.
        search: How far the search index is.
        names: The agents' names by id.
    """

    workers: tuple[WorkerRow, ...]
    running: tuple[Task, ...]
    waiting: int
    apps: tuple[FrontEnd, ...]
    due: tuple[Schedule, ...]
    resting: int
    servers: tuple[Standing, ...] | str
    size: int
    log: int
    search: Searchable
    names: dict[str, str]

    @property
    def summary(self) -> str:
        """``2 workers · 1 app · 12.4 MB``."""
        return SEPARATOR.join((show.count(len(self.workers), "worker"), show.count(len(self.apps), "app"), file_size(self.size)))

    def name(self, agent: str) -> str:
        """What an agent is called."""
        return self.names.get(agent, one_line(agent))


def read_apart(store: Store, home: Home) -> System:
    """All of it as it is now, with a connection of its own: for another thread than the store's.

    Raises:
        HydraError: The file or the folder of the agents can't be read.
    """
    with closing(store.again()) as own:
        servers = _servers(home, own)
        with own.at_one_moment():
            planned = schedules.listed(own)
            awake = [each for each in planned if not each.paused and each.next_at is not None]
            return System(
                # When they were heard of last is no news, and what is no news needs not be drawn.
                workers=tuple(replace(each, beat_at=0) for each in workers.live(own, own=True)),
                running=tuple(tasks.running(own)),
                waiting=sum(each.queued for each in tasks.counts(own).values()),
                apps=tuple(replace(each, beat_at=0) for each in front_ends.listed(own)),
                due=tuple(sorted(awake, key=lambda each: (each.next_at or 0, each.id))[:DUE]),
                resting=len(planned) - len(awake),
                servers=servers,
                size=_size(own.path),
                log=_size(own.path.with_name(f"{own.path.name}-wal")) // 1_048_576,
                search=_search(own),
                names={agent.id: agent.name for agent in roster(home)},
            )


def hurry(store: Store) -> tuple[object, ...]:
    """What one wants to see at once: which tasks run, and which workers there are. A look costs a fraction of a millisecond."""
    rows: list[Any] = store.connection.execute(_HURRY).fetchall()
    return tuple(rows[0])


def content(seen: System, width: int) -> Content:
    """Everything in lines of a width: a part's name at the left, what is there beside it."""
    said: list[Content] = []
    parts: tuple[tuple[str, Callable[[System], Iterator[Content]]], ...] = (
        ("workers", _workers),
        ("apps", _apps),
        ("schedules", _schedules),
        ("MCP servers", _mcp),
        ("database", _database),
        ("search", _index),
    )
    for label, lines in parts:
        for number, whole in enumerate(lines(seen)):
            for at, piece in enumerate(wrapped(whole, max(width - LABEL - 2, 10), _MOST_LINES)):
                said.append(Content.assemble((f"{label if not number and not at else '':<{LABEL}}  ", MUTED), piece))
    return Content("\n").join(said)


def log_files(home: Home) -> tuple[Path, ...]:
    """The logs, the one that was written last first; those with nothing in them at the end."""
    try:
        found = [(file.stat(), file) for file in home.logs.glob("*.log") if file.is_file()]
    except OSError:
        return ()
    return tuple(file for _, file in sorted(found, key=lambda each: (each[0].st_size > 0, each[0].st_mtime, each[1].name), reverse=True))


def _servers(home: Home, store: Store) -> tuple[Standing, ...] | str:
    try:
        return tuple(mcp_servers.standings(home, store))
    except HydraError as error:
        return str(error)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _search(store: Store) -> Searchable:
    behind = tuple(index.behind(store))
    db = store.connection
    there = db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'recall_agents'").fetchone()
    agents = [str(row[0]) for row in db.execute("SELECT agent FROM recall_agents ORDER BY agent").fetchall()] if there else []
    known = [found for agent in agents if (found := catalog.look(db, agent)) is not None]
    return Searchable(len(known), sum(each.docs for each in known), sum(index.waiting(store, agent) for agent in behind), behind)


def _workers(seen: System) -> Iterator[Content]:
    waits = f"{seen.waiting:,} waiting" if seen.waiting else "nothing waits"
    if not seen.workers:
        # Tasks that wait for nobody wait for ever.
        hint = "none; one is started when there is work" if not seen.waiting else f"none, and {waits}; open the app or run hydratui worker"
        yield line(hint, "$warning" if seen.waiting else MUTED)
    for worker in seen.workers:
        where = f" on {worker.host}" if worker.host != host() else ""
        parts = (
            f"process {worker.pid}{where}",
            STARTED.get(worker.kind, one_line(worker.kind)),
            f"since {said_when(worker.started_at)}",
            f"uses {show.model(worker.model)}" if worker.model else "",
            "leaving: ends what it has in hand" if worker.leaving else "",
        )
        yield line(SEPARATOR.join(part for part in parts if part))
        yield from _in_hand(seen, [task for task in seen.running if task.worker == worker.id])
    known = {worker.id for worker in seen.workers}
    lost = [task for task in seen.running if task.worker not in known]
    if lost:
        yield line(f"in nobody's hand, begun again soon: {_listed(seen, lost)}", "$warning")


def _in_hand(seen: System, in_hand: Sequence[Task]) -> Iterator[Content]:
    yield line(f"  works on {_listed(seen, in_hand)}") if in_hand else line("  has nothing to do", MUTED)


def _listed(seen: System, some: Sequence[Task]) -> str:
    return ", ".join(f"task {task.id} for {seen.name(task.agent)} ({show.state(task).removeprefix('working ')})" for task in some)


def _apps(seen: System) -> Iterator[Content]:
    yield line(SEPARATOR.join(f"process {app.pid}" for app in seen.apps) if seen.apps else "none open", "" if seen.apps else MUTED)


def _schedules(seen: System) -> Iterator[Content]:
    for each in seen.due:
        when = times.coming(each.next) if each.next else "at a time that can't be read"
        what = clipped(each.prompt, _PROMPT)
        trouble = f"{SEPARATOR}{one_line(each.trouble)}" if each.trouble else ""
        yield line(f"{when}{SEPARATOR}{seen.name(each.agent)}{SEPARATOR}{what}{trouble}", "$warning" if each.trouble else "")
    if seen.resting:
        yield line(f"{seen.resting} paused", MUTED)
    if not seen.due and not seen.resting:
        yield line("none", MUTED)


def _mcp(seen: System) -> Iterator[Content]:
    if isinstance(seen.servers, str):
        yield line(seen.servers, "$error")
        return
    for server in seen.servers:
        bad = server.state in ("failed", "timed out")
        yield line(f"{server.name}: {server.line}", "$error" if bad else MUTED if server.state == "off" else "")
    if not seen.servers:
        yield line("none", MUTED)


def _database(seen: System) -> Iterator[Content]:
    yield line(f"{file_size(seen.size)}{f', and {seen.log} MB written lately and not merged yet' if seen.log else ''}")


def _index(seen: System) -> Iterator[Content]:
    search = seen.search
    if not search.agents:
        yield line("no index yet; it is made at the first recall", MUTED)
        return
    holds = f"{search.tasks:,} {'task' if search.tasks == 1 else 'tasks'} of {show.count(search.agents, 'agent')}"
    if search.behind:
        names = ", ".join(seen.name(agent) for agent in search.behind)
        left = f"{search.left:,} to read" if search.left else "to be made anew"
        yield line(f"{holds}; {left}, for {names}", "$warning")
    else:
        yield line(f"{holds}, up to date")
