"""The work of a worker: pure functions of rulesets and certificates."""

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
    """A ruleset to survey."""

    rules: str
    """The rules."""
    family: str
    """The family that it belongs to."""
    parameters: Mapping[str, Any]
    """The parameters that identify the member of the family."""
    limits: SurveyLimits
    """The limits of the survey."""


@dataclass(frozen=True)
class Recheck:
    """A certificate to check again."""

    rules: str
    """The ruleset that it must be about."""
    identity: str
    """The SHA-256 that it must have."""
    certificate: str
    """Its text."""
    time: float = 300.0
    """The limit of time for the check, in seconds."""
    memory: int | str = "2G"
    """The limit of memory for the check, in bytes."""


Survey = Callable[[Question], Row]
"""A function that returns the row of a ruleset."""


def survey_of(question: Question) -> Row:
    """The row of a ruleset.

    >>> survey_of(Question("heaps 1; move take {1,3} from 1 heap", "some", {}, SurveyLimits())).sentence
    'P if h1 is even, else N.'
    """
    return survey(question.rules, question.limits, family=question.family, parameters=question.parameters)


def recheck(task: Recheck) -> Verdict:
    """The verdict of the checker on a certificate; it must also be the certificate that the row
    names.

    >>> recheck(Recheck("take-three", "0", "no certificate")).step
    'decode'
    """
    began = clock.perf_counter()
    step: str | None
    claim: str | None
    try:
        # Bytes, which are never the path of a file.
        found = check(task.certificate.encode(), time=task.time, memory=task.memory)
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
