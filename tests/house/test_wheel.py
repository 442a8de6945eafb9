"""What people install: a wheel in an empty environment gives the same program, with the starter agents."""

import json
import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
QUIETLY = ("install", "--quiet", "--disable-pip-version-check")
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


def test_the_wheel_beside_this_environment_s_libraries_remembers_and_recalls(wheel: Path, tmp_path: Path) -> None:
    environment = tmp_path / "env"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    python = _program(environment, "python")
    subprocess.run([sys.executable, "-m", "pip", "--python", str(python), *QUIETLY, "--no-deps", str(wheel)], check=True)
    # Only its folder: what is installed there for editing, this checkout, stays out.
    site = sysconfig.get_path("purelib", vars={"base": str(environment)})
    (Path(site) / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    _remembers_and_recalls(_program(environment, "hydratui"), tmp_path)


@pytest.mark.heavy
def test_an_empty_environment_with_the_wheel_remembers_and_recalls(wheel: Path, tmp_path: Path) -> None:
    environment = tmp_path / "env"
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    subprocess.run([_program(environment, "python"), "-m", "pip", *QUIETLY, str(wheel)], check=True)
    _remembers_and_recalls(_program(environment, "hydratui"), tmp_path)


def _program(environment: Path, name: str) -> Path:
    return environment / ("Scripts" if os.name == "nt" else "bin") / name


def _remembers_and_recalls(program: Path, tmp_path: Path) -> None:
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
