"""Writes the numbers of docs/atlas.md, between its marks, from the dataset in `atlas/`.

    python tools/atlas_page.py            # after a survey
    python tools/atlas_page.py --check    # whether they are up to date
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from pathlib import Path

from atlas_conjectures import CONJECTURES, TWINS, standing, twins
from atlas_picture import picture
from bouton import Row
from bouton.atlas import FAMILIES, Cost, Store

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/atlas.md"
PICTURE = ROOT / "docs/pictures/atlas.svg"
DATASET = ROOT / "atlas"
STATUSES = ("proved", "period", "no-law", "limit", "refused", "poison")
LARGEST = 3
"""The number of largest laws on the page, in addition to the largest law of each family."""


def rows() -> dict[str, list[Row]]:
    """The rows of every family of the dataset."""
    store = Store(DATASET)
    return {name: store.rows(name) for name in FAMILIES if name in store.families()}


def shares(found: dict[str, list[Row]]) -> str:
    """The number of surveyed rulesets of each family, and the number with each status."""
    head = f"| family | games | surveyed | {' | '.join(STATUSES)} | with a theorem |"
    lines = [head, "|---" * (len(STATUSES) + 4) + "|"]
    everything = [row for members in found.values() for row in members]
    games = {name: sum(1 for _ in FAMILIES[name].games()) for name in found}
    games["**all**"] = sum(games.values())
    for name, members in [*found.items(), ("**all**", everything)]:
        counts = Counter[str](row.status for row in members)
        theorems = (counts["proved"] + counts["period"]) / len(members)
        told = " | ".join(str(counts[status]) for status in STATUSES)
        label = name if name.startswith("*") else f"`{name}`"
        lines.append(f"| {label} | {games[name]} | {len(members)} | {told} | {theorems:.0%} |")
    return "\n".join(lines)


def size(row: Row) -> int:
    """The states of a law, or the length of a period."""
    period = re.match(r"g\(n \+ (\d+)\) = g\(n\)", row.sentence or "")
    return int(period[1]) if row.status == "period" and period else row.states or 0


def largest_rows(found: dict[str, list[Row]]) -> list[Row]:
    """The laws with the most states, and the largest one, or the longest period, of each family."""

    def sizes(rows: list[Row]) -> list[Row]:
        return sorted((row for row in rows if size(row)), key=lambda row: (-size(row), row.rules))

    laws = [row for members in found.values() for row in members if row.status == "proved"]
    several = sizes(laws)[:LARGEST]
    return several + [row for rows in found.values() for row in sizes(rows)[:1] if row not in several]


def one_line(rules: str) -> str:
    """Rules as they are written on a command line."""
    return "; ".join(line for line in rules.splitlines() if not line.startswith("game "))


def largest(found: dict[str, list[Row]]) -> str:
    """The laws with the most states, each with its certificate."""
    lines = ["| states, or period | family | rules | certificate |", "|---|---|---|---|"]
    lines += [
        f"| {size(row)} | `{row.family}` | `{one_line(row.rules)}` | [`{row.certificate[:12]}…`](../atlas/certs/{row.certificate}.cert) |"
        for row in largest_rows(found)
        if row.certificate is not None
    ]
    return "\n".join(lines)


def conjectures(found: dict[str, list[Row]]) -> str:
    """The conjectures: the number of members for which each is proved, and the smallest unproved
    member."""
    lines = ["| conjecture | proved for | smallest unproved member |", "|---|---|---|"]
    for conjecture in CONJECTURES:
        now = standing(conjecture, found[conjecture.family])
        smallest = one_line(now.open[0].rules) if now.open else conjecture.beyond
        lines.append(f"| **{conjecture.name}.** {conjecture.statement} | {now.proved} members | `{smallest}` |")
    for pair in TWINS:
        same, _, missing = twins(pair, found["moore"])
        smallest = one_line(missing[0].rules) if missing else f"heaps 5, {pair.one}"
        lines.append(f"| **The same law.** In the family `moore`, {pair.statement}. | {len(same)} pairs | `{smallest}` |")
    return "\n".join(lines)


def limits(found: dict[str, list[Row]]) -> str:
    """The limits that were reached."""
    met = Counter(row.limit for members in found.values() for row in members if row.status == "limit")
    told = ", ".join(f"{count} by {name}" for name, count in met.most_common())
    lines = [f"Of the searches that a limit ended, {told}.", "", "| steps of work for a ruleset | families |", "|---|---|"]
    store, by = Store(DATASET), dict[int, list[str]]()
    for name in found:
        by.setdefault(json.loads(store.about(name)["limits"])["work"], []).append(f"`{name}`")
    lines += [f"| {work} | {', '.join(names)} |" for work, names in sorted(by.items())]
    return "\n".join(lines)


def cost(found: dict[str, list[Row]]) -> str:
    """The cost of a larger survey, estimated from the rows."""
    measured = Cost.of(row for members in found.values() for row in members)
    lines = [
        f"{measured.rulesets} rulesets took {measured.seconds / 3600:.2f} core hours, "
        f"{measured.mean:.3f} s each on the average, {measured.longest:.1f} s at most.",
        "",
        "| machines of 8 cores | hours for 10⁶ rulesets |",
        "|---|---|",
        *(f"| {machines} | {measured.hours(10**6, cores=8 * machines):.1f} |" for machines in (1, 4, 16, 64)),
    ]
    return "\n".join(lines)


BLOCKS = {"shares": shares, "limits": limits, "largest": largest, "cost": cost, "conjectures": conjectures}


def page(text: str, found: dict[str, list[Row]]) -> str:
    """The page with updated numbers."""

    def block(match: re.Match[str]) -> str:
        return f"<!-- {match[1]} -->\n{BLOCKS[match[1]](found)}\n<!-- /{match[1]} -->"

    return re.sub(r"<!-- (\w+) -->\n.*?<!-- /\1 -->", block, text, flags=re.DOTALL)


def main() -> int:
    """Writes the page; with `--check` it only reports whether the page is up to date."""
    text, found = PAGE.read_text(encoding="utf-8"), rows()
    written, drawn = page(text, found), picture(found)
    if "--check" in sys.argv[1:]:
        return int(written != text or drawn != PICTURE.read_text(encoding="utf-8"))
    PAGE.write_text(written, encoding="utf-8")
    PICTURE.write_text(drawn, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
