"""The picture of the atlas: the shares of the statuses among the rulesets of each family."""

from __future__ import annotations

from collections import Counter
from xml.sax.saxutils import escape

from bouton import Row

COLOURS = {
    "proved": "#2f6f4f",
    "period": "#6fae8d",
    "no-law": "#d9c27a",
    "limit": "#d9d4c7",
    "refused": "#b58a8a",
    "poison": "#7a2f2f",
}
WIDTH, LEFT, RIGHT, LINE, BAR, TOP = 760, 110, 60, 26, 18, 44


def picture(found: dict[str, list[Row]]) -> str:
    """The picture as SVG; it depends only on the rows."""
    height = TOP + LINE * len(found) + 10
    room = WIDTH - LEFT - RIGHT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        'font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
    ]
    known = {str(row.status) for rows in found.values() for row in rows}
    x = LEFT
    for status in (status for status in COLOURS if status in known):
        lines.append(f'<rect x="{x}" y="12" width="12" height="12" fill="{COLOURS[status]}"/>')
        lines.append(f'<text x="{x + 17}" y="23" fill="#333333">{status}</text>')
        x += 90
    for at, (name, rows) in enumerate(found.items()):
        y = TOP + LINE * at
        lines.append(f'<text x="{LEFT - 8}" y="{y + 14}" text-anchor="end" fill="#333333">{escape(name)}</text>')
        counts, x0 = Counter[str](row.status for row in rows), float(LEFT)
        for status, colour in COLOURS.items():
            width = room * counts[status] / len(rows)
            if width:
                title = f"<title>{counts[status]} {status}</title>"
                place = f'x="{x0:.1f}" y="{y}" width="{width:.1f}" height="{BAR}"'
                lines.append(f'<rect {place} fill="{colour}">{title}</rect>')
            x0 += width
        lines.append(f'<text x="{WIDTH - RIGHT + 8}" y="{y + 14}" fill="#777777">{len(rows)}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"
