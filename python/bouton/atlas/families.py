"""Families of games, as data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

__all__ = ["FAMILIES", "Family", "Member"]


@dataclass(frozen=True)
class Member:
    """A game of a family."""

    rules: str
    """Its rules."""
    parameters: Mapping[str, Any]
    """Which one it is."""


@dataclass(frozen=True)
class Family:
    """Many games of a kind, in a fixed order."""

    name: str
    """What it is called."""
    about: str
    """What its games are."""
    members: Callable[[], Iterator[Member]]
    """All of them."""


def subtraction(largest: int = 7, heaps: int = 3) -> Iterator[Member]:
    """A move takes a number of a set from one heap: every set of numbers up to `largest`, up to so many heaps.

    >>> next(subtraction()).rules
    'heaps 1; move take {1} from 1 heap'
    """
    for count in range(1, heaps + 1):
        for size in range(1, largest + 1):
            for amounts in combinations(range(1, largest + 1), size):
                written = ",".join(map(str, amounts))
                rules = f"heaps {count}; move take {{{written}}} from 1 heap"
                yield Member(rules, {"heaps": count, "amounts": list(amounts)})


FAMILIES = {
    family.name: family
    for family in [
        Family(
            "subtraction",
            "a move takes a number of a set from one heap: sets of 1..7, one to three heaps",
            subtraction,
        ),
    ]
}
"""Every family by its name."""
