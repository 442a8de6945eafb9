"""Images go to models that see, in the shape that each protocol has for them; a model that sees none is named in a sentence."""

import json

import pytest

from hydratui.config import Config, ProviderSettings
from hydratui.errors import ModelError
from hydratui.models import catalogue
from hydratui.models.sight import is_blind
from hydratui.models.turn import Exchange, Image, Turn
from hydratui.workers.elsewhere import baggage
from tests.model_server import model_server
from tests.model_turns import HASTY, Request, answered, at, listen, served, text_of

IMAGE = Image("red.png", "image/png", b"\x89PNG\r\n\x1a\n not a whole one")
TURN = Turn("You are Ada.", (), "what is it?", (), "Ada", files="The file says: ninety days.", images=(IMAGE,))


async def test_the_text_follows_the_message_and_the_image_is_a_part_of_its_own() -> None:
    with model_server() as server:
        assert text_of(await answered(TURN, "box:words", config=at(server.url, "box"))) == "one two three"
        (asked,) = server.asked
    messages = json.loads(json.dumps(asked["messages"]))
    words, image = messages[-1]["content"]
    assert words == {"type": "text", "text": "what is it?\n\nThe file says: ninety days."}
    assert image["image_url"]["url"].startswith("data:image/png;base64,iVBORw0KGgo")


async def test_without_an_image_the_message_stays_one_text() -> None:
    with model_server() as server:
        turn = Turn("", (Exchange("first", "yes", "2026-11-30T10:00:00Z", "Old file."),), "and now?", (), "Ada", files="New file.")
        await answered(turn, "box:words", config=at(server.url, "box"))
        messages = json.loads(json.dumps(server.asked[0]["messages"]))
    assert [message["content"] for message in messages] == ["first\n\nOld file.", "yes", "and now?\n\nNew file."]


async def refused(status: str, message: object) -> str:
    """What is said when a server answers a message with an image like this."""

    async def handler(request: Request) -> None:
        body = json.dumps({"error": message}).encode()
        request.writer.write(f"HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n".encode() + body)
        await request.writer.drain()

    async with served(handler) as url:
        with pytest.raises(ModelError) as caught:
            await listen(TURN, "box:words", [], HASTY, at(url, "box"))
    assert caught.value.retry_after is None or "can't see" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("status", "message"),
    [
        ("500 Error", {"message": "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj"}),
        (
            "500 Error",
            {"message": 'Failed to parse messages: Unsupported content part type: "image_url"; messages = [data:image/png'},
        ),
        ("400 Bad Request", {"message": "words is not a multimodal model", "type": "BadRequestError"}),
        ("400 Bad Request", {"message": "this model does not support image input"}),
        ("400 Bad Request", {"message": "Failed to deserialize: messages[1]: unknown variant `image_url`, expected `text`"}),
        ("422 Unprocessable", {"message": "messages[1].content must be a string"}),
        ("404 Not Found", {"message": "No endpoints found that support image input", "code": 404}),
        ("400 Bad Request", {"message": "Invalid content type. image_url is only supported by certain models."}),
    ],
)
async def test_a_server_that_refuses_images_is_understood(status: str, message: object) -> None:
    assert await refused(status, message) == (
        "box:words can't see images. Send the message without them, or choose a model that sees with /model."
    )


@pytest.mark.parametrize(
    ("status", "message"),
    [
        ("400 Bad Request", {"message": "image exceeds 5 MB maximum: 9000000 bytes > 5242880 bytes; not supported"}),
        ("400 Bad Request", {"message": "Could not process image"}),
        ("401 Unauthorized", {"message": "no such key"}),
    ],
)
async def test_another_refusal_is_said_as_it_is(status: str, message: object) -> None:
    assert "can't see images" not in await refused(status, message)


async def test_a_model_that_is_known_to_be_blind_is_not_asked() -> None:
    with model_server() as server:
        with pytest.raises(ModelError, match="box:gpt-oss:20b can't see images"):
            await answered(TURN, "box:gpt-oss:20b", config=at(server.url, "box"))
        assert server.asked == []
        await answered(Turn("", (), "no image", (), "Ada"), "box:gpt-oss:20b", config=at(server.url, "box"))


@pytest.mark.parametrize(
    "model", ["gpt-oss:20b", "openai/gpt-oss-120b", "deepseek-v4-pro", "codestral-latest", "llama3.1:8b", "qwen-coder"]
)
def test_families_that_read_text_only(model: str) -> None:
    assert is_blind(model)


@pytest.mark.parametrize(
    "model",
    [
        *(model for provider in ("openai", "anthropic", "gemini") for model in catalogue.PROVIDERS[provider].models),
        "llama3.2-vision:11b",
        "llama-4-scout",
        "deepseek-vl2",
        "deepseek-ocr",
        "qwen2.5vl:7b",
        "gemma3:12b",
        "llava:13b",
        "words",
    ],
)
def test_a_model_that_may_see_is_asked(model: str) -> None:
    assert not is_blind(model)


def test_files_and_images_travel_to_a_runner() -> None:
    async def call(_: str, __: object) -> str:
        return ""

    large = Image("b.png", "image/png", b"\0\xff" * 10_000_000)
    turn = Turn("s", (Exchange("a", "b", "2026-11-30T10:00:00Z", "f"),), "p", (), "Ada", files="text", images=(IMAGE, large))
    assert baggage.unpack(list(baggage.pack(turn, "box:words")), call) == (turn, "box:words")


def test_nothing_of_a_files_content_is_in_what_python_shows_of_it() -> None:
    assert "PNG" not in repr(IMAGE)
    assert Config(providers={"box": ProviderSettings()}).providers
