"""What a file that comes with a message is, told by what is in it and not by its name: text, a PDF, an image, or nothing that is taken."""

import asyncio
import hashlib
import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE

from hydratui.commands.pictures import picture
from hydratui.errors import HydraError
from hydratui.store.attachments import Attachment, Content
from hydratui.text import clipped

MAX_TEXT = 1_000_000
MAX_FILE = 10_000_000
"""Bytes of a text, and of an image or a PDF."""
_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_OTHER_PICTURES = (b"BM", b"II*\0", b"MM\0*", b"\0\0\1\0", b"8BPS")


def content(name: str, data: bytes) -> Content:
    """A file as it is kept with a task. Reading a PDF takes a process and some seconds at most.

    Args:
        name: The file's name without its folder.
        data: What is in it.

    Raises:
        HydraError: It is of a kind that is not taken, or too large for its kind.
    """
    shown = shown_name(name)
    sha = hashlib.sha256(data).hexdigest()
    if data.lstrip()[:5] == b"%PDF-":
        text, about = _pdf(shown, data)
        return Content(Attachment(shown, "pdf", "application/pdf", about, len(data), sha), text)
    if (seen := picture(data)) is not None:
        about = f"{seen.width} × {seen.height}" if seen.width else ""
        return Content(Attachment(shown, "image", seen.media, about, len(data), sha), data)
    if data.startswith(_OTHER_PICTURES) or data[4:12] in (b"ftypheic", b"ftypavif", b"ftypmif1"):
        raise HydraError(f"{shown} is an image of a kind that models don't take. Save it as PNG or JPEG and attach that.")
    if len(data) > MAX_TEXT:
        raise HydraError(f"{shown} is larger than {MAX_TEXT / 1e6:g} MB, the most for a text. Attach a part of it.")
    return Content(Attachment(shown, "text", "text/plain", "", len(data), sha), _text(shown, data))


def shown_name(path: str) -> str:
    """The name by which a file is known: the last part of its path, on one line."""
    return clipped(path.rpartition("/")[2], 120)


def _text(name: str, data: bytes) -> str:
    """The letters of a text: as its byte order mark says, else UTF-8, else Windows' own code page."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    if b"\0" in data or len(_CONTROLS.findall(data)) * 200 > len(data):
        raise HydraError(f"{name} is neither text nor a PDF nor an image (PNG, JPEG, GIF, WebP). Save it as one of these and attach that.")
    try:
        return data.removeprefix(BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _pdf(name: str, data: bytes) -> tuple[str, str]:
    from hydratui.tools import reading
    from hydratui.tools.document import Document

    try:
        page = asyncio.run(reading.read(Document("", "application/pdf", None, data)))
    except HydraError as error:
        raise HydraError(f"{name} is not attached: {error}") from error
    return page.text, f"{page.pages} page{'' if page.pages == 1 else 's'}"
