"""Everything that a user types goes through here: a command is run, all else is sent to agents."""

from collections.abc import Sequence
from pathlib import Path

from hydratui.agents.roster import Agent, roster
from hydratui.commands.attach import files
from hydratui.commands.command import Context, Outcome, Sent
from hydratui.commands.registry import find, nearest
from hydratui.commands.routing import private_to, route
from hydratui.errors import HydraError
from hydratui.store import tasks
from hydratui.store.attachments import Content
from hydratui.store.tasks import Task


def handle(context: Context, typed: str, files_from: Path | None = None) -> Outcome:
    """Runs a command, or queues a message for its agents.

    `/name rest` is a command, `/agent rest` a message to that agent; a command's name wins over an agent's id. A first
    word with one more slash in it (`/etc/hosts`) is no command, and neither is anything after a leading blank.

    Args:
        context: Where it was typed.
        typed: The text as typed, of any number of lines.
        files_from: Where the relative paths of files begin that a message names; None when none is to be read: whoever
            typed it does not sit at this machine.

    Returns:
        What came of it, for the front end to show.

    Raises:
        HydraError: Nothing was typed, the command is unknown, or it can't do what was asked. Nothing was changed.
    """
    word = command_word(typed)
    if word is None:
        return Sent(tuple(_submit(context, route(context, typed), context.channel, files(typed, files_from))))
    rest = typed[len(word) + 1 :].strip()
    command = find(word)
    if command is not None:
        return command.run(context, rest)
    return _to_agent(context, word, rest, files_from)


def command_word(typed: str) -> str | None:
    """The word after the slash that the text begins with, or None when the text is a message; "" for a slash alone."""
    if not typed.startswith("/"):
        return None
    words = typed[1:].split(maxsplit=1)
    word = words[0] if words and not typed[1].isspace() else ""
    return None if "/" in word else word


def _to_agent(context: Context, word: str, message: str, files_from: Path | None) -> Sent:
    """Queues `/ada message` for Ada: in this channel, or in her own when this one belongs to somebody else."""
    agents = roster(context.home)
    agent = next((agent for agent in agents if agent.id == word.lower()), None)
    if agent is None:
        raise HydraError(_unknown(word, [agent.id for agent in agents]))
    if not message:
        raise HydraError(f"There is nothing to send. Type a message after /{agent.id}, or /use {agent.id} to go on with {agent.name}.")
    owner = private_to(context.channel, agents)
    channel = context.channel if owner is None else agent.id
    return Sent(tuple(_submit(context, [(agent, message)], channel, files(message, files_from))))


def _unknown(word: str, ids: list[str]) -> str:
    """The sentence for a command that does not exist."""
    if not word:
        return "A slash begins a command. Type its name, such as /help."
    close = nearest(word, ids)
    if close:
        return f"No command /{word}. Did you mean /{close}?"
    return f"No command /{word}. See them all with /help, or begin with a blank to send it as a message."


def _submit(context: Context, routed: list[tuple[Agent, str]], channel: str, attached: Sequence[Content]) -> list[Task]:
    return [tasks.submit(context.store, agent.id, prompt, channel, attached) for agent, prompt in routed]
