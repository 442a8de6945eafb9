"""The data folder of the soak: its agents, the odd bytes in their memories, and a log that the database keeps of itself."""

from pathlib import Path

from hydratui.agents import files
from hydratui.agents.create import create, seed_starters
from hydratui.agents.roster import roster
from hydratui.paths import Home
from hydratui.store import Store
from tests.shell import shell

MORE_AGENTS = ("Bo", "Cy", "Di")
HEADS = {
    "ada": b"\xef\xbb\xbf# Ada remembers\r\n\r\n- [2020-01-01] A note with a BOM above it and CRLF ends\r\n",
    "otto": b"# Otto remembers\n\n- a caf\xe9 in Latin-1, \xff\xfe, and a NUL: \x00\n- [2020-01-01] no line end follows",
    "iris": b"   \n\n* [2020-01-01] another kind of bullet   \n\tindented\n+ and one without a date\n\n\n",
}
LOG = (
    "CREATE TABLE soak_log (seq INTEGER PRIMARY KEY, task INTEGER, old TEXT, new TEXT, attempt INTEGER, worker TEXT)",
    """CREATE TRIGGER soak_begun AFTER INSERT ON tasks BEGIN
         INSERT INTO soak_log (task, old, new, attempt, worker) VALUES (new.id, NULL, new.status, new.attempts, new.worker); END""",
    """CREATE TRIGGER soak_went AFTER UPDATE OF status ON tasks BEGIN
         INSERT INTO soak_log (task, old, new, attempt, worker) VALUES (new.id, old.status, new.status, new.attempts, new.worker); END""",
)
"""Every step of every task is written down by SQLite itself, in the same transaction, whoever made it."""


def prepare(folder: Path, model_url: str) -> Home:
    """Makes the data folder in a folder of its own."""
    home = Home(folder / "home")
    seed_starters(home)
    for name in MORE_AGENTS:
        create(home, name)
    for agent in roster(home):
        if agent.id in HEADS:
            files.path(agent, "memory").write_bytes(HEADS[agent.id])
    home.config.write_text(f'[models]\ndefault = "box:words"\n[providers.box]\nbase_url = "{model_url}"\n', encoding="utf-8")
    Store.open(home.database).close()
    shell(home.database, *LOG)
    return home


def heads(home: Home) -> dict[str, bytes]:
    """The bytes of each agent's memory, to be found again in front of all that comes."""
    return {agent.id: files.read_bytes(files.path(agent, "memory")) for agent in roster(home)}
