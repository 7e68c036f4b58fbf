"""Errors for attributes that an object does not have, with the name of what is meant."""

from __future__ import annotations

import re
from typing import Any

from .errors import InputError

__all__ = ["no_attribute", "no_command", "no_frame"]

OF_PANDAS = frozenset(
    "agg apply assign boxplot columns corr describe diff drop dtypes groupby head hist iloc info isin iterrows itertuples "
    "join loc map melt merge nlargest nsmallest nunique pivot pivot_table plot query rename rolling sample set_index shift "
    "sort_values tail to_csv to_dict to_excel to_json to_latex to_markdown to_parquet unique value_counts where".split()
)
"""Attributes of data frames of pandas."""
OF_COLUMNS = frozenset("map nunique rolling unique value_counts".split())
"""Attributes of a column of these, which are meant of the values."""
OF_POLARS = frozenset(
    "filter group_by is_in iter_rows lazy n_unique rows select sort to_dicts with_columns write_csv write_json "
    "write_parquet".split()
)
"""Attributes of data frames of polars that those of pandas do not have."""
FRAME = "`.to_pandas().to_csv(path)` writes it"
INSTEAD: dict[str, dict[str, str]] = {
    "ArrayOfValues": {
        "equals": "`np.array_equal(one, other)` compares all values",
        "save": f"`np.save(path, found.values)` writes the array, {FRAME} as rows",
    },
    "Answer": {
        "save": FRAME,
        "value": "it has `outcome`, `grundy` and `remoteness`",
        "winning": "`winning_moves` has the winning moves",
        "winning_move": "`winning_moves` has the winning moves",
    },
    "Document": {"save": "`bouton.document.write(found)` is its text, as JSON"},
    "Game": {
        "law": "`game.prove().law` evaluates the law of many positions",
        "moves": "`game.solve(position).moves` has the moves of a position",
        "name": "`game.title` is its name",
        "options": "`game.solve(position).moves` has the moves of a position",
        "outcome": "`game.solve(position).outcome` is the outcome of a position",
        "outcomes": "`game.table(upto).outcomes` has the names of the outcomes",
        "period": "`game.sequence(upto).period` is the period",
        "plot": "`game.table(upto).plot()` draws a table",
        "save": "`game.rules` is its text, which `Game.from_file` reads from a file",
        "text": "`game.rules` is its text",
        "winning_moves": "`game.solve(position).winning_moves` has the winning moves of a position",
    },
    "Position": {
        "grundy": "`game.solve(position).grundy` is its Grundy value",
        "moves": "`game.solve(position).moves` has its moves",
        "outcome": "`game.solve(position).outcome` is its outcome",
    },
    "Positions": {"save": FRAME, "values": "`.array` has the coordinates, `.outcomes` the outcomes"},
    "Sequence": {"preperiod": "`.period.preperiod` has it, if a period was found"},
    "StoredTable": {"save": "it is stored in `folder`"},
    "Theorem": {
        "game": "`Game(theorem.rules)` is the game",
        "moves": "`theorem.solve(position).moves` has the moves of a position",
        "outcome": "`theorem.solve(position).outcome` is the outcome of a position",
        "plot": "`theorem.diagram(\"svg\")` is the picture of its automaton",
        "proof": "`theorem.certificate` is the proof",
        "table": "`Game(theorem.rules).table(upto)` is a table, `theorem.law(array)` has the values of an array",
    },
}
"""What an object has instead of an attribute, by its class or a base of it."""


def no_attribute(found: object, name: str) -> AttributeError:
    """The error for an attribute that an object does not have; it names what the object has instead, or its data frame.

    >>> from bouton import Game
    >>> str(no_attribute(Game("nim"), "moves"))
    "'Game' object has no attribute 'moves': `game.solve(position).moves` has the moves of a position"
    """
    return AttributeError(f"{type(found).__name__!r} object has no attribute {name!r}{_instead(found, name)}", name=name, obj=found)


def _instead(found: object, name: str) -> str:
    own = vars(found)
    if name in own.get("coordinates", ()):
        return f", but its data frame has: `.to_pandas().{name}`"
    if name in (own.get("counts") or ()):
        return f": its numbers are items, as in `count[{name!r}]`"
    if isinstance(found, tuple) and (numbered := re.fullmatch("[a-z]([1-9][0-9]?)", name)):
        place = int(numbered[1]) - 1
        return f": its numbers are items, as in `position[{place}]`" if place < len(found) else f": it has {len(found)} numbers"
    for kind in type(found).__mro__:
        if name in INSTEAD.get(kind.__name__, ()):
            return f": {INSTEAD[kind.__name__][name]}"
    column = {"Table": own.get("value"), "Sequence": "grundy", "Positions": "outcome"}.get(type(found).__name__)
    if name in OF_COLUMNS and column is not None:
        return f", but a column of its data frame has: `.to_pandas().{column}.{name}`"
    for names, method in ((OF_PANDAS, "to_pandas"), (OF_POLARS, "to_polars")):
        if name in names and hasattr(found, method):
            return f", but its data frame has: `.{method}().{name}`"
    return ""


def no_command(name: str) -> Any:
    """Raises the error for a function that `bouton.commands` does not have; a name of Python has a line after it there."""
    instead = f", but `{name}_`, since `{name}` is a name of Python" if name in ("list", "sum") else ""
    raise AttributeError(f"module 'bouton.commands' has no attribute {name!r}{instead}", name=name)


def no_frame(options: dict[str, Any], drawn: str, example: str) -> None:
    """Raises the error for an option that only the plots of a data frame have."""
    found = [name for name in ("kind", "x", "y", "subplots") if name in options]
    if found:
        frame = f"its data frame has other plots, as `.to_pandas().{example}`"
        raise InputError(f"{drawn}, there is no option `{found[0]}`; {frame}", code="usage")
