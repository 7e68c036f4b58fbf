"""The values of all positions of a box."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any, NamedTuple, SupportsIndex

import numpy as np
import numpy.typing as npt

from ._array import ArrayOfValues, ArrayOperators, signed
from ._hints import no_frame
from ._html import cell, grid
from ._optional import optional
from .errors import InputError
from .position import Position, PositionLike, natural

__all__ = ["Packed", "Table", "ValuesOfPositions"]


MOST_CELLS = 20
"""The largest coordinate that a notebook shows of a table."""
MOST_PRINTED = 12
"""The most rows and columns that are printed."""


class Packed(NamedTuple):
    """Values packed into as few bits as they need, with the first position in the lowest bits of
    the first byte. With one bit for each position this is the layout of Arrow's booleans."""

    data: npt.NDArray[np.uint8]
    """The bytes."""
    bits: int
    """The number of bits for each position: 1, 2, 4, 8, 16 or 32."""
    shape: tuple[int, ...]
    """The shape of the table, whose last axis varies fastest."""

    def unpacked(self) -> npt.NDArray[np.signedinteger[Any]]:
        """The unpacked values: `int8` if they have less than 8 bits, otherwise `int32`."""
        count = int(np.prod(self.shape, dtype=np.int64))
        if self.bits >= 8:
            wide = self.data.view(np.dtype(f"<u{self.bits // 8}"))
            return signed(wide.astype(np.uint32, copy=False)).reshape(self.shape)
        digits = np.unpackbits(self.data, bitorder="little", count=count * self.bits)
        weights = (1 << np.arange(self.bits)).astype(np.uint8)
        values: npt.NDArray[np.int8] = (digits.reshape(count, self.bits) * weights).sum(axis=1, dtype=np.int8)
        return values.reshape(self.shape)


class ValuesOfPositions(ArrayOperators):
    """The values of the positions of a box, which are outcomes, Grundy values or remoteness."""

    value: str
    """The kind of the values: `outcome`, `grundy` or `remoteness`."""
    outcomes: list[str]
    """The outcomes that the numbers stand for, if they are outcomes."""

    def _comparable(self, other: object) -> object:
        """The number of an outcome; anything else as it is. Raises `InputError` for an unknown outcome, and for a table
        of another kind of values."""
        if isinstance(other, ValuesOfPositions) and other.value != self.value:
            raise InputError(f"a table of {self._kind()} is compared with one of {other._kind()}", code="value")
        return self._number_of(other) if isinstance(other, str) else other

    def _number_of(self, outcome: str) -> int:
        """The number of an outcome. Raises `InputError` if the game does not have it."""
        if outcome not in self.outcomes:
            known = ", ".join(self.outcomes) or f"a number, since the table is of {self._kind()}"
            raise InputError(f"there is no outcome `{outcome}`: expected {known}", code="outcome")
        return self.outcomes.index(outcome)

    def _kind(self) -> str:
        return {"grundy": "Grundy values", "outcome": "outcomes"}.get(self.value, self.value)


