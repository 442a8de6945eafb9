"""Reading rows whose columns are known from their statement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import apsw


def rows(db: apsw.Connection, sql: str, bindings: Sequence[Any] = ()) -> Iterable[Any]:
    """The rows that a statement gives."""
    return db.execute(sql, bindings)


def value(db: apsw.Connection, sql: str, bindings: Sequence[Any] = ()) -> Any:
    """The one value of a statement that gives one row."""
    return db.execute(sql, bindings).fetchall()[0][0]


def as_array(values: Iterable[int]) -> str:
    """Numbers as `json_each` takes them."""
    return f"[{','.join(map(str, values))}]"
