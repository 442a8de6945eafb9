"""A full disk and a folder that can't be written: it is said, nothing is half-written, and reading still works."""

import re
from pathlib import Path

import pytest

from hydratui.agents import create, memory
from hydratui.agents.roster import Agent, find, roster
from hydratui.commands import agent_changes
from hydratui.errors import HydraError, StoreError
from hydratui.models import keys
from hydratui.paths import Home, keys_file
from hydratui.store import Store, tasks
from hydratui.workers.supervise import Supervisor
from tests.disk import no_room
from tests.unit.program import run


def everything(folder: Path) -> dict[str, bytes]:
    """Every file under a folder but the locks, which are empty."""
    return {str(file): file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file() and file.suffix != ".lock"}


@pytest.fixture
def ada(home: Home) -> Agent:
    return find(home, "ada")


def test_an_agent_is_made_whole_or_not_at_all(home: Home) -> None:
    with no_room(100), pytest.raises(HydraError, match="zoe can't be made"):
        create.create(home, "Zoe")
    assert [agent.id for agent in roster(home)] == ["ada", "iris", "otto"]
    assert sorted(entry.name for entry in home.agents.iterdir()) == ["ada", "iris", "otto"]
    assert create.create(home, "Zoe").id == "zoe"


def test_the_starter_agents_come_whole_or_not_at_all(tmp_path: Path) -> None:
    fresh = Home(tmp_path / "fresh")
    with no_room(100), pytest.raises(HydraError, match=r"can't be put into .*File too large"):
        create.seed_starters(fresh)
    assert list(fresh.root.iterdir()) == []
    assert create.seed_starters(fresh)


def test_an_agent_that_can_t_be_renamed_is_as_it_was(home: Home, store: Store, ada: Agent) -> None:
    memory.save(ada, "The user deploys on Fridays.", "user")
    task = tasks.submit(store, "ada", "hello")
    before = everything(home.agents)
    with no_room(10), pytest.raises(HydraError, match="can't be written"):
        agent_changes.rename(home, store, "ada", "Bea")
    assert everything(home.agents) == before
    assert tasks.get(store, task.id) == task


def test_a_note_that_finds_no_room_leaves_no_trace(home: Home, ada: Agent) -> None:
    before = everything(home.agents)
    with no_room(), pytest.raises(HydraError, match="as it was"):
        memory.save(ada, "The user deploys on Fridays.", "user")
    assert memory.notes(ada) == []
    # The journal may be there, empty.
    assert {name: data for name, data in everything(home.agents).items() if data} == before


def test_a_key_that_finds_no_room_is_left_lying_nowhere() -> None:
    with no_room(10), pytest.raises(HydraError, match="can't be written"):
        keys.save_key("openai", "sk-a-key-that-is-longer-than-that")
    assert not list(keys_file().parent.glob("keys.toml*"))


def test_a_new_database_on_a_full_disk_is_one_sentence(tmp_path: Path) -> None:
    with no_room(8_000), pytest.raises(StoreError, match="Nothing was saved"):
        Store.open(tmp_path / "new.db")
    Store.open(tmp_path / "new.db").close()


def test_what_is_there_can_be_read_where_nothing_can_be_written(home: Home) -> None:
    store = Store.open(home.database)
    tasks.submit(store, "ada", "hello")
    store.close()
    with no_room():
        with pytest.raises(StoreError, match="Nothing was saved"):
            Store.open(home.database)
        reader = Store.open(home.database, reading=True)
        assert [task.prompt for task in tasks.recent(reader)] == ["hello"]
        with pytest.raises(StoreError, match="Nothing was saved"):
            tasks.submit(reader, "ada", "more")
        reader.close()


def test_what_is_only_in_the_log_of_the_database_is_never_passed_over(home: Home, store: Store) -> None:
    tasks.submit(store, "ada", "in the log alone")
    copied = home.root / "copied.db"
    for end in ("", "-wal"):
        Path(f"{copied}{end}").write_bytes(Path(f"{home.database}{end}").read_bytes())
    with no_room(), pytest.raises(StoreError):
        Store.open(copied, reading=True)


@pytest.mark.parametrize("words", [["tasks"], ["agents"], ["recall", "--agent", "ada", "x"], ["export", "jsonl", "-"]])
def test_damage_in_the_middle_of_the_database_is_one_sentence(home: Home, words: list[str]) -> None:
    store = Store.open(home.database)
    for number in range(400):
        tasks.submit(store, "ada", f"task {number} " * 50)
    store.connection.pragma("wal_checkpoint", "truncate")
    store.close()
    with home.database.open("r+b") as file:
        for page in range(20, home.database.stat().st_size // 4_096):
            file.seek(page * 4_096)
            file.write(b"\xff" * 4_096)
    ended = run(*words)
    assert ended.status == 1
    assert "is damaged" in ended.err
    assert ended.err.count("\n") == 1


def test_without_a_place_for_its_log_a_worker_says_so(home: Home, store: Store) -> None:
    home.logs.write_text("in the way", encoding="utf-8")
    ended = run("worker", "--until-idle")
    assert (ended.status, ended.err.count("\n")) == (1, 1)
    assert re.search(r"worker-\d+\.log can't be written", ended.err)
    assert "No worker can be started" in str(Supervisor(home).ensure())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
@pytest.mark.parametrize("words", [["agents"], ["tasks", "--json"], ["export", "jsonl", "-"]])
def test_output_that_finds_no_room_is_one_sentence(home: Home, store: Store, words: list[str]) -> None:
    import subprocess

    from tests.unit.program import PROGRAM

    tasks.submit(store, "ada", "hello " * 2_000)
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run([PROGRAM, *words], stdout=full, stderr=subprocess.PIPE, check=False)
    assert ended.returncode == 1
    assert ended.stderr == b"No space is left where the output or the data goes. Free some and try again.\n"
