"""The assistant that needs no language model."""

from hydratui.models.builtin.assistant import run

__all__ = ["run"]
