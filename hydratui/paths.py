"""Where things lie: the data folder and what is in it, the keys outside it, the starter agents in the package."""

import os
from dataclasses import dataclass
from pathlib import Path

from hydratui.errors import HydraError


@dataclass(frozen=True, slots=True)
class Home:
    """The data folder. Nothing is made by naming it."""

    root: Path

    @property
    def database(self) -> Path:
        """The one SQLite file."""
        return self.root / "hydratui.db"

    @property
    def agents(self) -> Path:
        """The folder with a folder for each agent."""
        return self.root / "agents"

    @property
    def config(self) -> Path:
        """The settings, TOML."""
        return self.root / "config.toml"

    @property
    def profile(self) -> Path:
        """What every agent is told about the user, Markdown."""
        return self.root / "profile.md"

    @property
    def addons(self) -> Path:
        """The user's own tools, a Python file each."""
        return self.root / "addons"

    @property
    def logs(self) -> Path:
        """A log for each process."""
        return self.root / "logs"


def home(explicit: Path | None = None) -> Home:
    """The data folder: the one that is given, else ``HYDRATUI_HOME``, else the platform's user data folder.

    Raises:
        HydraError: It begins with ``~`` and a user that does not exist.
    """
    if explicit is not None:
        return Home(_whole(explicit))
    if named := os.environ.get("HYDRATUI_HOME"):
        return Home(_whole(Path(named)))
    import platformdirs

    return Home(platformdirs.user_data_path("hydratui", appauthor=False))


def keys_file() -> Path:
    """The file with the API keys, in the platform's config folder (``HYDRATUI_KEYS`` names another).

    Raises:
        HydraError: It begins with ``~`` and a user that does not exist.
    """
    if named := os.environ.get("HYDRATUI_KEYS"):
        return _whole(Path(named))
    import platformdirs

    return platformdirs.user_config_path("hydratui", appauthor=False) / "keys.toml"


def starters() -> Path:
    """The folder of the starter agents: in the package once installed, at the top of a checkout."""
    packaged = Path(__file__).parent / "starters"
    return packaged if packaged.is_dir() else Path(__file__).parent.parent / "agents"


def _whole(path: Path) -> Path:
    try:
        return path.expanduser().absolute()
    except RuntimeError as error:
        raise HydraError(f"{path} begins with a home folder that does not exist. Write the path whole.") from error
