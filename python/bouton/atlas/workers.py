"""The workers: this process, or a Dask cluster, any of whose workers may die at any moment."""

from __future__ import annotations

import logging
import threading
import time as clock
import uuid
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol, TypeVar

from .._optional import optional
from .isolated import Done, Isolated, Poisoned, attempt

__all__ = ["Cluster", "ClusterError", "Here", "Outcome", "Workers"]

Result = TypeVar("Result")
Argument = TypeVar("Argument")

GROUP = 4
"""The number of arguments that a worker gets at once."""
MOST_LOSSES = 50
"""The number of lost workers of a group after which the run is given up."""
ROOM = 512 << 20
"""The address space in bytes that threads and their stacks always take."""


class ClusterError(RuntimeError):
    """The cluster cannot be reached, or its workers die too often."""


@dataclass(frozen=True)
class Outcome:
    """The outcome for an argument."""

    index: int
    """The index of the argument."""
    found: Done[Any] | Poisoned
    """The result, or the reason why there is none."""
    worker: str
    """The worker."""


class Workers(Protocol):
    """An object that applies a function to many arguments."""

    def map(
        self,
        function: Callable[[Argument], Result],
        arguments: Sequence[Argument],
        *,
        time: float | None = None,
        apart: Mapping[int, str] | None = None,
    ) -> Iterator[Outcome]:
        """The outcome of each argument, once, in any order. A process that takes more than `time`
        seconds for an argument is killed. If possible, an argument goes to another worker than the
        one in `apart`."""


class Here:
    """This process. No other process is started, so a ruleset that kills its process ends the run,
    and nothing stops a search that does not notice its limit of time."""

    def map(
        self,
        function: Callable[[Argument], Result],
        arguments: Sequence[Argument],
        *,
        time: float | None = None,
        apart: Mapping[int, str] | None = None,
    ) -> Iterator[Outcome]:
        """The outcome of each argument, in order."""
        for index, argument in enumerate(arguments):
            yield Outcome(index, attempt(function, argument), "here")


