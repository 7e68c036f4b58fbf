"""How far a computation is."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Progress"]


@dataclass(frozen=True)
class Progress:
    """How far a computation is; told about ten times a second."""

    phase: str
    """What is going on: `solving`, `verifying`, …; empty where there is but one thing to do."""
    work: int
    """Steps done so far."""
    held: int
    """Bytes held now."""
    seconds: float
    """Time since the start."""
    positions: int
    """Positions whose exact value is known, in a search for a proof."""
    states: int
    """States of the present hypothesis."""
    hypotheses: int
    """Hypotheses so far."""
