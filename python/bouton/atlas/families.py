"""Families of games, as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from .identity import identity

__all__ = ["FAMILIES", "Family", "Member"]


@dataclass(frozen=True)
class Member:
    """A game of a family."""

    rules: str
    """Its rules."""
    parameters: Mapping[str, Any]
    """The parameters that identify it in its family."""


@dataclass(frozen=True)
class Family:
    """Many games of one kind, in a fixed order."""

    name: str
    """Its name."""
    about: str
    """A description of its games."""
    members: Callable[[], Iterator[Member]]
    """All its members."""

    def games(self) -> Iterator[Member]:
        """The first member for each game: members that differ only in the names of heaps or
        counters, the order of moves or the wording of the rules are the same game."""
        known = set[str]()
        for member in self.members():
            game = identity(member.rules)
            if game not in known:
                known.add(game)
                yield member


Amounts = Sequence[int]


def sets(largest: int, *, most: int | None = None) -> Iterator[tuple[int, ...]]:
    """The nonempty sets of numbers up to `largest`, with at most `most` numbers, small sets first.

    >>> list(sets(2))
    [(1,), (2,), (1, 2)]
    """
    for size in range(1, (most or largest) + 1):
        yield from combinations(range(1, largest + 1), size)


def written(amounts: Sequence[int]) -> str:
    """A set of numbers as the rules write it.

    >>> written((1, 3))
    '{1,3}'
    """
    return f"{{{','.join(map(str, amounts))}}}"


def game(*lines: str, misere: bool = False) -> str:
    """Rules that consist of these lines; empty lines are left out.

    >>> game("heaps 1", "", "move take 1 from 1 heap", misere=True)
    'heaps 1; move take 1 from 1 heap; play misere'
    """
    return "; ".join(filter(None, (*lines, "play misere" if misere else "")))


ENDS = (False, True)
"""Normal play, and misère play."""


def subtraction(largest: int = 7, heaps: int = 3) -> Iterator[Member]:
    """A move takes a number of a set from one heap.

    >>> next(subtraction()).rules
    'heaps 1; move take {1} from 1 heap'
    """
    for count, misere, amounts in product(range(1, heaps + 1), ENDS, sets(largest)):
        rules = game(f"heaps {count}", f"move take {written(amounts)} from 1 heap", misere=misere)
        yield Member(rules, {"heaps": count, "amounts": list(amounts), "misere": misere})


def in_total(heaps: int = 4, most: int = 6) -> Iterator[Member]:
    """A move takes up to t objects in total from at most j of k heaps; play may stop early."""
    stops = ("", "stop when at most 1 heap is nonempty", "stop when at most 2 heaps are nonempty")
    for k, t, (left, stop), misere in product(range(1, heaps + 1), range(1, most + 1), enumerate(stops), ENDS):
        for j in range(1, k + 1):
            if left < k:
                rules = game(f"heaps {k}", f"move take 1..{t} in total from at most {j} heaps", stop, misere=misere)
                yield Member(rules, {"k": k, "t": t, "j": j, "stop": left, "misere": misere})


def octal(places: int = 3) -> Iterator[Member]:
    """Octal codes, normal play."""
    for code in range(1, 8**places):
        digits = f"{code:0{places}o}".rstrip("0")
        yield Member(f"octal 0.{digits}", {"code": f"0.{digits}"})
    for code in range(8 ** (places - 1)):
        digits = f"{code:0{places - 1}o}".rstrip("0") or "0"
        yield Member(f"octal 4.{digits}", {"code": f"4.{digits}"})


def hexadecimal() -> Iterator[Member]:
    """Hexadecimal codes of two digits, normal play: a heap may be split into three."""
    for code in range(1, 256):
        digits = f"{code:02x}".rstrip("0")
        yield Member(f"hexadecimal 0.{digits}", {"code": f"0.{digits}"})


AMOUNTS = ("any", "odd", "even", "at least 2", "at least 3", *(f"1..{most}" for most in range(1, 6)))


def moore(heaps: int = 4) -> Iterator[Member]:
    """Moore's games: an amount from each of at most, or exactly, j of k heaps."""
    for k, amount, misere in product(range(1, heaps + 1), AMOUNTS, ENDS):
        for j, exactly in product(range(1, k + 1), (False, True)):
            if j > 1 or not exactly:
                choice = "exactly" if exactly else "at most"
                for the_same in (False, True) if j > 1 and not amount.startswith("at") else (False,):
                    amounts = f"the same {amount}" if the_same else amount
                    rules = game(f"heaps {k}", f"move take {amounts} from {choice} {j} heaps", misere=misere)
                    about = {"k": k, "j": j, "exactly": exactly, "amount": amounts, "misere": misere}
                    yield Member(rules, about)


