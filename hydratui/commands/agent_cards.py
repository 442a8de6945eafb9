"""What stands on an agent's card, changed one field at a time, each with the sentence that says what was done."""

from hydratui.agents import create
from hydratui.agents.roster import Agent
from hydratui.commands import model_choice
from hydratui.paths import Home

EMOJI = ("🦉", "🔧", "🔎", "🤖", "🦊", "🐙", "🌿", "📚", "🧭", "🎨", "🧮", "🚀")
"""Some that look like something in two cells, to be offered."""
CRAFTS = {
    "coder": "code: whole, runnable, tested",
    "general": "general work",
    "researcher": "finding out, with sources",
    "writer": "texts, edited and translated",
}
"""What each craft is for, in a few words."""


def emoji(home: Home, agent: Agent, typed: str) -> str:
    """Gives an agent another emoji.

    Raises:
        HydraError: It is none.
    """
    changed = create.set_field(home, agent, "emoji", create.checked_emoji(typed))
    return f"{changed.name} is {changed.emoji} now."


def craft(home: Home, agent: Agent, typed: str) -> str:
    """Gives an agent another craft.

    Raises:
        HydraError: There is no such craft.
    """
    changed = create.set_field(home, agent, "craft", create.checked_craft(typed))
    return f"{changed.name}'s craft is {changed.craft} from the next message on."


def model(home: Home, agent: Agent, typed: str) -> str:
    """Gives an agent another model, or the default where nothing or ``default`` is typed.

    Raises:
        HydraError: There is no such provider, or one half of the name is missing.
    """
    chosen = model_choice.checked(typed, home) if typed.strip() else None
    changed = create.set_field(home, agent, "model", chosen or "")
    return f"{changed.name} uses {model_choice.spoken(changed.model) if changed.model else model_choice.default_spoken(home)}."
