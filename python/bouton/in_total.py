"""Games with a bound in total: the four-heap game of a forum question with its proof, and its family.

`docs/theory/in-total.md` has the theorems.
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
    """The proof of the four-heap game line by line, each lemma with its hypotheses checked; only the
    line about the three smallest heaps `row`, if that is said."""
    sizes = None if row is None else list(row)
    return document.read(InTotalLemmas, _bouton.in_total_lemmas(value=value, row=sizes))


def summary(*, value: Value = "outcome") -> InTotalSummary:
    """The values that the proof gives, by row and remainder."""
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
    """One game: so many heaps, at most `total` objects a move from at most `from_heaps` heaps. Its law
    against each claim about the family, and whether it is a Nim."""
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
    """Several games, `(heaps, total, from_heaps, ending)` each, under limits that they share."""
    spent = limits(time, memory, states=states)
    with Reporter(progress) as tell:
        found = _bouton.in_total_family(list(members), limits=spent, progress=tell)
    return document.read(document.InTotalFamily, found).members
