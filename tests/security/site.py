"""Real web servers on loopback, behind names and addresses that look public."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from ipaddress import ip_address

from hydratui.tools.addresses import Address
from hydratui.tools.net import Limits, Network

PUBLIC = "93.184.216.34"
"""An address that is public; connections to it are led to the server on loopback."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a path answers. An endless one goes on sending its body until the client leaves; a silent one never answers."""

    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=lambda: {"Content-Type": "text/plain"})
    status: int = 200
    endless: bool = False
    silent: bool = False


def redirect(location: str, status: int = 302) -> Reply:
    return Reply(b"", {"Location": location}, status)


@dataclass(slots=True)
class Site:
    """A server that runs, and what it has seen."""

    replies: Mapping[str, Reply]
    port: int = 0
    requests: list[str] = field(default_factory=list)
    hosts: list[str] = field(default_factory=list)
    cookies: list[str] = field(default_factory=list)
    connections: int = 0

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while request := await reader.readuntil(b"\r\n\r\n"):
                lines = request.decode("latin-1").split("\r\n")
                path = lines[0].split(" ")[1]
                self.requests.append(path)
                self.hosts += [line.partition(":")[2].strip() for line in lines if line.lower().startswith("host:")]
                self.cookies += [line for line in lines if line.lower().startswith("cookie:")]
                await self._reply(self.replies.get(path, Reply(b"not here", status=404)), writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def _reply(self, reply: Reply, writer: asyncio.StreamWriter) -> None:
        if reply.silent:
            await asyncio.Event().wait()
        headers = dict(reply.headers)
        if not reply.endless:
            headers["Content-Length"] = str(len(reply.body))
        writer.write(
            f"HTTP/1.1 {reply.status} Answer\r\n".encode() + "".join(f"{k}: {v}\r\n" for k, v in headers.items()).encode() + b"\r\n"
        )
        writer.write(reply.body)
        while reply.endless:
            writer.write(reply.body)
            await writer.drain()
        await writer.drain()


@asynccontextmanager
async def served(replies: Mapping[str, Reply], trust: ssl.SSLContext | None = None) -> AsyncIterator[Site]:
    """A server for the time of a test."""
    site = Site(replies)
    running: set[asyncio.Task[None]] = set()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        running.add(task)
        await site.answer(reader, writer)

    server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=trust)
    site.port = server.sockets[0].getsockname()[1]
    try:
        yield site
    finally:
        server.close()
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


@dataclass(slots=True)
class Names:
    """A resolver: the answers for a name in turn, the last one again and again."""

    answers: Mapping[str, Sequence[Sequence[str]]]
    asked: list[str] = field(default_factory=list)

    async def __call__(self, host: str, port: int) -> list[Address]:
        if host not in self.answers:
            raise OSError("no such name")
        turns = self.answers[host]
        turn = turns[min(self.asked.count(host), len(turns) - 1)]
        self.asked.append(host)
        return [ip_address(address) for address in turn]


@dataclass(slots=True)
class Road:
    """Leads connections to public addresses to a server on loopback, and keeps a list of them."""

    site: Site
    taken: list[str] = field(default_factory=list)
    dead: frozenset[str] = frozenset()

    def __call__(self, address: Address, port: int) -> tuple[str, int]:
        self.taken.append(str(address))
        return "127.0.0.1", 1 if str(address) in self.dead else self.site.port


def network(
    site: Site, names: Names | None = None, trust: ssl.SSLContext | None = None, limits: Limits | None = None
) -> tuple[Network, Road, Names]:
    """A way out whose checks are the real ones; only what lies behind public addresses is ours."""
    known = names or Names({"news.example": [[PUBLIC]], "other.example": [[PUBLIC]]})
    road = Road(site)
    return Network(resolver=known, route=road, trust=trust, limits=limits or Limits()), road, known
