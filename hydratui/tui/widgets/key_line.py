"""The line that names the keys that work right now, and no other."""

from collections.abc import Iterable

from textual.app import App
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

from hydratui.tui.lines import hints, key_name
from hydratui.tui.show import MUTED, SEPARATOR


class KeyLine(Widget, can_focus=False):
    """One line of key hints, made from the bindings of what has the focus and of its screen."""

    DEFAULT_CSS = """
    KeyLine {
        height: 1;
        width: 1fr;
    }
    """

    def on_mount(self) -> None:
        """Follow the focus and every change of what is enabled."""
        self.screen.bindings_updated_signal.subscribe(self, self._changed)

    def _changed(self, _: Screen[object]) -> None:
        self.refresh()

    def render(self) -> Content:
        """As many hints as fit, those of the focused widget first; the way out always has its place."""
        keys, width = sorted(self._keys(), key=lambda hint: hint[0] == "tab"), self.content_size.width
        ways_out = [hint for hint in keys if hint[0] == "esc"]
        last = hints(ways_out, width)
        room = width - last.cell_length - (len(SEPARATOR) if last else 0)
        others = hints([hint for hint in keys if hint not in ways_out], room)
        return Content.styled(SEPARATOR, MUTED).join([part for part in (others, last) if part])

    def _keys(self) -> Iterable[tuple[str, str]]:
        said: set[str] = set()
        for node, binding, enabled, _ in self.screen.active_bindings.values():
            if binding.show and enabled and binding.description and binding.action not in said and not isinstance(node, App):
                said.add(binding.action)
                yield key_name(binding), binding.description
