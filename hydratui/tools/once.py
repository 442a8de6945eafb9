"""The wrapper between guard and usage: what an earlier attempt of the task has done is not done again.

A worker may be killed at any moment, and its task begins again elsewhere. The model then asks for the same calls, and gets the results
that there are already. Source of the idea: idempotency keys, as in the IETF draft "The Idempotency-Key HTTP Header Field".
"""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from hydratui.errors import HydraError
from hydratui.store import done
from hydratui.store.done import Call
from hydratui.store.queue import ClaimLost
from hydratui.tools.caller import Caller
from hydratui.tools.tool import Repeats, Tool, ToolRefused


@dataclass(frozen=True, slots=True)
class Once:
    """A call that is made once for a task, however often the task is begun.

    Attributes:
        made: How often each call was made in this attempt.
    """

    inner: Tool
    caller: Caller
    repeats: Repeats
    made: Counter[str] = field(default_factory=Counter)

    async def __call__(self, arguments: Mapping[str, object]) -> str:
        """Gives what an earlier attempt got, or makes the call.

        Raises:
            ToolRefused: An earlier attempt ended in the middle of this call, and whether it was done can't be known.
            ClaimLost: Another worker has the task now.
            HydraError: What the tool raised.
        """
        key = _key(self.inner.name, arguments)
        call = Call(key, self.made[key])
        self.made[key] += 1
        store, fence = self.caller.store, self.caller.fence
        begun = done.look(store, self.caller.task, call)
        if begun is not None and begun.output is not None:
            return begun.output
        if begun is not None and self.repeats == "never":
            raise ToolRefused(
                f"{self.inner.name} was begun with these arguments before this task was interrupted, and it is not known whether it was"
                " done. Check that before you do it again, and tell the user."
            )
        done.begin(store, fence, call)
        try:
            output = await self.inner.call(arguments)
        except ClaimLost:
            raise
        except HydraError:
            done.forget(store, fence, call)
            raise
        done.finish(store, fence, call, output)
        return output


def once(tool: Tool, caller: Caller, repeats: Repeats) -> Tool:
    """The tool, made safe against a second attempt; as it is when it only reads, or when no worker calls."""
    if repeats == "freely" or not caller.worker:
        return tool
    return replace(tool, call=Once(tool, caller, repeats))


def _key(name: str, arguments: object) -> str:
    text = json.dumps([name, arguments], sort_keys=True, default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
