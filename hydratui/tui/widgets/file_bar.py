"""The line above a file that is read or edited: what it is called, and what to know about it."""

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from hydratui.tui.show import MUTED, text
from hydratui.tui.widgets.file_pane import FilePane


class FileBar(Horizontal):
    """The name at the left, the state at the right."""

    DEFAULT_CSS = """
    FileBar .file-name, FileBar .file-state { width: auto; color: $text-muted; }
    FileBar .file-fill { width: 1fr; }
    """

    def compose(self) -> ComposeResult:
        """The two, and what is between them."""
        yield Static(classes="file-name")
        yield Static(classes="file-fill")
        yield Static(classes="file-state")

    def show(self, pane: FilePane) -> None:
        """Says how a file stands."""
        self.query_one(".file-name", Static).update(text(pane.name_shown, MUTED))
        state = pane.state
        self.query_one(".file-state", Static).update(text(state, "bold $warning" if state not in ("", "editing") else MUTED))
