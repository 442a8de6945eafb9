"""Where the page may be served, and which names a browser may call it by."""

import ipaddress
import os
import socket
from urllib.parse import urlsplit

from hydratui.errors import HydraError, UsageError


def is_own(host: str) -> bool:
    """Whether a name or address can be nothing but this machine: ``localhost``, ``127.0.0.0/8``, ``::1``."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_own_authority(authority: str) -> bool:
    """The same of what a browser puts into its Host header, with or without a port."""
    try:
        parts = urlsplit(f"//{authority}")
        return parts.netloc == authority and "@" not in authority and parts.hostname is not None and is_own(parts.hostname)
    except ValueError:
        return False


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens for browsers of this machine.

    Args:
        host: A loopback address, or ``localhost``.
        port: 0 takes a free one.

    Raises:
        UsageError: The address can be reached from elsewhere. The app has no login.
        HydraError: The port is taken.
    """
    if not is_own(host):
        raise UsageError(
            f"The app has no login, so it is served to this machine alone, not on {host!r}. Leave --host out; from another machine use an"
            f" SSH tunnel: ssh -L {port or 8421}:127.0.0.1:{port or 8421} THIS-MACHINE."
        )
    address = "127.0.0.1" if host == "localhost" else host
    try:
        return socket.create_server((address, port), family=socket.AF_INET6 if ":" in address else socket.AF_INET)
    except OSError as error:
        why = os.strerror(error.errno) if error.errno else str(error)
        raise HydraError(f"Port {port} on {address} can't be used ({why}). Name another with --port N, or 0 for a free one.") from error


def url(sock: socket.socket, token: str) -> str:
    """The address to open."""
    host, port = sock.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/{token}/"
