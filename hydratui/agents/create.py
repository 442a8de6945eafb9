"""Agents come and go: creating one with its six files, changing its card, renaming, deleting, the starters."""

import shutil
import tempfile
import unicodedata
from pathlib import Path

from hydratui.agents import files, frontmatter
from hydratui.agents.grants import DEFAULT
from hydratui.agents.roster import DEFAULT_CRAFT, DEFAULT_EMOJI, ID, Agent, find
from hydratui.errors import HydraError
from hydratui.paths import Home, starters
from hydratui.text import one_line

_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ß": "ss", "ı": "i"})
_RESERVED = frozenset({"main"})


def id_from_name(name: str) -> str:
    """The id that a name gives: ``Ana María`` is ``ana_maria``.

    Raises:
        HydraError: The name has no letter or digit that an id can hold, or the id is longer than 64 characters.
    """
    folded = unicodedata.normalize("NFD", one_line(name).lower()).translate(_LETTERS)
    letters = "".join(letter for letter in folded if not unicodedata.combining(letter))
    made = "".join(letter for letter in letters.replace(" ", "_") if letter.isascii() and (letter.isalnum() or letter in "_-"))
    made = made.strip("_-")
    if not ID.fullmatch(made) or made in _RESERVED:
        raise HydraError(f"An agent can't be called {one_line(name)!r}: its id needs 1 to 64 of a-z, 0-9, _ and -, and not be “main”.")
    return made


def create(home: Home, name: str, emoji: str | None = None, model: str | None = None, craft: str = DEFAULT_CRAFT) -> Agent:
    """Makes an agent with its six files and the four default grants.

    Raises:
        HydraError: The name gives no id, the agent is there already, the craft is unknown, or the folder can't be written.
    """
    agent_id = id_from_name(name)
    if craft not in crafts():
        raise HydraError(f"There is no craft {one_line(craft)!r}. The crafts are: {', '.join(crafts())}.")
    folder = home.agents / agent_id
    shown = one_line(name)[:64]
    card = {"name": shown, "emoji": one_line(emoji or DEFAULT_EMOJI), "craft": craft, "model": one_line(model or "")}
    _refuse_taken(folder)
    try:
        home.agents.mkdir(parents=True, exist_ok=True)
        # Whole or not at all: under a name that is no id, nobody takes half of an agent for one.
        with tempfile.TemporaryDirectory(dir=home.agents, prefix=".new-") as apart:
            fresh = Path(apart) / agent_id
            fresh.mkdir()
            for kind, text in _templates(shown, card).items():
                (fresh / f"{agent_id}.{kind}.md").write_text(text, encoding="utf-8", newline="\n")
            fresh.rename(folder)
    except OSError as error:
        # Another process may have been first.
        _refuse_taken(folder)
        raise HydraError(f"{folder} can't be made ({error.strerror}).") from error
    return find(home, agent_id)


def crafts() -> list[str]:
    """The names of the crafts, sorted."""
    return sorted(file.stem for file in _crafts_folder().glob("*.md"))


def craft_text(craft: str) -> str:
    """What a craft knows, Markdown; an unknown craft is the general one."""
    file = _crafts_folder() / f"{craft if craft in crafts() else DEFAULT_CRAFT}.md"
    return file.read_text(encoding="utf-8")


def set_field(home: Home, agent: Agent, field: str, value: str) -> Agent:
    """Sets one field of an agent's card (``name``, ``emoji``, ``model``, ``craft``); every other byte stays as it was."""
    card = files.path(agent, "agent")
    files.replace(card, frontmatter.with_field(files.read_bytes(card), field, value))
    return find(home, agent.id)


def rename(home: Home, agent: Agent, name: str) -> Agent:
    """Gives an agent another name, and with it another id: its folder and its files move.

    The tasks are the store's: see `hydratui.store.ownership.rename_agent`.

    Raises:
        HydraError: The name gives no id, an agent with that id is there, or the folder can't be written. Nothing has changed.
    """
    new = id_from_name(name)
    target = home.agents / new
    moves: list[tuple[Path, Path]] = []
    if new != agent.id:
        _refuse_taken(target)
        own = [file.name for file in sorted(agent.folder.glob(f"{agent.id}.*"))]
        moves = [(agent.folder, target), *((target / file, target / f"{new}{file.removeprefix(agent.id)}") for file in own)]
    done: list[tuple[Path, Path]] = []
    try:
        for old, fresh in moves:
            old.rename(fresh)
            done.append((old, fresh))
        return set_field(home, find(home, new), "name", one_line(name)[:64])
    except BaseException as error:
        for old, fresh in reversed(done):
            fresh.rename(old)
        if isinstance(error, OSError):
            raise HydraError(f"{agent.folder} can't be renamed ({error.strerror}).") from error
        raise


def delete(agent: Agent) -> None:
    """Removes an agent's folder with all its files. Its tasks stay in the store.

    Raises:
        HydraError: The folder can't be moved away, and the agent is as it was; or some of its files can't be removed.
    """
    try:
        # All of it goes at once: half of an agent is none.
        with tempfile.TemporaryDirectory(dir=agent.folder.parent, prefix=".deleted-") as apart:
            agent.folder.rename(Path(apart) / agent.id)
    except OSError as error:
        raise HydraError(f"{agent.folder} can't be removed ({error.strerror}).") from error


def seed_starters(home: Home) -> bool:
    """Puts the starter agents into a data folder that has no ``agents`` yet. Says whether it did.

    Raises:
        HydraError: The folder can't be written.
    """
    if home.agents.exists():
        return False
    try:
        home.root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=home.root, prefix=".agents-") as folder:
            fresh = shutil.copytree(starters(), Path(folder) / "agents")
            fresh.rename(home.agents)
    except OSError as error:
        # Another process may have been first.
        if home.agents.exists():
            return False
        # Of several files that could not be copied, the library gives a list of names and reasons.
        reason = error.args[0][0][2] if isinstance(error, shutil.Error) else error.strerror
        raise HydraError(
            f"The starter agents can't be put into {home.root} ({reason}). Choose another folder with HYDRATUI_HOME."
        ) from error
    return True


def _refuse_taken(folder: Path) -> None:
    if folder.exists():
        raise HydraError(f"There is an agent {folder.name} already. Choose another name.")


def _crafts_folder() -> Path:
    return Path(__file__).parent / "crafts"


def _templates(name: str, card: dict[str, str]) -> dict[files.Kind, str]:
    head = "\n".join(f"{key}: {value}".rstrip() for key, value in card.items())
    granted = "\n".join(f"- {tool}" for tool in DEFAULT)
    return {
        "agent": f"---\n{head}\n---\n\n# {name}\n\nWhat {name} is for, in a sentence or two.\n",
        "soul": f"# Who {name} is\n\nCharacter, tone, and how answers should sound. Answer in the language of the message.\n",
        "skill": f"# What {name} knows how to do\n\nSpecialties, and how to go about them.\n",
        "tools": (
            f"# {name}'s tools\n\nA bullet that is a tool's name grants that tool, a group prefix or the name of an MCP server grants its"
            f" tools. Everything else in this file is for {name} to read and grants nothing.\n\n## Granted\n\n{granted}\n"
        ),
        "memory": (
            f"# What {name} remembers\n\nDated notes follow, one fact a line, added by `remember` or by hand."
            " Words in the first person are the user's.\n"
        ),
        "heartbeat": f"# {name}'s heartbeat\n\nWhat to do on a regular turn, unasked. Nothing for now.\n",
    }
