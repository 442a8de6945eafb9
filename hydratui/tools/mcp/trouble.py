"""What went wrong below the protocol, in our words."""

from dataclasses import dataclass


@dataclass(slots=True)
class Trouble:
    """The last thing that a transport has noticed; empty when nothing."""

    said: str = ""

    def say(self, what: str) -> None:
        """Takes note."""
        self.said = what

    def take(self) -> str:
        """Gives what was noticed, and forgets it."""
        said, self.said = self.said, ""
        return said
