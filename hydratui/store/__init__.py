"""The SQLite file: opening and migrating it, tasks, partial output, usage, channels, held notes, workers."""

from hydratui.store.database import Store

__all__ = ["Store"]
