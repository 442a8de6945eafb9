"""How files are named in a message, found in it, dropped into it and completed."""

from pathlib import Path

import pytest

from hydratui.agents.roster import roster
from hydratui.commands import file_names, file_offers
from hydratui.commands.command import Context
from hydratui.commands.routing import mentions, route
from hydratui.paths import Home
from hydratui.store import Store


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "folder"
    (made / "my docs").mkdir(parents=True)
    for name in ("notes.md", "notes.old", "a b.txt", ".hidden", "my docs/plan.txt", "Makefile"):
        (made / name).write_text("text", encoding="utf-8")
    return made


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("read @./notes.md", ["./notes.md"]),
        ("@./notes.md", ["./notes.md"]),
        ("@notes.md is bare", ["notes.md"]),
        ("is it in @./notes.md? or (@./notes.old), or", ["./notes.md", "./notes.old"]),
        ("ends with @./notes.md.", ["./notes.md"]),
        ('see @"./a b.txt", and @"my docs/plan.txt"', ["./a b.txt", "my docs/plan.txt"]),
        ("@./notes.md and @./notes.md again", ["./notes.md"]),
        ("@../folder/notes.md", ["../folder/notes.md"]),
        ("@./missing.md, then", ["./missing.md"]),
        ("@Makefile has neither slash nor dot", []),
        ("@ada and @types/node, @example.com, @pytest.fixture", []),
        ("ada@./notes.md and x@example.org/notes.md", []),
        ("import x from '@/lib/x'", []),
        ("an alias is @/ or @./ or @../.. here", []),
        ('NSString *s = @"hello.";', []),
    ],
)
def test_the_files_that_a_message_names(folder: Path, text: str, paths: list[str]) -> None:
    assert file_names.attached(text, folder) == paths


def test_a_home_path_and_an_absolute_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(folder))
    assert file_names.attached(f"@~/notes.md @{folder}/notes.old", Path("/")) == ["~/notes.md", f"{folder}/notes.old"]
    assert file_names.located("~/notes.md", Path("/")) == folder / "notes.md"


def test_an_agent_in_a_files_name_is_not_addressed(home: Home, store: Store, folder: Path) -> None:
    agents = roster(home)
    context = Context(home, store, "main", agents[0])
    assert [agent.id for agent in mentions("@otto look", agents)] == ["otto"]
    assert [(agent.id, prompt) for agent, prompt in route(context, 'look at @"/tmp/a @otto b.txt"')] == [
        (agents[0].id, 'look at @"/tmp/a @otto b.txt"')
    ]
    assert [(agent.id, prompt) for agent, prompt in route(context, "@otto @./notes.md what is it?")] == [
        ("otto", "@./notes.md what is it?")
    ]


@pytest.mark.parametrize("name", ["notes.md", "a b.txt", 'with "quotes".txt', "back\\slash.txt", "it's.txt", "ends.with!", "ünï cödé.txt"])
def test_a_dropped_file_is_named_so_that_it_is_found_again(folder: Path, name: str) -> None:
    (folder / name).write_text("text", encoding="utf-8")
    escaped = "".join(f"\\{letter}" if letter in " \"'\\!" else letter for letter in str(folder / name))
    names = file_names.as_files(f"{escaped} ")
    assert names == file_names.written(str(folder / name))
    assert file_names.attached(f"look: {names} there", Path("/")) == [str(folder / name)]


def test_files_are_dropped_as_each_terminal_writes_them(folder: Path) -> None:
    one, other = folder / "notes.md", folder / "a b.txt"
    both = f'@"{one}" @"{other}"'
    assert file_names.as_files(f"'{one}' '{other}' ") == both
    assert file_names.as_files(f'"{one}" "{other}"') == both
    assert file_names.as_files(f"{one.as_uri()}\r\n{other.as_uri()}\r\n") == both
    assert file_names.as_files(str(other)) == f'@"{other}"'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "/no/such/file",
        "'unfinished",
        "look at {folder}/notes.md",
        "{folder}",
        "{folder}/notes.md\nand more",
        "~",
        "file:///no",
    ],
)
def test_any_other_paste_is_left_alone(folder: Path, text: str) -> None:
    assert file_names.as_files(text.replace("{folder}", str(folder))) is None


def offered(typed: str, base: Path) -> list[str]:
    path = file_offers.typing(typed, len(typed))
    if path is None:
        return []
    return [each.applied(typed) for each in file_offers.offers(path, file_offers.read(path.folder, base))]


def test_a_path_is_completed_name_by_name(folder: Path) -> None:
    assert offered("see @./no", folder) == ["see @./notes.md ", "see @./notes.old "]
    assert offered("see @./NO", folder) == ["see @./notes.md ", "see @./notes.old "]
    assert offered("@./m", folder) == ["@./Makefile ", '@"./my docs/']
    assert offered('@"./my docs/', folder) == ['@"./my docs/plan.txt" ']
    assert offered(f"@{folder}/notes.m", Path("/")) == [f"@{folder}/notes.md "]
    assert offered("@./", folder) == ['@"./a b.txt" ', "@./Makefile ", '@"./my docs/', "@./notes.md ", "@./notes.old "]
    assert offered("@./.", folder) == ["@./.hidden "]


def test_what_is_no_path_is_not_completed(folder: Path) -> None:
    for typed in ("@no", "@ada", "./no", "mail@./no", "/remember @./no", "@/no/such/folder/x"):
        assert offered(typed, folder) == []
    assert offered("/ada @./notes.m", folder) == ["/ada @./notes.md "]


def test_a_complete_name_is_sent_by_enter_and_tab_takes_a_longer_one(folder: Path) -> None:
    (folder / "notes.md.bak").write_text("", encoding="utf-8")
    path = file_offers.typing("@./notes.md", 11)
    assert path is not None
    assert [(each.insert, each.offered) for each in file_offers.offers(path, file_offers.read("./", folder))] == [
        ("@./notes.md.bak ", True)
    ]


def test_a_folder_of_very_many_files_offers_fifty(folder: Path) -> None:
    many = folder / "many"
    many.mkdir()
    for number in range(300):
        (many / f"{number:03}.txt").touch()
    assert len(offered("@./many/", folder)) == 50


def test_completing_in_the_middle_replaces_the_rest_of_the_word(folder: Path) -> None:
    typed = "see @./noXX and"
    path = file_offers.typing(typed, 9)
    assert path is not None
    assert file_offers.offers(path, file_offers.read("./", folder))[0].applied(typed) == "see @./notes.md and"
