"""The exceptions of this package."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .position import Position

__all__ = ["Defect", "Error", "InputError", "LimitReached", "NoLaw", "RulesError"]


class Error(Exception):
    """The base class of all exceptions of this package."""

    code: str
    """The stable code, as in the JSON documents: `rules`, `position`, `limit`, …"""

    def __init__(self, message: str, *, code: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.args, self.__dict__)


class RulesError(Error, ValueError):
    """The rules have faults, or the game is unknown.

    `str()` is the text that the program prints on a terminal: each fault is shown at its place,
    with a suggestion if there is one. `faults` is the same as data.
    """

    faults: tuple[Any, ...]
    """The faults, each a `bouton.document.Fault`; empty if the game is unknown."""
    text: str
    """The rules that contain the faults."""

    def __init__(self, message: str, *, code: str, text: str, faults: Sequence[Any]) -> None:
        super().__init__(message, code=code)
        self.text = text
        self.faults = tuple(faults)


class InputError(Error, ValueError):
    """The arguments make no sense for the game: `code` is the kind of the error."""


class LimitReached(Error):
    """A limit was reached before the answer was found. The question itself is valid."""

    met: str
    """The limit that was reached: `time`, `memory`, `states`, `work`, `positions`, `size` (numbers
    too large for any table), `engine` (the requested engine has no answer)."""
    needed: float | None
    """The amount that would be needed, in seconds or bytes, if it is known."""
    allowed: float | None
    """The amount that was allowed, in the same unit."""

    def __init__(
        self, message: str, *, met: str, needed: float | None = None, allowed: float | None = None
    ) -> None:
        super().__init__(message, code="limit")
        self.met = met
        self.needed = needed
        self.allowed = allowed


class NoLaw(Error):
    """No law was found, or a claim is wrong.

    If `position` is `None`, there is no law of this kind, or none within the fixed bounds of the search. Nothing is
    claimed about the game, and no limit that the caller can raise was reached. Otherwise the claim is wrong at `position`.

    >>> from bouton import Game
    >>> try:
    ...     Game("for all m where m >= 1; heaps 1; move take 1..m from 1 heap").prove(claim="P iff h1 mod m = 0")
    ... except NoLaw as wrong:
    ...     print(wrong, wrong.position, wrong.set)
    refuted: for m = 1, at 1 the claim says P, but it is N 1 {'m': 1}
    """

    position: Position | None
    """The position at which a claim is wrong; `None` if no law was found."""
    set: dict[str, int]
    """The numbers for the letters of the rules, for which the claim is wrong at this position."""

    def __init__(self, message: str, *, position: str | None = None, set: dict[str, int] | None = None) -> None:
        from .position import Position

        super().__init__(message, code="no-law")
        self.position = None if position is None else Position(position)
        self.set = set or {}


class Defect(Error, RuntimeError):
    """A defect of this library: please report it."""

    def __init__(self, message: str) -> None:
        super().__init__(message, code="defect")


def _again(kind: type[Error], args: tuple[Any, ...], data: dict[str, Any]) -> Error:
    """An error that was sent from another process."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(data)
    return error


def _faults(text: str) -> tuple[Any, ...]:
    from . import document
    from ._read import _reader

    return tuple(_reader(document.Fault)(fault) for fault in json.loads(text))
