"""Lists of positions."""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Iterable, Iterator
from decimal import Decimal
from html import escape
from typing import Any, SupportsIndex, overload

import numpy as np
import numpy.typing as npt

from . import document
from ._html import cell, table
from ._optional import optional
from .position import Position, PositionLike, is_number

__all__ = ["Positions"]

MOST_WRITTEN = 6
"""The most positions of a representation."""
MOST_ROWS = 20
"""The most rows that are printed, and that a notebook shows."""


class Positions(document.List):
    """Positions with their outcomes: a document of `bouton list` that is also a sequence of positions, and a table of
    their coordinates. `to_pandas()` is the data frame with the names of the coordinates; `pandas.DataFrame(positions)` takes
    the array alone, without names and outcomes. Where the order of the heaps does not matter to the rules, a position is
    listed once, in increasing order, and is found in any (`Game.table` has every order).

    >>> from bouton import Game
    >>> lost = Game("wythoff").positions(lost=True, largest=10)
    >>> lost
    <5 positions of wythoff up to the order of the heaps: 0,0 P; 1,2 P; 3,5 P; 4,7 P; 6,10 P>
    >>> lost[1], len(lost), lost.array.tolist()
    (Position((1, 2)), 5, [[0, 0], [1, 2], [3, 5], [4, 7], [6, 10]])
    >>> (5, 3) in lost
    True
    >>> print(lost)
    h1  h2  outcome
     0   0  P
     1   2  P
     3   5  P
     4   7  P
     6  10  P
    up to the order of the heaps
    """

    coordinates: list[str]
    """The names of the coordinates."""
    in_any_order: bool
    """True if each position stands for all orders of its heaps."""

    @classmethod
    def of(
        cls,
        found: document.List,
        coordinates: list[str],
        *,
        controls: Iterable[str] = (),
        is_code: bool = False,
        in_any_order: bool = False,
    ) -> Positions:
        """The positions of a document, whose coordinates have these names, and `in_any_order`. Those of a take-and-break
        game (`is_code`) may be looked for with fewer heaps, the others are empty; and those of a game with several control
        states without one, which is then the first."""
        made = cls(**vars(found))
        places = [Position.of(listed.position) for listed in found.positions]
        width = max((len(place) for place in places), default=len(coordinates))
        if len(coordinates) != width:
            coordinates = [f"h{number}" for number in range(1, width + 1)]
        # The document is frozen.
        object.__setattr__(made, "coordinates", coordinates)
        object.__setattr__(made, "_places", places)
        object.__setattr__(made, "_is_code", is_code)
        object.__setattr__(made, "_controls", tuple(controls))
        object.__setattr__(made, "in_any_order", in_any_order and len(coordinates) > 1)
        return made

    @property
    def outcomes(self) -> list[str]:
        """The outcome of each position."""
        return [listed.outcome for listed in self.positions]

    @property
    def array(self) -> npt.NDArray[Any]:
        """The coordinates as an array of shape (n, d), of `int64`, or of Python's integers if some are larger."""
        places: list[Position] = self._places  # type: ignore[attr-defined]
        large = any(number >= 1 << 63 for place in places for number in place)
        return np.array(places, dtype=object if large else np.int64).reshape(len(places), len(self.coordinates))

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]:
        if copy is False:
            raise ValueError("the coordinates are copied into an array")
        return self.array if dtype is None else self.array.astype(dtype)

    def __len__(self) -> int:
        return len(self.positions)

    def __iter__(self) -> Iterator[Position]:
        return iter(self._places)  # type: ignore[attr-defined]

    @overload
    def __getitem__(self, place: int | np.integer[Any]) -> Position: ...
    @overload
    def __getitem__(self, place: slice | list[int] | npt.NDArray[Any]) -> Positions: ...
    def __getitem__(self, place: Any) -> Position | Positions:
        """One position, or the list of some: of a slice, of places, or where an array of truth values is true.

        >>> from bouton import Game
        >>> lost = Game("wythoff").positions(lost=True, largest=10)
        >>> lost[-1], lost[1:3], lost[lost.array[:, 0] > 2]
        (Position((6, 10)), <2 positions of wythoff up to the order of the heaps: 1,2 P; 3,5 P>, <3 positions of wythoff up to the order of the heaps: 3,5 P; 4,7 P; 6,10 P>)
        """
        if is_number(place):
            found: Position = self._places[operator.index(place)]  # type: ignore[attr-defined]
            return found
        if isinstance(place, str):
            raise IndexError(f"a list of positions is indexed by places; a column is `.to_pandas()[{place!r}]`")
        some = np.arange(len(self))[place]
        if some.ndim != 1:
            raise IndexError(f"positions are in one list, which is not indexed by {place!r}")
        fields = {field.name: getattr(self, field.name) for field in dataclasses.fields(document.List)}
        fields |= {"count": len(some), "positions": [self.positions[at] for at in some]}
        is_code: bool = self._is_code  # type: ignore[attr-defined]
        known = {"controls": self._controls, "is_code": is_code, "in_any_order": self.in_any_order}  # type: ignore[attr-defined]
        return Positions.of(document.List(**fields), self.coordinates, **known)

    def __contains__(self, position: object) -> bool:
        try:
            self.index(position)  # type: ignore[arg-type]
        except ValueError:
            return False
        return True

    def index(self, position: PositionLike, *more: SupportsIndex) -> int:
        """The place of a position in the list, of any order of its heaps if that does not matter. Raises `ValueError` if
        it is not there.

        >>> from bouton import Game
        >>> Game("wythoff").positions(lost=True, largest=10).index(5, 3)
        2
        """
        place = self._listed(Position.of(position, *more, names=self.coordinates, controls=self._controls))  # type: ignore[attr-defined]
        places: list[Position] = self._places  # type: ignore[attr-defined]
        if place not in places:
            raise ValueError(f"position `{place}` is not in the list")
        return places.index(place)

    def _listed(self, place: Position) -> Position:
        """The position as it is listed."""
        numbers = list(place)
        if self._is_code:  # type: ignore[attr-defined]
            numbers += [0] * (len(self.coordinates) - len(numbers))
        controls: tuple[str, ...] = self._controls  # type: ignore[attr-defined]
        control = controls[0] if controls and place.control is None else place.control
        return Position(sorted(numbers) if self.in_any_order else numbers, control)

    def _columns(self) -> dict[str, Any]:
        """A column for each coordinate, for the control state if the game has several, and for the outcome."""
        columns: dict[str, Any] = {name: self.array[:, axis] for axis, name in enumerate(self.coordinates)}
        controls = [place.control for place in self]
        if any(control is not None for control in controls):
            columns["control"] = controls
        return columns | {"outcome": self.outcomes}

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` with one row for each position: the coordinates, `control` if there are control states,
        the outcome; outcomes and control states are categories.

        >>> from bouton import Game
        >>> Game("wythoff").positions(lost=True, largest=5).to_pandas().h2.tolist()
        [0, 2, 5]
        """
        pandas = optional("pandas", "pandas", "Positions.to_pandas")
        columns = {
            name: column if name in self.coordinates else pandas.Categorical(column)
            for name, column in self._columns().items()
        }
        return pandas.DataFrame(columns)

    def tolist(self) -> list[Position]:
        """The positions as a list."""
        return list(self)

    def to_list(self) -> list[Position]:
        """The same as `tolist`, by its name in pandas and polars."""
        return list(self)

    def to_numpy(self) -> npt.NDArray[Any]:
        """The array of the coordinates."""
        return self.array

    def to_polars(self) -> Any:
        """The rows of `to_pandas` as a `polars.DataFrame`."""
        return optional("polars", "polars", "Positions.to_polars").DataFrame(self)

    def to_arrow(self) -> Any:
        """A `pyarrow.Table` with the rows of `to_pandas`; coordinates beyond 63 bits are decimal numbers."""
        arrow = optional("pyarrow", "arrow", "Positions.to_arrow")

        def column(name: str, values: Any) -> Any:
            if name not in self.coordinates:
                return arrow.array(values).dictionary_encode()
            return arrow.array([Decimal(number) for number in values] if values.dtype == object else values)

        return arrow.table({name: column(name, values) for name, values in self._columns().items()})

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The rows for every library that reads Arrow: `polars.DataFrame(positions)`. Needs pyarrow."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def _told(self) -> str:
        """The number of the positions in words."""
        kind = "position" if len(self) == 1 else "positions"
        return " ".join(filter(None, [f"{len(self)} {kind} of {self.game}", self._order()]))

    def _order(self) -> str:
        return "up to the order of the heaps" if self.in_any_order else ""

    def _left(self) -> str:
        left = len(self) - MOST_ROWS
        return f"{left} more" if left > 0 else "" if self.complete else "and others"

    def __repr__(self) -> str:
        shown = [f"{listed.position} {listed.outcome}" for listed in self.positions[:MOST_WRITTEN]]
        shown += ["…"] if len(self) > MOST_WRITTEN or not self.complete else []
        return f"<{self._told()}: {'; '.join(shown)}>"

    def __str__(self) -> str:
        columns = {name: [str(value) for value in column[:MOST_ROWS]] for name, column in self._columns().items()}
        wide = {name: max(map(len, [name, *column])) for name, column in columns.items()}
        rows = [list(columns), *zip(*columns.values(), strict=True)]
        aligned = [
            "  ".join(
                value.rjust(wide[name]) if name in self.coordinates else value.ljust(wide[name])
                for name, value in zip(columns, row, strict=True)
            ).rstrip()
            for row in rows
        ]
        end = ", ".join(filter(None, [self._left(), self._order()]))
        return "\n".join([*aligned, *filter(None, [end])])

    def _repr_html_(self) -> str:
        columns = self._columns()
        rows = [
            [cell(value) for value in row]
            for row in zip(*(column[:MOST_ROWS] for column in columns.values()), strict=True)
        ]
        left = self._left()
        more = f"<p>{left}</p>" if left else ""
        return table(list(columns), rows, f"<b>{escape(self._told())}</b>; as a data frame, <code>to_pandas()</code>") + more
