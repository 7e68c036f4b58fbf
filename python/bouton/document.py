"""The dataclasses of the JSON documents of the program.

The field names are those of the documents (docs/json.md), except that a keyword of Python is
followed by an underscore (`from_`, `else_`, `class_`). Numbers are `int`, of any size. `read`
reads a document from JSON, `write` writes it again. This file is written by `tools/documents.py`
from docs/schema.json.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeAlias

from ._read import NUMBER, read, write
from ._repr import Document
from ._words import (
    Comparison,
    Counts,
    Equality,
    Judgement,
    Picture,
    QuestionAnswer,
    Reasons,
    SolutionRows,
    Solved,
    SumAnswer,
    Tried,
    Values,
)

__all__ = [
    "Against",
    "Ask",
    "AutomatonDiagram",
    "BoundCount",
    "Cell",
    "Check",
    "Checks",
    "CodeInWords",
    "Compare",
    "Completions",
    "Cone",
    "Count",
    "Counterexample",
    "Difference",
    "Emit",
    "Error",
    "ErrorBody",
    "EveryNumberInWords",
    "Explain",
    "ExplainLetters",
    "ExplainedLaw",
    "Fault",
    "Format",
    "GameEntry",
    "Games",
    "Genus",
    "GrundyValue",
    "GrundyValues",
    "InTotalBaseCases",
    "InTotalBaseRow",
    "InTotalBound",
    "InTotalClaim",
    "InTotalException",
    "InTotalFamily",
    "InTotalHypothesis",
    "InTotalLemmas",
    "InTotalLine",
    "InTotalMember",
    "InTotalNim",
    "InTotalRow",
    "InTotalSummary",
    "LargestRow",
    "LawAsClaim",
    "LineMove",
    "List",
    "ListEntry",
    "Manual",
    "Move",
    "NimBoundedMove",
    "NimBoundedPosition",
    "NimClass",
    "NimClassConsecutive",
    "NimClassMultiple",
    "NimClassOneAndTwins",
    "NimClassPairedUp",
    "NimClassSumWithoutCarry",
    "NimClassTwins",
    "NimClasses",
    "NimClosing",
    "NimClosingSentence",
    "NimClosingSentenceFails",
    "NimClosingSentenceHolds",
    "NimClosingSentenceNotExamined",
    "NimDistance",
    "NimDistances",
    "NimFarthest",
    "NimLost",
    "NimMoves",
    "NimSum",
    "NimTrapezoids",
    "NimTriangles",
    "NimWinningMove",
    "Number",
    "OptionValue",
    "Options",
    "PassComparison",
    "PassRow",
    "PassSmallSizes",
    "PassSmallSizesRow",
    "PassTable",
    "PassTheorem",
    "PeriodInWords",
    "Plan",
    "PlannedTiles",
    "Play",
    "PlayedLine",
    "PlayedMove",
    "PodiumBounds",
    "PodiumCanonical",
    "PodiumClass",
    "PodiumClasses",
    "PodiumCoalitionSum",
    "PodiumCoalitions",
    "PodiumDigitSum",
    "PodiumEqual",
    "PodiumForm",
    "PodiumLink",
    "PodiumLinkedPiles",
    "PodiumMoore",
    "PodiumOutcome",
    "PodiumReduce",
    "PodiumRepresentation",
    "PodiumRepresentationCandidates",
    "PodiumRepresentationEqual",
    "PodiumRepresentationNoneProved",
    "PodiumRepresentationNoneProvedByLinks",
    "PodiumRepresentationNoneWithin",
    "PodiumSecondPlace",
    "PodiumStep",
    "PodiumValue",
    "PrefixCounts",
    "Prove",
    "ProveLetters",
    "ProveSlices",
    "QuotientInWords",
    "Sequence",
    "SequencePeriod",
    "SequenceStatistics",
    "Slice",
    "SolutionCount",
    "Solutions",
    "Solve",
    "Statistics",
    "Suggest",
    "Sum",
    "SumMove",
    "Table",
    "TableByLargest",
    "Term",
    "Tile",
    "TileTask",
    "Tiles",
    "Why",
    "WhyMove",
    "WhyTable",
    "read",
    "write",
]


def __dir__() -> list[str]:
    return __all__


Number: TypeAlias = Annotated[int, NUMBER]
"""A natural number: a number up to 2^53, beyond that a string of decimal digits."""


Cell: TypeAlias = str | Number
"""A cell of a table."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Error(Document):
    """The error of a question without an answer."""

    error: ErrorBody
    """The error."""


@dataclass(frozen=True, kw_only=True, repr=False)
class ErrorBody(Document):
    """An error by its code and in words."""

    code: str
    """The stable code: `usage`, `game`, `rules`, `position`, `limit`, …"""
    message: str
    """The message: what was found, what was expected, and a remedy."""
    faults: list[Fault] | None = None
    """All faults of a rules text, if they are the cause."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Fault(Document):
    """A fault of a rules text with its place."""

    code: str
    """The stable code of the fault, see `docs/rules.md`."""
    message: str
    """The fault in words."""
    line: int
    """The line, from 1."""
    column: int
    """The column in characters, from 1."""
    start: int
    """The beginning of the fault, in bytes."""
    end: int
    """The end of the fault, in bytes."""
    expected: str
    """The text that was expected."""
    found: str
    """The text that was found."""
    suggestion: str | None = None
    """A suggestion."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Solve(Solved):
    """The value of a position, and its moves."""

    game: str
    """The name of the game, or its rules in one line."""
    rules: str
    """The canonical rules."""
    position: str
    """The position, with its control state if the game has several."""
    outcome: str
    """The outcome: `P`, `N`, `O`, `Q`, or a number from the fourth player on."""
    value: int
    """The outcome as a number, 0 for P."""
    grundy: Number | None = None
    """The Grundy value, for two players, where it was computed."""
    remoteness: Number | None = None
    """The remoteness, for normal play, where it was computed."""
    moves: list[Move]
    """The moves."""
    moves_complete: bool
    """Whether all moves are listed."""
    winning_moves_complete: bool
    """Whether all winning moves are listed."""
    certificate: str | None = None
    """The identity of the law that answered."""
    table: str | None = None
    """The folder of the stored table that answered."""
    plan: Plan | None = None
    """The engine that answers, and the reason, if it was requested."""
    verified: Plan | None = None
    """The engine that computed the answer again, if it was requested."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Move(Document):
    """A move."""

    to: str
    """The position moved to."""
    outcome: str
    """Its outcome."""
    winning: bool
    """Whether it wins: it leads to a P-position."""
    best: bool
    """Whether no other move is better."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Plan(Document):
    """The engine that answers, and the reason."""

    engine: str
    """The engine: `law`, `tables`, `reference`, …"""
    reason: str
    """The reason."""
    positions: float | None = None
    """The approximate number of positions that are computed."""
    bytes: float | None = None
    """The approximate number of bytes that are held."""
    seconds: float | None = None
    """The approximate time in seconds."""
    notes: list[str] | None = None
    """Further notes, each a sentence without its full stop."""
    tiles: PlannedTiles | None = None
    """The tiles, if the table is stored in a folder."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PlannedTiles(Document):
    """The tiles of a table in a folder, before any work is done."""

    folder: str
    """The folder."""
    filled_by: str
    """The method that fills them."""
    side: Number
    """The side of a tile."""
    tiles: Number
    """The number of tiles."""
    done: Number
    """The number of finished tiles."""
    damaged: Number
    """The number of damaged files."""
    bytes_of_tile: Number
    """The number of bytes of memory that the largest tile takes while it is computed."""
    bytes_on_disk: Number
    """The approximate number of bytes of all files."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Table(Document):
    """The values of all positions of a box."""

    game: str
    """The game."""
    upto: Number
    """The largest coordinate."""
    value: str
    """The kind of value: `outcome`, `grundy` or `remoteness`."""
    columns: list[str]
    """The names of the columns: the coordinates, `control` if there are control states, the value."""
    plan: Plan | None = None
    """The plan by which the values were found, if it was requested."""
    verified: Plan | None = None
    """The engine that computed them again, if it was requested."""
    rows: list[list[Cell]]
    """The rows, each in the order of the columns. (The last field: rows are written as they come.)"""


