"""The survey of a family, and the second check of its certificates."""

from __future__ import annotations

import json
import time as clock
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from .. import _bouton
from .._limits import limits as limits_of
from .._repr import short
from .._survey import Row, SurveyLimits, are_limits
from ..errors import Error, InputError
from ..game import Game
from .families import Family
from .isolated import Poisoned
from .store import OtherLimits, Store, StoreError, Verdict
from .work import Question, Recheck, Survey, recheck, survey_of
from .workers import Here, Outcome, Workers

__all__ = ["PART", "Checks", "Summary", "check", "run"]

PART = 100
"""The number of rulesets in a file."""
KEEP_EVERY = 60.0
"""The results are stored after this number of seconds, even if a file is not complete."""
GRACE = 600.0
"""The number of seconds after the limit of time before a search is killed. On a busy machine a
search may need many of them to notice the limit, and such a ruleset is not poison."""


@dataclass
class Summary:
    """The result of a run."""

    statuses: Counter[str] = field(default_factory=Counter)
    """The number of rulesets of the family with each status, including earlier runs."""
    surveyed: int = 0
    """The number of rulesets that this run surveyed."""
    left: int = 0
    """The number of rulesets left to survey."""
    seconds: float = 0.0
    """The duration of this run, in seconds."""
    by: dict[str, str] = field(default_factory=dict, repr=False)
    """For each certificate of this run, the worker that found it."""


