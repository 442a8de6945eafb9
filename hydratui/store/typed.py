"""What the user typed in each channel, and how often each command was used.

A message is a task's prompt already. Kept here is what no task holds as it was typed: commands, and messages that named their agents.
"""

from dataclasses import dataclass

from hydratui.store.database import Store
from hydratui.times import stamp

MOST_KEPT = 1_000
"""Lines of a channel; older ones go."""
LONGEST = 20_000
"""Characters of a line that is kept, or is found again in the history."""


@dataclass(frozen=True, slots=True)
class Line:
    """Something that was typed and sent."""

    text: str
    channel: str


def record(store: Store, channel: str, text: str, command: str | None, *, keep: bool) -> None:
    """Notes that something was typed and done. It need not survive a power cut.

    Args:
        store: The file.
        channel: Where it was typed.
        text: All of it.
        command: The name of the command that it was, to be counted.
        keep: Whether the line itself is kept: no task holds it.
    """
    if command is None and not keep:
        return
    with store.write_lightly() as db:
        if command is not None:
            db.execute("INSERT INTO command_uses VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET uses = uses + 1", (command,))
        if keep and len(text) <= LONGEST:
            safe = text.encode("utf-8", "replace").decode("utf-8")
            db.execute("INSERT INTO typed_lines (channel, text, at) VALUES (?, ?, ?)", (channel, safe, stamp()))
            oldest = "SELECT id FROM typed_lines WHERE channel = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2"
            db.execute(f"DELETE FROM typed_lines WHERE channel = ?1 AND id <= ({oldest})", (channel, MOST_KEPT))


def uses(store: Store) -> dict[str, int]:
    """How often each command was used, by its name; those that never were are not in it."""
    return dict(store.connection.execute("SELECT name, uses FROM command_uses"))


def history(store: Store, channel: str | None, most: int) -> list[Line]:
    """The last of what was sent in a channel, or in all, oldest first; messages of any origin are among it.

    Args:
        store: The file.
        channel: Its name; None is all.
        most: At most so many.
    """
    where, bindings = ("channel = ?1 AND ", (channel, most)) if channel is not None else ("?1 IS NULL AND ", (None, most))
    sent = f"SELECT created_at, prompt, channel FROM tasks WHERE {where}length(prompt) <= {LONGEST} ORDER BY id DESC LIMIT ?2"
    lines = f"SELECT at, text, channel FROM typed_lines WHERE {where}TRUE ORDER BY id DESC LIMIT ?2"
    typed = list(store.connection.execute(lines, bindings))
    # What named its agents is there as it was typed; the tasks hold the rest of it, moments later.
    known: dict[str, list[str]] = {}
    for at, text, _ in typed:
        known.setdefault(at[:16], []).append(text)
    messages = [row for row in store.connection.execute(sent, bindings) if not any(row[1] in text for text in known.get(row[0][:16], ()))]
    # Both come newest first, and a sort leaves those of one second in their order.
    newest = sorted([*messages, *typed], key=lambda row: str(row[0]), reverse=True)[:most]
    return [Line(text, where) for _, text, where in reversed(newest)]
