"""`hydratui models`: what can answer on this machine now."""

import typer

from hydratui.cli.session import JsonOption


def add(app: typer.Typer) -> None:
    """Puts the command into the tree."""
    app.command()(models)


def models(as_json: JsonOption = False) -> None:
    """List the models that can answer now. They are of providers with a key and of servers on this machine."""
    from hydratui import config, paths
    from hydratui.cli import output
    from hydratui.config import BUILTIN
    from hydratui.models import discover

    settings = config.load(paths.home())
    found = discover.found(settings)
    default = settings.default_model or next((f"{one.provider.id}:{one.models[0]}" for one in found), BUILTIN)
    if as_json:
        rows = [{"provider": one.provider.id, "base_url": one.base_url, "models": list(one.models), "note": one.note} for one in found]
        output.say_json({"default": default, "found": rows})
        return
    rows_of_models = [
        (f"{one.provider.id}:{model}", one.provider.label, "default" if f"{one.provider.id}:{model}" == default else "")
        for one in found
        for model in one.models
    ]
    output.table([*rows_of_models, (BUILTIN, "the built-in assistant", "default" if default == BUILTIN else "")])
    for one in found:
        if one.note:
            output.say(f"\n{one.provider.label}: {one.note}")
    if not found:
        output.say("\nNo key and no server on this machine was found. Set a key with hydratui keys set PROVIDER, or start a server.")
