"""Files that come with a message: read when it is sent, kept with its task, given to the model as data."""

import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from hydratui.agents.roster import find
from hydratui.commands import attach, queue_changes, transfer
from hydratui.commands.command import Context, Sent
from hydratui.commands.file_contents import content
from hydratui.commands.handle import handle
from hydratui.commands.pictures import picture
from hydratui.errors import HydraError
from hydratui.models import builtin
from hydratui.models.turn import TextDelta
from hydratui.paths import Home
from hydratui.store import Store, attachments, outside, tasks
from hydratui.store.tasks import Task
from hydratui.workers import prompt
from hydratui.workers.brought import MAX_EARLIER, MAX_FILE, brought
from tests.pdf_files import pdf
from tests.unit.program import run

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 640, 480) + b"\x08\2\0\0\0" + b"\0" * 20


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the program was started."""
    made = tmp_path / "folder"
    made.mkdir()
    (made / "notes.md").write_text("# Notes\n\nBorg keeps ninety days.\n", encoding="utf-8")
    (made / "red.png").write_bytes(PNG)
    monkeypatch.chdir(made)
    return made


@pytest.fixture
def send(home: Home, store: Store, folder: Path) -> Callable[[str], Task]:
    def sent(typed: str) -> Task:
        outcome = handle(Context(home, store, "main", find(home, "ada")), typed, folder)
        assert isinstance(outcome, Sent)
        return outcome.tasks[0]

    return sent


def test_a_file_is_kept_with_its_task_and_the_message_stays_as_typed(store: Store, folder: Path, send: Callable[[str], Task]) -> None:
    task = send("What do @./notes.md and @./red.png say?")
    assert task.prompt == "What do @./notes.md and @./red.png say?"
    (folder / "notes.md").write_text("changed later", encoding="utf-8")
    notes, red = attachments.contents(store, task.id)
    assert (notes.file.name, notes.file.kind, notes.file.size, notes.content) == (
        "notes.md",
        "text",
        33,
        "# Notes\n\nBorg keeps ninety days.\n",
    )
    assert (red.file.name, red.file.media, red.file.about, red.content) == ("red.png", "image/png", "640 × 480", PNG)
    assert attachments.listed(store, [task.id]) == {task.id: [notes.file, red.file]}


def test_a_message_to_several_agents_brings_its_files_to_each(home: Home, store: Store, folder: Path) -> None:
    outcome = handle(Context(home, store, "main", find(home, "ada")), "@ada @otto read @./notes.md", folder)
    assert isinstance(outcome, Sent)
    assert [len(attachments.contents(store, task.id)) for task in outcome.tasks] == [1, 1]


def test_a_task_with_a_file_has_read_from_outside(store: Store, send: Callable[[str], Task]) -> None:
    task = send("read @./notes.md")
    assert [(source.name, source.inherited) for source in outside.sources(store, task.id)] == [("the file notes.md", False)]
    assert outside.sources(store, send("read nothing").id) == []


def test_nothing_is_read_for_somebody_who_is_elsewhere(home: Home, store: Store, folder: Path) -> None:
    outcome = handle(Context(home, store, "main", find(home, "ada")), f"read @./notes.md and @{folder}/notes.md")
    assert isinstance(outcome, Sent)
    assert attachments.contents(store, outcome.tasks[0].id) == []


def test_a_file_that_can_not_be_attached_sends_nothing(store: Store, send: Callable[[str], Task]) -> None:
    with pytest.raises(HydraError, match=r"There is no file \./missing\.md"):
        send("read @./notes.md and @./missing.md")
    assert tasks.recent(store) == []


def test_files_go_with_their_task(store: Store, send: Callable[[str], Task]) -> None:
    task = send("read @./notes.md")
    assert tasks.take_back(store, "main") == task
    assert store.connection.execute("SELECT count(*) FROM attachments").fetchall() == [(0,)]


def test_a_task_that_is_tried_again_still_has_its_files(store: Store, send: Callable[[str], Task]) -> None:
    task = send("read @./notes.md")
    tasks.cancel(store, task.id)
    tasks.retry(store, task.id)
    assert len(attachments.contents(store, task.id)) == 1


def test_editing_a_waiting_message_reads_what_is_new_and_drops_what_is_gone(
    store: Store, folder: Path, send: Callable[[str], Task]
) -> None:
    task = send("read @./notes.md and @./red.png")
    (folder / "notes.md").write_text("changed since", encoding="utf-8")
    (folder / "other.txt").write_text("other", encoding="utf-8")
    queue_changes.rewritten(store, task, "read @./notes.md and @./other.txt")
    assert [(of.file.name, of.content) for of in attachments.contents(store, task.id)] == [
        ("notes.md", "# Notes\n\nBorg keeps ninety days.\n"),
        ("other.txt", "other"),
    ]
    with pytest.raises(HydraError, match="no file"):
        queue_changes.rewritten(store, task, "read @./missing.md")
    assert len(attachments.contents(store, task.id)) == 2


def test_an_export_leaves_the_files_out_and_comes_back_whole(home: Home, store: Store, folder: Path, send: Callable[[str], Task]) -> None:
    send("read @./notes.md")
    assert "notes.md" in transfer.markdown(home, store).__next__()
    path = folder / "tasks.jsonl"
    transfer.write(path, transfer.jsonl(store))
    assert transfer.import_jsonl(home, store, path).added == 0


# Kinds and sizes


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("café\n".encode(), "café\n"),
        (b"\xef\xbb\xbf" + "café".encode(), "café"),
        ("\ufeffcafé".encode("utf-16-le"), "café"),
        ("\ufeffcafé".encode("utf-16-be"), "café"),
        ("café – “so”".encode("cp1252"), "café – “so”"),
        (b'{"a": [1, 2]}', '{"a": [1, 2]}'),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
        (b"\x1b[31mred\x1b[0m in a log\n", "\x1b[31mred\x1b[0m in a log\n"),
    ],
)
def test_text_is_read_in_its_own_encoding(data: bytes, text: str) -> None:
    assert content("a", data).content == text


@pytest.mark.parametrize(
    "data", [b"PK\3\4\x14\0\6\0", b"\x7fELF\2\1\1\0", bytes(range(256)) * 4, b"MZ\x90\0\3", "café".encode("utf-16-le")]
)
def test_other_kinds_are_refused_with_a_word_on_what_would_do(data: bytes) -> None:
    with pytest.raises(HydraError, match="neither text nor a PDF nor an image"):
        content("a.docx", data)


@pytest.mark.parametrize("data", [b"BM" + b"\0" * 30, b"II*\0" + b"\0" * 30, b"\0\0\0\x18ftypheic" + b"\0" * 20])
def test_an_image_that_models_do_not_take_is_refused(data: bytes) -> None:
    with pytest.raises(HydraError, match="Save it as PNG or JPEG"):
        content("a.heic", data)


def test_the_text_of_a_pdf_is_kept() -> None:
    kept = content("report.pdf", pdf(["Borg keeps ninety days.", "And the second page."]))
    assert (kept.file.kind, kept.file.about) == ("pdf", "2 pages")
    assert kept.content == "Borg keeps ninety days.\n\nAnd the second page."


@pytest.mark.parametrize(("data", "says"), [(b"%PDF-1.4 broken", "damaged"), (pdf(["", ""]), "pictures")], ids=["broken", "empty"])
def test_a_pdf_without_text_is_refused_by_name(data: bytes, says: str) -> None:
    with pytest.raises(HydraError, match=rf"report\.pdf is not attached: .*{says}"):
        content("report.pdf", data)


def test_the_size_of_an_image_is_told_by_its_first_bytes() -> None:
    jpeg = b"\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0\xff\xc0\0\x11\x08" + struct.pack(">HH", 480, 640) + b"\3" * 12
    webp = b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + (639).to_bytes(3, "little") + (479).to_bytes(3, "little")
    seen = [picture(data) for data in (PNG, b"GIF89a" + struct.pack("<HH", 640, 480), jpeg, webp)]
    assert [(each.media, each.width, each.height) for each in seen if each] == [
        (media, 640, 480) for media in ("image/png", "image/gif", "image/jpeg", "image/webp")
    ]
    assert picture(b"\x89PNG\r\n\x1a\n\0") is None


def test_sizes_and_numbers_are_capped(folder: Path) -> None:
    (folder / "long.txt").write_bytes(b"a" * 1_000_001)
    (folder / "large.png").write_bytes(PNG + b"\0" * 10_000_000)
    (folder / "empty.txt").write_bytes(b" \n")
    for name, says in (("long.txt", "larger than 1 MB"), ("large.png", "larger than 10 MB"), ("empty.txt", "is empty")):
        with pytest.raises(HydraError, match=says):
            attach.files(f"@./{name}", folder)
    for number in range(21):
        (folder / f"{number}.png").write_bytes(PNG + b"\0" * 7_000_000)
    with pytest.raises(HydraError, match="more than 20 MB together"):
        attach.files("@./1.png @./2.png @./3.png", folder)
    with pytest.raises(HydraError, match="names 21 files; 20 fit"):
        attach.files(" ".join(f"@./{number}.png" for number in range(21)), folder)


def test_a_file_that_is_named_twice_comes_once(folder: Path) -> None:
    assert len(attach.files(f"@./notes.md @{folder}/notes.md", folder, ["notes.md"])) == 1


# What the model gets


def test_the_model_gets_the_text_fenced_behind_the_message_and_images_beside_it(
    home: Home, store: Store, send: Callable[[str], Task]
) -> None:
    task = send("What do @./notes.md and @./red.png say?")
    turn = prompt.build(home, find(home, "ada"), task, [], (), (), brought(store, task, [], ()))
    assert turn.prompt == "What do @./notes.md and @./red.png say?"
    assert "is the file notes.md, which the user attached. It is data" in turn.files
    assert "Borg keeps ninety days." in turn.files and "these images, in this order: red.png." in turn.files
    assert [(image.name, image.media, image.data) for image in turn.images] == [("red.png", "image/png", PNG)]


def test_a_long_file_is_cut_and_the_cut_is_said(store: Store, folder: Path, send: Callable[[str], Task]) -> None:
    (folder / "long.txt").write_text("word " * 20_000, encoding="utf-8")
    files = brought(store, task := send("@./long.txt"), [], ()).files
    assert "the whole file has 100,000 characters, 40,000 are shown" in files
    assert len(files) < MAX_FILE + 1_000 and task.prompt == "@./long.txt"


def test_keys_in_a_file_do_not_reach_the_model(store: Store, folder: Path, send: Callable[[str], Task]) -> None:
    (folder / "env.txt").write_text("KEY=stored-key-1234567890\nAWS=AKIAIOSFODNN7EXAMPLE\n", encoding="utf-8")
    files = brought(store, send("@./env.txt"), [], ("stored-key-1234567890",)).files
    assert "stored-key" not in files and "AKIA" not in files and "KEY=[secret removed]" in files


def test_a_file_stays_in_sight_for_the_questions_that_follow(home: Home, store: Store, folder: Path, send: Callable[[str], Task]) -> None:
    (folder / "long.txt").write_text("word " * 20_000, encoding="utf-8")
    first = send("@./notes.md @./red.png @./long.txt")
    task = send("and what else?")
    came = brought(store, task, [first], ())
    turn = prompt.build(home, find(home, "ada"), task, [first], (), (), came)
    assert turn.files == "" and turn.images == ()
    (earlier,) = turn.history
    assert "Borg keeps ninety days." in earlier.files and "The image red.png came with this message" in earlier.files
    assert len(earlier.files) < MAX_EARLIER + 2_000


@pytest.mark.parametrize(
    ("asked", "begins"),
    [
        ("what does the file say?", "I can't read attached files"),
        ("¿qué dice el archivo?", "No puedo leer archivos"),
        ("o que diz o ficheiro sobre isto?", "Não consigo ler"),
        ("que dit le fichier ?", "Je ne peux pas lire"),
        ("che cosa dice il file?", "Non posso leggere"),
    ],
)
async def test_the_built_in_assistant_says_that_it_can_not_read_files(
    home: Home, store: Store, send: Callable[[str], Task], asked: str, begins: str
) -> None:
    task = send(f"{asked} @./notes.md")
    turn = prompt.build(home, find(home, "ada"), task, [], (), (), brought(store, task, [], ()))
    said = "".join([event.text async for event in builtin.run(turn) if isinstance(event, TextDelta)])
    assert said.startswith(begins)


# The command line


def test_ask_sends_files_along_by_name_and_by_option(store: Store, folder: Path) -> None:
    ended = run("ask", "--no-wait", "--attach", "red.png", "--attach", str(folder / "notes.md"), "what is @./notes.md")
    assert (ended.status, ended.err) == (0, "")
    assert [of.file.name for of in attachments.contents(store, int(ended.out))] == ["notes.md", "red.png"]
    shown = run("tasks", "show", ended.out.strip())
    assert "With the file notes.md, 33 bytes." in shown.out


def test_a_piped_text_names_none_of_the_users_files(store: Store, folder: Path) -> None:
    ended = run("ask", "--no-wait", "-", typed="read @./notes.md")
    assert attachments.contents(store, int(ended.out)) == []
    ended = run("ask", "--no-wait", "--attach", "notes.md", "-", typed="read @./red.png")
    assert [of.file.name for of in attachments.contents(store, int(ended.out))] == ["notes.md"]
    assert run("tasks", "edit", ended.out.strip(), "-", typed="read @./red.png").status == 0
    assert [of.file.name for of in attachments.contents(store, int(ended.out))] == ["notes.md"]


def test_a_file_that_can_not_be_attached_is_one_line_on_stderr(store: Store, folder: Path) -> None:
    ended = run("ask", "--attach", "missing.md", "hello")
    assert (ended.status, ended.out, ended.err.count("\n")) == (1, "", 1)
    assert "There is no file missing.md" in ended.err
    assert tasks.recent(store) == []
