"""Values that are used like an array of NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from numpy.lib.mixins import NDArrayOperatorsMixin

from ._optional import optional

__all__ = ["ArrayOfValues", "no_attribute"]


class ArrayOfValues(NDArrayOperatorsMixin):
    """A read-only array of values that also has a name, coordinates or a period. Functions of NumPy and arithmetic take
    it as its array `values`, and return arrays. Differences may be negative: they are `int64`.

    >>> from bouton import Game
    >>> sequence = Game("kayles").sequence(5)
    >>> sequence + 1
    array([1, 2, 3, 4, 2, 5], dtype=uint32)
    >>> sequence.max(), sequence.size, 4 in sequence, 9 in sequence
    (np.uint32(4), 6, True, False)
    >>> sequence - 1, np.diff(sequence)
    (array([-1,  0,  1,  2,  0,  3]), array([ 1,  1,  1, -2,  3]))
    """

    values: npt.NDArray[Any]
    """The array itself. It is read-only: change a copy."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the array."""
        return self.values.shape

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return self.values.ndim

    @property
    def size(self) -> int:
        """The number of values."""
        return self.values.size

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the values."""
        return self.values.dtype

    @property
    def T(self) -> npt.NDArray[Any]:
        """The array with its axes in reverse order."""
        return self.values.T

    def _there(self) -> npt.NDArray[Any]:
        """The array; the values of positions that do not exist are masked."""
        return self.values

    def min(self, axis: int | tuple[int, ...] | None = None, **options: Any) -> Any:
        """The least value. The options are those of NumPy, here and below."""
        return self._there().min(axis=axis, **options)

    def max(self, axis: int | tuple[int, ...] | None = None, **options: Any) -> Any:
        """The largest value."""
        return self._there().max(axis=axis, **options)

    def mean(self, axis: int | tuple[int, ...] | None = None, **options: Any) -> Any:
        """The mean of the values: of outcomes of two players, the share of N-positions."""
        return self._there().mean(axis=axis, **options)

    def sum(self, axis: int | tuple[int, ...] | None = None, **options: Any) -> Any:
        """The sum of the values."""
        return self._there().sum(axis=axis, **options)

    def reshape(self, *shape: Any, **options: Any) -> npt.NDArray[Any]:
        """The values in another shape."""
        return self.values.reshape(*shape, **options)

    def astype(self, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
        """The values as numbers of another type, in a new array."""
        return self.values.astype(dtype)

    def tolist(self) -> Any:
        """The values as lists of integers."""
        return self.values.tolist()

    def to_list(self) -> Any:
        """The same as `tolist`, by its name in pandas and polars."""
        return self.values.tolist()

    def to_numpy(self) -> npt.NDArray[Any]:
        """The array `values`, without a copy."""
        return self.values

    def to_polars(self) -> Any:
        """The rows of `to_pandas` as a `polars.DataFrame`."""
        return optional("polars", "polars", f"{type(self).__name__}.to_polars").DataFrame(self)

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]:
        wanted = self.dtype if dtype is None else np.dtype(dtype)
        if copy is False and wanted != self.dtype:
            raise ValueError(f"the values are {self.dtype}: {wanted} needs a copy")
        return self.values.astype(wanted, copy=bool(copy))

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        signed = ufunc in (np.subtract, np.negative)
        arrays = [part._plain(signed) if isinstance(part, ArrayOfValues) else part for part in inputs]
        return getattr(ufunc, method)(*arrays, **options)

    def __array_function__(self, function: Any, types: Any, given: Any, options: dict[str, Any]) -> Any:
        method = function.__name__.removeprefix("a")
        if method in ("min", "max", "mean", "sum") and given and isinstance(given[0], ArrayOfValues):
            # The methods leave out positions that do not exist.
            return getattr(given[0], method)(*given[1:], **options)
        signed = function in (np.diff, np.ediff1d, np.gradient)

        def plain(part: Any) -> Any:
            if isinstance(part, ArrayOfValues):
                return part._plain(signed)
            return type(part)(map(plain, part)) if type(part) in (list, tuple) else part

        return function(*map(plain, given), **{name: plain(part) for name, part in options.items()})

    def _plain(self, signed: bool) -> npt.NDArray[Any]:
        """The array; as `int64` where differences of the values are taken, which unsigned numbers do not have."""
        return self.values.astype(np.int64) if signed else self.values

    def __getitem__(self, place: Any) -> Any:
        return self.values[place]

    def __len__(self) -> int:
        return len(self.values)

    def __contains__(self, value: object) -> bool:
        return bool(np.any(self._there() == value))

    def _identity(self) -> tuple[object, ...]:
        """What two equal tables or sequences have in common beside their values."""
        return ()

    def __eq__(self, other: object) -> Any:
        """Whether both are equal; compared with a number or an array, the array of the comparisons."""
        if isinstance(other, int | float | np.generic | np.ndarray):
            return self.values == other
        return (
            isinstance(other, ArrayOfValues)
            and type(self) is type(other)
            and self._identity() == other._identity()
            and np.array_equal(self.values, other.values)
        )

    def __ne__(self, other: object) -> Any:
        equal = self == other
        return ~equal if isinstance(equal, np.ndarray) else not equal

    __hash__ = None  # type: ignore[assignment]

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if not name.startswith("_") and hasattr(np.ndarray, name):
                message = f"{type(self).__name__!r} object has no attribute {name!r}, but its array has: `.values.{name}`"
                raise AttributeError(message, name=name, obj=self)
            raise no_attribute(self, name)


OF_PANDAS = frozenset(
    "agg apply assign boxplot columns corr describe diff drop dtypes groupby head hist iloc info isin iterrows itertuples "
    "join loc map melt merge nlargest nsmallest nunique pivot pivot_table plot query rename rolling sample set_index shift "
    "sort_values tail to_csv to_dict to_excel to_json to_latex to_markdown to_parquet unique value_counts where".split()
)
"""Attributes of data frames of pandas."""
OF_POLARS = frozenset(
    "filter group_by is_in iter_rows lazy n_unique rows select sort to_dicts with_columns write_csv write_json "
    "write_parquet".split()
)
"""Attributes of data frames of polars that those of pandas do not have."""


def no_attribute(found: object, name: str) -> AttributeError:
    """The error for an attribute that an object does not have; it names the data frame that has it."""
    kind = type(found).__name__
    message = f"{kind!r} object has no attribute {name!r}"
    if name in vars(found).get("coordinates", ()):
        message = f"{kind!r} object has no attribute {name!r}, but its data frame has: `.to_pandas().{name}`"
    for names, method in ((OF_PANDAS, "to_pandas"), (OF_POLARS, "to_polars")):
        if name in names and hasattr(found, method):
            message = f"{kind!r} object has no attribute {name!r}, but its data frame has: `.{method}().{name}`"
    return AttributeError(message, name=name, obj=found)
