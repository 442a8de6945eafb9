"""`hydratui doctor`: is everything well, and what to do where it is not."""

from typing import Annotated

import typer

from hydratui.cli.session import JsonOption
from hydratui.errors import HydraError


def add(app: typer.Typer) -> None:
    """Puts the command into the tree."""
    app.command()(doctor)


def doctor(
    fix: Annotated[bool, typer.Option("--fix", help="Rebuild the search index where it is damaged.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Check that all is well. It looks at the data folder, the database, the search index, the agents and the keys."""
    from hydratui import paths
    from hydratui.cli import output
    from hydratui.commands import health
    from hydratui.text import one_line

    findings = []
    for finding in health.examine(paths.home(), fix):
        findings.append(finding)
        if not as_json:
            output.say(f"{'ok     ' if finding.well else 'problem'}  {finding.name}: {one_line(finding.said)}")
    problems = sum(not finding.well for finding in findings)
    if as_json:
        output.say_json([{"name": finding.name, "ok": finding.well, "said": finding.said} for finding in findings])
    if problems:
        raise HydraError(f"{problems} of {len(findings)} checks found a problem.")
