"""What comes from the web: a document as it was sent, and a page as text."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Document:
    """What a server sent.

    Attributes:
        url: The final address, after redirects.
        kind: Content type without parameters, small letters; empty when the server named none.
        charset: As the server named it.
    """

    url: str
    kind: str
    charset: str | None
    body: bytes


@dataclass(frozen=True, slots=True)
class Page:
    """A document as text.

    Attributes:
        address: Its final address.
        date: As the page gives it, ``YYYY-MM-DD`` for most, or empty.
        text: Markdown or plain text, whole.
        pages: How many pages a PDF has; 0 for anything else.
    """

    address: str
    title: str
    site: str
    date: str
    text: str
    pages: int = 0