@dataclass(frozen=True, kw_only=True, repr=False)
class TableByLargest(Document):
    """A table with the smaller heaps in rows and the largest heap in columns."""

    game: str
    """The game."""
    upto: Number
    """The largest coordinate."""
    value: str
    """The kind of value."""
    plan: Plan | None = None
    """The plan by which the values were found, if it was requested."""
    verified: Plan | None = None
    """The engine that computed them again, if it was requested."""
    rows_by_largest: list[LargestRow]
    """The rows."""


@dataclass(frozen=True, kw_only=True, repr=False)
class LargestRow(Document):
    """The values of positions that differ in the largest heap."""

    smaller: list[Number]
    """The smaller heaps."""
    values: list[str | None]
    """The value for each largest heap from 0 on, null where that would not be the largest."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Tiles(Document):
    """The tiles of a table in a folder."""

    game: str
    """The game."""
    upto: Number
    """The largest coordinate."""
    side: Number
    """The side of a tile; the last ones along a coordinate may be shorter."""
    tiles: list[TileTask]
    """The tiles, each after those that it needs."""
    plan: Plan | None = None
    """The plan by which they are computed, if it was requested."""


@dataclass(frozen=True, kw_only=True, repr=False)
class TileTask(Document):
    """A tile that is computed by itself."""

    id: str
    """Its place along each coordinate: `2-0-1`."""
    needs: list[str]
    """The tiles whose faces it is computed from."""
    done: bool
    """Whether its file exists."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Tile(Document):
    """A tile that was computed."""

    game: str
    """The game."""
    id: str
    """Its place along each coordinate."""
    counts: dict[str, Number]
    """The number of its positions with each outcome or number."""
    plan: Plan | None = None
    """The plan by which it was computed, if it was requested."""


@dataclass(frozen=True, kw_only=True, repr=False)
class List(Document):
    """Positions by outcome and other properties."""

    game: str
    """The game."""
    count: int
    """The number of listed positions."""
    complete: bool
    """Whether there are no more."""
    positions: list[ListEntry]
    """The positions."""
    plan: Plan | None = None
    """The plan by which the values were found, if it was requested."""
    verified: Plan | None = None
    """The engine that computed them again, if it was requested."""


@dataclass(frozen=True, kw_only=True, repr=False)
class ListEntry(Document):
    """A listed position."""

    position: str
    """The position."""
    outcome: str
    """Its outcome."""


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class Count(Counts):
    """The number of positions of a box with each outcome or number."""

    game: str
    """The game."""
    upto: Number
    """The largest coordinate."""
    value: str | None = None
    """The number that is counted, `grundy` or `remoteness`, if outcomes are not counted."""
    counts: dict[str, Number]
    """The number of positions with each outcome, or with each number up to the greatest."""
    controls: dict[str, dict[str, Number]] | None = None
    """The same by control state, if the game has several."""
    each: list[BoundCount] | None = None
    """The counts of all boxes 0..n up to the bound, if they were requested."""
    numeration: str | None = None
    """The digits that the law reads, if the positions were counted by it."""
    first: list[Number] | None = None
    """The numbers c(0), c(1), … of lost positions whose coordinates have at most 0, 1, … digits, if they
    alone were counted: as many as the recurrence has terms.
    """
    recurrence: list[int] | None = None
    """The factors of c(j) = a₁ c(j − 1) + a₂ c(j − 2) + …"""
    plan: Plan | None = None
    """The plan by which the values were found, if it was requested."""
    verified: Plan | None = None
    """The engine that computed them again, if it was requested."""


@dataclass(frozen=True, kw_only=True, repr=False)
class BoundCount(Document):
    """The number of positions of each outcome in the box up to one bound."""

    upto: Number
    """The largest coordinate."""
    others: dict[str, Number] = field(default_factory=dict, metadata={"others": True})
    """All other fields."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Sequence(Document):
    """The Grundy values of one heap."""

    game: str
    """The game."""
    start: int
    """The heap of the first value."""
    values: list[int]
    """The values."""
    period: SequencePeriod | None = None
    """The period, if one is seen."""
    statistics: SequenceStatistics | None = None
    """Statistics of the values, if they were requested."""
    against: Against | None = None
    """The comparison with a list, if one was given."""


@dataclass(frozen=True, kw_only=True, repr=False)
class SequencePeriod(Document):
    """g(n + length) = g(n) + saltus for all n ≥ preperiod."""

    length: int
    """The length of the period."""
    preperiod: int
    """The least periodic index."""
    saltus: int
    """The number that is added from one period to the next."""
    proved: bool
    """Whether a theorem proves that the period continues without end."""
    theorem: str
    """The theorem, or the reason why none applies."""
    applies_from: int | None = None
    """The number of values that have to be known for a theorem to apply; null without a theorem."""


@dataclass(frozen=True, kw_only=True, repr=False)
class SequenceStatistics(Document):
    """The largest of the values, and their sparse space."""

    largest: int
    """The largest value."""
    largest_at: int
    """The least heap that has it."""
    mask: int
    """The mask under which the fewest heaps are rare: those whose values have an even number of binary
    digits 1 in common with it.
    """
    rare: int
    """The number of rare heaps, without the empty one."""
    last_rare: int | None = None
    """The largest rare heap; null if no heap is rare."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Against(Document):
    """A list of terms with which values were compared."""

    list: str
    """The list."""
    first: int
    """The first n that was compared."""
    last: int
    """The last one."""
    difference: Difference | None = None
    """The first difference; null if all terms agree."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Difference(Document):
    """A term of a list that differs from the value."""

    n: int
    """The heap."""
    grundy: int
    """Its Grundy value."""
    listed: str
    """The term of the list."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Options(Document):
    """The options of a position."""

    game: str
    """The game."""
    position: str
    """The position."""
    outcome: str
    """Its outcome."""
    complete: bool
    """Whether all options are listed."""
    options: list[OptionValue]
    """The options."""


