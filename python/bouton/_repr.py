"""Short representations of documents."""

from __future__ import annotations

import dataclasses
from html import escape
from typing import TYPE_CHECKING, Any

from ._bouton import decimal
from ._hints import no_attribute
from ._html import cell, table

__all__ = ["Document", "short"]

MOST_PARTS = 12
"""The most parts of a list or a dictionary that are shown."""
MOST_DOCUMENTS = 3
"""The same for lists of documents."""
MOST_LETTERS = 120
"""The most letters of a text that are shown."""
MOST_BITS = 10000
"""The most bits of a number that is shown with all its digits: `str` is limited to 4300 of them."""
ENDS = 7
"""The digits that are shown of a longer number, at its beginning and at its end."""
MOST_WRITTEN = 4000
"""The most letters of a text of several lines that a notebook shows."""


class Document:
    """A document. Its representation leaves out absent fields, and shortens long lists and texts."""

    def __repr__(self) -> str:
        parts = [
            f"{field.name}={short(value)}"
            for field in dataclasses.fields(self)  # type: ignore[arg-type]
            if (value := getattr(self, field.name)) is not None
        ]
        return f"{type(self).__name__}({', '.join(parts)})"

    def _repr_html_(self) -> str:
        """The fields as a table; texts of several lines are shown as they are."""
        rows = []
        for field in dataclasses.fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            if value is not None:
                rows.append([cell(field.name, strong=True), _shown(value)])
        return table([], rows, f"<b>{type(self).__name__}</b>")

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise no_attribute(self, name)


def _shown(value: Any) -> str:
    """A value as a cell."""
    if isinstance(value, str) and "\n" in value and len(value) <= MOST_WRITTEN:
        return f'<td style="border:1px solid #8888;padding:1px 6px;text-align:left"><pre>{escape(value)}</pre></td>'
    if isinstance(value, list) and value and all(isinstance(part, Document) for part in value):
        return f'<td style="border:1px solid #8888;padding:1px 6px">{_rows(value)}</td>'
    return cell(value if isinstance(value, str) and len(value) <= MOST_LETTERS else short(value))


def _rows(documents: list[Any]) -> str:
    """Documents of a list as the rows of a table."""
    fields = [field.name for field in dataclasses.fields(documents[0])]
    shown = documents[:MOST_PARTS]
    present = [name for name in fields if any(getattr(part, name, None) is not None for part in shown)]
    cells = [["" if (value := getattr(part, name, None)) is None else value for name in present] for part in shown]
    rows = [[cell(value if isinstance(value, str) and len(value) <= MOST_LETTERS else short(value)) for value in row] for row in cells]
    more = f"<p>{len(documents)} in all</p>" if len(documents) > MOST_PARTS else ""
    return table(present, rows, "") + more


def short(value: Any) -> str:
    """The representation of a value, shortened.

    >>> short(list(range(100)))
    '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, … 100 in all]'
    >>> short(7**9000)
    '7627112…5400001, 7606 digits'
    >>> short("ab" * 1000)
    "'abababababababababababababababababababababababababababababababababababababababababababababababababababababababababababab'… 2000 letters in all"
    """
    if type(value) is int and value.bit_length() > MOST_BITS:
        digits = decimal(value)
        return f"{digits[:ENDS]}…{digits[-ENDS:]}, {len(digits)} digits"
    if isinstance(value, str) and len(value) > MOST_LETTERS:
        return f"{value[:MOST_LETTERS]!r}… {len(value)} letters in all"
    if type(value) in (list, tuple):
        most = MOST_DOCUMENTS if any(isinstance(part, Document) for part in value) else MOST_PARTS
        parts = [short(part) for part in value[:most]]
        parts += [f"… {len(value)} in all"] if len(value) > most else []
        inner = ", ".join(parts)
        if isinstance(value, list):
            return f"[{inner}]"
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if type(value) is dict:
        parts = [f"{name!r}: {short(part)}" for name, part in list(value.items())[:MOST_PARTS]]
        parts += [f"… {len(value)} in all"] if len(value) > MOST_PARTS else []
        return "{" + ", ".join(parts) + "}"
    return repr(value)
