"""Tables of outcomes or numbers that are kept in a folder, tile by tile."""

from __future__ import annotations

from typing import NamedTuple

from . import _bouton, document
from ._limits import Memory, Report, Reporter, Time, limits

__all__ = ["Resumed", "StoredTable"]


class Resumed(NamedTuple):
    """What was done to fill a table."""

    found: int
    """Tiles that were there, and are as they were written."""
    computed: int
    """Tiles that were computed."""
    damaged: int
    """Those of them that were there, but damaged."""


class StoredTable:
    """The outcomes, Grundy values or remoteness of a box of positions in a folder; `Game.store` makes it, or goes on with what is there.

    A tile is computed from the faces of those below it, and its file is whole or not there: whoever computes may be
    killed at any moment, and several may work at once. `bouton.atlas.fill` has a cluster do it.

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

    def __init__(self, inner: _bouton.Stored) -> None:
        self._inner = inner

    def tiles(self) -> document.Tiles:
        """The tiles, each after those that it needs."""
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
        """Computes one tile. Those that it needs must be there."""
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
        """Computes what is missing, and again what is damaged."""
        spent = limits(time, memory, threads=threads)
        with Reporter(progress) as tell:
            return Resumed(*self._inner.fill(limits=spent, progress=tell))

    def count(self) -> document.Count:
        """How many positions have each outcome or number: of a table that is whole."""
        return document.read(document.Count, self._inner.count(limits=limits(None, None)))
