"""Conjectures from the atlas: sentences that seem to hold for all parameters, and the parameters
for which they are proved."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bouton import Row

Parameters = Mapping[str, Any]


@dataclass(frozen=True)
class Conjecture:
    """A sentence with parameters."""

    name: str
    """The name on the page."""
    family: str
    """The family that the conjecture is about."""
    statement: str
    """The sentence."""
    about: Callable[[Parameters], bool]
    """True for the members that it is about."""
    says: Callable[[Parameters, str], bool]
    """True if the proved sentence of a member is the conjectured one."""
    beyond: str
    """The smallest member outside the family: it is the smallest unproved one if all members of the
    family are proved."""


def total(p: Parameters) -> bool:
    """True if the sum alone decides, by the conjecture about games bounded in total without an
    early stop."""
    k, j, t = p["k"], p["j"], p["t"]
    if p["misere"]:
        return bool(j == k or t <= j or j == k - 1 and t <= 2 * j)
    return bool(j == k or t <= j)


def says_total(p: Parameters, sentence: str) -> bool:
    """True if the sum decides exactly for the members for which `total` is true."""
    lost = 1 if p["misere"] else 0
    told = f"Let R be the remainder of the sum of the heaps modulo {p['t'] + 1}. A position is P if R is {lost}, else N."
    return (sentence == told) == total(p)


_CLASS = re.compile(r"(\w+) if h1 mod (\d+) is ([\d, or]+?)(?=, |$)")


def residues(sentence: str) -> tuple[int, dict[int, str]] | None:
    """The modulus and the outcome of each remainder in a sentence such as

    >>> residues("P if h1 mod 5 is 0, N if h1 mod 5 is 1 or 2, else O.")
    (5, {0: 'P', 1: 'N', 2: 'N', 3: 'O', 4: 'O'})
    """
    head, _, rest = sentence.removesuffix(".").rpartition(", else ")
    parts = re.split(r", (?=\w+ if )", head)
    modulus, found = 0, dict[int, str]()
    for part in parts:
        told = re.fullmatch(r"(\w+) if h1 mod (\d+) is ([\d, or]+)", part)
        if told is None:
            return None
        modulus = int(told[2])
        found.update({int(number): told[1] for number in re.findall(r"\d+", told[3])})
    return modulus, {number: found.get(number, rest) for number in range(modulus)}


def interval(p: Parameters) -> tuple[int, int] | None:
    """The amounts a..b of a member of the podium family, if they are an interval."""
    if not p["amount"].startswith("{"):
        return None
    amounts = [int(number) for number in p["amount"].strip("{}").split(",")]
    return (amounts[0], amounts[-1]) if amounts[-1] - amounts[0] + 1 == len(amounts) else None


def says_podium(p: Parameters, sentence: str) -> bool:
    """The remainder modulo b(n - 1) + a decides: below a the outcome is P, then each other outcome
    follows for b remainders."""
    found, amounts = residues(sentence), interval(p)
    if found is None or amounts is None:
        return False
    (a, b), n = amounts, p["players"]
    names = ["P", "N", "O", *map(str, range(3, n))]
    modulus = b * (n - 1) + a
    return found == (modulus, {r: names[0 if r < a else (r - a) // b + 1] for r in range(modulus)})


_PLACES = re.compile(r"(\w+) at h1 = (\d+)(?:\.\.(\d+))?")


def says_coalition(p: Parameters, sentence: str) -> bool:
    """P below a, then N for b heap sizes, then O for a sizes, then Q for ever."""
    amounts = interval(p)
    if amounts is None or not sentence.endswith(", else Q."):
        return False
    (a, b), found = amounts, [(name, int(first), int(last or first)) for name, first, last in _PLACES.findall(sentence)]
    return found == [("P", 0, a - 1), ("N", a, a + b - 1), ("O", a + b, 2 * a + b - 1)]


def has_coalition(p: Parameters) -> bool:
    """True for a game with one heap from which a to b objects are taken, where b is at least 2
    a."""
    amounts = interval(p) if p["heaps"] == 1 and p["from"] == 1 else None
    return amounts is not None and amounts[1] >= 2 * amounts[0]


CONJECTURES = [
    Conjecture(
        "Bounded in total, normal play",
        "in-total",
        "k ≥ 2 heaps, t ≥ 2, a move takes 1 to t in total from at most j heaps, normal play to the end: a position is P exactly when the sum is "
        "0 modulo t + 1, **if and only if** j = k or t ≤ j.",
        lambda p: not p["misere"] and not p["stop"] and p["k"] >= 2 and p["t"] >= 2,
        says_total,
        "heaps 5; move take 1..2 in total from at most 1 heap",
    ),
    Conjecture(
        "Bounded in total, misère play",
        "in-total",
        "k ≥ 3 heaps, t ≥ 2, j ≥ 2, misère play to the end: a position is P exactly when the sum is 1 modulo t + 1, **if and only if** j = k, or t ≤ j, "
        "or j = k − 1 and t ≤ 2 j.",
        lambda p: p["misere"] and not p["stop"] and p["k"] >= 3 and p["t"] >= 2 and p["j"] >= 2,
        says_total,
        "heaps 5; move take 1..2 in total from at most 2 heaps; play misere",
    ),
    Conjecture(
        "One heap under the podium rule",
        "podium",
        "n players with podium rule, one heap, a move takes a to b: with r the remainder of the heap modulo b (n − 1) + a, it is P if r < a, and else the player "
        "⌊(r − a) / b⌋ + 1 places after the one who has just moved takes the last object.",
        lambda p: p["heaps"] == 1 and interval(p) is not None,
        says_podium,
        "players 8 podium; heaps 1; move take 1 from 1 heap",
    ),
    Conjecture(
        "One heap under coalitions",
        "coalition",
        "three players of whom two may conspire, one heap, a move takes a to b, b ≥ 2 a: it is P below a, then N for b numbers, then O for a numbers, and Q for "
        "all larger ones: nobody can win alone.",
        has_coalition,
        says_coalition,
        "players 3 coalition; heaps 1; move take 1..6 from 1 heap",
    ),
]


@dataclass(frozen=True)
class Standing:
    """The status of a conjecture."""

    proved: int
    """The number of members whose proved sentence is the conjectured one."""
    against: list[Row]
    """Members whose proved sentence is another one."""
    open: list[Row]
    """Members without a proof."""


def standing(conjecture: Conjecture, rows: list[Row]) -> Standing:
    """The status of a conjecture, from the rows of its family."""
    about = [row for row in rows if conjecture.about(row.parameters)]
    laws = [row for row in about if row.status == "proved"]
    agree = [row for row in laws if conjecture.says(row.parameters, row.sentence or "")]
    return Standing(len(agree), [row for row in laws if row not in agree], [row for row in about if row not in laws])


@dataclass(frozen=True)
class Twins:
    """Two kinds of amounts that seem to have the same law."""

    one: str
    """An amount of the family `moore`."""
    other: str
    """Another one."""
    statement: str
    """The condition, in words."""
    about: Callable[[Parameters], bool]
    """True for the members that it is about."""


TWINS = [
    Twins(
        "the same odd",
        "1..1",
        "taking the same odd number from all k heaps has the outcomes of taking one from all, in normal and misère play",
        lambda p: bool(p["exactly"]) and p["j"] == p["k"],
    ),
    Twins(
        "even",
        "at least 2",
        "taking an even number from each of at most, or exactly, j of k heaps has the outcomes of taking at least two from each, in normal and misère play",
        lambda p: True,
    ),
]


def twins(pair: Twins, rows: list[Row]) -> tuple[list[tuple[Row, Row]], list[tuple[Row, Row]], list[Row]]:
    """The members with the same law (its sentence and its number of states) for both amounts, those
    with different ones, and those of the first amount for which a proof is missing."""

    def key(row: Row) -> tuple[Any, ...]:
        p = row.parameters
        return p["k"], p["j"], p["exactly"], p["misere"]

    of = {amount: {key(row): row for row in rows if row.parameters["amount"] == amount and pair.about(row.parameters)} for amount in (pair.one, pair.other)}
    both = [(of[pair.one][at], of[pair.other][at]) for at in of[pair.one] if at in of[pair.other]]
    known = [(one, other) for one, other in both if one.status == other.status == "proved"]
    same = [(one, other) for one, other in known if (one.states, one.sentence) == (other.states, other.sentence)]
    return same, [two for two in known if two not in same], [one for one, other in both if (one, other) not in known]
