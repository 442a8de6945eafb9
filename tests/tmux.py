"""A program in a window of a real tmux server of its own, driven and read as somebody at its keyboard would."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

TMUX = shutil.which("tmux")
MISSING = "tmux is not installed; on Debian: apt-get install tmux"
SHELL = shutil.which("bash") or "/bin/sh"
# A prompt that no screen of ours holds, and no history or settings of the machine.
_PROMPT = "at-the-shell$ "


@dataclass(frozen=True)
class Tmux:
    """A server with one window, in which a shell runs.

    Attributes:
        socket: Where it listens.
    """

    socket: str

    def do(self, *words: str, given: str | None = None) -> str:
        """Has tmux do something, and gives what it says."""
        command = [TMUX or "tmux", "-S", self.socket, "-f", "/dev/null", *words]
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", input=given, check=False)
        assert done.returncode == 0, f"{words}: {done.stderr}"
        return done.stdout

    @property
    def text(self) -> str:
        """The window, a line each, without the blanks at their ends."""
        return self.do("capture-pane", "-p")

    def told(self, format: str) -> str:
        """What tmux knows: ``#{alternate_on}``."""
        return self.do("display-message", "-p", format).strip()

    def type(self, text: str) -> None:
        """Types a text."""
        self.do("send-keys", "-l", text)

    def press(self, *keys: str) -> None:
        """Presses keys by tmux's names for them: ``Enter``, ``C-c``."""
        self.do("send-keys", *keys)

    def paste(self, text: str) -> None:
        """Pastes, between brackets where the program has asked for them."""
        self.do("load-buffer", "-", given=text)
        self.do("paste-buffer", "-p", "-d")

    def resize(self, columns: int, rows: int) -> None:
        """Gives the window another size."""
        self.do("resize-window", "-x", str(columns), "-y", str(rows))

    def wait_for(self, *texts: str, gone: str = "", seconds: float = 30.0) -> str:
        """Waits until the window shows all the texts, and one no more. Gives the window."""
        end = time.monotonic() + seconds
        while True:
            shown = self.text
            if all(text in shown for text in texts) and not (gone and gone in shown):
                return shown
            assert time.monotonic() < end, f"{texts} did not appear within {seconds:.0f} s:\n{shown}"
            time.sleep(0.03)

    def at_the_shell(self) -> None:
        """Waits until the shell asks for a command."""
        self.wait_for(_PROMPT.strip())


@contextmanager
def tmux(columns: int = 120, rows: int = 40) -> Iterator[Tmux]:
    """Runs a server with a shell in its window until the block ends; everything that runs in it ends then."""
    # The path of a socket may have some hundred bytes; that of a test's own folder has more.
    with tempfile.TemporaryDirectory(prefix="tmux-") as folder:
        server = Tmux(f"{folder}/socket")
        variables = {name: value for name, value in os.environ.items() if name not in ("TMUX", "STY", "COLUMNS", "LINES")}
        command = [TMUX or "tmux", "-S", server.socket, "-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows)]
        shell = [SHELL, "--norc", "--noprofile"] if SHELL.endswith("bash") else [SHELL]
        subprocess.run([*command, *shell], env=variables | {"PS1": _PROMPT, "HISTFILE": "", "TERM": "xterm-256color"}, check=True)
        try:
            server.do("set-option", "-g", "status", "off")
            server.at_the_shell()
            yield server
        finally:
            server.do("kill-server")
