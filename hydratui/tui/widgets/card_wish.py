"""What can be wanted of a recall card, so that the chat can hear of it before it has read what such a card is made of."""

from textual.message import Message


class CardWish(Message):
    """Something is wanted of what a card shows."""
