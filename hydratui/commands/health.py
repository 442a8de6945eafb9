"""What `doctor` looks at: each part by itself, so that one that is broken hides no other."""

import os
import stat
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from tempfile import TemporaryFile

import apsw

from hydratui import config, paths, times
from hydratui.agents import files, memory
from hydratui.agents.roster import Agent, roster
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store import front_ends, queue, tasks, workers
from hydratui.store.database import Store, on_network
from hydratui.store.migrations import MIGRATIONS
from hydratui.store.workers import Kind

STARTED: Mapping[Kind, str] = {
    "daemon": "started by hand",
    "background": "started by the app",
    "own": "for one task of hydratui ask",
}
"""How a worker of each kind came to be, in words."""
OTHERS_MAY_READ = stat.S_IRWXG | stat.S_IRWXO


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: whether it is well, and what was seen or is to be done, in a sentence."""

    name: str
    well: bool
    said: str


def examine(home: Home, fix: bool = False) -> Iterator[Finding]:
    """Looks at the data folder, the settings, the keys, the database, the search index, the agents and the workers.

    Args:
        home: The data folder.
        fix: Also rebuild a search index that is damaged.
    """
    yield _looked("data folder", lambda: _folder(home))
    yield _looked("settings", lambda: _settings(home))
    yield _looked("keys", _keys)
    yield from _file(home, fix)
    try:
        agents = roster(home)
    except HydraError as error:
        yield Finding("agents", False, str(error))
        return
    known = ", ".join(agent.id for agent in agents)
    yield Finding("agents", bool(agents), known or "There is none. Make one with hydratui agents new NAME.")
    for agent in agents:
        yield _looked(f"agent {agent.id}", partial(_agent, agent))


def _file(home: Home, fix: bool) -> Iterator[Finding]:
    if not home.database.exists():
        # Looking makes nothing: in a folder whose name was mistyped least of all.
        yield Finding("database", True, "none yet; it is made at the first use")
        return
    try:
        store = Store.open(home.database, reading=not fix)
    except HydraError as error:
        yield Finding("database", False, str(error))
        return
    try:
        yield _looked("database", lambda: _database(store))
        yield _looked("search index", lambda: _index(store, fix))
        yield _looked("workers", lambda: _workers(store))
        yield _looked("apps", lambda: _apps(store))
    finally:
        store.close()


class _Problem(Exception):
    """What is wrong and what to do."""


def _looked(name: str, look: Callable[[], str]) -> Finding:
    try:
        return Finding(name, True, look())
    except (_Problem, HydraError) as problem:
        return Finding(name, False, str(problem))
    except apsw.Error as error:
        return Finding(name, False, f"It can't be read ({error}). Put a copy of the file back, or start a new one.")
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        return Finding(name, False, f"{place}{error.strerror}. Make it readable and writable, or free some space.")


def _folder(home: Home) -> str:
    if not home.root.is_dir():
        raise _Problem(f"{home.root} does not exist yet. It is made at the first use.")
    with TemporaryFile(dir=home.root) as file:
        file.write(b"x" * 4096)
    kind = on_network(home.root)
    return f"{home.root}" + (f" (on a network mount, {kind}: slower, no WAL)" if kind else "")


def _settings(home: Home) -> str:
    settings = config.load(home)
    return f"{home.config}, default model {settings.default_model or 'not set'}" if home.config.exists() else "none, all by default"


def _keys() -> str:
    from hydratui.models import keys

    path = paths.keys_file()
    stored = keys.stored()
    if not path.exists():
        return "no key file"
    if os.name != "nt" and path.stat().st_mode & OTHERS_MAY_READ:
        raise _Problem(f"Others may read {path}. Run: chmod 600 {path}")
    return f"{len(stored)} in {path}"


def _database(store: Store) -> str:
    db = store.connection
    damage = [str(row[0]) for row in db.execute("PRAGMA integrity_check(3)").fetchall() if row[0] != "ok"]
    if damage:
        raise _Problem(f"{store.path} is damaged ({'; '.join(damage)}). Save what can be read with hydratui export jsonl, then begin anew.")
    if orphans := db.execute("PRAGMA foreign_key_check").fetchall():
        raise _Problem(f"{len(orphans)} rows of {store.path} belong to tasks that are gone. They do no harm; delete them with sqlite3.")
    version = db.pragma("user_version")
    if version != len(MIGRATIONS):
        raise _Problem(f"{store.path} has version {version}, this program {len(MIGRATIONS)}.")
    count = db.execute("SELECT count(*) FROM tasks").fetchall()[0][0]
    return f"{store.path}, version {version}, {count:,} tasks, {store.path.stat().st_size / 1_048_576:.1f} MB"


def _index(store: Store, fix: bool) -> str:
    from hydratui.recall import index

    problems = index.check(store)
    if not problems:
        return "follows the tasks"
    if not fix:
        raise _Problem(f"{'; '.join(problems)}. Run hydratui doctor --fix to rebuild it.")
    # An index may outlive the last of its agent's tasks.
    for row in store.connection.execute("SELECT agent FROM tasks UNION SELECT agent FROM recall_agents").fetchall():
        index.rebuild(store, str(row[0]))
    if left := index.check(store):
        raise _Problem(f"It was rebuilt and is still wrong: {'; '.join(left)}.")
    return f"was damaged ({'; '.join(problems)}) and has been rebuilt"


def _workers(store: Store) -> str:
    live, waiting = workers.live(store, own=True), tasks.unfinished(store)
    if not queue.empty(store) and not workers.available(store):
        raise _Problem(f"{len(waiting)} tasks wait and no worker is alive. Open the app, or run hydratui worker.")
    seen = [
        f"{STARTED[row.kind]}{', leaving' if row.leaving else ''} (process {row.pid}, since {times.spoken(row.started_at)})" for row in live
    ]
    if not seen:
        return "none alive, none needed"
    return f"{len(live)} alive: {'; '.join(seen)}. {len(waiting)} tasks wait or run."


def _apps(store: Store) -> str:
    seen = front_ends.listed(store)
    return f"{len(seen)} open: {', '.join(f'process {row.pid}' for row in seen)}" if seen else "none open"


def _agent(agent: Agent) -> str:
    for kind in files.KINDS:
        path = files.path(agent, kind)
        if not path.exists():
            raise _Problem(f"{path} is missing. Make it; it may be empty.")
        try:
            path.read_bytes().decode("utf-8")
        except UnicodeDecodeError as error:
            raise _Problem(f"{path} is not UTF-8 (byte {error.start + 1}). Save it as UTF-8 in an editor.") from None
    size = memory.size(agent)
    if size >= memory.MAX_FILE * memory.WARNING_SHARE:
        raise _Problem(f"The memory is {100 * size // memory.MAX_FILE} % full. Prune old notes: hydratui memory --agent {agent.id}.")
    return f"six files, {len(memory.notes(agent))} notes, {size / 1024:.1f} of {memory.MAX_FILE // 1024} KB"
