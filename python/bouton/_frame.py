"""Data frames, and their rows, as positions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from .errors import InputError

__all__ = ["Frame", "columns_of", "controls_of", "is_missing", "of_coordinates", "row_of", "rows"]


class Frame(Protocol):
    """A data frame of pandas or polars, or a table of pyarrow."""

    @property
    def columns(self) -> Any:
        """The names of its columns, or the columns."""


def columns_of(found: Any) -> list[Any] | None:
    """The names of the columns of a data frame of pandas or polars, or of a table of pyarrow; `None` for anything else.
    Raises `InputError` for a lazy frame.

    >>> import pandas
    >>> columns_of(pandas.DataFrame({"h1": [3], "id": [7]})), columns_of([3, 7])
    (['h1', 'id'], None)
    """
    if hasattr(found, "collect_schema") and hasattr(found, "collect"):
        raise InputError("a lazy frame has no rows yet: give `frame.collect()`", code="position")
    names = getattr(found, "column_names", getattr(found, "columns", None))
    return None if names is None or callable(names) else list(names)


def _labels_of(row: Any) -> list[Any] | None:
    """The labels of a row of a data frame, if some are texts: of a series of pandas, or of a tuple with names."""
    if isinstance(row, tuple):
        return list(getattr(row, "_fields", ())) or None
    index = getattr(row, "index", None)
    if index is None or callable(index):
        return None
    labels = list(index)
    return labels if any(isinstance(label, str) for label in labels) else None


def _numbered(labels: list[Any]) -> list[str]:
    """As many of the names h1, h2, … as labels have this form."""
    heaps = {label for label in labels if isinstance(label, str) and re.fullmatch("h[1-9][0-9]*", label)}
    return [f"h{number}" for number in range(1, len(heaps) + 1)]


def _named(what: str, labels: list[Any], names: list[str]) -> list[str] | None:
    """The names of the coordinates, which are labels; `None` if no label is one. Without `names` these are h1, h2, …, of
    which there may be any number. Raises `InputError` if some are missing."""
    wanted = names or _numbered(labels)
    if not set(wanted) & set(labels):
        return None
    missing = [name for name in wanted if name not in set(labels)]
    if missing:
        raise InputError(f"{what} {', '.join(missing)}: expected {', '.join(wanted)}", code="position")
    return wanted


def _others(what: str, labels: list[Any], names: list[str]) -> InputError:
    expected = ", ".join(names) or "h1, h2, …"
    message = f"{what} {_written(labels)}, expected those of the coordinates, {expected}; an array of its numbers is read in their order"
    return InputError(message, code="position")


def _written(labels: list[Any]) -> str:
    most = 8
    return ", ".join(map(str, labels[:most])) + (", …" if len(labels) > most else "")


def _is_part_of_array(labels: list[Any]) -> bool:
    """Whether columns have only the numbers that a data frame gives those of an array."""
    return all(label in (place, str(place), f"column_{place}") for place, label in enumerate(labels))


def _with_index(found: Any, names: list[str]) -> Any:
    """A data frame of pandas, with columns instead of an index whose names are those of coordinates."""
    levels = getattr(getattr(found, "index", None), "names", None)
    if not hasattr(found, "itertuples") or levels is None or not any(levels):
        return found
    own = [level for level in levels if level is not None]
    is_wanted = any(name in own for name in (names or _numbered(own)) if name not in found.columns)
    return found.reset_index() if is_wanted else found


def of_coordinates(found: Any, names: list[str]) -> Any:
    """The columns of a data frame that are called as the coordinates, in their order; without `names` these are h1, h2, ….
    The names of an index of pandas are those of columns, too. All columns, if they have no names; anything else than a
    data frame as it is. Raises `InputError` if some of these columns, or all, are missing.

    >>> import pandas
    >>> of_coordinates(pandas.DataFrame({"id": [7], "h2": [5], "h1": [3]}), []).values.tolist()
    [[3, 5]]
    """
    found = _with_index(found, names)
    labels = columns_of(found)
    if not labels:
        return found
    wanted = _named("the data frame has no column", labels, names)
    if wanted is not None:
        return found[wanted] if hasattr(found, "itertuples") else found.select(wanted)
    if _is_part_of_array(labels):
        return found
    raise _others("the data frame has the columns", labels, names)


def controls_of(found: Any, names: list[str], controls: list[str]) -> list[str] | None:
    """The control states in the column `control` of a data frame; `None` if it has no such column, or if the game has only
    one control state."""
    found = _with_index(found, ["control"])
    labels = columns_of(found)
    if labels is None or not controls or "control" in names or "control" not in labels:
        return None
    column = found["control"]
    return [str(control) for control in (column.to_pylist() if hasattr(column, "to_pylist") else column)]


def row_of(row: Any, names: list[str], controls: list[str]) -> tuple[list[Any], str | None] | None:
    """The numbers of a row with labels, in the order of the coordinates, and its control state; `None` if it has no
    labels, or is a tuple with other names. Raises `InputError` if a series has other labels.

    >>> import pandas
    >>> row_of(pandas.Series({"control": "used", "b": "5", "a": "3"}), ["a", "b"], ["pass", "used"])
    (['3', '5'], 'used')
    """
    labels = _labels_of(row)
    if labels is None:
        return None
    wanted = _named("the row has no", labels, names)
    if wanted is None:
        if isinstance(row, tuple):
            return None
        raise _others("the row has the labels", labels, names)
    value = (lambda name: getattr(row, name)) if isinstance(row, tuple) else row.__getitem__
    has_control = controls and "control" not in names and "control" in labels
    return [value(name) for name in wanted], str(value("control")) if has_control else None


def is_missing(number: Any) -> bool:
    """Whether a value of a data frame is missing.

    >>> is_missing(None), is_missing(float("nan")), is_missing(3)
    (True, True, False)
    """
    is_nan = isinstance(number, float) and number != number
    return number is None or is_nan or type(number).__name__ in ("NAType", "NaTType")


def rows(found: Iterable[Any] | Frame) -> Iterator[Any]:
    """The rows of a data frame, or the positions of a list or an array."""
    if hasattr(found, "itertuples"):
        return iter(found.itertuples(index=False, name=None))
    if hasattr(found, "iter_rows"):
        return iter(found.iter_rows())
    if hasattr(found, "column_names"):
        return zip(*(column.to_pylist() for column in found.columns), strict=True)  # type: ignore[union-attr]
    return iter(found)  # type: ignore[arg-type]
