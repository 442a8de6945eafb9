"""Search over an agent's completed tasks."""

from hydratui.recall.answer import Answer, Excerpt, Hit, as_json, no_match
from hydratui.recall.neighbours import around
from hydratui.recall.search import recall

__all__ = ["Answer", "Excerpt", "Hit", "around", "as_json", "no_match", "recall"]
