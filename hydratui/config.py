"""The settings in ``config.toml``: read whole, written one key at a time with the user's comments kept."""

import math
import os
import tomllib
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any, Literal, cast, get_args

from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.text import one_line

BUILTIN = "builtin"
"""Names the built-in assistant wherever a model can be named."""
Outside = Literal["ask", "allow", "refuse"]
Notify = Literal["bell", "desktop", "off"]
Editing = Literal["plain", "vi"]
Sidebar = Literal["shown", "hidden"]
MOST_AT_ONCE = 64
SIDEBAR_CELLS = (20, 60)
"""The least and the most cells that the sidebar can be told to take."""
USUAL_CELLS = 28


@dataclass(frozen=True, slots=True)
class ProviderSettings:
    """What the user says of one provider of models.

    Attributes:
        base_url: Address of its API, when it is not the provider's own.
        api_key_env: Name of the environment variable that holds its key.
    """

    base_url: str | None = None
    api_key_env: str | None = None


@dataclass(frozen=True, slots=True)
class Limits:
    """How many tasks run at once.

    Attributes:
        worker: Of one worker.
        agent: Of each agent, in all workers together; with one, its tasks run in order.
        agents: The same for single agents, by id.
        providers: Of all agents that use a provider, by its id.
    """

    worker: int = 8
    agent: int = 1
    agents: Mapping[str, int] = field(default_factory=dict)
    providers: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Price:
    """What a million tokens of a model cost, in whatever money the user counts in.

    Attributes:
        input: Of those that it reads.
        output: Of those that it writes.
    """

    input: float
    output: float


@dataclass(frozen=True, slots=True)
class Config:
    """The settings.

    Attributes:
        default_model: ``provider:model`` for agents that name none, or None for what is found at start.
        outside: What becomes of a note saved after reading something from outside.
        theme: Name of the theme, or None to go by the terminal's background.
        notify: How it is told that a task has ended while the terminal had not the focus.
        editing: The keys that the prompt is edited with.
        sidebar: Whether the team is shown beside the chat.
        sidebar_width: Cells that it takes there, where the screen has room for them.
        keys: Keys by the names of what they do, as they stand there; `tui.keymap` reads them.
        providers: Settings by provider id.
        limits: How many tasks run at once.
        prices: The user's own figures by ``provider:model``.
        mcp: What is said of MCP servers, as it stands there; `tools.mcp.settings` reads it.
    """

    default_model: str | None = None
    outside: Outside = "ask"
    theme: str | None = None
    notify: Notify = "bell"
    editing: Editing = "plain"
    sidebar: Sidebar = "shown"
    sidebar_width: int = USUAL_CELLS
    keys: Mapping[str, Any] = field(default_factory=dict)
    providers: Mapping[str, ProviderSettings] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    prices: Mapping[str, Price] = field(default_factory=dict)
    mcp: Mapping[str, Any] = field(default_factory=dict)


def load(home: Home) -> Config:
    """The settings of a data folder; the defaults where there is no file.

    Raises:
        HydraError: The file is no TOML, or a value is of the wrong kind.
    """
    try:
        text = _text(home)
    except FileNotFoundError:
        return Config()
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise HydraError(f"{home.config} is not valid TOML: {error}. Correct that line or move the file away.") from error
    return Config(
        default_model=_word(home, values, "models", "default"),
        outside=cast(Outside, _one_of(home, values, "memory", "outside", get_args(Outside))),
        theme=_word(home, values, "app", "theme"),
        notify=cast(Notify, _one_of(home, values, "app", "notify", get_args(Notify))),
        editing=cast(Editing, _one_of(home, values, "app", "keys", get_args(Editing))),
        sidebar=cast(Sidebar, _one_of(home, values, "app", "sidebar", get_args(Sidebar))),
        sidebar_width=_cells(home, values),
        keys=_table(home, values, "keys"),
        providers={name: _provider(home, f"providers.{name}", given) for name, given in _table(home, values, "providers").items()},
        limits=_limits(home, values),
        prices={model: _price(home, f'prices."{one_line(model)}"', given) for model, given in _table(home, values, "prices").items()},
        mcp=_table(home, values, "mcp"),
    )


