"""Who may talk to the page: a browser that was given its address, and no web page but our own.

Loopback alone keeps nobody out: any web site that is open in a browser here may send requests to it (cross-site websockets have no
same-origin rule), may do so under a name of its own that points here (DNS rebinding), and other users of the machine may connect too.
"""

import secrets
from collections.abc import Awaitable, Callable

from aiohttp import web
from aiohttp.typedefs import Middleware

from hydratui.cli.browser.address import is_own_authority

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:;"
        " connect-src 'self' ws://{host}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    ),
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def guarded(token: str) -> Middleware:
    """The middleware that lets in who knows the token, which is the first part of every path."""

    @web.middleware
    async def guard(request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]) -> web.StreamResponse:
        if (reason := refusal(request)) is not None:
            raise web.HTTPForbidden(text=reason)
        if not secrets.compare_digest(request.path.split("/")[1].encode(), token.encode()):
            raise web.HTTPNotFound(text="Open the address that hydratui serve printed.")
        return await handler(request)

    return guard


def refusal(request: web.Request) -> str | None:
    """Why a request can't be one of our page's own, else None."""
    hosts, origins = request.headers.getall("Host", []), request.headers.getall("Origin", [])
    if len(hosts) != 1 or not is_own_authority(hosts[0]):
        return "This name is not one of this machine's own."
    # Another port is another origin: a page of another program here is refused as well.
    if any(origin.lower() != f"http://{hosts[0].lower()}" for origin in origins):
        return "Another page may not talk to hydratui."
    # A browser always says where a websocket comes from.
    if request.headers.get("Upgrade") is not None and len(origins) != 1:
        return "It is not said where this connection comes from."
    return None


async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Keeps what is sent to our page, out of caches, frames and other pages."""
    host = request.host if is_own_authority(request.host) else "127.0.0.1"
    for name, value in HEADERS.items():
        response.headers[name] = value.replace("{host}", host)
