"""The few errors that reach a user, each one sentence that says what is wrong and what to do."""


class HydraError(Exception):
    """Something the user can act on. Its text is one sentence; the command line ends with status 1."""


class UsageError(HydraError):
    """The words of a command do not fit together. The command line ends with status 2."""


class UnknownAgent(HydraError):
    """No agent has this id."""


class NoteRefused(HydraError):
    """A note that can't be saved: empty, over 600 characters, or the memory file is full."""


class StoreError(HydraError):
    """The database can't be used: damaged, made by a newer version, read-only, or the disk is full."""


class StoreTooNew(StoreError):
    """The database was made, or changed meanwhile, by a newer version."""


OFFLINE = "Offline: "
"""How the sentence of a ModelError begins where nothing answers at all: no network, or a server that does not run."""


class ModelError(HydraError):
    """A model could not be used, or its answer was cut.

    Attributes:
        retry_after: Seconds after which another try makes sense, or None when it does not.
    """

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after
