"""The progress of a computation."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Progress"]


@dataclass(frozen=True)
class Progress:
    """The progress of a computation, reported about ten times a second."""

    phase: str
    """The current phase: `solving`, `verifying`, …; empty if the computation has only one."""
    work: int
    """The number of steps so far."""
    held: int
    """The memory in use, in bytes."""
    seconds: float
    """The time since the start, in seconds."""
    positions: int
    """The number of positions whose exact value is known, in a search for a proof."""
    states: int
    """The number of states of the current hypothesis."""
    hypotheses: int
    """The number of hypotheses so far."""
