"""The tree of commands, as Typer takes it; each command's module is loaded when it is named."""

import os
from importlib import import_module
from typing import Annotated

import typer

from hydratui.cli import output
from hydratui.errors import UsageError

# Typer does not export the class that all its complaints about the words of a command have in common.
_Complaint: type[Exception] = typer.BadParameter.__mro__[2]

# Each command and the module whose `add` puts it into the tree.
COMMANDS = {
    "ask": "ask",
    "remember": "memory",
    "recall": "recall",
    "memory": "memory",
    "agents": "agents",
    "tasks": "tasks",
    "worker": "worker",
    "import": "transfer",
    "export": "transfer",
    "doctor": "doctor",
    "keys": "keys",
    "models": "models",
    "schedule": "schedule",
    "tools": "tools",
    "mcp": "mcp",
    "serve": "serve",
    "stats": "stats",
}


def main(
    context: typer.Context,
    home: Annotated[str | None, typer.Option("--home", metavar="DIR", help="The data folder (else HYDRATUI_HOME).")] = None,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
    as_lines: Annotated[bool, typer.Option("--plain", help="Line by line: for a screen reader, a plain terminal or a pipe.")] = False,
) -> None:
    """A terminal app for a small team of AI agents whose memory you can read. Without a command it opens the app."""
    if home is not None:
        if not home.strip():
            raise UsageError("--home needs the name of a folder.")
        # The environment, so that the worker that the app starts has the same data folder.
        os.environ["HYDRATUI_HOME"] = home
    if version:
        from importlib.metadata import version as installed

        output.say(f"hydratui {installed('hydratui')}")
    elif context.invoked_subcommand is not None:
        if as_lines:
            raise UsageError("--plain opens the app without its screen and stands alone. Commands print plain lines as they are.")
    elif as_lines:
        from hydratui.cli.plain.door import open_plain

        open_plain()
    else:
        from hydratui.cli.app import open_app

        open_app()


def tree(words: list[str]) -> typer.Typer:
    """The commands that these words can mean: the one they name, or all when they name none. Loading all takes 15 ms.

    Args:
        words: The command line, with `--home` in front if it is there.
    """
    app = typer.Typer(
        name="hydratui",
        rich_markup_mode=None,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(main)
    named = _named(words)
    for module in [COMMANDS[named]] if named in COMMANDS else dict.fromkeys(COMMANDS.values()):
        import_module(f"hydratui.cli.{module}").add(app)
    return app


def obey(words: list[str]) -> object:
    """Runs the command that the words name; what it gives is its exit status, or None.

    Raises:
        UsageError: The words do not fit together.
        KeyboardInterrupt: The user has broken off a question.
    """
    try:
        return typer.main.get_command(tree(words)).main(args=words, prog_name="hydratui", standalone_mode=False)
    except _Complaint as error:
        raise UsageError(_complaint(error)) from error
    except typer.Abort as error:
        raise KeyboardInterrupt from error


def _complaint(error: Exception) -> str:
    """What is wrong with the words, on one line, and where to look."""
    said = str(error.format_message()) if hasattr(error, "format_message") else str(error)
    said = said.replace("a valid int range", "a whole number")
    said = said if said.endswith((".", "?")) else f"{said}."
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "hydratui"
    if said.startswith("No such option") and path.split()[-1] in ("ask", "remember", "recall"):
        return f"{said} Put -- before text that begins with a dash."
    return f"{said} See {path} --help."


def _named(words: list[str]) -> str | None:
    """The first word that is neither an option nor the folder after `--home`."""
    rest = iter(words)
    for word in rest:
        if word == "--home":
            next(rest, None)
        elif not word.startswith("-"):
            return word
    return None