@dataclass(frozen=True, kw_only=True, repr=False)
class OptionValue(Document):
    """An option of a position."""

    to: str
    """The position moved to."""
    outcome: str
    """Its outcome."""
    winning: bool
    """Whether the move wins."""
    grundy: Number | None = None
    """Its Grundy value, if requested."""
    remoteness: int | None = None
    """Its remoteness, if requested."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PlayedLine(Document):
    """A game with a best move of each player."""

    game: str
    """The game."""
    position: str
    """The first position."""
    outcome: str
    """Its outcome."""
    complete: bool
    """Whether play ends after the last of the moves."""
    moves: list[LineMove]
    """The moves."""


@dataclass(frozen=True, kw_only=True, repr=False)
class LineMove(Document):
    """A move of a played line."""

    player: int
    """The player who makes it: 1 for the first one to move."""
    to: str
    """The position moved to."""
    outcome: str
    """Its outcome."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Genus(Document):
    """The genus of a position."""

    game: str
    """The game."""
    position: str
    """The position."""
    outcome: str
    """The outcome in misère play."""
    genus: str
    """The genus as it is written: `7^{57}`."""
    grundy: int
    """The Grundy value in normal play."""
    misere: list[int]
    """The misère Grundy values of the sums with 0, 1, 2, … heaps of two objects of Nim; the last two
    alternate without end.
    """
    tame: bool
    """Whether a position of Nim has this genus."""


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class GrundyValues(Values):
    """The Grundy values of some positions."""

    game: str
    """The game."""
    values: list[GrundyValue]
    """The positions with their values, in the order of the question."""


@dataclass(frozen=True, kw_only=True, repr=False)
class GrundyValue(Document):
    """The Grundy value of a position."""

    position: str
    """The position."""
    grundy: Number | None = None
    """Its Grundy value; null if only its outcome is known at this size."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Sum(SumAnswer):
    """A sum of positions of several games."""

    terms: list[Term]
    """The positions."""
    outcome: str
    """The outcome of the sum."""
    grundy: Number
    """Its Grundy value."""
    winning_moves: list[SumMove]
    """The moves that win in the sum."""
    winning_moves_complete: bool
    """Whether the list is complete: false if some term is too large for all its moves to be examined."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Term(Document):
    """A term of a sum."""

    game: str
    """The game."""
    position: str
    """The position."""
    grundy: Number
    """Its Grundy value."""


@dataclass(frozen=True, kw_only=True, repr=False)
class SumMove(Document):
    """A move in one term of a sum."""

    term: int
    """The number of the term, from 1."""
    to: str
    """The position moved to."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Compare(Comparison):
    """Two games compared."""

    games: list[str]
    """The games."""
    value: str
    """The kind of value: `outcome` or `grundy`."""
    heaps: int | None = None
    """The number of heaps that were compared, if both games have any number of them and different rules."""
    equal: bool | None = None
    """Whether it is the same at all positions; null if that is not known."""
    position: str | None = None
    """The least position at which it is not: with the smallest largest coordinate, then in lexicographic
    order.
    """
    values: list[str] | None = None
    """The values there."""
    agree_upto: int | None = None
    """The bound up to which all positions agree, if it is not known whether all do."""
    reason: str | None = None
    """The reason why it is not known."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Prove(Tried):
    """The result of a search for a proof."""

    game: str
    """The game."""
    set: dict[str, int] | None = None
    """The numbers that were set for names in the rules, where there was a range of them."""
    heaps: Any = None
    """The number of heaps that it is about, where the rules leave it open: a number, `all`, `odd` or `even`.
    """
    status: str
    """`proved`, `refuted` or `no-law`."""
    theorem: str | None = None
    """The theorem, with its table."""
    reason: str | None = None
    """The reason why there is no theorem, or only one about a certain number of heaps."""
    states: int | None = None
    """The states of the law."""
    numeration: str | None = None
    """The digits that a proved law reads: `2`, `fibonacci`, and so on."""
    tried: list[PrefixCounts] | None = None
    """The observations in each numeration, if several were tried and no law was found."""
    agrees_upto: int | None = None
    """The greatest total of a position's numbers up to which an undecided claim was compared with play, and
    agrees.
    """
    counterexample: Counterexample | None = None
    """A position at which a claimed law is wrong."""
    certificate: str | None = None
    """The file of the certificate, or its text."""
    statistics: Statistics | None = None
    """Statistics of the search."""
    order: int | None = None
    """The number of elements."""
    p_elements: list[int] | None = None
    """The elements of lost positions."""
    table: list[list[int]] | None = None
    """The products: a row for each element."""
    phi: list[int] | None = None
    """Φ: the values of the heaps of 0, 1, … objects."""
    periodic_from: int | None = None
    """Φ is periodic from this heap on; null if that is not proved."""
    period: int | None = None
    """The length of that period."""
    tame: bool | None = None
    """Whether it is the quotient of misère Nim with heaps below some power of two."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PrefixCounts(Document):
    """The prefixes that a game distinguishes in a numeration."""

    numeration: str
    """The numeration."""
    states_by_depth: list[int]
    """The number of prefixes that are distinguished by the values of up to one, two, three more digits;
    empty if that would have needed too many values.
    """


@dataclass(frozen=True, kw_only=True, repr=False)
class Counterexample(Document):
    """A position at which a claimed law is wrong."""

    position: str
    """The position."""
    set: dict[str, int] | None = None
    """The numbers for the letters, of rules with letters."""
    claimed: str
    """The value by the law."""
    value: str
    """The true value."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Statistics(Document):
    """Statistics of a search for a proof."""

    positions: int
    """Positions whose exact value was computed."""
    rounds: int
    """Hypotheses verified."""
    seconds_learning: float
    """Time spent solving and learning."""
    seconds_verifying: float
    """Time spent verifying."""
    seconds_checking: float
    """Time spent by the checker."""


