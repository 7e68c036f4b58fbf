"""The process that surveys rulesets: `python -m bouton.atlas.child BYTES`.

It reports that it is ready, then reads pairs (function, argument) from standard input and writes
the result of each to standard output, until the input ends. It may use BYTES more memory than at
its start (0: no limit), if the system can enforce this.
"""

from __future__ import annotations

import os
import sys
import threading

from .isolated import attempt
from .messages import receive, send

__all__ = ["main"]


def main() -> None:
    """Answers questions until the input ends."""
    answers = os.fdopen(os.dup(1), "wb")
    # All other output goes to standard error, so that standard output contains only the answers.
    os.dup2(2, 1)
    questions = os.fdopen(os.dup(0), "rb")
    _end_with_parent(os.getppid())
    _limit(int(sys.argv[1]))
    send(answers, "ready")
    while (question := receive(questions)) is not None:
        send(answers, attempt(*question))


def _end_with_parent(parent: int) -> None:
    """Ends this process soon after its parent has ended, so that a killed worker leaves no process
    behind."""

    def look() -> None:
        while os.getppid() == parent:
            ended.wait(0.2)
        os._exit(0)

    ended = threading.Event()
    threading.Thread(target=look, daemon=True).start()


def _limit(allowed: int) -> None:
    try:
        import resource
    except ImportError:
        return
    if allowed == 0 or not os.path.exists("/proc/self/statm"):
        return
    with open("/proc/self/statm", encoding="ascii") as file:
        held = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (held + allowed, held + allowed))


if __name__ == "__main__":
    main()
