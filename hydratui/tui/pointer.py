"""The pointer in the conversation: from message to message and from block to block, and nothing is skipped unread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widget import Widget

from hydratui.tui.pointed import Pointed
from hydratui.tui.widgets.message import Message

if TYPE_CHECKING:
    from hydratui.tui.widgets.transcript import Transcript

LINES = 3
"""Lines by which a message that is taller than the pane is scrolled through."""


class Pointer:
    """What is pointed at on a page, if anything. While it stands the page follows nothing, so that it stays under its reader."""

    def __init__(self, page: Transcript) -> None:
        self._page = page
        self.at: Pointed | None = None
        self.untouched = False
        """Whether the page followed what comes before the pointer stood, and the reader has not scrolled since."""
        self._onward = 0

    @property
    def card(self) -> Widget | None:
        """The card that is pointed at, which has the focus and keys of its own."""
        return self.at.widget if self.at is not None and not isinstance(self.at.widget, Message) else None

    def begin(self, by: int) -> None:
        """Points at the latest message where that is in sight, else at the last in sight, or the first for a step down."""
        messages, page = self._messages(), self._page
        in_sight = [each for each in messages if self._in_sight(each)]
        if messages and not in_sight:
            # Between two messages there may be a card that is taller than the pane.
            self._scroll(page.scroll_y + by * page.size.height)
        if not in_sight:
            return
        heads = [each for each in in_sight if (place := page.place(each)) is not None and place.y >= page.scroll_y] or in_sight
        nearest = messages[-1] if page.following and messages[-1] in in_sight else heads[-1 if by < 0 else 0]
        self._go(Pointed(nearest))

    def end(self) -> None:
        """Points at nothing any more."""
        if self.at is None:
            return
        self._show(None)
        if self.untouched and not self._page.more_later:
            self._page.still = False
            self._page.to_end()
        else:
            self._page.let_go()

    def step(self, by: int) -> None:
        """Goes to the message before or after; first through the one that is pointed at, as far as it is not in sight."""
        here = self._here()
        if here is None:
            self.begin(by)
        elif self.at is not None and self.at.block is not None and by < 0:
            self._go(Pointed(here))
        elif not (isinstance(here, Message) and self._scroll_through(here, by)):
            messages = [each for each in self._stops() if isinstance(each, Message) or each is here]
            at = messages.index(here) + by
            if 0 <= at < len(messages):
                self._go_to(messages[at], by)
            else:
                self._beyond(by)

    def step_block(self, by: int) -> None:
        """Goes to the block before or after: code, the line of a tool, a card; across messages."""
        here = self._here()
        if here is None:
            self.begin(by)
            here = self._here()
        blocks = self._blocks()
        if self.at in blocks:
            at = blocks.index(self.at) + by
        else:
            # From a message as a whole, one way leads to its first block and the other to its last.
            order = self._stops()
            end = order.index(here) + (by < 0) if here is not None else 0
            before = [each for each in blocks if order.index(each.widget) < end]
            at = len(before) - 1 if by < 0 else len(before)
        if 0 <= at < len(blocks):
            self._go(blocks[at])
            self.reveal()
        elif self._more(by):
            self._ask(2 * by)
        else:
            self._page.post_message(self._page.AtEnd("There is no block further up." if by < 0 else "There is no block further down."))

    def rest_on(self, card: Widget) -> None:
        """Points at a card that has got the focus."""
        if self.at is not None and self.at.widget is not card:
            self._show(Pointed(card))

    def leave_card(self) -> bool:
        """Goes from a card back to the message above it. Gives whether a card was pointed at."""
        card = self.card
        if card is None:
            return False
        above = self._stops()
        found = next((each for each in reversed(above[: above.index(card)]) if isinstance(each, Message)), None) if card in above else None
        if found is None:
            return False
        self._go(Pointed(found))
        return True

    def make_way(self, leaving: tuple[Widget, ...]) -> None:
        """Goes to the nearest message when what is pointed at is about to be taken off the page."""
        if self.at is None or self.at.widget not in leaving:
            return
        stops = self._stops()
        at = stops.index(self.at.widget) if self.at.widget in stops else 0
        others = [*stops[at + 1 :], *reversed(stops[:at])]
        nearest = next((each for each in others if isinstance(each, Message) and each not in leaving), None)
        if nearest is not None:
            self._go(Pointed(nearest))
        else:
            self.end()

    def loaded(self, earlier: bool) -> None:
        """Goes on to what has just been put at an end of the page, where that was wanted."""
        onward, self._onward = self._onward, 0
        here = self._here()
        if not onward or here is None or earlier != (onward < 0):
            return
        if abs(onward) == 1:
            self._page.call_after_refresh(self.step, onward)
        else:
            self._page.call_after_refresh(self.step_block, onward // 2)

    def reveal(self, with_card: Widget | None = None) -> None:
        """Brings what is pointed at into sight, with a card that has come with it: all of it, or its beginning where it is taller."""
        page = self._page
        if self.at is None or (place := page.place(self.at.widget)) is None:
            return
        top, bottom = place.y, place.bottom
        if isinstance(self.at.widget, Message) and self.at.block is not None:
            lines = self.at.widget.lines_of(self.at.block)
            top, bottom = place.y + lines.start, place.y + lines.stop
        if with_card is not None and (below := page.place(with_card)) is not None:
            bottom = below.bottom
        self._scroll(min(max(page.scroll_y, bottom - page.size.height), top))

    # What there is

    def _stops(self) -> list[Widget]:
        """The messages and cards, from the top down."""
        return [each for each in self._page.children if each.display and (each.readable if isinstance(each, Message) else each.focusable)]

    def _messages(self) -> list[Message]:
        return [each for each in self._stops() if isinstance(each, Message)]

    def _blocks(self) -> list[Pointed]:
        found: list[Pointed] = []
        for each in self._stops():
            found += [Pointed(each, block.key) for block in each.blocks()] if isinstance(each, Message) else [Pointed(each)]
        return found

    def _here(self) -> Widget | None:
        """What is pointed at or has the focus, if it can be seen: who has scrolled away begins where they are."""
        widget = self.at.widget if self.at is not None else self._page.screen.focused
        there = widget is not None and widget.parent is self._page and widget.display
        return widget if there and widget is not None and self._in_sight(widget) else None

    def _in_sight(self, widget: Widget) -> bool:
        place, page = self._page.place(widget), self._page
        return place is not None and place.y < page.scroll_y + page.size.height and place.bottom > page.scroll_y

    # Going

    def _scroll_through(self, message: Message, by: int) -> bool:
        """Scrolls towards the end of a message that is not in sight yet. Gives whether there was more of it."""
        page = self._page
        place = page.place(message)
        if place is None:
            return False
        left = place.bottom - page.scroll_y - page.size.height if by > 0 else page.scroll_y - place.y
        if left <= 0:
            return False
        self._scroll(page.scroll_y + by * (min(left, LINES) if place.height > page.size.height else left))
        return True

    def _go_to(self, widget: Widget, by: int) -> None:
        """Points at the next message and brings it into sight, at the end where the reader comes from."""
        page = self._page
        place = page.place(widget)
        if place is None:
            # It has come this moment and has no place yet.
            self._go(Pointed(widget))
            page.call_after_refresh(self.reveal)
            return
        height, top = page.size.height, page.scroll_y
        if by > 0:
            wanted = min(place.y, max(top, place.bottom - height))
            wanted, near = min(wanted, top + height), place.y < min(wanted, top + height) + height
        else:
            wanted = max(place.bottom - height, min(top, place.y))
            wanted, near = max(wanted, top - height), place.bottom > max(wanted, top - height)
        self._scroll(wanted)
        if near:
            self._go(Pointed(widget))

    def _beyond(self, by: int) -> None:
        if self._more(by):
            self._ask(by)
        else:
            self._scroll(self._page.max_scroll_y if by > 0 else 0)

    def _more(self, by: int) -> bool:
        return self._page.more_earlier if by < 0 else self._page.more_later

    def _ask(self, onward: int) -> None:
        self._onward = onward
        self._page.post_message(self._page.Reached(earlier=onward < 0))

    def _scroll(self, y: float) -> None:
        if round(y) != round(self._page.scroll_y):
            self._page.scroll_to(y=y, animate=False, immediate=True)

    def _go(self, at: Pointed) -> None:
        self._show(at)
        # At once: the next key may be here already.
        self._page.screen.set_focus(self.card or self._page, scroll_visible=False)

    def _show(self, at: Pointed | None) -> None:
        before, self.at, self._onward = self.at, at, 0
        if before is None:
            self.untouched = self._page.at_bottom
            self._page.stay()
        if before is not None and isinstance(before.widget, Message) and (at is None or at.widget is not before.widget):
            before.widget.point(False)
        if at is not None and isinstance(at.widget, Message):
            at.widget.point(True, at.block)
        self._page.post_message(self._page.PointerMoved())
