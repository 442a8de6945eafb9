"""Who may import whom, how large a room may be, and what the quick commands may load."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "hydratui").rglob("*.py"))
HEAVY = ("textual", "pydantic_ai", "openai", "anthropic", "trafilatura", "ddgs", "feedparser", "httpx2", "rich.console")


def test_the_layers_hold() -> None:
    run = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize("arguments", [["--help"], ["remember", "--agent", "ada", "a fact"], ["recall", "--agent", "ada", "fact"]])
def test_the_quick_commands_load_neither_a_screen_nor_a_model_library(arguments: list[str]) -> None:
    script = f"""
import sys
from hydratui.cli.main import run
sys.argv = ["hydratui", *{arguments!r}]
try:
    run()
except SystemExit as end:
    assert not end.code, end.code
print("LOADED", [name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "LOADED []" in run.stderr


@pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(ROOT)))
def test_a_file_is_about_one_thing(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 300
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            documented = ast.get_docstring(node, clean=False)
            length = (node.end_lineno or node.lineno) - node.lineno - (documented.count("\n") + 1 if documented else 0)
            assert length <= 45, f"{node.name} has {length} lines"


def test_only_the_boundaries_catch_everything() -> None:
    found = {
        str(file.relative_to(ROOT))
        for file in MODULES
        if any(isinstance(node, ast.ExceptHandler) and _catches_all(node) for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    }
    allowed = {
        "hydratui/workers/run_task.py",
        "hydratui/cli/main.py",
        "hydratui/cli/own_worker.py",
        "hydratui/tools/usage.py",
        "hydratui/tools/web_search.py",
        "hydratui/tools/mcp/connection.py",
        "hydratui/tui/errand.py",
        "hydratui/tui/watch.py",
        "hydratui/models/conversation.py",
        "hydratui/models/toolset.py",
        "hydratui/workers/elsewhere/run_job.py",
    }
    assert found <= allowed, found - allowed


def _catches_all(handler: ast.ExceptHandler) -> bool:
    return handler.type is None or (isinstance(handler.type, ast.Name) and handler.type.id == "Exception")
