"""`hydratui keys`, `models`, `doctor`, `import` and `export` from a script."""

import json
import stat
from pathlib import Path

import pytest

from hydratui.paths import Home, keys_file
from hydratui.store import Store, tasks
from tests.unit.program import run, within

KEY = "sk-test-1234567890abcdef"


def test_a_key_comes_from_stdin_and_is_never_printed_whole(home: Home) -> None:
    saved = run("keys", "set", "openai", typed=KEY + "\n")
    assert saved.status == 0
    assert stat.S_IMODE(keys_file().stat().st_mode) == 0o600
    listed = run("keys", "list", "--json")
    assert json.loads(listed.out) == [{"provider": "openai", "key": "…cdef", "from": str(keys_file())}]
    assert KEY not in saved.out + saved.err + listed.out + run("keys").out
    assert run("keys", "remove", "openai").status == 0
    assert json.loads(run("keys", "--json").out) == []


def test_a_key_in_the_environment_is_shown_with_its_name(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    assert json.loads(within(capsys, "keys", "--json").out) == [{"provider": "openai", "key": "…cdef", "from": "OPENAI_API_KEY"}]


@pytest.mark.parametrize(
    ("words", "typed", "status", "said"),
    [
        (["set", "opnai"], KEY, 1, "Did you mean openai?"),
        (["set", "openai"], "", 2, "No key was given"),
        (["set", "openai"], "two words", 1, "no key"),
        (["remove", "openai"], "", 1, "No key of openai is saved"),
    ],
)
def test_what_is_wrong_with_a_key_is_said(words: list[str], typed: str, status: int, said: str) -> None:
    ended = run("keys", *words, typed=typed)
    assert ended.status == status
    assert said in ended.err


def test_models_lists_those_of_a_provider_with_a_key(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    found = json.loads(within(capsys, "models", "--json").out)
    anthropic = next(one for one in found["found"] if one["provider"] == "anthropic")
    assert anthropic["models"]
    assert f"anthropic:{anthropic['models'][0]}" in within(capsys, "models").out


def test_doctor_is_content_with_a_fresh_folder_and_says_so(store: Store) -> None:
    ended = run("doctor")
    assert (ended.status, ended.err) == (0, "")
    assert all(line.startswith("ok ") for line in ended.out.splitlines())


def test_doctor_fails_with_a_problem_and_its_remedy(capsys: pytest.CaptureFixture[str], home: Home, store: Store) -> None:
    (home.agents / "ada" / "ada.soul.md").write_bytes(b"caf\xe9")
    ended = within(capsys, "doctor", "--json")
    assert ended.status == 1
    (problem,) = [finding for finding in json.loads(ended.out) if not finding["ok"]]
    assert problem["name"] == "agent ada"
    assert "Save it as UTF-8" in problem["said"]
    assert "found a problem" in ended.err


@pytest.mark.parametrize("damage", [b"this is no database at all" * 50, b"SQLite format 3\x00" + b"\xff" * 4096])
def test_a_damaged_database_is_one_sentence_and_is_left_alone(capsys: pytest.CaptureFixture[str], home: Home, damage: bytes) -> None:
    home.database.write_bytes(damage)
    for words in (["tasks"], ["recall", "x"], ["ask", "hi"], ["doctor", "--json"]):
        ended = within(capsys, *words)
        assert ended.status == 1
        assert ended.err.count("\n") == 1
    assert home.database.read_bytes() == damage


def test_an_export_is_imported_elsewhere(capsys: pytest.CaptureFixture[str], store: Store, tmp_path: Path) -> None:
    tasks.submit(store, "ada", "línea")
    target = tmp_path / "all.jsonl"
    assert within(capsys, "export", "jsonl", str(target)).out == f"Wrote 1 tasks to {target}.\n"
    other = str(tmp_path / "other")
    done = within(capsys, "import", "jsonl", str(target), "--home", other, "--json")
    assert json.loads(done.out) == {"read": 1, "added": 1, "agents_created": []}
    assert within(capsys, "import", "jsonl", str(target), "--home", other).out == "Added 0 of 1 tasks, 1 were there already.\n"
    assert run("export", "jsonl", "-", "--home", other).out == target.read_text(encoding="utf-8")
    assert "> línea" in run("export", "markdown", "-").out


def test_a_bad_line_fails_the_import_with_its_number(capsys: pytest.CaptureFixture[str], store: Store, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"agent": "ada", "prompt": "x"}\n{"agent": "ada"}\n', encoding="utf-8")
    ended = within(capsys, "import", "jsonl", str(bad))
    assert ended.status == 1
    assert f"{bad}, line 2: its prompt is missing" in ended.err
    assert tasks.recent(store) == []
