"""Lower bounds for measured speeds. They are half of the promised speeds, since machines differ."""

from __future__ import annotations

import time

import numpy as np
import pytest

from bouton import Game

PROMISED = 10_000_000
"""Positions of the four-heap game per second and core, with heaps below 2^16."""


@pytest.mark.speed
def test_a_law_answers_ten_million_positions_a_second() -> None:
    theorem = Game("two-in-total").prove()
    positions = np.random.default_rng(7).integers(0, 1 << 16, (1_000_000, 4))
    best = 0.0
    for _ in range(5):
        # The time of this thread only, because the core may run others.
        began = time.thread_time()
        outcomes = theorem.law(positions)
        best = max(best, len(positions) / (time.thread_time() - began))
    print(f"{best / 1e6:.1f} million positions a second")
    assert [theorem.at(position) for position in positions[:200]] == outcomes[:200].tolist()
    assert best >= PROMISED / 2, f"{best:.0f} positions a second"
