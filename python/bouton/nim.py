"""The theory of Nim: nim-sums, winning moves, lists of lost positions, good starting positions.

Heaps are integers of any size, except for searches, in a list or one by one. The theorems are in `docs/theory/nim.md`.

>>> from bouton import nim
>>> nim.nim_sum([3, 4, 5]), nim.is_lost(1, 4, 5)
(2, True)
"""

from __future__ import annotations

from typing import Literal, SupportsIndex, TypeAlias

from ._ask import ask
from ._limits import Memory, Time
from .document import (
    NimBoundedPosition,
    NimClasses,
    NimClosing,
    NimDistances,
    NimFarthest,
    NimLost,
    NimMoves,
    NimSum,
    NimTrapezoids,
    NimTriangles,
    NimWinningMove,
    Suggest,
)
from .position import Position, PositionLike

__all__ = [
    "bounded",
    "classes",
    "closing_sentence",
    "distance",
    "farthest",
    "is_lost",
    "lost",
    "most_moves",
    "nim_sum",
    "standing",
    "suggest",
    "trapezoids",
    "triangles",
    "winning_moves",
]


def __dir__() -> list[str]:
    return __all__


Heaps: TypeAlias = PositionLike


def _heaps(heaps: Heaps, *more: SupportsIndex) -> str:
    return str(Position.of(heaps, *more))


def nim_sum(heaps: Heaps, *more: SupportsIndex) -> int:
    """The sum of the heaps in base 2 without carries."""
    return _sum(heaps, *more).nim_sum


def standing(heaps: Heaps, *more: SupportsIndex) -> str:
    """`won`, `obviously-lost` (the heaps are paired up) or `non-obviously-lost`."""
    return _sum(heaps, *more).standing


def is_lost(heaps: Heaps, *more: SupportsIndex) -> bool:
    """True if the player to move loses, that is, if the nim-sum is 0."""
    return nim_sum(heaps, *more) == 0


def _sum(heaps: Heaps, *more: SupportsIndex) -> NimSum:
    found: NimSum = ask("nim sum", heaps=_heaps(heaps, *more))
    return found


def winning_moves(heaps: Heaps, *more: SupportsIndex) -> list[NimWinningMove]:
    """All winning moves.

    >>> [(move.heap, move.from_, move.to) for move in winning_moves([3, 4, 5])]
    [(1, 3, 1)]
    """
    return _moves(heaps, *more).moves


def most_moves(heaps: Heaps, *more: SupportsIndex) -> int:
    """The maximum number of winning moves of a position with the same number of heaps."""
    return _moves(heaps, *more).most


def _moves(heaps: Heaps, *more: SupportsIndex) -> NimMoves:
    found: NimMoves = ask("nim moves", heaps=_heaps(heaps, *more))
    return found


def classes(heaps: Heaps, *more: SupportsIndex) -> NimClasses:
    """The classes of easily recognised lost positions that contain a position."""
    found: NimClasses = ask("nim classes", heaps=_heaps(heaps, *more))
    return found


def lost(
    heaps: int,
    largest: int,
    *,
    smallest: int | None = None,
    total: int | None = None,
    distinct: bool = False,
    paired: bool = False,
    order: Literal["smallest", "largest"] = "smallest",
    limit: int = 1_000_000,
    time: Time = None,
    memory: Memory = None,
) -> NimLost:
    """Lists at most `limit` lost positions with `heaps` nonempty heaps, none above `largest`.
    Positions whose heaps fall into pairs of equal ones, which are obviously lost, are listed only if `paired` is true.
    Optional conditions: the smallest heap is `smallest`, there are at most `total` objects, the heaps are `distinct`.

    >>> lost(3, 7).positions[:2]
    [[1, 2, 3], [1, 4, 5]]
    >>> lost(2, 2).positions, lost(2, 2, paired=True).positions
    ([], [[1, 1], [2, 2]])
    """
    found: NimLost = ask(
        "nim lost",
        heaps=heaps,
        largest=largest,
        smallest=smallest,
        total=total,
        distinct=distinct,
        paired=paired,
        order=order,
        limit=limit,
        time=time,
        memory=memory,
    )
    return found


def suggest(heaps: int, *, limit: int = 100, time: Time = None, memory: Memory = None) -> Suggest:
    """Good starting positions: lost positions with distinct heaps, not paired up, and with few
    objects."""
    found: Suggest = ask("suggest", heaps=heaps, limit=limit, time=time, memory=memory)
    return found


def distance(
    heaps: Heaps, *more: SupportsIndex, limit: int = 1_000_000, time: Time = None, memory: Memory = None
) -> NimDistances:
    """The distance of a position from the obviously lost positions; at most `limit` positions are
    examined."""
    found: NimDistances = ask("nim distance", heaps=_heaps(heaps, *more), limit=limit, time=time, memory=memory)
    return found


def farthest(
    heaps: int = 3,
    largest: int = 7,
    *,
    limit: int = 1_000_000,
    time: Time = None,
    memory: Memory = None,
) -> NimFarthest:
    """The lost positions with the greatest distance from the obviously lost ones; at most `limit`
    positions are examined."""
    found: NimFarthest = ask(
        "nim farthest", heaps=heaps, largest=largest, limit=limit, time=time, memory=memory
    )
    return found


def triangles(upto: int) -> list[int]:
    """The numbers n up to a bound for which the position 1, 2, …, n is lost.

    >>> triangles(12)
    [0, 3, 7, 11]
    """
    found: NimTriangles = ask("nim triangles", upto=upto)
    return found.triangles


def trapezoids(upto: int) -> list[list[int]]:
    """Lost positions whose heaps have consecutive sizes from at least 2 up to a largest heap."""
    found: NimTrapezoids = ask("nim trapezoids", upto=upto)
    return found.positions


def bounded(heaps: Heaps, most: int) -> NimBoundedPosition:
    """Nim with at most `most` objects in a move: the Grundy value and the winning moves."""
    found: NimBoundedPosition = ask("nim bounded", heaps=_heaps(heaps), most=str(Position([most])))
    return found


def closing_sentence(most: int) -> NimClosing:
    """Tests whether "compute nim sum mod (k+1)" decides Nim with at most k = `most` objects in a
    move."""
    found: NimClosing = ask("nim bounded", most=str(Position([most])))
    return found
