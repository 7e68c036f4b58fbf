"""Surveys that kill their process; workers import them from this module."""

from __future__ import annotations

import os
import signal
import time

from bouton import Game, Row
from bouton.atlas.work import Question, survey_of


def survey(question: Question) -> Row:
    """Like the usual survey, but some members of a family harm their process."""
    harm = question.parameters.get("harm")
    if harm == "memory":
        hoard = [bytearray(64 << 20) for _ in range(10_000)]
        raise AssertionError(len(hoard))
    if harm == "table":
        # The library itself allocates too much, because its limit is larger than the available
        # memory.
        Game("nim", heaps=4).table(199, value="grundy", memory="16G")
    if harm == "signal":
        os.kill(os.getpid(), signal.SIGKILL)
    if harm == "sleep":
        time.sleep(3600)
    if harm == "defect":
        raise RuntimeError("a fault of the library")
    return survey_of(question)


def slow_survey(question: Question) -> Row:
    """Like the usual survey, but slower: so that there is time to kill a worker."""
    time.sleep(0.02)
    return survey_of(question)