@dataclass(frozen=True, kw_only=True, repr=False)
class ProveLetters(Tried):
    """The result of a search for a theorem with letters."""

    game: str
    """The game."""
    status: str
    """`proved`, `refuted` or `no-law`."""
    letters: list[str]
    """The names of the letters."""
    where: str
    """The conditions of the letters, as they are written; empty if there are none."""
    theorem: str | None = None
    """The theorem."""
    reason: str | None = None
    """The reason why there is no theorem."""
    states: int | None = None
    """Null: a law with letters is not an automaton."""
    counterexample: Counterexample | None = None
    """Numbers for the letters and a position at which a claim is wrong: numbers of the least sum, then the
    first in lexicographic order, among those for which it is wrong at a small position, and the least
    such position.
    """
    certificate: str | None = None
    """The file of the certificate, or its text."""
    cones: list[Cone] | None = None
    """The parts of the letters' range, with `--cones`."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Cone(Document):
    """A part of the numbers that the letters may be."""

    where: str
    """Its conditions, besides those of the rules."""
    status: str
    """`proved` or `open`."""
    theorem: str | None = None
    """The theorem of the part."""
    states: int | None = None
    """Null: a law with letters is not an automaton."""


@dataclass(frozen=True, kw_only=True, repr=False)
class ProveSlices(Document):
    """The laws of the slices of a game: of its positions where some coordinates are at most given bounds."""

    game: str
    """The game."""
    slices: list[Slice]
    """The slices, in the order in which they were searched; those that contain one without a law are left
    out.
    """


@dataclass(frozen=True, kw_only=True, repr=False)
class Slice(Document):
    """A slice of a game."""

    bounds: dict[str, int]
    """The bounds, by the names of the coordinates."""
    status: str
    """`proved` or `no-law`."""
    states: int | None = None
    """The states of the law."""
    numeration: str | None = None
    """The digits that a proved law reads."""
    period: int | None = None
    """The least p such that, where the bounded coordinates are equal to their bounds, the outcome stays the
    same when each other coordinate is greater by p, from `offset` on; null if no such p is seen, or if
    more than two coordinates are not bounded.
    """
    offset: int | None = None
    """The least number such that this holds where no other coordinate is less."""
    theorem: str | None = None
    """The theorem, with its table."""
    reason: str | None = None
    """The reason why there is no theorem."""
    certificate: str | None = None
    """The text of the certificate."""
    statistics: Statistics | None = None
    """Statistics of the search."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Ask(QuestionAnswer):
    """The answer to a question about laws."""

    sentence: str
    """The question."""
    answer: bool | None = None
    """Whether it is true; null if it has free names."""
    witness: dict[str, Number] | None = None
    """Numbers for the outermost names that show that an `exists` is true or a `for all` false: the least
    ones, by their sum, then in lexicographic order.
    """
    solutions: Solutions | None = None
    """The solutions, if there are free names."""
    numeration: str
    """The digits that the automata read."""
    states: int
    """The states of the automaton that gave the answer."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Solutions(SolutionRows):
    """The numbers that satisfy a condition with free names, as a law."""

    names: list[str]
    """The free names, in the order in which the automaton reads their digits."""
    condition: str | None = None
    """The condition in the language of claims; null if it has no words there."""
    least: list[list[Number]]
    """The least solutions, by their sum, then in lexicographic order."""
    complete: bool
    """Whether the list is complete."""
    count: SolutionCount | None = None
    """The number of solutions below a bound, if one was given."""
    start: int
    """The state in which reading begins."""
    accepting: list[int]
    """The states after which the numbers are a solution."""
    transitions: list[list[int]] | None = None
    """For each state its successors under each letter; the digit of the first name counts 1, that of the
    next one as much as there are digits, and so on. Null if there are very many.
    """


@dataclass(frozen=True, kw_only=True, repr=False)
class SolutionCount(Document):
    """The number of solutions below a bound."""

    upto: Number
    """The bound: all numbers are at most this one."""
    number: Number
    """The number of solutions."""
    first: list[Number] | None = None
    """The numbers c(0), c(1), … of solutions all of whose numbers have at most 0, 1, … digits, as many as
    the recurrence has terms; null if no recurrence was sought.
    """
    recurrence: list[int] | None = None
    """The factors of c(j) = a₁ c(j − 1) + a₂ c(j − 2) + …"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Check(Judgement):
    """The verdict of the checker."""

    accepted: bool
    """Whether the certificate is accepted."""
    claim: str | None = None
    """The claim that is proved, in a sentence."""
    step: str | None = None
    """The step that failed."""
    reason: str | None = None
    """The reason."""
    rules: str | None = None
    """The rules in the certificate."""
    certificate: str | None = None
    """The identity of the certificate."""
    schemas: list[str] | None = None
    """The moves that were checked, written out, if they were requested."""
    coq: str | None = None
    """Coq's verdict on the theorem: now if it was requested, else when this version was made; absent if
    there is none.
    """
    file: str | None = None
    """The file, where several are checked."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Checks(Document):
    """The verdicts of the checker on several files."""

    checks: list[Check]
    """One for each file."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Explain(Document):
    """A law in words."""

    game: str
    """The game."""
    coordinates: list[str]
    """The names of the coordinates."""
    exists: str | None = None
    """The condition for positions to exist, if the rules exclude some; the laws are about existing
    positions.
    """
    nim_heap: bool
    """Whether Grundy values were proved with an added Nim heap, the last coordinate."""
    laws: list[ExplainedLaw]
    """The laws, one for each group of control states that share it."""
    theorem: str
    """The law in a sentence or two."""
    text: str
    """The whole explanation."""
    subject: str
    """The name of the game, its size and its winning convention."""
    certificate: str
    """The identity of the certificate."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, kw_only=True, repr=False)
class ExplainedLaw(Document):
    """The law of some control states."""

    controls: list[str]
    """The control states; a single one has no name."""
    form: str
    """The kind of its form: `constant`, `periodic`, `digits`, `rows`, `cases`, …"""
    data: Any = None
    """The data of the form; its shape depends on the kind."""
    grundy: Any = None
    """The base of the values in `data`, if Grundy values were proved with an added Nim heap."""


@dataclass(frozen=True, kw_only=True, repr=False)
class ExplainLetters(Document):
    """A theorem with letters in words."""

    game: str
    """The game."""
    letters: list[str]
    """The names of the letters."""
    where: str
    """The conditions of the letters, as they are written."""
    theorem: str
    """The theorem in a sentence."""
    text: str
    """The theorem with its rules."""
    certificate: str
    """The identity of the certificate."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, kw_only=True, repr=False)
