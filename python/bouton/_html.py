"""HTML for notebooks: what a value shows below a cell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

__all__ = ["Cell", "cell", "grid", "table"]

Cell = str
"""A cell of a table, as HTML."""

_BORDER = "border:1px solid #8888;padding:1px 6px;text-align:center"


def cell(text: object, *, strong: bool = False, paint: str | None = None) -> Cell:
    """A text as a cell; `paint` is the colour behind it, with letters that are readable on it.

    >>> cell("<3", strong=True)
    '<td style="border:1px solid #8888;padding:1px 6px;text-align:center"><b>&lt;3</b></td>'
    """
    inner = f"<b>{escape(str(text))}</b>" if strong else escape(str(text))
    return f'<td style="{_BORDER}{_painted(paint)}">{inner}</td>'


def _painted(paint: str | None) -> str:
    if paint is None:
        return ""
    red, green, blue = (int(paint[at : at + 2], 16) for at in (1, 3, 5))
    dark = 0.3 * red + 0.59 * green + 0.11 * blue < 140
    return f";background:{paint};color:{'#fff' if dark else '#000'}"


def table(head: Sequence[str], rows: Iterable[Sequence[Cell]], caption: str) -> str:
    """A table with a caption above it; the captions are HTML, and the words of the head are texts."""
    heads = "".join(f'<th style="{_BORDER}">{escape(name)}</th>' for name in head)
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    top = f"<thead><tr>{heads}</tr></thead>" if head else ""
    return (
        '<table style="border-collapse:collapse"><caption style="text-align:left;white-space:nowrap">'
        f"{caption}</caption>{top}<tbody>{body}</tbody></table>"
    )


def grid(rows: Sequence[Sequence[Cell]], across: str, up: str, names: Sequence[str], caption: str) -> str:
    """Values of two coordinates: the first row is the lowest. `names` are the numbers of the columns."""
    heads = [f'<th style="{_BORDER}">{escape(name)}</th>' for name in names]
    corner = f'<th style="{_BORDER}">{escape(up)} \\ {escape(across)}</th>'
    lines = [[f'<th style="{_BORDER}">{number}</th>', *row] for number, row in enumerate(rows)]
    return table([], [*reversed(lines), [corner, *heads]], caption)
