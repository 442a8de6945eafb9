"""Deciding on notes that wait for the user, with the sentence that says what was done."""

from hydratui.agents import memory
from hydratui.agents.roster import Agent
from hydratui.store import held
from hydratui.store.database import Store
from hydratui.store.held import HeldNote


def settle(store: Store, agent: Agent | None, note: HeldNote, keep: bool, text: str = "") -> str:
    """Keeps or discards a note.

    Args:
        store: The file.
        agent: Whose note it is; None when the agent is gone.
        note: The note.
        keep: Whether it goes into the memory file.
        text: What the user made of it; then it is the user's note. Empty keeps it as it is.

    Raises:
        HydraError: It does not fit into the memory file, or it has been decided on already.
    """
    if keep and agent is not None:
        own = bool(text) and text != note.note
        saved = memory.save(agent, text or note.note, origin="user" if own else "web", task=note.task)
        held.settle(store, note.id, kept=True)
        return saved.warning or f"Kept in {agent.name}'s memory."
    held.settle(store, note.id, kept=False)
    return "Discarded."
