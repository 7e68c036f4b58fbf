"""Positions."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Set
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias, TypeGuard, cast

from ._bouton import decimal
from ._bouton import position as parsed
from ._frame import row_of
from ._hints import no_attribute
from .errors import InputError

__all__ = ["Position", "PositionLike"]


class Position(tuple[int, ...]):
    """A position: a tuple of heaps (counters, numbers of heaps) of any size, with an optional
    control state.

    Without a control state it equals the plain tuple. Raises `InputError` for negative numbers and fractions.

    >>> Position((3, 5))
    Position((3, 5))
    >>> Position((3, 5)) == (3, 5)
    True
    >>> str(Position((3, 5), control="used"))
    '3,5:used'
    >>> Position.of("3,5:used").control
    'used'
    """

    control: str | None
    """The name of the control state, if the game has several."""

    def __new__(cls, coordinates: Iterable[SupportsIndex] | str, control: str | None = None) -> Position:
        if isinstance(coordinates, str):
            coordinates, own = parsed(coordinates)
            control = own if control is None else control
        if not isinstance(control, str | None):
            found = f"{coordinates!r} and {control!r}"
            raise InputError(f"a position is one tuple, as in Position((3, 5)), found {found}", code="position")
        if not isinstance(coordinates, Position):
            row = row_of(coordinates, [], [])
            coordinates = coordinates if row is None else row[0]
        if isinstance(coordinates, Mapping | Set) or not _is_iterable(coordinates):
            raise InputError(_expected(coordinates), code="position")
        if len(getattr(coordinates, "shape", ())) > 1 and min(coordinates.shape) > 1:  # type: ignore[attr-defined]
            kind = type(coordinates).__name__
            raise InputError(f"one position is expected, found several ({kind}); {_SEVERAL}", code="position")
        self = super().__new__(cls, (_whole(coordinate) for coordinate in coordinates))
        for number in self:
            if number < 0:
                raise InputError(f"a position has the number {number}, expected natural numbers", code="position")
        self.control = control
        return self

    @classmethod
    def of(
        cls,
        position: PositionLike,
        *more: SupportsIndex,
        control: str | None = None,
        names: Iterable[str] = (),
        controls: Iterable[str] = (),
    ) -> Position:
        """A position from a tuple or array of integers, from its integers, or from a text such as `"3,5:used"`.

        A row of a data frame is read by its labels, which are the `names` of the coordinates, by default h1, h2, …; and
        `control`, if there are such `controls`.

        >>> Position.of(7), Position.of(3, 5), Position.of(3, 5, control="used")
        (Position((7,)), Position((3, 5)), Position((3, 5), control='used'))
        >>> import pandas
        >>> Position.of(pandas.Series({"b": 5, "a": 3, "id": 12}), names=["a", "b"])
        Position((3, 5))
        """
        if not more and not isinstance(position, str | Position):
            row = row_of(position, list(names), list(controls))
            if row is not None:
                position = cls(row[0], row[1])
        if control is not None:
            place = cls.of(position, *more)
            if place.control not in (None, control):
                raise InputError(f"position `{place}` has a control state of its own, beside `{control}`", code="control")
            return cls(place, control)
        if more:
            if _is_iterable(position) and not is_number(position):
                message = f"a position is one tuple, or its numbers are given one by one, found {position!r} and {more!r}"
                raise InputError(message, code="position")
            return cls((cast(SupportsIndex, position), *more))
        if isinstance(position, Position):
            return position
        if is_number(position):
            return cls((position,))
        if position is None:
            raise InputError(_expected(position), code="position")
        return cls(position if _is_iterable(position) else (cast(SupportsIndex, position),))

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise no_attribute(self, name)

    def __eq__(self, other: object) -> bool:
        control = other.control if isinstance(other, Position) else None
        return tuple.__eq__(self, other) is True and self.control == control

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return tuple.__hash__(self) if self.control is None else hash((tuple(self), self.control))

    def __str__(self) -> str:
        control = "" if self.control is None else f":{self.control}"
        # `decimal`, because `str` is limited to 4300 digits.
        return ",".join(map(decimal, self)) + control

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        control = "" if self.control is None else f", control={self.control!r}"
        numbers = ", ".join(map(decimal, self)) + ("," if len(self) == 1 else "")
        return f"Position(({numbers}){control})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (tuple(self), self.control)


def _is_iterable(found: object) -> TypeGuard[Iterable[Any]]:
    # A matrix of SymPy has elements, but no iterator of its own.
    return isinstance(found, Iterable) or (hasattr(found, "__getitem__") and hasattr(found, "__len__"))


def _expected(found: object) -> str:
    return f"a position is a tuple or an array of numbers, in their order, found {found!r}"


def _whole(number: Any) -> int:
    try:
        return operator.index(number)
    except TypeError:
        if isinstance(number, list | tuple) or getattr(number, "ndim", 0) > 0:
            message = f"one position is expected, found several; {_SEVERAL}"
        else:
            message = f"a position has {number!r}, expected natural numbers{integer_of(number)}"
        raise InputError(message, code="position") from None


_SEVERAL = "many positions are answered by `Game.grundy`, `Game.table` and `Theorem.law`"


def integer_of(number: object) -> str:
    """Advice for a float, which is refused as an index of NumPy is.

    >>> integer_of(3.0), integer_of(float("nan")), integer_of("3")
    (', not floats: int(3.0) or `.astype(int)` makes integers', ', and a value is missing: leave these rows out', '')
    """
    if not isinstance(number, float):
        return ""
    if number != number:
        return ", and a value is missing: leave these rows out"
    example = f"int({float(number)!r})" if number.is_integer() else "int(…)"
    return f", not floats: {example} or `.astype(int)` makes integers"


PositionLike: TypeAlias = Position | Iterable[SupportsIndex] | SupportsIndex | str
"""A position: a tuple, list or array of integers of any size, one integer, or a text such as `"3,4,5:used"`."""


def is_number(position: PositionLike) -> TypeGuard[SupportsIndex]:
    """Whether this is one integer, of Python or of NumPy.

    >>> is_number(3), is_number((3,)), is_number("3")
    (True, False, False)
    """
    # An array without dimensions is a number, though its type has an iterator.
    return isinstance(position, SupportsIndex) and (not isinstance(position, Iterable) or getattr(position, "ndim", 1) == 0)


def natural(name: str, number: SupportsIndex, *, bits: int | None = None) -> int:
    """An argument that is a natural number, of at most this number of bits. Raises `InputError` if it is another one.

    >>> natural("upto", 3)
    3
    """
    try:
        found = operator.index(number)
    except TypeError:
        float_of = f", not a float: int({float(number)!r})" if isinstance(number, float) and number.is_integer() else ""
        raise InputError(f"{name} is {number!r}, expected a natural number{float_of}", code="usage") from None
    if found < 0:
        raise InputError(f"{name} is {found}, expected a natural number", code="usage")
    if bits is not None and found >> bits:
        raise InputError(f"{name} is {decimal(found)}, expected a number below 2^{bits}", code="usage")
    return found
