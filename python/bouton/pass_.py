"""Nim with a pass on heaps of sizes at most four: the tables and the theorem of the thesis.

The theorem and the errors of the printed table are in `docs/theory/pass.md`.
"""

from __future__ import annotations

from typing import SupportsIndex

from ._ask import ask
from ._limits import Memory, Time
from .document import PassComparison, PassRow, PassSmallSizes, PassTable, PassTheorem
from .position import Position, PositionLike

__all__ = ["compare", "small_sizes", "table", "theorem"]


def __dir__() -> list[str]:
    return __all__


def theorem(heaps: PositionLike, *more: SupportsIndex) -> PassTheorem:
    """The outcome of (m1, m2, m3, m4), that is, m_i heaps of size i, with the pass unused, by
    Theorem 1, and the case of the theorem that applies.

    >>> theorem((3, 0, 0, 0)).outcome, theorem(3, 0, 0, 0).outcome
    ('P', 'P')
    """
    found: PassTheorem = ask("pass theorem", position=str(Position.of(heaps, *more)))
    return found


def table(upto: int, *, time: Time = None, memory: Memory = None) -> list[PassRow]:
    """Table 3: the positions of at most `upto` objects with their outcomes."""
    found: PassTable = ask("pass table3", upto=upto, time=time, memory=memory)
    return found.rows


def compare(upto: int = 19, *, time: Time = None, memory: Memory = None) -> PassComparison:
    """Compares the printed Table 3 with the correct one: the entries that are wrong, misplaced,
    repeated or missing."""
    found: PassComparison = ask("pass table3", upto=upto, compare=True, time=time, memory=memory)
    return found


def small_sizes() -> PassSmallSizes:
    """Tables 1 and 2, each line with remarks about it."""
    found: PassSmallSizes = ask("pass table1")
    return found
