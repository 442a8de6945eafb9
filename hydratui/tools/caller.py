"""Who calls: the agent, its task and what its prompt holds. Made by the worker alone; no model can name another."""

from dataclasses import dataclass

from hydratui.agents.roster import Agent
from hydratui.paths import Home
from hydratui.store import Store


@dataclass(frozen=True, slots=True)
class Caller:
    """The identity that every tool of one task is bound to.

    Attributes:
        task: Number of the task that runs.
        held: Numbers of the tasks that are in the prompt already.
        secrets: The exact value of every stored key, to be redacted from results.
    """

    home: Home
    store: Store
    agent: Agent
    task: int
    held: frozenset[int] = frozenset()
    secrets: tuple[str, ...] = ()
