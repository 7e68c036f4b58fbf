"""The survey of one ruleset: its result as a row of a table."""

from __future__ import annotations

import textwrap
import time as clock
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from ._html import cell, table
from ._limits import limits as limits_of
from ._repr import short
from .errors import Error, InputError, LimitReached, NoLaw
from .game import Game

__all__ = ["Row", "SurveyLimits", "survey"]

MOST_SENTENCE = 300
"""The most letters of the sentence, and of the rules, in a representation."""
Status = Literal["proved", "period", "no-law", "limit", "refused", "poison"]


@dataclass(frozen=True)
class SurveyLimits:
    """The limits for each ruleset of a survey.

    Work, memory and states are counted, so that a search that reaches one of these limits stops at
    the same place on every machine. The limit of time is for the costs that are not counted well; a
    row shows if it ended the search. Raises `InputError` for a limit that is not one.

    >>> SurveyLimits(work=-1)
    Traceback (most recent call last):
        ...
    bouton.errors.InputError: work is -1, expected a natural number
    """

    work: int | None = 1_000_000_000
    """Steps, each of 5 to 500 nanoseconds."""
    memory: int | str = "1G"
    """Bytes, or a text such as `"2G"`."""
    states: int = 4000
    """States of a law."""
    time: float | None = 120.0
    """Seconds."""

    def __post_init__(self) -> None:
        limits_of(self.time, self.memory, states=self.states, work=self.work)


def are_limits(limits: object) -> None:
    """Raises `InputError` for anything but the limits of a survey."""
    if not isinstance(limits, SurveyLimits):
        raise InputError(f"limits is a SurveyLimits, as in SurveyLimits(work=10**8), found {short(limits)}", code="usage")


@dataclass(frozen=True, kw_only=True, repr=False)
class Row:
    """The result of the search for a ruleset. Its representation begins with the status and the sentence.

    >>> survey("heaps 1; move take {1,3} from 1 heap")
    <Row proved: P if h1 is even, else N.; 2 states; rules heaps 1; move take {1,3} from 1 heap>
    """

    rules: str
    """The canonical rules; for refused rules the original text."""
    family: str
    """The family that it belongs to."""
    parameters: Mapping[str, Any]
    """The parameters that identify the member of the family."""
    status: Status
    """`proved`: a law of outcomes; `period`: the period of a take-and-break game; `no-law`: there
    is none, or none within the fixed bounds of the search; `limit`: a given limit was reached;
    `refused`: the rules have faults, or a theorem's hypotheses do not hold for them; `poison`: the
    process that surveyed the ruleset died every time, as `sentence` describes (`survey` itself
    never returns such a row)."""
    states: int | None = None
    """The states of the law."""
    numeration: str | None = None
    """The numeration whose digits the law reads."""
    sentence: str | None = None
    """The theorem in a sentence or two; otherwise the reason why there is no theorem."""
    certificate: str | None = None
    """The SHA-256 of the certificate."""
    limit: str | None = None
    """The limit that was reached."""
    seconds: float = 0.0
    """The duration of the survey of this ruleset."""
    positions: int | None = None
    """The number of positions whose exact value was computed for the law; `None` if there was no
    search."""
    text: str | None = field(default=None, repr=False)
    """The certificate itself."""

    def __repr__(self) -> str:
        states = "" if self.states is None else "; 1 state" if self.states == 1 else f"; {self.states} states"
        rules = "; ".join(self.rules.splitlines())
        sentence = textwrap.shorten(self.sentence or "", MOST_SENTENCE, placeholder=" …")
        return f"<Row {self.status}: {sentence}{states}; rules {textwrap.shorten(rules, MOST_SENTENCE, placeholder=' …')}>"

    def _repr_html_(self) -> str:
        known = {name: value for name, value in self.as_dict().items() if value not in (None, "", {})}
        known = {"status": self.status} | known | {"rules": "; ".join(self.rules.splitlines())}
        return table([], [[cell(name, strong=True), cell(value)] for name, value in known.items()], "<b>Row</b>")

    def as_dict(self) -> dict[str, Any]:
        """The fields of the table: all except the certificate itself."""
        fields = asdict(self)
        fields.pop("text")
        return fields


def survey(
    rules: str | Game,
    limits: SurveyLimits = SurveyLimits(),
    *,
    family: str = "",
    parameters: Mapping[str, Any] | None = None,
    heaps: int | None = None,
) -> Row:
    """Searches for a theorem about a ruleset, given as a text or a game. The row depends only on the rules and the limits
    (unless time ended the search, which the row shows), and is the same in this process and on a
    cluster. Raises only `KeyboardInterrupt`, `Defect`, `MemoryError`, and `InputError` if `limits` is not a
    `SurveyLimits`.

    >>> row = survey("heaps 1; move take {1,3} from 1 heap")
    >>> row.status, row.states, row.sentence
    ('proved', 2, 'P if h1 is even, else N.')
    >>> survey("heaps 1; move take -1 from 1 heap").status
    'refused'
    """
    are_limits(limits)
    began = clock.perf_counter()
    known: dict[str, Any] = {"rules": str(rules), "family": family, "parameters": dict(parameters or {})}

    def row(status: Status, **found: Any) -> Row:
        return Row(**known, status=status, seconds=clock.perf_counter() - began, **found)

    try:
        if not isinstance(rules, str | Game):
            message = f"one ruleset is surveyed, a text or a Game, found {short(rules)}; several are `[survey(one) for one in rules]`"
            raise InputError(message, code="game")
        game = rules if isinstance(rules, Game) else Game(rules, heaps=heaps)
        known["rules"] = game.rules
        theorem = game.prove(
            cones=bool(game.letters),
            time=limits.time,
            memory=limits.memory,
            states=limits.states,
            work=limits.work,
        )
    except LimitReached as limit:
        return row("limit", limit=limit.met, sentence=str(limit))
    except NoLaw as reason:
        return row("no-law", sentence=str(reason))
    except Error as fault:
        if fault.code == "defect":
            raise
        return row("refused", sentence=str(fault))
    return row(
        "proved" if theorem.period is None else "period",
        states=theorem.states,
        numeration=theorem.numeration,
        sentence=theorem.sentence,
        certificate=theorem.identity.removeprefix("sha256:"),
        positions=theorem.positions,
        text=theorem.certificate,
    )