class EveryNumberInWords(Document):
    """A theorem for every number of heaps in words."""

    game: str
    """The game."""
    heaps: str
    """`all`, `odd` or `even`: the numbers of heaps that it is about."""
    theorem: str
    """The theorem."""
    text: str
    """The whole explanation."""
    certificate: str
    """The identity of the certificate."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, kw_only=True, repr=False)
class PeriodInWords(Document):
    """The period of a take-and-break game in words."""

    game: str
    """The game."""
    theorem: str
    """The theorem."""
    text: str
    """The whole explanation."""
    certificate: str
    """The identity of the certificate."""
    period: int
    """The length of the period."""
    preperiod: int
    """The least index from which the theorem holds."""
    values: list[int]
    """The first values, up to the end of the first period."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, kw_only=True, repr=False)
class QuotientInWords(Document):
    """A misère quotient in words."""

    game: str
    """The game."""
    theorem: str
    """The theorem in a sentence."""
    text: str
    """The theorem with its tables."""
    certificate: str
    """The identity of the certificate."""
    order: int
    """The number of elements."""
    p_elements: list[int]
    """The elements of lost positions."""
    table: list[list[int]]
    """The products: a row for each element."""
    phi: list[int]
    """Φ: the values of the heaps of 0, 1, … objects."""
    periodic_from: int | None = None
    """Φ is periodic from this heap on; null if that is not proved."""
    period: int | None = None
    """The length of that period."""
    tame: bool
    """Whether it is the quotient of misère Nim with heaps below some power of two."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, kw_only=True, repr=False)
class AutomatonDiagram(Picture):
    """The automaton of a law, drawn or as a table."""

    game: str
    """The game."""
    subject: str
    """The name of the game, its size and its winning convention."""
    certificate: str
    """The identity of the certificate."""
    digits: str
    """The digits that it reads first: `most` or `least` significant."""
    states: int
    """The number of states."""
    text: str
    """The table, or the picture."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, kw_only=True, repr=False)
class CodeInWords(Document):
    """The meaning of the code of a fault in rules."""

    code: str
    """The code."""
    warning: bool
    """Whether it is a warning: rules with it are accepted."""
    meaning: str
    """Its meaning in one line."""
    text: str
    """The fault explained, in a few sentences."""
    example: str
    """Rules that have the fault."""
    remedy: str
    """The remedy."""
    mended: str
    """The rules of the example, corrected."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, kw_only=True, repr=False)
class LawAsClaim(Document):
    """A law as a claim."""

    game: str
    """The game."""
    subject: str
    """The name of the game, its size and its winning convention."""
    certificate: str
    """The identity of the certificate."""
    text: str
    """The claim."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, kw_only=True, repr=False)
class Emit(Document):
    """A proved strategy as a program."""

    language: str
    """Its language."""
    certificate: str
    """The identity of the certificate."""
    file: str | None = None
    """The file that it was written to."""
    code: str
    """The program."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Why(Reasons):
    """A theorem traced on a position, or its moves if no law is known."""

    game: str
    """The name of the game, or its rules in one line."""
    position: str
    """The position, with its control state if the game has several."""
    outcome: str
    """The outcome: `P`, `N`, `O`, `Q`, or a number from the fourth player on."""
    grundy: Number | None = None
    """The Grundy value, for two players, where it was computed."""
    theorem: str | None = None
    """The theorem in a sentence; null if no law is known."""
    certificate: str | None = None
    """The identity of its certificate."""
    no_law: str | None = None
    """The reason why no law is known: then the values of the moves are the reasons."""
    reason: str
    """The reason in a clause."""
    tables: list[WhyTable]
    """The data that the theorem reads: columns of digits, a row of the law, the values of the heaps."""
    move: WhyMove | None = None
    """A best move, and what it changes; null if there is none, or none was found."""
    text: str
    """The whole explanation."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, kw_only=True, repr=False)
class WhyTable(Document):
    """A table with a row of headings."""

    head: list[str]
    """The headings."""
    rows: list[list[str]]
    """The other rows."""


@dataclass(frozen=True, kw_only=True, repr=False)
class WhyMove(Document):
    """A move, and the reason for the value of the position that it leads to."""

    to: str
    """The position moved to."""
    outcome: str
    """Its outcome."""
    winning: bool
    """Whether the move wins."""
    reason: str
    """The reason in a clause."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Format(Document):
    """Rules in the words of the grammar."""

    changed: bool
    """Whether the rules were changed."""
    text: str
    """The rules."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, kw_only=True, repr=False)
class Games(Document):
    """The built-in games."""

    games: list[GameEntry]
    """The games."""


