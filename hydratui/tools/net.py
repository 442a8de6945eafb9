"""Gets a document from the open internet, and from nowhere else.

A name is resolved once, every one of its addresses must be public, and the connection goes to such an address; each
redirect is looked at in the same way. Names, certificates and the Host header stay those of the URL.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from http.cookiejar import DefaultCookiePolicy
from ipaddress import ip_address
from typing import TYPE_CHECKING

from hydratui.errors import HydraError
from hydratui.tools.addresses import Address, literal, public, web_port
from hydratui.tools.document import Document
from hydratui.tools.tool import ToolRefused

if TYPE_CHECKING:
    import ssl

    import httpx2

Resolver = Callable[[str, int], Awaitable[Sequence[Address]]]
Route = Callable[[Address, int], tuple[str, int]]

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_PDF = ("application/pdf", "application/x-pdf")
_READABLE = ("text/", "application/json", "application/xml", "application/xhtml+xml", "application/ld+json", *_PDF)
_AGENT = "hydratui/0.1 (+https://github.com/hydratui/hydratui)"


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a page may take.

    Attributes:
        size: Bytes, as they come and also after decompression.
        pdf: The same for a PDF.
        seconds: For everything together, redirects included.
        redirects: How many are followed.
        url: Characters of an address.
    """

    size: int = 5_000_000
    pdf: int = 10_000_000
    seconds: float = 30.0
    redirects: int = 5
    url: int = 4_000


async def resolve(host: str, port: int) -> list[Address]:
    """Every address of a name, as the system knows it.

    Raises:
        OSError: The name is not known, or there is no network.
    """
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(ip_address(entry[4][0]) for entry in found))


def direct(address: Address, port: int) -> tuple[str, int]:
    """The way to an address: itself."""
    return str(address), port


