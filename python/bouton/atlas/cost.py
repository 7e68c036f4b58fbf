"""What a survey costs: a model from rows that were measured."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .._survey import Row

__all__ = ["Cost"]


@dataclass(frozen=True)
class Cost:
    """What a ruleset costs on the average, on a core such as those that found the rows.

    >>> Cost(rulesets=100, seconds=50.0, longest=3.0, overhead=0.002, efficiency=0.9).hours(10**6, cores=64)
    2.41...
    """

    rulesets: int
    """How many were measured."""
    seconds: float
    """What they took together, each in a process of its own."""
    longest: float
    """What the longest took."""
    overhead: float = 0.0
    """Seconds that each takes of the one process that hands out the work and keeps the rows."""
    efficiency: float = 1.0
    """Which part of the speed of one worker each of several has."""

    @classmethod
    def of(cls, rows: Iterable[Row], *, overhead: float = 0.0, efficiency: float = 1.0) -> Cost:
        """The costs of some rows."""
        seconds = [row.seconds for row in rows]
        return cls(len(seconds), sum(seconds), max(seconds, default=0.0), overhead, efficiency)

    @property
    def mean(self) -> float:
        """Seconds for one ruleset."""
        return self.seconds / self.rulesets if self.rulesets else 0.0

    def hours(self, rulesets: int, *, cores: int) -> float:
        """The hours that so many rulesets of the same kinds take on so many cores.

        The work is parted among the cores; the one process at the head has its own, which is not; and
        the last rulesets wait for the longest.
        """
        working = rulesets * self.mean / (cores * self.efficiency) + self.longest
        return max(working, rulesets * self.overhead) / 3600

    def cores(self) -> int:
        """With more cores than so many the process at the head is what takes longest."""
        return int(self.mean / (self.overhead * self.efficiency)) if self.overhead else 0
