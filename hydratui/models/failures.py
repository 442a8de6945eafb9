"""What can go wrong with a model, said to the user in one sentence with the next step."""

import ssl

import httpx2
from pydantic_ai import exceptions

from hydratui import text
from hydratui.errors import OFFLINE, HydraError, ModelError
from hydratui.models import keys
from hydratui.models.catalogue import Choice

_MAX_QUOTE = 200
_LATER = 30.0
# Beside what the library knows: how llama.cpp, LM Studio, Ollama and proxies word it.
_TOO_LONG = ("context length", "context size", "context window", "context_length", "context_size")


class Cut(Exception):
    """A stream ended without saying that the answer is complete."""


def sentence(error: Exception, choice: Choice) -> ModelError | None:
    """The error to show, or None when the fault is a bug of ours.

    Args:
        error: What was raised while the turn ran.
        choice: The model that was asked.
    """
    match error:
        case ModelError():
            return error
        case HydraError():
            return ModelError(str(error))
        case exceptions.ModelConnectionError() | httpx2.TransportError():
            return _connection(error, choice)
        case exceptions.ModelAPIError() if refusal := _refusal(error, choice):
            return refusal
    return _cut(error, choice)


def _refusal(error: exceptions.ModelAPIError, choice: Choice) -> ModelError | None:
    provider, status = choice.provider, getattr(error, "status_code", None)
    match error:
        case exceptions.ModelAuthenticationError() if status == 403:
            return ModelError(
                f"{provider.label} does not let this key use {choice.model} (403): {_quoted(error, choice)}. Choose another model."
            )
        case exceptions.ModelAuthenticationError():
            return ModelError(f"{provider.label} refused the key ({status or 401}). Save a right one with: hydratui keys set {provider.id}")
        case exceptions.ModelNotFoundError():
            return ModelError(
                f'{provider.label} at {provider.base_url} has no model "{choice.model}". See which there are with: hydratui models'
            )
        case exceptions.ModelRequestRejectedError() if _too_long(error):
            return ModelError(
                f"The conversation is too long for {choice.model}. Start anew with /new, or choose a model with a larger window."
            )
        case exceptions.ModelQuotaExceededError():
            return ModelError(f"The account at {provider.label} has nothing left to spend. Top it up there, or choose another model.")
        case exceptions.ModelRateLimitError():
            return _later(f"{provider.label} takes no more requests for the moment (429).", error)
        case exceptions.ModelUnavailableError():
            return _later(f"{provider.label} is overloaded or down ({status or 503}).", error)
        case exceptions.ModelServerError():
            return _later(f"{provider.label} failed ({status or 500}).", error)
        case exceptions.ModelHTTPError():
            return ModelError(f"{provider.label} rejected the request ({status}): {_quoted(error, choice)}. Choose another model.")
    return None


def _later(what: str, error: exceptions.ModelAPIError) -> ModelError:
    seconds = _LATER if error.retry_after is None else error.retry_after
    return ModelError(f"{what} Try again in {max(1, round(seconds))} seconds.", seconds)


def _connection(error: Exception, choice: Choice) -> ModelError:
    provider = choice.provider
    phase = error.phase if isinstance(error, exceptions.ModelConnectionError) else None
    if phase in ("connect", "pool") or isinstance(error, httpx2.ConnectError | httpx2.ConnectTimeout):
        if _untrusted(error):
            return ModelError(f"The certificate of {provider.base_url} ({provider.label}) is not trusted. Check who answers there.")
        step = "Start it" if provider.local else "Check the network and the address"
        return ModelError(f"{OFFLINE}nothing answers at {provider.base_url} ({provider.label}). {step}, or choose another model.")
    if isinstance(error, exceptions.ModelTimeoutError | httpx2.TimeoutException):
        return _silent(choice)
    return ModelError(
        f"The connection to {provider.label} at {provider.base_url} broke before the answer was complete. Send it again.", _LATER
    )


def _untrusted(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return True
        error = error.__cause__ or error.__context__
    return False


def _cut(error: Exception, choice: Choice) -> ModelError | None:
    label, model = choice.provider.label, choice.model
    match error:
        case TimeoutError() | exceptions.ModelRequestTimeout():
            return _silent(choice)
        case Cut():
            return ModelError(f"{label} ended the answer of {model} before it was complete. Send it again.", _LATER)
        case exceptions.OutputTokenLimitExceeded():
            return ModelError(f"{model} reached its longest answer and was cut. Ask it to go on, or for less at a time.")
        case exceptions.ContentFilterError():
            return ModelError(
                f"{label} withheld the answer of {model} by its content rules. Put it in other words, or choose another model."
            )
        case exceptions.UsageLimitExceeded():
            return ModelError(
                f"{model} went on calling tools without an answer and was stopped. Ask for something smaller, or choose another model."
            )
        case exceptions.ModelAPIError() if "finish_reason" in error.message:
            return _cut(Cut(), choice)
        case exceptions.ModelAPIError():
            return ModelError(
                f"{label} at {choice.provider.base_url} sent something that is no answer: {_quoted(error, choice)}. Send it again.", _LATER
            )
        case exceptions.AgentRunError():
            return ModelError(f"{model} gave no answer. Send it again, or choose another model.")
    return None


def _silent(choice: Choice) -> ModelError:
    return ModelError(f"{choice.provider.label} at {choice.provider.base_url} fell silent. Send it again, or choose another model.", _LATER)


def _too_long(error: exceptions.ModelAPIError) -> bool:
    return isinstance(error, exceptions.ModelContextWindowExceededError) or any(words in error.message.lower() for words in _TOO_LONG)


def _quoted(error: exceptions.ModelAPIError, choice: Choice) -> str:
    body = error.body
    inner = body.get("error", body) if isinstance(body, dict) else body
    message = inner.get("message") if isinstance(inner, dict) else inner
    said = str(message or error.message)
    for key in (keys.key(choice.provider), *keys.all_keys()):
        said = said.replace(key, "[key]") if key else said
    return text.clipped(said, _MAX_QUOTE).rstrip(".")
