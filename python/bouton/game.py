"""Games, with the methods that solve them, compute tables and prove theorems."""

from __future__ import annotations

import dataclasses
import difflib
import json
import operator
import os
from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeAlias, overload

from . import _bouton, document
from ._array import signed
from ._bouton import decimal
from ._ask import ask, choice
from ._frame import Frame, columns_of, controls_of, is_missing, of_coordinates, rows
from ._hints import no_attribute
from ._html import cell, table
from ._optional import optional
from ._repr import short
from ._limits import Memory, Report, Reporter, Time, limits
from .answer import Answer, answer
from .errors import InputError, RulesError
from .play import Play
from .position import Position, PositionLike, integer_of, is_number, natural
from .positions import Positions
from .sequence import Sequence
from .stored import StoredTable
from .table import Table
from .theorem import Theorem

__all__ = ["Game", "Games", "compare", "games", "sum_of"]

Value: TypeAlias = Literal["outcome", "grundy", "remoteness"]
VALUES = ("outcome", "grundy", "remoteness")
"""The kinds of values."""
Engine: TypeAlias = Literal["auto", "law", "tables", "reference"]


def _numbers(given: Mapping[str, int] | None) -> dict[str, int]:
    """Numbers for names of the rules, each of at most 63 bits."""
    if given is not None and not isinstance(given, Mapping):
        raise InputError(f"set is a dictionary, as in set={{\"k\": 4}}, found {given!r}", code="settings")
    found: dict[str, int] = {}
    for name, number in (given or {}).items():
        if not isinstance(number, SupportsIndex) or not -(1 << 63) <= operator.index(number) < 1 << 63:
            raise InputError(f"{name} is set to {number!r}, expected a whole number below 2^63{integer_of(number)}", code="settings")
        found[name] = operator.index(number)
    return found


def _is_file(text: str) -> bool:
    """Whether a text that is not a game is the name of a file."""
    try:
        return "\n" not in text and Path(text).is_file()
    except (OSError, ValueError):
        return False


