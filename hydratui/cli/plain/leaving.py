"""The question that is asked when the talk is left with work going on."""

from typing import Literal

from hydratui.store import control, tasks
from hydratui.store.database import Store

Way = Literal["keep", "stop", "cancel"]
QUESTION = "keep, stop or cancel: "


def going_on(store: Store) -> str:
    """What runs and waits and what can become of it, in words; nothing when there is nothing to ask. What is paused waits anyway."""
    running = sum(not task.cancelling for task in tasks.running(store))
    paused = control.paused(store)
    waiting = sum(counts.queued for agent, counts in tasks.counts(store).items() if agent not in paused)
    if not running and not waiting:
        return ""
    parts = [f"{count} task{'' if count == 1 else 's'} {verb}{'s' if count == 1 else ''}" for count, verb in
             ((running, "run"), (waiting, "wait")) if count]  # fmt: skip
    return (
        f"{' and '.join(parts)}. Type keep to have it worked off in the background, stop to stop after what runs now,"
        " cancel to cancel everything, or nothing to stay."
    )


def way(typed: str) -> Way | None:
    """What an answer means: its word or the first letter of it; None is to stay."""
    ways: tuple[Way, ...] = ("keep", "stop", "cancel")
    wanted = typed.strip().lower()
    return next((each for each in ways if wanted in (each, each[0])), None)
