"""Tables of outcomes or numbers that are stored in a folder, tile by tile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

from . import _bouton, document
from ._limits import Memory, Report, Reporter, Time, limits
from .answer import Answer
from .errors import Error
from .position import PositionLike

if TYPE_CHECKING:
    from .game import Game

__all__ = ["Resumed", "StoredTable"]


class Resumed(NamedTuple):
    """The result of filling a table."""

    found: int
    """The number of tiles that existed and were intact."""
    computed: int
    """The number of tiles that were computed."""
    damaged: int
    """The number of computed tiles that had existed, but were damaged."""


class StoredTable:
    """The outcomes, Grundy values or remoteness of a box of positions, stored in a folder.
    `Game.store` creates such a table or opens an existing one.

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
    Resumed(found=0, computed=9, damaged=0)
    {'P': 77, 'N': 9923}
    'P'
    """

    def __init__(self, inner: _bouton.Stored, game: Game, made: tuple[Any, ...]) -> None:
        self._inner = inner
        self._made = made
        self.game = game
        """The game."""

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
    def value(self) -> str:
        """The kind of the values: `outcome`, `grundy` or `remoteness`."""
        found: str = self._made[2]
        return found

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
    ) -> Resumed:
        """Computes the missing tiles, and the damaged ones again."""
        spent = limits(time, memory, threads=threads)
        with Reporter(progress) as tell:
            return Resumed(*self._inner.fill(limits=spent, progress=tell))

    def count(self) -> document.Count:
        """Counts the positions with each outcome or number; the table must be complete."""
        return document.read(document.Count, self._inner.count(limits=limits(None, None)))


def _opened(game: Game, made: tuple[Any, ...]) -> StoredTable:
    upto, folder, value, side, memory = made
    return game.store(upto, folder, value=value, side=side, memory=memory)
