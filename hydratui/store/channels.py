"""Channels: who answers in one, where its conversation begins, what has been seen, the unsent draft."""

from hydratui.store.database import Store

MAIN = "main"
MOST_UNREAD = 1_000
_ENDED_AFTER = """
  SELECT count(*) FROM (SELECT 1 FROM tasks WHERE channel = ? AND id > ? AND status NOT IN ('pending', 'running') LIMIT ?)"""


def active_agent(store: Store, channel: str) -> str | None:
    """Id of the agent that answers in a channel, where one was chosen."""
    row = store.connection.execute("SELECT agent FROM channels WHERE name = ?", (channel,)).fetchone()
    return row[0] if row else None


def use(store: Store, channel: str, agent: str) -> None:
    """Makes an agent the one that answers in a channel."""
    _set(store, channel, "agent", agent)


def start_anew(store: Store, channel: str) -> None:
    """Begins a new conversation: what was said before in this channel is in no prompt any more, and stays findable."""
    last = store.connection.execute("SELECT coalesce(max(id), 0) FROM tasks WHERE channel = ?", (channel,)).fetchone()
    _set(store, channel, "begins_after", last[0] if last else 0)


def mark_seen(store: Store, channel: str) -> None:
    """Takes all that has ended in a channel as seen."""
    last = store.connection.execute(
        "SELECT coalesce(max(id), 0) FROM tasks WHERE channel = ? AND status NOT IN ('pending', 'running')", (channel,)
    ).fetchone()
    if last and last[0] > seen(store, channel):
        _set(store, channel, "seen", last[0])


def seen(store: Store, channel: str) -> int:
    """Number of the newest task that was seen in a channel."""
    row = store.connection.execute("SELECT seen FROM channels WHERE name = ?", (channel,)).fetchone()
    return int(row[0]) if row else 0


def unread(store: Store, names: list[str]) -> dict[str, int]:
    """How many ended tasks of these channels are newer than what was seen, counted up to `MOST_UNREAD`; none without any."""
    counted = {name: _ended_after(store, name, seen(store, name)) for name in names}
    return {name: count for name, count in counted.items() if count}


def _ended_after(store: Store, channel: str, task_id: int) -> int:
    row = store.connection.execute(_ENDED_AFTER, (channel, task_id, MOST_UNREAD)).fetchone()
    return int(row[0]) if row else 0


def draft(store: Store, channel: str) -> str:
    """What was typed in a channel and not sent."""
    row = store.connection.execute("SELECT draft FROM channels WHERE name = ?", (channel,)).fetchone()
    return row[0] if row else ""


def keep_draft(store: Store, channel: str, text: str) -> None:
    """Keeps what is typed in a channel; an empty text forgets it."""
    if text != draft(store, channel):
        _set(store, channel, "draft", text.encode("utf-8", "replace").decode("utf-8"))


def _set(store: Store, channel: str, column: str, value: str | int) -> None:
    with store.write() as db:
        db.execute(
            f"INSERT INTO channels (name, {column}) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET {column} = excluded.{column}",
            (channel, value),
        )


def used(store: Store, beginning: str = "", most: int = 50) -> list[str]:
    """Channels in which something was said and whose names begin so, in the order of their names."""
    # They may be few among many tasks, so the index is asked for one after the other.
    sql = """WITH RECURSIVE them (name) AS (
               SELECT min(channel) FROM tasks WHERE channel >= ?1 UNION ALL
               SELECT (SELECT min(channel) FROM tasks WHERE channel > them.name) FROM them WHERE substr(name, 1, length(?1)) = ?1)
             SELECT name FROM them WHERE substr(name, 1, length(?1)) = ?1 LIMIT ?2"""
    return [name for (name,) in store.connection.execute(sql, (beginning, most))]
