"""A turn that is away: who has it, what has come back, which tools it has called."""

import asyncio
import secrets
from collections.abc import Mapping
from hmac import compare_digest

from hydratui.errors import HydraError, ModelError
from hydratui.models.turn import Event, Tool, Turn
from hydratui.store.queue import Claim
from hydratui.text import one_line
from hydratui.workers.elsewhere import baggage, wire
from hydratui.workers.elsewhere.bus import MAX_MESSAGE, Ticket
from hydratui.workers.elsewhere.wire import Begin, Call, Done, Failed, Leave, Malformed, Part, Reply, Report
from hydratui.workers.place import AttemptLost

ALIVE_SECONDS = 3.5
"""A runner that was heard of so lately keeps its job although the bus has given the ticket to another."""
CALL_SECONDS = 2.0
"""How long one question about a call waits for its result."""
MOST_CALLS = 500
_GONE = Reply(gone=True)


class CallRefused(HydraError):
    """A runner calls a tool that it can't; it is told so."""


class OpenJob:
    """The hub's side of one turn. Lives in one event loop.

    Args:
        claim: The task.
        turn: What the model is given.
        model: Which model; None for the runner's own.
        hub: Id of the hub, for the ticket.

    Raises:
        ModelError: The turn is too long.
    """

    def __init__(self, claim: Claim, turn: Turn, model: str | None, hub: str) -> None:
        self.ticket = Ticket(secrets.token_hex(16), hub, secrets.token_hex(16))
        self.name = f"task {claim.task.id}, attempt {claim.task.attempts}"
        self.submitted = False
        self.runner = ""
        self.heard_at: float | None = None
        self._parts = baggage.pack(turn, model)
        self._tools: dict[str, Tool] = {tool.name: tool for tool in turn.tools}
        self._came: asyncio.Queue[Event | Done | Exception] = asyncio.Queue()
        self._key: str | None = None
        self._reports = 0
        self._calls: dict[int, asyncio.Task[Reply]] = {}

    async def next(self) -> Event | None:
        """What the runner tells next; None when the model has answered.

        Raises:
            ModelError: The model could not be used, or its answer was cut.
            AttemptLost: The runner is gone.
        """
        match await self._came.get():
            case Exception() as error:
                raise error
            case Done():
                return None
            case event:
                return event

    def lose(self, why: str) -> None:
        """Ends the attempt: whoever has the job is gone."""
        if self._key != "":
            self._key = ""
            self._came.put_nowait(AttemptLost(why))

    async def close(self) -> None:
        """Ends the tools that still run."""
        for call in self._calls.values():
            call.cancel()
        if self._calls:
            await asyncio.wait(self._calls.values())

    async def obey(self, request: wire.Request, silence: float) -> Reply:
        """Does what a runner asks for.

        Args:
            request: What it says.
            silence: How long the one that has the job was not heard of, in seconds.

        Raises:
            CallRefused: It calls a tool that the job does not have.
            Malformed: It is not for the runner to ask that.
        """
        if isinstance(request, Begin):
            return self._begin(request, silence)
        if not self._key or not compare_digest(request.key.encode(), self._key.encode()):
            return _GONE
        self.heard_at = asyncio.get_running_loop().time()
        match request:
            case Part(number=number):
                if not 0 <= number < len(self._parts):
                    raise Malformed(f"{self.runner} asked for a part that the turn of {self.name} does not have.")
                return Reply(part=self._parts[number])
            case Report():
                return self._report(request)
            case Leave():
                self.lose(f"The runner {self.runner} was stopped.")
                return _GONE
            case Call():
                return await self._call(request)

    def _begin(self, request: Begin, silence: float) -> Reply:
        if not compare_digest(request.secret.encode(), self.ticket.secret.encode()):
            raise Malformed(f"{request.runner} asked for {self.name} without its ticket.")
        if self._key is None:
            self._key, self.runner = request.key, request.runner
            self.heard_at = asyncio.get_running_loop().time()
        elif not compare_digest(request.key.encode(), self._key.encode()):
            if self._key and silence < ALIVE_SECONDS:
                return Reply(taken=True)
            self.lose(f"The runner {self.runner} was not heard of for {silence:.0f} seconds.")
            return _GONE
        return Reply(parts=len(self._parts))

    def _report(self, report: Report) -> Reply:
        # Sent again because the answer was lost: taken already.
        if report.number == self._reports - 1:
            return Reply()
        if report.number != self._reports:
            raise Malformed(f"{self.runner} left a report of {self.name} out.")
        self._reports += 1
        for said in report.said:
            if isinstance(said, Failed):
                self._came.put_nowait(ModelError(f"On {self.runner}: {said.sentence}", said.retry_after))
            else:
                self._came.put_nowait(said)
        return Reply()

    async def _call(self, asked: Call) -> Reply:
        tool = self._tools.get(asked.name)
        if tool is None:
            raise CallRefused(f"The runner {self.runner} called a tool that {self.name} does not have.")
        if not 0 <= asked.number < MOST_CALLS:
            raise CallRefused(f"The runner {self.runner} called tools over {MOST_CALLS} times for {self.name}.")
        if asked.number not in self._calls:
            self._calls[asked.number] = asyncio.create_task(_run(tool, asked.arguments))
            self._calls[asked.number].add_done_callback(self._broken)
        call = self._calls[asked.number]
        await asyncio.wait([call], timeout=CALL_SECONDS)
        if not call.done():
            return Reply()
        return _GONE if call.cancelled() or call.exception() is not None else call.result()

    def _broken(self, call: asyncio.Task[Reply]) -> None:
        if not call.cancelled() and isinstance(error := call.exception(), Exception):
            self._came.put_nowait(error)


async def _run(tool: Tool, arguments: Mapping[str, object]) -> Reply:
    try:
        result = await tool.call(arguments)
    except HydraError as error:
        return Reply(refused=one_line(str(error)))
    size = len(wire.encode_reply(Reply(result=result)))
    if size > MAX_MESSAGE:
        return Reply(refused=f"The result of {tool.name} has {size:,} bytes, and {MAX_MESSAGE:,} go to a runner. Ask for less.")
    return Reply(result=result)