def run(
    family: Family,
    store: Store,
    limits: SurveyLimits = SurveyLimits(),
    *,
    workers: Workers | None = None,
    most: int | None = None,
    part: int = PART,
    tell: Callable[[Row], object] = lambda _: None,
    survey: Survey = survey_of,
    grace: float = GRACE,
) -> Summary:
    """Surveys the games of a family that are not in the store yet, at most `most` of them. A
    process that works for `grace` seconds longer than the limit of time is killed.

    The stored results are complete at every moment. A run that is killed loses the results that it
    had not stored, and the next run computes them again. It must use the same limits: others are
    refused, because rows under different limits cannot be compared. The rows do not depend on the
    workers, except for `seconds`.
    """
    if not isinstance(family, Family):
        raise InputError(f"family is a Family, as in FAMILIES[\"octal\"], found {short(family)}", code="usage")
    are_limits(limits)
    _is_store(store)
    began = clock.monotonic()
    summary = Summary()
    members = list(family.games())
    games = {_key(member.parameters): member for member in members}
    if len(games) < len(members):
        raise ValueError(f"two games of the family {family.name} have the same parameters")
    places = {key: at // part for at, key in enumerate(games)}
    known = _known(store, family, places, limits, part)
    for rows in known.values():
        summary.statuses.update(row.status for row in rows.values())
    missing = [key for key, place in places.items() if key not in known[place]]
    asked = missing[:most]
    summary.left = len(missing) - len(asked)
    questions = [Question(games[key].rules, family.name, games[key].parameters, limits) for key in asked]
    whole = Counter(places.values())
    about = _about(limits, part)
    open_parts: set[int] = set()
    kept = clock.monotonic()

    def keep(place: int) -> None:
        order = [key for key in games if places[key] == place and key in known[place]]
        store.put(family.name, place, [known[place][key] for key in order], about)
        open_parts.discard(place)

    try:
        time = None if limits.time is None else limits.time + grace
        for outcome in (workers or Here()).map(survey, questions, time=time):
            row = _row(questions[outcome.index], outcome)
            place = places[asked[outcome.index]]
            known[place][asked[outcome.index]] = row
            open_parts.add(place)
            summary.statuses[row.status] += 1
            summary.surveyed += 1
            if row.certificate is not None:
                summary.by[row.certificate] = outcome.worker
            tell(row)
            if len(known[place]) == whole[place]:
                keep(place)
            if clock.monotonic() - kept > KEEP_EVERY:
                kept = clock.monotonic()
                for place in sorted(open_parts):
                    keep(place)
        if summary.surveyed < len(asked):
            raise RuntimeError(f"of {len(asked)} rulesets {summary.surveyed} were surveyed: this is a defect")
    finally:
        for place in sorted(open_parts):
            keep(place)
    summary.seconds = clock.monotonic() - began
    return summary


@dataclass
class Checks:
    """The result of a second check of certificates."""

    accepted: int = 0
    """The number of certificates that the checker accepts, including earlier runs."""
    refused: list[Verdict] = field(default_factory=list)
    """The certificates that it does not accept."""
    checked: int = 0
    """The number of certificates that this run checked."""
    seconds: float = 0.0
    """The duration of this run, in seconds."""


def check(
    family: str,
    store: Store,
    *,
    workers: Workers | None = None,
    by: Mapping[str, str] | None = None,
    again: bool = False,
) -> Checks:
    """Checks the certificates of the rows of a family again, in another process than the one that
    found them. If `by` contains the worker that found a certificate, another worker checks it.

    The check covers the file: it must have the digest of the row and be about the rules of the row.
    Earlier verdicts are kept, unless `again` requests a new check.
    """
    if not isinstance(family, str):
        raise InputError(f"family is the name of a family, as in \"octal\", found {short(family)}", code="usage")
    _is_store(store)
    began = clock.monotonic()
    found = Checks()
    told: dict[int, dict[str, Verdict]] = defaultdict(dict)
    needed: dict[int, list[Row]] = {}
    questions: list[tuple[int, Recheck]] = []
    done = set() if again else set(store.checked(family))
    for part in store.parts(family):
        needed[part] = [row for row in store.rows(family, part) if row.certificate is not None]
        if part in done:
            told[part] = {verdict.rules: verdict for verdict in store.verdicts(family, part)}
        for row in needed[part]:
            verdict = told[part].get(row.rules)
            if verdict is None or verdict.certificate != row.certificate:
                questions.append((part, Recheck(row.rules, str(row.certificate), _text(store, row))))
    apart = {at: (by or {})[task.identity] for at, (_, task) in enumerate(questions) if task.identity in (by or {})}
    tasks = [task for _, task in questions]
    left = Counter(part for part, _ in questions)
    time = max((task.time for task in tasks), default=0.0) + GRACE
    for outcome in (workers or Here()).map(recheck, tasks, time=time, apart=apart):
        part, task = questions[outcome.index]
        told[part][task.rules] = _verdict(task, outcome)
        found.checked += 1
        left[part] -= 1
        if not left[part]:
            store.put_verdicts(family, part, [told[part][row.rules] for row in needed[part]])
    verdicts = [told[part][row.rules] for part, rows in needed.items() for row in rows]
    found.refused = [verdict for verdict in verdicts if not verdict.accepted]
    found.accepted = len(verdicts) - len(found.refused)
    found.seconds = clock.monotonic() - began
    return found


def _is_store(store: object) -> None:
    """Raises `InputError` for anything but a store."""
    if not isinstance(store, Store):
        raise InputError(f"store is a Store, as in Store(\"atlas\"), found {short(store)}", code="usage")


def _text(store: Store, row: Row) -> str:
    try:
        return store.certificate(row)
    except (FileNotFoundError, UnicodeDecodeError):
        # The checker refuses an empty text.
        return ""


def _verdict(task: Recheck, outcome: Outcome) -> Verdict:
    if isinstance(outcome.found, Poisoned):
        step = f"{outcome.found.met}: {outcome.found.told}"
        return Verdict(rules=task.rules, certificate=task.identity, accepted=False, step=step)
    verdict: Verdict = outcome.found.result
    return verdict


def _row(question: Question, outcome: Outcome) -> Row:
    """The row of a ruleset; if no process survived it, a row with the status `poison`."""
    if not isinstance(outcome.found, Poisoned):
        row: Row = outcome.found.result
        return row
    try:
        rules = Game(question.rules).rules
    except Error:
        rules = question.rules
    return Row(
        rules=rules,
        family=question.family,
        parameters=question.parameters,
        status="poison",
        limit=outcome.found.met,
        sentence=outcome.found.told,
    )


def _key(parameters: Mapping[str, Any]) -> str:
    return json.dumps(dict(parameters), sort_keys=True)


def _about(limits: SurveyLimits, part: int) -> dict[str, str]:
    told = {**asdict(limits), "memory": bytes_of(limits)}
    return {"version": _bouton.VERSION, "limits": json.dumps(told, sort_keys=True), "part": str(part)}


def _otherwise(family: str, about: Mapping[str, str], mine: Mapping[str, str]) -> str:
    """The options that the rows of a store were found with, where they are not those of this run."""

    def options(of: Mapping[str, str]) -> dict[str, Any]:
        return {**json.loads(of.get("limits", mine["limits"])), "part": int(of.get("part", mine["part"]))}

    theirs, ours = options(about), options(mine)
    names = [name for name in ours if theirs.get(name) != ours[name]]
    there = " ".join(f"--{name} {theirs.get(name)}" for name in names)
    here = " ".join(f"--{name} {ours[name]}" for name in names)
    return (
        f"the rows of {family} in this folder were found with {there}, and this run has {here}: rows under different "
        f"limits cannot be compared. Continue with {there}, or choose another folder"
    )


def bytes_of(limits: SurveyLimits) -> int:
    return limits_of(None, limits.memory).memory or 0


def _known(
    store: Store, family: Family, places: Mapping[str, int], limits: SurveyLimits, part: int
) -> dict[int, dict[str, Row]]:
    """The rows of each part in the store, which must be about this family and under these
    limits."""
    about, mine = store.about(family.name), _about(limits, part)
    if about.get("limits", mine["limits"]) != mine["limits"] or about.get("part", mine["part"]) != mine["part"]:
        raise OtherLimits(_otherwise(family.name, about, mine))
    known: dict[int, dict[str, Row]] = defaultdict(dict)
    for number in store.parts(family.name):
        for row in store.rows(family.name, number):
            key = _key(row.parameters)
            if places.get(key) != number:
                message = f"the store has a row that does not belong to the family {family.name}: {key}; use another folder"
                raise StoreError(message)
            known[number][key] = row
    return known
