"""Settings with MCP servers in them, for tests."""

import json
from collections.abc import Mapping
from pathlib import Path

import tomlkit

from hydratui.agents.files import path
from hydratui.agents.roster import Agent
from hydratui.paths import Home


def name_servers(home: Home, **entries: Mapping[str, object]) -> None:
    """Puts entries into ``config.toml``, behind what is there."""
    document = tomlkit.parse(home.config.read_text(encoding="utf-8")) if home.config.exists() else tomlkit.document()
    document["mcp"] = {"servers": entries}
    home.config.write_text(tomlkit.dumps(document), encoding="utf-8")


def name_common_servers(home: Home, entries: Mapping[str, object]) -> Path:
    """Writes an ``mcp.json`` as other programs have it."""
    file = home.root / "mcp.json"
    file.write_text(json.dumps({"mcpServers": entries}), encoding="utf-8")
    return file


def grant(agent: Agent, *names: str) -> None:
    """Lets the agent's tools file name these and nothing else."""
    path(agent, "tools").write_text("".join(f"- {name}\n" for name in names), encoding="utf-8")
