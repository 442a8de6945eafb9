"""The gate: an agent may call what a bullet of its ``tools.md`` names, and nothing else."""

import re

from hydratui.agents.files import path, read, read_bytes, replace
from hydratui.agents.roster import Agent
from hydratui.errors import HydraError
from hydratui.text import one_line

DEFAULT = ("web_search", "fetch_url", "remember", "recall")
_BULLET = re.compile(r"[ \t]*[-*+][ \t]+(.{1,128})$")
_NAME = re.compile(r"[a-z0-9_.-]+")


def granted(agent: Agent) -> frozenset[str]:
    """The names in the bullets of an agent's ``tools.md``: tools, group prefixes and MCP servers.

    The whole bullet is the name, in any case, with or without backticks, spaces standing for ``_``; prose grants nothing.
    """
    return frozenset(name for line in read(agent, "tools").splitlines() if (name := _named(line)))


def allows(grants: frozenset[str], tool: str, group: str | None = None) -> bool:
    """Whether the grants cover a tool: by its exact name, a group prefix (``github`` for ``github_issues``) or its MCP server."""
    name = tool.lower()
    if name in grants or (group is not None and group.lower() in grants):
        return True
    return any(name.startswith(f"{grant}_") for grant in grants)


def grant(agent: Agent, name: str) -> bool:
    """Adds a bullet that names a tool, behind the last bullet that grants one; every other byte stays. False when it was there.

    Raises:
        HydraError: It is no name of a tool, or the file can't be written.
    """
    wanted = _named(f"- {name}")
    if wanted is None:
        raise HydraError(f"{one_line(name)!r} can't be a tool's name: names have a-z, 0-9, _, . and -.")
    lines = _lines(agent)
    names = [_named(line.decode("utf-8", "replace")) for line in lines]
    if wanted in names:
        return False
    end = b"\r\n" if any(line.endswith(b"\r\n") for line in lines) else b"\n"
    at = max((number for number, known in enumerate(names, 1) if known), default=len(lines))
    if at and not lines[at - 1].endswith((b"\n", b"\r")):
        lines[at - 1] += end
    lines.insert(at, f"- {wanted}".encode() + end)
    replace(path(agent, "tools"), b"".join(lines))
    return True


def revoke(agent: Agent, name: str) -> bool:
    """Takes every bullet out that names this tool, group or server; every other byte stays. False when there was none.

    Raises:
        HydraError: The file can't be written.
    """
    wanted = _named(f"- {name}")
    lines = _lines(agent)
    kept = [line for line in lines if wanted is None or _named(line.decode("utf-8", "replace")) != wanted]
    if len(kept) == len(lines):
        return False
    replace(path(agent, "tools"), b"".join(kept))
    return True


def _named(line: str) -> str | None:
    """What a line grants: a name in lower case, or nothing."""
    bullet = _BULLET.match(line.removeprefix("\ufeff").rstrip("\r\n"))
    name = "_".join(bullet[1].strip().strip("`").split()).lower() if bullet else ""
    return name if _NAME.fullmatch(name) else None


def _lines(agent: Agent) -> list[bytes]:
    return read_bytes(path(agent, "tools")).splitlines(keepends=True)
