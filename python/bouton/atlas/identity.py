"""A test whether rulesets are the same game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from math import perm

from ..errors import Error
from ..game import Game

__all__ = ["identity"]

MOST_AMOUNTS = 1000
"""Larger ranges of amounts are left unchanged."""
MOST_WAYS = 720
"""If heaps or counters can be renamed in more ways, their names are left unchanged."""

_MOVE = re.compile(r"move (?P<left>.+?) -> (?P<right>.+?)(?: where (?P<where>.+?))?(?: when (?P<when>.+))?")
_AMOUNTS = re.compile(r"(?<=^move take )(?:\{\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*\}|\d+(?:\.\.\d+)?)(?= )")
_WORD = re.compile(r"[A-Za-z_]\w*")
_RESERVED = {"div", "mod", "heap", "half", "total", "largest", "smallest"}
"""Words of expressions that are not names of parameters."""


def identity(rules: str) -> str:
    """A text that two rulesets share only if they are the same game, up to the names of the game,
    of heaps, counters and parameters, the order of moves, and the wording of the rules. The text of
    rules with faults is the rules themselves.

    >>> identity("heaps 1\\nmove take {1,2,3} from 1 heap") == identity("take-three")
    True
    >>> one = "counters a, b; move a -> a - 1; move a, b -> a + 1, b - 2"
    >>> identity(one) == identity("counters a, b; move b, a -> b + 1, a - 2; move b -> b - 1")
    True
    """
    try:
        game = Game(rules)
        names = game.coordinates
    except Error:
        return rules
    lines = [line for line in game.rules.splitlines() if not line.startswith("game ")]
    moves = [line for line in lines if not line.startswith(("heaps ", "counters "))]
    rest = [line for line in lines if line.startswith(("heaps ", "counters "))]
    told = {word for line in moves for word in _WORD.findall(line)}
    free = [name for name in names if name in told]
    # Heaps that no rule names are interchangeable, so they need not be renamed.
    if not (rest and rest[0].startswith("heaps ")):
        free = names
    if perm(len(names), len(free)) > MOST_WAYS:
        ways = [tuple(free)]
    else:
        ways = list(permutations(names, len(free)))
    known, old = tuple(names), tuple(free)
    return min("\n".join(rest + sorted(renamed(line, old, way, known) for line in moves)) for way in ways)


@lru_cache(maxsize=1 << 16)
def renamed(line: str, old: tuple[str, ...], new: tuple[str, ...], names: tuple[str, ...]) -> str:
    """A line under other names, in a form that does not depend on the order of its parts. It is
    cached because a family has few different moves, which occur many times.

    >>> renamed("move b -> a, b where a < b", ("a", "b"), ("b", "a"), ("a", "b"))
    'move a -> b, a where b < a'
    """
    other = dict(zip(old, new))
    return ordered(_WORD.sub(lambda word: other.get(word[0], word[0]), line), names)


def numbers(amounts: str) -> str:
    """A set of amounts with each number listed.

    >>> numbers("1..3"), numbers("{4,1..2}")
    ('{1,2,3}', '{1,2,4}')
    """
    all_of = set[int]()
    for part in amounts.strip("{}").split(","):
        first, _, last = part.partition("..")
        if int(last or first) - int(first) > MOST_AMOUNTS:
            return amounts
        all_of.update(range(int(first), int(last or first) + 1))
    return f"{{{','.join(map(str, sorted(all_of)))}}}"


def ordered(line: str, names: Sequence[str]) -> str:
    """A move with its coordinates in order, its parameters numbered, its conditions in order.

    >>> ordered("move b, a -> s, t where t < a, s < b", ["a", "b"])
    'move a, b -> p0, p1 where p0 < a, p1 < b'
    """
    found = _MOVE.fullmatch(line)
    if found is None:
        return _AMOUNTS.sub(lambda amounts: numbers(amounts[0]), line)
    left, right = found["left"].split(", "), found["right"].split(", ")
    if len(left) != len(right) or not set(left) <= set(names):
        return line
    pairs = sorted(zip(left, right), key=lambda pair: names.index(pair[0]))
    parameters: dict[str, str] = {}
    conditions = ", ".join(filter(None, (found["where"], found["when"])))
    for word in _WORD.findall(" ".join(right for _, right in pairs)):
        if word not in names and word not in _RESERVED:
            parameters.setdefault(word, f"p{len(parameters)}")

    def numbered(text: str) -> str:
        return _WORD.sub(lambda word: parameters.get(word[0], word[0]), text)

    where = ", ".join(sorted(numbered(conditions).split(", "))) if conditions else ""
    move = f"move {', '.join(name for name, _ in pairs)} -> {', '.join(numbered(to) for _, to in pairs)}"
    return f"{move} where {where}" if where else move
