"""The regular turns that agents' heartbeat files ask for, in the front matter at their top.

``every`` is a cron expression or a span such as ``30m``; ``zone`` and ``missed`` may stand beside it. Without ``every``, which is how an
agent is born, there are none.
"""

import re
from pathlib import Path

from hydratui import cron
from hydratui.agents.frontmatter import fields
from hydratui.agents.roster import ID
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store.heartbeats import Wanted
from hydratui.text import clipped

# A number sign right after a digit is cron's: 1#2 is the second Monday.
_REMARK = re.compile(r"\s#.*")
_NOT = frozenset({"", "off", "no", "never", "none", "false"})
_LONGEST = 200


def asked(home: Home) -> dict[str, Wanted]:
    """What each agent's heartbeat file asks for, by agent; agents that want no turns are not in it."""
    try:
        folders = [folder for folder in home.agents.iterdir() if ID.fullmatch(folder.name)]
    except OSError:
        return {}
    found = {folder.name: _wanted(folder / f"{folder.name}.heartbeat.md") for folder in folders}
    return {agent: wanted for agent, wanted in found.items() if wanted is not None}


def _wanted(file: Path) -> Wanted | None:
    said = {key: _REMARK.sub("", value).strip("\"' \t") for key, value in fields(file).items()}
    every, zone, missed = said.get("every", ""), said.get("zone") or None, said.get("missed", "").lower()
    if every.lower() in _NOT:
        return None
    try:
        five = cron.checked(every, zone or "UTC")
        if missed not in ("", "once", "skip"):
            raise HydraError(f'missed can be once or skip, not "{clipped(missed, 40)}".')
    except HydraError as error:
        return Wanted(every[:_LONGEST], None, "once", f"{file.name}: {error}")
    return Wanted(five, zone, "skip" if missed == "skip" else "once")
