"""How long a server is waited for."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Patience:
    """How long what may take, in seconds.

    Attributes:
        connect: Starting or reaching the server, and the handshake.
        listing: Its list of tools.
        again: How long a task waits for a server that has failed before.
        ping: An answer to whether it is there at all, after a call that took too long.
        first_pause: Before it is connected again after an end; twice as long each time.
        longest_pause: The longest of these.
        idle: After so long without use it is disconnected.
        leaving: For an orderly end.
    """

    connect: float = 20.0
    listing: float = 10.0
    again: float = 3.0
    ping: float = 5.0
    first_pause: float = 1.0
    longest_pause: float = 60.0
    idle: float = 600.0
    leaving: float = 4.0
