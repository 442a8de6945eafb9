"""A real nats-server on loopback with its own JetStream store, which a test can kill and start again."""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

NATS_SERVER = shutil.which("nats-server")
MISSING = "nats-server is not installed; on Debian: apt-get install nats-server"


@dataclass
class NatsServer:
    """A server.

    Attributes:
        port: Where it listens, on 127.0.0.1.
        folder: Where its store, its settings and its log lie.
        settings: Lines of its configuration file.
        jetstream: Whether it keeps messages at all.
    """

    port: int
    folder: Path
    settings: list[str] = field(default_factory=list)
    jetstream: bool = True
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def url(self) -> str:
        secure = any(line.startswith("tls ") for line in self.settings)
        return f"{'tls' if secure else 'nats'}://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Starts it and waits until it listens."""
        assert NATS_SERVER is not None
        self.folder.mkdir(parents=True, exist_ok=True)
        file = self.folder / "nats.conf"
        jetstream = [f'jetstream {{ store_dir: "{self.folder / "store"}" }}'] if self.jetstream else []
        file.write_text("\n".join([f"listen: 127.0.0.1:{self.port}", *jetstream, *self.settings]))
        with (self.folder / "nats.log").open("ab") as log:
            self.process = subprocess.Popen([NATS_SERVER, "-c", str(file)], stdout=log, stderr=log)
        end = time.monotonic() + 20
        while not self._listens():
            assert self.process.poll() is None, (self.folder / "nats.log").read_text()
            assert time.monotonic() < end, "nats-server did not begin to listen"
            time.sleep(0.02)

    def kill(self) -> None:
        """Kills it with signal 9; nothing of its memory survives."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def _listens(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as link:
                # It greets with its own description once it serves.
                return link.recv(4).startswith(b"INFO")
        except OSError:
            return False


@contextmanager
def nats_server(folder: Path, *settings: str, jetstream: bool = True) -> Iterator[NatsServer]:
    """Runs a server on a free port until the block ends."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    server = NatsServer(port, folder, list(settings), jetstream)
    server.start()
    try:
        yield server
    finally:
        assert server.process is not None
        server.process.kill()
        server.process.wait()


def empty_home(folder: Path, **more: str) -> dict[str, str]:
    """The environment of a program on a machine where nothing of the user's is."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "TZ") if name in os.environ}
    return {**kept, "HOME": str(folder), "HYDRATUI_HOME": str(folder / "data"), "HYDRATUI_KEYS": str(folder / "keys.toml"), **more}
