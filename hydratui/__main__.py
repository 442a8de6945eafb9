"""``python -m hydratui`` is the command line."""

from hydratui.cli.main import run

run()
