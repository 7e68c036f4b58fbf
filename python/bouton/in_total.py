"""Games with a bound in total: the four-heap game of a forum question with its proof, and its family.

The theorems are in `docs/theory/in-total.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from . import _bouton, document
from ._limits import Memory, Report, Reporter, Time, limits
from .document import InTotalBaseCases, InTotalLemmas, InTotalMember, InTotalSummary

__all__ = ["base_cases", "family", "lemmas", "member", "summary"]

Value: TypeAlias = Literal["outcome", "grundy"]
Ending: TypeAlias = Literal["stop", "empty"]


def base_cases(*, value: Value = "outcome") -> InTotalBaseCases:
    """The 220 base cases of the four-heap game, or the 270 of its Grundy values.

    >>> base_cases().calculated
    220
    """
    return document.read(InTotalBaseCases, _bouton.in_total_base_cases(value=value))


def lemmas(*, value: Value = "outcome", row: Sequence[int] | None = None) -> InTotalLemmas:
    """The proof of the four-heap game line by line, with the hypotheses of each lemma checked; with
    `row`, only the line about these three smallest heaps."""
    sizes = None if row is None else list(row)
    return document.read(InTotalLemmas, _bouton.in_total_lemmas(value=value, row=sizes))


def summary(*, value: Value = "outcome") -> InTotalSummary:
    """The values that follow from the proof, by row and remainder."""
    return document.read(InTotalSummary, _bouton.in_total_summary(value=value))


def member(
    heaps: int,
    total: int,
    from_heaps: int,
    *,
    ending: Ending = "stop",
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    progress: Report = None,
) -> InTotalMember:
    """One game with `heaps` heaps, where a move takes at most `total` objects from at most
    `from_heaps` heaps: a comparison of its law with each claim about the family, and whether it is
    a Nim."""
    spent = limits(time, memory, states=states)
    with Reporter(progress) as tell:
        found = _bouton.in_total_member(heaps, total, from_heaps, ending=ending, limits=spent, progress=tell)
    return document.read(InTotalMember, found)


def family(
    members: Iterable[tuple[int, int, int, Ending]],
    *,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    progress: Report = None,
) -> list[InTotalMember]:
    """Several games, each given as `(heaps, total, from_heaps, ending)`, with common limits for all
    of them."""
    spent = limits(time, memory, states=states)
    with Reporter(progress) as tell:
        found = _bouton.in_total_family(list(members), limits=spent, progress=tell)
    return document.read(document.InTotalFamily, found).members
