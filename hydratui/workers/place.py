"""Where a worker's model turns are run: in its own process, or elsewhere."""

from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass

from hydratui.config import MOST_AT_ONCE, Config
from hydratui.errors import HydraError
from hydratui.models.turn import Event, Turn, run
from hydratui.store.queue import Claim

Turns = Callable[[Claim, Turn, str, Config], AsyncGenerator[Event, None]]
"""Runs the turn of a claimed task with a model, named ``provider:model`` or ``builtin``, and gives its events."""


class AttemptLost(HydraError):
    """Whoever ran a task's turn is gone. The attempt counts as that of a worker that died, whatever had arrived."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where turns are run.

    Attributes:
        turns: Runs one.
        model: What agents use that name none, when the settings name none either; None to look for one on this machine.
        room: How many more turns can begin there now.
    """

    turns: Turns
    model: str | None
    room: Callable[[], int]


def here(_: Claim, turn: Turn, model: str, settings: Config) -> AsyncGenerator[Event, None]:
    """Runs a turn in this process."""
    return run(turn, model, settings)


HERE = Place(here, None, lambda: MOST_AT_ONCE)