def podium(heaps: int = 3) -> Iterator[Member]:
    """The podium rule with n players."""
    amounts = ["any", "odd", "even", *map(written, sets(5))]
    for count, players, amount in product(range(1, heaps + 1), range(3, 8), amounts):
        rules = game(f"players {players} podium", f"heaps {count}", f"move take {amount} from 1 heap")
        yield Member(rules, {"players": players, "heaps": count, "amount": amount})


def coalition(heaps: int = 3) -> Iterator[Member]:
    """Propp's coalitions: three players of whom two may conspire."""
    amounts = ["any", "odd", "even", *map(written, sets(5))]
    for count, j, amount in product(range(1, heaps + 1), (1, 2), amounts):
        if j <= count:
            rules = game("players 3 coalition", f"heaps {count}", f"move take {amount} from at most {j} heaps")
            yield Member(rules, {"heaps": count, "from": j, "amount": amount})


def passes(heaps: int = 3) -> Iterator[Member]:
    """One pass or two, shared by the players or for each player."""
    amounts = ["any", *map(written, sets(4))]
    kinds = product((1, 2), (" each", ""), (" unless empty", ""))
    for count, (number, each, unless), amount, misere in product(range(1, heaps + 1), kinds, amounts, ENDS):
        line = f"pass {number}{each}{unless}"
        rules = game(f"heaps {count}", f"move take {amount} from 1 heap", line, misere=misere)
        yield Member(rules, {"heaps": count, "amount": amount, "pass": line, "misere": misere})


def heap_sizes(largest: int = 5) -> Iterator[Member]:
    """Any number of heaps of sizes up to s, with or without a pass; a move takes from one heap or
    from at most two."""
    for size in range(2, largest + 1):
        amounts = ["any", *map(written, sets(size))]
        for amount, j, line, misere in product(amounts, (1, 2), ("", "pass 1 unless empty"), ENDS):
            move = f"move take {amount} from at most {j} heaps"
            rules = game(f"heap sizes 1..{size}", move, line, misere=misere)
            yield Member(rules, {"sizes": size, "amount": amount, "from": j, "pass": bool(line), "misere": misere})


def change(name: str, by: int) -> str:
    """A counter after it has changed.

    >>> change("a", -2), change("b", 0)
    ('a - 2', 'b')
    """
    return f"{name} {'-' if by < 0 else '+'} {abs(by)}" if by else name


def counters(most: int = 4) -> Iterator[Member]:
    """Two counters that change by up to 2: the sets of at most `most` such moves for which play
    always ends, as some weights of the counters show."""
    weights = list(product(range(1, 8), repeat=2))
    moves = [move for move in product(range(-2, 3), repeat=2) if move != (0, 0)]

    def ends(chosen: Iterable[tuple[int, ...]]) -> bool:
        return any(all(a * x + b * y < 0 for x, y in chosen) for a, b in weights)

    for size in range(1, most + 1):
        for chosen in combinations(moves, size):
            if ends(chosen):
                lines = (f"move a, b -> {change('a', x)}, {change('b', y)}" for x, y in chosen)
                yield Member(game("counters a, b", *lines), {"moves": [list(move) for move in chosen]})


