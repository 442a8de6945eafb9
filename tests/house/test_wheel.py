"""What people install: a wheel in an empty environment gives the same program, with the starter agents."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KINDS = ("agent", "soul", "skill", "tools", "memory", "heartbeat")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(ROOT)], check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_holds_the_starters_the_styles_and_the_crafts(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for agent in ("ada", "otto", "iris"):
        for kind in KINDS:
            assert f"hydratui/starters/{agent}/{agent}.{kind}.md" in names
    assert "hydratui/agents/crafts/general.md" in names
    assert "hydratui/tui/screens/chat.tcss" in names
    assert {"hydratui/cli/browser/page.html", "hydratui/cli/browser/page.js"} <= set(names)
    assert "hydratui/py.typed" in names
    assert not [name for name in names if name.startswith("tests/")]


def test_an_empty_environment_with_the_wheel_remembers_and_recalls(wheel: Path, tmp_path: Path) -> None:
    environment = tmp_path / "env"
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    python = environment / ("Scripts" if os.name == "nt" else "bin") / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(wheel)], check=True)
    program = python.with_name("hydratui")
    variables = {**os.environ, "HYDRATUI_HOME": str(tmp_path / "home")}

    def run(*arguments: str) -> str:
        done = subprocess.run([program, *arguments], cwd=tmp_path, env=variables, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert [agent["id"] for agent in json.loads(run("agents", "list", "--json"))] == ["ada", "iris", "otto"]
    answer = json.loads(run("ask", "--json", "remember that I deploy on Fridays"))
    assert answer["status"] == "completed"
    assert "deploy on Fridays" in run("memory", "list")
    assert "deploy on Fridays" in (tmp_path / "home" / "agents" / "ada" / "ada.memory.md").read_text(encoding="utf-8")
    found = json.loads(run("recall", "--json", "deploy Fridays"))
    assert [hit["task"] for hit in found["hits"]] == [answer["task"]]
