"""Documents that are printed in words."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any, cast

from ._html import cell, table
from ._repr import Document
from .errors import InputError

if TYPE_CHECKING:
    from . import document

__all__ = ["Comparison", "QuestionAnswer", "Reasons"]


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


class Comparison(Document):
    """The comparison of two games: it is true if they are equal. It is neither true nor false if that is not known.

    >>> from bouton import compare
    >>> bool(compare("nim", "wythoff")), bool(compare("nim", "nim"))
    (False, True)
    """

    def __bool__(self) -> bool:
        found = cast("document.Compare", self)
        if found.equal is None:
            raise InputError(f"it is not known whether the games are equal: {found.reason}", code="usage")
        return found.equal


class Reasons(Document):
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
