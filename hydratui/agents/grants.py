"""The gate: an agent may call what a bullet of its ``tools.md`` names, and nothing else."""

import re

from hydratui.agents.files import read
from hydratui.agents.roster import Agent

DEFAULT = ("web_search", "fetch_url", "remember", "recall")
_BULLET = re.compile(r"[ \t]*[-*+][ \t]+(.{1,128})$")
_NAME = re.compile(r"[a-z0-9_.-]+")


def granted(agent: Agent) -> frozenset[str]:
    """The names in the bullets of an agent's ``tools.md``: tools, group prefixes and MCP servers.

    The whole bullet is the name, in any case, with or without backticks, spaces standing for ``_``; prose grants nothing.
    """
    bullets = (match[1] for line in read(agent, "tools").splitlines() if (match := _BULLET.match(line)))
    names = ("_".join(bullet.strip().strip("`").split()).lower() for bullet in bullets)
    return frozenset(name for name in names if _NAME.fullmatch(name))


def allows(grants: frozenset[str], tool: str, group: str | None = None) -> bool:
    """Whether the grants cover a tool: by its exact name, a group prefix (``github`` for ``github_issues``) or its MCP server."""
    name = tool.lower()
    if name in grants or (group is not None and group.lower() in grants):
        return True
    return any(name.startswith(f"{grant}_") for grant in grants)