class Table(ValuesOfPositions, ArrayOfValues):
    """The values of all positions with every coordinate from 0 to a bound.

    It behaves like an array: `np.asarray(table)` copies nothing, and arithmetic returns arrays. If the rules exclude some
    positions, these are masked in all arrays but `values` (`exists`, `masked`). It has one axis for each
    coordinate, and a last one for the control states if there are several. Outcomes are numbers
    (`int8`, 0 for P; `outcomes` names them), Grundy values and remoteness are `int32`. A `Position` or its text as an
    index is the value of that position, and a table is compared with the letter of an outcome; a part of it is an array of
    numbers, so that `(table == "P")[2]` is right, not `table[2] == "P"`.

    >>> from bouton import Game
    >>> table = Game("wythoff").table(20)
    >>> table.shape, int(table[1, 2]), table.outcome((1, 2))
    ((21, 21), 0, 'P')
    >>> int((table == "P").sum()), int(table["1,2"])
    (17, 0)
    >>> print(Game("nim", heaps=2).table(3, value="grundy"))
    nim: grundy, 4 × 4
    h1 \\ h2 0 1 2 3
          0 0 1 2 3
          1 1 0 3 2
          2 2 3 0 1
          3 3 2 1 0
    """

    def __init__(
        self,
        title: str,
        value: str,
        values: npt.NDArray[np.signedinteger[Any]],
        exists: npt.NDArray[np.bool_] | None,
        coordinates: list[str],
        controls: list[str],
        outcomes: list[str],
        *,
        is_code: bool = False,
    ) -> None:
        values.flags.writeable = False
        self.title = title
        """The name of the game."""
        self.value = value
        """The kind of the values: `outcome`, `grundy` or `remoteness`."""
        self.values = values
        """The array itself. It is read-only: change a copy."""
        self.exists = exists
        """True for the positions that exist, if the rules exclude some, otherwise `None`. At the others `values` contains
        -1; `masked`, arithmetic and comparisons mask them."""
        self.coordinates = coordinates
        """The names of the axes."""
        self.controls = controls
        """The names of the control states along the last axis; empty if there is only one."""
        self.outcomes = outcomes
        """The outcomes that the numbers stand for, if they are outcomes."""
        self.is_code = is_code
        """True for a take-and-break game: a position may have fewer heaps than the table has axes, the others are empty."""

    @property
    def upto(self) -> int:
        """The largest coordinate."""
        return self.shape[0] - 1

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values) if self.exists is None else (self[place] for place in range(len(self)))

    def __bool__(self) -> bool:
        # As of an array, the truth is ambiguous: `(table == other).all()` compares the values.
        return bool(self.values)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, Position | str):
            return self.values[self._existing(Position.of(place))]
        found = self.values[place]
        if self.exists is None:
            return found
        absent = ~self.exists[place]
        if isinstance(absent, np.ndarray):
            return np.ma.masked_array(found, mask=absent)
        return np.ma.masked if absent else found

    @property
    def masked(self) -> np.ma.MaskedArray[Any, Any]:
        """The array with the positions that do not exist masked: `table.masked.compressed()` has the values of the others.

        >>> from bouton import Game
        >>> table = Game("counters a, b; positions where a <= b; move b -> b - 1 when b > a").table(2)
        >>> table.masked.compressed().tolist(), table.values[1, 0]
        ([0, 1, 0, 0, 1, 0], np.int8(-1))
        """
        mask = np.zeros(self.shape, dtype=bool) if self.exists is None else ~self.exists
        return np.ma.masked_array(self.values, mask=mask)

    def _there(self) -> npt.NDArray[Any]:
        return self.values if self.exists is None else self.masked

    def __repr__(self) -> str:
        return f"Table({self.title!r}, value={self.value!r}, shape={self.shape})"

    def __str__(self) -> str:
        """The values of two coordinates as a grid, the others 0, as far as `MOST_PRINTED`: the first coordinate
        downwards, as in the array."""
        shown, values = self._plane(None, None, None)
        plane = values[None, :] if values.ndim == 1 else values
        rows, columns = (min(side, MOST_PRINTED) for side in plane.shape)
        cut = columns < plane.shape[1]
        corner = shown[0] if values.ndim == 1 else " \\ ".join(shown)
        lines = [[corner, *map(str, range(columns)), *(["…"] if cut else [])]]
        for row in range(rows):
            head = self.value if values.ndim == 1 else str(row)
            lines.append([head, *map(self._text, plane[row, :columns]), *(["…"] if cut else [])])
        lines += [["…"]] if rows < plane.shape[0] else []
        first, other = (max(len(line[0]) for line in lines), max(len(cell) for line in lines for cell in line[1:]))
        grid = [" ".join([line[0].rjust(first), *(cell.rjust(other) for cell in line[1:])]) for line in lines]
        others = self._others(shown)
        told = f"{self.title}: {self.value}, {' × '.join(map(str, self.shape))}"
        return "\n".join([told + (f" ({', '.join(others)})" if others else ""), *grid])

    def _text(self, value: Any) -> str:
        """A value as it is printed; nothing for a position that does not exist."""
        if value is np.ma.masked:
            return ""
        return self.outcomes[int(value)] if self.outcomes else str(int(value))

    def _others(self, shown: list[str]) -> list[str]:
        """The coordinates and the control state of a plane that are not shown."""
        others = [f"{name} = 0" for name in self.coordinates if name not in shown]
        return others + ([self.controls[0]] if self.controls else [])

    def _repr_html_(self) -> str:
        """The values of two coordinates as a grid, the others 0, as far as `MOST_CELLS`."""
        shown, values = self._plane(None, None, None)
        plane = values[:, None] if values.ndim == 1 else values
        plane = plane[: MOST_CELLS + 1, : MOST_CELLS + 1]
        rows = [[self._cell(value) for value in plane[:, up]] for up in range(plane.shape[1])]
        others = self._others(shown)
        told = f"<b>{escape(self.title)}</b>: {self.value}, {' × '.join(map(str, self.shape))}"
        told += f" ({escape(', '.join(others))})" if others else ""
        told += f", as far as {MOST_CELLS}" if self.upto > MOST_CELLS else ""
        up = shown[1] if len(shown) > 1 else ""
        return grid(rows, shown[0], up, [str(number) for number in range(len(plane))], told)

    def _cell(self, value: Any) -> str:
        painted = value is not np.ma.masked and value == 0 and (bool(self.outcomes) or self.value == "grundy")
        return cell(self._text(value), paint="#0072b2" if painted else None)

    def _place(self, place: Position) -> tuple[int, ...]:
        if self.is_code:
            place = Position([*place, *[0] * (len(self.coordinates) - len(place))], place.control)
        if len(place) != len(self.coordinates) or any(number > self.upto or number < 0 for number in place):
            message = f"position `{place}` is not in the box of {', '.join(self.coordinates)} up to {self.upto}"
            raise InputError(message, code="position")
        return (*place, self._control(place.control)) if self.controls else tuple(place)

    def _control(self, name: str | None) -> int:
        if name is None:
            return 0
        if name not in self.controls:
            known = ", ".join(self.controls) or "none"
            raise InputError(f"there is no control state `{name}`: expected {known}", code="control")
        return self.controls.index(name)

    def outcome(self, position: PositionLike, *more: SupportsIndex, control: str | None = None) -> str:
        """The letter of the outcome of a position, whose numbers may also be given one by one, by default with the first
        control state."""
        if not self.outcomes:
            raise InputError(f"this is a table of {self._kind()}, not of outcomes", code="value")
        return self.outcomes[int(self.values[self._existing(Position.of(position, *more, control=control, names=self.coordinates, controls=self.controls))])]

    def _existing(self, position: Position) -> tuple[int, ...]:
        """The place of a position in the array. Raises `InputError` if it does not exist."""
        place = self._place(position)
        if self.exists is not None and not self.exists[place]:
            raise InputError(f"position `{position}` does not exist", code="position")
        return place

    def positions(self, outcome: str | int = "P", *, control: str | None = None) -> npt.NDArray[np.int64]:
        """The positions with a given outcome, or a given number, one in each row, in lexicographic order.

        >>> from bouton import Game
        >>> Game("wythoff").table(5).positions("P").tolist()
        [[0, 0], [1, 2], [2, 1], [3, 5], [5, 3]]
        >>> Game("wythoff").table(3, value="grundy").positions(2).tolist()
        [[0, 2], [1, 1], [2, 0]]
        """
        number = self._number_of(outcome) if isinstance(outcome, str) else natural("value", outcome)
        found = self.values == number
        if self.exists is not None:
            found &= self.exists
        state = self._control(control)
        return np.argwhere(found[..., state] if self.controls else found)

    def packed(self) -> Packed:
        """The values in as few bits as the largest needs: outcomes of two players take one bit for
        each position. A position that does not exist has the value 0."""
        values = self.values if self.exists is None else np.where(self.exists, self.values, 0)
        largest = len(self.outcomes) - 1 if self.outcomes else int(values.max(initial=0))
        bits = next(bits for bits in (1, 2, 4, 8, 16, 32) if largest < 1 << bits)
        flat = np.ascontiguousarray(values).reshape(-1)
        if bits >= 8:
            data = flat.astype(np.dtype(f"<u{bits // 8}"), copy=False).view(np.uint8)
            return Packed(data, bits, self.shape)
        if bits == 1:
            return Packed(np.packbits(flat.view(np.uint8) if flat.itemsize == 1 else flat != 0, bitorder="little"), 1, self.shape)
        digits = (flat[:, None] >> np.arange(bits, dtype=flat.dtype)) & 1
        return Packed(np.packbits(digits.astype(np.uint8).reshape(-1), bitorder="little"), bits, self.shape)

    def _columns(self) -> dict[str, npt.NDArray[Any]]:
        """A column for each axis, in the order of the array, without the positions that do not
        exist."""
        there = slice(None) if self.exists is None else self.exists.reshape(-1)
        names = [*self.coordinates, "control"] if self.controls else self.coordinates
        columns = {}
        for axis, name in enumerate(names):
            side = np.arange(self.shape[axis], dtype=np.int8 if name == "control" and self.controls else np.int64)
            shape = [1] * len(self.shape)
            shape[axis] = self.shape[axis]
            columns[name] = np.broadcast_to(side.reshape(shape), self.shape).reshape(-1)[there]
        columns[self.value] = self.values.reshape(-1)[there]
        return columns

    def to_arrow(self) -> Any:
        """A `pyarrow.Table` with one row for each position: the coordinates, `control` if there are
        control states, the value. Outcomes and control states are dictionaries over the numbers of
        the array, which is not copied."""
        arrow = optional("pyarrow", "arrow", "Table.to_arrow")
        names = {"control": self.controls, self.value: self.outcomes}

        def column(name: str, values: npt.NDArray[Any]) -> Any:
            if name not in self.coordinates and names.get(name):
                return arrow.DictionaryArray.from_arrays(arrow.array(values), arrow.array(names[name]))
            return arrow.array(values)

        columns = self._columns()
        return arrow.table({name: column(name, values) for name, values in columns.items()})

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The rows for every library that reads Arrow: `polars.DataFrame(table)`, `pyarrow.table(table)`, a table of
        DuckDB. Needs pyarrow.

        >>> import polars
        >>> from bouton import Game
        >>> polars.DataFrame(Game("take-three").table(1, value="grundy")).rows()
        [(0, 0), (1, 1)]
        """
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` with one row for each position: the coordinates, `control` if there
        are control states, the value; outcomes and control states are categories."""
        pandas = optional("pandas", "pandas", "Table.to_pandas")
        columns: dict[str, Any] = dict(self._columns())
        for name, known in (("control", self.controls), (self.value, self.outcomes)):
            if known and name not in self.coordinates:
                columns[name] = pandas.Categorical.from_codes(columns[name], categories=known)
        return pandas.DataFrame(columns)

    def _plane(
        self, axes: tuple[str, ...] | str | None, fix: Mapping[str, int] | None, control: str | None
    ) -> tuple[list[str], npt.NDArray[Any]]:
        """Two axes (or the only one) of the array, for fixed values of the other coordinates."""
        fixed = dict(fix or {})
        axes = (axes,) if isinstance(axes, str) else axes
        if axes is not None and not 1 <= len(axes) <= 2:
            raise InputError(f"a map has one or two axes, found {axes!r}", code="position")
        for name in [*fixed, *(axes or ())]:
            if name not in self.coordinates:
                known = ", ".join(self.coordinates)
                raise InputError(f"the game has no `{name}`: expected {known}", code="position")
        for name, number in fixed.items():
            if natural(name, number) > self.upto:
                raise InputError(f"{name} is {number}, but the table ends at {self.upto}", code="position")
        free = [name for name in self.coordinates if name not in fixed]
        shown = list(axes or free[:2] or self.coordinates[:1])
        place = tuple(slice(None) if name in shown else fixed.get(name, 0) for name in self.coordinates)
        if len(set(shown)) < len(shown):
            raise InputError(f"{shown[0]} cannot be on both axes", code="position")
        values = np.ma.masked_array(self.values, mask=np.ma.nomask if self.exists is None else ~self.exists)
        state = self._control(control)
        values = values[(*place, state)] if self.controls else values[place]
        if len(shown) == 2 and self.coordinates.index(shown[0]) > self.coordinates.index(shown[1]):
            values = values.T
        return shown, values

    def plot(
        self,
        ax: Any = None,
        *,
        axes: tuple[str, ...] | str | None = None,
        fix: Mapping[str, int] | None = None,
        control: str | None = None,
        title: str | None = None,
        figsize: tuple[float, float] | None = None,
        **options: Any,
    ) -> Any:
        """Draws a map of two coordinates with `matplotlib`, the first one horizontally; `fix` gives
        the values of the others, which are 0 by default. Returns the axes; `figsize` is the size of a new figure, and
        other `options` are passed to `imshow`."""
        fixed = [f"{name!r}: {value}" for name, value in options.items() if name in self.coordinates]
        if fixed:
            raise InputError(f"the value of a coordinate is given by `fix`: fix={{{', '.join(fixed)}}}", code="usage")
        no_frame(options, "a table is drawn as a map", f'{self.value}.value_counts().plot(kind="bar")')
        pyplot = optional("matplotlib.pyplot", "plot", "Table.plot")
        colors = optional("matplotlib.colors", "plot", "Table.plot")
        ticker = optional("matplotlib.ticker", "plot", "Table.plot")
        shown, values = self._plane(axes, fix, control)
        if ax is None:
            _, ax = pyplot.subplots(layout="constrained", figsize=figsize)
        if values.ndim == 1:
            ax.plot(np.arange(len(values)), values, ".", **options)
            ax.set_ylabel(self.value)
            if self.outcomes:
                ax.set_yticks(range(len(self.outcomes)), labels=self.outcomes)
        else:
            named: dict[str, Any] = {}
            if self.outcomes:
                # Lost positions stand out, as in the other drawings.
                paint = ["#000000", "#d8d8d8", "#0072b2", "#e69f00", *pyplot.colormaps["tab20"].colors]
                named["cmap"] = colors.ListedColormap(paint[: len(self.outcomes)])
                named["vmin"], named["vmax"] = -0.5, len(self.outcomes) - 0.5
            image = ax.imshow(values.T, **{"origin": "lower", "interpolation": "nearest", **named, **options})
            bar = ax.figure.colorbar(image, ax=ax, label=self.value, ticks=ticker.MaxNLocator(integer=True))
            if self.outcomes:
                bar.set_ticks(range(len(self.outcomes)), labels=self.outcomes)
            ax.set_ylabel(shown[1])
        # A coordinate is a whole number, as is a value.
        for axis in (ax.xaxis,) if values.ndim == 1 and self.outcomes else (ax.xaxis, ax.yaxis):
            axis.set_major_locator(ticker.MaxNLocator(integer=True))
        ax.set_xlabel(shown[0])
        others = [f"{name} = {(fix or {}).get(name, 0)}" for name in self.coordinates if name not in shown]
        if self.controls:
            others.append(self.controls[self._control(control)])
        ax.set_title(", ".join([self.title, *others]) if title is None else title)
        return ax
