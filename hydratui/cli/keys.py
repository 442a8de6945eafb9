"""`hydratui keys`: the keys of model providers and of the web search, kept outside the data folder and never printed whole."""

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from hydratui.cli.session import JsonOption, ListByDefault
from hydratui.errors import HydraError, UsageError

if TYPE_CHECKING:
    from hydratui.config import Config
    from hydratui.models.catalogue import Provider

group = typer.Typer(cls=ListByDefault, help="List, set or remove the keys of model providers.", rich_markup_mode=None)

ProviderId = Annotated[
    str, typer.Argument(metavar="PROVIDER", help="openai, anthropic and so on (hydratui models lists them), or brave for web searches.")
]


def add(app: typer.Typer) -> None:
    """Puts the group into the tree."""
    app.add_typer(group, name="keys")


@group.command("list")
def show_all(as_json: JsonOption = False) -> None:
    """List the keys there are, masked, and where each comes from."""
    from hydratui.cli import output
    from hydratui.models import catalogue, keys

    rows = []
    everything: list[Provider | str] = [*catalogue.known(_settings()).values(), *keys.SERVICES]
    for provider in everything:
        found, place = _found(provider)
        if found:
            rows.append({"provider": provider if isinstance(provider, str) else provider.id, "key": masked(found), "from": place})
    if as_json:
        output.say_json(rows)
    elif rows:
        output.table([(row["provider"], row["key"], row["from"]) for row in rows])
    else:
        output.say("There are no keys. Set one with hydratui keys set PROVIDER, or put it in the environment.")


@group.command("set")
def save(provider: ProviderId) -> None:
    """Save a key. It is read from the terminal unseen, or from the standard input."""
    from hydratui.cli import output
    from hydratui.models import keys

    name = _known(provider)
    value = _asked(name) if sys.stdin.isatty() else sys.stdin.readline()
    if not value.strip():
        raise UsageError(f"No key was given. Type it, or pipe it in: hydratui keys set {name} < FILE.")
    path = keys.save_key(name, value)
    output.say(f"Saved {masked(value.strip())} for {name} in {path}.")


@group.command()
def remove(provider: ProviderId) -> None:
    """Remove a saved key."""
    from hydratui.cli import output
    from hydratui.models import keys

    name = provider.lower()
    if not keys.forget_key(name):
        raise HydraError(f"No key of {name} is saved. A key in the environment is removed there.")
    output.say(f"Removed the key of {name}.")


def masked(key: str) -> str:
    """A key as it may be shown: its last four characters, and none of a short one."""
    return f"…{key[-4:]}" if len(key) >= 16 else "…"


def _asked(name: str) -> str:
    from getpass import getpass

    return getpass(f"Key of {name}: ", stream=sys.stderr)


def _known(provider: str) -> str:
    from hydratui.models import catalogue, keys

    name, known = provider.lower(), [*catalogue.known(_settings()), *keys.SERVICES]
    if name not in known:
        import difflib

        close = difflib.get_close_matches(name, known, n=1)
        advice = f"Did you mean {close[0]}?" if close else f"There are: {', '.join(known)}."
        raise HydraError(f'There is no provider "{provider}". {advice}')
    return name


def _settings() -> "Config":
    from hydratui import config, paths

    return config.load(paths.home())


def _found(provider: "Provider | str") -> tuple[str | None, str]:
    from hydratui.models import keys
    from hydratui.paths import keys_file

    key_names = keys.SERVICES[provider] if isinstance(provider, str) else provider.key_names
    in_environment = next((name for name in key_names if os.environ.get(name, "").strip()), None)
    return keys.key(provider), in_environment or str(keys_file())