@dataclass(frozen=True, kw_only=True, repr=False)
class GameEntry(Document):
    """A built-in game."""

    name: str
    """Its name."""
    text: str
    """Its rules."""
    summary: str
    """A summary in one line."""
    source: str
    """The source of the game."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, kw_only=True, repr=False)
class Suggest(Document):
    """Good starting positions."""

    total: int
    """The number of objects of each position."""
    positions: list[list[int]]
    """The positions."""
    complete: bool
    """Whether there are no more."""


@dataclass(frozen=True, kw_only=True, repr=False)
class NimSum(Document):
    """The nim-sum of some heaps."""

    heaps: list[Number]
    """The heaps."""
    nim_sum: Number
    """Their nim-sum."""
    standing: str
    """`won`, `obviously-lost` or `non-obviously-lost`."""


@dataclass(frozen=True, kw_only=True, repr=False)
class NimMoves(Document):
    """The winning moves."""

    heaps: list[Number]
    """The heaps."""
    moves: list[NimWinningMove]
    """The moves."""
    most: int
    """The most winning moves that this number of heaps can have."""


@dataclass(frozen=True, kw_only=True, repr=False)
class NimWinningMove(Document):
    """A winning move."""

    heap: int
    """The number of the heap, from 1."""
    from_: Number = field(metadata={"json": "from"})
    """Its size."""
    to: Number
    """The size of the heap after the move."""


@dataclass(frozen=True, kw_only=True, repr=False)
class NimLost(Document):
    """Lost positions."""

    count: int
    """The number of listed positions."""
    complete: bool
    """Whether there are no more."""
    positions: list[list[Number]]
    """The positions."""


@dataclass(frozen=True, kw_only=True, repr=False)
class NimDistances(Document):
    """The distance of a position from being obviously lost."""

    heaps: list[Number]
    """The heaps."""
    distance: NimDistance
    """The distance, measured in three ways."""


@dataclass(frozen=True, kw_only=True, repr=False)
class NimDistance(Document):
    """A distance."""

    moves: int
    """Moves until all heaps are paired up."""
    heaps: int
    """Heaps to change."""
    objects: Number
    """Objects to take away."""


@dataclass(frozen=True, kw_only=True, repr=False)
class NimFarthest(Document):
    """The lost positions that are farthest from being obviously lost."""

    moves: int
    """Their distance."""
    positions: list[list[Number]]
    """The positions."""


@dataclass(frozen=True, kw_only=True, repr=False)
class NimClasses(Document):
    """The classes of positions recognised as lost that a position is in."""

    heaps: list[Number]
    """The heaps."""
    classes: list[NimClass]
    """The classes."""


@dataclass(frozen=True, kw_only=True, repr=False)
class NimClassPairedUp(Document):
    """Equal heaps in pairs."""

    class_: Literal["paired-up"] = field(default="paired-up", metadata={"json": "class"})


@dataclass(frozen=True, kw_only=True, repr=False)
class NimClassOneAndTwins(Document):
    """[1, 2n, 2n + 1]."""

    class_: Literal["one-and-twins"] = field(default="one-and-twins", metadata={"json": "class"})
    n: Number
    """The n."""


@dataclass(frozen=True, kw_only=True, repr=False)
class NimClassTwins(Document):
    """An even number of twins [2n, 2n + 1], pairs of equal heaps apart."""

    class_: Literal["twins"] = field(default="twins", metadata={"json": "class"})
    twins: int
    """The number of twins."""


@dataclass(frozen=True, kw_only=True, repr=False)
class NimClassSumWithoutCarry(Document):
    """The largest heap is the sum of the others, added without a carry."""

    class_: Literal["sum-without-carry"] = field(default="sum-without-carry", metadata={"json": "class"})


@dataclass(frozen=True, kw_only=True, repr=False)
class NimClassConsecutive(Document):
    """Consecutive sizes."""

    class_: Literal["consecutive"] = field(default="consecutive", metadata={"json": "class"})
    smallest: Number
    """The smallest."""
    largest: Number
    """The largest."""


@dataclass(frozen=True, kw_only=True, repr=False)
class NimClassMultiple(Document):
    """A power of 2 times a position of other classes."""

    class_: Literal["multiple"] = field(default="multiple", metadata={"json": "class"})
    factor: Number
    """The power of 2."""
    of: list[NimClass]
    """The classes of the position divided by it."""


NimClass: TypeAlias = (
    NimClassPairedUp
    | NimClassOneAndTwins
    | NimClassTwins
    | NimClassSumWithoutCarry
    | NimClassConsecutive
    | NimClassMultiple
)
"""A class of positions recognised as lost."""


@dataclass(frozen=True, kw_only=True, repr=False)
class NimTriangles(Document):
    """The numbers n for which 1, 2, …, n is lost."""

    upto: int
    """The largest n examined."""
    triangles: list[int]
    """The numbers."""


@dataclass(frozen=True, kw_only=True, repr=False)
class NimTrapezoids(Document):
    """Lost positions of consecutive sizes."""

    upto: int
    """The largest heap examined."""
    positions: list[list[int]]
    """The positions."""


@dataclass(frozen=True, kw_only=True, repr=False)
class NimBoundedPosition(Document):
    """A position of Nim with at most k objects a move."""

    heaps: list[Number]
    """The heaps."""
    most: Number
    """The most objects a move."""
    grundy: Number
    """The Grundy value."""
    lost: bool
    """Whether the player to move loses."""
    moves: list[NimBoundedMove]
    """The winning moves."""
    closing_sentence_says_lost: bool
    """The answer of "compute nim sum mod (k+1)", read literally."""


@dataclass(frozen=True, kw_only=True, repr=False)
class NimBoundedMove(Document):
    """A winning move."""

    heap: int
    """The number of the heap, from 1."""
    take: Number
    """The number of objects to take."""
    to: Number
    """The size of the heap after the move."""


@dataclass(frozen=True, kw_only=True, repr=False)
class NimClosing(Document):
    """Whether "compute nim sum mod (k+1)" holds for a k."""

    most: Number
    """The most objects a move."""
    closing_sentence: NimClosingSentence
    """Whether it holds."""


@dataclass(frozen=True, kw_only=True, repr=False)
class NimClosingSentenceHolds(Document):
    """The sentence holds."""

    status: Literal["holds"] = field(default="holds")


@dataclass(frozen=True, kw_only=True, repr=False)
class NimClosingSentenceFails(Document):
    """The sentence fails at a position."""

    status: Literal["fails"] = field(default="fails")
    heaps: list[Number]
    """The position."""
    lost: bool
    """Whether the position is lost; the sentence says the contrary."""


@dataclass(frozen=True, kw_only=True, repr=False)
class NimClosingSentenceNotExamined(Document):
    """The sentence was not examined."""

    status: Literal["not-examined"] = field(default="not-examined")


NimClosingSentence: TypeAlias = (
    NimClosingSentenceHolds
    | NimClosingSentenceFails
    | NimClosingSentenceNotExamined
)
"""Whether a sentence holds."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PodiumValue(Document):
    """The value of a sum of piles."""

    form: list[Number]
    """The piles, largest first."""
    players: int
    """The number of players."""
    digits: list[int]
    """The digit sum, most significant place first."""
    outcome: str | None = None
    """The outcome; for other than three players `P` or null."""
    linked: list[PodiumLink] | None = None
    """The linked options, for three players."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PodiumLink(Document):
    """A linked option."""

    pile: Number
    """The pile."""
    to: Number
    """The size of the pile after the move."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PodiumOutcome(Document):
    """The outcome of a sum of piles."""

    form: list[Number]
    """The piles."""
    outcome: str
    """The outcome."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PodiumLinkedPiles(Document):
    """The linked options of a sum of piles."""

    form: list[Number]
    """The piles."""
    linked: list[PodiumLink]
    """The linked options: the moves that win."""
    second_place: PodiumSecondPlace | None = None
    """A move that brings the second place."""
    outcome: str
    """The outcome."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PodiumSecondPlace(Document):
    """A move that brings the second place."""

    from_: Number = field(metadata={"json": "from"})
    """The pile."""
    to: Number
    """The size of the pile after the move."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PodiumEqual(Equality):
    """Whether two sums of piles are equal."""

    equal: bool
    """Whether they are equal."""
    reason: str
    """The reason."""
    distinguisher: list[Number] | None = None
    """A sum that distinguishes them when added to both."""
    outcomes: tuple[str, str] | None = None
    """The outcomes of the two sums."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PodiumCanonical(Document):
    """The canonical form of a sum of piles."""

    form: list[Number]
    """The piles."""
    canonical: list[Number]
    """The canonical form, largest pile first."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PodiumReduce(Document):
    """The reductions of a sum of piles."""

    form: list[Number]
    """The piles."""
    steps: list[PodiumStep]
    """The reductions, one after the other."""
    last: list[Number]
    """The result of the last reduction."""
    canonical: list[Number]
    """The canonical form."""
    reaches_canonical: bool
    """Whether they end there."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PodiumStep(Document):
    """A reduction."""

    rule: str
    """`R1` or `R2`."""
    from_: list[Number] = field(metadata={"json": "from"})
    """The piles before."""
    to: list[Number]
    """The piles after."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PodiumClasses(Document):
    """The classes of equal sums of piles."""

    classes: list[PodiumClass]
    """The classes."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PodiumClass(Document):
    """A class of equal sums of piles."""

    canonical: list[Number]
    """Its canonical form."""
    digits: list[int]
    """Its digit sum."""
    outcome: str
    """Its outcome."""
    members: list[list[Number]]
    """Its members."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PodiumForm(Document):
    """An impartial form for three players."""

    form: str
    """The form."""
    outcome: str
    """Its outcome."""
    equal_to_piles: PodiumRepresentation | None = None
    """Whether it equals a sum of piles, and what shows it; under the podium rule."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PodiumRepresentationEqual(Document):
    """The form equals a sum of piles."""

    status: Literal["equal"] = field(default="equal")
    form: list[Number]
    """The canonical form."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PodiumRepresentationNoneProved(Document):
    """The form equals no sum of piles: it has an outcome that no sum of piles has."""

    status: Literal["none-proved"] = field(default="none-proved")
    zero_with: list[Number]
    """A sum that makes it a P-position when added."""
    value: PodiumDigitSum
    """The value that an equal sum of piles would have."""
    added: list[Number]
    """A sum that shows the contradiction when added."""
    outcome: str
    """The outcome with that added."""
    possible: list[str]
    """The outcomes that a sum of piles of that value may have."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PodiumRepresentationNoneProvedByLinks(Document):
    """The form equals no sum of piles: the required links contradict each other."""

    status: Literal["none-proved-by-links"] = field(default="none-proved-by-links")
    zero_with: list[Number]
    """A sum that makes it a P-position when added."""
    value: PodiumDigitSum
    """The value that an equal sum of piles would have."""
    linked_with: list[Number] | None = None
    """A sum with which some pile must be linked."""
    not_linked_with: list[list[Number]]
    """Sums with which no pile may be linked."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PodiumRepresentationCandidates(Document):
    """The question is not decided."""

    status: Literal["candidates"] = field(default="candidates")
    forms: list[list[Number]]
    """The forms that agree with it in all sums tried."""
    bounds: PodiumBounds
    """The sums that were tried."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PodiumRepresentationNoneWithin(Document):
    """No sum of piles within the bounds is equal to the form."""

    status: Literal["none-within"] = field(default="none-within")
    bounds: PodiumBounds
    """The sums that were tried."""


