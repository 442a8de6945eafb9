"""The model for agents that name none. Looking for one asks servers on this machine, so the answer is kept for a while."""

import asyncio
import time
from collections.abc import Callable

from hydratui.config import BUILTIN, Config
from hydratui.models import discover

KEPT_SECONDS = 30.0


class DefaultModel:
    """What was found last, for one worker.

    Args:
        tell: Is told each time that it is another one.
        instead: What to say when the settings name none, rather than to look for one.
    """

    def __init__(self, tell: Callable[[str], None], instead: str | None = None) -> None:
        self._tell = tell
        self._instead = instead
        self._told: str | None = None
        self._lock = asyncio.Lock()
        self._found: str | None = None
        self._looked_at = -KEPT_SECONDS

    @property
    def known(self) -> str | None:
        """What was chosen last; None before the first choice."""
        return self._told

    async def choose(self, settings: Config) -> str:
        """The model that the settings name, else the first that answers on this machine or has a key, else the built-in assistant."""
        model = settings.default_model or self._instead or await self._look(settings) or BUILTIN
        if model != self._told:
            self._told = model
            self._tell(model)
        return model

    async def _look(self, settings: Config) -> str | None:
        async with self._lock:
            if time.monotonic() - self._looked_at >= KEPT_SECONDS:
                self._found = await asyncio.to_thread(discover.default, settings)
                self._looked_at = time.monotonic()
        return self._found
