"""Which models see images. Few say so beforehand: the others are asked, and what their servers answer is understood."""

import re

from pydantic_ai.exceptions import ModelAPIError

from hydratui.errors import ModelError
from hydratui.models.catalogue import Choice

# Families whose makers say that they read text only; some servers drop an image without a word, and the model makes one up.
_BLIND = re.compile(
    r"gpt-oss|gpt-3\.5|deepseek(?!.*(?:vl|ocr))|codestral|mixtral|starcoder|smollm\d?-|qwen.*coder|llama-?(?:2|3(?:\.[013])?)(?![.\d])(?!.*vision)"
)
# How servers say it: llama.cpp ("image input is not supported", "mmproj"), vLLM ("is not a multimodal model"), Ollama ("does not
# support image input"), DeepSeek ("unknown variant `image_url`"), Groq ("content must be a string"), OpenRouter ("No endpoints found that
# support image input"), OpenAI ("image_url is only supported by certain models").
_ABOUT_IMAGES = re.compile(r"image|vision|multi-?modal|mmproj|content (?:type|part|must be a string)")
_REFUSED = re.compile(
    r"not (?:a )?(?:support|multi-?modal|vision|enabled|allowed)|unsupported|unknown variant|only supported|no endpoints|must be a string"
    r"|mmproj|invalid content type|expected .?text"
)
_TOO_LARGE = re.compile(r"exceed|too (?:large|big|many)|maximum|\d\s?mb\b|dimension|resolution")


def is_blind(model: str) -> bool:
    """Whether a model is known to see no images."""
    return _BLIND.search(model.lower()) is not None


def blindness(error: Exception, choice: Choice) -> ModelError | None:
    """The error to show when a model was asked with an image and its server refuses that; None when it says something else."""
    if not isinstance(error, ModelAPIError):
        return None
    # A server may quote the request, image and all.
    said = f"{error.message[:2_000]} {str(error.body)[:2_000] if error.body else ''}".lower()
    if _ABOUT_IMAGES.search(said) and _REFUSED.search(said) and not _TOO_LARGE.search(said):
        return cannot_see(choice)
    return None


def cannot_see(choice: Choice) -> ModelError:
    """The error for a model that sees no images."""
    name = f"{choice.provider.id}:{choice.model}"
    return ModelError(f"{name} can't see images. Send the message without them, or choose a model that sees with /model.")
