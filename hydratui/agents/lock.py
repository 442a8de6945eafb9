"""One writer at a time on an agent's memory."""

from collections.abc import Iterator
from contextlib import contextmanager

from hydratui.agents.roster import Agent
from hydratui.errors import HydraError, UnknownAgent

_LOCK_SECONDS = 10


@contextmanager
def locked(agent: Agent) -> Iterator[None]:
    """Holds the memory of an agent for this process alone.

    Raises:
        UnknownAgent: The agent has been deleted.
        HydraError: Another program holds it for ten seconds, or the folder can't be written.
    """
    from filelock import FileLock, Timeout

    # The lock would make the folder anew, and with it a deleted agent.
    if not agent.folder.is_dir():
        raise UnknownAgent(f"{agent.name}'s folder {agent.folder} is gone. Nothing was saved.")
    try:
        with FileLock(agent.folder / f".{agent.id}.memory.lock", timeout=_LOCK_SECONDS):
            yield
    except Timeout as error:
        raise HydraError(f"{agent.name}'s memory is being written by another program. Try again in a moment.") from error
    except OSError as error:
        raise HydraError(f"{agent.folder} can't be written ({error.strerror}). The memory is as it was.") from error
