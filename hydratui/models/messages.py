"""Earlier exchanges, and what is asked now, as the messages of the model library."""

from collections.abc import Sequence

from pydantic_ai.messages import BinaryContent, ModelMessage, ModelRequest, ModelResponse, TextPart, UserContent, UserPromptPart

from hydratui import times
from hydratui.models.turn import Exchange, Turn


def history(exchanges: Sequence[Exchange]) -> list[ModelMessage]:
    """A request and a response for each exchange, in order. An exchange with an empty half is left out: providers refuse those."""
    messages: list[ModelMessage] = []
    for exchange in exchanges:
        asked, answered = sendable(_with_files(exchange.asked, exchange.files)), sendable(exchange.answered)
        if asked.strip() and answered.strip():
            at = times.parse(exchange.at)
            messages.append(ModelRequest([UserPromptPart(asked, timestamp=at)], timestamp=at))
            messages.append(ModelResponse([TextPart(answered)], timestamp=at))
    return messages


def prompt(turn: Turn) -> str | list[UserContent]:
    """What is asked now, with what came with it."""
    words = sendable(_with_files(turn.prompt, turn.files))
    if not turn.images:
        return words
    return [words, *(BinaryContent(image.data, media_type=image.media) for image in turn.images)]


def _with_files(asked: str, files: str) -> str:
    return f"{asked}\n\n{files}" if files else asked


def sendable(text: str) -> str:
    """The text with lone surrogates replaced, which no encoder of JSON can send."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
