"""Searches the web with Brave's own API, for users who have a key for it."""

import html
import json
import re
from dataclasses import dataclass, field
from typing import Any

from hydratui.errors import HydraError

URL = "https://api.search.brave.com/res/v1/web/search"
LONGEST_QUERY = 400
"""Characters of a query that the API takes, by its documentation."""
MOST_WORDS = 50
_MOST_RESULTS = 20
_LARGEST = 2_000_000
_MARKUP = re.compile(r"</?\w[^<>]{0,40}>")


@dataclass(frozen=True, slots=True)
class Brave:
    """The way to Brave.

    Attributes:
        key: The user's key. It goes into one header, and into no text.
        url: Where the API is.
        seconds: How long an answer may take.
    """

    key: str = field(repr=False)
    url: str = URL
    seconds: float = 8.0

    async def search(self, query: str, results: int) -> list[dict[str, str]]:
        """The results as title, ``href`` and ``body``; none when nothing matches.

        Raises:
            HydraError: Brave can't be asked or refuses; one sentence, without the key.
        """
        import httpx2

        if not (self.key.isascii() and self.key.isprintable()):
            raise HydraError("Brave's key holds signs that no key has; hydratui keys set brave saves another.")
        asked = " ".join(query.split()[:MOST_WORDS])[:LONGEST_QUERY]
        parameters = {"q": asked, "count": str(min(results, _MOST_RESULTS)), "text_decorations": "false"}
        headers = {"X-Subscription-Token": self.key, "Accept": "application/json"}
        try:
            async with (
                httpx2.AsyncClient(trust_env=False, follow_redirects=False, timeout=self.seconds) as client,
                client.stream("GET", self.url, params=parameters, headers=headers) as response,
            ):
                if response.status_code != 200:
                    raise HydraError(_refusal(response.status_code))
                body = bytearray()
                async for piece in response.aiter_bytes():
                    body += piece
                    if len(body) > _LARGEST:
                        raise HydraError("Brave's answer is too large.")
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            # Not quoted: a client's error may hold the request.
            raise HydraError(f"Brave can't be reached ({type(error).__name__}).") from None
        return _results(bytes(body))[:results]


def _results(body: bytes) -> list[dict[str, str]]:
    try:
        found = (json.loads(body).get("web") or {}).get("results") or []
        return [
            {"title": _words(each.get("title")), "href": str(each["url"]), "body": _words(each.get("description"))}
            for each in found
            if each.get("url")
        ]
    except (ValueError, AttributeError, TypeError, RecursionError):
        raise HydraError("Brave's answer can't be read.") from None


def _words(text: Any) -> str:
    return html.unescape(_MARKUP.sub("", str(text or "")))


def _refusal(status: int) -> str:
    match status:
        case 401 | 403 | 422:
            return "Brave refused the key; hydratui keys set brave saves another."
        case 402 | 429:
            return "Brave takes no more searches with this key for the moment."
    return f"Brave answered {status}."
