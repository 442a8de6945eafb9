"""`hydratui worker`: a worker in the foreground."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from hydratui.cli.folder import data_folder
from hydratui.errors import UsageError

MOST_AT_ONCE = 64


def add(app: typer.Typer) -> None:
    """Puts the command into the tree."""
    app.command()(worker)


def worker(
    concurrency: Annotated[int | None, typer.Option(metavar="N", min=1, max=MOST_AT_ONCE, help="Tasks at once, else as set.")] = None,
    until_idle: Annotated[bool, typer.Option("--until-idle", help="End as soon as nothing waits.")] = False,
    while_needed: Annotated[float | None, typer.Option("--while-needed", metavar="SECONDS", min=0, hidden=True)] = None,
    hub: Annotated[str | None, typer.Option(metavar="URL", help="Have the models run by runners on this NATS server.")] = None,
    nats: Annotated[str | None, typer.Option(metavar="URL", help="Be a runner for the hubs on this NATS server.")] = None,
    creds: Annotated[Path | None, typer.Option(metavar="FILE", help="The credentials for the NATS server.")] = None,
) -> None:
    """Run a worker in the foreground. Ctrl+c ends it and hands its tasks back."""
    if nats is not None:
        _run_for_hubs(nats, creds, concurrency, until_idle, hub)
        return
    elsewhere = None
    if hub is not None:
        from hydratui.workers.elsewhere.serve import hub_at

        elsewhere = hub_at(hub, creds)
    elif creds is not None:
        raise UsageError("--creds belongs to --hub URL or --nats URL.")
    home = data_folder()
    from hydratui.cli import output
    from hydratui.workers.process import serve
    from hydratui.workers.share import Share

    if not sys.stderr.isatty():
        serve(home, concurrency=concurrency, until_idle=until_idle, linger=while_needed, elsewhere=elsewhere)
        return
    at_once = Share(home, concurrency).at_once
    output.complain(f"Working on {home.root}, {at_once} {'task' if at_once == 1 else 'tasks'} at once. Ctrl+c ends it.")
    interrupted = serve(home, concurrency=concurrency, until_idle=until_idle, linger=while_needed, elsewhere=elsewhere)
    output.complain("Ended. What was in work is back in the queue." if interrupted else "Ended. Nothing waits.")


def _run_for_hubs(url: str, creds: Path | None, concurrency: int | None, until_idle: bool, hub: str | None) -> None:
    if hub is not None or until_idle:
        raise UsageError(f"--nats does not go with {'--hub' if hub is not None else '--until-idle'}: a runner has no tasks of its own.")
    from hydratui.paths import home
    from hydratui.workers.elsewhere.serve import serve_runner

    # Not the data folder as other commands find it: a runner makes nothing there.
    serve_runner(home(), url, creds, concurrency or 8)
