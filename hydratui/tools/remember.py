"""The tool that saves a note in the agent's own memory file, or holds it for the user after the agent has read something from outside."""

import asyncio
from collections.abc import Mapping
from urllib.parse import urlsplit

from hydratui import config
from hydratui.agents import memory
from hydratui.agents.journal import Origin
from hydratui.store import held, usage
from hydratui.tools.caller import Caller
from hydratui.tools.tool import Offer, ToolRefused, from_outside

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
    if sources := outside_sources(caller):
        known = next((known for known in memory.notes(caller.agent) if known.text == note), None)
        if known is not None:
            return f"Already there: - {known.dated}"
        match config.load(caller.home).outside:
            case "refuse":
                raise ToolRefused(f"Refused: this task has read from outside ({sources}), and the settings allow no note after that.")
            case "ask":
                held.hold(caller.store, caller.agent.id, caller.task, note, sources)
                return "Held: the user is asked whether to keep it."
            case "allow":
                origin = "web"
    # In a thread: another program may hold the file's lock for a while, and other tasks stream meanwhile.
    saved = await asyncio.to_thread(memory.save, caller.agent, note, origin, caller.task)
    line = f"{'Already there' if saved.already else 'Saved'}: - {saved.note.dated}"
    return f"{line} ({saved.warning})" if saved.warning else line


def outside_sources(caller: Caller) -> str:
    """What this task has read from outside, for the user: ``example.org, a web search``; empty when nothing.

    Every call of the task counts, those of an earlier attempt too.
    """
    sources: dict[str, None] = {}
    for call in usage.calls(caller.store, caller.task):
        if call.outcome == "ok" and from_outside(call.tool, call.source):
            sources[_place(call)] = None
    shown = list(sources)[:4]
    return ", ".join([*shown, "…"] if len(sources) > 4 else shown)


def _place(call: usage.ToolCall) -> str:
    if call.tool == "web_search":
        return "a web search"
    address = next((word.removeprefix("url=") for word in call.summary.split() if "://" in word), "")
    try:
        return urlsplit(address).hostname or call.tool
    except ValueError:
        return call.tool


def _gist(result: str) -> str:
    return result.partition(":")[0].lower()


REMEMBER = Offer("remember", _DESCRIPTION, _SCHEMA, _remember, gist=_gist)
