"""Tables that are larger than the memory of a machine: a cluster computes their tiles.

    python -m bouton.atlas.tiles "heaps 4; move take 1..2 in total from at most 2 heaps" --upto 400 --store DIR

The tiles form a task graph: each needs the faces of the tiles below it, which are files in the
folder, so all workers must have access to the folder. A tile is either complete or absent, so a
worker may be killed without harm.
"""

from __future__ import annotations

import argparse
import os
import sys
import time as clock
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass

from .. import document
from .._limits import limits as limits_of
from ..errors import Error
from ..game import Game
from ..stored import StoredTable
from .isolated import Poisoned
from .workers import Cluster, ClusterError, Here, Workers

__all__ = ["Filled", "TileError", "TileWork", "compute", "fill"]

MEMORY = "1G"
"""The memory for a tile, in bytes."""


class TileError(RuntimeError):
    """A tile cannot be computed. The contents of the folder are still complete."""


@dataclass(frozen=True)
class TileWork:
    """The task to compute a tile."""

    rules: str
    """The rules of the game, with a fixed number of heaps."""
    upto: int
    """The largest coordinate of the table."""
    folder: str
    """The folder that contains the table."""
    tile: str
    """The name of the tile."""
    memory: int | str
    """The memory for the tile, in bytes."""


@dataclass(frozen=True)
class Filled:
    """The result of a run."""

    count: document.Count
    """The number of positions with each outcome."""
    tiles: int
    """The number of tiles of the table."""
    computed: int
    """The number of tiles that this run computed."""
    seconds: float
    """The duration of the run, in seconds."""


def compute(task: TileWork) -> document.Tile:
    """Computes a tile from the faces of the tiles that it needs, and stores it in the folder."""
    return _table(Game(task.rules), task.upto, task.folder, None, task.memory).compute(task.tile, memory=task.memory)


def fill(
    game: Game,
    upto: int,
    folder: str | os.PathLike[str],
    *,
    side: int | None = None,
    memory: int | str = MEMORY,
    workers: Workers | None = None,
    tell: Callable[[int, int], object] = lambda done, tiles: None,
    work: Callable[[TileWork], document.Tile] = compute,
) -> Filled:
    """Computes the missing tiles of the table of a game in a folder, and counts its positions.

    Tiles whose needed tiles all exist are computed in the same round: these are the tiles of a
    diagonal, so that n tiles along each of d coordinates take d (n - 1) + 1 rounds. Existing tiles
    are not verified. A damaged tile is computed again by `StoredTable.fill` in one process, or
    after its file was removed.
    """
    began = clock.monotonic()
    table = _table(game, upto, folder, side, memory)
    graph = table.tiles()
    done = {tile.id for tile in graph.tiles if tile.done}
    missing = {tile.id: tile.needs for tile in graph.tiles if not tile.done}
    computed = 0
    place = os.path.abspath(os.fspath(folder))
    while missing:
        ready = [tile for tile, needs in missing.items() if done.issuperset(needs)]
        tasks = [TileWork(game.rules, upto, place, tile, memory) for tile in ready]
        for outcome in (workers or Here()).map(work, tasks):
            tile = ready[outcome.index]
            if isinstance(outcome.found, Poisoned):
                raise TileError(f"tile {tile}: {outcome.found.met}: {outcome.found.told}")
            done.add(tile)
            del missing[tile]
            computed += 1
            tell(len(done), len(graph.tiles))
    count = table.count()
    return Filled(count, len(graph.tiles), computed, clock.monotonic() - began)


def _table(
    game: Game, upto: int, folder: str | os.PathLike[str], side: int | None, memory: int | str
) -> StoredTable:
    return game.store(upto, folder, side=side, memory=memory)


def parser() -> argparse.ArgumentParser:
    """The options of the command."""
    options = argparse.ArgumentParser(
        prog="python -m bouton.atlas.tiles",
        description="Compute a table of outcomes tile by tile on a cluster, store it in a folder, and count it.",
    )
    add = options.add_argument
    add("game", help="a built-in game, a code, or rules text")
    add("--heaps", type=int, metavar="K", help="the number of heaps of a game with any number of them")
    add("--upto", type=int, required=True, metavar="N", help="the largest coordinate")
    add("--store", required=True, metavar="DIR", help="the folder; all workers must see it")
    add("--side", type=int, metavar="S", help="the side of a tile (default: what suits the memory)")
    add("--memory", default=MEMORY, metavar="BYTES", help="of a tile (default: %(default)s)")
    add("--scheduler", metavar="tcp://HOST:PORT", help="a Dask cluster (default: one on this machine)")
    add("--workers", type=int, default=2, metavar="N", help="of the cluster on this machine; 0: this process (default: %(default)s)")
    return options


def main(arguments: list[str] | None = None) -> int:
    """Executes the command line."""
    options = parser().parse_args(arguments)
    try:
        with ExitStack() as held:
            workers: Workers = Here()
            if options.scheduler or options.workers:
                memory = 2 * (limits_of(None, options.memory).memory or 0)
                workers = held.enter_context(Cluster(options.scheduler, workers=options.workers, memory=memory))
            game = Game(options.game, heaps=options.heaps)
            filled = fill(
                game, options.upto, options.store, side=options.side, memory=options.memory, workers=workers, tell=_tell
            )
    except (Error, ClusterError, TileError, OSError) as reason:
        sys.stderr.write(f"error: {reason}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("\nstopped; the same command continues\n")
        return 130
    counts = " ".join(f"{name} {count}" for name, count in filled.count.counts.items())
    sys.stdout.write(f"{counts}\n{filled.computed} of {filled.tiles} tiles in this run, {filled.seconds:.1f} s\n")
    return 0


def _tell(done: int, tiles: int) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K{done} of {tiles} tiles")


if __name__ == "__main__":
    sys.exit(main())