class Game:
    """A game, given by its name, its code or its rules, and optionally a number of heaps.

    `text` is the name of a built-in game (`games()` lists them), a code (`"0.137"`,
    `"subtraction {1,3,4}"`), or rules whose lines are separated by newlines or `;`. It is never the
    name of a file: `from_file` reads files. `set` gives numbers for names that the rules define by `let` or
    `for all`.

    Raises `RulesError`, with all faults of the rules together.

    >>> Game("wythoff").solve((1, 2)).outcome
    'P'
    >>> Game("nim", heaps=3)
    Game('nim', heaps=3)
    >>> Game("let k = 3; heaps 1; move take 1..k from 1 heap", set={"k": 4}).solve(5).outcome
    'P'
    """

    def __init__(
        self, text: str, heaps: int | None = None, *, set: Mapping[str, int] | None = None
    ) -> None:
        if not isinstance(text, str):
            named = f"; the built-in game of this entry is Game({text.name!r})" if isinstance(text, document.GameEntry) else ""
            file = f"; the rules in a file are Game.from_file({os.fspath(text)!r})" if isinstance(text, os.PathLike) else ""
            raise InputError(f"a game is a text, as in Game(\"0.77\"), found {short(text)}{named}{file}", code="game")
        if not text or text.isspace():
            message = "the text of the game is empty: expected a name, as in Game(\"nim\"), a code or rules"
            raise RulesError(message, code="game", text=text, faults=())
        if heaps is not None:
            natural("heaps", heaps, bits=32)
        self._made = (text, heaps, _numbers(set), False)
        try:
            self._inner = _bouton.Game(text, heaps=heaps, settings=list(self._made[2].items()))
        except RulesError as error:
            if error.faults or not _is_file(text):
                raise
            message = f"{error}; the rules in the file are Game.from_file({text!r})"
            raise RulesError(message, code=error.code, text=error.text, faults=()) from None

    @classmethod
    def from_file(
        cls,
        path: str | os.PathLike[str],
        heaps: int | None = None,
        *,
        set: Mapping[str, int] | None = None,
    ) -> Game:
        """The game of a rules file."""
        text = Path(path).read_text(encoding="utf-8")
        if text.startswith("bouton certificate "):
            message = f"{os.fspath(path)} is a certificate, not a game: `Theorem.from_file` reads it"
            raise InputError(message, code="game")
        if heaps is not None:
            natural("heaps", heaps, bits=32)
        return cls._of(text, heaps, _numbers(set), True)

    @classmethod
    def _of(cls, text: str, heaps: int | None, numbers: dict[str, int], parsed: bool) -> Game:
        if not parsed:
            return cls(text, heaps, set=numbers)
        game = cls.__new__(cls)
        game._made = (text, heaps, numbers, True)
        game._inner = _bouton.Game.parse(text, heaps=heaps, settings=list(numbers.items()))
        return game

    def __reduce__(self) -> tuple[Any, ...]:
        return Game._of, self._made

    @property
    def title(self) -> str:
        """The name of the game, or its rules in one line if it has none."""
        return self._inner.title

    @property
    def rules(self) -> str:
        """The canonical rules."""
        return self._inner.text

    @property
    def letters(self) -> list[str]:
        """The letters of the rules (`for all a, b`); empty if they have none."""
        return self._inner.letters

    @property
    def players(self) -> int:
        """The number of players."""
        return self._inner.players

    @property
    def heaps(self) -> int | None:
        """The number of heaps or counters of a position; `None` if it is not fixed."""
        return self._inner.dimension

    @property
    def coordinates(self) -> list[str]:
        """The names of the coordinates; empty if their number is not fixed."""
        return self._inner.coordinates

    @property
    def controls(self) -> list[str]:
        """The names of the control states, the starting one first; empty if there is only one."""
        return self._inner.controls

    def __repr__(self) -> str:
        heaps = "" if self._made[1] is None else f", heaps={self._made[1]}"
        return f"Game({self.title!r}{heaps})"

    def __str__(self) -> str:
        return self.rules

    def _repr_html_(self) -> str:
        if self.letters:
            return f"<p><b>{escape(self.title)}</b> (for all {escape(', '.join(self.letters))})</p><pre>{escape(self.rules)}</pre>"
        heaps = "any number of heaps" if self.heaps is None else ", ".join(self.coordinates)
        states = f"; {', '.join(self.controls)}" if self.controls else ""
        title = f"<b>{escape(self.title)}</b> ({escape(heaps)}{escape(states)}; {self.players} players)"
        return f"<p>{title}</p><pre>{escape(self.rules)}</pre>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._inner == other._inner

    def __hash__(self) -> int:
        return hash(self._inner)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise no_attribute(self, name)

    def solve(
        self,
        position: PositionLike,
        *more: SupportsIndex,
        control: str | None = None,
        value: Value = "outcome",
        using: Theorem | None = None,
        table: StoredTable | None = None,
        engine: Engine = "auto",
        moves: int | None = None,
        verify: bool = False,
        time: Time = None,
        memory: Memory = None,
        threads: int | None = None,
        progress: Report = None,
    ) -> Answer:
        """The value of a position and its moves. `control` is its control state, which a `Position` or a text may also
        contain.

        Grundy value and remoteness are included if they cost almost nothing; `value` requests one
        of them. `using` answers by the law of a theorem, `table` from a table in a folder. `moves`
        is the maximum number of moves to list. `verify` computes the answer again with another
        engine, and compares.

        The numbers of a position may also be given one by one.

        >>> Game("nim").solve(3, 4, 5).outcome
        'N'
        >>> Game("nim").solve((3, 4, 5)).winning_moves
        [Position((1, 4, 5))]
        """
        choice("value", value, VALUES)
        for name, given, kind in (("using", using, Theorem), ("table", table, StoredTable)):
            if not isinstance(given, kind | None):
                raise InputError(f"{name} is a {kind.__name__}, found {short(given)}", code="usage")
        place = self._place(position, *more, control=control)
        if not place and self._inner.is_code:
            # The end of a take-and-break game, which has no heaps.
            place = Position([0] * (self.heaps or 1), place.control)
        spent = limits(time, memory, threads=threads)
        law = None if using is None else using._inner
        if isinstance(law, _bouton.LetterTheorem):
            raise InputError("a theorem with letters answers by its own `solve`", code="certificate")
        with Reporter(progress) as tell:
            found = self._inner.solve(
                (list(place), place.control),
                value=value,
                engine=engine,
                verify=verify,
                moves=None if moves is None else natural("moves", moves, bits=63),
                using=law,
                table=None if table is None else table._inner,
                limits=spent,
                progress=tell,
            )
        return answer(found)

    def table(
        self,
        upto: int,
        *,
        value: Value = "outcome",
        engine: Engine = "auto",
        verify: bool = False,
        time: Time = None,
        memory: Memory = None,
        threads: int | None = None,
        progress: Report = None,
    ) -> Table:
        """The values of all positions with every coordinate up to `upto`, as an array; `verify` computes them
        again with another engine, and compares.

        >>> Game("nim", heaps=2).table(2, value="grundy").values
        array([[0, 1, 2],
               [1, 0, 3],
               [2, 3, 0]], dtype=int32)
        """
        choice("value", value, VALUES)
        spent = limits(time, memory, threads=threads)
        with Reporter(progress) as tell:
            found = self._inner.table(
                natural("upto", upto, bits=64), value=value, engine=engine, verify=verify, limits=spent, progress=tell
            )
        values, exists, coordinates, controls, outcomes = found
        return Table(self.title, value, signed(values, exists), exists, coordinates, controls, outcomes, is_code=self._inner.is_code)

    def count(
        self,
        upto: int,
        *,
        value: Value = "outcome",
        lost: bool = False,
        each: bool = False,
        engine: Engine = "auto",
        explain_plan: bool = False,
        verify: bool = False,
        time: Time = None,
        memory: Memory = None,
        threads: int | None = None,
        progress: Report = None,
    ) -> document.Count:
        """Counts the positions of the whole box up to `upto` with each outcome, or each number. A take-and-break game has
        one heap, unless `Game(…, heaps=…)` says another number.

        `lost` counts the lost positions alone, from the proved law, for `upto` of any size, with the recurrence of their
        number; `each` also counts all boxes 0..n for n from 0 to `upto`; `explain_plan` reports the engine; `verify`
        computes the counts again with another engine, and compares.

        >>> Game("nim", heaps=2).count(9).counts
        {'P': 10, 'N': 90}
        >>> Game("nim", heaps=2).count(2, value="grundy").counts
        {'0': 3, '1': 2, '2': 2, '3': 2}
        >>> Game("nim", heaps=2).count(10**30, lost=True).counts
        {'P': 1000000000000000000000000000001}
        """
        self._number_of_heaps()
        # Texts may have any number of digits.
        question: dict[str, Any] = {"upto": decimal(natural("upto", upto)), "value": value, "lost": lost, "each": each}
        question |= {"engine": engine, "explain-plan": explain_plan, "verify": verify}
        found = self._ask("count", question, limits(time, memory, threads=threads), progress)
        return document.read(document.Count, found)

    def positions(
        self,
        largest: int | None = None,
        *,
        total: int | None = None,
        lost: bool = False,
        outcome: str | None = None,
        smallest: int | None = None,
        distinct: bool = False,
        nonempty: bool = False,
        not_paired: bool = False,
        control: str | None = None,
        limit: int | None = None,
        engine: Engine = "auto",
        explain_plan: bool = False,
        verify: bool = False,
        time: Time = None,
        memory: Memory = None,
        threads: int | None = None,
        progress: Report = None,
    ) -> Positions:
        """The positions with these properties: no coordinate beyond `largest`, coordinates that add up to `total`,
        the P-positions (`lost`) or those of an `outcome`, a `smallest` coordinate, all coordinates different
        (`distinct`), no empty heap (`nonempty`), heaps that do not fall into pairs of equal ones (`not_paired`).

        `largest` or `total` is needed. A take-and-break game has one heap, unless `Game(…, heaps=…)` says another number. At most `limit` positions are listed. Where the order of the heaps does not
        matter to the rules, each position stands for all orders of its heaps, and is listed in increasing order
        (`in_any_order`); `Game.table(…).positions()` has every order.

        >>> lost = Game("wythoff").positions(10, lost=True)
        >>> lost
        <5 positions of wythoff up to the order of the heaps: 0,0 P; 1,2 P; 3,5 P; 4,7 P; 6,10 P>
        >>> lost.to_pandas().h2.tolist()
        [0, 2, 5, 7, 10]
        """
        self._number_of_heaps()
        bounds = {"largest": largest, "total": total, "smallest": smallest, "limit": limit}
        for name, number in bounds.items():
            if number is not None:
                natural(name, number)
        question: dict[str, Any] = {"largest": largest, "total": total, "lost": lost, "outcome": outcome}
        question |= {"smallest": smallest, "distinct": distinct, "nonempty": nonempty}
        question |= {"not-paired": not_paired, "control": control, "limit": limit}
        question |= {"engine": engine, "explain-plan": explain_plan, "verify": verify}
        found = self._ask("list", question, limits(time, memory, threads=threads), progress)
        return Positions.of(
            document.read(document.List, found),
            self.coordinates,
            controls=self.controls,
            is_code=self._inner.is_code,
            in_any_order=self._inner.interchangeable,
        )

    def genus(
        self,
        position: PositionLike,
        *more: SupportsIndex,
        time: Time = None,
        memory: Memory = None,
        progress: Report = None,
    ) -> document.Genus:
        """The genus of a position of a take-and-break game: its Grundy value, and its misère Grundy values in
        sums with heaps of two objects of Nim.

        >>> Game("kayles").genus((5, 3)).genus
        '7^{57}'
        """
        question = {"position": str(self._place(position, *more))}
        return document.read(document.Genus, self._ask("genus", question, limits(time, memory), progress))

    def grundy(
        self,
        positions: Iterable[PositionLike] | Frame,
        *,
        using: Theorem | None = None,
        time: Time = None,
        memory: Memory = None,
        progress: Report = None,
    ) -> document.GrundyValues:
        """The Grundy values of many positions: of a list, of the rows of an array or of a data frame, where the columns
        that are called as the coordinates count, and the column `control` if there are control states. `using` answers by the law of a theorem.

        >>> [value.grundy for value in Game("nim").grundy([(3, 4, 5), (7, 7)]).values]
        [2, 0]
        """
        if isinstance(positions, str | Position):
            raise InputError(f"several positions are expected, as in grundy([{positions!r}])", code="position")
        states = controls_of(positions, self.coordinates, self.controls)
        positions = of_coordinates(positions, self.coordinates)
        axes = getattr(positions, "ndim", 0)
        if axes > 2:
            message = f"positions are the rows of an array of two axes, found {axes}: `.reshape(-1, d)` makes rows of d numbers"
            raise InputError(message, code="position")
        listed = list(rows(positions))
        try:
            places = [self._place(position) for position in listed]
        except InputError:
            missing = next((row for row in listed if isinstance(row, tuple) and any(map(is_missing, row))), None)
            if missing is None or columns_of(positions) is None:
                raise
            message = f"values are missing in the row {missing!r}: leave such rows out first"
            raise InputError(message, code="position") from None
        if states is not None:
            places = [Position(place, state) for place, state in zip(places, states, strict=True)]
        if self.heaps is not None and self.heaps > 1 and any(map(is_number, positions if isinstance(positions, tuple | list) else ())):
            one = tuple(range(1, self.heaps + 1))
            raise InputError(f"several positions are expected, as in grundy([{one}])", code="position")
        question: dict[str, Any] = {"positions": [str(place) for place in places]}
        question["using"] = None if using is None else using.certificate
        found = self._ask("grundy", question, limits(time, memory), progress)
        return dataclasses.replace(document.read(document.GrundyValues, found), game=self.title)

    def _place(self, position: PositionLike, *more: SupportsIndex, control: str | None = None) -> Position:
        """A position of the game; a row of a data frame is read by its labels."""
        return Position.of(position, *more, control=control, names=self.coordinates, controls=self.controls)

    def _number_of_heaps(self) -> None:
        """Raises `InputError` if the number of heaps of a box is not known."""
        if self.heaps is None and not self._inner.is_code:
            message = "the game has any number of heaps; say how many: Game(…, heaps=3)"
            raise InputError(message, code="game")

    def _ask(self, command: str, question: dict[str, Any], spent: _bouton.Limits, progress: Report) -> str:
        """The document that answers a question about this game, as JSON."""
        question = {"game": "#0", "heaps": self._made[1]} | question
        if command == "genus":
            del question["heaps"]
        with Reporter(progress) as tell:
            return _bouton.ask(
                command, json.dumps(question), [self._inner], format="json", limits=spent, progress=tell
            )

    def store(
        self,
        upto: int,
        folder: str | os.PathLike[str],
        *,
        value: Value = "outcome",
        side: int | None = None,
        memory: Memory = None,
    ) -> StoredTable:
        """The table of outcomes, Grundy values or remoteness of the whole box up to `upto` in a
        folder, which is created if it does not exist.

        It is computed tile by tile; `side` is the side of a tile, by default the longest for which
        a tile fits into the memory. Tables of Grundy values and remoteness require moves of bounded
        size.
        """
        choice("value", value, VALUES)
        spent = limits(None, memory)
        if side is not None:
            natural("side", side, bits=64)
        upto = natural("upto", upto, bits=64)
        try:
            inner = self._inner.store(upto, folder, value=value, side=side, limits=spent)
        except InputError as error:
            if error.code != "store" or os.path.isdir(folder):
                raise
            # There is no folder in which anything could be complete.
            is_file = f"{os.fspath(folder)} is a file, expected a folder"
            message = is_file if os.path.exists(folder) else str(error).partition("; ")[0]
            raise InputError(message, code="store") from None
        return StoredTable(inner, self, (upto, os.fspath(folder), value, side, memory))

    def prove(
        self,
        *,
        heaps: int | Literal["all"] | None = None,
        value: Literal["outcome", "grundy", "quotient"] | None = None,
        numeration: str | int | None = None,
        upto: int | None = None,
        claim: str | Theorem | None = None,
        cones: bool = False,
        time: Time = None,
        memory: Memory = None,
        states: int | None = None,
        work: int | None = None,
        threads: int | None = None,
        progress: Report = None,
    ) -> Theorem:
        """The theorem of the game: the law of its outcomes or Grundy values, or the period of a
        take-and-break game; `value="quotient"` requests the misère quotient of such a game. The theorem about a sum of
        heaps is one about Grundy values; with `value="outcome"` its `law` and `at` are outcomes.

        `heaps` is the number of heaps of a game with any number of them, or `"all"` for one theorem about every number. By
        default that is tried first, and then three heaps; the theorem says so (`of_heaps`).
        `numeration` names the digits that the law reads: `"2"`, `"3"`, …, `"fibonacci"`,
        `"tribonacci"`, `"ostrowski(a,b,…)"`, `"fraenkel(s,t)"`. `upto` is the largest heap of a quotient. `claim`
        is a claim in words (`docs/claims.md`), a theorem, or a certificate, whose law is verified for this game
        instead of a search: a law that is wrong raises `NoLaw` with a position, for a claim in words the least one.
        The theorem of rules with letters is about all numbers that these may be, and its `solve` takes some; with
        `cones` their range may be divided into cases.

        Without a limit of time the search ends after 30 seconds, unless `work` limits its steps. If
        the search is not ended by time, its result is the same on every machine.

        Raises `NoLaw` if no law is found, `LimitReached` if a limit ended the search.

        >>> Game("heaps 1; move take 1..3 from 1 heap").prove().sentence
        'P if h1 mod 4 is 0, else N.'
        >>> Game("nim", heaps=3).prove(claim="P iff nimsum(heap) = 0").states
        2
        """
        spent = limits(time, memory, threads=threads, states=states, work=work)
        if upto is not None:
            natural("upto", upto, bits=64)
        if isinstance(heaps, str) and heaps != "all":
            raise InputError(f"heaps is {heaps!r}, expected a natural number or 'all'", code="heaps")
        if heaps is not None and not isinstance(heaps, str):
            natural("heaps", heaps, bits=32)
        question = {"game": "#0", "heaps": self._made[1] if heaps is None else heaps, "value": value, "upto": upto}
        question["numeration"] = numeration if numeration is None else str(numeration)
        if self._inner.is_code and heaps is None:
            del question["heaps"]
        question["claim"] = claim.certificate if isinstance(claim, Theorem) else claim
        question["cones"] = cones
        if not isinstance(claim, str | Theorem | None):
            raise InputError(f"a claim is a text, as in 'P iff h1 = h2', or a Theorem, found {claim!r}", code="claim")
        try:
            with Reporter(progress) as tell:
                found = _bouton.prove(json.dumps(question), [self._inner], limits=spent, progress=tell)
                # Of a game with any number of heaps, a theorem may be about three.
                is_part = heaps is None and self.heaps is None
                return Theorem(found, outcomes=value == "outcome", of_heaps=found.dimension if is_part else None)
        except InputError as error:
            if error.code != "certificate" or not isinstance(claim, str) or claim.startswith("bouton certificate"):
                raise
            message = f"`{claim}` is neither a claim, as in 'P iff h1 = h2', nor the text of a certificate"
            raise InputError(message, code="claim") from None

    def ask(
        self,
        sentence: str,
        *,
        others: Iterable[Game | str] | Game | str = (),
        upto: int | None = None,
        limit: int | None = None,
        time: Time = None,
        memory: Memory = None,
        states: int | None = None,
        work: int | None = None,
        threads: int | None = None,
        progress: Report = None,
    ) -> document.Ask:
        """The answer to a question about the proved law of the game, and of `others` by their names
        (`docs/claims.md`): true or false with the least witness, or the solutions for free names. At most `limit`
        solutions are listed, by default 12; `upto` counts the solutions with no number above it, which may be of any
        size.

        >>> Game("nim").ask("exists a, b: 0 < a and a < b and P(a, b, a + b)").witness
        {'a': 1, 'b': 2}
        >>> found = Game("take-three").ask("P(n)", upto=10**30).solutions
        >>> found.condition, found.count.number
        ('n mod 4 = 0', 250000000000000000000000000001)
        >>> [n for n, in Game("take-three").ask("P(n)", limit=15).solutions.least]
        [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56]
        """
        question: dict[str, Any] = {"game": self, "sentence": sentence, "with": [others] if isinstance(others, str | Game) else list(others)}
        if upto is not None:
            question["upto"] = decimal(natural("upto", upto))
        if limit is not None:
            question["limit"] = natural("limit", limit, bits=63)
        found: document.Ask = ask(
            "ask",
            time=time,
            memory=memory,
            states=states,
            threads=threads,
            work=work,
            progress=progress,
            **question,
        )
        return found

    def why(
        self,
        position: PositionLike,
        *more: SupportsIndex,
        control: str | None = None,
        value: Literal["outcome", "grundy", "quotient"] | None = None,
        time: Time = None,
        memory: Memory = None,
        states: int | None = None,
        work: int | None = None,
        threads: int | None = None,
        progress: Report = None,
    ) -> document.Why:
        """The reasons for the value of a position: the law of the game traced on it, and a best move.

        The law is proved first, unless it is known. If none is found, the values of the moves are the reasons, and
        `no_law` says why. If they are known, the search for the law is short, unless `work` (steps) or `time` allows
        a longer one. Raises `NoLaw` if the position is too large for that.

        >>> found = Game("nim").why((3, 4, 5))
        >>> found.reason, found.move.to
        ('the nim-sum is 3 ⊕ 4 ⊕ 5 = 2, not 0', '1,4,5')
        >>> Game("grundys-game").why(5, work=10**6)
        <grundys-game 5 is N: the move to 1,4 leads to a P-position; winning move to 1,4>
        """
        found: document.Why = ask(
            "why",
            # The period of a take-and-break game is about any number of heaps.
            game=self.rules if self._inner.is_code else self,
            position=self._place(position, *more, control=control),
            value=value,
            time=time,
            memory=memory,
            states=states,
            work=work,
            threads=threads,
            progress=progress,
        )
        return found

    def compare(
        self,
        other: Game | str,
        *,
        heaps: int | None = None,
        value: Literal["outcome", "grundy"] = "outcome",
        numeration: str = "auto",
        time: Time = None,
        memory: Memory = None,
        threads: int | None = None,
        progress: Report = None,
    ) -> document.Compare:
        """Compares this game with another one, as `bouton.compare` does.

        >>> Game("nim", heaps=2).compare(Game("heaps 2; move take 1..3 from 1 heap")).position
        '0,4'
        """
        return compare(
            self,
            other,
            heaps=heaps,
            value=value,
            numeration=numeration,
            time=time,
            memory=memory,
            threads=threads,
            progress=progress,
        )

    def sequence(
        self,
        upto: int,
        *,
        engine: Literal["auto", "definition"] = "auto",
        statistics: bool = False,
        time: Time = None,
        memory: Memory = None,
        threads: int | None = None,
        progress: Report = None,
    ) -> Sequence:
        """The Grundy values of single heaps 0, 1, …, `upto`, and their period. `engine="definition"` examines all
        moves of all heaps; `statistics` finds the largest value and the rare heaps of the sparse space.

        >>> Game("kayles").sequence(200).period.length
        12
        """
        choice("engine", engine, ("auto", "definition"))
        spent = limits(time, memory, threads=threads)
        with Reporter(progress) as tell:
            values, period, known = self._inner.sequence(
                natural("upto", upto, bits=64), engine=engine, statistics=statistics, limits=spent, progress=tell
            )
        seen = None if period is None else document.read(document.SequencePeriod, period)
        found = None if known is None else document.read(document.SequenceStatistics, known)
        return Sequence(self.title, signed(values), seen, found)

    def play(
        self,
        position: PositionLike | None = None,
        *,
        first: Literal["you", "computer"] = "you",
        level: str = "perfect",
        seed: int | None = None,
        time: Time = None,
        memory: Memory = None,
    ) -> Play:
        """Begins a game against the computer, from `position` or by default from a fair position.
        `level` determines how often the computer makes errors: `perfect`, `strong`, `fair`, `weak`,
        or a rate such as `30%`. `seed` determines the errors and the fair position."""
        choice("first player", first, ("you", "computer"))
        if not isinstance(level, str):
            raise InputError(f"level is a text such as \"fair\" or \"30%\", found {level!r}", code="usage")
        if seed is not None:
            natural("seed", seed, bits=64)
        options = {"first": first, "level": level, "seed": seed, "time": time, "memory": memory}
        return Play(self._inner, position, **options)  # type: ignore[arg-type]


