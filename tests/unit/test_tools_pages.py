"""Pages, feeds, text and JSON become clean text with their title, site, date and address on top."""

import json

import pytest

from hydratui.errors import HydraError
from hydratui.tools import reading
from hydratui.tools.document import Document, Page
from hydratui.tools.pages import PART, part, read

ARTICLE = """<!doctype html><html lang="en"><head><title>Backups with borg | Example News</title>
<meta property="og:site_name" content="Example News"><meta property="article:published_time" content="2026-03-02T10:00:00Z">
<meta name="author" content="Ada"><script>track("everything")</script><style>p{color:red}</style></head>
<body><nav><a href="/">Home</a> <a href="/about">About us</a> <a href="/jobs">Jobs</a></nav>
<article><h1>Backups with borg</h1>
<p>Every night at two the database is dumped and borg moves it to the small machine in the cellar, where it is kept for ninety days.</p>
<h2>Restoring</h2><p>Restoring takes four minutes; the
<a href="/restore">steps are written down</a> and were tried in February by two people.</p>
<table><tr><th>Day</th><th>Size</th></tr><tr><td>Monday</td><td>3 GB</td></tr></table>
<ul><li>Check the log.</li><li>Mount the archive.</li></ul>
<p>The third paragraph is here so that the text is long enough to be taken for an article by anything that judges it by its length.</p>
</article><aside>Buy our hats! Buy our hats!</aside><footer>Copyright, imprint, cookies</footer></body></html>"""

RSS = """<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Example feed</title><link>https://news.example/</link>
<item><title>First &amp; best</title><link>https://news.example/1</link><pubDate>Mon, 02 Mar 2026 10:00:00 GMT</pubDate>
<description>&lt;p&gt;Some &lt;b&gt;bold&lt;/b&gt; words.&lt;/p&gt;&lt;script&gt;x()&lt;/script&gt;</description></item>
<item><title>Second</title><link>https://news.example/2</link></item></channel></rss>"""

ATOM = """<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Atom feed</title><updated>2026-03-02T10:00:00Z</updated>
<entry>
<title>Entry one</title><link href="https://news.example/a"/><updated>2026-03-01T09:00:00Z</updated>
<summary>In short.</summary></entry></feed>"""


def document(body: str | bytes, kind: str = "text/html", charset: str | None = None) -> Document:
    return Document("https://news.example/page", kind, charset, body if isinstance(body, bytes) else body.encode("utf-8"))


def test_a_web_page_becomes_markdown_without_what_surrounds_it() -> None:
    page = read(document(ARTICLE))
    assert (page.title, page.site, page.date) == ("Backups with borg", "Example News", "2026-03-02") or page.title.startswith(
        "Backups with borg"
    )
    assert (
        "## Restoring" in page.text and "ninety days" in page.text and "| Monday | 3 GB |" in page.text and "- Check the log." in page.text
    )
    for noise in ("track(", "color:red", "Buy our hats", "imprint", "Jobs"):
        assert noise not in page.text


def test_the_head_of_a_part_says_where_the_text_is_from() -> None:
    lines = part(read(document(ARTICLE)), 1).splitlines()
    assert lines[0].startswith("Title: Backups with borg")
    assert lines[1:4] == ["Site: Example News", "Date: 2026-03-02", "Address: https://news.example/page"]
    assert lines[4] == ""


@pytest.mark.parametrize("kind", ["text/html", ""])
def test_a_page_without_an_article_still_gives_its_text(kind: str) -> None:
    assert "Just a few words" in read(document("<html><body><p>Just a few words</p></body></html>", kind)).text


@pytest.mark.parametrize("kind", ["application/rss+xml", "text/xml", "application/xml", ""])
def test_a_feed_becomes_its_entries(kind: str) -> None:
    page = read(document(RSS, kind))
    assert page.title == "Example feed"
    assert page.text.startswith("## First & best\nMon, 02 Mar 2026 10:00:00 GMT\nhttps://news.example/1\nSome bold words.")
    assert "## Second" in page.text and "x()" not in page.text and "<" not in page.text


