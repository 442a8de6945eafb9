"""The commands of notes that wait for the user: /keep and /discard."""

from hydratui.agents.roster import roster
from hydratui.commands.command import Context, Said
from hydratui.commands.held_changes import settle
from hydratui.errors import HydraError, UsageError
from hydratui.store import held
from hydratui.store.held import HeldNote


def keep(context: Context, typed: str) -> Said:
    """Writes a note that waits into its agent's memory, as it is or as it was changed: ``/keep 3`` or ``/keep 3 The new text.``"""
    number, _, text = typed.partition(" ")
    return _settled(context, number, keep=True, text=text.strip())


def discard(context: Context, typed: str) -> Said:
    """Lets a note go that waits."""
    return _settled(context, typed.strip(), keep=False)


def waiting(context: Context) -> list[HeldNote]:
    """The notes that wait, of all agents, oldest first."""
    return held.held(context.store)


def _settled(context: Context, number: str, keep: bool, text: str = "") -> Said:
    notes = {str(note.id): note for note in waiting(context)}
    if not notes:
        raise HydraError("No note waits for you.")
    if number not in notes:
        raise UsageError(f"Name the note by its number: {', '.join(notes)}." if not number else f"No note {number!r} waits for you.")
    note = notes[number]
    agent = next((agent for agent in roster(context.home) if agent.id == note.agent), None)
    return Said(settle(context.store, agent, note, keep, text), note.agent)
