"""`python -m bouton.atlas FAMILY --out DIR`."""

from __future__ import annotations

import argparse
import signal
import sys
from contextlib import ExitStack

from .._survey import Row, SurveyLimits
from ..errors import InputError
from .cost import Cost
from .families import FAMILIES, Family
from .run import PART, Summary, bytes_of, check, run
from .store import OtherLimits, Store, StoreError
from .workers import Cluster, ClusterError, Here, Workers

ALL = "all"


def parser() -> argparse.ArgumentParser:
    """The options of the command."""
    known = "\n".join(f"  {family.name:<14}{family.about}" for family in FAMILIES.values())
    options = argparse.ArgumentParser(
        prog="python -m bouton.atlas",
        description="Classify every ruleset of a family: proved, periodic, no law within limits, refused.",
        epilog=f"families:\n{known}\n  {ALL:<14}all of them, one after the other",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    limits = SurveyLimits()
    add = options.add_argument
    add("family", choices=[*FAMILIES, ALL], metavar="FAMILY", help="which one; see below")
    add("--out", required=True, metavar="DIR", help="the store of rows and certificates: a folder, or a URL that fsspec knows")
    what = options.add_argument_group("actions")
    add = what.add_argument
    add("--check", action="store_true", help="then check every certificate again, by other workers")
    add("--check-only", action="store_true", help="survey nothing, check the stored certificates")
    add("--cost", type=int, metavar="N", help="survey nothing, estimate the cost of N rulesets of these kinds")
    add("--most", type=int, metavar="N", help="survey no more rulesets in this run")
    add("--part", type=int, default=PART, metavar="N", help="rulesets in a file (default: %(default)s)")
    add("--note", default="", metavar="TEXT", help="a note for the files")
    who = options.add_argument_group("workers")
    add = who.add_argument
    add("--scheduler", metavar="tcp://HOST:PORT", help="a Dask cluster (default: one on this machine)")
    add("--workers", type=int, default=2, metavar="N", help="of the cluster on this machine; 0: this process (default: %(default)s)")
    cost = options.add_argument_group("limits of each ruleset")
    add = cost.add_argument
    add("--work", type=int, default=limits.work, metavar="N", help="steps, each of 5 to 500 ns (default: %(default)s)")
    add("--memory", default=limits.memory, metavar="BYTES", help="for example 2G (default: %(default)s)")
    add("--states", type=int, default=limits.states, metavar="N", help="of a law (default: %(default)s)")
    add("--time", type=float, default=limits.time, metavar="S", help="seconds, for what is not counted (default: %(default)s)")
    add("--process-memory", metavar="BYTES", help="of the process of a ruleset, which is ended beyond it (default: twice --memory)")
    return options


def main(arguments: list[str] | None = None) -> int:
    """Surveys a family. The exit status is 130 after Ctrl-C or SIGTERM, when the results so far are
    kept, and 1 if a certificate was refused or the store cannot be written."""
    options = parser().parse_args(arguments)
    families = list(FAMILIES.values()) if options.family == ALL else [FAMILIES[options.family]]
    store = Store(options.out, note=options.note)
    if options.cost is not None:
        rows = [row for family in families for row in store.rows(family.name)]
        sys.stdout.write(costs(Cost.of(rows), options.cost))
        return 0
    try:
        limits = SurveyLimits(work=options.work, memory=options.memory, states=options.states, time=options.time)
    except InputError as reason:
        parser().error(str(reason))
    refused = 0
    try:
        with ExitStack() as held:
            workers: Workers = Here()
            if options.scheduler or options.workers:
                memory = options.process_memory or 2 * bytes_of(limits)
                process = bytes_of(SurveyLimits(memory=memory))
                cluster = Cluster(options.scheduler, workers=options.workers, memory=process)
                workers = held.enter_context(cluster)
            for family in families:
                by: dict[str, str] = {}
                if not options.check_only:
                    found = run(family, store, limits, workers=workers, most=options.most, part=options.part, tell=tell)
                    sys.stdout.write(told(family, found))
                    by = found.by
                if options.check or options.check_only:
                    checks = check(family.name, store, workers=workers, by=by)
                    refused += len(checks.refused)
                    for verdict in checks.refused:
                        sys.stdout.write(f"REFUSED {verdict.certificate}: {verdict.step} ({verdict.rules!r})\n")
                    sys.stdout.write(f"{family.name}: {checks.accepted} certificates accepted, {len(checks.refused)} refused\n")
                sys.stdout.flush()
    except KeyboardInterrupt:
        sys.stderr.write("\nstopped; the same command continues\n")
        return 130
    except OtherLimits as reason:
        # The same command would end here again.
        sys.stderr.write(f"error: {reason}\n")
        return 1
    except (StoreError, ClusterError) as reason:
        sys.stderr.write(f"error: {reason}\nthe stored rows remain; the same command continues\n")
        return 1
    return 1 if refused else 0


def told(family: Family, found: Summary) -> str:
    """The result of a run, in a line."""
    counts = ", ".join(f"{count} {status}" for status, count in sorted(found.statuses.items()))
    left = f"; {found.left} left" if found.left else ""
    return f"{family.name}: {counts} ({found.surveyed} in this run, {found.seconds:.1f} s{left})\n"


def tell(row: Row) -> None:
    """Shows a line about a row, on a terminal."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K{row.status:>8}  {row.rules[:60]!r}")


def costs(cost: Cost, rulesets: int) -> str:
    """The time for a number of rulesets on machines with eight cores."""
    lines = [
        f"measured: {cost.rulesets} rulesets, {cost.mean:.3f} s each on the average, {cost.longest:.1f} s at most",
        f"{rulesets} rulesets, on machines of 8 such cores:",
        *(f"{machines:>6} machines  {cost.hours(rulesets, cores=8 * machines):>8.1f} h" for machines in (1, 4, 16, 64)),
    ]
    return "\n".join(lines) + "\n"


def _stop(*_: object) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    # After SIGTERM, too, the results are kept; and SIGINT is ignored in a background job unless it
    # is set here.
    signal.signal(signal.SIGINT, _stop)
    signal.signal(signal.SIGTERM, _stop)
    sys.exit(main())
