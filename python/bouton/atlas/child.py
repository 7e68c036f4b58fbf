"""The process in which rulesets are surveyed: `python -m bouton.atlas.child BYTES`.

It says that it is ready, reads pairs (function, argument) from standard input and writes what became of
each to standard output, until the input ends. It may hold BYTES more than when it began (0: any number), as far as the system
sees to that.
"""

from __future__ import annotations

import os
import sys
import threading

from .isolated import attempt
from .messages import receive, send

__all__ = ["main"]


def main() -> None:
    """Answers until nobody asks any more."""
    answers = os.fdopen(os.dup(1), "wb")
    # Whatever else is written goes to standard error: the answers are by themselves.
    os.dup2(2, 1)
    questions = os.fdopen(os.dup(0), "rb")
    _end_with_parent(os.getppid())
    _limit(int(sys.argv[1]))
    send(answers, "ready")
    while (question := receive(questions)) is not None:
        send(answers, attempt(*question))


def _end_with_parent(parent: int) -> None:
    """Ends this process soon after its parent has: a worker that is killed leaves nobody behind."""

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
