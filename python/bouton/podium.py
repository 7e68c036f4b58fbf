"""Nim for three players and more under the podium rule: values, outcomes, equality, canonical forms.

A form is a sum of Nim piles, given as integers of any size, in a list or one by one. The theorems are in
`docs/theory/podium.md`.

>>> from bouton import podium
>>> podium.canonical([7, 7, 6, 2])
[7, 6, 6, 3]
>>> podium.canonical(7, 7, 6, 2)
[7, 6, 6, 3]
"""

from __future__ import annotations

from typing import Literal, SupportsIndex, TypeAlias

from ._ask import ask
from ._limits import Memory, Time
from .document import (
    PodiumCanonical,
    PodiumClasses,
    PodiumCoalitions,
    PodiumEqual,
    PodiumForm,
    PodiumLinkedPiles,
    PodiumMoore,
    PodiumOutcome,
    PodiumReduce,
    PodiumValue,
)
from .position import Position, PositionLike

__all__ = [
    "canonical",
    "classes",
    "coalitions",
    "equal",
    "form",
    "linked",
    "moore",
    "outcome",
    "reduce",
    "value",
]


def __dir__() -> list[str]:
    return __all__


Form: TypeAlias = PositionLike


def _piles(form: Form, *more: SupportsIndex) -> str:
    return str(Position.of(form, *more))


def value(form: Form, *more: SupportsIndex, players: int = 3) -> PodiumValue:
    """The digit sum (most significant digit first), the outcome and the linked options."""
    found: PodiumValue = ask("podium value", form=_piles(form, *more), players=players)
    return found


def outcome(form: Form, *more: SupportsIndex) -> str:
    """The outcome for three players: P, N or O.

    >>> outcome([1, 1])
    'O'
    """
    found: PodiumOutcome = ask("podium outcome", form=_piles(form, *more))
    return found.outcome


def linked(form: Form, *more: SupportsIndex) -> PodiumLinkedPiles:
    """The linked options and the resulting winning moves."""
    found: PodiumLinkedPiles = ask("podium linked", form=_piles(form, *more))
    return found


def equal(left: Form, right: Form) -> PodiumEqual:
    """Tests whether two forms are equal; if not, the result contains a form that distinguishes
    them."""
    found: PodiumEqual = ask("podium equal", left=_piles(left), right=_piles(right))
    return found


def canonical(form: Form, *more: SupportsIndex, time: Time = None, memory: Memory = None) -> list[int]:
    """The canonical form, largest pile first."""
    found: PodiumCanonical = ask("podium canonical", form=_piles(form, *more), time=time, memory=memory)
    return found.canonical


def reduce(form: Form, *more: SupportsIndex, time: Time = None, memory: Memory = None) -> PodiumReduce:
    """The reductions R1 and R2, step by step."""
    found: PodiumReduce = ask("podium reduce", form=_piles(form, *more), time=time, memory=memory)
    return found


def classes(
    piles: int = 3,
    largest: int = 4,
    *,
    limit: int = 100_000,
    time: Time = None,
    memory: Memory = None,
) -> PodiumClasses:
    """The classes of equal forms of at most `piles` piles; at most `limit` forms are examined."""
    found: PodiumClasses = ask(
        "podium classes", piles=piles, largest=largest, limit=limit, time=time, memory=memory
    )
    return found


def form(
    form: str,
    *,
    play: Literal["podium", "coalition"] = "podium",
    piles: int | None = None,
    largest: int | None = None,
    limit: int | None = None,
    time: Time = None,
    memory: Memory = None,
) -> PodiumForm:
    """Another impartial form, such as `"{2}"` or `"{0,*2}"`: its outcome, and a sum of piles that equals it.

    >>> form("{0,*2}").outcome
    'N'
    """
    found: PodiumForm = ask(
        "podium form",
        form=form,
        play=play,
        piles=piles,
        largest=largest,
        limit=limit,
        time=time,
        memory=memory,
    )
    return found


def coalitions(
    *, limit: int = 1_000_000, time: Time = None, memory: Memory = None
) -> PodiumCoalitions:
    """The classes of Propp that the sum of two forms can have, with examples."""
    found: PodiumCoalitions = ask("podium coalitions", limit=limit, time=time, memory=memory)
    return found


def moore(form: Form, *more: SupportsIndex, players: int = 3, piles: int = 1) -> PodiumMoore:
    """Tests whether a form is a P-position for several players, each of whom takes from at most
    `piles` piles."""
    found: PodiumMoore = ask("podium moore", form=_piles(form, *more), players=players, piles=piles)
    return found
