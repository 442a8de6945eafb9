"""Which tasks are offered where one can be named by its number, with a few words about each."""

from hydratui.agents.roster import roster
from hydratui.commands.command import Context
from hydratui.store import control, tasks
from hydratui.store.tasks import Task
from hydratui.text import clipped, one_line

KINDS = frozenset({"unfinished", "waiting", "failed", "editable", "told"})
MOST = 30
_ASKED = 60
_READ = 400


def offered(context: Context, kind: str) -> list[tuple[str, str]]:
    """What can be typed for a task of this kind, the likeliest first, each with its agent and the beginning of its text."""
    names = {agent.id: agent.name for agent in roster(context.home)}
    offers = [(str(each.id), _about(each, names.get(each.agent, each.agent))) for each in _of_kind(context, kind)[:MOST]]
    if kind == "unfinished" and len(offers) > 1:
        offers.append(("all", "everything that runs or waits; @agent for all of one agent"))
    return offers


def _of_kind(context: Context, kind: str) -> list[Task]:
    if kind == "unfinished":
        return [*tasks.running(context.store), *reversed(control.waiting(context.store))]
    if kind == "waiting":
        return control.waiting(context.store)
    latest = list(reversed(tasks.window(context.store, context.channel, limit=MOST)))
    if kind == "told":
        return [each for each in latest if each.ended or each.status == "running"]
    if kind == "failed":
        return [each for each in latest if each.status in ("failed", "cancelled")]
    return [*(each for each in latest if each.status == "pending"), *(each for each in latest if each.ended)]


def _about(task: Task, name: str) -> str:
    does = {"pending": "waits", "running": "runs"}.get(task.status, task.status)
    return one_line(f"{name}, {does}: {clipped(task.prompt[:_READ], _ASKED)}")
