"""Why there is no answer."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

__all__ = ["Defect", "Error", "InputError", "LimitReached", "NoLaw", "RulesError"]


class Error(Exception):
    """Why there is no answer: the common base of all that this package raises."""

    code: str
    """The stable code, as in the JSON documents: `rules`, `position`, `limit`, …"""

    def __init__(self, message: str, *, code: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.args, self.__dict__)


class RulesError(Error, ValueError):
    """The rules have faults, or there is no such game.

    `str()` is the text that the program prints on a terminal, each fault drawn at its place with
    what may have been meant; `faults` is the same as data.
    """

    faults: tuple[Any, ...]
    """Every fault, a `bouton.document.Fault`; none if there is no such game."""
    text: str
    """The rules in which they are."""

    def __init__(self, message: str, *, code: str, text: str, faults: Sequence[Any]) -> None:
        super().__init__(message, code=code)
        self.text = text
        self.faults = tuple(faults)


class InputError(Error, ValueError):
    """What was asked makes no sense for the game: `code` says what is wrong."""


class LimitReached(Error):
    """A limit was met before the answer was there. Nothing is wrong with the question."""

    met: str
    """Which one: `time`, `memory`, `states`, `work`, `positions`, `size` (numbers beyond every table),
    `engine` (the one asked for has no answer)."""
    needed: float | None
    """What would be needed, in seconds or bytes, as far as that can be told."""
    allowed: float | None
    """What was allowed, in the same unit."""

    def __init__(
        self, message: str, *, met: str, needed: float | None = None, allowed: float | None = None
    ) -> None:
        super().__init__(message, code="limit")
        self.met = met
        self.needed = needed
        self.allowed = allowed


class NoLaw(Error):
    """There is no law of this kind, or none within the bounds that every search has; no limit that
    can be raised was met. Nothing is claimed about the game."""

    def __init__(self, message: str) -> None:
        super().__init__(message, code="no-law")


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
