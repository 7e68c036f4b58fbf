"""Tables of outcomes or numbers that are stored in a folder, tile by tile."""

from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

import numpy as np
import numpy.typing as npt

from . import _bouton, document
from ._array import signed
from ._hints import INSTEAD
from ._limits import Memory, Report, Reporter, Time, limits
from .answer import Answer
from .errors import Error, InputError, LimitReached
from .position import Position, PositionLike
from .table import ValuesOfPositions

if TYPE_CHECKING:
    from .game import Game

__all__ = ["StoredTable", "TileCounts"]


MOST_READ = 1 << 28
"""The most values that are read at once: 1 GiB."""


OF_TABLE = frozenset("outcome packed plot positions to_arrow to_numpy to_pandas to_polars".split())
"""Attributes that only tables in memory have."""


class TileCounts(NamedTuple):
    """The numbers of tiles of a table that was filled."""

    found: int
    """The number of tiles that existed and were intact."""
    computed: int
    """The number of tiles that were computed."""
    damaged: int
    """The number of computed tiles that had existed, but were damaged."""


class StoredTable(ValuesOfPositions):
    """The outcomes, Grundy values or remoteness of a box of positions, stored in a folder.
    `Game.store` creates such a table or opens an existing one. Arithmetic and comparisons read all values into an array.

    A tile is computed from the faces of the tiles below it. Its file is either complete or absent:
    a process that computes tiles may be killed at any moment, and several processes may work at
    once. `bouton.atlas.fill` fills a table on a cluster.

    >>> import tempfile
    >>> from bouton import Game
    >>> game = Game("wythoff")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     table = game.store(99, folder, side=40)
    ...     table.fill()
    ...     table.count().counts
    ...     game.solve((4, 7), table=table).outcome
    ...     int(table[4, 7]), table[:3, :3].tolist()
    ...     (table == game.table(99)).all(), int((table == "P").sum())
    TileCounts(found=0, computed=9, damaged=0)
    {'P': 77, 'N': 9923}
    'P'
    (0, [[0, 1, 1], [1, 1, 0], [1, 0, 1]])
    (np.True_, 77)
    """

    def __init__(self, inner: _bouton.Stored, game: Game, made: tuple[Any, ...]) -> None:
        self._inner = inner
        self._made = made
        self.game = game
        """The game."""
        self.value = made[2]
        """The kind of the values: `outcome`, `grundy` or `remoteness`."""
        self.outcomes = game._inner.outcomes if self.value == "outcome" else []
        """The outcomes that the numbers stand for, if they are outcomes."""

    def __reduce__(self) -> tuple[Any, ...]:
        # The folder is opened again.
        return _opened, (self.game, self._made)

    @property
    def upto(self) -> int:
        """The largest coordinate."""
        found: int = self._made[0]
        return found

    @property
    def folder(self) -> str:
        """The folder."""
        found: str = self._made[1]
        return found


    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the table as an array: an axis for each coordinate, and a last one for the control states if there
        are several."""
        sides = (self.upto + 1,) * (self.game.heaps or 0)
        return (*sides, len(self.game.controls)) if self.game.controls else sides

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of values."""
        return math.prod(self.shape)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the values, as of the array of `Game.table`."""
        if self.value != "outcome":
            return np.dtype(np.int32)
        # An outcome has a number below that of the players.
        return np.dtype(np.int8 if self.game.players <= 128 else np.int16)

    def __len__(self) -> int:
        return self.shape[0]

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            message = f"{type(self).__name__!r} object has no attribute {name!r}"
            if name in INSTEAD["StoredTable"]:
                message += f": {INSTEAD['StoredTable'][name]}"
            elif name in OF_TABLE:
                message += f", but a table in memory has: `game.table({self.upto}, value={self.value!r}).{name}`"
            elif not name.startswith("_") and hasattr(np.ndarray, name):
                message += f", but an array of its values has: `stored[...].{name}`"
            raise AttributeError(message, name=name, obj=self)

    def _there(self) -> npt.NDArray[Any]:
        # As far as they are read at once.
        values: npt.NDArray[Any] = self[...]
        return values

    def __getitem__(self, place: Any) -> Any:
        """Values by integers and slices, as of the array of `Game.table`; a `Position` or its text is the value of that
        position. Only the tiles of these values are read."""
        if isinstance(place, Position | str):
            place = self._of_position(Position.of(place))
        axes = self._axes(place if isinstance(place, tuple) else (place,))
        sides = [len(axis) for axis, is_range in axes if is_range]
        count = math.prod(sides)
        if count > MOST_READ:
            message = f"these are {count} values, at most {MOST_READ} are read at once"
            raise LimitReached(message, met="memory", needed=4.0 * count, allowed=4.0 * MOST_READ)
        parts = [list(axis) for axis, _ in axes]
        controls = parts.pop() if self.game.controls else [0]
        values = self._inner.values(parts, controls, limits=limits(None, None))
        typed = values.astype(self.dtype) if self.value == "outcome" else signed(values)
        return typed.reshape(sides)[()]

    def _of_position(self, place: Position) -> tuple[int, ...]:
        controls = self.game.controls
        if len(place) != (self.game.heaps or 0) or any(number > self.upto for number in place):
            message = f"position `{place}` is not in the box of {', '.join(self.game.coordinates)} up to {self.upto}"
            raise InputError(message, code="position")
        if place.control is not None and place.control not in controls:
            expected = ", ".join(controls) or "none"
            raise InputError(f"there is no control state `{place.control}`: expected {expected}", code="control")
        state = controls.index(place.control) if place.control is not None else 0
        return (*place, state) if controls else tuple(place)

    def _axes(self, places: tuple[Any, ...]) -> list[tuple[range, bool]]:
        """The numbers along each axis, and whether it is an axis of the result."""
        shape = self.shape
        if places.count(Ellipsis) == 1:
            at = places.index(Ellipsis)
            left = len(shape) - len(places) + 1
            places = (*places[:at], *[slice(None)] * left, *places[at + 1 :])
        if len(places) > len(shape):
            raise IndexError(f"the table has {len(shape)} axes, but {len(places)} were indexed")
        places += (slice(None),) * (len(shape) - len(places))
        axes = []
        for axis, (place, size) in enumerate(zip(places, shape, strict=True)):
            if isinstance(place, slice):
                axes.append((range(*place.indices(size)), True))
                continue
            try:
                number = operator.index(place)
            except TypeError:
                raise IndexError(f"a table in a folder is indexed by integers and slices, found {place!r}") from None
            if not -size <= number < size:
                raise IndexError(f"index {number} is out of bounds for axis {axis} with size {size}")
            axes.append((range(number % size, number % size + 1), False))
        return axes

    def solve(self, position: PositionLike, *more: SupportsIndex, **options: Any) -> Answer:
        """The value of a position and its moves from the table, with the options of `Game.solve`."""
        return self.game.solve(position, *more, table=self, **{"value": self.value, **options})

    def __repr__(self) -> str:
        try:
            found = self.tiles()
        except Error as error:
            return f"<StoredTable: {error}>"
        stored = sum(tile.done for tile in found.tiles)
        return f"<StoredTable of {found.game} up to {found.upto}: {stored} of {len(found.tiles)} tiles are stored>"

    def tiles(self) -> document.Tiles:
        """The tiles, each after the tiles that it needs."""
        return document.read(document.Tiles, self._inner.tiles())

    def compute(
        self,
        tile: str,
        *,
        time: Time = None,
        memory: Memory = None,
        threads: int | None = None,
        progress: Report = None,
    ) -> document.Tile:
        """Computes one tile. The tiles that it needs must exist."""
        spent = limits(time, memory, threads=threads)
        with Reporter(progress) as tell:
            return document.read(document.Tile, self._inner.compute(tile, limits=spent, progress=tell))

    def fill(
        self,
        *,
        time: Time = None,
        memory: Memory = None,
        threads: int | None = None,
        progress: Report = None,
    ) -> TileCounts:
        """Computes the missing tiles, and the damaged ones again."""
        spent = limits(time, memory, threads=threads)
        with Reporter(progress) as tell:
            return TileCounts(*self._inner.fill(limits=spent, progress=tell))

    def count(self) -> document.Count:
        """Counts the positions with each outcome or number; the table must be complete."""
        return document.read(document.Count, self._inner.count(limits=limits(None, None)))


def _opened(game: Game, made: tuple[Any, ...]) -> StoredTable:
    upto, folder, value, side, memory = made
    return game.store(upto, folder, value=value, side=side, memory=memory)
