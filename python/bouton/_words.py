"""Documents that are printed in words, or used as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import numpy.typing as npt

from ._array import ArrayReductions
from ._html import cell, table
from ._optional import optional
from ._repr import MOST_PARTS, Document, short
from .errors import InputError

if TYPE_CHECKING:
    from . import document

__all__ = ["Comparison", "Counts", "Equality", "Judgement", "Picture", "QuestionAnswer", "Reasons", "SolutionRows", "Solved", "SumAnswer", "Tried", "Values"]

MOST_MOVES = 3
"""The most winning moves of a sum that are named."""


def _tuple(numbers: Sequence[object]) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"({', '.join(map(str, numbers))})"


class QuestionAnswer(Document):
    """The answer to a question about laws. It is printed as a sentence, and is true or false as the answer is.

    >>> from bouton import Game
    >>> answer = Game("wythoff").ask("for all a: exists b: P(a, b)")
    >>> print(answer)
    True: for all a: exists b: P(a, b).
    Decided by an automaton of 1 state, from proved laws in Fibonacci digits.
    >>> bool(answer)
    True
    >>> Game("nim").ask("for all a, b: P(a, b)")
    <False: for all a, b: P(a, b), least counterexample a = 0, b = 1>
    """

    def __bool__(self) -> bool:
        answer = cast("document.Ask", self).answer
        if answer is None:
            message = "a question with free names is neither true nor false: `solutions` has the numbers that satisfy it"
            raise InputError(message, code="usage")
        return answer

    def _parts(self) -> list[str]:
        """The answer in clauses."""
        found = cast("document.Ask", self)
        if found.answer is not None:
            numbers = ", ".join(f"{name} = {number}" for name, number in (found.witness or {}).items())
            kind = "least example" if found.answer else "least counterexample"
            return [f"{found.answer}: {found.sentence}", *([f"{kind} {numbers}"] if numbers else [])]
        solved = found.solutions
        if solved is None:
            return [found.sentence]
        if solved.complete and not solved.least:
            return [f"{found.sentence}: no solutions"]
        least = ", ".join(map(_tuple, solved.least)) + ("" if solved.complete else ", …")
        parts = [f"{found.sentence}: {_tuple(solved.names)} = {least}"]
        if solved.condition is not None:
            parts.append(f"exactly when {solved.condition}")
        if solved.count is not None:
            parts.append(f"{solved.count.number} solutions up to {solved.count.upto}")
        return parts

    def _source(self) -> str:
        found = cast("document.Ask", self)
        states = "1 state" if found.states == 1 else f"{found.states} states"
        digits = f"base {found.numeration}" if found.numeration.isdecimal() else f"{found.numeration.capitalize()} digits"
        return f"Decided by an automaton of {states}, from proved laws in {digits}."

    def __repr__(self) -> str:
        return f"<{', '.join(self._parts())}>"

    def __str__(self) -> str:
        first, *others = self._parts()
        sentences = [f"{first}.", *(f"{other[0].upper()}{other[1:]}." for other in others)]
        return "\n".join([" ".join(sentences), self._source()])

    def _repr_html_(self) -> str:
        first, *others = self._parts()
        items = "".join(f"<li>{escape(other)}</li>" for other in others)
        return f"<p><b>{escape(first)}</b></p>{f'<ul>{items}</ul>' if items else ''}<p>{escape(self._source())}</p>"


class SolutionRows(Document):
    """The least solutions of a question with free names, as a list of tuples and as rows.

    >>> from bouton import Game
    >>> found = Game("wythoff").ask("P(a, b) and a < b", limit=3).solutions
    >>> list(found)
    [(1, 2), (3, 5), (4, 7)]
    >>> print(found.to_pandas())
       a  b
    0  1  2
    1  3  5
    2  4  7
    """

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return map(tuple, cast("document.Solutions", self).least)

    def __len__(self) -> int:
        return len(cast("document.Solutions", self).least)

    def __bool__(self) -> bool:
        # It is not an empty list, but the description of no solutions.
        return True

    def _columns(self) -> dict[str, list[int]]:
        found = cast("document.Solutions", self)
        return {name: [solution[at] for solution in found.least] for at, name in enumerate(found.names)}

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` with a column for each name, and one row for each solution that is listed."""
        return optional("pandas", "pandas", "Solutions.to_pandas").DataFrame(self._columns())

    def to_polars(self) -> Any:
        """The rows of `to_pandas` as a `polars.DataFrame`."""
        return optional("polars", "polars", "Solutions.to_polars").DataFrame(self._columns())


