"""The HTTP transport under every model client: it tries again where that helps and never where it does not."""

import asyncio
import random
from collections.abc import Mapping

import httpx2

_PASSING = frozenset({408, 429, 500, 502, 503, 504, 529})
_FIRST_WAIT = 0.5


class RetryingTransport(httpx2.AsyncBaseTransport):
    """Sends a request up to `tries` times until its answer begins.

    A status that passes by itself (429, 500 and their like) is tried again after the wait that the answer asks for,
    else after 0.5 s, 1 s and so on with some chance in it. A connection that was dropped before the answer began, as
    llama.cpp drops idle ones, is replaced by a fresh one once. A refused connection and a silent server are not tried
    again, and nothing is once an answer has begun.

    Args:
        wrapped: The transport that sends.
        tries: How often a request is sent at most.
        longest_wait: Seconds; when an answer asks for a longer wait, it is handed on instead of waited for.
    """

    def __init__(self, wrapped: httpx2.AsyncBaseTransport, tries: int, longest_wait: float) -> None:
        self._wrapped = wrapped
        self._tries = tries
        self._longest_wait = longest_wait

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Sends the request and returns the first answer that is not worth another try."""
        # The client libraries describe the machine in these headers; no provider needs them to answer.
        for name in [name for name in request.headers if name.startswith("x-stainless-")]:
            del request.headers[name]
        for sent in range(1, self._tries):
            response = await self._send(request)
            wait = self._wait(response, sent)
            if wait is None:
                return response
            await response.aclose()
            await asyncio.sleep(wait)
        return await self._send(request)

    async def aclose(self) -> None:
        """Closes every connection."""
        await self._wrapped.aclose()

    async def _send(self, request: httpx2.Request) -> httpx2.Response:
        try:
            return await self._wrapped.handle_async_request(request)
        except (httpx2.ReadError, httpx2.WriteError, httpx2.RemoteProtocolError):
            return await self._wrapped.handle_async_request(request)

    def _wait(self, response: httpx2.Response, sent: int) -> float | None:
        headers: Mapping[str, str] = response.headers
        if response.status_code not in _PASSING or headers.get("x-should-retry") == "false":
            return None
        asked = _seconds(headers.get("retry-after-ms"), 0.001) or _seconds(headers.get("retry-after"), 1)
        if asked is None:
            return float(_FIRST_WAIT * 2 ** (sent - 1) * random.uniform(0.75, 1.25))
        return asked if asked <= self._longest_wait else None


def _seconds(header: str | None, unit: float) -> float | None:
    # A date is possible too; no provider of the catalogue sends one, and the usual wait does then.
    try:
        return float(header or "") * unit
    except ValueError:
        return None
