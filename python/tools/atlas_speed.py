"""Measures two workers against one, and what a ruleset costs the process that hands out the work.

    python tools/atlas_speed.py [RULESETS]
"""

from __future__ import annotations

import sys
import tempfile
import time
from itertools import islice

from bouton import SurveyLimits
from bouton.atlas import FAMILIES, Cluster, Family, Store, run

LIMITS = SurveyLimits(work=30_000_000, memory="256M", states=500)


def seconds(workers: int, count: int) -> float:
    """How long a survey of so many rulesets takes, the start of the cluster left out."""
    family = FAMILIES["passes"]
    some = Family("some", "", lambda: islice(family.members(), count))
    with tempfile.TemporaryDirectory() as folder, Cluster(workers=workers, memory=1 << 30) as cluster:
        # Every worker has begun the process beside it before the clock starts.
        list(cluster.map(abs, range(8 * workers)))
        return run(some, Store(folder), LIMITS, workers=cluster).seconds


def overhead(count: int = 2000) -> float:
    """Seconds for a call of a function that does nothing, on one worker."""
    with Cluster(workers=1) as cluster:
        list(cluster.map(abs, range(8)))
        began = time.monotonic()
        assert sum(1 for _ in cluster.map(abs, range(count))) == count
        return (time.monotonic() - began) / count


def main() -> None:
    """Prints what was measured."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    one, two = seconds(1, count), seconds(2, count)
    print(f"{count} rulesets: one worker {one:.1f} s, two workers {two:.1f} s, {one / two:.2f} times as fast")
    print(f"{overhead() * 1000:.2f} ms a ruleset for the process at the head")


if __name__ == "__main__":
    main()