def hypergraph(most: int = 3) -> Iterator[Member]:
    """Exact hypergraph Nim on three or four heaps: a move takes any amount, or (slow) one object,
    from each heap of an edge."""
    for heaps, size, slow, misere in product((3, 4), range(1, most + 1), ENDS, ENDS):
        edges = list(sets(heaps))
        for chosen in combinations(edges, size):
            lines = []
            for edge in chosen:
                left = ", ".join(f"h{heap}" for heap in edge)
                right = ", ".join(f"h{heap} - 1" if slow else f"t{heap}" for heap in edge)
                where = ", ".join(f"t{heap} < h{heap}" for heap in edge)
                lines.append(f"move {left} -> {right}" + ("" if slow else f" where {where}"))
            about = {"heaps": heaps, "edges": [list(edge) for edge in chosen], "slow": slow, "misere": misere}
            yield Member(game(f"heaps {heaps}", *lines, misere=misere), about)


def slow(heaps: int = 4) -> Iterator[Member]:
    """Slow A-Nim: a move takes a small amount, such as one object, from each of exactly j heaps,
    where j is in a set A."""
    for count, amount, misere in product(range(1, heaps + 1), ("1", "1..2", "{1,3}"), ENDS):
        for numbers in sets(count):
            lines = (f"move take {amount} from exactly {number} heaps" for number in numbers)
            rules = game(f"heaps {count}", *lines, misere=misere)
            yield Member(rules, {"heaps": count, "A": list(numbers), "amount": amount, "misere": misere})


LETTERS = (
    ("a", "a >= 1", ("1", "2", "a", "a + 1", "a + 2", "2 * a", "2 * a + 1", "3 * a")),
    ("a, b", "1 <= a, a < b", ("a", "b", "a + b", "2 * a", "2 * b", "2 * a + b", "a + 2 * b")),
)
"""Letters, their conditions, and linear forms of them with small coefficients."""


def letters() -> Iterator[Member]:
    """Families of subtraction games: sets of at most three linear forms of one letter or two. A theorem is about all
    numbers that the letters may be.

    >>> next(letters()).rules
    'for all a where a >= 1; heaps 1; move take {a} from 1 heap'
    """
    for (names, where, forms), misere in product(LETTERS, ENDS):
        for size in range(1, 4):
            for chosen in combinations(forms, size):
                if all(any(name in form for form in chosen) for name in names.split(", ")):
                    move = f"move take {{{', '.join(chosen)}}} from 1 heap"
                    rules = game(f"for all {names} where {where}", "heaps 1", move, misere=misere)
                    yield Member(rules, {"letters": names, "amounts": list(chosen), "misere": misere})


FAMILIES = {
    family.name: family
    for family in [
        Family(
            "subtraction",
            "a move takes a number of a set from one heap: sets of 1..7, one to three heaps, normal and misère",
            subtraction,
        ),
        Family(
            "in-total",
            "at most t = 1..6 in total from at most j of k = 1..4 heaps, three endings, normal and misère",
            in_total,
        ),
        Family("octal", "octal codes: 0.d, 0.dd, 0.ddd, and 4.d, 4.dd", octal),
        Family("hexadecimal", "hexadecimal codes 0.d, 0.dd", hexadecimal),
        Family(
            "moore",
            "an amount from each of at most, or exactly, j of k = 1..4 heaps, also the same one",
            moore,
        ),
        Family("podium", "3 to 7 players with podium rule, one to three heaps", podium),
        Family("coalition", "three players who may conspire, one to three heaps", coalition),
        Family("passes", "one pass or two, shared or of each player's own, one to three heaps", passes),
        Family("heap-sizes", "any number of heaps of sizes up to 2..5, with a pass and without", heap_sizes),
        Family("counters", "two counters, up to four moves of {-2..2}² in which play ends", counters),
        Family("hypergraph", "exact hypergraph Nim on three and four heaps, up to three edges", hypergraph),
        Family(
            "letters",
            "families of subtraction games: up to three linear forms of one letter or two, for all their numbers",
            letters,
        ),
        Family("slow", "one object, or a few, from each of exactly j of k = 1..4 heaps, j in a set", slow),
    ]
}
"""Every family by its name."""