class Cluster:
    """A Dask cluster: the cluster at the address of its scheduler, or a cluster of `workers`
    processes on this machine.

    Each worker applies functions in a separate process, which may use `memory` bytes: so a ruleset
    that kills its process does not kill a worker, and it is known which ruleset it was. The work of
    a lost worker is given to another one. If the scheduler is lost, all unfinished work is
    submitted again as soon as there is a scheduler at the same address; the cluster waits for it
    for `patience` seconds.
    """

    def __init__(
        self, scheduler: str | None = None, *, workers: int = 2, memory: int = 0, patience: float = 120.0
    ) -> None:
        self._distributed = optional("distributed", "atlas", "a cluster")
        self._address = scheduler
        self._workers = workers
        self._memory = memory + ROOM if memory else 0
        self._patience = patience
        self._local: Any = None
        self._client: Any = None

    def __enter__(self) -> Cluster:
        if self._address is None:
            config = optional("dask", "atlas", "a cluster").config
            # Work that kills its process is detected in another way than by the number of lost
            # workers.
            with config.set({"distributed.scheduler.allowed-failures": 10 * MOST_LOSSES}):
                self._local = self._distributed.LocalCluster(
                    n_workers=self._workers,
                    threads_per_worker=1,
                    processes=True,
                    memory_limit=0,
                    dashboard_address="127.0.0.1:0",
                    silence_logs=logging.CRITICAL,
                )
            self._address = self._local.scheduler_address
        self._connect()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._client is not None:
            self._client.close(timeout=2)
        if self._local is not None:
            self._local.close(timeout=10)
            self._address = self._local = None

    @property
    def processes(self) -> list[int]:
        """The process ids of the workers, for a cluster on this machine."""
        if self._local is None:
            return []
        nannies = (worker.process for worker in self._local.workers.values())
        return [nanny.pid for nanny in nannies if nanny is not None and nanny.pid is not None]

    def map(
        self,
        function: Callable[[Argument], Result],
        arguments: Sequence[Argument],
        *,
        time: float | None = None,
        apart: Mapping[int, str] | None = None,
    ) -> Iterator[Outcome]:
        """The outcome of each argument, as soon as it is available."""
        waiting = deque(_groups(len(arguments), apart or {}))
        under_way: dict[Any, list[int]] = {}
        losses: Counter[int] = Counter()
        lost: list[list[int]] = []
        try:
            while waiting or under_way:
                # At every moment a group is waiting, under way, lost, or finished.
                try:
                    while waiting and len(under_way) < self._room():
                        group = waiting[0]
                        task = (function, [arguments[index] for index in group], self._memory, time)
                        under_way[self._submit(task, (apart or {}).get(group[0]))] = group
                        waiting.popleft()
                    yield from self._arrived(under_way, lost)
                except (OSError, TimeoutError, CancelledError, self._distributed.client.ClosedClientError):
                    lost.extend(under_way.values())
                    under_way.clear()
                    clock.sleep(0.2)
                if self._client.status != "running":
                    lost.extend(under_way.values())
                    under_way.clear()
                    self._connect()
                for group in lost:
                    losses[group[0]] += 1
                    if losses[group[0]] > MOST_LOSSES:
                        message = f"{MOST_LOSSES} workers were lost with the same work: is there a fault in the cluster?"
                        raise ClusterError(message)
                waiting.extendleft(lost)
                lost.clear()
        finally:
            for future in under_way:
                future.release()

    def _room(self) -> int:
        """The number of groups to submit at once: somewhat more than the workers can do."""
        threads: dict[str, int] = self._client.nthreads()
        return 2 + 2 * sum(threads.values())

    def _submit(self, task: tuple[Any, ...], apart: str | None) -> Any:
        others = [address for address in self._client.nthreads() if address != apart] if apart else []
        where = {"workers": others, "allow_other_workers": True} if others else {}
        return self._client.submit(_work, *task, key=f"bouton-{uuid.uuid4().hex}", pure=False, **where)

    def _arrived(self, under_way: dict[Any, list[int]], lost: list[list[int]]) -> Iterator[Outcome]:
        """The outcomes that have arrived; lost groups are added to `lost`."""
        distributed = self._distributed
        try:
            with self._client.as_current():
                distributed.wait(list(under_way), timeout=1, return_when="FIRST_COMPLETED")
        except (TimeoutError, CancelledError):
            # The status of each future is examined below.
            pass
        for future in [future for future in under_way if future.status != "pending"]:
            found: list[Done[Any] | Poisoned] | None = None
            if future.status == "finished":
                worker, found = future.result(timeout=30)
            elif future.status == "error":
                error = future.exception(timeout=30)
                if not isinstance(error, distributed.scheduler.KilledWorker | OSError | CancelledError):
                    raise error
            group = under_way.pop(future)
            if found is None:
                lost.append(group)
                continue
            for index, outcome in zip(group, found):
                yield Outcome(index, outcome, worker)

    def _connect(self) -> None:
        """Connects to the scheduler, and waits for it if necessary."""
        until = clock.monotonic() + self._patience
        while True:
            if self._client is not None:
                self._client.close(timeout=1)
            try:
                self._client = self._distributed.Client(self._address, timeout=5, set_as_default=False)
                return
            except (OSError, TimeoutError) as error:
                self._client = None
                if clock.monotonic() > until:
                    raise ClusterError(f"no scheduler at {self._address}: {error}") from error
                clock.sleep(0.5)


def _groups(count: int, apart: Mapping[int, str]) -> Iterator[list[int]]:
    """The numbers below `count` in small groups; all members of a group have the same worker in
    `apart`."""
    group = list[int]()
    for index in range(count):
        if group and (len(group) == GROUP or apart.get(index) != apart.get(group[0])):
            yield group
            group = []
        group.append(index)
    if group:
        yield group


_beside = threading.local()


def _work(
    function: Callable[[Argument], Result], arguments: Sequence[Argument], memory: int, time: float | None
) -> tuple[str, list[Done[Result] | Poisoned]]:
    """The task of a worker, each of whose threads has a process of its own."""
    distributed = optional("distributed", "atlas", "a cluster")
    process = getattr(_beside, "process", None)
    if process is None or _beside.memory != memory:
        if process is not None:
            process.close()
        process = _beside.process = Isolated(memory=memory)
        _beside.memory = memory
    return distributed.get_worker().address, [process(function, argument, time=time) for argument in arguments]
