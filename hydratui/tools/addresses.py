"""Which addresses of the internet may be fetched from: public ones, written plainly."""

import re
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

Address = IPv4Address | IPv6Address

# Beside what the standard library knows as private, loopback, link-local, shared, reserved and multicast.
_CLOSED_V4 = (
    IPv4Network("192.88.99.0/24"),  # 6to4 relays
    IPv4Network("192.0.0.0/24"),  # protocol assignments; Oracle's metadata service
    IPv4Network("168.63.129.16/32"),  # Azure's metadata service, a public address
)
# All of IPv6 that is in use lies in 2000::/3. What reaches an IPv4 address through an IPv6 one lies outside of it
# (mapped, compatible, NAT64), or is named here.
_GLOBAL_V6 = IPv6Network("2000::/3")
_CLOSED_V6 = (
    IPv6Network("2001::/23"),  # protocol assignments, Teredo among them
    IPv6Network("2001:db8::/32"),  # documentation
    IPv6Network("2002::/16"),  # 6to4
    IPv6Network("3fff::/20"),  # documentation
)
_ISATAP = (0x00005EFE, 0x02005EFE)
_NUMBER = re.compile(r"\d+|0[xX][0-9A-Fa-f]*")
_QUAD = re.compile(r"(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}")
_NAME = re.compile(r"(?!-)[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63}){0,126}\.?")

# Ports of services that a forged request could talk to: all below 1024 but those of web servers, and from the WHATWG
# fetch standard ("bad port") and common databases the ones above.
_WEB_PORTS = frozenset({80, 443, 591, 800, 808, 880, 888})
_SERVICE_PORTS = frozenset(
    {1719, 1720, 1723, 2049, 3306, 3659, 4045, 4190, 5060, 5061, 5432, 6000, 6379, 6566, 6697, 9200, 10080, 11211, 27017}
)
_CHAT_PORTS = range(6665, 6670)


def public(address: Address) -> bool:
    """Whether an address is one of the open internet, and not of this machine, its network or its provider."""
    if isinstance(address, IPv4Address):
        return address.is_global and not address.is_multicast and not address.is_reserved and not any(address in net for net in _CLOSED_V4)
    if address.scope_id is not None or address not in _GLOBAL_V6 or any(address in net for net in _CLOSED_V6):
        return False
    embedded = (int(address) >> 32) & 0xFFFF_FFFF
    return embedded not in _ISATAP


def web_port(port: int) -> bool:
    """Whether a port may be a web server's."""
    return port in _WEB_PORTS or (1024 <= port < 65_536 and port not in _SERVICE_PORTS and port not in _CHAT_PORTS)


def literal(host: str) -> Address | None:
    """The address that a host of a URL stands for by itself, or None when it is a name.

    Raises:
        ValueError: It is neither: an address in decimal, octal, hexadecimal or short form, with a zone, or no host at all.
    """
    if ":" in host:
        return IPv6Address(host)
    if _QUAD.fullmatch(host):
        return IPv4Address(host)
    last = host.rstrip(".").rpartition(".")[2]
    if not _NAME.fullmatch(host) or _NUMBER.fullmatch(last):
        raise ValueError(f"{host!r} is no host name")
    return None
