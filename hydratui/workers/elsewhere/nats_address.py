"""Where a NATS server is, as the user writes it, and how to log in there."""

import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from hydratui.errors import HydraError, UsageError

_PORT = 4222
_WORD = re.compile(r"[!-~]+")


@dataclass(frozen=True, slots=True)
class Address:
    """A server.

    Attributes:
        url: ``nats://`` or ``tls://`` with host and port, and with user and password where there are any.
        shown: The same without user and password.
        credentials: The file with the user's token and key that `nsc` makes, or None.
    """

    url: str
    shown: str
    credentials: Path | None = None


def address(text: str, credentials: Path | None = None) -> Address:
    """Reads an address. Without a scheme it is ``nats://``, without a port 4222.

    Raises:
        UsageError: It is none.
        HydraError: The file of credentials can't be read, or is none.
    """
    url = text if "://" in text else f"nats://{text}"
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port or _PORT
    except ValueError:
        host, port = None, _PORT
    if not host or parts.scheme not in ("nats", "tls") or parts.path not in ("", "/") or not _WORD.fullmatch(url):
        raise UsageError('The address of a NATS server is written like "nats://box.example:4222", or "tls://box.example:4222" with TLS.')
    if credentials is not None:
        _check(credentials)
    place = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    login, at, _ = parts.netloc.rpartition("@")
    return Address(f"{parts.scheme}://{login}{at}{place}", f"{parts.scheme}://{place}", credentials)


def _check(credentials: Path) -> None:
    try:
        text = credentials.read_text(encoding="ascii", errors="replace")
    except OSError as error:
        raise HydraError(f"The credentials in {credentials} can't be read ({error.strerror}). Name the file that they are in.") from error
    if not all(f"-----BEGIN {part}-----" in text for part in ("NATS USER JWT", "USER NKEY SEED")):
        raise HydraError(f"{credentials} holds no credentials for a NATS server. Make the file with: nsc generate creds")
