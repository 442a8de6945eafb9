"""The README's table of commands is the registry's."""

import subprocess
import sys
from pathlib import Path

from hydratui.commands.reference import table
from hydratui.commands.registry import COMMANDS, find, names

README = Path(__file__).parents[2] / "README.md"


def test_every_command_is_in_the_table_once() -> None:
    for command in COMMANDS:
        assert table().count(f"| `/{command.name}{' ' + command.hint if command.hint else ''}` |") == 1


def test_the_readme_holds_the_table_exactly() -> None:
    assert table() in README.read_text(encoding="utf-8")


def test_the_module_prints_the_table() -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "hydratui.commands.reference"], capture_output=True, text=True, check=True, encoding="utf-8"
    )
    assert printed.stdout == table()


def test_names_and_aliases_are_all_different_and_found() -> None:
    assert len(names()) == sum(1 + len(command.aliases) for command in COMMANDS)
    assert all(find(name.upper()) is not None for name in names())
