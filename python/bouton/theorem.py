"""Theorems: what the checker has accepted, in words, as code, as data."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from . import _bouton, document
from ._limits import Memory, Report, Reporter, Time, limits
from .errors import InputError, LimitReached
from .position import Position, PositionLike

__all__ = ["Automaton", "Checked", "Period", "Theorem", "check"]


@dataclass(frozen=True)
class Period:
    """g(n + length) = g(n) + saltus for all n ≥ preperiod, g(n) being the Grundy value of a heap of n."""

    length: int
    """The length of the period."""
    preperiod: int
    """The first periodic index."""
    saltus: int
    """What is added from one period to the next."""
    values: list[int]
    """The values up to the end of the first period."""


@dataclass(frozen=True)
class Automaton:
    """The automaton of a law. It reads all coordinates of a position in step, the most significant
    digit first; a letter has a digit of each coordinate, that of the first as the lowest."""

    starts: npt.NDArray[np.uint32]
    """Where reading begins, for each control state."""
    outputs: npt.NDArray[np.uint32]
    """What each state says: an outcome by number, or a Grundy value. Where Grundy values are proved
    beside a Nim heap, the last track, it is the outcome of the two together."""
    transitions: npt.NDArray[np.uint32]
    """A row for each state and a column for each letter: the state that follows."""
    digits: int
    """How many digits a number is written with: 2."""

    @property
    def states(self) -> int:
        """How many states there are."""
        return len(self.outputs)

    @property
    def tracks(self) -> int:
        """How many numbers are read."""
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

    def __init__(self, inner: _bouton.Theorem) -> None:
        self._inner = inner

    @classmethod
    def of(
        cls,
        certificate: str,
        *,
        time: Time = None,
        memory: Memory = None,
        states: int | None = None,
        progress: Report = None,
    ) -> Theorem:
        """What the text of a certificate shows. Raises `InputError` if the checker refuses it."""
        spent = limits(time, memory, states=states)
        with Reporter(progress) as tell:
            return cls(_bouton.Theorem.of(certificate, limits=spent, progress=tell))

    @classmethod
    def from_file(cls, path: str | os.PathLike[str], **options: Any) -> Theorem:
        """What a certificate file shows; the options are those of `of`."""
        return cls.of(Path(path).read_text(encoding="utf-8"), **options)

    def __reduce__(self) -> tuple[Any, ...]:
        # It is checked again where it arrives: what is a theorem is not taken on trust.
        return Theorem.of, (self.certificate,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Theorem) and self.identity == other.identity

    def __hash__(self) -> int:
        return hash(self.identity)

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return f"<Theorem about {self.subject}: {self.sentence}>"

    def _repr_latex_(self) -> str:
        return _for_mathjax(self.explain("latex"))

    def _repr_svg_(self) -> str | None:
        period = self._inner.period_svg()
        if period is not None:
            return period
        try:
            return self.diagram("svg").text
        except LimitReached:
            # Too many states for a picture.
            return None

    @property
    def title(self) -> str:
        """The name of the game, or its rules in one line."""
        return self._inner.title

    @property
    def subject(self) -> str:
        """The name of the game with its size and how it is won, as theorems begin."""
        return self._inner.subject

    @property
    def rules(self) -> str:
        """The rules that it is about."""
        return self._inner.rules

    @property
    def value(self) -> str:
        """What it is about: `outcome`, `grundy`, or `quotient` (misère play of single heaps and their sums)."""
        return self._inner.value

    @property
    def sentence(self) -> str:
        """The theorem in a sentence or two, without its tables."""
        return self._inner.sentence()

    @property
    def text(self) -> str:
        """The theorem, whole: subject, statement with its tables, remark."""
        return self._inner.text()

    @property
    def claim(self) -> str:
        """What is proved, in the words of the checker."""
        return self._inner.claim

    @property
    def remark(self) -> str:
        """How it was found, and at what cost."""
        return self._inner.remark

    @property
    def positions(self) -> int | None:
        """How many positions were solved for it; `None` where nothing was searched."""
        return self._inner.positions

    @property
    def certificate(self) -> str:
        """The text of the certificate: it needs nothing else to be checked again."""
        return self._inner.certificate

    @property
    def identity(self) -> str:
        """The identity of the certificate: `sha256:` and its digest."""
        return self._inner.identity

    @property
    def states(self) -> int | None:
        """How many states the automaton of the law has; `None` for a period or a quotient."""
        return self._inner.states

    @property
    def numeration(self) -> str | None:
        """The digits that the law reads; `None` for a period or a quotient."""
        return self._inner.numeration

    @property
    def coordinates(self) -> list[str]:
        """The names of the coordinates; none for a period or a quotient, which are about any number of heaps."""
        return self._inner.coordinates

    @property
    def controls(self) -> list[str]:
        """The names of the control states; none if there is but one."""
        return self._inner.controls

    @property
    def period(self) -> Period | None:
        """The period, if it is about the Grundy values of single heaps."""
        found = self._inner.period
        return None if found is None else Period(*found)

    @property
    def automaton(self) -> Automaton:
        """The automaton of the law. Raises `InputError` for a period or a quotient, which are none."""
        return Automaton(*self._inner.automaton())

    def diagram(
        self,
        drawing: Literal["table", "dot", "svg"] = "table",
        *,
        digits: Literal["most", "least"] = "most",
    ) -> document.AutomatonDiagram:
        """The automaton as a table of its states, for Graphviz, or as a picture; reading the `most`
        or the `least` significant digit first."""
        return document.read(document.AutomatonDiagram, self._inner.diagram(digits, drawing))

    def explain(self, format: Literal["text", "markdown", "latex"] = "text") -> str:
        """The closed form in words and as a table."""
        return self._inner.explain(format)

    @property
    def document(self) -> document.Explain | document.PeriodInWords | document.QuotientInWords:
        """The explanation as data."""
        text = self._inner.document()
        if self.value == "quotient":
            return document.read(document.QuotientInWords, text)
        if self.states is None:
            return document.read(document.PeriodInWords, text)
        return document.read(document.Explain, text)

    def emit(self, language: Literal["rust", "python", "c", "javascript"]) -> str:
        """The proved strategy as a program without dependencies."""
        return self._inner.emit(language)

    def export(self, tool: Literal["hoa", "walnut", "mona"], *, control: str | None = None) -> str:
        """The law for another tool: in the Hanoi format, as a word automaton of Walnut, or the theorem as
        a formula that MONA decides.

        An automaton has one start: of a game with several control states that of `control`, or of the
        first one. A formula is about all of them. Raises `InputError` where the tool has no such
        numbers, and for a period or a quotient, which are no automata.

        >>> from bouton import Game
        >>> text = Game("take-three").prove().export("walnut")
        >>> [line for line in text.splitlines() if not line.startswith("#")][:3]
        ['msd_2', '', '0 0']
        """
        return self._inner.export(tool, control)

    def law(self, positions: npt.ArrayLike, *, control: str | None = None) -> npt.NDArray[Any]:
        """What the law says of many positions: an array of shape (n, d), a position in each row.

        The answer has n numbers: outcomes (`uint8`, 0 for P) or Grundy values (`uint64`). Of a
        period a row has any number of heaps, and the answer is the nim-sum of their values; likewise of
        a misère quotient, by which the outcome of their sum is known. Numbers
        beyond 63 bits are taken from an array of objects, one by one, and Grundy values beyond 64
        bits come as one.

        >>> from bouton import Game
        >>> Game("take-three").prove().law([[0], [1], [4], [10**30]])
        array([0, 1, 0, 0], dtype=uint8)
        """
        state = self._inner.control(control)
        array = np.asarray(positions)
        if array.ndim != 2:
            message = f"expected an array of shape (n, d), a position in each row, found shape {array.shape}"
            raise InputError(message, code="position")
        if array.size == 0:
            array = array.astype(np.int64)
        if array.dtype == object or array.dtype == np.uint64 and array.max(initial=0) >> 63:
            return self._large(array, state)
        if array.dtype.kind not in "iu":
            raise InputError(f"expected integers, found an array of {array.dtype}", code="position")
        found: npt.NDArray[Any] | list[int] = self._inner.law(np.ascontiguousarray(array, dtype=np.int64), state)
        return found if isinstance(found, np.ndarray) else np.array(found, dtype=object)

    def _large(self, array: npt.NDArray[Any], state: int) -> npt.NDArray[Any]:
        """Numbers of any size, one position after the other."""
        found = [self._inner.law_at(list(Position(row)), state) for row in array]
        if self.value != "grundy":
            return np.array(found, dtype=np.uint8)
        small = all(value < 1 << 64 for value in found)
        return np.array(found, dtype=np.uint64 if small else object)

    def at(self, position: PositionLike) -> int:
        """What the law says of one position of any size: an outcome by number, or a Grundy value.

        >>> from bouton import Game
        >>> Game("nim", heaps=3).prove(value="grundy").at((1, 10**40, 10**40))
        1
        """
        place = Position.of(position)
        return self._inner.law_at(list(place), self._inner.control(place.control))


_TABULAR = re.compile(r"\\begin\{tabular\}\{(\w+)\}\n(.*?)\\end\{tabular\}", re.DOTALL)


def _for_mathjax(text: str) -> str:
    """LaTeX with its tables as arrays of texts: notebooks know no `tabular`."""

    def row(line: str) -> str:
        cells, rule = line.removesuffix(r"\hline").rstrip(), line.endswith(r"\hline")
        cells = cells.removesuffix(r"\\").replace(r"\textbackslash{}", r"$\backslash$")
        written = " & ".join(rf"\text{{{cell.strip()}}}" for cell in cells.split(" & "))
        return written + r" \\" + (r" \hline" if rule else "")

    def array(found: re.Match[str]) -> str:
        rows = "\n".join(map(row, found[2].strip().splitlines()))
        return rf"$$\begin{{array}}{{{found[1]}}}" + f"\n{rows}\n" + r"\end{array}$$"

    return _TABULAR.sub(array, text)


@dataclass(frozen=True)
class Checked:
    """The verdict of the checker on a certificate."""

    accepted: bool
    """Whether it is accepted."""
    claim: str | None
    """What is proved, in a sentence."""
    step: str | None
    """The step that failed."""
    reason: str | None
    """Why."""
    rules: str | None
    """The rules in the certificate."""
    identity: str | None
    """The identity of the certificate."""
    schemas: list[str] | None
    """The moves that were checked, written out, where that was asked."""

    def __bool__(self) -> bool:
        return self.accepted

    def __str__(self) -> str:
        if self.accepted:
            return f"accepted: {self.claim}"
        return f"refused: step `{self.step}` fails: {self.reason}"


def check(
    certificate: str | os.PathLike[str],
    *,
    rules: bool = False,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    progress: Report = None,
) -> Checked:
    """Has the independent checker look at a certificate: its text, or a path of its file.

    `rules` asks for the moves that were checked, too. Raises `LimitReached` if a limit ended the
    check: then nothing is known.

    >>> from bouton import Game
    >>> check(Game("take-three").prove().certificate).accepted
    True
    >>> check("bouton certificate 1").step
    'decode'
    """
    text = certificate if isinstance(certificate, str) else Path(certificate).read_text(encoding="utf-8")
    spent = limits(time, memory, states=states)
    with Reporter(progress) as tell:
        found = document.read(document.Check, _bouton.check(text, rules=rules, limits=spent, progress=tell))
    return Checked(
        found.accepted, found.claim, found.step, found.reason, found.rules, found.certificate, found.schemas
    )
