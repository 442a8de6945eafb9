"""`hydratui schedule`: what agents are asked again and again."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from hydratui.cli.session import AgentOption, JsonOption, ListByDefault, chosen, given, opened
from hydratui.errors import UsageError

if TYPE_CHECKING:
    from hydratui.paths import Home
    from hydratui.store.schedules import Schedule

group = typer.Typer(cls=ListByDefault, help="List the schedules, add, show, change, run, pause or remove one.", rich_markup_mode=None)

Missed = Literal["once", "skip"]
Number = Annotated[int, typer.Argument(metavar="SCHEDULE", min=1, max=(1 << 63) - 1, help="The schedule's number.")]
Expression = Annotated[str | None, typer.Option("--cron", metavar="EXPR", help='When: "0 9 * * 1-5", @daily, or a span such as 30m.')]
Zone = Annotated[str | None, typer.Option(metavar="ZONE", help="The time zone that is meant, such as Europe/Madrid; else this machine's.")]
MissedOption = Annotated[Missed | None, typer.Option(help="Catch up once what passed while no worker ran, or skip it.")]
Channel = Annotated[str | None, typer.Option(metavar="NAME", help="The conversation that it belongs to.")]


def add(app: typer.Typer) -> None:
    """Puts the group into the tree."""
    app.add_typer(group, name="schedule")


@group.command("list")
def show_all(
    agent: Annotated[str | None, typer.Option("--agent", metavar="ID", help="Only schedules of this agent.")] = None,
    as_json: JsonOption = False,
) -> None:
    """List the schedules."""
    from hydratui.cli import output
    from hydratui.commands import schedule_changes
    from hydratui.store import schedules

    with opened(reading=True) as (home, store):
        found = schedules.listed(store, agent)
        rows = [] if as_json else schedule_changes.table(home, found)
    if as_json:
        output.say_json([schedule_shape(each) for each in found])
    elif rows:
        output.table(rows)
    else:
        output.say('There are no schedules. Add one with hydratui schedule add --cron "0 9 * * 1-5" PROMPT.')


@group.command("add")
def add_one(
    text: Annotated[list[str], typer.Argument(metavar="PROMPT|-", help="What to ask each time; - reads it from the standard input.")],
    cron: Expression = None,
    agent: AgentOption = None,
    zone: Zone = None,
    missed: MissedOption = None,
    channel: Channel = None,
    as_json: JsonOption = False,
) -> None:
    """Ask an agent something again and again."""
    from hydratui.cron import local_zone
    from hydratui.store import schedules

    if cron is None:
        raise UsageError('Say when with --cron, such as --cron "0 9 * * 1-5". See hydratui schedule add --help.')
    with opened() as (home, store):
        owner = chosen(home, agent)
        where = local_zone() if zone is None else zone
        made = schedules.add(store, owner.id, given(text), cron, zone=where, missed=missed or "once", channel=channel or "main")
        _say(home, made, as_json)


@group.command()
def show(number: Number, as_json: JsonOption = False) -> None:
    """Show a schedule: when it runs next and what it asks."""
    from hydratui.cli import output
    from hydratui.store import schedules

    with opened(reading=True) as (home, store):
        found = schedules.get(store, number)
        _say(home, found, as_json)
    if not as_json:
        last = f" · last task {found.last_task}" if found.last_task else ""
        output.say(f"channel {found.channel} · {found.cron}{last}{'' if found.paused or not found.trouble else f' · {found.trouble}'}")
        output.say(f"\n{found.prompt}")


@group.command()
def pause(number: Number, as_json: JsonOption = False) -> None:
    """Let a schedule rest."""
    from hydratui.store import schedules

    with opened() as (home, store):
        _say(home, schedules.pause(store, number), as_json)


@group.command()
def resume(number: Number, as_json: JsonOption = False) -> None:
    """Let a schedule go on, from now."""
    from hydratui.commands import schedule_changes

    with opened() as (home, store):
        _say(home, schedule_changes.resume(home, store, number), as_json)


@group.command()
def run(number: Number, as_json: JsonOption = False) -> None:
    """Queue what a schedule asks now; its next time stays."""
    from hydratui.cli import output
    from hydratui.cli.tasks import task_shape
    from hydratui.commands import schedule_changes

    with opened() as (home, store):
        task = schedule_changes.run(home, store, number)
    if as_json:
        output.say_json(task_shape(task))
    else:
        output.say(f"Schedule {number} runs now, as task {task.id}.")


@group.command()
def remove(number: Number, as_json: JsonOption = False) -> None:
    """Take a schedule away; what it asked so far stays."""
    from hydratui.cli import output
    from hydratui.store import schedules

    with opened() as (_, store):
        gone = schedules.remove(store, number)
    if as_json:
        output.say_json(schedule_shape(gone))
    else:
        output.say(f"Schedule {number} is gone; what it asked so far stays.")


@group.command()
def change(
    number: Number,
    text: Annotated[list[str] | None, typer.Argument(metavar="[PROMPT|-]", help="What to ask instead.")] = None,
    cron: Expression = None,
    agent: Annotated[str | None, typer.Option("--agent", metavar="ID", help="Another agent.")] = None,
    zone: Zone = None,
    missed: MissedOption = None,
    channel: Channel = None,
    as_json: JsonOption = False,
) -> None:
    """Change a schedule; what is not named stays."""
    from hydratui.store import schedules

    if not text and (cron, agent, zone, missed, channel) == (None,) * 5:
        raise UsageError("Say what to change: --cron, --zone, --missed, --agent, --channel, or another PROMPT.")
    with opened() as (home, store):
        owner = None if agent is None else chosen(home, agent).id
        prompt = given(text) if text else None
        changed = schedules.change(store, number, agent=owner, prompt=prompt, when=cron, zone=zone, missed=missed, channel=channel)
        _say(home, changed, as_json)


@group.command()
def preview(
    expression: Annotated[list[str], typer.Argument(metavar="EXPR", help='When: "0 9 * * 1-5", @daily, or a span such as 30m.')],
    zone: Zone = None,
    as_json: JsonOption = False,
) -> None:
    """Say what an expression means and when it comes next; nothing is saved."""
    from hydratui import times
    from hydratui.cli import output
    from hydratui.cron import checked, following, local_zone, spoken

    where = local_zone() if zone is None else zone
    five = checked(" ".join(expression), where)
    coming = following(five, where, times.now())
    if as_json:
        output.say_json({"cron": five, "words": spoken(five), "zone": where, "next": [times.stamp(moment) for moment in coming]})
        return
    output.say(f"{spoken(five)} ({where})")
    for moment in coming:
        output.say(times.day_and_time(moment))


def schedule_shape(each: "Schedule") -> dict[str, object]:
    """A schedule as JSON."""
    from hydratui.commands.schedule_changes import words

    return {
        "schedule": each.id,
        "agent": each.agent,
        "channel": each.channel,
        "cron": each.cron,
        "words": words(each),
        "zone": each.zone,
        "missed": each.missed,
        "kind": each.kind,
        "paused": each.paused,
        "next_at": each.next,
        "trouble": each.trouble,
        "prompt": each.prompt,
        "last_task": each.last_task,
    }


def _say(home: "Home", each: "Schedule", as_json: bool) -> None:
    from hydratui.cli import output
    from hydratui.commands.schedule_changes import preview as spoken

    if as_json:
        output.say_json(schedule_shape(each))
    else:
        output.say(spoken(home, each))
