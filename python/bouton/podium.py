"""Nim for three players and more under the podium rule: values, outcomes, equality, canonical forms.

A form is a sum of Nim piles, given as integers of any size. The theorems are in
`docs/theory/podium.md`.

>>> from bouton import podium
>>> podium.canonical([7, 7, 6, 2])
[7, 6, 6, 3]
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, SupportsIndex

from ._ask import ask
from ._limits import Memory, Time
from .document import (
    PodiumCanonical,
    PodiumClasses,
    PodiumCoalitions,
    PodiumEqual,
    PodiumForm,
    PodiumLinked,
    PodiumMoore,
    PodiumOutcome,
    PodiumReduce,
    PodiumValue,
)
from .position import Position

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


Form = Iterable[SupportsIndex]


def _piles(form: Form) -> str:
    return str(Position(form))


def value(form: Form, *, players: int = 3) -> PodiumValue:
    """The digit sum (most significant digit first), the outcome and the linked options."""
    found: PodiumValue = ask("podium value", form=_piles(form), players=players)
    return found


def outcome(form: Form) -> str:
    """The outcome for three players: P, N or O.

    >>> outcome([1, 1])
    'O'
    """
    found: PodiumOutcome = ask("podium outcome", form=_piles(form))
    return found.outcome


def linked(form: Form) -> PodiumLinked:
    """The linked options and the resulting winning moves."""
    found: PodiumLinked = ask("podium linked", form=_piles(form))
    return found


def equal(left: Form, right: Form) -> PodiumEqual:
    """Tests whether two forms are equal; if not, the result contains a form that distinguishes
    them."""
    found: PodiumEqual = ask("podium equal", left=_piles(left), right=_piles(right))
    return found


def canonical(form: Form, *, time: Time = None, memory: Memory = None) -> list[int]:
    """The canonical form, largest pile first."""
    found: PodiumCanonical = ask("podium canonical", form=_piles(form), time=time, memory=memory)
    return found.canonical


def reduce(form: Form, *, time: Time = None, memory: Memory = None) -> PodiumReduce:
    """The reductions R1 and R2, step by step."""
    found: PodiumReduce = ask("podium reduce", form=_piles(form), time=time, memory=memory)
    return found


def classes(
    piles: int = 3,
    largest: int = 4,
    *,
    most: int = 100_000,
    time: Time = None,
    memory: Memory = None,
) -> PodiumClasses:
    """The classes of equal forms of at most `piles` piles; at most `most` forms are examined."""
    found: PodiumClasses = ask(
        "podium classes", piles=piles, largest=largest, limit=most, time=time, memory=memory
    )
    return found


def form(
    form: str,
    *,
    play: Literal["podium", "coalition"] = "podium",
    piles: int | None = None,
    largest: int | None = None,
    most: int | None = None,
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
        limit=most,
        time=time,
        memory=memory,
    )
    return found


def coalitions(
    *, most: int = 1_000_000, time: Time = None, memory: Memory = None
) -> PodiumCoalitions:
    """The classes of Propp that the sum of two forms can have, with examples."""
    found: PodiumCoalitions = ask("podium coalitions", limit=most, time=time, memory=memory)
    return found


def moore(form: Form, *, players: int = 3, piles: int = 1) -> PodiumMoore:
    """Tests whether a form is a P-position for several players, each of whom takes from at most
    `piles` piles."""
    found: PodiumMoore = ask("podium moore", form=_piles(form), players=players, piles=piles)
    return found
