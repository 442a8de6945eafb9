"""A worker's share of the work: how many tasks may run at once, here and of each agent and provider, as the settings say now."""

import logging
from collections.abc import Mapping

from hydratui import config
from hydratui.agents.roster import roster
from hydratui.config import Limits
from hydratui.errors import HydraError
from hydratui.paths import Home

log = logging.getLogger("hydratui.worker")


class Share:
    """The limits as they were read last.

    Args:
        home: The data folder.
        at_once: Tasks at once in this worker; None for what the settings say.
    """

    def __init__(self, home: Home, at_once: int | None) -> None:
        self.limits = Limits()
        self._home = home
        self._at_once = at_once
        self._wrong = ""
        self.read()

    @property
    def at_once(self) -> int:
        """Tasks at once in this worker."""
        return self._at_once or self.limits.worker

    def read(self) -> None:
        """Reads the settings; with wrong ones, the limits stay as they were, and the tasks themselves say what is wrong."""
        try:
            self.limits, self._wrong = config.load(self._home).limits, ""
        except HydraError as error:
            if str(error) != self._wrong:
                self._wrong = str(error)
                log.warning("%s", error)

    def models(self, default: str | None) -> Mapping[str, str]:
        """``provider:model`` by agent id; empty while no provider is limited, for then nobody asks.

        Args:
            default: What agents use that name none; None while it is not known.
        """
        if not self.limits.providers:
            return {}
        return {agent.id: model for agent in roster(self._home) if (model := agent.model or default)}
