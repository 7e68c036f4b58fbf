"""Questions of every command, with the parameters of the program."""

from __future__ import annotations

import dataclasses
import difflib
import functools
import json
import operator
from collections.abc import Mapping
from typing import Any, SupportsIndex

from . import _bouton, document
from ._limits import Memory, Report, Reporter, Time, limits
from ._read import _field_name
from .errors import InputError
from .position import Position, integer_of

__all__ = ["ask", "choice", "question"]


@functools.cache
def _register() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_bouton.commands_of_register())
    return found


def ask(
    command: str,
    *,
    format: str = "json",
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
    **parameters: Any,
) -> Any:
    """Asks the question of a command of the program: `parameters` are its options, with underscores for hyphens.

    A game is a `Game` or a text, a certificate is a `Theorem` or a text. The answer is a document of `bouton.document`,
    or a text if `format` is another one than `json`.

    >>> ask("grundy", game="nim", positions=["3,4", "7,7"]).values[0].grundy
    7
    >>> ask("count", game="nim", heaps=2, upto=1, each=True, format="csv")
    'upto,P,N\\n0,1,0\\n1,2,2\\n'
    """
    known = _register().get(command) if isinstance(command, str) else None
    if not isinstance(command, str):
        raise InputError(f"a command is a name, as in ask(\"solve\", …), found {command!r}", code="usage")
    if known is None:
        near = difflib.get_close_matches(command, _register(), 1)
        help = f"did you mean `{near[0]}`?" if near else f"there are {', '.join(_register())}"
        if any(sign in command for sign in ":()="):
            help = 'a question about a law is asked by `Game.ask`, as in Game("nim").ask("for all a: P(a, a)")'
        raise InputError(f"there is no command `{command}`; {help}", code="usage")
    asked, objects = question(parameters, known["parameters"])
    spent = limits(time, memory, threads=threads, states=states, work=work)
    with Reporter(progress) as tell:
        found = _bouton.ask(command, json.dumps(asked), objects, format=format, limits=spent, progress=tell)
    return _document(known["documents"], found) if format == "json" else found


def question(parameters: dict[str, Any], known: list[str]) -> tuple[dict[str, Any], list[Any]]:
    """The fields of a question, and the games and theorems that they name."""
    objects: list[Any] = []

    def written(value: Any) -> Any:
        if hasattr(value, "_inner"):
            objects.append(value._inner)
            return f"#{len(objects) - 1}"
        if isinstance(value, Position):
            return str(value)
        if isinstance(value, Mapping):
            # Numbers for the names of rules.
            return [f"{name}={decimal_of(name, number)}" for name, number in value.items()]
        if isinstance(value, list | tuple):
            numbers = isinstance(value, tuple) and all(isinstance(part, int) for part in value)
            if numbers and value:
                return str(Position(value))
            return [str(part) if isinstance(part, int) else written(part) for part in value]
        return value if isinstance(value, str | int | float | bool | None) else str(value)

    if "terms" in parameters:
        parameters = {**parameters, "terms": _in_turn(parameters["terms"])}
    # `from_` is the parameter `from`.
    fields = {name.rstrip("_").replace("_", "-"): written(value) for name, value in parameters.items()}
    heaps = getattr(parameters.get("game"), "_made", (None, None))[1]
    if heaps is not None and "heaps" in known and fields.get("heaps") is None:
        fields["heaps"] = heaps
    return fields, objects


def _in_turn(terms: Any) -> Any:
    """Games and positions one after the other, from pairs of them.

    >>> _in_turn([("nim", (3, 5)), "kayles", 7])
    ['nim', '3,5', 'kayles', 7]
    """
    if not isinstance(terms, list | tuple):
        return terms
    found: list[Any] = []
    for term in terms:
        if isinstance(term, list | tuple) and len(term) == 2 and not isinstance(term[0], SupportsIndex):
            found += [term[0], str(Position.of(term[1]))]
        else:
            found.append(term)
    return found


def decimal_of(name: str, number: SupportsIndex) -> str:
    """The digits of a number for a name of the rules."""
    try:
        found = operator.index(number)
    except TypeError:
        message = f"{name} is set to {number!r}, expected a whole number{integer_of(number)}"
        raise InputError(message, code="settings") from None
    return f"-{_bouton.decimal(-found)}" if found < 0 else _bouton.decimal(found)


def choice(what: str, name: str, names: tuple[str, ...]) -> str:
    """The name, if it is one of these. Raises `InputError` otherwise."""
    if name not in names:
        expected = f"{', '.join(names[:-1])} or {names[-1]}"
        raise InputError(f"there is no {what} `{name}`: expected {expected}", code="format")
    return name


def _document(names: list[str], text: str) -> Any:
    """The document, one of these."""
    found = set(json.loads(text))
    for kind in (getattr(document, name) for name in names):
        fields = dataclasses.fields(kind)
        required = {
            _field_name(field)
            for field in fields
            if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
        }
        if required <= found and found <= {_field_name(field) for field in fields}:
            return document.read(kind, text)
    return document.read(getattr(document, names[0]), text)
