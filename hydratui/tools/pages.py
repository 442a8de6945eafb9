"""Makes readable text of a document: a web page becomes Markdown, a feed its entries, a PDF its text, text and JSON stay as they are."""

import json
import re
import sys
from codecs import lookup
from dataclasses import asdict
from typing import Any
from urllib.parse import urlsplit

from hydratui.errors import HydraError
from hydratui.text import one_line
from hydratui.tools.document import Document, Page
from hydratui.tools.pdf import is_pdf, read_pdf

PART = 16_000
"""Characters of one part of a long page, some 4,000 tokens."""

MEMORY = 1_500_000_000
"""Bytes of address space for the process that reads a document, where the system can limit them."""
_FEED = re.compile(rb"<(?:rss|feed|rdf:RDF)[\s>]")
_CHARSET = re.compile(rb"<(?:meta|\?xml)[^>]{0,200}?(?:charset|encoding)\s*=\s*[\"']?([\w-]{2,20})", re.IGNORECASE)
_MARKUP = re.compile(rb"<(?:!doctype|html|head|body|article|div|p)[\s>]", re.IGNORECASE)
_PAGES = ("text/html", "application/xhtml+xml")
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")
_ENTRIES = 50


def is_plain(document: Document) -> bool:
    """Whether a document is text as it stands, and needs no taking apart."""
    head = _head(document)
    if is_pdf(document):
        return False
    feed = _FEED.search(head) and not document.kind.startswith("text/plain")
    return not feed and not (document.kind in _PAGES or (not document.kind and _MARKUP.search(head)))


def read(document: Document, bare: bool = False) -> Page:
    """The text of a document. A web page may take long: `reading.read` does this in another process.

    Args:
        bare: Only the text of a web page, without telling apart what belongs to it; fast whatever the page.

    Raises:
        HydraError: There is no text in it.
    """
    head = _head(document)
    if not document.body.strip():
        raise HydraError("The page is empty. Try another source.")
    if is_pdf(document):
        return read_pdf(document, _site(document.url))
    if b"\0" in head and not head.startswith(_WIDE_MARKS) and not _codec(document.charset).startswith("utf-16"):
        raise HydraError("The page is no text (a picture, a file to download). Only pages, feeds, PDFs, text and JSON can be read.")
    if is_plain(document):
        return Page(document.url, "", _site(document.url), "", _decoded(document))
    if _FEED.search(head):
        return _feed(document)
    return _web_page(document, bare)


def part(page: Page, number: int) -> str:
    """One part of a page, from 1, under its title, site, date and final address.

    Raises:
        HydraError: The page has no such part.
    """
    parts = _parts(page.text)
    if number > len(parts):
        raise HydraError(f"The page has {len(parts)} part{'s' if len(parts) > 1 else ''}; there is no part {number}.")
    lines = [f"{name}: {one_line(value)}" for name, value in (("Title", page.title), ("Site", page.site), ("Date", page.date)) if value]
    lines.append(f"Address: {one_line(page.address)}")
    if page.pages:
        lines.append(f"Pages: {page.pages}")
    if len(parts) > 1:
        rest = f"; part={number + 1} gives the next" if number < len(parts) else ", the last"
        lines.append(f"Part {number} of {len(parts)}{rest}")
    return "\n".join(lines) + "\n\n" + parts[number - 1]


def _parts(text: str) -> list[str]:
    """The text in parts, cut between paragraphs where there is a place, else between lines or words."""
    parts = []
    while len(text) > PART:
        cut = next((at for mark in ("\n\n", "\n", " ") if (at := text.rfind(mark, PART // 2, PART)) > 0), PART)
        parts.append(text[:cut].rstrip())
        text = text[cut:].lstrip()
    return [*parts, text]


def _web_page(document: Document, bare: bool) -> Page:
    import trafilatura
    from trafilatura.metadata import extract_metadata

    html = _decoded(document)
    tree: Any = trafilatura.load_html(html)
    if tree is None:
        raise HydraError("There is no text on the page. Try another source.")
    known: Any = None if bare else extract_metadata(tree, default_url=document.url)
    text = "" if bare else trafilatura.extract(tree, url=document.url, output_format="markdown", include_links=True, include_comments=False)
    if not text:
        # A page without an article (a front page, a list, a form), or one that takes too long.
        text = trafilatura.html2txt(html).strip()
    if not text:
        raise HydraError("There is no text on the page; it may need JavaScript. Try another source.")
    title, site, date = (known.title, known.sitename, known.date) if known else ("", "", "")
    return Page(document.url, title or "", site or _site(document.url), date or "", text)


def _feed(document: Document) -> Page:
    import feedparser

    feed = feedparser.parse(document.body)
    if not feed.entries:
        return Page(document.url, one_line(feed.feed.get("title", "")), _site(document.url), "", "The feed has no entries.")
    entries = [_entry(entry) for entry in feed.entries[:_ENTRIES]]
    if len(feed.entries) > _ENTRIES:
        entries.append(f"({len(feed.entries) - _ENTRIES} older entries are left out.)")
    when = feed.feed.get("updated", "") or feed.entries[0].get("published", "")
    return Page(document.url, one_line(feed.feed.get("title", "")), _site(document.url), when, "\n\n".join(entries))


def _entry(entry: Any) -> str:
    lines = [f"## {one_line(entry.get('title', '')) or 'Without a title'}"]
    lines += [
        value
        for key in ("published", "link")
        if (value := one_line(entry.get(key, "") or (entry.get("updated", "") if key == "published" else "")))
    ]
    if summary := _without_markup(entry.get("summary", "")):
        lines.append(summary if len(summary) <= 600 else summary[:600] + "…")
    return "\n".join(lines)


def _without_markup(text: str) -> str:
    if "<" not in text:
        return one_line(text)
    import trafilatura

    return one_line(trafilatura.html2txt(f"<html><body>{text}</body></html>"))


def _decoded(document: Document) -> str:
    """The body as text: the byte order mark, the server, the page itself, UTF-8, in this order."""
    body = document.body
    if body.startswith(_WIDE_MARKS):
        return body.decode("utf-16", "replace")
    named = _CHARSET.search(body[:2_000])
    codec = _codec(document.charset) or _codec(named[1].decode("ascii") if named else None)
    if not codec:
        try:
            return body.decode("utf-8-sig")
        except UnicodeDecodeError:
            codec = "cp1252"
    return body.decode("utf-8-sig" if codec == "utf-8" else codec, "replace")


def _codec(name: str | None) -> str:
    """The name of a text codec, or empty when there is none of this name."""
    try:
        found = lookup(name or "")
    except LookupError:
        return ""
    return found.name if found._is_text_encoding else ""


def _site(url: str) -> str:
    return urlsplit(url).hostname or ""


def _head(document: Document) -> bytes:
    """The beginning, where a document says what it is."""
    return document.body[:2_000].lstrip(b"\xef\xbb\xbf \t\r\n")


def _limit_memory() -> None:
    """Some megabytes can be built to unfold to gigabytes."""
    if sys.platform == "linux":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_AS)
        most = MEMORY if most == resource.RLIM_INFINITY else min(most, MEMORY)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _main() -> None:
    """Reads a document from standard input, a line of JSON and the body; writes the page, or the error, as JSON."""
    _limit_memory()
    head = json.loads(sys.stdin.buffer.readline())
    bare = head.pop("bare")
    try:
        answer: dict[str, object] = asdict(read(Document(**head, body=sys.stdin.buffer.read()), bare))
    except HydraError as error:
        answer = {"error": str(error)}
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    _main()