@dataclass(frozen=True, slots=True)
class Network:
    """The way out. What tests put in place of a part is given here and can be changed by nothing at run time.

    Attributes:
        resolver: Names to addresses.
        route: Where the connection to a checked address goes.
        trust: Certificates to trust instead of the system's.
    """

    resolver: Resolver = resolve
    route: Route = direct
    trust: ssl.SSLContext | None = None
    limits: Limits = Limits()

    async def get(self, url: str) -> Document:
        """Fetches a document.

        Raises:
            ToolRefused: The address, or one that it redirects to, is not allowed.
            HydraError: It can't be had: no network, an error status, too large, too slow, of a kind that is no text.
        """
        import httpx2

        try:
            async with asyncio.timeout(self.limits.seconds):
                return await self._follow(url)
        except TimeoutError as error:
            raise HydraError(f"The page took longer than {self.limits.seconds:g} seconds. Try another source.") from error
        except httpx2.TimeoutException as error:
            raise HydraError("The server does not answer. Try another source.") from error
        except httpx2.DecodingError as error:
            raise HydraError("The server's answer is damaged: it can't be decompressed. Try another source.") from error
        except httpx2.HTTPError as error:
            reason = "its certificate is not valid" if "certificate" in str(error).lower() else "the connection failed"
            raise HydraError(f"The page can't be had: {reason}. Try another source.") from error

    async def _follow(self, url: str) -> Document:
        import httpx2

        # No connection is kept: one that was made for a name must never carry a request for another at the same address.
        limits = httpx2.Limits(max_keepalive_connections=0)
        trust = self.trust if self.trust is not None else True
        async with httpx2.AsyncClient(
            trust_env=False, follow_redirects=False, timeout=self.limits.seconds, limits=limits, verify=trust
        ) as client:
            # Nor a cookie: the client sees the address, and may not know that the name behind it has changed.
            client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
            target = self._checked(url)
            for _ in range(self.limits.redirects + 1):
                addresses = await self._addresses(target)
                response = await self._send(client, target, addresses)
                try:
                    if response.status_code not in _REDIRECTS or "location" not in response.headers:
                        return await self._read(response, target)
                    target = self._checked(response.headers["location"], target)
                finally:
                    await response.aclose()
        raise HydraError(f"The page redirects more than {self.limits.redirects} times. Try another source.")

    def _checked(self, url: str, base: httpx2.URL | None = None) -> httpx2.URL:
        """The address, if it may be fetched at all. Nothing has been resolved yet."""
        import httpx2

        where = "The page redirects to an address that" if base is not None else "The address"
        try:
            parsed = base.join(url) if base is not None else httpx2.URL(url.strip())
        except (httpx2.InvalidURL, ValueError) as error:
            raise ToolRefused(f"{where} is not valid. Give a whole one such as https://example.org/page.") from error
        if len(str(parsed)) > self.limits.url:
            raise ToolRefused(f"{where} has more than {self.limits.url:,} characters.")
        if parsed.scheme not in ("http", "https") or not parsed.host:
            raise ToolRefused(f"{where} does not begin with http:// or https://. Only web pages are fetched.")
        if parsed.userinfo:
            raise ToolRefused(f"{where} has a user name or password in it. Give it without.")
        if parsed.port is not None and not web_port(parsed.port):
            raise ToolRefused(f"{where} has a port that is no web server's.")
        return parsed.copy_with(fragment=None)

    async def _addresses(self, target: httpx2.URL) -> Sequence[Address]:
        """The addresses to connect to, all public. This is the one time that the name is resolved."""
        host = target.raw_host.decode("ascii")
        try:
            given = literal(host)
        except ValueError as error:
            raise ToolRefused("The address has a host that is written in an unusual way. Give its name.") from error
        if given is None:
            try:
                found = await self.resolver(host, _port(target))
            except (OSError, UnicodeError) as error:
                raise HydraError("The site can't be found: there is none of this name, or no network. Check the address.") from error
        else:
            found = (given,)
        if not found:
            raise HydraError("The site has no address. Check its name.")
        if not all(public(address) for address in found):
            raise ToolRefused("The address leads to this machine or a private network. Only public addresses are fetched.")
        return found

    async def _send(self, client: httpx2.AsyncClient, target: httpx2.URL, addresses: Sequence[Address]) -> httpx2.Response:
        """Asks for the page at the first of the addresses that can be connected to."""
        import httpx2

        headers = {
            "Host": target.netloc.decode("ascii"),
            "User-Agent": _AGENT,
            "Accept": "text/html, text/*, application/json, application/xml;q=0.9, */*;q=0.5",
        }
        for place, address in enumerate(addresses):
            host, port = self.route(address, _port(target))
            pinned = target.copy_with(host=host, port=port)
            request = client.build_request(
                "GET", pinned, headers=headers, extensions={"sni_hostname": target.raw_host.decode("ascii").rstrip(".")}
            )
            try:
                return await client.send(request, stream=True)
            except (httpx2.ConnectError, httpx2.ConnectTimeout):
                if place == len(addresses) - 1:
                    raise
        raise AssertionError("there is an address, see _addresses")

    async def _read(self, response: httpx2.Response, target: httpx2.URL) -> Document:
        if response.status_code >= 400:
            raise HydraError(f"The server answers {response.status_code}. {_advice(response.status_code)}")
        kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind and not (kind.startswith(_READABLE) or kind.endswith(("+xml", "+json"))):
            raise HydraError("The page is no text (a picture, a file to download). Only pages, feeds, PDFs, text and JSON can be read.")
        most = self.limits.pdf if kind in _PDF else self.limits.size
        too_large = HydraError(f"The page is larger than {most / 1e6:g} MB. Try a smaller one.")
        body = bytearray()
        async for piece in response.aiter_bytes():
            body += piece
            if len(body) > most or response.num_bytes_downloaded > most:
                raise too_large
        return Document(str(target), kind, response.charset_encoding, bytes(body))


def _port(target: httpx2.URL) -> int:
    return target.port or (443 if target.scheme == "https" else 80)


def _advice(status: int) -> str:
    match status:
        case 401 | 403 | 407 | 451:
            return "It does not let us read this page. Try another source."
        case 404 | 410:
            return "There is no such page. Check the address, or search for it."
        case 429:
            return "It wants fewer requests. Wait a minute, or try another source."
    return "Try again later, or another source."
