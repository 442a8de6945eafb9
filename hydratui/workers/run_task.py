"""One task from claim to end: prompt, model turn, and exactly one way out."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, field

from hydratui import config
from hydratui.agents import roster
from hydratui.agents.roster import Agent
from hydratui.config import BUILTIN, Config
from hydratui.errors import HydraError, ModelError, StoreError
from hydratui.models import keys
from hydratui.models.turn import Answering, CallRefused, Spent, TextDelta
from hydratui.paths import Home
from hydratui.store import Store, outside, queue, usage
from hydratui.store.lapsed import MAX_ATTEMPTS, PAUSES, given_up
from hydratui.store.queue import LONGEST_WAIT, MAX_RESULT, Claim, End
from hydratui.text import one_line
from hydratui.tools.addons.offers import offers
from hydratui.tools.mcp.pool import Foreign
from hydratui.tools.toolbox import Caller, built_in, toolbox
from hydratui.workers import prompt
from hydratui.workers.brought import brought
from hydratui.workers.default_model import DefaultModel
from hydratui.workers.ends import Ends
from hydratui.workers.place import AttemptLost, Turns, here

END_TRIES = 30
log = logging.getLogger("hydratui.worker")


@dataclass(slots=True)
class Arrived:
    """What a task has brought so far: its text, who is writing it, the tokens it took."""

    parts: list[str] = field(default_factory=list)
    length: int = 0
    model: str | None = None
    tokens: tuple[int, int] = (0, 0)

    def take(self, text: str) -> None:
        """Adds what has just arrived.

        Raises:
            ModelError: It has become more than a task can keep.
        """
        self.parts.append(text)
        self.length += len(text)
        if self.length > MAX_RESULT:
            raise ModelError(f"The answer went on beyond {MAX_RESULT:,} characters and was stopped there. What had arrived is kept.")

    @property
    def text(self) -> str:
        """The text so far."""
        return "".join(self.parts)


async def none(_: Agent, __: Config) -> Foreign:
    """Has nothing to offer."""
    return Foreign()


@dataclass(frozen=True, slots=True)
class Desk:
    """What a worker's tasks share.

    Attributes:
        show: Takes partial text.
        turns: Runs the model's turn.
        foreign: Gives what MCP servers have for an agent.
    """

    home: Home
    store: Store
    default: DefaultModel
    show: Callable[[Claim, str], None]
    ends: Ends
    turns: Turns = here
    foreign: Callable[[Agent, Config], Awaitable[Foreign]] = none


async def run_task(desk: Desk, claim: Claim, arrived: Arrived) -> None:
    """Runs a claimed task to its end and writes the end.

    Cancelling this coroutine closes the model request and writes nothing: whoever cancels knows why, and `arrived` has what came.

    Args:
        desk: What the worker's tasks share.
        claim: The task.
        arrived: Is filled with what arrives.
    """
    began = time.monotonic()
    error: str | None = None
    try:
        await _turn(desk, claim, arrived)
        if not arrived.text.strip():
            error = "The model sent an empty answer. Try again, or choose another model with /model."
    except HydraError as refusal:
        if await _postponed(desk, claim, arrived, refusal):
            return
        error = given_up(claim.task.id, str(refusal)) if isinstance(refusal, AttemptLost) else str(refusal)
        log.warning("task %d failed: %s", claim.task.id, type(refusal).__name__)
    except Exception as surprise:
        error = f"Something unexpected stopped this task ({type(surprise).__name__}). The details are in {desk.home.logs}."
        log.exception("task %d stopped on an unexpected error", claim.task.id)
    written = await _end(desk.ends, _ending(claim, error, arrived))
    seconds = time.monotonic() - began
    log.info(
        "task %d of %s %s after %.1f s", claim.task.id, claim.task.agent, "ended" if written else "was lost to another worker", seconds
    )


async def _postponed(desk: Desk, claim: Claim, arrived: Arrived, refusal: HydraError) -> bool:
    """Puts a task back for another try when that may help."""
    attempt = claim.task.attempts
    seconds = _pause(refusal, attempt, arrived) if attempt < MAX_ATTEMPTS else None
    if seconds is None:
        return False
    if queue.postpone(desk.store, claim, seconds, str(refusal)):
        log.warning("task %d is tried again in %.0f s, after attempt %d", claim.task.id, seconds, attempt)
    return True


def _pause(refusal: HydraError, attempt: int, arrived: Arrived) -> float | None:
    """Seconds until another try, when its model says that it helps; None for what has written or would wait too long."""
    if isinstance(refusal, AttemptLost):
        return PAUSES[attempt - 1]
    wait = refusal.retry_after if isinstance(refusal, ModelError) else None
    if wait is None or wait > LONGEST_WAIT or arrived.text:
        return None
    return float(wait * 2 ** (attempt - 1))


async def _end(ends: Ends, end: End) -> bool:
    """Writes the end. While the disk is full the answer waits here rather than being thrown away and asked for again."""
    for _ in range(END_TRIES - 1):
        try:
            return await ends.write(end)
        except StoreError as refusal:
            log.error("the end of task %d waits: %s", end.claim.task.id, refusal)
            await asyncio.sleep(1)
    return await ends.write(end)


def _ending(claim: Claim, error: str | None, arrived: Arrived) -> End:
    if error is None:
        return End(claim, "completed", arrived.text, None, arrived.model, arrived.tokens)
    return End(claim, "failed", arrived.text or None, error, arrived.model, arrived.tokens)


async def _turn(desk: Desk, claim: Claim, arrived: Arrived) -> None:
    agent = roster.find(desk.home, claim.task.agent)
    settings = config.load(desk.home)
    arrived.model = agent.model or await desk.default.choose(settings)
    before = prompt.held(desk.store, claim.task)
    held, secrets = frozenset(old.id for old in before), tuple(keys.all_keys(settings))
    outside.inherit(desk.store, claim.task.id, held)
    caller = Caller(desk.home, desk.store, agent, claim.task.id, held, secrets, claim.worker, claim.task.attempts)
    # The built-in assistant has no use for tools that it does not know.
    foreign = Foreign() if arrived.model == BUILTIN else await desk.foreign(agent, settings)
    tools = tuple(toolbox(caller, [*built_in(keys.key("brave")), *offers(desk.home, agent), *foreign.offers]))
    came = brought(desk.store, claim.task, before, secrets)
    turn = prompt.build(desk.home, agent, claim.task, before, tools, foreign.missing, came)
    async with aclosing(desk.turns(claim, turn, arrived.model, settings)) as events:
        async for event in events:
            if isinstance(event, TextDelta):
                arrived.take(event.text)
                desk.show(claim, event.text)
            elif isinstance(event, Spent):
                arrived.tokens = (arrived.tokens[0] + event.tokens_in, arrived.tokens[1] + event.tokens_out)
            elif isinstance(event, Answering):
                arrived.model = event.model
            elif isinstance(event, CallRefused):
                _record_refusal(desk.store, claim, event)


def _record_refusal(store: Store, claim: Claim, refused: CallRefused) -> None:
    usage.record(
        store,
        task=claim.task.id,
        agent=claim.task.agent,
        tool=one_line(refused.name)[:64],
        source="model",
        outcome="blocked",
        ms=0.0,
        summary="",
        result=one_line(refused.reason),
        worker=claim.worker,
        attempt=claim.task.attempts,
    )
