"""A task as a line of JSON: what `import jsonl` reads and `export jsonl` writes."""

import json
import re
from typing import Any, get_args

from hydratui import times
from hydratui.agents.roster import ID
from hydratui.store.queue import MAX_RESULT
from hydratui.store.tasks import MAX_PROMPT, Status
from hydratui.store.transfer import TaskRow

STATUSES = get_args(Status)
# A moment outside of these can't be told in every time zone, and on Windows not at all.
YEARS = range(1970, 9999)
_CUT_NOTE = 200
"""Characters that an answer may have beyond the most that is kept: the note that says so."""
_STAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def as_line(row: TaskRow) -> str:
    """The line of a task, without a line end; all of it that matters elsewhere, so that reading it gives the same task."""
    values = {
        "ref": row.ref,
        "agent": row.agent,
        "channel": row.channel,
        "prompt": row.prompt,
        "result": row.result,
        "status": row.status,
        "error": row.error,
        "created_at": row.created_at,
        "started_at": row.started_at,
        "finished_at": row.finished_at,
        "model": row.model,
        "attempts": row.attempts,
        "tokens_in": row.tokens_in,
        "tokens_out": row.tokens_out,
    }
    return json.dumps(values, ensure_ascii=False)


def from_line(line: bytes) -> TaskRow:
    """The task that a line describes.

    `agent` and `prompt` must be there. Without a status a task with a result is completed and one without is pending.
    A running task is queued again, because its worker is not here. Other keys are left alone.

    Raises:
        ValueError: It describes none; the text says why, without a full stop.
    """
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"it is not UTF-8 (byte {error.start + 1})") from None
    try:
        values = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"it is not JSON ({error.msg}, character {error.pos + 1})") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if not isinstance(values, dict):
        raise ValueError("it is not an object in braces")
    # JSON can spell half of a surrogate pair, which no UTF-8 file can hold.
    return _row(_mended(values) if "\\u" in text else values)


def _row(values: dict[str, Any]) -> TaskRow:
    agent, prompt, result = _text(values, "agent"), _text(values, "prompt"), _text(values, "result")
    if agent is None or not ID.fullmatch(agent):
        raise ValueError("its agent must be an id of a-z, 0-9, _ and -, at most 64 characters")
    if prompt is None or not prompt.strip():
        raise ValueError("its prompt is missing or empty")
    if len(prompt) > MAX_PROMPT:
        raise ValueError(f"its prompt has {len(prompt):,} characters; {MAX_PROMPT:,} fit")
    if result is not None and len(result) > MAX_RESULT + _CUT_NOTE:
        raise ValueError(f"its result has {len(result):,} characters; {MAX_RESULT:,} fit")
    status = _text(values, "status") or ("pending" if result is None else "completed")
    if status not in STATUSES:
        raise ValueError(f"its status must be one of {', '.join(STATUSES)}")
    queued = status in ("pending", "running")
    created_at = _moment(values, "created_at") or times.stamp()
    return TaskRow(
        ref=_text(values, "ref") or None,
        agent=agent,
        channel=_text(values, "channel") or "main",
        prompt=prompt,
        result=None if queued else result,
        status="pending" if queued else status,
        error=None if queued else _text(values, "error"),
        model=_text(values, "model"),
        attempts=0 if queued else _count(values, "attempts"),
        created_at=created_at,
        started_at=None if queued else _moment(values, "started_at"),
        finished_at=None if queued else _moment(values, "finished_at") or created_at,
        tokens_in=_count(values, "tokens_in"),
        tokens_out=_count(values, "tokens_out"),
    )


def _text(values: dict[str, Any], key: str) -> str | None:
    value = values.get(key)
    if value is not None and not isinstance(value, str):
        raise ValueError(f"its {key} must be text in quotes, or null")
    return value


def _count(values: dict[str, Any], key: str) -> int:
    value = values.get(key)
    if value is None:
        return 0
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 63:
        raise ValueError(f"its {key} must be a whole number")
    return value


def _moment(values: dict[str, Any], key: str) -> str | None:
    text = _text(values, key)
    if not text:
        return None
    try:
        moment = times.parse(text)
        if moment.year not in YEARS:
            raise ValueError
        return text if _STAMP.fullmatch(text) else times.stamp(moment)
    except (ValueError, OverflowError):
        raise ValueError(f'its {key} must be a moment such as 2026-09-21T10:32:05Z, not "{text[:40]}"') from None


def _mended(values: dict[str, Any]) -> dict[str, Any]:
    return {key: value.encode("utf-8", "replace").decode() if isinstance(value, str) else value for key, value in values.items()}