def write(home: Home, table: str | tuple[str, ...], key: str, value: str | int | bool) -> None:
    """Sets one key of one table; every other line of the file stays as it was.

    Args:
        home: The data folder.
        table: The table's name, or the names on the way to one that lies in others.
        key: The key.
        value: What it is set to.

    Raises:
        HydraError: The file that is there is no TOML, or it can't be written; it is as it was.
    """
    import tomlkit
    from tomlkit.exceptions import ParseError

    try:
        document = tomlkit.parse(_text(home)) if home.config.exists() else tomlkit.document()
    except ParseError as error:
        raise HydraError(f"{home.config} is not valid TOML: {error}. Correct that line or move the file away.") from error
    inner: MutableMapping[str, Any] = document
    names = (table,) if isinstance(table, str) else table
    for depth, name in enumerate(names, 1):
        _table(home, inner, name)
        inner = inner.setdefault(name, tomlkit.table(is_super_table=depth < len(names)))
    inner[key] = value
    # The file may be a link into a folder of settings: the link stays.
    target = home.config.resolve()
    fresh = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        home.root.mkdir(parents=True, exist_ok=True)
        fresh.write_text(tomlkit.dumps(document), encoding="utf-8")
        fresh.replace(target)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise HydraError(f"{home.config} can't be written ({error.strerror}). It is as it was.") from error


def _text(home: Home) -> str:
    try:
        return home.config.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise
    except (OSError, UnicodeDecodeError) as error:
        raise HydraError(f"{home.config} can't be read ({error}). Correct the file or move it away.") from error


def _provider(home: Home, table: str, given: object) -> ProviderSettings:
    return ProviderSettings(_word(home, {table: given}, table, "base_url"), _word(home, {table: given}, table, "api_key_env"))


def _limits(home: Home, values: Mapping[str, Any]) -> Limits:
    given = _table(home, values, "limits")
    agents, providers = (
        {name: _count(home, f"limits.{table}", name, value) for name, value in _table(home, given, table).items()}
        for table in ("agents", "providers")
    )
    one = {name: _count(home, "limits", name, given[name]) for name in ("worker", "agent") if name in given}
    return Limits(**one, agents=agents, providers=providers)


def _price(home: Home, table: str, given: object) -> Price:
    figures = _table(home, {table: given}, table)
    return Price(*(_money(home, table, key, figures.get(key)) for key in ("input", "output")))


def _money(home: Home, table: str, key: str, value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value < math.inf:
        raise HydraError(f"{home.config}: [{table}] {key} must be a number, the price of a million tokens. Put the model's name in quotes.")
    return float(value)


def _count(home: Home, table: str, key: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MOST_AT_ONCE:
        raise HydraError(f"{home.config}: [{table}] {key} must be a whole number from 1 to {MOST_AT_ONCE}.")
    return value


def _cells(home: Home, values: Mapping[str, Any]) -> int:
    value, (least, most) = _table(home, values, "app").get("sidebar_width", USUAL_CELLS), SIDEBAR_CELLS
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise HydraError(f"{home.config}: [app] sidebar_width must be a whole number from {least} to {most}.")
    return value


def _table(home: Home, values: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    table = values.get(name, {})
    if not isinstance(table, dict):
        raise HydraError(f"{home.config}: {name} must be a table, written [{name}].")
    return table


def _word(home: Home, values: Mapping[str, Any], table: str, key: str) -> str | None:
    value = _table(home, values, table).get(key)
    if value is None or value == "":
        return None
    if not isinstance(value, str):
        raise HydraError(f"{home.config}: [{table}] {key} must be text in quotes.")
    return value


def _one_of(home: Home, values: Mapping[str, Any], table: str, key: str, words: tuple[str, ...]) -> str:
    """One of some words, the first of them where nothing is said."""
    value = _word(home, values, table, key) or words[0]
    if value not in words:
        others = ", ".join(f'"{word}"' for word in words[:-1])
        raise HydraError(f'{home.config}: [{table}] {key} is "{one_line(value)}"; it can be {others} or "{words[-1]}".')
    return value
