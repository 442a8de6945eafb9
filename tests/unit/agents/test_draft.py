"""A file of an agent is edited: only the edited lines change, and what another program wrote meanwhile is never lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hydratui.agents import draft, files
from hydratui.agents.draft import Loaded
from hydratui.agents.files import Overtaken
from hydratui.agents.roster import Agent, find
from hydratui.errors import HydraError
from hydratui.paths import Home


@pytest.fixture
def ada(home: Home) -> Agent:
    return find(home, "ada")


@given(st.binary(max_size=200))
def test_what_was_not_edited_keeps_every_byte(data: bytes) -> None:
    assert Loaded(data).edited(Loaded(data).text) == data


@given(st.lists(st.sampled_from([b"a\n", b"b\r\n", b"\n", b"caf\xe9\n", b"\x1b[31m\n"]), max_size=8), st.integers(0, 8))
def test_a_new_line_leaves_the_others_as_they_were(lines: list[bytes], at: int) -> None:
    at = min(at, len(lines))
    shown = Loaded(b"".join(lines)).text.split("\n")
    edited = Loaded(b"".join(lines)).edited("\n".join([*shown[:at], "fresh", *shown[at:]]))
    joined = b"".join(lines[:at])
    end = b"\r\n" if b"\r\n" in b"".join(lines) else b"\n"
    assert edited == joined + b"fresh" + end + b"".join(lines[at:])


def test_a_line_that_was_edited_is_plain_text_and_the_next_one_is_as_it_was() -> None:
    loaded = Loaded(b"\xef\xbb\xbfone \xff\r\ntwo \x1b\xe9\r\nno end")
    assert loaded.text == "one \ufffd\ntwo ␛\ufffd\nno end"
    assert (
        loaded.edited("one\nnew\x1b\n" + "two ␛\ufffd\nno end, still")
        == "\ufeffone\r\nnew␛\r\n".encode() + b"two \x1b\xe9\r\nno end, still"
    )
    assert loaded.edited("") == b"\xef\xbb\xbf"


def test_a_file_that_changed_on_disk_is_not_overwritten(ada: Agent) -> None:
    loaded = draft.load(files.path(ada, "soul"))
    files.path(ada, "soul").write_bytes(b"theirs\n")
    with pytest.raises(Overtaken, match=r"ada\.soul\.md has changed on disk"):
        draft.save(files.path(ada, "soul"), loaded, "mine\n")
    assert files.path(ada, "soul").read_bytes() == b"theirs\n"
    theirs = draft.load(files.path(ada, "soul"))
    assert draft.difference(theirs, "mine\n") == ["@@", "-theirs", "+mine", " "]
    assert draft.save(files.path(ada, "soul"), theirs, "mine\n").data == b"mine\n" == files.path(ada, "soul").read_bytes()


def test_a_missing_file_is_written_and_one_that_has_come_meanwhile_is_not_overwritten(ada: Agent) -> None:
    files.path(ada, "soul").unlink()
    loaded = draft.load(files.path(ada, "soul"))
    assert loaded.text == ""
    assert draft.save(files.path(ada, "soul"), loaded, "new\n").data == b"new\n"
    with pytest.raises(Overtaken):
        draft.save(files.path(ada, "soul"), loaded, "newer\n")


def test_what_is_kept_beside_a_file_never_takes_the_place_of_another(ada: Agent) -> None:
    names = [draft.keep_beside(files.path(ada, "soul"), "mine", text).name for text in (b"1", b"2")]
    assert names == ["ada.soul.mine.md", "ada.soul.mine-2.md"]
    assert (ada.folder / names[0]).read_bytes() == b"1"


def test_a_folder_that_is_gone_is_said(ada: Agent) -> None:
    loaded = draft.load(files.path(ada, "soul"))
    for file in ada.folder.iterdir():
        file.unlink()
    ada.folder.rmdir()
    with pytest.raises(HydraError, match="can't be written"):
        draft.save(files.path(ada, "soul"), loaded, "x")


def test_many_alike_lines_are_told_apart() -> None:
    loaded = Loaded(b"".join(b"Line %d of the file, like many another line of it.\n" % number for number in range(1300)))
    edited = loaded.edited("first\n" + loaded.text.replace("Line 7", "line 7") + "last")
    assert edited.count(b"\n") == 1301
