"""The six Markdown files of an agent: where each is, reading it whatever its bytes, writing it in one step."""

import os
import tempfile
from pathlib import Path
from typing import Literal

from hydratui.agents.roster import Agent
from hydratui.errors import HydraError

Kind = Literal["agent", "soul", "skill", "tools", "memory", "heartbeat"]
KINDS: tuple[Kind, ...] = ("agent", "soul", "skill", "tools", "memory", "heartbeat")


def path(agent: Agent, kind: Kind) -> Path:
    """Where a file of an agent is."""
    return agent.folder / f"{agent.id}.{kind}.md"


def read(agent: Agent, kind: Kind) -> str:
    """A file as text: bytes that are not UTF-8 become U+FFFD, a missing file is empty.

    Raises:
        HydraError: The file is there and can't be read.
    """
    return read_bytes(path(agent, kind)).removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")


def read_bytes(file: Path) -> bytes:
    """A file's bytes, none when it is missing.

    Raises:
        HydraError: The file is there and can't be read.
    """
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise HydraError(f"{file} can't be read ({error.strerror}). Make it readable.") from error


class Overtaken(HydraError):
    """A file that another program has changed meanwhile, and that was left as it is."""


def replace(file: Path, data: bytes, known: bytes | None = None) -> None:
    """Gives a file new bytes in one step: whoever reads sees the old ones or the new ones, also after a crash.

    A link stays a link, and the file keeps its mode.

    Args:
        file: The file; it need not exist.
        data: All its bytes from now on.
        known: What it is believed to hold; it is left as it is when it holds something else.

    Raises:
        Overtaken: It holds something else than `known`.
        HydraError: The disk is full or the folder is read-only; the file is as it was.
    """
    target = file.resolve()
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".new")
        fresh = Path(name)
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(data)
                out.flush()
                os.fsync(out.fileno())
            fresh.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o644)
            # The last moment to look: the file is not locked, and writing the new one took a while.
            if known is not None and read_bytes(target) != known:
                raise Overtaken(f"{file.name} has changed on disk meanwhile. It is as it was.")
            fresh.replace(target)
        except BaseException:
            fresh.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise HydraError(f"{file} can't be written ({error.strerror}). It is as it was.") from error
