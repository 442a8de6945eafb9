"""The text of a PDF, page by page. Only for a process of its own: a file can be built so that reading it takes minutes."""

import io
import time
import zlib
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from hydratui.errors import HydraError
from hydratui.text import one_line
from hydratui.tools.document import Document, Page

if TYPE_CHECKING:
    from pypdf import PageObject

SECONDS = 8.0
"""After which no further page is begun."""
MAX_TEXT = 1_000_000
"""Characters that are read of one PDF."""
_BROKEN = "The PDF is damaged and can't be read. Try another copy of it."
_LOCKED = "The PDF is locked with a password. Save a copy without one."
_UNREADABLE = "(There is no way to read"
# What the library and its filters raise on a file that is not as it should be.
_FAULTS = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError, OSError, AssertionError, zlib.error)


def is_pdf(document: Document) -> bool:
    """Whether a document is a PDF, by its first bytes."""
    return document.body[:1_024].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"%PDF-")


def read_pdf(document: Document, site: str, seconds: float = SECONDS) -> Page:
    """The title, the number of pages and the text of a PDF; where it has too much of it, of its first pages.

    Args:
        document: The PDF.
        site: Where it is from.
        seconds: After which no further page is begun.

    Raises:
        HydraError: It is locked or damaged, or there is no text in it.
    """
    from pypdf import PdfReader
    from pypdf.errors import DependencyError, PyPdfError

    try:
        reader = PdfReader(io.BytesIO(document.body))
        if reader.is_encrypted and not reader.decrypt(""):
            raise HydraError(_LOCKED)
        count, known = len(reader.pages), reader.metadata
        title = one_line(str(known.title or "")) if known else ""
        day = _day(str(known.get("/CreationDate", ""))) if known else ""
    except DependencyError as error:
        raise HydraError(_LOCKED) from error
    except (PyPdfError, *_FAULTS) as error:
        raise HydraError(_BROKEN) from error
    texts = list(_pages(reader.pages, count, time.monotonic() + seconds))
    if texts and all(text.startswith(_UNREADABLE) for text in texts):
        raise HydraError(_BROKEN)
    text = "\n\n".join(texts).strip()
    if not text:
        raise HydraError("There is no text in the PDF: its pages are pictures. Try a copy with text in it.")
    return Page(document.url, title, site, day, text, count)


def _pages(pages: "Iterable[PageObject]", count: int, until: float) -> Iterator[str]:
    from pypdf.errors import PyPdfError

    length = 0
    for number, page in enumerate(pages, 1):
        if time.monotonic() > until or length > MAX_TEXT:
            yield f"(The first {number - 1} of {count} pages; the rest is too much to read.)"
            return
        try:
            text = page.extract_text().strip()
        except (PyPdfError, *_FAULTS):
            text = f"{_UNREADABLE} page {number}.)"
        length += len(text)
        if text:
            yield text


def _day(written: str) -> str:
    """``D:20260302100000Z`` as ``2026-03-02``."""
    digits = written.removeprefix("D:")[:8]
    return f"{digits[:4]}-{digits[4:6]}-{digits[6:]}" if len(digits) == 8 and digits.isdecimal() else ""
