"""The tool that searches the web."""

import asyncio
import logging
import threading
from collections.abc import Mapping, Sequence
from typing import Any

from hydratui.errors import HydraError
from hydratui.text import one_line
from hydratui.tools.brave import Brave
from hydratui.tools.caller import Caller
from hydratui.tools.tool import Offer

_DESCRIPTION = """\
Search the web. You get titles, addresses and short snippets; read a page whole with fetch_url before you rely on it.
Give keywords as one would type them into a search engine, in the language of the pages that you want."""

_SCHEMA = {
    "type": "object",
    "properties": {
        "query": {"type": "string", "description": "Keywords."},
        "results": {"type": "integer", "minimum": 1, "maximum": 20, "description": "How many results, 8 unless given."},
    },
    "required": ["query"],
    "additionalProperties": False,
}
ENGINES = ("duckduckgo", "brave", "mojeek", "startpage", "yahoo", "wikipedia")
"""Asked in turn until one has results."""

_SECONDS = 8
_ALL_SECONDS = 25.0
_TOO_SLOW = "The search engines take too long to answer. Try again in a minute."
_log = logging.getLogger(__name__)
_NO_NETWORK = ("dns", "connect", "resolve", "unreachable", "network")


def web_search(engines: Sequence[str] = ENGINES, brave: Brave | None = None) -> Offer:
    """The tool.

    Args:
        engines: Names that ddgs knows, in the order in which they are asked.
        brave: Brave's own API, asked before them, where the user has a key for it.
    """

    async def run(caller: Caller, arguments: Mapping[str, object]) -> str:
        query = one_line(str(arguments["query"]))
        if not query:
            raise HydraError("The query is empty. Give some keywords.")
        stopped = threading.Event()
        try:
            async with asyncio.timeout(_ALL_SECONDS):
                results = int(str(arguments.get("results", 8)))
                found, trouble = await _ask_brave(brave, query, results)
                try:
                    found = found or await asyncio.to_thread(_ask, engines, query, results, stopped)
                except HydraError as error:
                    raise HydraError(f"{trouble} {error}".strip()) from error
        except TimeoutError as error:
            raise HydraError(_TOO_SLOW) from error
        finally:
            # A thread can't be ended; it stops before the next engine.
            stopped.set()
        return "\n\n".join(_shown(place, result) for place, result in enumerate(found, 1))

    return Offer("web_search", _DESCRIPTION, _SCHEMA, run, gist=_gist, repeats="freely", outside=True)


def _shown(place: int, result: Mapping[str, Any]) -> str:
    title, address, snippet = (one_line(str(result.get(key) or "")) for key in ("title", "href", "body"))
    return f"{place}. {title or 'Without a title'}\n{address}\n{snippet[:500]}".rstrip()


async def _ask_brave(brave: Brave | None, query: str, results: int) -> tuple[Sequence[Mapping[str, Any]], str]:
    """What Brave has found, and why it could not be asked."""
    try:
        return (await brave.search(query, results) if brave is not None else []), ""
    except HydraError as error:
        _log.warning("%s The other search engines are asked.", error)
        return [], str(error)


def _ask(engines: Sequence[str], query: str, results: int, stopped: threading.Event) -> list[dict[str, Any]]:
    """The results of the first engine that has some.

    Raises:
        HydraError: None has: no network, they refuse, or nothing matches. The line says which.
    """
    from ddgs import DDGS

    problems: list[str] = []
    for engine in engines:
        if stopped.is_set():
            break
        try:
            if found := DDGS(timeout=_SECONDS).text(query, max_results=results, backend=engine):
                return found
        except Exception as error:
            # Each engine's page is taken apart by its own code, which fails in its own way when the page has changed.
            _log.info("The search engine %s failed: %s", engine, type(error).__name__)
            problems.append(f"{type(error).__name__} {error}".lower())
    if problems and all(any(word in problem for word in _NO_NETWORK) for problem in problems):
        raise HydraError("No search engine can be reached: there is no network. Answer from what you know, and say so.")
    if problems and all("timed out" in problem or "timeout" in problem for problem in problems):
        raise HydraError(_TOO_SLOW)
    raise HydraError(
        "No results: either nothing matches, or the search engines refuse at the moment. Try other keywords, or wait a minute."
    )


def _gist(result: str) -> str:
    count = sum(1 for line in result.splitlines() if line.partition(". ")[0].isdecimal() and ". " in line)
    return f"{count} results"
