"""Nim with a pass on heaps of sizes at most four: the tables and the theorem of the thesis.

`docs/theory/pass.md` has the theorem, and the errors of the printed table.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import SupportsIndex

from . import _bouton, document
from ._limits import Memory, Time, limits
from .document import PassComparison, PassRow, PassSmallSizes, PassTheorem
from .position import Position

__all__ = ["compare", "small_sizes", "table", "theorem"]


def theorem(heaps: Iterable[SupportsIndex]) -> PassTheorem:
    """The outcome of (m1, m2, m3, m4), m_i heaps of size i, the pass still there, by Theorem 1, and its case.

    >>> theorem((3, 0, 0, 0)).outcome
    'P'
    """
    return document.read(PassTheorem, _bouton.pass_theorem(list(Position(heaps))))


def table(upto: int, *, time: Time = None, memory: Memory = None) -> list[PassRow]:
    """Table 3: the positions of at most so many objects with their outcomes."""
    return document.read(document.PassTable, _bouton.pass_table(upto, limits=limits(time, memory))).rows


def compare(upto: int = 19, *, time: Time = None, memory: Memory = None) -> PassComparison:
    """Table 3 as printed against the truth: what is wrong, misplaced, repeated, missing."""
    return document.read(PassComparison, _bouton.pass_compare(upto, limits=limits(time, memory)))


def small_sizes() -> PassSmallSizes:
    """Tables 1 and 2, each line with what there is to say of it."""
    return document.read(PassSmallSizes, _bouton.pass_small_sizes())
