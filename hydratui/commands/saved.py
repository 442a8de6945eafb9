"""What became of a note, in words. Apart from the commands, because the command line says it too and has to be quick."""

from hydratui.agents.memory import Saved
from hydratui.agents.roster import Agent


def saved_sentence(agent: Agent, saved: Saved) -> str:
    """The note as it stands in the file, and whether it was there before."""
    bullet = f"- {saved.note.dated}"
    return f"{agent.name} knows this already: {bullet}" if saved.already else f"Saved in {agent.name}'s memory: {bullet}"
