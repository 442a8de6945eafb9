"""Earlier exchanges as the messages of the model library."""

from collections.abc import Sequence

from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart, UserPromptPart

from hydratui import times
from hydratui.models.turn import Exchange


def history(exchanges: Sequence[Exchange]) -> list[ModelMessage]:
    """A request and a response for each exchange, in order. An exchange with an empty half is left out: providers refuse those."""
    messages: list[ModelMessage] = []
    for exchange in exchanges:
        asked, answered = sendable(exchange.asked), sendable(exchange.answered)
        if asked.strip() and answered.strip():
            at = times.parse(exchange.at)
            messages.append(ModelRequest([UserPromptPart(asked, timestamp=at)], timestamp=at))
            messages.append(ModelResponse([TextPart(answered)], timestamp=at))
    return messages


def sendable(text: str) -> str:
    """The text with lone surrogates replaced, which no encoder of JSON can send."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
