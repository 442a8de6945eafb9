"""Reads a document in a process of its own, with a time limit and without the worker's environment.

A page can be built so that taking it apart takes minutes (half a megabyte of short lists: 114 s), and a thread can't be
ended. The libraries, some 40 MB, stay out of the worker as well.
"""

import asyncio
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict

from hydratui.errors import HydraError
from hydratui.tools import pages
from hydratui.tools.document import Document, Page
from hydratui.tools.pdf import is_pdf

SECONDS = (12.0, 20.0)
"""For a page read as it should be, and for its bare text when that took too long."""


async def read(document: Document, seconds: Sequence[float] = SECONDS) -> Page:
    """The text of a document; of a web page that takes too long to take apart, its bare text.

    Raises:
        HydraError: There is no text in it, or it can't be read in time.
    """
    if pages.is_plain(document):
        return pages.read(document)
    pdf = is_pdf(document)
    # A PDF is read in one way only.
    for bare, limit in enumerate(seconds[:1] if pdf else seconds):
        try:
            async with asyncio.timeout(limit):
                return await _apart(document, bool(bare))
        except TimeoutError:
            continue
    raise HydraError(f"The {'PDF' if pdf else 'page'} is too tangled to be read. Try another source.")


async def _apart(document: Document, bare: bool) -> Page:
    # Isolated: nothing of the environment, keys least of all, and no module from the present folder.
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-I", "-X", "utf8", "-m", "hydratui.tools.pages"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env=_environment(),
    )
    head = {key: value for key, value in asdict(document).items() if key != "body"}
    try:
        output, _ = await process.communicate(json.dumps({**head, "bare": bare}).encode() + b"\n" + document.body)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    try:
        answer = json.loads(output)
    except ValueError as error:
        what = "PDF" if is_pdf(document) else "page"
        raise HydraError(f"The {what} can't be read: it breaks the program that takes it apart. Try another source.") from error
    if "error" in answer:
        raise HydraError(answer["error"])
    return Page(**answer)


def _environment() -> dict[str, str]:
    return {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "TEMP", "TMPDIR") if name in os.environ}