class Games(list[document.GameEntry]):
    """The built-in games, by their place or their name. A notebook shows them as a table; `repr` has their names.

    >>> games()["nim"].summary, "nim" in games()
    ('any number of heaps, take any number from one', True)
    """

    @overload
    def __getitem__(self, place: SupportsIndex | str) -> document.GameEntry: ...
    @overload
    def __getitem__(self, place: slice) -> list[document.GameEntry]: ...
    def __getitem__(self, place: SupportsIndex | slice | str) -> document.GameEntry | list[document.GameEntry]:
        if not isinstance(place, str):
            return super().__getitem__(place)
        found = next((game for game in self if game.name == place), None)
        if found is None:
            near = difflib.get_close_matches(place, [game.name for game in self], 1)
            raise KeyError(f"there is no built-in game {place!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
        return found

    def __contains__(self, game: object) -> bool:
        return super().__contains__(game) or any(entry.name == game for entry in self)

    def _ipython_key_completions_(self) -> list[str]:
        return [game.name for game in self]

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` with one row for each game."""
        return optional("pandas", "pandas", "Games.to_pandas").DataFrame(list(self))

    def to_polars(self) -> Any:
        """A `polars.DataFrame` with one row for each game."""
        return optional("polars", "polars", "Games.to_polars").DataFrame(list(self))

    def __repr__(self) -> str:
        return f"<{len(self)} games: {', '.join(game.name for game in self)}>"

    def _repr_html_(self) -> str:
        rows = [[cell(game.name, strong=True), cell(game.summary), cell(game.source)] for game in self]
        return table(["name", "game", "source"], rows, "<b>Built-in games</b>")


def games() -> Games:
    """The built-in games, each with a description and its source.

    >>> games()[2].name
    'nim'
    """
    spent = limits(None, None)
    found = _bouton.ask("games", "{}", [], format="json", limits=spent, progress=None)
    return Games(document.read(document.Games, found).games)


def _game(game: Game | str) -> Game:
    if not isinstance(game, Game | str):
        raise InputError(f"a game is a Game or its text, found {game!r}", code="game")
    return Game(game) if isinstance(game, str) else game


def compare(
    one: Game | str,
    other: Game | str,
    *,
    heaps: int | None = None,
    value: Literal["outcome", "grundy"] = "outcome",
    numeration: str = "auto",
    time: Time = None,
    memory: Memory = None,
    threads: int | None = None,
    progress: Report = None,
) -> document.Compare:
    """Compares two games: whether they have the same values at all positions, or else the least
    position where they differ.

    A game may also be its text. `heaps` is the number of heaps if both games have any number of them, 3 by default, which
    the answer says (`heaps`). Take-and-break games have
    no laws of positions: compare their sequences. `numeration` names the digits that their laws are to read, as in `Game.prove`.

    >>> compare("nim", "wythoff").position
    '1,1'
    >>> compare(Game("nim", heaps=2), Game("heaps 2; move take 1..3 from 1 heap")).position
    '0,4'
    """
    one, other = _game(one), _game(other)
    if heaps is not None:
        natural("heaps", heaps, bits=32)
    else:
        heaps = one._made[1] if one._made[1] is not None else other._made[1]
    question = {"game": "#0", "other": "#1", "heaps": heaps, "value": value, "numeration": numeration}
    spent = limits(time, memory, threads=threads)
    with Reporter(progress) as tell:
        found = _bouton.ask(
            "compare",
            json.dumps(question),
            [one._inner, other._inner],
            format="json",
            limits=spent,
            progress=tell,
        )
    return document.read(document.Compare, found)


def sum_of(
    terms: Iterable[tuple[Game | str, PositionLike]],
    *,
    time: Time = None,
    memory: Memory = None,
    progress: Report = None,
) -> document.Sum:
    """The outcome and the Grundy value of a sum of positions of several games, and the moves that win in it. A game may
    also be its text.

    >>> sum_of([("nim", "3,5"), ("kayles", 7)]).outcome
    'N'
    >>> sum_of([(Game("nim"), (3, 4)), (Game("kayles"), (7,))]).grundy
    5
    """
    games, words = [], []
    for place, term in enumerate(terms):
        if not isinstance(term, tuple | list) or len(term) != 2:
            message = f"a term is a pair of a game and a position, as in (\"nim\", (3, 5)), found {term!r}"
            raise InputError(message, code="usage")
        game, position = term
        games.append(_game(game)._inner)
        words += [f"#{place}", str(Position.of(position))]
    question = json.dumps({"terms": words})
    with Reporter(progress) as tell:
        found = _bouton.ask(
            "sum", question, games, format="json", limits=limits(time, memory), progress=tell
        )
    return document.read(document.Sum, found)