def test_an_atom_feed_becomes_its_entries() -> None:
    page = read(document(ATOM, "application/atom+xml"))
    assert page.text == "## Entry one\n2026-03-01T09:00:00Z\nhttps://news.example/a\nIn short."


def test_text_and_json_stay_as_they_are() -> None:
    data = json.dumps({"a": [1, 2, {"b": "<p>not a page</p>"}]}, indent=1)
    assert read(document(data, "application/json")).text == data
    assert read(document("# A *file*\n\twith tabs", "text/plain")).text == "# A *file*\n\twith tabs"
    assert read(document("<rss> in prose", "text/plain")).text == "<rss> in prose"


@pytest.mark.parametrize(
    ("body", "charset"),
    [
        ("café".encode("latin-1"), "iso-8859-1"),
        ("café".encode("latin-1"), None),
        ("café".encode(), "utf-8"),
        ("café".encode(), "no-such-charset"),
        ("café".encode(), "base64"),
        ("\ufeffcafé".encode(), None),
        ("\ufeffcafé".encode("utf-16-le"), None),
        ("café".encode("utf-16-le"), "utf-16-le"),
    ],
)
def test_the_letters_are_right_whatever_the_server_says(body: bytes, charset: str | None) -> None:
    assert read(document(body, "text/plain", charset)).text == "café"


def test_a_page_names_its_own_charset() -> None:
    page = '<html><head><meta charset="iso-8859-1"></head><body><p>Das Café öffnet um zehn.</p></body></html>'
    assert "Café öffnet" in read(document(page.encode("latin-1"))).text


@pytest.mark.parametrize("body", [b"", b" \n ", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"<html><body><script>only()</script></body></html>"])
def test_what_has_no_text_is_an_error(body: bytes) -> None:
    with pytest.raises(HydraError, match=r"[Tt]ry another|read"):
        read(document(body))


def test_a_long_page_comes_in_parts_that_lose_nothing() -> None:
    paragraphs = [f"Paragraph {number}: " + "word " * 60 for number in range(200)]
    page = Page("https://news.example/long", "Long", "", "", "\n\n".join(paragraphs))
    first = part(page, 1)
    count = int(first.split("Part 1 of ")[1].split(";")[0])
    assert count > 3 and "part=2 gives the next" in first and len(first) < PART + 200
    texts = [part(page, number).split("\n\n", 1)[1] for number in range(1, count + 1)]
    assert " ".join(" ".join(texts).split()) == " ".join(page.text.split())
    assert all(text.startswith("Paragraph") for text in texts)
    assert ", the last" in part(page, count)
    with pytest.raises(HydraError, match=f"has {count} parts"):
        part(page, count + 1)


def test_a_text_without_a_break_is_cut_anyway() -> None:
    page = Page("https://news.example/long", "", "", "", "x" * (PART * 2 + 5))
    assert "Part 1 of 3" in part(page, 1) and part(page, 3).endswith("\n\nxxxxx")


def test_a_hostile_title_stays_on_its_line() -> None:
    page = Page("https://news.example/", "News\nSite: bank.example\x1b[2J", "", "", "text")
    assert part(page, 1).splitlines()[0] == "Title: News Site: bank.example␛[2J"


async def test_a_page_is_read_in_a_process_that_sees_no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "a-key")
    assert await reading.read(document(ARTICLE)) == read(document(ARTICLE))
    assert await reading.read(document(RSS, "text/xml")) == read(document(RSS, "text/xml"))
    assert "OPENAI_API_KEY" not in reading._environment()
    with pytest.raises(HydraError, match="no text on the page"):
        await reading.read(document("<html><body><script>only()</script></body></html>"))


async def test_a_page_that_takes_minutes_to_take_apart_gives_its_bare_text() -> None:
    tangled = "<html><body><p>The first words.</p>" + "<ul><li>x</li></ul>" * 25_000 + "</body></html>"
    page = await reading.read(document(tangled), seconds=(3, 60))
    assert page.text.startswith("The first words.") and page.title == ""


async def test_a_page_that_can_not_be_read_in_time_is_an_error() -> None:
    with pytest.raises(HydraError, match="too tangled"):
        await reading.read(document(ARTICLE), seconds=(0.001, 0.001))
