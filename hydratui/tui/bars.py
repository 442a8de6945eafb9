"""Small charts of line and block characters: a bar in one line, and a row of columns."""

from collections.abc import Sequence

_WHOLE, _HALF = "━", "╸"
# Never up to the top, so that two charts in neighbouring lines stay two.
_UP = "▁▂▃▄▅▆▇"


def bar(value: float, most: float, width: int) -> str:
    """A bar in halves of a cell, `width` cells for the largest value. What is not nothing is seen."""
    if value <= 0 or most <= 0 or width <= 0:
        return ""
    whole, half = divmod(max(round(2 * width * min(value / most, 1)), 1), 2)
    return _WHOLE * whole + _HALF * half


def columns(values: Sequence[float], width: int) -> str:
    """A column of up to one line for each value, a blank for nothing; where there is less room, for as many together as it takes."""
    if width <= 0 or not values:
        return ""
    each = -(-len(values) // width)
    # The last column is whole: it holds what is newest.
    begin = len(values) % each
    parts = ([values[:begin]] if begin else []) + [values[at : at + each] for at in range(begin, len(values), each)]
    sums = [sum(part) for part in parts]
    most = max(sums)
    return "".join(_UP[max(round(len(_UP) * value / most), 1) - 1] if value > 0 else " " for value in sums)
