"""The commands that open an overview: /stats and /system."""

from hydratui.commands.command import Context, OpenStats, OpenSystem


def stats(_: Context, __: str) -> OpenStats:
    """Opens the statistics."""
    return OpenStats()


def system(_: Context, __: str) -> OpenSystem:
    """Opens what runs behind the app."""
    return OpenSystem()
