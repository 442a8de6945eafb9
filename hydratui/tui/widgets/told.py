"""What became of something that a key did, on its way to the line of the screen that says it."""

from dataclasses import dataclass

from textual.message import Message


@dataclass
class Told(Message):
    """Something was done, or went wrong."""

    sentence: str
    bad: bool = False
