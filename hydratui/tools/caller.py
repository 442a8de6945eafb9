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
        worker: Id of the worker that has the task; empty when none has, and nothing is fenced.
        attempt: Which attempt of the task this is, from 1.
    """

    home: Home
    store: Store
    agent: Agent
    task: int
    held: frozenset[int] = frozenset()
    secrets: tuple[str, ...] = ()
    worker: str = ""
    attempt: int = 1

    @property
    def fence(self) -> tuple[int, str, int]:
        """What a write checks: task, worker and attempt."""
        return (self.task, self.worker, self.attempt)
