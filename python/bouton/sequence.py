"""The Grundy values of single heaps."""

from __future__ import annotations

import collections.abc
from collections.abc import Iterator
from html import escape
from typing import Any

import numpy as np
import numpy.typing as npt

from ._array import ArrayOfValues
from ._hints import no_frame
from ._html import cell, table
from ._optional import optional
from .document import SequencePeriod, SequenceStatistics

__all__ = ["Sequence"]

MOST_VALUES = 200
"""The most values that a notebook shows."""
MOST_PRINTED = 40
"""The most values that are printed."""


class Sequence(ArrayOfValues, collections.abc.Sequence[Any]):
    """The Grundy values of single heaps from 0 on, and their period. It is also a sequence of numbers, of which pandas
    and polars make a series or a column: `polars.Series(sequence)`.

    >>> from bouton import Game
    >>> sequence = Game("subtraction {1,3,4}").sequence(20)
    >>> sequence.values[:8].tolist(), sequence.period.length
    ([0, 1, 0, 1, 2, 3, 2, 0], 7)
    """

    def __init__(
        self,
        title: str,
        values: npt.NDArray[np.signedinteger[Any]],
        period: SequencePeriod | None,
        statistics: SequenceStatistics | None = None,
    ) -> None:
        values.flags.writeable = False
        self.title = title
        """The name of the game."""
        self.values = values
        """The value of each heap: `values[n]` is the value of a heap of n."""
        self.period = period
        """The period if one was found: `length`, `preperiod` (the least periodic index), `saltus`
        (the difference between one period and the next), `proved` (true if a theorem shows that the
        period continues for ever), `theorem` (the theorem, or the reason why none applies),
        `applies_from` (the number of values that the theorem needs)."""
        self.statistics = statistics
        """The largest value and the rare heaps of the sparse space, if requested."""

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values)

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """The first heap with a value. Raises `ValueError` if no heap has it.

        >>> from bouton import Game
        >>> Game("kayles").sequence(20).index(6)
        11
        """
        places = range(*slice(start, stop).indices(len(self)))
        found = np.flatnonzero(self.values[places.start : places.stop] == value)
        if not len(found):
            raise ValueError(f"no heap from {start} to {places.stop - 1} has the value {value!r}")
        return places.start + int(found[0])

    def count(self, value: Any) -> int:
        """The number of heaps with a value."""
        return int(np.count_nonzero(self.values == value))

    def __repr__(self) -> str:
        return f"Sequence({self.title!r}, {self._told()})"

    def __str__(self) -> str:
        values = " ".join(map(str, self.values[:MOST_PRINTED])) + (" …" if len(self) > MOST_PRINTED else "")
        return f"{self.title}: {self._told()}\n{values}"

    def _told(self) -> str:
        """The bound and the period in words."""
        period = "no period seen"
        if self.period is not None:
            proved = "" if self.period.proved else ", not proved"
            saltus = f" with saltus {self.period.saltus}" if self.period.saltus else ""
            period = f"period {self.period.length}{saltus} from {self.period.preperiod} on{proved}"
        return f"0..{len(self) - 1}, {period}"

    def _repr_html_(self) -> str:
        period = self.period
        width = period.length if period is not None and period.length <= 36 else 20
        shown = min(len(self), MOST_VALUES)
        start = period.preperiod if period is not None and period.proved else len(self)
        rows = [
            [cell(f"{at} …", strong=True), *(cell(self.values[n], paint=None if n < start else "#d9e8f5") for n in range(at, min(at + width, shown)))]
            for at in range(0, shown, width)
        ]
        more = f"<p>and {len(self) - shown} more values</p>" if len(self) > shown else ""
        return table([], rows, f"<b>{escape(self.title)}</b>: {escape(self._told())}") + more

    def to_arrow(self) -> Any:
        """A `pyarrow.Table` with one row for each heap: `heap`, `grundy`."""
        arrow = optional("pyarrow", "arrow", "Sequence.to_arrow")
        return arrow.table(self._columns())

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The rows for every library that reads Arrow: `pyarrow.table(sequence)`. Needs pyarrow."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` with one row for each heap: `heap`, `grundy`."""
        pandas = optional("pandas", "pandas", "Sequence.to_pandas")
        return pandas.DataFrame(self._columns())

    def to_polars(self) -> Any:
        """The rows of `to_pandas` as a `polars.DataFrame`."""
        return optional("polars", "polars", "Sequence.to_polars").DataFrame(self._columns())

    def _columns(self) -> dict[str, npt.NDArray[Any]]:
        return {"heap": np.arange(len(self), dtype=np.int64), "grundy": self.values}

    def plot(
        self,
        ax: Any = None,
        *,
        title: str | None = None,
        figsize: tuple[float, float] | None = None,
        **options: Any,
    ) -> Any:
        """Plots the value of each heap with `matplotlib`, with the part before the period shaded.
        Returns the axes; `figsize` is the size of a new figure, and other `options` are passed to `plot`."""
        no_frame(options, "a sequence is drawn as points", 'plot("heap", "grundy", kind="bar")')
        pyplot = optional("matplotlib.pyplot", "plot", "Sequence.plot")
        if ax is None:
            _, ax = pyplot.subplots(layout="constrained", figsize=figsize)
        ax.plot(np.arange(len(self)), self.values, **{"marker": ".", "linestyle": "", "color": "black", **options})
        if self.period is not None:
            ax.axvspan(0, self.period.preperiod, color="0.9", zorder=0)
            proved = "proved" if self.period.proved else "seen, not proved"
            saltus = f", saltus {self.period.saltus}" if self.period.saltus else ""
            ax.set_title(
                f"{self.title}: period {self.period.length} from {self.period.preperiod} on{saltus}, {proved}"
            )
        else:
            ax.set_title(f"{self.title}: no period seen")
        if title is not None:
            ax.set_title(title)
        ax.set_xlabel("heap")
        ax.set_ylabel("Grundy value")
        return ax
