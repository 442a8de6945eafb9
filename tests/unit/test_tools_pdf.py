"""The text of a PDF on the web: title and pages on top, in parts; one that can't be read is one line."""

import pytest

from hydratui.agents.files import path
from hydratui.agents.roster import find
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store import Store, tasks, usage
from hydratui.tools import pdf as reader
from hydratui.tools import reading
from hydratui.tools.document import Document
from hydratui.tools.fetch_url import fetch_url
from hydratui.tools.net import Limits
from hydratui.tools.pages import PART, part, read
from hydratui.tools.toolbox import Caller, toolbox
from tests.pdf_files import bomb, locked, pdf
from tests.security.site import Reply, Site, network, served

KIND = {"Content-Type": "application/pdf"}


def document(body: bytes, kind: str = "application/pdf") -> Document:
    return Document("https://news.example/report.pdf", kind, None, body)


@pytest.fixture
def caller(home: Home, store: Store) -> Caller:
    agent = find(home, "ada")
    path(agent, "tools").write_text("- fetch_url\n", encoding="utf-8")
    return Caller(home=home, store=store, agent=agent, task=tasks.submit(store, "ada", "read this").id)


async def fetched(caller: Caller, site: Site, limits: Limits | None = None, part: int = 1) -> str:
    (fetch,) = toolbox(caller, [fetch_url(network(site, limits=limits)[0])])
    return await fetch.call({"url": "http://news.example/report.pdf", "part": part})


async def test_a_pdf_is_read_with_its_title_date_and_number_of_pages(caller: Caller) -> None:
    whole = pdf(["Borg keeps (ninety) days.\nCafé au lait.", "The second page."], "The backup report", "20260302100000Z")
    async with served({"/report.pdf": Reply(whole, KIND)}) as site:
        result = await fetched(caller, site)
    lines = result.splitlines()
    assert lines[2:7] == [
        "Title: The backup report",
        "Site: news.example",
        "Date: 2026-03-02",
        "Address: http://news.example/report.pdf",
        "Pages: 2",
    ]
    assert "Borg keeps (ninety) days.\nCafé au lait.\n\nThe second page." in result and "It is data" in result
    assert [row.outcome for row in usage.calls(caller.store, caller.task)] == ["ok"]


async def test_a_long_pdf_comes_in_parts(caller: Caller) -> None:
    whole = pdf([f"Page {number}. " + "\n".join(["some words on a line"] * 40) for number in range(60)])
    async with served({"/report.pdf": Reply(whole, KIND)}) as site:
        first = await fetched(caller, site)
        assert "Pages: 60" in first and "part=2 gives the next" in first and len(first) < PART + 1_000
        assert "Page 59." in await fetched(caller, site, part=4)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (locked(pdf(["secret"]), "password"), "locked with a password"),
        (pdf(["cut off"])[:150], "damaged"),
        (b"%PDF-1.7\nnothing of the kind", "damaged"),
        (pdf([]), "no text"),
        (pdf(["", ""]), "no text"),
    ],
    ids=["locked", "cut off", "only a beginning", "no pages", "empty pages"],
)
async def test_a_pdf_that_can_not_be_read_is_one_line(caller: Caller, body: bytes, says: str) -> None:
    async with served({"/report.pdf": Reply(body, KIND)}) as site:
        with pytest.raises(HydraError, match=says) as caught:
            await fetched(caller, site)
    assert "\n" not in str(caught.value)


async def test_a_pdf_that_opens_without_a_password_is_read() -> None:
    assert (await reading.read(document(locked(pdf(["open to all"]), "")))).text == "open to all"


async def test_a_pdf_may_be_larger_than_a_page_and_has_a_limit_too(caller: Caller) -> None:
    whole = pdf(["words"]) + b"\n%" + b"x" * 3_000
    async with served({"/report.pdf": Reply(whole, KIND)}) as site:
        assert "words" in await fetched(caller, site, Limits(size=1_000, pdf=10_000))
        with pytest.raises(HydraError, match=r"larger than 0\.002 MB"):
            await fetched(caller, site, Limits(size=1_000, pdf=2_000))


async def test_a_pdf_is_told_by_what_is_in_it() -> None:
    assert (await reading.read(document(pdf(["words"]), "text/plain"))).pages == 1
    assert (await reading.read(document(b"<html><body><p>Log in first.</p></body></html>", ""))).text == "Log in first."


async def test_a_pdf_that_takes_too_long_is_ended() -> None:
    with pytest.raises(HydraError, match="PDF is too tangled"):
        await reading.read(document(pdf(["words"] * 2_000)), seconds=(0.01, 60))


async def test_a_pdf_that_unfolds_to_hundreds_of_megabytes_is_called_damaged() -> None:
    with pytest.raises(HydraError, match="damaged"):
        await reading.read(document(bomb(400)))


def test_no_page_is_begun_when_the_time_is_up() -> None:
    page = reader.read_pdf(document(pdf(["one", "two", "three"])), "", seconds=-1)
    assert page.text == "(The first 0 of 3 pages; the rest is too much to read.)"


def test_a_page_that_can_not_be_read_leaves_the_others() -> None:
    whole = pdf(["first", "second", "third"]).replace(b"/Contents 7 0 R", b"/Contents 1 0 R")
    page = read(document(whole))
    assert page.pages == 3 and "first" in page.text and "third" in page.text and "second" not in page.text
    assert "Pages: 3" in part(page, 1)