class Comparison(Document):
    """The comparison of two games: it is true if they are equal. It is neither true nor false if that is not known.

    >>> from bouton import compare
    >>> bool(compare("nim", "wythoff")), bool(compare("nim", "nim"))
    (False, True)
    >>> compare("nim", "wythoff"), compare("nim", "nim")
    (<nim and wythoff differ: at 1,1 the outcomes are P and N>, <nim and nim have the same outcomes at all positions>)
    """

    def __repr__(self) -> str:
        found = cast("document.Compare", self)
        one, other = found.games
        values = "Grundy values" if found.value == "grundy" else "outcomes"
        number = "" if found.heaps is None else f" of {found.heaps} heap{'' if found.heaps == 1 else 's'}"
        if found.equal is None:
            upto = "" if found.agree_upto is None else f"; they agree up to {found.agree_upto}"
            return f"<it is not known whether {one} and {other} have the same {values} at positions{number}{upto}: {found.reason}>"
        if found.equal:
            return f"<{one} and {other} have the same {values} at all positions{number}>"
        return f"<{one} and {other} differ: at {found.position} the {values} are {' and '.join(found.values or [])}>"

    def __str__(self) -> str:
        text = repr(self)[1:-1]
        return f"{text[0].upper() if text.startswith('it ') else text[0]}{text[1:]}."

    def __bool__(self) -> bool:
        found = cast("document.Compare", self)
        if found.equal is None:
            raise InputError(f"it is not known whether the games are equal: {found.reason}", code="usage")
        return found.equal


class Judgement(Document):
    """The verdict on a certificate, which is true if it is accepted.

    >>> from bouton import commands
    >>> bool(commands.check("bouton certificate 1"))
    False
    """

    def __bool__(self) -> bool:
        return cast("document.Check", self).accepted


class Equality(Document):
    """Whether two sums are equal, which is true if they are.

    >>> from bouton import commands
    >>> bool(commands.podium_equal("3,3", "3,5"))
    False
    """

    def __bool__(self) -> bool:
        return cast("document.PodiumEqual", self).equal


class Solved(Document):
    """The value of a position, which is neither true nor false.

    >>> from bouton import commands
    >>> bool(commands.solve("nim", (1, 1)))
    Traceback (most recent call last):
        ...
    TypeError: the value of a position is neither true nor false: compare its `outcome`, as in `found.outcome == "N"`
    """

    def __bool__(self) -> bool:
        message = "the value of a position is neither true nor false: compare its `outcome`, as in `found.outcome == \"N\"`"
        raise TypeError(message)


class Tried(Document):
    """The result of a search for a proof, which is neither true nor false: what is not proved need not be wrong.

    >>> from bouton import commands
    >>> bool(commands.prove("take-three"))
    Traceback (most recent call last):
        ...
    TypeError: the result of a search is neither true nor false: compare its `status`, as in `found.status == "proved"`
    """

    def __bool__(self) -> bool:
        message = "the result of a search is neither true nor false: compare its `status`, as in `found.status == \"proved\"`"
        raise TypeError(message)


class SumAnswer(Document):
    """The answer about a sum of positions, which is printed as a sentence.

    >>> from bouton import sum_of
    >>> sum_of([("nim", "3,5"), ("kayles", 7)])
    <3,5 of nim + 7 of kayles: N, Grundy value 4; winning move to 3,1 in nim>
    """

    def __repr__(self) -> str:
        found = cast("document.Sum", self)
        terms = " + ".join(f"{term.position} of {term.game}" for term in found.terms) or "no games"
        moves = [f"to {move.to} in {found.terms[move.term - 1].game}" for move in found.winning_moves[:MOST_MOVES]]
        moves += [] if len(moves) == len(found.winning_moves) and found.winning_moves_complete else ["…"]
        won = f"; winning {'move' if len(moves) == 1 else 'moves'} {', '.join(moves)}" if moves else ""
        return f"<{terms}: {found.outcome}, Grundy value {found.grundy}{won}>"

    def __bool__(self) -> bool:
        message = "the value of a sum is neither true nor false: compare its `outcome`, as in `found.outcome == \"N\"`"
        raise TypeError(message)


class Picture(Document):
    """A drawing: a notebook shows the picture, if it is one, or its text."""

    def _repr_html_(self) -> str:
        text: str = self.text  # type: ignore[attr-defined]
        return text if text.startswith("<svg") else f"<pre>{escape(text)}</pre>"


