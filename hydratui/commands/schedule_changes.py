"""Schedules in words, and changes of them that look at the agents too: for the commands and the command line."""

from collections.abc import Sequence

from hydratui import cron, times
from hydratui.agents.roster import find, roster
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store import schedules
from hydratui.store.database import Store
from hydratui.store.schedules import Schedule
from hydratui.store.tasks import Task
from hydratui.text import clipped, one_line

PROMPT_WIDTH = 60


def resume(home: Home, store: Store, number: int) -> Schedule:
    """Lets a schedule go on, from now.

    Raises:
        HydraError: There is no such schedule, its agent is gone, or its time can't be used.
    """
    find(home, schedules.get(store, number).agent)
    return schedules.resume(store, number)


def run(home: Home, store: Store, number: int) -> Task:
    """Queues the task of a schedule now.

    Raises:
        HydraError: There is no such schedule, or its agent is gone.
    """
    find(home, schedules.get(store, number).agent)
    return schedules.run_now(store, number)


def preview(home: Home, each: Schedule) -> str:
    """Everything that is to be known of a schedule, in a few sentences."""
    names = {agent.id: agent.name for agent in roster(home)}
    begin = f"Schedule {each.id}: {names.get(each.agent, each.agent)}, {lowered(words(each))} ({each.zone})."
    if each.paused:
        return one_line(f"{begin} {each.trouble or ''} It is paused.")
    catches = "missed runs are caught up once" if each.missed == "once" else "missed runs are skipped"
    return one_line(f"{begin} Next: {upcoming(each.cron, each.zone)}. Runs while hydratui or `hydratui worker` is open; {catches}.")


def table(home: Home, found: Sequence[Schedule]) -> list[list[str]]:
    """Schedules in five columns: number, agent, when, how it stands, and what is asked."""
    names, here = {agent.id: agent.name for agent in roster(home)}, _here()
    rows = []
    for each in found:
        when = lowered(words(each)) + ("" if each.zone == here else f" ({each.zone})")
        asked = "regular turn, from its heartbeat file" if each.kind == "heartbeat" else clipped(each.prompt, PROMPT_WIDTH)
        rows.append([str(each.id), names.get(each.agent, each.agent), when, standing(each), asked])
    return rows


def standing(each: Schedule) -> str:
    """``next tomorrow 09:00`` or ``paused``, and what went wrong last."""
    stands = "paused" if each.paused else f"next {times.coming(each.next)}" if each.next else "next soon"
    return f"{stands}. {each.trouble}" if each.trouble else stands


def words(each: Schedule) -> str:
    """When a schedule runs; as it was written where it can't be read."""
    try:
        return cron.spoken(each.cron)
    except HydraError:
        return each.cron


def upcoming(expression: str, zone: str) -> str:
    """The next three times: ``Tue 1 Dec 09:00, Wed 2 Dec 09:00, Thu 3 Dec 09:00``."""
    return ", ".join(times.day_and_time(moment) for moment in cron.following(expression, zone, times.now()))


def lowered(sentence: str) -> str:
    """A sentence that goes on after another."""
    return sentence[:1].lower() + sentence[1:]


def _here() -> str | None:
    try:
        return cron.local_zone()
    except HydraError:
        return None
