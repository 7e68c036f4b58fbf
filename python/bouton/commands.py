"""The commands of the program as functions, with its parameters.

Each function asks the question of a command and returns its document (`bouton.document`). A game is a `Game` or a text,
a certificate a `Theorem` or a text, a position a text or numbers. `bouton.ask` answers the same questions in other
formats. This file is written from the register of commands: `BOUTON_UPDATE_PYTHON=1 cargo test -p bouton-cli --bins`.

>>> grundy("nim", ["3,4", "7,7"]).values[0].grundy
7
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from . import document
from ._ask import ask
from ._limits import Memory, Report, Time
from .game import Game
from .position import PositionLike
from .theorem import Theorem

__all__ = [
    "ask_",
    "check",
    "compare",
    "count",
    "emit",
    "explain",
    "fmt",
    "games",
    "genus",
    "grundy",
    "in_total_base_cases",
    "in_total_family",
    "in_total_lemmas",
    "in_total_summary",
    "line",
    "list_",
    "lower",
    "moves",
    "nim_bounded",
    "nim_classes",
    "nim_distance",
    "nim_farthest",
    "nim_lost",
    "nim_moves",
    "nim_suggest",
    "nim_sum",
    "nim_trapezoids",
    "nim_triangles",
    "pass_table1",
    "pass_table2",
    "pass_table3",
    "pass_theorem",
    "podium_canonical",
    "podium_classes",
    "podium_coalitions",
    "podium_equal",
    "podium_form",
    "podium_linked",
    "podium_moore",
    "podium_outcome",
    "podium_reduce",
    "podium_value",
    "prove",
    "sequence",
    "solve",
    "suggest",
    "sum_",
    "table",
    "why",
]


def __dir__() -> list[str]:
    return __all__


Text: TypeAlias = str | int | Game | Theorem | PositionLike
"""A text, or an object that is written as one."""
Settings: TypeAlias = Mapping[str, int] | Iterable[Text] | Text
"""Numbers for names of the rules: `{"k": 4}`, or texts such as `"k=4"`."""
Terms: TypeAlias = Iterable[tuple[Game | str, PositionLike] | Text] | Text
"""Games with their positions: pairs, as `[("nim", (3, 5)), ("kayles", 7)]`, or one after the other."""


def solve(
    game: Text,
    position: Text,
    *,
    heaps: int | None = None,
    set: Settings = (),
    moves: int | None = None,
    value: Literal["outcome", "grundy", "remoteness"] = "outcome",
    using: Text | None = None,
    engine: Literal["auto", "law", "tables", "reference"] = "auto",
    explain_plan: bool = False,
    verify: bool = False,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.Solve
):
    """Solve a position: outcome, Grundy value, remoteness and every winning move.

    `game`: A rules file, a built-in game, a code, or rules text.
    `heaps`: The number of heaps of a game with any number of them.
    `set`: A number for a name that the rules define by `let` or `for all`: k=4, or a=3,b=5; a range,
        k=3..6, asks about each game in `solve`, `moves`, `count`, `sequence`, `genus`, `grundy` and
        `prove`.
    `position`: The position, for example 3,4,5 or 3,4,5:used; `-` reads positions from standard input,
        one a line, and answers each with a JSON document in a line.
    `moves`: The most moves to list [default: 1000 if they cannot all be tried]; with 0 and `-` answers
        contain only the outcome and --value, which is fastest.
    `value`: A value to compute beside the outcome, at any cost.
    `using`: Answer from the law of this certificate, for positions of any size.
    `engine`: The engine that answers: auto, law, tables or reference.
    `explain_plan`: Report which engine answers, why, and at what cost.
    `verify`: Compute the answer again with another engine, and compare.
    """
    found: document.Solve = ask(
        "solve",
        game=game,
        heaps=heaps,
        set=set,
        position=position,
        moves=moves,
        value=value,
        using=using,
        engine=engine,
        explain_plan=explain_plan,
        verify=verify,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def table(
    game: Text,
    upto: int,
    *,
    heaps: int | None = None,
    set: Settings = (),
    value: Literal["outcome", "grundy", "remoteness"] = "outcome",
    rows_by_largest: bool = False,
    square: bool = False,
    fix: Iterable[Text] | Text = (),
    engine: Literal["auto", "law", "tables", "reference"] = "auto",
    explain_plan: bool = False,
    verify: bool = False,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.Table
    | document.TableByLargest
):
    """Tabulate the values of all positions in a box.

    `game`: A rules file, a built-in game, a code, or rules text.
    `heaps`: The number of heaps of a game with any number of them.
    `set`: A number for a name that the rules define by `let` or `for all`: k=4, or a=3,b=5; a range,
        k=3..6, asks about each game in `solve`, `moves`, `count`, `sequence`, `genus`, `grundy` and
        `prove`.
    `upto`: The largest coordinate.
    `value`: The value.
    `rows_by_largest`: Put the smaller heaps into rows and the largest heap into columns.
    `square`: Tabulate all positions, not only the sorted ones.
    `fix`: Show a slice: fix another coordinate, `h3=5` (in a picture 0 by default), or `control=used`.
    `engine`: The engine that answers: auto, law, tables or reference.
    `explain_plan`: Report which engine answers, why, and at what cost.
    `verify`: Compute the answer again with another engine, and compare.
    """
    found: document.Table | document.TableByLargest = ask(
        "table",
        game=game,
        heaps=heaps,
        set=set,
        upto=upto,
        value=value,
        rows_by_largest=rows_by_largest,
        square=square,
        fix=fix,
        engine=engine,
        explain_plan=explain_plan,
        verify=verify,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def list_(
    game: Text,
    *,
    heaps: int | None = None,
    set: Settings = (),
    lost: bool = False,
    outcome: Text | None = None,
    largest: int | None = None,
    total: int | None = None,
    smallest: int | None = None,
    distinct: bool = False,
    nonempty: bool = False,
    not_paired: bool = False,
    control: Text | None = None,
    limit: int | None = None,
    column: Text | None = None,
    engine: Literal["auto", "law", "tables", "reference"] = "auto",
    explain_plan: bool = False,
    verify: bool = False,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.List
):
    """List positions by outcome and other properties.

    `game`: A rules file, a built-in game, a code, or rules text.
    `heaps`: The number of heaps of a game with any number of them.
    `set`: A number for a name that the rules define by `let` or `for all`: k=4, or a=3,b=5; a range,
        k=3..6, asks about each game in `solve`, `moves`, `count`, `sequence`, `genus`, `grundy` and
        `prove`.
    `lost`: Only lost positions: outcome P.
    `outcome`: Only positions with this outcome.
    `largest`: No coordinate is larger.
    `total`: The coordinates add up to this.
    `smallest`: The smallest coordinate is this.
    `distinct`: All coordinates are different.
    `nonempty`: No heap is empty.
    `not_paired`: Leave out positions whose heaps form pairs of equal ones.
    `control`: Only positions in this control state.
    `limit`: The most positions to list.
    `column`: The coordinate that a b-file lists [default: the only one].
    `engine`: The engine that answers: auto, law, tables or reference.
    `explain_plan`: Report which engine answers, why, and at what cost.
    `verify`: Compute the answer again with another engine, and compare.
    """
    found: document.List = ask(
        "list",
        game=game,
        heaps=heaps,
        set=set,
        lost=lost,
        outcome=outcome,
        largest=largest,
        total=total,
        smallest=smallest,
        distinct=distinct,
        nonempty=nonempty,
        not_paired=not_paired,
        control=control,
        limit=limit,
        column=column,
        engine=engine,
        explain_plan=explain_plan,
        verify=verify,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def count(
    game: Text,
    upto: Text,
    *,
    heaps: int | None = None,
    set: Settings = (),
    lost: bool = False,
    value: Literal["outcome", "grundy", "remoteness"] = "outcome",
    each: bool = False,
    outcome: Text | None = None,
    engine: Literal["auto", "law", "tables", "reference"] = "auto",
    explain_plan: bool = False,
    verify: bool = False,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.Count
):
    """Count the positions of a box by outcome.

    `game`: A rules file, a built-in game, a code, or rules text.
    `heaps`: The number of heaps of a game with any number of them.
    `set`: A number for a name that the rules define by `let` or `for all`: k=4, or a=3,b=5; a range,
        k=3..6, asks about each game in `solve`, `moves`, `count`, `sequence`, `genus`, `grundy` and
        `prove`.
    `upto`: The largest coordinate N: the box is 0..N in every coordinate, unsorted; a law counts for
        any N, as in 10^30.
    `lost`: Count the lost positions alone, from the proved law, with the recurrence of their number.
    `value`: The value.
    `each`: Count all boxes 0..n, for n from 0 to the bound.
    `outcome`: The outcome or number that a b-file counts [default: P].
    `engine`: The engine that answers: auto, law, tables or reference.
    `explain_plan`: Report which engine answers, why, and at what cost.
    `verify`: Compute the answer again with another engine, and compare.
    """
    found: document.Count = ask(
        "count",
        game=game,
        heaps=heaps,
        set=set,
        upto=upto,
        lost=lost,
        value=value,
        each=each,
        outcome=outcome,
        engine=engine,
        explain_plan=explain_plan,
        verify=verify,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def sequence(
    game: Text,
    upto: int,
    *,
    heaps: int | None = None,
    set: Settings = (),
    statistics: bool = False,
    engine: Literal["auto", "definition"] = "auto",
    dark: bool = False,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.Sequence
):
    """Compute the Grundy values of one heap, and their period.

    `game`: A rules file, a built-in game, a code, or rules text.
    `heaps`: The number of heaps of a game with any number of them.
    `set`: A number for a name that the rules define by `let` or `for all`: k=4, or a=3,b=5; a range,
        k=3..6, asks about each game in `solve`, `moves`, `count`, `sequence`, `genus`, `grundy` and
        `prove`.
    `upto`: The largest heap [default with --against: the last n of the file].
    `statistics`: Print the largest value, and the number of rare heaps in the sparse space of the
        values.
    `engine`: The method: auto (the fastest), or definition (all moves of all heaps).
    `dark`: Use the colours of a dark page (pictures).
    """
    found: document.Sequence = ask(
        "sequence",
        game=game,
        heaps=heaps,
        set=set,
        upto=upto,
        statistics=statistics,
        engine=engine,
        dark=dark,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def moves(
    game: Text,
    position: Text,
    *,
    heaps: int | None = None,
    set: Settings = (),
    value: Literal["outcome", "grundy", "remoteness"] = "outcome",
    limit: int = 1000,
    using: Text | None = None,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.Options
):
    """List the options of a position, each with its value.

    `game`: A rules file, a built-in game, a code, or rules text.
    `heaps`: The number of heaps of a game with any number of them.
    `set`: A number for a name that the rules define by `let` or `for all`: k=4, or a=3,b=5; a range,
        k=3..6, asks about each game in `solve`, `moves`, `count`, `sequence`, `genus`, `grundy` and
        `prove`.
    `position`: The position, for example 3,4,5 or 3,4,5:used.
    `value`: The value of each option, beside its outcome.
    `limit`: The most options to list.
    `using`: Answer from the law of this certificate, for positions of any size.
    """
    found: document.Options = ask(
        "moves",
        game=game,
        heaps=heaps,
        set=set,
        position=position,
        value=value,
        limit=limit,
        using=using,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def line(
    game: Text,
    position: Text,
    *,
    heaps: int | None = None,
    set: Settings = (),
    limit: int = 100,
    using: Text | None = None,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.PlayedLine
):
    """Play a position to its end, with a best move of each player.

    `game`: A rules file, a built-in game, a code, or rules text.
    `heaps`: The number of heaps of a game with any number of them.
    `set`: A number for a name that the rules define by `let` or `for all`: k=4, or a=3,b=5; a range,
        k=3..6, asks about each game in `solve`, `moves`, `count`, `sequence`, `genus`, `grundy` and
        `prove`.
    `position`: The position, for example 3,4,5 or 3,4,5:used.
    `limit`: The most moves to make.
    `using`: Answer from the law of this certificate, for positions of any size.
    """
    found: document.PlayedLine = ask(
        "line",
        game=game,
        heaps=heaps,
        set=set,
        position=position,
        limit=limit,
        using=using,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def genus(
    game: Text,
    position: Text,
    *,
    heaps: int | None = None,
    set: Settings = (),
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.Genus
):
    """Compute the genus and misère outcome of a position of a one-heap game.

    `game`: A rules file, a built-in game, a code, or rules text.
    `heaps`: The number of heaps of a game with any number of them.
    `set`: A number for a name that the rules define by `let` or `for all`: k=4, or a=3,b=5; a range,
        k=3..6, asks about each game in `solve`, `moves`, `count`, `sequence`, `genus`, `grundy` and
        `prove`.
    `position`: The heaps: 7,5,3.
    """
    found: document.Genus = ask(
        "genus",
        game=game,
        heaps=heaps,
        set=set,
        position=position,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def grundy(
    game: Text,
    positions: Iterable[Text] | Text,
    *,
    heaps: int | None = None,
    set: Settings = (),
    using: Text | None = None,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.GrundyValues
):
    """Compute the Grundy values of many positions of one game.

    `game`: A rules file, a built-in game, a code, or rules text.
    `heaps`: The number of heaps of a game with any number of them.
    `set`: A number for a name that the rules define by `let` or `for all`: k=4, or a=3,b=5; a range,
        k=3..6, asks about each game in `solve`, `moves`, `count`, `sequence`, `genus`, `grundy` and
        `prove`.
    `positions`: The positions: 3,4,5 7,7 1,2,3.
    `using`: Answer from the law of this certificate, for positions of any size.
    """
    found: document.GrundyValues = ask(
        "grundy",
        game=game,
        heaps=heaps,
        set=set,
        positions=positions,
        using=using,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def sum_(
    terms: Terms,
    *,
    set: Settings = (),
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.Sum
):
    """Solve a sum of positions of several games.

    `terms`: Games, each followed by its position: nim 3,4 kayles 7 ….
    `set`: A number for a name that the rules of some of the games define by `let` or `for all`: k=4, or
        a=3,b=5.
    """
    found: document.Sum = ask(
        "sum",
        terms=terms,
        set=set,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def compare(
    game: Text,
    other: Text,
    *,
    heaps: int | None = None,
    value: Literal["outcome", "grundy", "remoteness"] = "outcome",
    numeration: Text = "auto",
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.Compare
):
    """Compare the values of two games at all positions, or find where they first differ.

    `game`: A game: a rules file, a built-in game, or rules text.
    `other`: Another game with the same positions.
    `heaps`: The number of heaps of games with any number of them [default: 3].
    `value`: The value.
    `numeration`: The digits that the laws read: auto, 2, 3, ..., fibonacci, tribonacci,
        ostrowski(a,b,...), fraenkel(s,t).
    """
    found: document.Compare = ask(
        "compare",
        game=game,
        other=other,
        heaps=heaps,
        value=value,
        numeration=numeration,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def prove(
    game: Text,
    *,
    heaps: int | Literal["all"] | None = None,
    set: Settings = (),
    value: Literal["outcome", "grundy", "quotient"] | None = None,
    upto: int | None = None,
    claim: Text | None = None,
    numeration: Text = "auto",
    cones: bool = False,
    slice: Text | None = None,
    verbose: bool = False,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.Prove
    | document.ProveLetters
    | document.ProveSlices
):
    """Find the law of a game and prove it.

    `game`: A rules file, a built-in game, a code, or rules text.
    `heaps`: The number of heaps of a game with any number of them, or `all` for a theorem about every
        number.
    `set`: Another value for a number that the rules name by `let`; `prove` takes k=3..6, too.
    `value`: The value [default: outcome; of a take-and-break code grundy, or quotient in misère play].
    `upto`: The largest heap of a quotient [default: all heaps, if a theorem proves that the quotient
        does not grow], or the largest bound of slices [default: none].
    `claim`: Test whether this is the law of the game: a claim, as in 'P iff h1 = h2' or 'g = h1 xor
        h2', or a certificate.
    `numeration`: The digits that the law is to read: auto, 2, 3, ..., fibonacci, tribonacci,
        ostrowski(a,b,...), fraenkel(s,t).
    `cones`: Divide the range of the letters into cones, each with a theorem of its own (rules with
        letters).
    `slice`: Prove the positions where this coordinate is at most 0, 1, 2, ..., each from the one
        before, until a limit or the largest bound; of several, as in h1,h2, by the largest bound, then
        lexicographically.
    `verbose`: If no law is found, also print a table of the states for each kind of digits.
    """
    found: document.Prove | document.ProveLetters | document.ProveSlices = ask(
        "prove",
        game=game,
        heaps=heaps,
        set=set,
        value=value,
        upto=upto,
        claim=claim,
        numeration=numeration,
        cones=cones,
        slice=slice,
        verbose=verbose,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def ask_(
    game: Text,
    sentence: Text,
    *,
    with_: Iterable[Text] | Text = (),
    set: Settings = (),
    upto: Text | None = None,
    limit: int | None = None,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.Ask
):
    """Decide a question about proved laws, or find all its solutions.

    `game`: A rules file, a built-in game, rules text, or a certificate: P(...), N(...) and g(...) are
        its law.
    `sentence`: The question, as in 'exists a, b: a < b and P(a, b, a + b)'; free names are solved for.
    `with_`: Another game of the question, which writes NAME.P(...).
    `set`: A number for a name that the rules of the first game define by `let` or `for all`: k=4.
    `upto`: Count the solutions all of whose numbers are at most N, of any size: 10^30.
    `limit`: The most solutions to list, the least ones first [default: 12].
    """
    found: document.Ask = ask(
        "ask",
        game=game,
        sentence=sentence,
        with_=with_,
        set=set,
        upto=upto,
        limit=limit,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def check(
    certificates: Iterable[Text] | Text,
    *,
    rules: bool = False,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.Check
    | document.Checks
):
    """Check a certificate, independently of how it was found.

    `certificates`: Certificates, or folders (all their files that end in .cert); `-` is standard input.
    `rules`: Also print the moves that were checked, written out.
    """
    found: document.Check | document.Checks = ask(
        "check",
        certificates=certificates,
        rules=rules,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def explain(
    game: Text,
    *,
    heaps: int | Literal["all"] | None = None,
    set: Settings = (),
    value: Literal["outcome", "grundy", "quotient"] | None = None,
    digits: Literal["most", "least"] | None = None,
    control: Text | None = None,
    dark: bool = False,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.Explain
    | document.ExplainLetters
    | document.EveryNumberInWords
    | document.PeriodInWords
    | document.QuotientInWords
    | document.AutomatonDiagram
    | document.CodeInWords
    | document.LawAsClaim
):
    """Explain a proved law in words and as a table, or the code of a fault in rules.

    `game`: A rules file, a built-in game, a code, or rules text.
    `heaps`: The number of heaps of a game with any number of them, or `all` for a theorem about every
        number.
    `set`: Another value for a number that the rules name by `let`; `prove` takes k=3..6, too.
    `value`: The value, if a law is to be proved [default: outcome].
    `digits`: Show the automaton, reading digits in this order (as text, a table of its states).
    `control`: The control state in which reading begins, for hoa and walnut, as in `3,4:used` [default:
        the first].
    `dark`: Use the colours of a dark page (pictures).
    """
    found: document.Explain | document.ExplainLetters | document.EveryNumberInWords | document.PeriodInWords | document.QuotientInWords | document.AutomatonDiagram | document.CodeInWords | document.LawAsClaim = ask(
        "explain",
        game=game,
        heaps=heaps,
        set=set,
        value=value,
        digits=digits,
        control=control,
        dark=dark,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def emit(
    game: Text,
    *,
    heaps: int | Literal["all"] | None = None,
    set: Settings = (),
    lang: Literal["rust", "python", "c", "javascript"] | None = None,
    value: Literal["outcome", "grundy", "quotient"] | None = None,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.Emit
):
    """Write a proved strategy as a function in Rust, Python, C or JavaScript.

    `game`: A rules file, a built-in game, a code, or rules text.
    `heaps`: The number of heaps of a game with any number of them, or `all` for a theorem about every
        number.
    `set`: Another value for a number that the rules name by `let`; `prove` takes k=3..6, too.
    `lang`: The language [default: that of the extension of --output, else python].
    `value`: The value, if a law is to be proved [default: outcome].
    """
    found: document.Emit = ask(
        "emit",
        game=game,
        heaps=heaps,
        set=set,
        lang=lang,
        value=value,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def why(
    game: Text,
    position: Text,
    *,
    heaps: int | Literal["all"] | None = None,
    set: Settings = (),
    value: Literal["outcome", "grundy", "quotient"] | None = None,
    using: Text | None = None,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.Why
):
    """Explain the value of a position by the law of the game, with a best move; by the moves if no law is
    found.

    `game`: A rules file, a built-in game, a code, or rules text.
    `heaps`: The number of heaps of a game with any number of them, or `all` for a theorem about every
        number.
    `set`: Another value for a number that the rules name by `let`; `prove` takes k=3..6, too.
    `position`: The position, for example 3,4,5 or 3,4,5:used.
    `value`: The value, if a law is to be proved [default: outcome].
    `using`: Explain by the law of this certificate.
    """
    found: document.Why = ask(
        "why",
        game=game,
        heaps=heaps,
        set=set,
        position=position,
        value=value,
        using=using,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def lower(
    certificate: Text,
    *,
    lean: bool = False,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.Emit
):
    """Write the claim of a certificate as a theorem for the proof assistant Coq.

    `certificate`: A certificate; `-` is standard input.
    `lean`: Write a statement for Lean 4 instead, without a proof.
    """
    found: document.Emit = ask(
        "lower",
        certificate=certificate,
        lean=lean,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def fmt(
    rules: Text,
    *,
    check: bool = False,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.Format
):
    """Format rules: one rule a line in the words of the grammar, comments kept.

    `rules`: A rules file, a built-in game, a code, or rules text.
    `check`: Only test whether the rules are formatted (exit status 1 if not).
    """
    found: document.Format = ask(
        "fmt",
        rules=rules,
        check=check,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def games(
    *,
    name: Text | None = None,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.Games
    | document.GameEntry
):
    """List the built-in games.

    `name`: Show the rules of this game.
    """
    found: document.Games | document.GameEntry = ask(
        "games",
        name=name,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def suggest(
    heaps: int,
    *,
    limit: int = 100,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.Suggest
):
    """Suggest good starting positions for Nim.

    `heaps`: The number of heaps.
    `limit`: The most positions to list.
    """
    found: document.Suggest = ask(
        "suggest",
        heaps=heaps,
        limit=limit,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def nim_sum(
    heaps: Text,
    *,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.NimSum
):
    """The nim-sum, whether the position is lost, and whether obviously.

    `heaps`: The heaps.
    """
    found: document.NimSum = ask(
        "nim sum",
        heaps=heaps,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def nim_moves(
    heaps: Text,
    *,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.NimMoves
):
    """All winning moves, and the most there can be.

    `heaps`: The heaps.
    """
    found: document.NimMoves = ask(
        "nim moves",
        heaps=heaps,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def nim_lost(
    heaps: int,
    largest: int,
    *,
    smallest: int | None = None,
    total: int | None = None,
    distinct: bool = False,
    paired: bool = False,
    order: Literal["smallest", "largest"] = "smallest",
    limit: int = 1000000,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.NimLost
):
    """List lost positions.

    `heaps`: The number of heaps, none empty.
    `largest`: The largest heap.
    `smallest`: The smallest heap has this size.
    `total`: At most this many objects.
    `distinct`: All heaps are different.
    `paired`: Also positions whose heaps are paired up.
    `order`: The order of the list.
    `limit`: The most positions to list.
    """
    found: document.NimLost = ask(
        "nim lost",
        heaps=heaps,
        largest=largest,
        smallest=smallest,
        total=total,
        distinct=distinct,
        paired=paired,
        order=order,
        limit=limit,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def nim_suggest(
    heaps: int,
    *,
    limit: int = 100,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.Suggest
):
    """Suggest good starting positions for Nim.

    `heaps`: The number of heaps.
    `limit`: The most positions to list.
    """
    found: document.Suggest = ask(
        "nim suggest",
        heaps=heaps,
        limit=limit,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def nim_distance(
    heaps: Text,
    *,
    limit: int = 1000000,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.NimDistances
):
    """The distance of a position from being obviously lost.

    `heaps`: The heaps.
    `limit`: The most positions to examine.
    """
    found: document.NimDistances = ask(
        "nim distance",
        heaps=heaps,
        limit=limit,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def nim_farthest(
    *,
    heaps: int = 3,
    largest: int = 7,
    limit: int = 1000000,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.NimFarthest
):
    """The lost positions that are farthest from being obviously lost.

    `heaps`: The most heaps.
    `largest`: The largest heap.
    `limit`: The most positions to examine.
    """
    found: document.NimFarthest = ask(
        "nim farthest",
        heaps=heaps,
        largest=largest,
        limit=limit,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def nim_classes(
    heaps: Text,
    *,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.NimClasses
):
    """The classes of positions recognised as lost at once that a position is in.

    `heaps`: The heaps.
    """
    found: document.NimClasses = ask(
        "nim classes",
        heaps=heaps,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def nim_triangles(
    *,
    upto: int = 99,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.NimTriangles
):
    """The numbers n for which 1, 2, …, n is lost.

    `upto`: The largest n.
    """
    found: document.NimTriangles = ask(
        "nim triangles",
        upto=upto,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def nim_trapezoids(
    *,
    upto: int = 20,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.NimTrapezoids
):
    """Lost positions of consecutive sizes, from 2 on.

    `upto`: The largest heap.
    """
    found: document.NimTrapezoids = ask(
        "nim trapezoids",
        upto=upto,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def nim_bounded(
    most: Text,
    *,
    heaps: Text | None = None,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.NimBoundedPosition
    | document.NimClosing
):
    """Nim with at most k objects a move.

    `heaps`: The heaps; without them, whether "compute nim sum mod (k+1)" holds for this k.
    `most`: The most objects a move.
    """
    found: document.NimBoundedPosition | document.NimClosing = ask(
        "nim bounded",
        heaps=heaps,
        most=most,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def podium_value(
    form: Text,
    *,
    players: int = 3,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.PodiumValue
):
    """The digit sum (Definition 2.5), the outcome and the linked options.

    `form`: The form.
    `players`: The number of players.
    """
    found: document.PodiumValue = ask(
        "podium value",
        form=form,
        players=players,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def podium_outcome(
    form: Text,
    *,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.PodiumOutcome
):
    """The outcome (Theorem 2.14), for piles of any size.

    `form`: The form.
    """
    found: document.PodiumOutcome = ask(
        "podium outcome",
        form=form,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def podium_linked(
    form: Text,
    *,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.PodiumLinkedPiles
):
    """The linked options (Definition 2.10) and the winning moves they give.

    `form`: The form.
    """
    found: document.PodiumLinkedPiles = ask(
        "podium linked",
        form=form,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def podium_equal(
    left: Text,
    right: Text,
    *,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.PodiumEqual
):
    """Whether two forms are equal (Theorem 3.4), and a form that distinguishes them.

    `left`: One form.
    `right`: The other form.
    """
    found: document.PodiumEqual = ask(
        "podium equal",
        left=left,
        right=right,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def podium_canonical(
    form: Text,
    *,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.PodiumCanonical
):
    """The canonical form (Definition 3.5).

    `form`: The form.
    """
    found: document.PodiumCanonical = ask(
        "podium canonical",
        form=form,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def podium_reduce(
    form: Text,
    *,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.PodiumReduce
):
    """The reductions R1 and R2 (Definition 3.9), step by step.

    `form`: The form.
    """
    found: document.PodiumReduce = ask(
        "podium reduce",
        form=form,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def podium_classes(
    *,
    piles: int = 3,
    largest: int = 4,
    limit: int = 100000,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.PodiumClasses
):
    """The classes of equal forms, each with its canonical form.

    `piles`: The most piles of a form.
    `largest`: The largest pile.
    `limit`: The most forms to examine.
    """
    found: document.PodiumClasses = ask(
        "podium classes",
        piles=piles,
        largest=largest,
        limit=limit,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def podium_form(
    form: Text,
    *,
    play: Literal["podium", "coalition"] = "podium",
    piles: int = 4,
    largest: int = 4,
    limit: int = 1000000,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.PodiumForm
):
    """Other impartial forms, such as {2} or {0,*2}: outcome, and a sum of piles that equals it.

    `form`: The form.
    `play`: The valuation of three players.
    `piles`: The most piles of a sum that is tried, as an equal and added to both.
    `largest`: The largest pile of such a sum.
    `limit`: The most positions to examine.
    """
    found: document.PodiumForm = ask(
        "podium form",
        form=form,
        play=play,
        piles=piles,
        largest=largest,
        limit=limit,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def podium_coalitions(
    *,
    limit: int = 1000000,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.PodiumCoalitions
):
    """The classes of Propp that the sum of two forms can have, with examples.

    `limit`: The most positions to examine.
    """
    found: document.PodiumCoalitions = ask(
        "podium coalitions",
        limit=limit,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def podium_moore(
    form: Text,
    *,
    players: int = 3,
    piles: int = 1,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.PodiumMoore
):
    """Whether a form is a P-position for n players, each taking from up to k piles (Li; Moore).

    `form`: The form.
    `players`: The number of players.
    `piles`: The number of piles that a move may take from.
    """
    found: document.PodiumMoore = ask(
        "podium moore",
        form=form,
        players=players,
        piles=piles,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def pass_table1(
    *,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.PassSmallSizes
):
    """Table 1 of Wong Oi Lin (2015): sizes up to three, with the least numbers of objects.

    """
    found: document.PassSmallSizes = ask(
        "pass table1",
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def pass_table2(
    *,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.PassSmallSizes
):
    """Table 2: the same with nim-sums.

    """
    found: document.PassSmallSizes = ask(
        "pass table2",
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def pass_table3(
    *,
    upto: int = 19,
    compare: bool = False,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.PassTable
    | document.PassComparison
):
    """Table 3 of Wong Oi Lin (2015), regenerated for any number of objects.

    `upto`: The most objects.
    `compare`: Compare with the printed table.
    """
    found: document.PassTable | document.PassComparison = ask(
        "pass table3",
        upto=upto,
        compare=compare,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def pass_theorem(
    position: Text,
    *,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.PassTheorem
):
    """The case of Theorem 1 that decides a position (m1,m2,m3,m4), of any size.

    `position`: The number of heaps of size 1, 2, 3 and 4.
    """
    found: document.PassTheorem = ask(
        "pass theorem",
        position=position,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def in_total_base_cases(
    *,
    value: Literal["outcome", "grundy"] = "outcome",
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.InTotalBaseCases
):
    """The 220 base cases of the four-heap game in the layout of the forum answer, or the 270 of its Grundy
    values.

    `value`: The value.
    """
    found: document.InTotalBaseCases = ask(
        "in-total base-cases",
        value=value,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def in_total_lemmas(
    *,
    row: Text | None = None,
    value: Literal["outcome", "grundy"] = "outcome",
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.InTotalLemmas
):
    """The forum answer's proof line by line: each lemma with its hypotheses checked.

    `row`: Only the line about this row, for example 1,2,6, its hypotheses written out.
    `value`: The value.
    """
    found: document.InTotalLemmas = ask(
        "in-total lemmas",
        row=row,
        value=value,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def in_total_summary(
    *,
    value: Literal["outcome", "grundy"] = "outcome",
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.InTotalSummary
):
    """The outcomes, or Grundy values, that the proof gives, by row and remainder.

    `value`: The value.
    """
    found: document.InTotalSummary = ask(
        "in-total summary",
        value=value,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found


def in_total_family(
    *,
    heaps: Text | None = None,
    total: Text | None = None,
    from_: Text | None = None,
    ending: Literal["stop", "empty"] | None = None,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
) -> (
    document.InTotalFamily
    | document.InTotalMember
):
    """Games with k heaps, at most t objects in total from at most j heaps: is it a Nim?.

    `heaps`: The number of heaps, as 4 or 2..4 [default: 2..3].
    `total`: The most objects a move, in total [default: 1..3].
    `from_`: The most heaps a move takes from [default: all that differ: 1 to the smaller of K and T].
    `ending`: The end of play [default: both].
    """
    found: document.InTotalFamily | document.InTotalMember = ask(
        "in-total family",
        heaps=heaps,
        total=total,
        from_=from_,
        ending=ending,
        time=time,
        memory=memory,
        states=states,
        threads=threads,
        work=work,
        progress=progress,
    )
    return found