class Counts(Document, Mapping[str, int]):
    """The numbers of positions by outcome or number, of which it is a mapping.

    >>> from bouton import Game
    >>> count = Game("nim", heaps=2).count(2, each=True)
    >>> count["P"], dict(count)
    (3, {'P': 3, 'N': 6})
    >>> print(count.to_pandas())
       upto  P  N
    0     0  1  0
    1     1  2  2
    2     2  3  6
    """

    def __eq__(self, other: object) -> bool:
        """Whether both are equal; compared with another mapping, whether the numbers are."""
        if isinstance(other, Counts):
            return type(self) is type(other) and vars(self) == vars(other)
        return dict(self) == other if isinstance(other, Mapping) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __getitem__(self, name: str | int) -> int:
        counts = cast("document.Count", self).counts
        if str(name) not in counts:
            raise KeyError(f"{name!r} is not counted: expected {', '.join(counts)}")
        return counts[str(name)]

    def __iter__(self) -> Iterator[str]:
        return iter(cast("document.Count", self).counts)

    def __len__(self) -> int:
        return len(cast("document.Count", self).counts)

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)

    def _rows(self) -> list[dict[str, int]]:
        """A row for each bound that was counted."""
        found = cast("document.Count", self)
        rows = [(each.upto, each.others) for each in found.each or []] or [(found.upto, found.counts)]
        return [{"upto": upto, **counts} for upto, counts in rows]

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` with a column for each outcome or number, and a row for each bound that was counted."""
        return optional("pandas", "pandas", "Count.to_pandas").DataFrame(self._rows())

    def to_polars(self) -> Any:
        """The rows of `to_pandas` as a `polars.DataFrame`."""
        return optional("polars", "polars", "Count.to_polars").DataFrame(self._rows(), infer_schema_length=None)


class Values(Document, ArrayReductions, Sequence[Any]):
    """The Grundy values of positions: a sequence of numbers, which calculates and compares as an array.

    >>> from bouton import Game
    >>> values = Game("nim").grundy([(3, 4, 5), (7, 7)])
    >>> values
    <2 Grundy values of nim: 2, 0>
    >>> list(values), len(values), values[0]
    ([2, 0], 2, 2)
    >>> values.to_numpy(), values == 0, values.max()
    (array([2, 0]), array([False,  True]), np.int64(2))
    >>> print(values.to_pandas())
      position  grundy
    0    3,4,5       2
    1      7,7       0
    """

    def _numbers(self) -> list[int | None]:
        return [value.grundy for value in cast("document.GrundyValues", self).values]

    def __len__(self) -> int:
        return len(self._numbers())

    def __iter__(self) -> Iterator[int | None]:
        return iter(self._numbers())

    def __getitem__(self, place: Any) -> Any:
        return self._numbers()[place]

    def __repr__(self) -> str:
        numbers = self._numbers()
        found = cast("document.GrundyValues", self)
        shown = [*map(short, numbers[:MOST_PARTS]), *(["…"] if len(numbers) > MOST_PARTS else [])]
        values = "Grundy value" if len(numbers) == 1 else "Grundy values"
        return f"<{len(numbers)} {values} of {found.game}{': ' if shown else ''}{', '.join(shown)}>"

    def tolist(self) -> list[int | None]:
        """The numbers as a list; `None` for those that are not known."""
        return self._numbers()

    def to_list(self) -> list[int | None]:
        """The same as `tolist`, by its name in pandas and polars."""
        return self._numbers()

    def to_numpy(self) -> npt.NDArray[Any]:
        """The numbers as an array of `int64`, or of objects if some are larger, or not known (`None`)."""
        numbers = self._numbers()
        return np.array(numbers, dtype=object if any(number is None or number >> 63 for number in numbers) else np.int64)

    def _there(self) -> npt.NDArray[Any]:
        return self.to_numpy()

    def _columns(self) -> dict[str, Any]:
        positions = [value.position for value in cast("document.GrundyValues", self).values]
        return {"position": positions, "grundy": self.to_numpy()}

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` with one row for each position: `position`, `grundy`."""
        return optional("pandas", "pandas", "GrundyValues.to_pandas").DataFrame(self._columns())

    def to_polars(self) -> Any:
        """A `polars.DataFrame` with one row for each position: `position`, `grundy`."""
        return optional("polars", "polars", "GrundyValues.to_polars").DataFrame(self._columns())


class Reasons(Solved):
    """The reasons for the value of a position. A notebook shows them as the program prints them.

    >>> from bouton import Game
    >>> Game("take-three").why((7,))
    <take-three 7 is N: h1 mod 4 = 7 mod 4 = 3; winning move to 4>
    """

    def __repr__(self) -> str:
        found = cast("document.Why", self)
        move = f"; winning move to {found.move.to}" if found.move is not None and found.move.winning else ""
        return f"<{found.game} {found.position} is {found.outcome}: {found.reason}{move}>"

    def _repr_html_(self) -> str:
        found: Any = self
        grundy = "" if found.grundy is None else f", Grundy value {found.grundy}"
        parts = [
            f"<p><b>{escape(found.game)}</b>, position {escape(found.position)}: <b>{escape(found.outcome)}</b>{grundy}</p>",
            f"<p>{escape(found.theorem or f'No law was found ({found.no_law}). The outcomes of the moves are the reasons.')}</p>",
            *(table(read.head, [[cell(part) for part in row] for row in read.rows], "") for read in found.tables),
            f"<p>Here {escape(found.reason)}.</p>",
        ]
        if found.move is not None:
            kind = "A winning move is to" if found.move.winning else "After the move, for example, to"
            reason = f"{escape(found.move.to)}: there {escape(found.move.reason)} ({escape(found.move.outcome)})"
            parts.append(f"<p>{kind} {reason}.</p>")
        return "".join(parts)
