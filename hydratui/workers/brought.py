"""The files that came with a task's message and with those before it, as the model is given them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from hydratui.models.turn import Image
from hydratui.store import Store, attachments
from hydratui.store.attachments import Content
from hydratui.store.tasks import Task
from hydratui.text import plain
from hydratui.tools.fence import fence_file
from hydratui.tools.secrets import redact

MAX_FILE = 40_000
"""Characters of a file that the model is given with its message, some 10,000 tokens."""
MAX_EARLIER = 12_000
"""Characters of all the files of an earlier message."""
_MARGIN = 8_000
"""Looked at beyond the cut, so that a key which lies across it is still seen whole."""


@dataclass(frozen=True, slots=True)
class Brought:
    """What came with the messages of a prompt.

    Attributes:
        files: The text of the files that came with the message itself, fenced.
        images: Those that came with it.
        earlier: The text of the files of earlier messages, by the number of their task.
    """

    files: str = ""
    images: tuple[Image, ...] = ()
    earlier: Mapping[int, str] = field(default_factory=dict)


NOTHING = Brought()


def brought(store: Store, task: Task, before: Sequence[Task], secrets: Sequence[str]) -> Brought:
    """What came with a task and with the tasks that stand before it in its prompt, without keys."""
    known = attachments.listed(store, [task.id, *(old.id for old in before)])
    if not known:
        return NOTHING
    now = attachments.contents(store, task.id) if task.id in known else []
    earlier = {old.id: _earlier(attachments.contents(store, old.id), secrets) for old in before if old.id in known}
    pictures = tuple(Image(of.file.name, of.file.media, of.content) for of in now if isinstance(of.content, bytes))
    texts = [_fenced(of, MAX_FILE, secrets) for of in now]
    names = f"The user attached these images, in this order: {', '.join(each.name for each in pictures)}." if pictures else ""
    return Brought("\n\n".join(filter(None, [*texts, names])), pictures, earlier)


def _earlier(contents: Sequence[Content], secrets: Sequence[str]) -> str:
    """The files of an earlier message: what fits of their text, and that there was an image."""
    parts, room = [], MAX_EARLIER
    for of in contents:
        if isinstance(of.content, bytes):
            parts.append(f"(The image {of.file.name} came with this message; it is not shown again.)")
        elif room <= 0:
            parts.append(f"(The file {of.file.name} came with this message; it is not shown again.)")
        else:
            parts.append(_fenced(of, room, secrets))
            room -= len(of.content)
    return "\n\n".join(parts)


def _fenced(of: Content, most: int, secrets: Sequence[str]) -> str:
    if isinstance(of.content, bytes):
        return ""
    text = redact(plain(of.content[: most + _MARGIN]), secrets)
    if len(of.content) > most and len(text) > most:
        text = f"{text[:most]}\n[Cut here: the whole file has {len(of.content):,} characters, {most:,} are shown.]"
    about = f", {of.file.about}" if of.file.about else ""
    return fence_file(text, f"{of.file.name}{about}")
