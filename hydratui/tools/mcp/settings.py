"""The MCP servers that the user names: in ``config.toml``, and in an ``mcp.json`` such as other programs have."""

import json
import math
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from hydratui import config
from hydratui.agents.grants import DEFAULT
from hydratui.config import Config
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.text import clipped

SECONDS = 60.0
"""How long a call may take when the entry does not say."""
_MOST_SECONDS = 3600
_NAME = re.compile(r"[a-z0-9][a-z0-9_.-]{0,39}")
_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}")
_SECRET_NAME = re.compile(r"key|token|secret|passw|auth|credential", re.IGNORECASE)
_SHORTEST_SECRET = 8
_KEYS = frozenset({"command", "args", "env", "cwd", "url", "headers", "timeout", "enabled"})


@dataclass(frozen=True, slots=True)
class Server:
    """One entry.

    Attributes:
        name: As agents' files name it: small letters, ``_`` for blanks.
        key: The name as it is written in the file.
        source: The file that the entry is in.
        command: The program of a server that is started here; None for one that is reached over HTTP.
        env: What it finds in its environment beside what every process needs.
        url: Where a server is reached over HTTP.
        timeout: Seconds that a call may take.
        problem: Why the entry can't be used; empty when it can.
        secrets: Values that its entry hands it and that no result may show.
    """

    name: str
    key: str
    source: str
    command: str | None = None
    args: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    cwd: str | None = None
    url: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    timeout: float = SECONDS
    enabled: bool = True
    problem: str = ""
    secrets: tuple[str, ...] = ()

    @property
    def prefix(self) -> str:
        """What the names of its tools begin with."""
        return prefix(self.name)


class _Bad(Exception):
    """What is wrong with an entry, in words that follow the name of its file and its own."""


def prefix(name: str) -> str:
    """A server's name as the beginning of a tool's name."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def servers(home: Home, settings: Config) -> tuple[Server, ...]:
    """Every server that is named, in the order of the files. An entry or a file that can't be used is one with a problem."""
    found: dict[str, Server] = {}
    for key, source, given in _entries(home, settings):
        server = given if isinstance(given, Server) else _server(key, source, given)
        twin = next((other for other in found.values() if other.prefix == server.prefix), None)
        if twin is not None:
            server = Server(f"{server.name} ({source})", key, source, problem=f"its name is too much like that of {twin.key}")
        found[server.name] = server
    return tuple(found.values())


def find(home: Home, settings: Config, name: str) -> Server:
    """The server with this name.

    Raises:
        HydraError: There is none.
    """
    known = servers(home, settings)
    wanted = "_".join(name.split()).lower()
    server = next((server for server in known if wanted in (server.name, server.prefix)), None)
    if server is None:
        names = ", ".join(server.name for server in known) or "none"
        raise HydraError(f'There is no MCP server "{clipped(name, 40)}". Named in config.toml and mcp.json: {names}.')
    return server


def switch(home: Home, name: str, on: bool) -> Server:
    """Switches a server on or off, in ``config.toml``. Gives the server as it was.

    Raises:
        HydraError: No server has this name, or the file can't be written.
    """
    server = find(home, config.load(home), name)
    config.write(home, ("mcp", "servers", server.key), "enabled", on)
    return server


def _entries(home: Home, settings: Config) -> Iterator[tuple[str, str, Mapping[str, Any] | Server]]:
    ours = settings.mcp.get("servers", {})
    if not isinstance(ours, Mapping):
        yield "", "config.toml", Server("config.toml", "", "config.toml", problem="mcp.servers must be a table of tables")
        ours = {}
    theirs: Mapping[str, Any] = {}
    try:
        theirs = _common(home)
    except _Bad as bad:
        yield "", "mcp.json", Server("mcp.json", "", "mcp.json", problem=str(bad))
    for key, given in ours.items():
        if isinstance(given, Mapping) and key in theirs and not {"command", "url"} & given.keys():
            # What config.toml says of a server of mcp.json comes on top.
            yield key, "mcp.json", {**_known(theirs[key]), **given}
        else:
            yield key, "config.toml", given
    for key, given in theirs.items():
        if key not in ours:
            yield key, "mcp.json", _known(given)


