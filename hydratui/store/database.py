"""The one SQLite file: opening it safely, short writes, and noticing what other processes wrote."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from hydratui.errors import StoreError
from hydratui.store.migrations import migrate, refuse_others

_BUSY_MS = 30_000
_FULL = 65_536
"""Bytes that are free on a disk that is as good as full: a WAL's index alone takes half of it."""
_NETWORK = frozenset({"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "fuse.sshfs", "fuse.rclone", "ceph", "glusterfs"})


class Store:
    """One connection to the file. A thread that needs the file opens its own with `again`."""

    def __init__(self, connection: apsw.Connection, path: Path) -> None:
        self.connection = connection
        self.path = path

    @classmethod
    def open(cls, path: Path, reading: bool = False) -> "Store":
        """Opens the file, making or migrating it first.

        Args:
            path: The file.
            reading: Nothing will be written, so a full disk or a read-only folder is no hindrance. Only for a moment:
                what others write meanwhile may not be seen.

        Raises:
            StoreError: It is damaged, newer than this program, not ours, or can't be written; it is left as it was.
        """
        with in_words(path):
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StoreError(
                    f"The folder {path.parent} can't be made ({error.strerror}). Choose another with HYDRATUI_HOME."
                ) from error
            try:
                connection = _connect(path)
            except (apsw.IOError, apsw.CantOpenError, apsw.ReadOnlyError, apsw.FullError):
                if not (reading and _is_settled(path)):
                    raise
                connection = _connect_still(path)
            try:
                migrate(connection, path)
            except BaseException:
                connection.close()
                raise
        return cls(connection, path)

    def again(self) -> "Store":
        """A second connection to the same file, for another thread."""
        with in_words(self.path):
            return Store(_connect(self.path), self.path)

    @contextmanager
    def write(self, letting_go: bool = False) -> Iterator[apsw.Connection]:
        """A short write: takes the write lock at once, commits at the end, rolls back on any error.

        Args:
            letting_go: It only gives back what this process holds, which is right in a newer program's file too.

        Raises:
            StoreTooNew: A newer program has changed the file's shape since it was opened.
            StoreError: The disk is full, the file is read-only or damaged. Nothing of the write is kept.
        """
        with in_words(self.path):
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                if not letting_go:
                    refuse_others(self.connection, self.path)
                yield self.connection
                self.connection.execute("COMMIT")
            except BaseException:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                raise

    @contextmanager
    def write_lightly(self) -> Iterator[apsw.Connection]:
        """A `write` that does not wait for the disk, a few milliseconds less.

        A killed process loses nothing of it; a power cut may take it back, whole. For what can be done again or is only counted.
        """
        self.connection.pragma("synchronous", "normal")
        try:
            with self.write() as db:
                yield db
        finally:
            self.connection.pragma("synchronous", "full")

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """What is read within is of one moment, whatever is written meanwhile; and many small reads take half as long."""
        with in_words(self.path), self.connection:
            yield

    def locked(self) -> bool:
        """Whether another connection is writing, or holds the file for writing, at this moment. Waits for nothing."""
        self.connection.set_busy_timeout(0)
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            self.connection.execute("ROLLBACK")
        except apsw.BusyError:
            return True
        except apsw.Error:
            # Said by whoever writes.
            return False
        finally:
            self.connection.set_busy_timeout(_BUSY_MS)
        return False

    def data_version(self) -> int:
        """A number that changes whenever another connection has written. A look costs about 0.05 ms."""
        return int(self.connection.pragma("data_version"))

    def refuse_newer(self) -> None:
        """Makes sure that the file is still what this program knows; a look costs about 0.01 ms.

        Raises:
            StoreTooNew: A newer program has changed its shape since it was opened.
        """
        with in_words(self.path):
            refuse_others(self.connection, self.path)

    def close(self) -> None:
        """Closes the connection; the file stays whole in any case."""
        self.connection.close()


def on_network(path: Path) -> str | None:
    """The kind of network mount that a path lies on (``nfs``), or None. Known on Linux alone."""
    try:
        mounts = Path("/proc/self/mounts").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None
    kind, longest = "", -1
    target = path.resolve()
    for line in mounts:
        fields = line.split()
        point = Path(fields[1].replace("\\040", " "))
        # Of two at the same place, the later one hides the other.
        if len(fields[1]) >= longest and target.is_relative_to(point):
            kind, longest = fields[2], len(fields[1])
    return kind if kind in _NETWORK else None


def host() -> str:
    """This machine's name, as the rows of workers carry it."""
    return socket.gethostname()


def _connect(path: Path) -> apsw.Connection:
    connection = apsw.Connection(str(path))
    try:
        connection.set_busy_timeout(_BUSY_MS)
        refuse_others(connection, path)
        # A WAL needs shared memory, which a network mount does not give.
        connection.pragma("journal_mode", "delete" if on_network(path) else "wal")
        connection.pragma("synchronous", "full")
        connection.pragma("foreign_keys", True)
    except BaseException:
        connection.close()
        raise
    return connection


def _is_settled(path: Path) -> bool:
    """Whether all that was ever written is in the file itself, and nothing in a WAL beside it."""
    wal = path.with_name(f"{path.name}-wal")
    return path.is_file() and not (wal.exists() and wal.stat().st_size)


def _connect_still(path: Path) -> apsw.Connection:
    connection = apsw.Connection(f"{path.absolute().as_uri()}?immutable=1", flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
    try:
        refuse_others(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _is_full(path: Path) -> bool:
    import shutil

    try:
        return shutil.disk_usage(path.parent).free < _FULL
    except OSError:
        return False


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """Says what the database refuses within, as a StoreError with a sentence."""
    read_only = f"{path} is read-only. Nothing was saved; make the file and its folder writable."
    full = f"The disk that holds {path} is full. Nothing was saved; free some space and try again."
    try:
        yield
    except (apsw.NotADBError, apsw.CorruptError) as error:
        raise StoreError(f"{path} is damaged ({error}). Nothing was changed; run `hydratui doctor`, or put a copy back.") from error
    except apsw.FullError as error:
        raise StoreError(full) from error
    except (apsw.ReadOnlyError, apsw.PermissionsError) as error:
        raise StoreError(full if _is_full(path) else read_only) from error
    except apsw.CantOpenError as error:
        if path.exists() and not os.access(path.parent, os.W_OK):
            raise StoreError(read_only) from error
        raise StoreError(f"{path} can't be opened. Check that the folder exists and that you may write in it.") from error
    except (apsw.BusyError, apsw.ProtocolError) as error:
        raise StoreError(
            f"{path} has been locked by another program for {_BUSY_MS // 1000} seconds. Nothing was saved; try again."
        ) from error
    except apsw.IOError as error:
        broken = f"{path} can't be read or written ({error}). Nothing was saved; check the disk."
        raise StoreError(full if _is_full(path) else broken) from error
