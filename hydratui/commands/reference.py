"""The commands as a Markdown table for the README: `python -m hydratui.commands.reference` prints it."""

from hydratui.commands.registry import COMMANDS


def table() -> str:
    """The table of all commands, a line each, ending with a line end."""
    rows = [(f"`/{command.name}{' ' + command.hint if command.hint else ''}`", command.summary_for(None)) for command in COMMANDS]
    rows.append(("`/<agent> message`", "Send a message to that agent"))
    lines = ["| command | what it does |", "|---|---|", *(f"| {typed} | {summary} |" for typed, summary in rows)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(table(), end="")