PodiumRepresentation: TypeAlias = (
    PodiumRepresentationEqual
    | PodiumRepresentationNoneProved
    | PodiumRepresentationNoneProvedByLinks
    | PodiumRepresentationCandidates
    | PodiumRepresentationNoneWithin
)
"""Whether a form equals a sum of piles."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PodiumDigitSum(Document):
    """A digit sum."""

    players: int
    """The number of players."""
    digits: list[int]
    """The digits, most significant place first."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PodiumBounds(Document):
    """The sums of piles that were tried."""

    piles: int
    """The most piles."""
    largest: int
    """The largest pile."""
    positions: int
    """The most positions examined."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PodiumCoalitions(Document):
    """The classes of Propp that a sum of two forms can have."""

    forms: int
    """The number of forms examined."""
    sums: list[PodiumCoalitionSum]
    """The classes that were found."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PodiumCoalitionSum(Document):
    """Classes of two forms and of their sum, with an example."""

    left: str
    """The class of one form."""
    right: str
    """The class of the other."""
    sum: str
    """The class of the sum."""
    example: tuple[str, str]
    """The forms."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PodiumMoore(Document):
    """Whether a sum of piles is a P-position of Moore's game of several players."""

    form: list[Number]
    """The piles."""
    players: int
    """The number of players."""
    piles: int
    """The number of piles from which a move may take."""
    p_position: bool
    """Whether it is a P-position."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PassSmallSizes(Document):
    """Tables 1 and 2: sizes up to three."""

    compared_up_to: int
    """The number of objects up to which the lines were compared with Theorem 1."""
    rows: list[PassSmallSizesRow]
    """The lines."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PassSmallSizesRow(Document):
    """A line of Tables 1 and 2."""

    sizes: int
    """The largest size."""
    least_objects: int
    """The least number of objects, as printed."""
    printed: list[str]
    """The parities as printed: `even`, `odd`."""
    true_parities: list[str]
    """The parities that are true."""
    counterexample: tuple[int, int, int] | None = None
    """A position that shows that the printed line errs."""
    nim_sum: str
    """The parities of the places of the nim-sum, highest first."""
    holds_from: int
    """The number of objects from which on the line holds."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PassTable(Document):
    """Table 3."""

    upto: int
    """The most objects."""
    rows: list[PassRow]
    """The rows."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PassRow(Document):
    """A row of Table 3."""

    objects: int
    """The number of objects."""
    heaps: tuple[int, int, int, int]
    """The number of heaps of each size 1, 2, 3, 4."""
    outcome: str
    """The outcome; in a row that was printed, the printed one."""
    true_outcome: str | None = None
    """The true outcome, in a row that was printed."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PassComparison(Document):
    """Table 3 as printed, compared with the true one."""

    rows: int
    """The number of printed rows."""
    positions: int
    """The number of positions."""
    wrong: list[PassRow]
    """Rows with a wrong outcome."""
    misplaced: list[PassRow]
    """Rows under the wrong number of objects."""
    repeated: list[PassRow]
    """Rows printed before."""
    missing: list[PassRow]
    """Positions that are missing, with their true outcomes."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PassTheorem(Document):
    """The case of Theorem 1 that decides a position."""

    position: list[Number]
    """The number of heaps of each size 1, 2, 3, 4."""
    outcome: str
    """The outcome."""
    case: str
    """The case."""


