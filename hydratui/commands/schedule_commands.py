"""The command /schedule: lists, adds and changes what agents are asked again and again."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from hydratui import cron
from hydratui.agents.roster import Agent, first, roster
from hydratui.commands import schedule_changes
from hydratui.commands.command import Context, Said
from hydratui.commands.routing import private_to
from hydratui.errors import UsageError
from hydratui.store import schedules
from hydratui.text import one_line

CHANGES = {
    "pause": "Let it rest",
    "resume": "Let it go on",
    "run": "Run it now",
    "remove": "Take it away",
    "skip": "Leave out runs that were missed",
    "once": "Catch missed runs up, once",
}
_EXAMPLE = f"/schedule {cron.EXAMPLE} Write the stand-up"
# What could only be one more field: a range, list or step, or a star. A single number may begin a message.
_FIELD = re.compile(r"[\d*]+(?:[-/,][\d*]+)+|\*|(?:MON|TUE|WED|THU|FRI|SAT|SUN)-(?:MON|TUE|WED|THU|FRI|SAT|SUN)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed for a new schedule: for which agent (None for the active one), when, and what it is asked."""

    agent: Agent | None
    when: str
    message: str


def schedule(context: Context, typed: str) -> Said:
    """Lists the schedules; adds one for an expression and a message; changes one for a word and its number."""
    if not typed:
        return _listing(context)
    word, *rest = typed.split(maxsplit=1)
    if word.lower() in CHANGES:
        return _change(context, word.lower(), rest[0] if rest else "")
    if word[0].isalpha():
        changes = ", ".join(CHANGES)
        raise UsageError(f"/schedule begins with a time, as in {_EXAMPLE}, or with one of {changes} and a schedule's number.")
    return _add(context, parts(context, typed))


def parts(context: Context, typed: str) -> Typed:
    """The agent, the time and the message in what was typed, as far as it goes."""
    word, *rest = typed.split(maxsplit=1) or [""]
    named = next((agent for agent in roster(context.home) if word.lower() == f"@{agent.id}"), None)
    if named is not None:
        typed = rest[0] if rest else ""
        word = typed.split(maxsplit=1)[0] if typed else ""
    count = 1 if word.startswith("@") or cron.INTERVAL.fullmatch(word) else len(cron.FIELDS)
    split = typed.split(maxsplit=count)
    return Typed(named, " ".join(split[:count]), split[count] if len(split) > count else "")


def _listing(context: Context) -> Said:
    found = schedules.listed(context.store)
    if not found:
        return Said(f"There are no schedules yet. Make one with {_EXAMPLE}.")
    return Said("\n".join(one_line(" · ".join(row)) for row in schedule_changes.table(context.home, found)))


def _add(context: Context, typed: Typed) -> Said:
    zone = cron.local_zone()
    cron.checked(typed.when, zone)
    if not typed.message:
        raise UsageError(f"Say what is asked then, as in {_EXAMPLE}.")
    begin = typed.message.split(maxsplit=1)[0]
    if " " in typed.when and _FIELD.fullmatch(begin):
        # One field more than a schedule has, which is refused in its own words.
        cron.checked(f"{typed.when} {begin}", zone)
    agent = typed.agent or context.agent or first(context.home)
    owner = private_to(context.channel, roster(context.home))
    channel = context.channel if owner is None or owner.id == agent.id else agent.id
    made = schedules.add(context.store, agent.id, typed.message, typed.when, zone=zone, channel=channel)
    return Said(schedule_changes.preview(context.home, made), agent.id)


def _change(context: Context, word: str, typed: str) -> Said:
    digits = typed.strip().removeprefix("#")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 19):
        raise UsageError(f"Name the schedule by its number, such as /schedule {word} 3. See them all with /schedule.")
    number, home, store = int(digits), context.home, context.store
    agent = schedules.get(store, number).agent
    said: dict[str, Callable[[], str]] = {
        "pause": lambda: f"Schedule {schedules.pause(store, number).id} is paused. /schedule resume {number} lets it go on.",
        "resume": lambda: schedule_changes.preview(home, schedule_changes.resume(home, store, number)),
        "run": lambda: f"Schedule {number} runs now, as task {schedule_changes.run(home, store, number).id}.",
        "remove": lambda: f"Schedule {schedules.remove(store, number).id} is gone; what it asked so far stays.",
        "skip": lambda: schedule_changes.preview(home, schedules.change(store, number, missed="skip")),
        "once": lambda: schedule_changes.preview(home, schedules.change(store, number, missed="once")),
    }
    return Said(said[word](), agent)
