"""The tool that saves a note in the agent's own memory file, or holds it for the user after the agent has read something from outside."""

import asyncio
from collections.abc import Mapping

from hydratui import config
from hydratui.agents import memory
from hydratui.agents.journal import Origin
from hydratui.store import held, outside, queue, tasks
from hydratui.tools.caller import Caller
from hydratui.tools.own_words import says_no_more
from hydratui.tools.tool import Offer, ToolRefused

_DESCRIPTION = f"""\
Save one lasting fact in your own memory file. You have the file in front of you in every later task, so the note counts at once.
Save what will matter again: the user's preferences, names, dates and decisions, how things are set up, a correction you were given.
Do not save one-off task details, the progress of a task, or what is in your memory or in this conversation already and needed
nowhere else. One short, self-contained fact a call, at most {memory.MAX_NOTE} characters, that can be understood without this
conversation: "The user deploys on Fridays", not "they said Fridays"."""

_SCHEMA = {
    "type": "object",
    "properties": {"note": {"type": "string", "description": "The fact, in one sentence."}},
    "required": ["note"],
    "additionalProperties": False,
}


async def _remember(caller: Caller, arguments: Mapping[str, object]) -> str:
    """Saves or holds the note; says which in one line.

    Raises:
        NoteRefused: It is empty, too long, or the file is full.
        ToolRefused: The settings refuse notes after reading from outside.
    """
    note = memory.checked(str(arguments["note"]))
    origin: Origin = "agent"
    if sources := _sources(caller, note):
        known = next((known for known in memory.notes(caller.agent) if known.text == note), None)
        if known is not None:
            return f"Already there: - {known.dated}"
        match config.load(caller.home).outside:
            case "refuse":
                raise ToolRefused(f"Refused: this task has read from outside ({sources}), and the settings allow no note after that.")
            case "ask":
                held.hold(caller.store, caller.agent.id, caller.task, note, sources, caller.fence if caller.worker else None)
                return "Held: the user is asked whether to keep it."
            case "allow":
                origin = "web"
    # In a thread: another program may hold the file's lock for a while, and other tasks stream meanwhile.
    saved = await asyncio.to_thread(_save, caller, note, origin)
    line = f"{'Already there' if saved.already else 'Saved'}: - {saved.note.dated}"
    return f"{line} ({saved.warning})" if saved.warning else line


def _save(caller: Caller, note: str, origin: Origin) -> memory.Saved:
    """Writes the note while the task is surely this worker's: one that was stopped and comes back late writes nothing."""
    if not caller.worker:
        return memory.save(caller.agent, note, origin, caller.task)
    store = caller.store.again()
    try:
        return memory.save(caller.agent, note, origin, caller.task, during=queue.holding(store, caller.fence))
    finally:
        store.close()


def _sources(caller: Caller, note: str) -> str:
    """Where a note may come from that is not the user's: ``example.org, a web search``; empty when from nowhere else.

    After the task itself has read from outside, that is anywhere. When only an answer before it has, a note that says no more than the
    user just said is the user's all the same.
    """
    marks = outside.sources(caller.store, caller.task)
    if marks and all(mark.inherited for mark in marks):
        task = tasks.get(caller.store, caller.task)
        if task is not None and says_no_more(note, task.prompt):
            return ""
    shown = [mark.name for mark in marks[:4]]
    return ", ".join([*shown, "…"] if len(marks) > 4 else shown)


def _gist(result: str) -> str:
    return result.partition(":")[0].lower()


REMEMBER = Offer("remember", _DESCRIPTION, _SCHEMA, _remember, gist=_gist, repeats="safely")
