"""What a position is worth, and what to do there."""

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
    """Whether the move wins: it leads to a P-position."""
    best: bool
    """Whether no other move is better."""


@dataclass(frozen=True)
class Answer:
    """What a position is worth, and what to do there."""

    position: Position
    """The position, with its control state if the game has several."""
    outcome: str
    """P, N, O, Q, or a number from the fourth player on."""
    grundy: int | None
    """The Grundy value, for two players, where it was computed."""
    remoteness: int | None
    """How long play lasts when both play well, under normal play, where it was computed."""
    moves: list[Move]
    """The options, or the best of them if there are too many."""
    moves_complete: bool
    """Whether all options are listed."""
    winning_moves_complete: bool
    """Whether all winning moves are listed."""
    certificate: str | None
    """The identity of the law that answered, if one did."""
    engine: str
    """Which engine answered: `law`, `tables`, `reference`."""
    reason: str
    """Why that one."""

    @property
    def winning_moves(self) -> list[Position]:
        """The positions that winning moves lead to."""
        return [move.to for move in self.moves if move.winning]

    def __str__(self) -> str:
        grundy = "" if self.grundy is None else f", Grundy value {self.grundy}"
        return f"{self.position}: {self.outcome}{grundy}"


def answer(found: dict[str, Any]) -> Answer:
    """The answer that the extension gives."""
    moves = [Move(**{**move, "to": Position(*move["to"])}) for move in found.pop("moves")]
    position = Position(*found.pop("position"))
    found.pop("value")
    return Answer(position=position, moves=moves, **found)
