"""The limits of a computation, and the reports of its progress."""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable
from typing import Any, TypeAlias

from . import _bouton
from ._optional import optional
from .errors import InputError
from .position import natural
from .progress import Progress

Time: TypeAlias = float | str | datetime.timedelta | None
"""Seconds, a text such as `"10m"`, or a `timedelta`; `None` for the default of the method."""
Memory: TypeAlias = int | str | None
"""Bytes, or a text such as `"2G"`; `None` for 1 GiB."""
Report: TypeAlias = Callable[[Progress], object] | bool | Any
"""The receiver of progress reports: a function, a `tqdm` bar, or `True` for a new bar; `None` for
no reports."""


def limits(
    time: Time,
    memory: Memory,
    *,
    threads: int | None = None,
    states: int | None = None,
    work: int | None = None,
) -> _bouton.Limits:
    """The limits in the form that the extension expects."""
    for name, number in (("threads", threads), ("states", states), ("work", work)):
        if number is not None and natural(name, number, bits=63) == 0:
            raise InputError(f"{name}: expected at least 1", code="limit")
    seconds = time.total_seconds() if isinstance(time, datetime.timedelta) else time
    return _bouton.Limits(time=seconds, memory=memory, states=states, threads=threads, work=work)


_DELAY = 1e-9
"""The delay of a bar, in seconds: it is not drawn empty, but with its first report."""


class Reporter:
    """Passes progress reports on to their receiver; closes the bar that it opened.

    >>> with Reporter(None) as tell:
    ...     tell is None
    True
    """

    def __init__(self, report: Report) -> None:
        self._report: Any = None if report is False else report
        self._own = report is True
        self._bar: Any = None
        self._new: Any = None
        self._work = 0

    def __enter__(self) -> Callable[..., None] | None:
        if self._report is None:
            return None
        if self._own:
            # The bar appears with the first report, so that a short computation shows none.
            self._new = optional("tqdm.auto", "progress", "progress=True").tqdm
        elif hasattr(self._report, "update") and hasattr(self._report, "set_description"):
            self._bar = self._report
        elif not callable(self._report):
            raise TypeError(f"progress: expected a function, True or a bar of tqdm, not {self._report!r}")
        return self._tell

    def __exit__(self, *_: object) -> None:
        if self._own and self._bar is not None:
            self._bar.close()

    def _tell(
        self, phase: str, work: int, held: int, seconds: float, positions: int, states: int, hypotheses: int
    ) -> None:
        now = Progress(phase, work, held, seconds, positions, states, hypotheses)
        is_first = self._own and self._bar is None
        if is_first and not now.work:
            # The bar would be empty.
            return
        if is_first:
            self._bar = self._new(unit=" steps", unit_scale=True, dynamic_ncols=True, delay=_DELAY)
        if self._bar is None:
            self._report(now)
            return
        # `set_description` would write a colon after an empty phase, and one of its own before the steps.
        self._bar.set_description_str(now.phase, refresh=False)
        if now.states:
            self._bar.set_postfix(states=now.states, refresh=False)
        self._bar.update(now.work - self._work)
        self._work = now.work
        if is_first:
            self._bar.refresh()
            # It has been drawn, so that the last report is drawn, too.
            self._bar.last_print_t = time.time()
