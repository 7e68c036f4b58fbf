"""The cost of a survey: a model based on measured rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .._survey import Row

__all__ = ["Cost"]


@dataclass(frozen=True)
class Cost:
    """The average cost of a ruleset, on a core such as those that computed the rows.

    >>> Cost(rulesets=100, seconds=50.0, longest=3.0, overhead=0.002, efficiency=0.9).hours(10**6, cores=64)
    2.41...
    """

    rulesets: int
    """The number of measured rulesets."""
    seconds: float
    """Their total time in seconds, each in its own process."""
    longest: float
    """The longest time, in seconds."""
    overhead: float = 0.0
    """The time in seconds that each ruleset takes in the one process that distributes the work and
    stores the rows."""
    efficiency: float = 1.0
    """The speed of each of several workers, as a fraction of the speed of a single worker."""

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
        """The hours that a number of rulesets of the same kinds take on `cores` cores.

        The work is divided among the cores, except for the work of the one process at the head; and
        the end of the survey waits for the longest ruleset.
        """
        working = rulesets * self.mean / (cores * self.efficiency) + self.longest
        return max(working, rulesets * self.overhead) / 3600

    def cores(self) -> int:
        """The number of cores above which the process at the head takes longest."""
        return int(self.mean / (self.overhead * self.efficiency)) if self.overhead else 0
