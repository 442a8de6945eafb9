"""The outermost wrapper: every call is a row, whatever came of it."""

import asyncio
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from time import perf_counter

from hydratui.errors import HydraError
from hydratui.store import usage
from hydratui.store.usage import CallDetail, Outcome
from hydratui.text import clipped, plain
from hydratui.tools.caller import Caller
from hydratui.tools.secrets import redact
from hydratui.tools.tool import Tool, ToolRefused

LINE = 200
"""Characters of a call's arguments, and of its result, on the line that a row keeps."""

GIVEN = 4_000
"""Characters of a call's arguments that are kept beside the line. Of its output: `Offer.keeps`."""

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
            self._record("blocked", began, arguments, redact(str(error), self.caller.secrets))
            raise
        except HydraError as error:
            self._record("error", began, arguments, redact(str(error), self.caller.secrets))
            raise
        except asyncio.CancelledError:
            self._record("error", began, arguments, "cancelled")
            raise
        except Exception as error:
            _log.exception("The tool %s failed", self.inner.name)
            told = f"{self.inner.name} failed: {type(error).__name__}. The log has the details."
            self._record("error", began, arguments, told)
            raise HydraError(told) from error
        self._record("ok", began, arguments, result)
        return result

    def _record(self, outcome: Outcome, began: float, arguments: object, told: str) -> None:
        """Writes down a call; `told` holds no key: the guard has cleaned what a tool gives."""
        ms = (perf_counter() - began) * 1000
        result = self.inner.gist(told) if outcome == "ok" else told
        try:
            given = _clean(arguments, self.caller.secrets)
            summary, whole = _summary(given), json.dumps(given, ensure_ascii=False)
        except (RecursionError, ValueError):
            summary = whole = "Nested too deeply to be read."
        usage.record(
            self.caller.store,
            task=self.caller.task,
            agent=self.caller.agent.id,
            tool=self.inner.name,
            source=self.inner.source,
            outcome=outcome,
            ms=ms,
            summary=clipped(summary[: 4 * LINE], LINE),
            result=clipped(result[: 4 * LINE], LINE),
            worker=self.caller.worker,
            attempt=self.caller.attempt,
            detail=CallDetail(_kept(whole, GIVEN), _kept(told, self.inner.keeps)),
        )


def track(tool: Tool, caller: Caller) -> Tool:
    """The tool with its usage recorded."""
    return replace(tool, call=Tracked(tool, caller))


def _clean(value: object, secrets: tuple[str, ...]) -> object:
    """A JSON value without keys in its texts; each whole, since what is cut before may keep half of one."""
    match value:
        case str():
            return redact(value, secrets)
        case int() | float() | None:
            return value
        case Mapping():
            return {redact(str(key), secrets): _clean(each, secrets) for key, each in value.items()}
        case list() | tuple():
            return [_clean(each, secrets) for each in value]
    return redact(str(value), secrets)


def _summary(arguments: object) -> str:
    """The arguments as they go on one line: a single one as it is, several as ``name=value``."""
    if not isinstance(arguments, Mapping):
        return str(arguments)
    values = {key: str(value) for key, value in arguments.items() if value is not None}
    return next(iter(values.values())) if len(values) == 1 else " ".join(f"{key}={value}" for key, value in values.items())


def _kept(text: str, most: int) -> str:
    if len(text) <= most:
        return plain(text)
    return f"{plain(text[:most])}\n[Cut here: {len(text):,} characters in all, {most:,} are kept.]"
