"""The outermost wrapper: every call is a row, whatever came of it."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from time import perf_counter

from hydratui.errors import HydraError
from hydratui.store import usage
from hydratui.store.usage import Outcome
from hydratui.text import clipped
from hydratui.tools.caller import Caller
from hydratui.tools.secrets import redact
from hydratui.tools.tool import Tool, ToolRefused

LINE = 200
"""Characters of a call's arguments, and of its result, that a row keeps."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Tracked:
    """A call that writes down its outcome: ok, blocked (refused) or error (failed, cancelled)."""

    inner: Tool
    caller: Caller

    async def __call__(self, arguments: Mapping[str, object]) -> str:
        """Calls, measures and records.

        Raises:
            HydraError: What the tool raised, or one line for an error that it should not have raised.
        """
        began = perf_counter()
        try:
            result = await self.inner.call(arguments)
        except ToolRefused as error:
            self._record("blocked", began, arguments, str(error))
            raise
        except HydraError as error:
            self._record("error", began, arguments, str(error))
            raise
        except asyncio.CancelledError:
            self._record("error", began, arguments, "cancelled")
            raise
        except Exception as error:
            _log.exception("The tool %s failed", self.inner.name)
            told = f"{self.inner.name} failed: {type(error).__name__}. The log has the details."
            self._record("error", began, arguments, told)
            raise HydraError(told) from error
        self._record("ok", began, arguments, self.inner.gist(result))
        return result

    def _record(self, outcome: Outcome, began: float, arguments: object, result: str) -> None:
        usage.record(
            self.caller.store,
            task=self.caller.task,
            agent=self.caller.agent.id,
            tool=self.inner.name,
            source=self.inner.source,
            outcome=outcome,
            ms=(perf_counter() - began) * 1000,
            summary=clipped(redact(_summary(arguments), self.caller.secrets), LINE),
            result=clipped(redact(result[: 4 * LINE], self.caller.secrets), LINE),
            worker=self.caller.worker,
            attempt=self.caller.attempt,
        )


def track(tool: Tool, caller: Caller) -> Tool:
    """The tool with its usage recorded."""
    return replace(tool, call=Tracked(tool, caller))


def _summary(arguments: object) -> str:
    """The arguments on one line: a single one as it is, several as ``name=value``."""
    if not isinstance(arguments, Mapping):
        return str(arguments)[: 4 * LINE]
    values = {str(key): str(value)[: 4 * LINE] for key, value in arguments.items() if value is not None}
    return next(iter(values.values())) if len(values) == 1 else " ".join(f"{key}={value}" for key, value in values.items())
