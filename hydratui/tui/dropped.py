"""Files that are dropped on the terminal, which it pastes as their paths."""

import asyncio

from hydratui.tui.errand import errand

SECONDS = 1.0
"""How long a disk may take to say whether they are there."""


async def dropped_files(pasted: str, before: str) -> str | None:
    """The names to put into the prompt for a paste that consists of files that are there; None for any other paste.

    Args:
        pasted: What was pasted.
        before: What was typed already. What follows a command is its own affair.
    """
    from hydratui.commands import file_names

    if not file_names.may_be_dropped(pasted):
        return None
    from hydratui.commands.handle import command_word
    from hydratui.commands.registry import find

    if (word := command_word(before)) is not None and find(word) is not None:
        return None
    try:
        return await asyncio.wait_for(errand(lambda: file_names.as_files(pasted)), SECONDS)
    except TimeoutError:
        return None
