"""Compares the speed of two workers with one, and measures the cost of a ruleset for the process
that distributes the work.

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
    """The time of a survey of `count` rulesets, in seconds, without the start of the cluster."""
    family = FAMILIES["passes"]
    some = Family("some", "", lambda: islice(family.members(), count))
    with tempfile.TemporaryDirectory() as folder, Cluster(workers=workers, memory=1 << 30) as cluster:
        # Every worker has started its process before the measurement begins.
        list(cluster.map(abs, range(8 * workers)))
        return run(some, Store(folder), LIMITS, workers=cluster).seconds


def overhead(count: int = 2000) -> float:
    """The time for a call of a function that does almost nothing, on one worker, in seconds."""
    with Cluster(workers=1) as cluster:
        list(cluster.map(abs, range(8)))
        began = time.monotonic()
        assert sum(1 for _ in cluster.map(abs, range(count))) == count
        return (time.monotonic() - began) / count


def main() -> None:
    """Prints the measurements."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    one, two = seconds(1, count), seconds(2, count)
    print(f"{count} rulesets: one worker {one:.1f} s, two workers {two:.1f} s, {one / two:.2f} times as fast")
    print(f"{overhead() * 1000:.2f} ms a ruleset for the process at the head")


if __name__ == "__main__":
    main()
