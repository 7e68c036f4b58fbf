"""Answers: the value of a position and its moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .position import Position

__all__ = ["Answer", "Move"]


@dataclass(frozen=True)
class Move:
    """An option of a position."""

    to: Position
    """The position moved to."""
    outcome: str
    """Its outcome."""
    winning: bool
    """True if the move wins: it leads to a P-position."""
    best: bool
    """True if no other move is better."""


@dataclass(frozen=True)
class Answer:
    """The value of a position and its moves."""

    position: Position
    """The position, with its control state if the game has several."""
    outcome: str
    """P, N, O, Q, or a number from the fourth player on."""
    grundy: int | None
    """The Grundy value, for two players, if it was computed."""
    remoteness: int | None
    """The number of moves of the game if both players play well, under normal play, if it was
    computed."""
    moves: list[Move]
    """The options, or only the best ones if there are too many."""
    moves_complete: bool
    """True if all options are listed."""
    winning_moves_complete: bool
    """True if all winning moves are listed."""
    certificate: str | None
    """The identity of the law that gave the answer, if a law did."""
    engine: str
    """The engine that gave the answer: `law`, `tables`, `reference`."""
    reason: str
    """The reason for the choice of this engine."""

    @property
    def winning_moves(self) -> list[Position]:
        """The positions that winning moves lead to."""
        return [move.to for move in self.moves if move.winning]

    def __str__(self) -> str:
        grundy = "" if self.grundy is None else f", Grundy value {self.grundy}"
        return f"{self.position}: {self.outcome}{grundy}"


def answer(found: dict[str, Any]) -> Answer:
    """The answer, from the fields that the extension returns."""
    moves = [Move(**{**move, "to": Position(*move["to"])}) for move in found.pop("moves")]
    position = Position(*found.pop("position"))
    found.pop("value")
    return Answer(position=position, moves=moves, **found)
