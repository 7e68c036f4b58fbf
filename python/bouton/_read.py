"""Conversion of documents from JSON and to JSON, by the annotations of their dataclasses."""

from __future__ import annotations

import dataclasses
import functools
import json
import re
import types
from collections.abc import Callable, Hashable
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from ._bouton import decimal, natural

T = TypeVar("T")

NUMBER = "a natural number: in JSON a number up to 2^53, beyond that a string of decimal digits"
"""Marks an `int` that is written as a string if it is large."""

_LARGEST = 1 << 53
_DIGITS = re.compile(r"[1-9][0-9]{15,}")


def read(document: type[T], text: str) -> T:
    """The document that a JSON text contains.

    >>> from bouton import document
    >>> read(document.NimSum, '{"heaps": [3, 5], "nim_sum": 6, "standing": "won"}').nim_sum
    6
    """
    found: T = _reader(_key(document))(json.loads(text))
    return found


def write(document: Any) -> str:
    """The JSON of a document, as the program prints it, without absent fields."""
    return json.dumps(_written(document, type(document)), ensure_ascii=False)


def _is_union(annotation: Any) -> bool:
    return get_origin(annotation) in (Union, types.UnionType)


def _key(document: Any) -> Hashable:
    """A class as a key of a cache."""
    key: Hashable = document
    return key


@functools.cache
def _hints(document: Hashable) -> dict[str, Any]:
    return get_type_hints(document, include_extras=True)


@functools.cache
def _reader(annotation: Any) -> Callable[[Any], Any]:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if dataclasses.is_dataclass(annotation) and isinstance(annotation, type):
        return functools.partial(_dataclass, annotation)
    if origin is Annotated:
        return _number
    if _is_union(annotation):
        return functools.partial(_union, arguments)
    if origin is list:
        one = _reader(arguments[0])
        return lambda found: [one(part) for part in _of(list, found)]
    if origin is tuple:
        parts = [_reader(part) for part in arguments]
        return lambda found: tuple(part(value) for part, value in zip(parts, _of(list, found), strict=True))
    if origin is dict:
        value = _reader(arguments[1])
        return lambda found: {name: value(part) for name, part in _of(dict, found).items()}
    if origin is Literal:
        return lambda found: found
    if annotation is float:
        return lambda found: float(found)
    if annotation in (int, str, bool):
        return functools.partial(_of, annotation)
    return lambda found: found


def _of(kind: type[T], found: Any) -> T:
    if not isinstance(found, kind) or (kind is int and isinstance(found, bool)):
        raise ValueError(f"expected {kind.__name__}, found {found!r}")
    return found


def _number(found: Any) -> int:
    return natural(found) if isinstance(found, str) else _of(int, found)


def _field_name(field: dataclasses.Field[Any]) -> str:
    return str(field.metadata.get("json", field.name))


def _dataclass(document: type[Any], found: Any) -> Any:
    rest = dict(_of(dict, found))
    hints, values = _hints(_key(document)), {}
    for field in dataclasses.fields(document):
        name = _field_name(field)
        if "others" in field.metadata:
            values[field.name] = _reader(hints[field.name])(rest)
        elif name in rest:
            values[field.name] = _reader(hints[field.name])(rest.pop(name))
    return document(**values)


def _union(arguments: tuple[Any, ...], found: Any) -> Any:
    if found is None and type(None) in arguments:
        return None
    others = [argument for argument in arguments if argument is not type(None)]
    if len(others) == 1:
        return _reader(others[0])(found)
    if isinstance(found, dict):
        return _reader(next(one for one in others if _tagged(one, found)))(found)
    # A text or a number; a large number is a text, too.
    if isinstance(found, str) and not _DIGITS.fullmatch(found):
        return found
    return _number(found)


def _tagged(document: type[Any], found: dict[str, Any]) -> bool:
    """Whether the fields with one possible value have it."""
    hints = _hints(_key(document))
    tags = [field for field in dataclasses.fields(document) if get_origin(hints[field.name]) is Literal]
    return bool(tags) and all(found.get(_field_name(tag)) == tag.default for tag in tags)


def _written(value: Any, annotation: Any) -> Any:
    if dataclasses.is_dataclass(value):
        hints = _hints(_key(type(value)))
        parts: dict[str, Any] = {}
        for field in dataclasses.fields(value):
            part = getattr(value, field.name)
            if part is None:
                continue
            written = _written(part, hints[field.name])
            parts.update(written if "others" in field.metadata else {_field_name(field): written})
        return parts
    if _is_union(annotation):
        others = [argument for argument in get_args(annotation) if argument is not type(None)]
        fitting = [other for other in others if get_origin(other) is Annotated] or others
        return _written(value, fitting[0])
    arguments = get_args(annotation)
    if isinstance(value, list):
        return [_written(part, arguments[0]) for part in value]
    if isinstance(value, tuple):
        return [_written(part, argument) for part, argument in zip(value, arguments, strict=True)]
    if isinstance(value, dict) and len(arguments) == 2:
        return {name: _written(part, arguments[1]) for name, part in value.items()}
    if get_origin(annotation) is Annotated and isinstance(value, int) and value > _LARGEST:
        return decimal(value)
    return value
