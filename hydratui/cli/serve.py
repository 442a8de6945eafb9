"""`hydratui serve`: the app in a browser on this machine."""

from importlib.util import find_spec
from typing import Annotated

import typer

from hydratui.errors import HydraError

PORT = 8421


def add(app: typer.Typer) -> None:
    """Puts the command into the tree."""
    app.command()(serve)


def serve(
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="The port; 0 takes a free one.")] = PORT,
    host: Annotated[str, typer.Option(metavar="HOST", help="An address of this machine's own loopback.")] = "127.0.0.1",
    inside: Annotated[bool, typer.Option("--inside", hidden=True)] = False,
) -> None:
    """Show the app in a browser on this machine. Each tab is an app of its own; ctrl+c ends them all."""
    if inside:
        from hydratui.cli.browser.inside import run

        run()
        return
    from hydratui.cli.browser.address import listen
    from hydratui.cli.folder import data_folder

    if find_spec("textual_serve") is None:
        raise HydraError("The app in a browser needs textual-serve. Install it with: pip install 'hydratui[serve]'")
    home = data_folder()
    with listen(host, port) as sock:
        from hydratui.cli.browser.server import serve_app

        serve_app(home, sock)
