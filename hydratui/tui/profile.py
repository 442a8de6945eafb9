"""The user's profile, which every agent is told, opened in an editor."""

from textual.app import App

from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.tui.editor import edit


def open_profile(app: App[object], home: Home) -> str:
    """Opens the profile, and says afterwards what it is good for.

    Raises:
        HydraError: There is no editor, it can't be started, or this terminal can't be handed over.
    """
    edit(app, home.profile)
    try:
        written = home.profile.stat().st_size > 0
    except FileNotFoundError:
        written = False
    except OSError as error:
        raise HydraError(f"{home.profile} can't be read ({error.strerror}). Make it readable.") from error
    told = "Every agent is told what it says, from the next message on." if written else "What it says is told to every agent; it is empty."
    return f"Your profile is {home.profile}. {told}"
