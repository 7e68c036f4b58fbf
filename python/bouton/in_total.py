"""Games with a bound in total: the four-heap game of a forum question with its proof, and its family.

The theorems are in `docs/theory/in-total.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from ._ask import ask
from ._limits import Memory, Report, Time
from .document import InTotalBaseCases, InTotalLemmas, InTotalMember, InTotalSummary
from .position import Position

__all__ = ["base_cases", "family", "lemmas", "member", "summary"]


def __dir__() -> list[str]:
    return __all__


Value: TypeAlias = Literal["outcome", "grundy"]
Ending: TypeAlias = Literal["stop", "empty"]


def base_cases(*, value: Value = "outcome") -> InTotalBaseCases:
    """The 220 base cases of the four-heap game, or the 270 of its Grundy values.

    >>> base_cases().calculated
    220
    """
    found: InTotalBaseCases = ask("in-total base-cases", value=value)
    return found


def lemmas(*, value: Value = "outcome", row: Sequence[int] | None = None) -> InTotalLemmas:
    """The proof of the four-heap game line by line, with the hypotheses of each lemma checked; with
    `row`, only the line about these three smallest heaps."""
    found: InTotalLemmas = ask("in-total lemmas", value=value, row=None if row is None else str(Position(row)))
    return found


def summary(*, value: Value = "outcome") -> InTotalSummary:
    """The values that follow from the proof, by row and remainder."""
    found: InTotalSummary = ask("in-total summary", value=value)
    return found


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
    found: InTotalMember = ask(
        "in-total family",
        heaps=heaps,
        total=total,
        from_=from_heaps,
        ending=ending,
        time=time,
        memory=memory,
        states=states,
        progress=progress,
    )
    return found


def family(
    members: Iterable[tuple[int, int, int, Ending]],
    *,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    progress: Report = None,
) -> list[InTotalMember]:
    """Several games, each given as `(heaps, total, from_heaps, ending)`, with these limits for each
    of them."""
    return [
        member(
            heaps,
            total,
            from_heaps,
            ending=ending,
            time=time,
            memory=memory,
            states=states,
            progress=progress,
        )
        for heaps, total, from_heaps, ending in members
    ]
