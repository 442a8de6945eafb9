"""Agents come and go: creating one with its six files, changing its card, renaming, deleting, the starters."""

import shutil
import tempfile
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path

from hydratui.agents import files, frontmatter
from hydratui.agents.grants import DEFAULT
from hydratui.agents.ids import LONGEST, id_from_name, spelled
from hydratui.agents.roster import DEFAULT_CRAFT, DEFAULT_EMOJI, Agent, find, roster
from hydratui.errors import HydraError
from hydratui.paths import Home, starters
from hydratui.text import one_line

_MOST_EMOJI = 16
_COPIED: tuple[files.Kind, ...] = ("agent", "soul", "skill", "tools", "heartbeat")


def checked_emoji(typed: str) -> str:
    """What was typed for an emoji, on one line.

    Raises:
        HydraError: It is none: it is empty, too long, or a word.
    """
    emoji = one_line(typed)
    is_word = len(emoji) > 1 and any(unicodedata.category(part).startswith("L") for part in emoji)
    if not emoji or len(emoji) > _MOST_EMOJI or is_word or " " in emoji:
        raise HydraError("Choose one emoji, such as 🦉.")
    return emoji


def checked_craft(craft: str) -> str:
    """A craft's name.

    Raises:
        HydraError: There is no such craft; the sentence names those that there are.
    """
    if (wanted := craft.strip().lower()) not in crafts():
        raise HydraError(f"There is no craft {one_line(craft)!r}. The crafts are: {', '.join(crafts())}.")
    return wanted


def create(
    home: Home,
    name: str,
    emoji: str | None = None,
    model: str | None = None,
    craft: str = DEFAULT_CRAFT,
    *,
    agent_id: str | None = None,
    tools: Iterable[str] = DEFAULT,
) -> Agent:
    """Makes an agent with its six files.

    Args:
        home: The data folder.
        name: What people call it.
        emoji: One emoji.
        model: ``provider:model``, or None for the default.
        craft: One of `crafts`.
        agent_id: Its id; else the one that its name gives.
        tools: What it is granted; the four default ones unless others are named.

    Raises:
        HydraError: The name gives no id, the agent is there already, the craft is unknown, or the folder can't be written.
    """
    made = agent_id or id_from_name(name, {agent.id for agent in roster(home)})
    shown = one_line(name)[:LONGEST]
    worker = checked_craft(craft)
    card = {"name": shown, "emoji": one_line(emoji or DEFAULT_EMOJI), "craft": worker, "model": one_line(model or "")}
    texts = {kind: text.encode() for kind, text in _templates(shown, card, tools).items()}
    return _put(home, made, texts)


def duplicate(home: Home, agent: Agent, name: str, agent_id: str, with_memory: bool = False) -> Agent:
    """Makes an agent with another's files: card, character, skills, grants and heartbeat, byte for byte but for the name on the card.

    Args:
        home: The data folder.
        agent: Whose files they are.
        name: What the new one is called.
        agent_id: Its id.
        with_memory: Copy the notes too. Who wrote which is not copied: the journal is the history of one file.

    Raises:
        HydraError: The agent is there already, a file can't be read, or the folder can't be written.
    """
    shown = one_line(name)[:LONGEST]
    fresh: dict[files.Kind, bytes] = {"memory": _templates(shown, {}, ())["memory"].encode()}
    copied = {kind: files.read_bytes(files.path(agent, kind)) for kind in (files.KINDS if with_memory else _COPIED)}
    card = frontmatter.with_field(copied["agent"], "name", shown)
    return _put(home, agent_id, fresh | copied | {"agent": card})


def _put(home: Home, agent_id: str, texts: Mapping[files.Kind, bytes]) -> Agent:
    """Puts an agent's files in place."""
    folder = home.agents / agent_id
    _refuse_taken(folder)
    try:
        home.agents.mkdir(parents=True, exist_ok=True)
        # Whole or not at all: under a name that is no id, nobody takes half of an agent for one.
        with tempfile.TemporaryDirectory(dir=home.agents, prefix=".new-") as apart:
            fresh = Path(apart) / agent_id
            fresh.mkdir()
            for kind, text in texts.items():
                (fresh / f"{agent_id}.{kind}.md").write_bytes(text)
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


def new_id(agent: Agent, name: str) -> str:
    """The id that an agent has under another name: one that spells the same as before, or nothing, leaves it the id that it has.

    Raises:
        HydraError: The name is empty, or can be no agent's.
    """
    if one_line(name) and spelled(name) in ("", spelled(agent.name)):
        return agent.id
    return id_from_name(name)


def rename(home: Home, agent: Agent, name: str, agent_id: str | None = None) -> Agent:
    """Gives an agent another name, and with it another id (`new_id`, unless one is named): its folder and its files move.

    The tasks are the store's: see `hydratui.store.ownership.rename_agent`.

    Raises:
        HydraError: The name is empty, an agent with its id is there, or the folder can't be written. Nothing has changed.
    """
    new = agent_id or new_id(agent, name)
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
        return set_field(home, find(home, new), "name", one_line(name)[:LONGEST])
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


def _templates(name: str, card: Mapping[str, str], tools: Iterable[str]) -> dict[files.Kind, str]:
    head = "\n".join(f"{key}: {value}".rstrip() for key, value in card.items())
    granted = "\n".join(f"- {tool}" for tool in tools)
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
        "heartbeat": (
            f"# {name}'s heartbeat\n\nOff. With these three lines at the very top of this file, {name} gets a regular turn, unasked:\n\n"
            "    ---\n    every: 0 9 * * 1-5\n    ---\n\nThen write here what to do in it.\n"
        ),
    }