def _common(home: Home) -> Mapping[str, Any]:
    """The ``mcpServers`` of the data folder's ``mcp.json``."""
    try:
        value = json.loads((home.root / "mcp.json").read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        raise _Bad(f"it is no readable JSON ({clipped(str(error), 100)})") from error
    table = value.get("mcpServers") if isinstance(value, dict) else None
    if not isinstance(table, dict):
        raise _Bad('it must hold {"mcpServers": {"NAME": {…}}}')
    return table


def _known(given: Any) -> Any:
    """An entry of an ``mcp.json`` in our words. Programs put keys of their own beside the common ones; seconds are not always seconds."""
    if not isinstance(given, Mapping):
        return given
    entry = {key: value for key, value in given.items() if key in _KEYS - {"timeout", "enabled"}}
    if given.get("type") == "sse":
        entry["url"] = "sse"
    return {**entry, "enabled": given.get("disabled") is not True and given.get("enabled") is not False}


def _server(key: str, source: str, given: object) -> Server:
    name = "_".join(key.split()).lower()
    enabled = not (isinstance(given, Mapping) and given.get("enabled") is False)
    try:
        return _checked(name, key, source, given)
    except _Bad as bad:
        return Server(clipped(name, 40), key, source, enabled=enabled, problem=str(bad))


def _checked(name: str, key: str, source: str, given: object) -> Server:
    if not _NAME.fullmatch(name) or not prefix(name):
        raise _Bad("a name is at most 40 letters, digits and signs of - _ .")
    if any(prefix(name) == tool or prefix(name).startswith(f"{tool}_") for tool in DEFAULT):
        raise _Bad("it has the name of a tool that every agent has; give it another")
    if not isinstance(given, Mapping):
        raise _Bad("it must be a table")
    if unknown := [str(word) for word in given if word not in _KEYS]:
        raise _Bad(f'"{clipped(unknown[0], 40)}" means nothing here; what does: {", ".join(sorted(_KEYS))}')
    if ("command" in given) == ("url" in given):
        raise _Bad("it needs a command or a url, one of both")
    secrets: list[str] = []
    env, headers = (_words(given, each, secrets) for each in ("env", "headers"))
    args = given.get("args", [])
    if not isinstance(args, list) or not all(isinstance(arg, str) for arg in args):
        raise _Bad("args must be a list of texts")
    enabled = given.get("enabled", True)
    if not isinstance(enabled, bool):
        raise _Bad("enabled must be true or false")
    server = Server(
        *(name, key, source),
        command=_word(given, "command", secrets),
        args=tuple(_filled(arg, secrets.append) for arg in args),
        env=env,
        cwd=_word(given, "cwd", secrets),
        url=_address(_word(given, "url", secrets)),
        headers=headers,
        timeout=_seconds(given.get("timeout", SECONDS)),
        enabled=enabled,
        secrets=tuple(sorted({value for value in secrets if len(value) >= _SHORTEST_SECRET})),
    )
    if any("\0" in text for text in (server.command or "", server.cwd or "", *server.args, *env, *env.values())):
        raise _Bad("a text in it holds a NUL character")
    return server


def _word(given: Mapping[str, Any], key: str, secrets: list[str]) -> str | None:
    value = given.get(key)
    if value is None:
        return None
    if not isinstance(value, str) or not value.strip():
        raise _Bad(f"{key} must be text in quotes")
    return _filled(value, secrets.append)


def _words(given: Mapping[str, Any], key: str, secrets: list[str]) -> dict[str, str]:
    table = given.get(key, {})
    if not isinstance(table, Mapping) or not all(isinstance(value, str) for value in table.values()):
        raise _Bad(f"{key} must be a table of texts")
    filled = {name: _filled(value, secrets.append) for name, value in table.items()}
    for name, value in filled.items():
        if _SECRET_NAME.search(name):
            secrets += [value, value.rpartition(" ")[2]]
        if key == "headers" and not (f"{name}{value}".isascii() and f"{name}{value}".isprintable() and name.strip()):
            raise _Bad(f'the header "{clipped(name, 40)}" must be one line of plain characters')
    return filled


def _filled(text: str, taken: Callable[[str], None]) -> str:
    """The text with each ``${NAME}`` replaced from the environment, or by what stands after ``:-`` when it is not set there."""

    def value(match: re.Match[str]) -> str:
        found = os.environ.get(match[1], match[2])
        if found is None:
            raise _Bad(f"it needs the environment variable {match[1]}, which is not set")
        if match[1] in os.environ and _SECRET_NAME.search(match[1]):
            taken(found)
        return found

    return _VARIABLE.sub(value, text)


def _address(url: str | None) -> str | None:
    if url is None:
        return None
    if url == "sse":
        raise _Bad('servers of the old kind "sse" are not supported; use the address of its streamable HTTP')
    try:
        parts = urlsplit(url)
        whole = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        whole = False
    if not whole or not url.isprintable() or " " in url:
        raise _Bad("url must be a whole address that begins with http:// or https://")
    return url


def _seconds(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or not 0 < value <= _MOST_SECONDS:
        raise _Bad(f"timeout must be a number of seconds, at most {_MOST_SECONDS:,}")
    return float(value)
