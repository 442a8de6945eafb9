"""Images, told by their first bytes: what kind each is and how large."""

import struct
from dataclasses import dataclass

_START_OF_FRAME = frozenset({0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF})


@dataclass(frozen=True, slots=True)
class Picture:
    """An image of a kind that models take: its content type and its size in pixels, 0 where it does not say."""

    media: str
    width: int = 0
    height: int = 0


def picture(data: bytes) -> Picture | None:
    """What image some bytes are; None when they are none that models take."""
    try:
        if data.startswith(b"\x89PNG\r\n\x1a\n"):
            return Picture("image/png", *struct.unpack(">II", data[16:24]))
        if data.startswith((b"GIF87a", b"GIF89a")):
            return Picture("image/gif", *struct.unpack("<HH", data[6:10]))
        if data.startswith(b"\xff\xd8\xff"):
            return Picture("image/jpeg", *_jpeg(data))
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return Picture("image/webp", *_webp(data))
    except (struct.error, IndexError):
        # Cut off behind its first bytes; the model's server will say so.
        return None
    return None


def _jpeg(data: bytes) -> tuple[int, int]:
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if marker in _START_OF_FRAME:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        if marker == 0xFF:
            at += 1
        else:
            at += 2 + max(length, 2)
    return 0, 0


def _webp(data: bytes) -> tuple[int, int]:
    match data[12:16]:
        case b"VP8 ":
            width, height = struct.unpack("<HH", data[26:30])
            return width & 0x3FFF, height & 0x3FFF
        case b"VP8L":
            bits = int.from_bytes(data[21:25], "little")
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8X":
            return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
    return 0, 0
