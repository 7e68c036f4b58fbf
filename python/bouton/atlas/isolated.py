"""Functions in their own process, so that the death of the process is noticed and harms no other
process."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Generic, TypeVar

from .messages import receive, send

__all__ = ["Done", "Isolated", "Poisoned", "attempt"]

Result = TypeVar("Result")
Argument = TypeVar("Argument")

DEATHS = 3
"""The number of deaths after which the argument is taken to be the cause; a single death may have
another cause."""


@dataclass(frozen=True)
class Done(Generic[Result]):
    """The function returned a result."""

    result: Result


@dataclass(frozen=True)
class Poisoned:
    """The function returned no result."""

    met: str
    """`memory`, `time`, `defect`, or `process` (it died for an unknown reason)."""
    told: str
    """The details, as far as they are known."""


def attempt(function: Callable[[Argument], Result], argument: Argument) -> Done[Result] | Poisoned:
    """The result of a function, computed in this process.

    >>> attempt(abs, -3), attempt(abs, "a").met
    (Done(result=3), 'defect')
    """
    try:
        return Done(function(argument))
    except MemoryError as error:
        return Poisoned("memory", str(error) or "out of memory")
    except (KeyboardInterrupt, SystemExit):
        raise
    # Also a panic, which is not an `Exception`.
    except BaseException as error:
        return Poisoned("defect", f"{type(error).__name__}: {error}")


class Isolated:
    """A process that applies functions to arguments, one after the other.

    It may use `memory` bytes more than at its start. It is restarted after it has died.

    >>> with Isolated() as process:
    ...     process(abs, -3)
    Done(result=3)
    """

    def __init__(self, *, memory: int = 0, deaths: int = DEATHS) -> None:
        self._memory = memory
        self._deaths = deaths
        self._process: subprocess.Popen[bytes] | None = None
        self._told: Any = None

    def __call__(
        self, function: Callable[[Argument], Result], argument: Argument, *, time: float | None = None
    ) -> Done[Result] | Poisoned:
        """The result of the function, which is identified by its name (as in `pickle`), or the
        reason why there is none. A process that takes more than `time` seconds is killed."""
        told = "", ""
        for _ in range(self._deaths):
            process = self._running()
            if process is None:
                told = "process", "its process did not begin"
                continue
            late = threading.Event()

            def end(process: subprocess.Popen[bytes] = process, late: threading.Event = late) -> None:
                late.set()
                process.kill()

            timer = None if time is None else threading.Timer(time, end)
            if timer is not None:
                timer.start()
            try:
                answer = self._ask(process, (function, argument))
            finally:
                if timer is not None:
                    timer.cancel()
            if answer is not None and not late.is_set():
                if isinstance(answer, Poisoned):
                    # Its state is unknown now, so the next argument gets a new process.
                    self.close()
                return answer
            told = self._buried(process)
            if late.is_set():
                return Poisoned("time", f"it did not end after {time:g} s, whatever its limits")
        return Poisoned(told[0], f"{told[1]}, {self._deaths} times")

    def __enter__(self) -> Isolated:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the process."""
        if self._process is not None:
            self._process.kill()
            self._buried(self._process)

    def _running(self) -> subprocess.Popen[bytes] | None:
        """The process, once it is ready; the time that it takes to start is not counted."""
        if self._process is None:
            self._told = tempfile.TemporaryFile()
            # A worker of a cluster may be a process that is not allowed to have children of
            # `multiprocessing`.
            command = [sys.executable, "-m", "bouton.atlas.child", str(self._memory)]
            # It can import the same modules as this process.
            paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=self._told, env={**os.environ, "PYTHONPATH": paths}
            )
            assert self._process.stdout is not None
            if receive(self._process.stdout) is None:
                self._buried(self._process)
        return self._process

    @staticmethod
    def _ask(process: subprocess.Popen[bytes], question: Any) -> Done[Any] | Poisoned | None:
        assert process.stdin is not None and process.stdout is not None
        try:
            send(process.stdin, question)
            answer: Done[Any] | Poisoned | None = receive(process.stdout)
        except OSError:
            return None
        return answer

    def _buried(self, process: subprocess.Popen[bytes]) -> tuple[str, str]:
        """The cause of the death of the process."""
        status = process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:
                    pass
        self._told.seek(0)
        words = self._told.read().decode(errors="replace").strip()
        self._told.close()
        self._process = None
        end = words.splitlines()[-1] if words else ""
        if "memory allocation of" in words or "MemoryError" in words:
            return "memory", f"its process ran out of memory ({end})"
        how = f"signal {-status}" if status < 0 else f"status {status}"
        return "process", f"its process ended with {how}" + (f" ({end})" if end else "")
