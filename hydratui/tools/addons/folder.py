"""The folder of add-ons: read again where a file has changed, and only there."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.tools.addons.reading import Addon, read

MOST = 500
"""Files that are looked at."""
_READ: dict[Path, tuple[tuple[int, int], Addon]] = {}


def addons(home: Home) -> list[Addon]:
    """The add-ons of a data folder by file name, as they are now. A name that two of them have is the first one's."""
    try:
        files = sorted(file for file in home.addons.iterdir() if file.suffix == ".py" and not file.name.startswith(("_", ".")))
    except OSError:
        return []
    return _without_doubles(addon for file in files[:MOST] if (addon := _as_it_is(file)) is not None)


def put_example(home: Home) -> Path:
    """Puts the example into the folder as ``working_days.py``.

    Raises:
        HydraError: It is there already, or the folder can't be written.
    """
    file = home.addons / "working_days.py"
    try:
        home.addons.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8") as out:
            out.write(Path(__file__).with_name("example.py").read_text(encoding="utf-8"))
    except FileExistsError as error:
        raise HydraError(f"{file} is there already; it was left as it is.") from error
    except OSError as error:
        raise HydraError(f"{file} can't be written ({error.strerror}).") from error
    return file


def _as_it_is(file: Path) -> Addon | None:
    try:
        stat = file.stat()
    except OSError:
        return None
    mark = (stat.st_mtime_ns, stat.st_size)
    known = _READ.get(file)
    if known is None or known[0] != mark:
        known = (mark, read(file))
        _READ[file] = known
    return known[1]


def _without_doubles(found: Iterable[Addon]) -> list[Addon]:
    owners: dict[str, str] = {}
    kept = []
    for addon in found:
        doubles = [function for function in addon.functions if function.name in owners]
        owners |= {function.name: addon.path.name for function in addon.functions if function.name not in owners}
        if doubles:
            problems = tuple(f"{addon.path.name}, line {each.line}: {owners[each.name]} has a {each.name} already." for each in doubles)
            addon = replace(
                addon,
                functions=tuple(function for function in addon.functions if function not in doubles),
                problems=(*addon.problems, *problems),
            )
        kept.append(addon)
    return kept
