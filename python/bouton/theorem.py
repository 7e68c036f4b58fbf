"""Theorems that the checker has accepted, in words, as code, as data."""

from __future__ import annotations

import json
import math
import os
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeGuard

import numpy as np
import numpy.typing as npt

from . import _bouton, document
from ._array import signed
from ._ask import choice
from ._frame import controls_of, of_coordinates, row_of
from ._hints import no_attribute
from ._limits import Memory, Report, Reporter, Time, limits
from ._repr import short
from .answer import Answer, of_theorem
from .errors import InputError, LimitReached
from .position import Position, PositionLike, natural

__all__ = ["Automaton", "Period", "Theorem", "Verdict", "check"]


MOST_DRAWN = 24
"""The most states of an automaton that a notebook shows below the theorem."""
MOST_SENTENCE = 300
"""The most letters of the sentence of a theorem in its short representation."""


@dataclass(frozen=True, repr=False)
class Period:
    """g(n + length) = g(n) + saltus for all n ≥ preperiod, where g(n) is the Grundy value of a heap
    of n."""

    length: int
    """The length of the period."""
    preperiod: int
    """The first periodic index."""
    saltus: int
    """The difference between one period and the next."""
    values: list[int]
    """The values up to the end of the first period."""

    def __repr__(self) -> str:
        saltus = f", saltus {self.saltus}" if self.saltus else ""
        return f"<Period {self.length} from {self.preperiod} on{saltus}>"


@dataclass(frozen=True)
class Automaton:
    """The automaton of a law. It reads all coordinates of a position together, the most significant
    digit first; a letter consists of one digit of each coordinate, with the digit of the first
    coordinate as the lowest."""

    starts: npt.NDArray[np.signedinteger[Any]]
    """The start state for each control state."""
    outputs: npt.NDArray[np.signedinteger[Any]]
    """The output of each state: the number of an outcome, or a Grundy value. If Grundy values are
    proved beside a Nim heap, which is the last track, it is the outcome of the sum with that
    heap."""
    transitions: npt.NDArray[np.signedinteger[Any]]
    """The next state, with a row for each state and a column for each letter."""
    digits: int
    """The number of different digits: 2."""

    @property
    def states(self) -> int:
        """The number of states."""
        return len(self.outputs)

    @property
    def tracks(self) -> int:
        """The number of numbers that are read."""
        letters, tracks = self.transitions.shape[1], 0
        while self.digits**tracks < letters:
            tracks += 1
        return tracks


