"""`hydratui worker`: a worker in the foreground."""

from typing import Annotated

import typer

from hydratui.cli.folder import data_folder

MOST_AT_ONCE = 64


def add(app: typer.Typer) -> None:
    """Puts the command into the tree."""
    app.command()(worker)


def worker(
    concurrency: Annotated[int, typer.Option(metavar="N", min=1, max=MOST_AT_ONCE, help="Tasks at once, one of each agent.")] = 8,
    until_idle: Annotated[bool, typer.Option("--until-idle", help="End as soon as nothing waits.")] = False,
    with_parent: Annotated[bool, typer.Option("--with-parent", hidden=True)] = False,
) -> None:
    """Run a worker in the foreground. Ctrl+c ends it and hands its tasks back."""
    home = data_folder()
    from hydratui.workers.process import serve

    serve(home, concurrency=concurrency, until_idle=until_idle, with_parent=with_parent)
