"""Texts that are built to make a search explode are searched in linear time: each of these would run for hours otherwise."""

import pytest

from hydratui.tools.guard import LONGEST, check, clean
from hydratui.tools.secrets import redact
from hydratui.tools.tool import Tool

KEYS = ("a" * 19 + "b", "sk-proj-" + "a1" * 20)
RESULTS = {
    "beginnings of tokens": "eyJ" * 300_000,
    "beginnings of keys": "sk-" * 300_000,
    "beginnings of GitHub keys": "ghp_" * 250_000,
    "parts of a token": "eyJaaaaaaaaaaaa.x" * 60_000,
    "almost a stored key": "a" * 1_000_000,
    "almost a stored key, spaced": "a " * 500_000,
    "lines": "\n" * 1_000_000,
    "escapes": "\x1b" * 1_000_000,
    "digits": "1" * 1_000_000,
}
ARGUMENTS = {
    "folders": "/a" * 50_000,
    "deep folders": (" " + "/a" * 14) * 3_000,
    "the folder above": "a/../" * 20_000,
    "flags without an end": "cat " + "-n " * 30_000,
    "one program many times": "rm " * 30_000,
    "many targets": "rm -r " + "x " * 50_000,
    "many variables": "a=b $a " * 14_000,
    "functions": "a(){" * 25_000,
    "loops": "while " * 16_000,
    "substitutions": "`echo " * 16_000,
    "spaces": "rm" + " " * 100_000 + "x",
    "percent signs": "%41" * 30_000,
    "backslashes": "\\x41" * 25_000,
    "base64 words": "QUFBQUFBQUFBQQ " * 6_000,
    "disks": "diskpart " * 12_000,
    "searches": "find / -name " * 8_000,
    "mirrors": "rsync --delete " * 7_000,
    "patterns": "/a/*b " * 17_000,
    "braces": "/{a,b}" * 17_000,
    "stars": "~/" + "*" * 100_000,
    "lists of folders": "ls / | " * 15_000,
    "a sentence": "how " + "x " * 50_000,
    "browsers": "chrome" + "x" * 59 + "/" * 30_000,
}


async def _nothing(arguments: object) -> str:
    return ""


@pytest.mark.parametrize("kind", RESULTS)
def test_a_result_of_a_megabyte(kind: str) -> None:
    text = RESULTS[kind]
    assert len(clean(Tool("remember", "", {}, _nothing), {}, text, KEYS)) <= LONGEST + 100
    assert redact(text, KEYS) == text


def test_a_megabyte_of_private_keys_that_never_end() -> None:
    assert redact("-----BEGIN RSA PRIVATE KEY-----\n" * 30_000, KEYS) == "[secret removed]"


@pytest.mark.parametrize("kind", ARGUMENTS)
def test_an_argument_of_a_hundred_thousand_characters(kind: str) -> None:
    assert len(ARGUMENTS[kind]) > 30_000
    check({"text": ARGUMENTS[kind]}, KEYS)
