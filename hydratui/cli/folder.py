"""The data folder as every command finds it: with the starter agents in it when it is new."""

from hydratui.paths import Home, home


def data_folder() -> Home:
    """The data folder, with the starter agents in it when it is new.

    Raises:
        HydraError: It can't be made.
    """
    folder = home()
    if not folder.agents.exists():
        from hydratui.agents.create import seed_starters

        seed_starters(folder)
    return folder