@dataclass(frozen=True, kw_only=True, repr=False)
class InTotalBaseCases(Document):
    """The table of base cases."""

    rows: list[InTotalBaseRow]
    """The rows."""
    calculated: int
    """The number of entries that had to be calculated."""


@dataclass(frozen=True, kw_only=True, repr=False)
class InTotalBaseRow(Document):
    """A row of the table of base cases."""

    label: tuple[str, str, str]
    """The three smaller heaps, a letter for all large sizes."""
    least: tuple[int, int, int]
    """The least sizes that the label includes."""
    exceptional: bool
    """Whether the row does not follow the typical rule."""
    cases: list[str]
    """One marker a column, the last one for all larger heaps."""


@dataclass(frozen=True, kw_only=True, repr=False)
class InTotalLemmas(Document):
    """The proof of the law, line by line."""

    verified: bool
    """Whether every line holds."""
    base_cases: int
    """The number of base cases that it needs."""
    lines: list[InTotalLine]
    """The lines."""


@dataclass(frozen=True, kw_only=True, repr=False)
class InTotalLine(Document):
    """A line of the proof."""

    row: str
    """The row that it is about."""
    least: tuple[int, int, int]
    """The least sizes that the row includes."""
    lemma: str
    """The lemma."""
    base_cases: int
    """The number of base cases that it needs."""
    hypotheses: list[InTotalHypothesis]
    """Its hypotheses."""
    needs: list[str]
    """The rows above that it needs."""
    verified: bool
    """Whether it holds."""
    outcomes: tuple[str, str, str] | None = None
    """The outcomes for the remainders 0, 1, 2."""
    values: tuple[str, str, str] | None = None
    """The Grundy values for the remainders 0, 1, 2."""
    typical: bool
    """Whether the row follows the typical rule."""


@dataclass(frozen=True, kw_only=True, repr=False)
class InTotalHypothesis(Document):
    """A hypothesis."""

    statement: str
    """The statement."""
    holds: bool
    """Whether it holds."""


@dataclass(frozen=True, kw_only=True, repr=False)
class InTotalSummary(Document):
    """The values by row and remainder."""

    verified: bool
    """Whether the proof holds."""
    rows: list[InTotalRow]
    """The exceptional rows."""
    else_: tuple[str, str, str] = field(metadata={"json": "else"})
    """The typical values for the remainders 0, 1, 2."""


@dataclass(frozen=True, kw_only=True, repr=False)
class InTotalRow(Document):
    """An exceptional row."""

    row: tuple[int, int, int]
    """The three smaller heaps."""
    outcomes: tuple[str, str, str] | None = None
    """The outcomes for the remainders 0, 1, 2."""
    values: tuple[str, str, str] | None = None
    """The Grundy values for the remainders 0, 1, 2."""


@dataclass(frozen=True, kw_only=True, repr=False)
class InTotalFamily(Document):
    """Games of the family."""

    members: list[InTotalMember]
    """The games."""


@dataclass(frozen=True, kw_only=True, repr=False)
class InTotalMember(Document):
    """A game of the family."""

    heaps: int
    """The number of heaps."""
    total: int
    """The largest number of objects of a move, in total."""
    from_: int = field(metadata={"json": "from"})
    """The largest number of heaps that a move takes from."""
    ending: str
    """`stop`: when at most one heap is nonempty; `empty`: when nothing is left."""
    rules: str
    """The rules."""
    status: str
    """`proved` or `no-law`."""
    reason: str | None = None
    """The reason why no law was proved."""
    states: int | None = None
    """The states of the law."""
    certificate: str | None = None
    """The identity of its certificate."""
    nearest: str | None = None
    """The claim that comes nearest, in words."""
    claims: list[InTotalClaim] | None = None
    """The claims, each compared with the law at all positions."""
    nim: InTotalNim
    """Whether it is a Nim."""
    law: str | None = None
    """The law in words, if it needs no table; only for a single game."""


@dataclass(frozen=True, kw_only=True, repr=False)
class InTotalClaim(Document):
    """A claim about the positions that are lost."""

    claim: str
    """`total`, `nim-on-remainders`, `index-nim-on-remainders` or `index-nim`."""
    statement: str
    """The claim in words."""
    holds: bool | None = None
    """Whether it holds, null if that was not decided."""
    first: InTotalException | None = None
    """An exception."""
    bound: InTotalBound | None = None
    """A bound on all exceptions."""
    exceptions: list[str] | None = None
    """All exceptions, if they are finitely many."""
    rows: int | None = None
    """The number of rows that contain exceptions, if it is finite."""


@dataclass(frozen=True, kw_only=True, repr=False)
class InTotalException(Document):
    """An exception."""

    position: str
    """The position."""
    outcome: str
    """Its outcome."""


@dataclass(frozen=True, kw_only=True, repr=False)
class InTotalBound(Document):
    """A bound on the exceptions."""

    heap: int
    """The number of the bounded heap, 1 for the largest."""
    largest: int
    """The bound."""


@dataclass(frozen=True, kw_only=True, repr=False)
class InTotalNim(Document):
    """Whether a game is a Nim."""

    answer: bool | None = None
    """Whether it is a Nim; null if that was not decided."""
    statement: str
    """The answer in words."""
    position: str | None = None
    """A position that shows that the game is not a Nim."""
    grundy: int | None = None
    """Its Grundy value."""
    alone: list[int] | None = None
    """The Grundy values of its heaps alone."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Play(Document):
    """A game that was played, or can be continued."""

    game: str
    """The game."""
    rules: str
    """Its rules, the number of heaps fixed."""
    position: str
    """The position at the beginning."""
    players: int
    """The number of players."""
    human: int
    """The number of the human player in the order of turns, from 1."""
    level: int
    """The percentage of turns at which the computer errs."""
    seed: Number
    """The seed of its errors."""
    moves: list[PlayedMove]
    """The moves."""
    finished: bool
    """Whether the game came to its end."""
    winner: str | None = None
    """The winner; under the podium rule the first place."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PlayedMove(Document):
    """A move that was made."""

    by: str
    """The player who made the move."""
    to: str
    """The position moved to."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Completions(Document):
    """A completion script."""

    shell: str
    """The shell."""
    script: str
    """The script."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Manual(Document):
    """A manual page."""

    page: str
    """The page, for `man`."""
