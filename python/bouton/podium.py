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

from . import _bouton, document
from .document import (
    PodiumClasses,
    PodiumCoalitions,
    PodiumEqual,
    PodiumForm,
    PodiumLinked,
    PodiumMoore,
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

Form = Iterable[SupportsIndex]


def _piles(form: Form) -> list[int]:
    return list(Position(form))


def value(form: Form, *, players: int = 3) -> PodiumValue:
    """The digit sum (most significant digit first), the outcome and the linked options."""
    return document.read(PodiumValue, _bouton.podium_value(_piles(form), players=players))


def outcome(form: Form) -> str:
    """The outcome for three players: P, N or O.

    >>> outcome([1, 1])
    'O'
    """
    return document.read(document.PodiumOutcome, _bouton.podium_outcome(_piles(form))).outcome


def linked(form: Form) -> PodiumLinked:
    """The linked options and the resulting winning moves."""
    return document.read(PodiumLinked, _bouton.podium_linked(_piles(form)))


def equal(left: Form, right: Form) -> PodiumEqual:
    """Tests whether two forms are equal; if not, the result contains a form that distinguishes
    them."""
    return document.read(PodiumEqual, _bouton.podium_equal(_piles(left), _piles(right)))


def canonical(form: Form) -> list[int]:
    """The canonical form, largest pile first."""
    return document.read(document.PodiumCanonical, _bouton.podium_canonical(_piles(form))).canonical


def reduce(form: Form) -> PodiumReduce:
    """The reductions R1 and R2, step by step."""
    return document.read(PodiumReduce, _bouton.podium_reduce(_piles(form)))


def classes(piles: int = 3, largest: int = 4, *, most: int = 100_000) -> PodiumClasses:
    """The classes of equal forms of at most `piles` piles; at most `most` forms are examined."""
    return document.read(PodiumClasses, _bouton.podium_classes(piles, largest, most=most))


def form(
    form: str,
    *,
    play: Literal["podium", "coalition"] = "podium",
    piles: int | None = None,
    largest: int | None = None,
    most: int | None = None,
) -> PodiumForm:
    """Another impartial form, such as `"{2}"` or `"{0,*2}"`: its outcome, and a sum of piles that equals it.

    >>> form("{0,*2}").outcome
    'N'
    """
    found = _bouton.podium_form(form, coalition=play == "coalition", piles=piles, largest=largest, most=most)
    return document.read(PodiumForm, found)


def coalitions(*, most: int = 1_000_000) -> PodiumCoalitions:
    """The classes of Propp that the sum of two forms can have, with examples."""
    return document.read(PodiumCoalitions, _bouton.podium_coalitions(most=most))


def moore(form: Form, *, players: int = 3, piles: int = 1) -> PodiumMoore:
    """Tests whether a form is a P-position for several players, each of whom takes from at most
    `piles` piles."""
    return document.read(PodiumMoore, _bouton.podium_moore(_piles(form), players=players, piles=piles))
