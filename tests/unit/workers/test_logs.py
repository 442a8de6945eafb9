"""Logs: one for each process, small, and without a word of what users and models say."""

import logging
import os
import subprocess
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from hydratui.errors import HydraError, ModelError, StoreError
from hydratui.paths import Home
from hydratui.workers import logs

NOBODY = 4_194_304
SECRET = "tulips-in-the-cellar"
log = logging.getLogger("hydratui.test")


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    """What a process sets once and for all is undone after each test."""
    root, ours = logging.getLogger(), logging.getLogger("hydratui")
    before = (list(root.handlers), ours.level, logging.raiseExceptions)
    yield
    for handler in set(root.handlers) - set(before[0]):
        root.removeHandler(handler)
        handler.close()
    ours.setLevel(before[1])
    logging.raiseExceptions = before[2]
    logging.captureWarnings(False)


def written(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def test_each_process_has_a_log_of_its_own(home: Home) -> None:
    file = logs.keep_log(home, "worker")
    log.info("task %d ended", 17)
    assert file == home.logs / f"worker-{os.getpid()}.log"
    assert written(file).endswith(" INFO task 17 ended\n")


@pytest.mark.parametrize("level", ["", "debug"])
def test_an_error_is_kept_with_where_it_was_and_without_the_words_that_it_quotes(
    home: Home, monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    monkeypatch.setenv("HYDRATUI_LOG", level)
    file = logs.keep_log(home, "worker")
    try:
        try:
            raise KeyError(SECRET)
        except KeyError as error:
            raise ExceptionGroup("several", [ValueError(SECRET)]) from error
    except ExceptionGroup as error:
        log.exception("the tool %s failed: %s", "remember", error)
    log.warning("%s", ModelError(f"the server says {SECRET}"))
    log.warning("%s", StoreError("the disk is full"))
    text = written(file)
    assert SECRET not in text
    assert "the tool remember failed: ExceptionGroup\n" in text
    assert "builtins.KeyError\n" in text
    assert "builtins.ValueError\n" in text
    assert "test_logs.py, line" in text
    assert "WARNING ModelError\n" in text
    assert "WARNING the disk is full\n" in text


def test_what_libraries_warn_of_is_kept_as_the_place_where_they_did(home: Home) -> None:
    file = logs.keep_log(home, "worker")
    logging.getLogger("some.library").warning("could not parse %s", SECRET)
    logging.getLogger("some.library").info("not even this")
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn(SECRET, stacklevel=1)
    assert SECRET not in written(file)
    assert "WARNING some.library had something to say (test_logs, line" in written(file)
    assert "WARNING py.warnings had something to say" in written(file)
    assert written(file).count("\n") == 2


def test_an_error_in_a_thread_goes_to_the_log_and_not_to_the_screen(
    home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    monkeypatch.setattr("sys.unraisablehook", None)
    file = logs.keep_log(home, "worker")
    logs.catch_strays()
    thread = threading.Thread(target=lambda: int(SECRET))
    thread.start()
    thread.join()
    assert "a thread stopped on ValueError\n" in written(file)
    assert SECRET not in written(file)
    assert capsys.readouterr() == ("", "")


def test_a_line_is_one_line_whatever_is_in_it(home: Home) -> None:
    file = logs.keep_log(home, "worker")
    log.info("agent %s", "a\n2026-01-01 00:00:00 ERROR forged\x1b[31m")
    assert written(file).count("\n") == 1
    assert "\x1b" not in written(file)


def test_debug_says_more(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    log.debug("before")
    file = logs.keep_log(home, "worker")
    log.debug("quiet")
    monkeypatch.setenv("HYDRATUI_LOG", "DEBUG")
    assert logs.keep_log(home, "worker") == file
    log.debug("loud")
    assert written(file).endswith(" DEBUG loud\n")
    assert "quiet" not in written(file)
    assert written(file).count("loud") == 1


def test_a_log_is_rotated_and_only_so_much_is_kept(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "LOG_BYTES", 1_000)
    file = logs.keep_log(home, "worker")
    for number in range(100):
        log.info("line %d %s", number, "x" * 50)
    assert sorted(each.name for each in home.logs.iterdir()) == [file.name, f"{file.name}.1", f"{file.name}.2"]
    assert all(each.stat().st_size <= 1_000 for each in home.logs.iterdir())
    assert "line 99" in written(file)


def test_of_processes_that_are_gone_the_ten_newest_files_are_kept_and_of_living_ones_all(home: Home) -> None:
    home.logs.mkdir()
    living = subprocess.Popen(["sleep", "60"])
    kept = ["cli.log", "worker-start.log", "notes.txt", f"worker-{living.pid}.log", f"worker-{living.pid}.log.1"]
    old = ["worker.log", "worker.log.1", *(f"ask-{NOBODY + number}.log" for number in range(12))]
    for age, name in enumerate([*reversed(old), *kept]):
        (home.logs / name).touch()
        os.utime(home.logs / name, (1_000_000 - age, 1_000_000 - age))
    try:
        file = logs.keep_log(home, "worker")
    finally:
        living.kill()
        living.wait()
    left = {each.name for each in home.logs.iterdir()}
    assert left == {*kept, file.name, *(f"ask-{NOBODY + number}.log" for number in range(2, 12))}


def test_a_log_that_has_no_place_is_said(home: Home) -> None:
    home.logs.write_text("in the way", encoding="utf-8")
    with pytest.raises(HydraError, match=r"worker-\d+\.log can't be written"):
        logs.keep_log(home, "worker")


def test_a_line_that_finds_no_room_is_not_shown_instead(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    from tests.disk import no_room

    logs.keep_log(home, "worker")
    with no_room():
        log.info("nowhere to go")
    assert capsys.readouterr() == ("", "")
