"""Ranges of characters."""

from collections.abc import Iterable, Iterator


def joined(ranges: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Overlapping and touching ranges as one; they come in order and go in order."""
    at: tuple[int, int] | None = None
    for start, end in ranges:
        if at is not None and start <= at[1]:
            at = at[0], max(at[1], end)
            continue
        if at is not None:
            yield at
        at = start, end
    if at is not None:
        yield at
