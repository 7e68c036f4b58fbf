"""The atlas on a cluster with dying workers, a lost scheduler, and rulesets that harm their
processes."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import poison
import pytest

from bouton import Row, SurveyLimits
from bouton.atlas import Cluster, ClusterError, Family, Member, Store, check, run
from bouton.atlas.families import in_total, passes, subtraction
from bouton.atlas.isolated import Done, Isolated, Poisoned
from bouton.atlas.work import Question

LIMITS = SurveyLimits(work=5_000_000, memory="256M", states=500)


def some(count: int, harms: dict[int, str] | None = None) -> Family:
    """Small games of several families; some harm the process that surveys them."""

    def members() -> Iterator[Member]:
        kinds = zip(subtraction(), in_total(), passes())
        games = Family("", "", lambda: (member for turn in kinds for member in turn)).games()
        for at, member in enumerate(islice(games, count)):
            yield Member(member.rules, {"at": at, **({"harm": harms[at]} if harms and at in harms else {})})

    return Family("some", "", members)


def found(rows: list[Row]) -> list[dict[str, Any]]:
    """Rows without the fields that differ from run to run."""
    return [{**row.as_dict(), "seconds": 0} for row in rows]


def test_a_process_of_its_own() -> None:
    with Isolated(memory=1 << 30) as process:
        assert process(abs, -3) == Done(3)
        harms = [("memory", "memory"), ("table", "memory"), ("signal", "process"), ("defect", "defect")]
        for harm, met in harms:
            outcome = process(poison.survey, Question("take-three", "", {"harm": harm}, LIMITS))
            assert isinstance(outcome, Poisoned) and outcome.met == met, outcome
            assert process(abs, -4) == Done(4)
        began = time.monotonic()
        late = process(poison.survey, Question("take-three", "", {"harm": "sleep"}, LIMITS), time=1)
        assert isinstance(late, Poisoned) and late.met == "time" and time.monotonic() - began < 10
        row = process(poison.survey, Question("take-three", "", {}, LIMITS))
        assert isinstance(row, Done) and row.result.status == "proved"


def test_nobody_is_left_behind() -> None:
    program = (
        "from bouton.atlas.isolated import Isolated; import os, time; p = Isolated(); p(abs, 1);"
        "print(p._process.pid, flush=True); time.sleep(60)"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    deadline = time.monotonic() + 10
    while _lives(child) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _lives(child)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
        stat = Path(f"/proc/{process}/stat")
        # A zombie process is no longer alive.
        return not stat.exists() or stat.read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except ProcessLookupError:
        return False


@contextmanager
def kills(cluster: Cluster, every: float, most: int) -> Iterator[list[int]]:
    """Kills a worker from time to time."""
    over, killed, chance = threading.Event(), list[int](), random.Random(1)

    def go() -> None:
        while len(killed) < most and not over.wait(every * (0.5 + chance.random())):
            workers = cluster.processes
            if workers:
                victim = chance.choice(workers)
                try:
                    os.kill(victim, signal.SIGKILL)
                    killed.append(victim)
                except ProcessLookupError:
                    pass

    thread = threading.Thread(target=go)
    thread.start()
    try:
        yield killed
    finally:
        over.set()
        thread.join()


def test_two_workers_of_whom_some_are_killed(tmp_path: Path) -> None:
    family = some(200)
    here = Store(tmp_path / "here")
    run(family, here, LIMITS, part=25)
    store = Store(tmp_path / "there")
    with Cluster(workers=2, memory=1 << 30) as cluster:
        with kills(cluster, every=0.8, most=6) as killed:
            summary = run(family, store, LIMITS, part=25, workers=cluster, survey=poison.slow_survey)
        assert len(killed) >= 2
        # No row is lost or counted twice, no innocent ruleset is called poison, and the rows are
        # the same as in one process.
        assert (summary.surveyed, summary.left) == (200, 0)
        assert found(store.rows("some")) == found(here.rows("some"))
        # Certificates are checked again by other workers than those that found them.
        checks = check("some", store, workers=cluster, by=summary.by)
    assert checks.accepted == checks.checked == sum(row.certificate is not None for row in store.rows("some")) > 100
    assert not checks.refused


def test_poison_is_told_and_hurts_nobody(tmp_path: Path) -> None:
    harms = {3: "memory", 11: "signal", 17: "defect", 25: "table", 30: "sleep"}
    family, store = some(40, harms), Store(tmp_path)
    limits = SurveyLimits(work=5_000_000, memory="256M", states=500, time=2)
    with Cluster(workers=2, memory=1 << 28) as cluster:
        # On a busy machine a process takes seconds to start and to use up its memory.
        summary = run(family, store, limits, workers=cluster, survey=poison.survey, grace=20)
    assert summary.surveyed == 40
    told = {row.parameters["at"]: (row.status, row.limit) for row in store.rows("some") if row.status == "poison"}
    met = {3: "memory", 11: "process", 17: "defect", 25: "memory", 30: "time"}
    assert told == {at: ("poison", limit) for at, limit in met.items()}
    [dead] = [row for row in store.rows("some") if row.parameters["at"] == 11]
    assert dead.sentence == "its process ended with signal 9, 3 times"
    # A poisoned ruleset is not tried again.
    assert run(family, store, limits).surveyed == 0


def _dask(*arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "dask", *arguments]
    path = os.pathsep.join([str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, stdout=quiet, stderr=quiet, env={**os.environ, "PYTHONPATH": path})


def test_the_scheduler_may_be_lost(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    address = f"tcp://127.0.0.1:{port}"
    family, store, rows = some(120), Store(tmp_path), list[Row]()

    def scheduler() -> subprocess.Popen[bytes]:
        return _dask("scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")

    def worker() -> subprocess.Popen[bytes]:
        return _dask("worker", address, "--nthreads", "1", "--no-dashboard", "--no-nanny", "--death-timeout", "5")

    processes = [scheduler(), worker()]
    restarted = threading.Event()

    def restart() -> None:
        while len(rows) < 20:
            time.sleep(0.02)
        for process in processes:
            process.kill()
            process.wait()
        processes[:] = [scheduler(), worker()]
        restarted.set()

    thread = threading.Thread(target=restart, daemon=True)
    try:
        with Cluster(address, memory=1 << 30, patience=60) as cluster:
            thread.start()
            summary = run(family, store, LIMITS, part=25, workers=cluster, survey=poison.slow_survey, tell=rows.append)
    finally:
        thread.join(30)
        for process in processes:
            process.kill()
            process.wait()
    assert restarted.is_set()
    assert summary.surveyed == len(rows) == len({row.rules for row in store.rows("some")}) == 120


def test_a_cluster_that_is_not_there_is_told() -> None:
    with pytest.raises(ClusterError, match="no scheduler at"), Cluster("tcp://127.0.0.1:1", patience=0):
        pass
