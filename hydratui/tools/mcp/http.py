"""The way to an MCP server over HTTP: its entry's headers alone, no proxy, no answer without end."""

from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import httpx2

from hydratui.tools.mcp.keeper import LONGEST
from hydratui.tools.mcp.settings import Server
from hydratui.tools.mcp.trouble import Trouble

_CONNECT_SECONDS = 15.0
_SILENCE_SECONDS = 600.0
"""Longest pause in an answer; how long a call may take is counted elsewhere."""


def client(server: Server, trouble: Trouble) -> httpx2.AsyncClient:
    """A client for one server.

    Args:
        server: Its entry.
        trouble: Is told what the library would not pass on.
    """
    return httpx2.AsyncClient(
        # The last word is the entry's: its headers replace those that a client sends by itself.
        headers={"User-Agent": "hydratui", "Accept-Encoding": "identity", **server.headers},
        timeout=httpx2.Timeout(_CONNECT_SECONDS, read=_SILENCE_SECONDS),
        transport=_Watched(trouble),
        trust_env=False,
    )


class _Watched(httpx2.AsyncBaseTransport):
    """Takes note of refusals, and cuts off an answer that is too long or packed."""

    def __init__(self, trouble: Trouble) -> None:
        self._inner = httpx2.AsyncHTTPTransport(trust_env=False)
        self._trouble = trouble

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Sends one request."""
        try:
            response = await self._inner.handle_async_request(request)
        except httpx2.TransportError as error:
            self._trouble.say(f"it can't be reached ({type(error).__name__})")
            raise
        status = response.status_code
        if response.headers.get("content-encoding", "identity").strip().lower() not in ("identity", ""):
            await response.aclose()
            self._trouble.say("it sends packed answers, which it was asked not to")
            raise httpx2.DecodingError("packed")
        if response.is_redirect:
            self._trouble.say(f"it sends on to {_host(response.headers.get('location', ''))}; put the final address into its entry")
        elif status in (401, 403):
            self._trouble.say(f"it wants a key (HTTP {status}); put it into the headers of its entry")
        elif status >= 400 and request.method == "POST":
            self._trouble.say(f"it answers with HTTP {status}")
        if not response.headers.get("content-type", "").lower().startswith("text/event-stream"):
            response.stream = _Short(response.stream, self._trouble)
        return response

    async def aclose(self) -> None:
        """Closes what is open."""
        await self._inner.aclose()


class _Short(httpx2.AsyncByteStream):
    """A body that may not be longer than one message."""

    def __init__(self, inner: object, trouble: Trouble) -> None:
        assert isinstance(inner, httpx2.AsyncByteStream)
        self._inner = inner
        self._trouble = trouble

    async def __aiter__(self) -> AsyncIterator[bytes]:
        length = 0
        async for chunk in self._inner:
            length += len(chunk)
            if length > LONGEST:
                self._trouble.say(f"its answer had more than {LONGEST // 1_048_576} MB")
                # The one kind of error that the library above takes for this answer's alone.
                raise httpx2.StreamError("too long")
            yield chunk

    async def aclose(self) -> None:
        """Closes the body."""
        await self._inner.aclose()


def _host(address: str) -> str:
    try:
        return urlsplit(address).hostname or "another path"
    except ValueError:
        return "no address"
