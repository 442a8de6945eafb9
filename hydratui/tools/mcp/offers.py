"""Makes offers of what a server lists: names cleaned, texts cut, each tool that can't be taken over named with its reason."""

import hashlib
import re
import unicodedata
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from hydratui.agents.grants import DEFAULT
from hydratui.errors import HydraError
from hydratui.text import clipped, plain
from hydratui.tools.caller import Caller
from hydratui.tools.identity import refuse_unfit
from hydratui.tools.mcp.results import gist
from hydratui.tools.mcp.schema import Unusable, adopted
from hydratui.tools.mcp.settings import Server, prefix
from hydratui.tools.secrets import redact
from hydratui.tools.tool import Offer

MOST = 100
"""Tools of one server."""
MOST_TEXT = 120_000
"""Characters that the tools of one server take in a prompt, some 30,000 tokens."""
LOOKED_AT = 1_000
_LONGEST_NAME = 64
_THEIR_LONGEST_NAME = 256
_DESCRIPTION = 1_000

Call = Callable[[str, Mapping[str, object]], Awaitable[str]]
"""Calls a tool of the server by the server's own name for it."""


@dataclass(frozen=True, slots=True)
class Offered:
    """What a server has to offer.

    Attributes:
        offers: Its tools.
        skipped: A line for each that was left out, or for many.
    """

    offers: tuple[Offer, ...] = ()
    skipped: tuple[str, ...] = ()


def offered(server: Server, listed: Sequence[object], call: Call, neighbours: Iterable[str] = ()) -> Offered:
    """The tools of a server as offers.

    Args:
        server: Its entry.
        listed: Its tools as it lists them, unchecked.
        call: Calls one of them.
        neighbours: Prefixes of other servers: a tool must not pass for one of theirs.
    """
    offers: dict[str, Offer] = {}
    skipped: list[str] = []
    room = MOST_TEXT
    others = [other for other in neighbours if other.startswith(f"{server.prefix}_")]
    for place, given in enumerate(listed[:LOOKED_AT]):
        if len(offers) == MOST:
            skipped.append(f"{len(listed) - place:,} more: {MOST} tools of a server are taken")
            break
        theirs = given.get("name") if isinstance(given, Mapping) else None
        try:
            offer = _offer(server, given, call)
            _refuse_twin(offer.name, offers, others)
            refuse_unfit(offer)
            room -= len(offer.description) + len(str(offer.schema))
            if room < 0:
                raise Unusable(f"together the tools of this server take more than {MOST_TEXT:,} characters")
        except (Unusable, HydraError) as reason:
            skipped.append(f"{clipped(theirs, 64) if isinstance(theirs, str) else 'a tool without a name'}: {reason}")
        else:
            offers[offer.name] = offer
    else:
        if len(listed) > LOOKED_AT:
            skipped.append(f"{len(listed) - LOOKED_AT:,} more: {LOOKED_AT:,} tools of a server are looked at")
    return Offered(tuple(offers.values()), tuple(skipped))


def our_name(server: Server, theirs: str) -> str:
    """A tool's name here: the server's, then its own, of letters a to z, digits and ``_``, at most 64 characters."""
    folded = unicodedata.normalize("NFKD", theirs).encode("ascii", "ignore").decode()
    own = re.sub(r"[^a-z0-9]+", "_", folded.lower()).strip("_")
    if not own:
        raise Unusable("its name has no letter or digit")
    name = own if own.startswith(f"{server.prefix}_") else f"{server.prefix}_{own}"
    if len(name) > _LONGEST_NAME:
        # Two long names that begin alike stay two.
        name = f"{name[: _LONGEST_NAME - 9]}_{hashlib.sha256(theirs.encode('utf-8', 'replace')).hexdigest()[:8]}"
    return name


def _offer(server: Server, given: object, call: Call) -> Offer:
    theirs = given.get("name") if isinstance(given, Mapping) else None
    if not isinstance(given, Mapping) or not isinstance(theirs, str):
        raise Unusable("it is no description of a tool")
    if len(theirs) > _THEIR_LONGEST_NAME:
        raise Unusable(f"its name has {len(theirs):,} characters")
    name = our_name(server, theirs)
    # What an agent is granted by these names is ours alone.
    if any(name == ours or name.startswith(f"{ours}_") for ours in DEFAULT):
        raise Unusable(f"here its name would be {name}, and it could pass for a tool that every agent has")
    return Offer(
        name,
        _description(server, given.get("description")),
        adopted(given.get("inputSchema")),
        _run(server, theirs, call),
        f"mcp:{server.name}",
        gist,
        outside=True,
    )


def _run(server: Server, theirs: str, call: Call) -> Callable[[Caller, Mapping[str, object]], Awaitable[str]]:
    async def run(caller: Caller, arguments: Mapping[str, object]) -> str:
        return redact(await call(theirs, arguments), server.secrets)

    return run


def about(description: str, server: Server) -> str:
    """The beginning of what a server says of a tool, on one line."""
    return clipped(description.removeprefix(_said(server)), 100)


def _description(server: Server, given: object) -> str:
    """The server's own words, marked as such: they are a stranger's."""
    text = plain(given[: 2 * _DESCRIPTION]).strip() if isinstance(given, str) else ""
    text = redact(text, server.secrets)
    return _said(server) + (text if len(text) <= _DESCRIPTION else f"{text[: _DESCRIPTION - 1]}…")


def _said(server: Server) -> str:
    return f"A tool of the MCP server {server.name}. What that says of it: "


def _refuse_twin(name: str, offers: Mapping[str, Offer], others: Iterable[str]) -> None:
    if name in offers:
        raise Unusable(f"another tool has the same name here, {name}")
    for other in others:
        if name.startswith(f"{other}_"):
            raise Unusable(f"here its name would be {name}, and it could pass for one of the server {other}")


def touches(server: Server, grants: Iterable[str]) -> bool:
    """Whether what an agent is granted can cover a tool of a server: its name, a tool's, or the beginning of either."""
    own = server.prefix
    for grant in grants:
        word = prefix(grant)
        if grant == server.name or word == own or word.startswith(f"{own}_") or own.startswith(f"{word}_"):
            return True
    return False
