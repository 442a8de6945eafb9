"""What a runner tells its hub: gathered for a moment, sent in order, each report until it is answered."""

import asyncio
from collections import deque

from hydratui.models.turn import Event, TextDelta
from hydratui.workers.elsewhere import wire
from hydratui.workers.elsewhere.line import Line
from hydratui.workers.elsewhere.wire import Done, Failed

BEAT_SECONDS = 0.5
"""Between two signs of life; by their answers a runner learns that a task was cancelled."""
GATHER_SECONDS = 0.03
_TEXT = 20_000
"""Characters of text at once, each of six bytes at most: a control character in JSON."""
_REPORT = 120_000
"""Bytes; what is added last takes no more than as much again."""


class Reporter:
    """The reports of one job.

    Args:
        line: The line to the hub.
        job: Its id.
        key: The runner's key for it.
    """

    def __init__(self, line: Line, job: str, key: str) -> None:
        self._line = line
        self._job = job
        self._key = key
        self._waiting: deque[Event | Done | Failed] = deque()
        self._more = asyncio.Event()

    def tell(self, said: Event | Done | Failed) -> None:
        """Takes what the model did, or how it ended."""
        self._waiting.append(said)
        self._more.set()

    async def run(self) -> None:
        """Reports until the end has been told and taken.

        Raises:
            HubGone: The hub can't be reached any more.
            NotWanted: The job is not wanted any more.
        """
        number, ended = 0, False
        while not ended:
            try:
                await asyncio.wait_for(self._more.wait(), BEAT_SECONDS)
                await asyncio.sleep(GATHER_SECONDS)
            except TimeoutError:
                pass
            said, ended = self._take()
            await self._line.ask(wire.encode_report(self._job, self._key, number, said))
            number += 1

    def _take(self) -> tuple[list[str], bool]:
        """As much of what waits as fits into a report, encoded; and whether the end is in it."""
        taken: list[str] = []
        size, ended = 0, False
        while self._waiting and size < _REPORT:
            said = self._waiting.popleft()
            if isinstance(said, TextDelta):
                said = self._with_more(said.text)
            ended = isinstance(said, Done | Failed)
            taken.append(wire.encode_said(said))
            size += len(taken[-1].encode("utf-8", "surrogatepass"))
        if not self._waiting:
            self._more.clear()
        return taken, ended

    def _with_more(self, text: str) -> TextDelta:
        """The text with what follows it, cut at what a report takes; the rest waits."""
        parts, length = [text], len(text)
        while length < _TEXT and self._waiting and isinstance(self._waiting[0], TextDelta):
            more = self._waiting.popleft()
            assert isinstance(more, TextDelta)  # looked at just now
            parts.append(more.text)
            length += len(more.text)
        whole = "".join(parts)
        if len(whole) > _TEXT:
            self._waiting.appendleft(TextDelta(whole[_TEXT:]))
        return TextDelta(whole[:_TEXT])
