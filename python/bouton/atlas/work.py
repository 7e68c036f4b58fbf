"""What a worker does: pure functions of rulesets and certificates."""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .._survey import Row, SurveyLimits, survey
from ..errors import LimitReached
from ..theorem import check
from .store import Verdict

__all__ = ["Question", "Recheck", "Survey", "recheck", "survey_of"]


@dataclass(frozen=True)
class Question:
    """A ruleset that is to be surveyed."""

    rules: str
    """The rules."""
    family: str
    """The family that it belongs to."""
    parameters: Mapping[str, Any]
    """Which member of the family it is."""
    limits: SurveyLimits
    """What it may cost."""


@dataclass(frozen=True)
class Recheck:
    """A certificate that is to be checked again."""

    rules: str
    """The ruleset that it is to be about."""
    identity: str
    """The SHA-256 that it is to have."""
    certificate: str
    """Its text."""
    time: float = 300.0
    """Seconds that the check may take."""
    memory: int | str = "2G"
    """Bytes that it may take."""


Survey = Callable[[Question], Row]
"""What makes a row of a ruleset."""


def survey_of(question: Question) -> Row:
    """The row of a ruleset.

    >>> survey_of(Question("heaps 1; move take {1,3} from 1 heap", "some", {}, SurveyLimits())).sentence
    'P if h1 is even, else N.'
    """
    return survey(question.rules, question.limits, family=question.family, parameters=question.parameters)


def recheck(task: Recheck) -> Verdict:
    """What the checker says of a certificate, and whether it is the one that the row means.

    >>> recheck(Recheck("take-three", "0", "no certificate")).step
    'decode'
    """
    began = clock.perf_counter()
    step: str | None
    claim: str | None
    try:
        found = check(task.certificate, time=task.time, memory=task.memory)
    except LimitReached as limit:
        accepted, claim, step = False, None, f"limit: {limit.met}"
    else:
        accepted, claim, step = found.accepted, found.claim, found.step
        if accepted and found.identity != f"sha256:{task.identity}":
            accepted, step = False, "identity"
        elif accepted and _nameless(found.rules or "") != _nameless(task.rules):
            accepted, step = False, "rules"
    seconds = clock.perf_counter() - began
    return Verdict(
        rules=task.rules, certificate=task.identity, accepted=accepted, claim=claim, step=step, seconds=seconds
    )


def _nameless(rules: str) -> list[str]:
    return [line for line in rules.splitlines() if not line.startswith("game ")]
