"""Values that are used like an array of NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from numpy.lib.mixins import NDArrayOperatorsMixin

from ._hints import no_attribute
from ._optional import optional
from .errors import InputError

__all__ = ["ArrayOfValues", "ArrayOperators", "ArrayReductions", "signed"]


def signed(values: npt.NDArray[np.unsignedinteger[Any]], exists: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[Any]:
    """The same numbers as integers with a sign, whose differences are right. This is a view of the memory, unless a number
    is too large for it: then it is a copy of the next wider type, or of objects beyond 63 bits. Where no position
    exists, the array has the largest number of its type, and the result has -1.

    >>> signed(np.array([0, 3], np.uint32)), signed(np.array([0, 200], np.uint8))
    (array([0, 3], dtype=int32), array([  0, 200], dtype=int16))
    """
    found: npt.NDArray[Any] = values.view(np.dtype(f"i{values.itemsize}"))
    if found.min(initial=0, where=True if exists is None else exists) >= 0:
        return found
    wide: npt.NDArray[Any] = values.astype(object if values.itemsize == 8 else np.dtype(f"i{2 * values.itemsize}"))
    if exists is not None:
        wide[~exists] = -1
    return wide


class ArrayOperators(NDArrayOperatorsMixin):
    """Arithmetic and comparisons of the values of an object, as of an array of NumPy. The values cannot be changed."""

    def _there(self) -> npt.NDArray[Any]:
        """The array; the values of positions that do not exist are masked."""
        raise NotImplementedError

    def _comparable(self, other: object) -> object:
        """What the values are compared with."""
        return other

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]:
        if copy is False:
            raise ValueError("the values are copied into a new array")
        values = self._there()
        return values if dtype is None else values.astype(dtype)

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        if any(isinstance(part, ArrayOperators) for part in options.get("out", ())):
            message = "these values are read-only: an expression such as `table + 1` makes a new array"
            raise InputError(message, code="usage")
        arrays = [part._there() if isinstance(part, ArrayOperators) else part for part in inputs]
        if ufunc.signature is not None and any(map(np.ma.isMaskedArray, arrays)):
            # A function of whole rows or matrices, as `np.matmul`, does not look at the mask.
            raise _of_all(f"np.{ufunc.__name__}")
        if method != "__call__" and any(map(np.ma.isMaskedArray, arrays)):
            # A method of a function does not look at the mask.
            name, ufunc = ufunc.__name__, getattr(np.ma, ufunc.__name__, None)  # type: ignore[assignment]
            if not hasattr(ufunc, method):
                raise _of_all(f"np.{name}.{method}")
        if method == "__call__":
            # A value of 1 in place of each absent one is in the domain of every function: `2 ** -1` is an error.
            arrays = [np.ma.masked_array(part.filled(1), part.mask) if np.ma.isMaskedArray(part) else part for part in arrays]
        found = getattr(ufunc, method)(*arrays, **options)
        if isinstance(found, np.ma.MaskedArray) and found.dtype == bool:
            # As an index, or as a condition of `np.where`, it is false where no position is.
            found.data[np.ma.getmaskarray(found)] = False
        return found

    def __contains__(self, value: object) -> bool:
        return bool(np.any(self._there() == self._comparable(value)))

    def __eq__(self, other: object) -> Any:
        """The array of the comparisons, as for arrays of NumPy."""
        other = self._comparable(other)
        return np.equal(self, other) if isinstance(other, COMPARED) else NotImplemented

    def __ne__(self, other: object) -> Any:
        other = self._comparable(other)
        return np.not_equal(self, other) if isinstance(other, COMPARED) else NotImplemented

    __hash__ = None  # type: ignore[assignment]


class ArrayReductions(ArrayOperators):
    """The least and the largest of the values, their mean and their sum."""

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


class ArrayOfValues(ArrayReductions):
    """A read-only array of values that also has a name, coordinates or a period. Functions of NumPy and arithmetic take
    it as its array `values`, and return arrays. The values are integers with a sign, so that differences may be negative.

    >>> from bouton import Game
    >>> sequence = Game("kayles").sequence(5)
    >>> sequence + 1
    array([1, 2, 3, 4, 2, 5], dtype=int32)
    >>> sequence.max(), sequence.size, 4 in sequence, 9 in sequence
    (np.int32(4), 6, True, False)
    >>> sequence - 1, np.diff(sequence)
    (array([-1,  0,  1,  2,  0,  3], dtype=int32), array([ 1,  1,  1, -2,  3], dtype=int32))
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
        return self._there().T

    def _there(self) -> npt.NDArray[Any]:
        return self.values

    def reshape(self, *shape: Any, **options: Any) -> npt.NDArray[Any]:
        """The values in another shape."""
        return self._there().reshape(*shape, **options)

    def astype(self, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
        """The values as numbers of another type, in a new array."""
        return self._there().astype(dtype)

    def tolist(self) -> Any:
        """The values as lists of integers."""
        return self._there().tolist()

    def to_list(self) -> Any:
        """The same as `tolist`, by its name in pandas and polars."""
        return self.tolist()

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

    def __array_function__(self, function: Any, types: Any, given: Any, options: dict[str, Any]) -> Any:
        method = function.__name__.removeprefix("a")
        if method in ("min", "max", "mean", "sum") and given and isinstance(given[0], ArrayOfValues):
            # The methods leave out positions that do not exist.
            return getattr(given[0], method)(*given[1:], **options)

        def plain(part: Any) -> Any:
            if isinstance(part, ArrayOfValues):
                return part._there()
            return type(part)(map(plain, part)) if type(part) in (list, tuple) else part

        given, options = tuple(map(plain, given)), {name: plain(part) for name, part in options.items()}
        if any(map(_is_masked, [*given, *options.values()])):
            return _of_masked(function, given, options)
        return function(*given, **options)

    def __getitem__(self, place: Any) -> Any:
        return self.values[place]

    def __len__(self) -> int:
        return len(self.values)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if not name.startswith("_") and hasattr(np.ndarray, name):
                array = "masked" if np.ma.isMaskedArray(self._there()) else "values"
                message = f"{type(self).__name__!r} object has no attribute {name!r}, but its array has: `.{array}.{name}`"
                raise AttributeError(message, name=name, obj=self)
            raise no_attribute(self, name)


COMPARED = (int, float, np.generic, np.ndarray, list, tuple, ArrayOperators)
"""What is compared with each value. Other objects, as series of pandas, compare themselves."""
WHATEVER_THE_ORDER = (np.unique, np.bincount, np.histogram, np.histogram_bin_edges, np.percentile, np.quantile, np.count_nonzero)
"""Functions of a set of values, which need not have the shape of the table."""
WITHOUT_VALUES = (np.shape, np.ndim, np.size)
"""Functions of the shape."""


def _is_masked(part: Any) -> bool:
    return any(map(_is_masked, part)) if type(part) in (list, tuple) else np.ma.isMaskedArray(part)


def _of_masked(function: Any, given: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """The value of a function of NumPy where some positions do not exist. They are left out, or the function is refused.

    >>> few = np.ma.masked_array([3, 3, -1], mask=[False, False, True])
    >>> _of_masked(np.unique, (few,), {}), _of_masked(np.diff, (few,), {})
    (array([3]), masked_array(data=[0, --],
                 mask=[False,  True],
           fill_value=999999))
    """
    if function in WITHOUT_VALUES:
        return function(*given, **options)
    places = {"axis", "return_index", "return_inverse"} & {name for name, value in options.items() if value is not None and value is not False}
    if function in WHATEVER_THE_ORDER and not places:

        def there(part: Any) -> Any:
            return part.compressed() if np.ma.isMaskedArray(part) else part

        return function(*map(there, given), **{name: there(part) for name, part in options.items()})
    masked = None if function in WHATEVER_THE_ORDER else getattr(np.ma, function.__name__, None)
    if masked is None:
        raise _of_all(f"np.{function.__name__}" + (f" with `{min(places)}`" if places else ""))
    return masked(*given, **options)


def _of_all(function: str) -> InputError:
    message = "cannot leave out the positions that do not exist: give it `table.masked.compressed()`, which is without them, or `table.values`"
    return InputError(f"{function} {message}", code="usage")