class Theorem:
    """A claim about a game that the checker has accepted. `str()` is its sentence.

    >>> from bouton import Game
    >>> theorem = Game("take-three").prove()
    >>> str(theorem), theorem.states
    ('P if h1 mod 4 is 0, else N.', 3)
    """

    def __init__(self, inner: _bouton.Theorem | _bouton.LetterTheorem, *, outcomes: bool = False, of_heaps: int | None = None) -> None:
        if not isinstance(inner, _bouton.Theorem | _bouton.LetterTheorem):
            message = f"a theorem is made by `Game.prove`, `Theorem.of(certificate)` or `Theorem.from_file(path)`, found {short(inner)}"
            raise InputError(message, code="usage")
        self._inner = inner
        # A theorem about Grundy values says the outcomes, too.
        self._reads_outcomes = outcomes and inner.value == "grundy"
        self.of_heaps = of_heaps
        """The number of heaps that the theorem is about, if the game has any number of them and none was requested."""

    @classmethod
    def of(
        cls,
        certificate: str | bytes,
        *,
        time: Time = None,
        memory: Memory = None,
        states: int | None = None,
        progress: Report = None,
    ) -> Theorem:
        """The theorem of the text of a certificate, or of its bytes. Raises `InputError` if the checker refuses
        it."""
        if isinstance(certificate, bytes):
            certificate = certificate.decode(errors="replace")
        if not isinstance(certificate, str):
            raise InputError(f"a certificate is a text or its bytes, found {certificate!r}", code="certificate")
        if _is_path(certificate):
            message = f"this is not the text of a certificate, which begins with `{HEAD}`; a file is read by Theorem.from_file({certificate!r})"
            raise InputError(message, code="certificate")
        spent = limits(time, memory, states=states)
        with Reporter(progress) as tell:
            return cls(_bouton.theorem_of(certificate, limits=spent, progress=tell))

    @classmethod
    def from_file(cls, path: str | os.PathLike[str], **options: Any) -> Theorem:
        """The theorem of a certificate file; the options are the same as for `of`."""
        return cls.of(_written(path), **options)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the certificate into a file, which `from_file` and `bouton check` read.

        >>> import tempfile
        >>> from bouton import Game
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     Game("take-three").prove().save(f"{folder}/take-three.cert")
        ...     Theorem.from_file(f"{folder}/take-three.cert").sentence
        'P if h1 mod 4 is 0, else N.'
        """
        Path(path).write_text(self.certificate, encoding="utf-8", newline="\n")

    def __reduce__(self) -> tuple[Any, ...]:
        # The receiving process checks the certificate again: a theorem is never taken on trust.
        return (_with_outcomes if self._reads_outcomes else Theorem.of), (self.certificate,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Theorem) and self.identity == other.identity

    def __hash__(self) -> int:
        return hash(self.identity)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise no_attribute(self, name)

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return f"<Theorem about {self.subject}: {textwrap.shorten(self.sentence, MOST_SENTENCE, placeholder=' …')}>"

    def _repr_html_(self) -> str:
        # A notebook shows one of these representations: the theorem and its picture belong together.
        picture = self._repr_svg_() if self.states is None or self.states <= MOST_DRAWN else None
        limited = f"<p>{self._limited()}</p>" if self.of_heaps is not None else ""
        return limited + self.explain("html") + (f"<div>{picture}</div>" if picture else "")

    def _repr_latex_(self) -> str:
        return self.explain("latex")

    def _repr_svg_(self) -> str | None:
        # Periods, and theorems with letters, are not automata.
        own = self._inner.own_svg()
        if own is not None or self.letters:
            return own
        try:
            return self.diagram("svg").text
        except LimitReached:
            # Too many states for a picture.
            return None
        except InputError:
            # A quotient is not an automaton.
            return None

    @property
    def title(self) -> str:
        """The name of the game, or its rules in one line."""
        return self._inner.title

    @property
    def subject(self) -> str:
        """The name of the game with its size and its winning condition, as at the start of a
        theorem."""
        return self._inner.subject

    @property
    def rules(self) -> str:
        """The rules of the game."""
        return self._inner.rules

    @property
    def value(self) -> str:
        """The kind of the law: `outcome`, `grundy`, or `quotient` (misère play of single heaps and
        their sums)."""
        return "outcome" if self._reads_outcomes else self._inner.value

    @property
    def sentence(self) -> str:
        """The theorem in a sentence or two, without its tables."""
        return self._limited() + self._inner.sentence()

    def _limited(self) -> str:
        if self.of_heaps is None:
            return ""
        return f"With {self.of_heaps} heap{'' if self.of_heaps == 1 else 's'} (the game has any number): "

    @property
    def latex(self) -> str:
        """The theorem as LaTeX, the same as `explain("latex")`. It begins with a comment that names the packages and
        environments which the document needs.

        >>> from bouton import Game
        >>> print(Game("take-three").prove().latex.splitlines()[5])
        \\begin{theorem}[take-three]
        """
        return self.explain("latex")

    @property
    def text(self) -> str:
        """The complete theorem: subject, statement with its tables, remark."""
        return self._inner.text()

    @property
    def claim(self) -> str:
        """The proved claim, in the words of the checker."""
        return self._inner.claim

    @property
    def remark(self) -> str:
        """Statistics and cost of the search for the theorem."""
        return self._inner.remark

    @property
    def positions(self) -> int | None:
        """The number of positions that were solved for it; `None` if there was no search."""
        return self._inner.positions

    @property
    def certificate(self) -> str:
        """The text of the certificate, which can be checked again without anything else."""
        return self._inner.certificate

    @property
    def identity(self) -> str:
        """The identity of the certificate: `sha256:` followed by its digest."""
        return self._inner.identity

    @property
    def states(self) -> int | None:
        """The number of states of the automaton of the law; `None` for a period or a quotient."""
        return self._inner.states

    @property
    def numeration(self) -> str | None:
        """The digits that the law reads; `None` for a period or a quotient."""
        return self._inner.numeration

    @property
    def coordinates(self) -> list[str]:
        """The names of the coordinates; empty for a period or a quotient, which cover any number of
        heaps."""
        return self._inner.coordinates

    @property
    def controls(self) -> list[str]:
        """The names of the control states; empty if there is only one."""
        return self._inner.controls

    @property
    def outcomes(self) -> list[str]:
        """The names of the outcomes that the numbers of `law` and `at` stand for; empty if they are Grundy values.

        >>> from bouton import Game
        >>> theorem = Game("wythoff").prove()
        >>> [theorem.outcomes[number] for number in theorem.law([[1, 2], [1, 3]])]
        ['P', 'N']
        """
        if self.value == "grundy":
            return []
        if self.letters or self.value == "quotient":
            return ["P", "N"]
        return _bouton.Game.parse(self.rules, heaps=None, settings=[]).outcomes

    @property
    def period(self) -> Period | None:
        """The period, if it is about the Grundy values of single heaps."""
        found = self._inner.period
        return None if found is None else Period(*found)

    @property
    def automaton(self) -> Automaton:
        """The automaton of the law. Raises `InputError` for a period or a quotient, which have no
        automaton."""
        starts, outputs, transitions, digits = self._inner.automaton()
        return Automaton(signed(starts), signed(outputs), signed(transitions), digits)

    def diagram(
        self,
        drawing: Literal["table", "dot", "svg"] = "table",
        *,
        digits: Literal["most", "least"] = "most",
    ) -> document.AutomatonDiagram:
        """The automaton as a table of its states, for Graphviz, or as a picture. It reads the
        `most` or the `least` significant digit first."""
        choice("drawing", drawing, ("table", "dot", "svg"))
        form = "json" if drawing == "table" else drawing
        return document.read(document.AutomatonDiagram, self._ask("explain", form=form, digits=digits))

    def explain(self, format: Literal["text", "markdown", "latex", "html", "typst"] = "text") -> str:
        """The closed form in words and as a table. LaTeX begins with a comment that names the packages and environments
        which the document needs; HTML has its formulas in MathML.

        >>> from bouton import Game
        >>> print(Game("take-three").prove().explain("typst").splitlines()[4])
        P if $h_1 mod 4$ is $0$, else N.
        """
        forms = ("text", "markdown", "latex", "html", "typst")
        return self._ask("explain", format=choice("form", format, forms))

    def _ask(
        self, command: str, *, format: str = "json", form: str | None = None, game: str = "#0", **parameters: Any
    ) -> str:
        """The answer to a question about this theorem."""
        question, spent = json.dumps({"game": game, **parameters}), limits(None, None)
        return _bouton.ask(
            command, question, [self._inner], format=format, limits=spent, progress=None, form=form
        )

    @property
    def letters(self) -> list[str]:
        """The letters of the rules, for all numbers of which the theorem holds; empty if they have none."""
        return self._inner.letters

    def solve(
        self,
        position: PositionLike,
        *more: SupportsIndex,
        control: str | None = None,
        set: Mapping[str, int] | None = None,
        moves: int | None = None,
    ) -> Answer:
        """The value of a position of any size, from the theorem, with its winning moves, and at most `moves` moves.
        `set` gives numbers for the letters of the rules.

        >>> from bouton import Game
        >>> theorem = Game("for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap").prove()
        >>> str(theorem)
        'For all 1 ≤ a ≤ b: P exactly when n mod (a + b) < a.'
        >>> theorem.solve((13,), set={"a": 2, "b": 5})
        <Answer 13: N; 1 winning of 4 moves>
        >>> theorem.solve((10**40,), set={"a": 10**20, "b": 10**20 + 9}, moves=1).winning_moves
        [Position((9999999999999999999899999999999999999991,))]
        """
        return of_theorem(self._solved(self._place(position, *more, control=control), set, moves))

    def _solved(self, place: Position, set: Mapping[str, int] | None, moves: int | None) -> document.Solve:
        question: dict[str, Any] = {"using": "#0", "moves": moves, "set": self._numbers(set), "position": str(place)}
        return document.read(document.Solve, self._ask("solve", game=self.rules, **question))

    def why(
        self,
        position: PositionLike,
        *more: SupportsIndex,
        control: str | None = None,
        set: Mapping[str, int] | None = None,
    ) -> document.Why:
        """The theorem traced on a position: what it reads there, and a best move. `set` gives numbers for the letters of
        the rules.

        >>> from bouton import Game
        >>> Game("take-three").prove().why((7,)).reason
        'h1 mod 4 = 7 mod 4 = 3'
        """
        question: dict[str, Any] = {"position": str(self._place(position, *more, control=control)), "set": self._numbers(set)}
        return document.read(document.Why, self._ask("why", **question))

    def _numbers(self, given: Mapping[str, int] | None) -> list[str]:
        """Numbers for all letters, as a command takes them."""
        given = given or {}
        letters = self.letters
        if any(letter not in given for letter in letters):
            example = ", ".join(f'"{letter}": {number}' for letter, number in zip(letters, range(3, 99, 2), strict=False))
            message = f"the theorem is about all {', '.join(letters)}: give numbers for them, as in set={{{example}}}"
            raise InputError(message, code="usage")
        return [f"{name}={_bouton.decimal(natural(name, number))}" for name, number in given.items()]

    @property
    def document(
        self,
    ) -> (
        document.Explain
        | document.ExplainLetters
        | document.EveryNumberInWords
        | document.PeriodInWords
        | document.QuotientInWords
    ):
        """The explanation as data."""
        text = self._ask("explain")
        if self.letters:
            return document.read(document.ExplainLetters, text)
        if "heaps" in json.loads(text):
            return document.read(document.EveryNumberInWords, text)
        if self.value == "quotient":
            return document.read(document.QuotientInWords, text)
        if self.states is None:
            return document.read(document.PeriodInWords, text)
        return document.read(document.Explain, text)

    def emit(self, language: Literal["rust", "python", "c", "javascript"]) -> str:
        """The proved strategy as a program without dependencies."""
        choice("language", language, ("rust", "python", "c", "javascript"))
        return self._ask("emit", format="text", lang=language)

    def export(self, tool: Literal["hoa", "walnut", "mona"], *, control: str | None = None) -> str:
        """The law for another tool: in the Hanoi format, as a word automaton for Walnut, or the
        theorem as a formula that MONA decides.

        An automaton has one start state: for a game with several control states it is the start of
        `control`, by default of the first one. A formula covers all of them. Raises `InputError` if
        the tool does not support the numeration, and for a period or a quotient, which have no
        automaton.

        >>> from bouton import Game
        >>> text = Game("take-three").prove().export("walnut")
        >>> [line for line in text.splitlines() if not line.startswith("#")][:3]
        ['msd_2', '', '0 0']
        """
        return self._ask("explain", format=choice("tool", tool, ("hoa", "walnut", "mona")), control=control)

    def law(
        self,
        positions: npt.ArrayLike,
        *more: npt.ArrayLike,
        control: str | None = None,
        set: Mapping[str, int] | None = None,
    ) -> npt.NDArray[Any]:
        """The values of many positions by the law, for an array of shape (…, d) with the numbers of a position along
        its last axis. For a game of one heap it may be an array of heaps: one axis is always that of the heaps. Of a data frame the columns that are called
        as the coordinates count, and the column `control` if there are control states. The coordinates may also be given one by one, as arrays of the same shape or numbers.

        The result has the shape of the other axes: outcomes (`int8`, 0 for P) or Grundy values (`int64`). For
        a period a row has any number of heaps, and the result is the nim-sum of their values. For a
        misère quotient a row also has any number of heaps, and the result is the outcome of their
        sum. Their rows may be lists of different lengths. Numbers of more than 63 bits are evaluated one by one; Grundy values of more than 63 bits are returned in
        an array of objects. `set` gives numbers for the letters of the rules.

        >>> from bouton import Game
        >>> law = Game("take-three").prove().law
        >>> law([[0], [1], [4], [10**30]])
        array([0, 1, 0, 0], dtype=int8)
        >>> law(range(9))
        array([0, 1, 1, 1, 0, 1, 1, 1, 0], dtype=int8)
        >>> Game("wythoff").prove().law([1, 3, 4], [2, 5, 6])
        array([0, 0, 1], dtype=int8)
        """
        self._known(control)
        if more:
            array = _together([positions, *more])
        else:
            names = self._names()
            states = controls_of(positions, names, self.controls)
            positions = of_coordinates(positions, names)
            if len(names) != 1 and (row := row_of(positions, names, self.controls)) is not None:
                positions, control = row[0], row[1] if control is None else control
            array = _integers(_filled(positions) if _is_ragged(positions) and self._is_of_code() else positions)
            if states:
                return self._of_states(array, np.array(states), control, set)
        dimension = len(self.coordinates) or None
        if self.letters:
            dimension = _bouton.Game.parse(self.rules, heaps=None, settings=[]).dimension
        if dimension == 1 and not more and (array.ndim < 2 or array.shape[-1] != 1):
            array = array[..., None]
        elif dimension is not None and array.shape == (0,):
            array = array.reshape(0, dimension)
        if array.ndim == 0 or (array.ndim == 1 and dimension is None):
            message = "expected a position in each row: law([[3], [5]]) is about two positions, law([[3, 5]]) about one"
            raise InputError(message, code="position")
        rows = array.reshape(math.prod(array.shape[:-1]), array.shape[-1])
        if self.letters:
            found = self._of_numbers(self._with_letters([Position(row, control) for row in rows], set))
        else:
            found = self._values(rows, self._inner.control(control))
        return found.reshape(array.shape[:-1])[()] if array.ndim != 2 else found

    def _of_states(
        self, array: npt.NDArray[Any], states: npt.NDArray[Any], control: str | None, set: Mapping[str, int] | None
    ) -> npt.NDArray[Any]:
        """The values of positions with these control states."""
        if control is not None and not (states == control).all():
            raise InputError(f"the data frame has other control states than `{control}`", code="control")
        found = {str(state): self.law(array[states == state], control=str(state), set=set) for state in np.unique(states)}
        values = np.empty(len(array), dtype=np.result_type(*found.values()))
        for state, some in found.items():
            values[states == state] = some
        return values

    def _is_of_code(self) -> bool:
        """Whether the theorem is about the heaps of a take-and-break game, of which a position has any number."""
        return self.states is None and (self.value == "quotient" or self._inner.period is not None)

    def _names(self) -> list[str]:
        """The names of the coordinates; empty if there may be any number of heaps."""
        if not self.letters:
            return self.coordinates
        return _bouton.Game.parse(self.rules, heaps=None, settings=[]).coordinates

    def _place(self, position: PositionLike, *more: SupportsIndex, control: str | None = None) -> Position:
        """A position of the game; a row of a data frame is read by its labels."""
        return Position.of(position, *more, control=control, names=self._names(), controls=self.controls)

    def _known(self, control: str | None) -> None:
        """Raises `InputError` if the game does not have this control state."""
        if control is not None and control not in self.controls:
            known = f"there is no control state `{control}`: expected {', '.join(self.controls)}"
            raise InputError(known if self.controls else f"the game has no control states, found `{control}`", code="control")

    def _values(self, array: npt.NDArray[Any], state: int) -> npt.NDArray[Any]:
        """The values of the rows of an array."""
        found = self._own_values(array, state)
        return (found != 0).astype(np.int8) if self._reads_outcomes else found

    def _own_values(self, array: npt.NDArray[Any], state: int) -> npt.NDArray[Any]:
        """The same; Grundy values if the theorem is about them."""
        if array.size == 0:
            array = array.astype(np.int64)
        if array.dtype == object or not array.shape[1] or array.dtype == np.uint64 and array.max(initial=0) >> 63:
            return self._large(array, state)
        found: npt.NDArray[Any] | list[int] = self._inner.law(np.ascontiguousarray(array, dtype=np.int64), state)
        return signed(found) if isinstance(found, np.ndarray) else np.array(found, dtype=object)

    def _large(self, array: npt.NDArray[Any], state: int) -> npt.NDArray[Any]:
        """The values for numbers of any size, one position after the other."""
        return self._of_numbers([self._inner.law_at(list(Position(row)), state) for row in array])

    def _of_numbers(self, found: list[int]) -> npt.NDArray[Any]:
        """Values as an array."""
        if self.value != "grundy":
            return np.array([self._read(value) for value in found], dtype=np.int8)
        small = all(value < 1 << 63 for value in found)
        return np.array(found, dtype=np.int64 if small else object)

    def at(
        self,
        position: PositionLike,
        *more: SupportsIndex,
        control: str | None = None,
        set: Mapping[str, int] | None = None,
    ) -> int:
        """The value of one position of any size by the law: the number of an outcome, or a Grundy
        value. `set` gives numbers for the letters of the rules.

        >>> from bouton import Game
        >>> Game("nim", heaps=3).prove(value="grundy").at((1, 10**40, 10**40))
        1
        """
        place = self._place(position, *more, control=control)
        self._known(place.control)
        if self.letters:
            return self._read(self._with_letters([place], set)[0])
        return self._read(self._inner.law_at(list(place), self._inner.control(place.control)))

    def _read(self, value: int) -> int:
        """A value of the theorem, or the outcome that it says."""
        return min(value, 1) if self._reads_outcomes else value

    def _with_letters(self, places: list[Position], set: Mapping[str, int] | None) -> list[int]:
        """The values of positions by a theorem with letters, for numbers for these."""
        numbers = dict(part.split("=") for part in self._numbers(set))
        letters = [_bouton.natural(numbers[letter]) for letter in self.letters]
        control = places[0].control if places else None
        # A position that the theorem is not about, or a letter that it has not, is refused by `solve`.
        known = len(numbers) == len(letters) and (control is None or control in self.controls)
        state = self.controls.index(control) if known and control is not None else 0
        assert isinstance(self._inner, _bouton.LetterTheorem)
        found = self._inner.values([list(place) for place in places], letters, state) if known else [None] * len(places)
        return [
            self._solved(place, set, 0).value if value is None else value
            for place, value in zip(places, found, strict=True)
        ]


def _integers(positions: Any) -> npt.NDArray[Any]:
    """An array of integers. Raises `InputError` for other values."""
    if np.ma.is_masked(positions):
        raise InputError("some numbers are masked: leave these positions out first", code="position")
    try:
        array = np.asarray(positions)
        if array.dtype.kind == "f" and not hasattr(positions, "dtype"):
            # Integers beyond 63 bits beside smaller ones become fractions in NumPy.
            exact = np.asarray(positions, dtype=object)
            array = exact if all(isinstance(number, SupportsIndex) for number in exact.flat) else array
    except ValueError:
        message = "the rows have different lengths: fill them up with empty heaps, 0"
        raise InputError(message, code="position") from None
    if array.dtype.kind not in "iuO" and array.size:
        whole = ": `.astype(int)` makes integers of them" if array.dtype.kind == "f" else ""
        if whole and np.isnan(array).any():
            whole = ", where values are missing: leave these rows out first"
        raise InputError(f"expected integers, found an array of {array.dtype}{whole}", code="position")
    return array


def _with_outcomes(certificate: str) -> Theorem:
    """A theorem that was proved about outcomes, from another process."""
    return Theorem(Theorem.of(certificate)._inner, outcomes=True)


def _is_ragged(positions: Any) -> TypeGuard[list[Any] | tuple[Any, ...]]:
    """Whether these are lists of different lengths."""
    are_lists = isinstance(positions, list | tuple) and all(isinstance(row, list | tuple) for row in positions)
    return are_lists and len(set(map(len, positions))) > 1


def _filled(rows: list[Any] | tuple[Any, ...]) -> list[list[Any]]:
    """The lists with empty heaps after those of the shorter ones.

    >>> _filled([(3, 4), (5,), ()])
    [[3, 4], [5, 0], [0, 0]]
    """
    longest = max(map(len, rows))
    return [[*row, *[0] * (longest - len(row))] for row in rows]


def _together(coordinates: list[Any]) -> npt.NDArray[Any]:
    """The positions whose coordinates are these arrays."""
    columns = [_integers(column) for column in coordinates]
    if len({column.dtype.kind for column in columns}) > 1:
        # NumPy makes fractions of numbers with a sign beside numbers without one.
        columns = [column.astype(object) for column in columns]
    try:
        return np.stack(np.broadcast_arrays(*columns), axis=-1)
    except ValueError:
        shapes = " and ".join(str(column.shape) for column in columns)
        raise InputError(f"the coordinates are arrays of different shapes: {shapes}", code="position") from None


@dataclass(frozen=True, repr=False)
class Verdict:
    """The verdict of the checker on a certificate."""

    accepted: bool
    """True if the certificate is accepted."""
    claim: str | None
    """The proved claim, in a sentence."""
    step: str | None
    """The step that failed."""
    reason: str | None
    """The reason of the failure."""
    rules: str | None
    """The rules in the certificate."""
    identity: str | None
    """The identity of the certificate."""
    schemas: list[str] | None
    """The moves that were checked, written out, if requested."""

    def __bool__(self) -> bool:
        return self.accepted

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        if self.accepted:
            return f"accepted: {self.claim}"
        return f"refused: step `{self.step}` fails: {self.reason}"


HEAD = "bouton certificate"
"""The first words of the text of a certificate."""


def _is_path(certificate: str) -> bool:
    """Whether this is the path of a file, and not the text of a certificate: one line without the first words of a
    certificate.

    >>> _is_path("nim.cert"), _is_path("bouton certificate 1"), _is_path("")
    (True, False, False)
    """
    return bool(certificate) and "\n" not in certificate and "\0" not in certificate and not certificate.startswith(HEAD)


def _written(path: str | os.PathLike[str]) -> str:
    """The text of a certificate file. A file that is not a text is refused by the checker."""
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError as error:
        missing = f"there is no such file, and the text of a certificate begins with `{HEAD}`"
        raise FileNotFoundError(error.errno, missing, os.fspath(path)) from None


def check(
    certificate: str | bytes | os.PathLike[str] | Theorem,
    *,
    rules: bool = False,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    progress: Report = None,
) -> Verdict:
    """Checks a certificate with the independent checker. It is given by its text or the bytes of its text, by the
    path of its file, or by its theorem.

    A string of one line that does not begin with `bouton certificate` is a path; bytes are always a text. `rules` also
    requests the moves that were checked. Raises `FileNotFoundError` if there is no file at the path, and `LimitReached` if a limit ended the
    check: then there is no verdict.

    >>> from bouton import Game
    >>> check(Game("take-three").prove().certificate).accepted
    True
    >>> check(Game("take-three").prove()).accepted
    True
    >>> check("bouton certificate 1").step, check(b"bouton certificate 1").step
    ('decode', 'decode')
    >>> check("nim.cert")
    Traceback (most recent call last):
        ...
    FileNotFoundError: [Errno 2] there is no such file, and the text of a certificate begins with `bouton certificate`: 'nim.cert'
    """
    if isinstance(certificate, Theorem):
        certificate = certificate.certificate
    if not isinstance(certificate, str | bytes | os.PathLike):
        message = f"a certificate is a text, the bytes of a text, a path or a Theorem, found {certificate!r}"
        raise InputError(message, code="certificate")
    if isinstance(certificate, bytes):
        text = certificate.decode(errors="replace")
    else:
        text = certificate if isinstance(certificate, str) and not _is_path(certificate) else _written(certificate)
    spent = limits(time, memory, states=states)
    with Reporter(progress) as tell:
        question = json.dumps({"certificates": [text], "rules": rules})
        answer = _bouton.ask("check", question, [], format="json", limits=spent, progress=tell)
    found = document.read(document.Check, answer)
    return Verdict(
        found.accepted, found.claim, found.step, found.reason, found.rules, found.certificate, found.schemas
    )
