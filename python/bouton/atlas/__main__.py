"""`python -m bouton.atlas FAMILY --out DIR`."""

from __future__ import annotations

import argparse
import sys

from .._survey import Row, SurveyLimits
from .families import FAMILIES
from .run import run
from .store import Store


def main(arguments: list[str] | None = None) -> int:
    """Surveys a family; the exit status is 130 after Ctrl-C, when what was found is kept."""
    known = "\n".join(f"  {family.name:<14}{family.about}" for family in FAMILIES.values())
    parser = argparse.ArgumentParser(
        prog="python -m bouton.atlas",
        description="Classify every ruleset of a family: proved, periodic, no law within limits, refused.",
        epilog=f"families:\n{known}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    limits = SurveyLimits()
    parser.add_argument("family", choices=FAMILIES, metavar="FAMILY", help="which one; see below")
    parser.add_argument("--out", required=True, metavar="DIR", help="where the rows and certificates are kept")
    parser.add_argument("--time", type=float, default=limits.time, metavar="S", help="seconds for each ruleset")
    parser.add_argument("--memory", default=limits.memory, metavar="BYTES", help="for each, for example 2G")
    parser.add_argument("--states", type=int, default=limits.states, metavar="N", help="of a law")
    parser.add_argument("--most", type=int, metavar="N", help="survey no more rulesets in this run")
    options = parser.parse_args(arguments)

    def tell(row: Row) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\033[K{row.status:>8}  {row.rules[:60]!r}")

    store = Store(options.out)
    limits = SurveyLimits(time=options.time, memory=options.memory, states=options.states)
    try:
        found = run(FAMILIES[options.family], store, limits, most=options.most, tell=tell)
    except KeyboardInterrupt:
        sys.stderr.write("\nstopped; the same command goes on\n")
        return 130
    told = ", ".join(f"{count} {status}" for status, count in sorted(found.statuses.items()))
    left = f"; {found.left} left" if found.left else ""
    sys.stdout.write(f"{options.family}: {told} ({found.surveyed} in this run{left})\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
