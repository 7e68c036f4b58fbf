"""Answers: the value of a position and its moves."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from html import escape
from typing import TYPE_CHECKING, Any

from . import document
from ._bouton import decimal
from ._hints import no_attribute
from ._html import cell, table
from ._optional import optional
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


MOST_MOVES = 30
"""The most moves that a notebook shows."""


@dataclass(frozen=True, repr=False)
class Answer:
    """The value of a position and its moves.

    >>> from bouton import Game
    >>> Game("nim").solve((3, 4, 5))
    <Answer 3,4,5: N, Grundy value 2; 1 winning of 12 moves>
    """

    position: Position
    """The position, with its control state if the game has several."""
    outcome: str
    """P, N, O, Q, or a number from the fourth player on."""
    grundy: int | None
    """The Grundy value, for two players, if it was computed."""
    remoteness: int | None
    """The number of moves of the game if both players play well, under normal play, if it was
    computed."""
    moves: list[Move] = field(hash=False)
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

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            # As `bool`: it would be false for every text.
            raise TypeError("an answer is not a text: compare `answer.outcome`, as in `answer.outcome == \"N\"`")
        if not isinstance(other, Answer):
            return NotImplemented
        return all(getattr(self, part.name) == getattr(other, part.name) for part in fields(self))

    def __bool__(self) -> bool:
        message = "an answer is neither true nor false: compare `answer.outcome`, as in `answer.outcome == \"N\"`"
        raise TypeError(message)

    @property
    def winning_moves(self) -> list[Position]:
        """The positions that winning moves lead to."""
        return [move.to for move in self.moves if move.winning]

    @property
    def best_moves(self) -> list[Position]:
        """The positions that moves with the best outcome lead to: in a lost position for two players, all moves."""
        return [move.to for move in self.moves if move.best]

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise no_attribute(self, name)

    def _columns(self) -> dict[str, list[Any]]:
        to = [str(move.to) for move in self.moves]
        return {"to": to} | {name: [getattr(move, name) for move in self.moves] for name in ("outcome", "winning", "best")}

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` with one row for each move: `to`, `outcome`, `winning`, `best`.

        >>> from bouton import Game
        >>> Game("nim").solve(1, 2).to_pandas().to.tolist()
        ['0,2', '1,0', '1,1']
        """
        return optional("pandas", "pandas", "Answer.to_pandas").DataFrame(self._columns())

    def to_polars(self) -> Any:
        """The rows of `to_pandas` as a `polars.DataFrame`."""
        return optional("polars", "polars", "Answer.to_polars").DataFrame(self._columns())

    def __repr__(self) -> str:
        if not self.moves and not self.moves_complete:
            return f"<Answer {self}; no moves are listed>"
        moves = "" if self.moves_complete else " or more"
        wins = f"{len(self.winning_moves)}{'' if self.winning_moves_complete else ' or more'}"
        return f"<Answer {self}; {wins} winning of {len(self.moves)}{moves} moves>"

    def _repr_html_(self) -> str:
        best = sorted(self.moves, key=lambda move: (not move.winning, not move.best))
        rows = [
            [cell(move.to, strong=move.winning), cell(move.outcome), cell("wins" if move.winning else "")]
            for move in best[:MOST_MOVES]
        ]
        left = len(self.moves) - len(rows)
        more = f"<p>and {left} more moves</p>" if left else "" if self.moves_complete else "<p>and others</p>"
        return table(["move to", "outcome", ""], rows, f"<b>{escape(str(self))}</b>") + more

    def __str__(self) -> str:
        # `decimal`, because `str` is limited to 4300 digits.
        grundy = "" if self.grundy is None else f", Grundy value {decimal(self.grundy)}"
        return f"{self.position}: {self.outcome}{grundy}"


def of_theorem(found: document.Solve) -> Answer:
    """The answer that a theorem gives, from its document."""
    moves = [
        Move(to=Position.of(move.to), outcome=move.outcome, winning=move.winning, best=move.best)
        for move in found.moves
    ]
    return Answer(
        position=Position.of(found.position),
        outcome=found.outcome,
        grundy=found.grundy,
        remoteness=found.remoteness,
        moves=moves,
        moves_complete=found.moves_complete,
        winning_moves_complete=found.winning_moves_complete,
        certificate=found.certificate,
        engine="law",
        reason="the theorem answers",
    )


def answer(found: dict[str, Any]) -> Answer:
    """The answer, from the fields that the extension returns."""
    moves = [Move(**{**move, "to": Position(*move["to"])}) for move in found.pop("moves")]
    position = Position(*found.pop("position"))
    found.pop("value")
    return Answer(position=position, moves=moves, **found)
