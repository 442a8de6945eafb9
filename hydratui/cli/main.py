"""The command line's door: the tree of commands, and the one place where errors become a line and a status."""

import os
import sys
from importlib import import_module
from typing import Annotated

import typer

from hydratui.cli import output
from hydratui.errors import HydraError, UsageError

DONE, FAILED, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130
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
}


def main(
    context: typer.Context,
    home: Annotated[str | None, typer.Option("--home", metavar="DIR", help="The data folder (else HYDRATUI_HOME).")] = None,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
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
    elif context.invoked_subcommand is None:
        from hydratui.cli.app import open_app

        open_app()


def tree(words: list[str]) -> typer.Typer:
    """The commands that these words can mean: the one they name, or all when they name none. Loading all takes 15 ms.

    Args:
        words: the command line, with `--home` in front if it is there.
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


def run() -> None:
    """The program `hydratui`."""
    sys.exit(call(sys.argv[1:]))


def call(words: list[str]) -> int:
    """Runs one command line.

    Args:
        words: what was typed after the program's name.

    Returns:
        The exit status: 0 done, 1 failed, 2 wrong usage, 130 interrupted.
    """
    output.prepare()
    try:
        ordered = home_first(words)
        status = typer.main.get_command(tree(ordered)).main(args=ordered, prog_name="hydratui", standalone_mode=False)
        sys.stdout.flush()
    except UsageError as error:
        return _refused(str(error), WRONG_USAGE)
    except HydraError as error:
        return _refused(str(error), FAILED)
    except _Complaint as error:
        return _refused(_complaint(error), WRONG_USAGE)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        return _unread()
    except SystemExit as error:
        # Typer's own answer to a closed pipe.
        _unread()
        return error.code if isinstance(error.code, int) else FAILED
    except Exception as error:
        from hydratui.cli.crash import note

        return _refused(note(error), FAILED)
    return status if isinstance(status, int) else DONE


def home_first(words: list[str]) -> list[str]:
    """The words with `--home DIR` moved to the front, so that it may stand after the command as well."""
    end = words.index("--") if "--" in words else len(words)
    before: list[str] = []
    moved: list[str] = []
    at = 0
    while at < end:
        if words[at] == "--home" and at + 1 < end:
            moved += words[at : at + 2]
            at += 2
            continue
        (moved if words[at].startswith("--home=") else before).append(words[at])
        at += 1
    return moved + before + words[end:]


def _named(words: list[str]) -> str | None:
    """The first word that is neither an option nor the folder after `--home`."""
    rest = iter(words)
    for word in rest:
        if word == "--home":
            next(rest, None)
        elif not word.startswith("-"):
            return word
    return None


def _refused(sentence: str, status: int) -> int:
    output.complain(sentence)
    return status


def _complaint(error: Exception) -> str:
    """What is wrong with the words, on one line, and where to look."""
    said = str(error.format_message()) if hasattr(error, "format_message") else str(error)
    said = said if said.endswith((".", "?")) else f"{said}."
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "hydratui"
    if said.startswith("No such option") and path.split()[-1] in ("ask", "remember", "recall"):
        return f"{said} Put -- before text that begins with a dash."
    return f"{said} See {path} --help."


def _unread() -> int:
    """The reader of our output is gone: what is left goes nowhere, and without a second complaint at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return FAILED
