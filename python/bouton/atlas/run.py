"""The survey of a family, in this process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from ..errors import RulesError
from ..game import Game
from .._survey import Row, SurveyLimits, survey
from .families import Family, Member
from .store import Store

__all__ = ["Summary", "run"]


@dataclass
class Summary:
    """What a run has come to."""

    statuses: Counter[str] = field(default_factory=Counter)
    """How many rulesets of the family have each status, earlier runs included."""
    surveyed: int = 0
    """How many were surveyed by this run."""
    left: int = 0
    """How many are left to be surveyed."""


def canonical(member: Member) -> str:
    """The rules by which interchangeable members are known: the canonical ones, without a name."""
    try:
        rules = Game(member.rules).rules
    except RulesError:
        return member.rules
    return "\n".join(line for line in rules.splitlines() if not line.startswith("game "))


def run(
    family: Family,
    store: Store,
    limits: SurveyLimits = SurveyLimits(),
    *,
    most: int | None = None,
    batch: int = 50,
    tell: Callable[[Row], object] = lambda _: None,
) -> Summary:
    """Surveys the members of a family that the store has not yet, `most` of them; keeps every `batch`.

    Members with the same rules are surveyed once. What is kept is whole at every moment, so a run that is
    killed loses at most a batch, and the next one does it again.
    """
    known = store.rows(family.name)
    summary = Summary(Counter(row.status for row in known))
    done, kept = {row.rules for row in known}, list[Row]()

    def keep() -> None:
        store.add(kept)
        kept.clear()

    try:
        for member in family.members():
            rules = canonical(member)
            if rules in done:
                continue
            done.add(rules)
            if most is not None and summary.surveyed >= most:
                summary.left += 1
                continue
            row = survey(rules, limits, family=family.name, parameters=member.parameters)
            kept.append(row)
            summary.statuses[row.status] += 1
            summary.surveyed += 1
            tell(row)
            if len(kept) >= batch:
                keep()
    finally:
        keep()
    return summary
