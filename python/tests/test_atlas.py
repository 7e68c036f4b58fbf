"""Surveys: one ruleset, a family, a store that is whole at every moment."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import bouton
from bouton import SurveyLimits, survey
from bouton.atlas import FAMILIES, Family, Member, Store, run
from bouton.atlas.__main__ import main

SMALL = Family(
    "small",
    "some games of a heap",
    lambda: (
        Member(f"heaps 1; move take 1..{k} from 1 heap" if k < 5 else "heaps 1; move tkae 1", {"k": k})
        for k in (1, 2, 3, 4, 5)
    ),
)


@pytest.mark.parametrize(
    ("rules", "status"),
    [
        ("heaps 2; move take {1,3} from 1 heap", "proved"),
        ("octal 0.77", "period"),
        ("heaps 20; move take any from 1 heap", "no-law"),
        ("wythoff", "limit"),
        ("heaps 1; move tkae 1", "refused"),
        ("misere-kayles-of-nobody", "refused"),
    ],
)
def test_every_ruleset_has_a_status(rules: str, status: str) -> None:
    row = survey(rules, SurveyLimits(states=20), family="any", parameters={"a": 1})
    assert row.status == status
    assert row.sentence and row.seconds > 0
    assert (row.limit is not None) == (status == "limit")
    assert (row.certificate is not None) == (status in ("proved", "period"))
    if row.text is not None:
        assert bouton.check(row.text).accepted
        assert bouton.Theorem.of(row.text).identity == f"sha256:{row.certificate}"
    again = survey(rules, SurveyLimits(states=20), family="any", parameters={"a": 1})
    same = [{**one.as_dict(), "seconds": 0} for one in (row, again)]
    assert same[0] == same[1]


def test_a_family_is_surveyed_once(tmp_path: Path) -> None:
    store = Store(tmp_path)
    first = run(SMALL, store, most=3)
    assert (first.surveyed, first.left, dict(first.statuses)) == (3, 2, {"proved": 3})
    second = run(SMALL, store)
    assert (second.surveyed, second.left) == (2, 0)
    assert dict(second.statuses) == {"proved": 4, "refused": 1}
    assert run(SMALL, store).surveyed == 0
    rows = store.rows("small")
    assert [row.parameters["k"] for row in sorted(rows, key=lambda row: row.parameters["k"])] == [1, 2, 3, 4, 5]
    for row in rows:
        if row.certificate:
            assert bouton.check(store.certificate(row)).accepted


def test_interchangeable_rulesets_are_one(tmp_path: Path) -> None:
    twice = Family(
        "twice",
        "the same game three times",
        lambda: (Member(text, {}) for text in ("take-three", "heaps 1; move take 1..3 from 1 heap", "heaps 1\nmove take 1..3 from 1 heap")),
    )
    assert run(twice, Store(tmp_path)).surveyed == 1


def test_a_full_store_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, fsync, calls = Store(tmp_path), os.fsync, 0

    def full(descriptor: int) -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise OSError(28, "No space left on device")
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        run(SMALL, store, batch=2)
    monkeypatch.undo()
    assert not list(tmp_path.rglob("*.part"))
    assert dict(run(SMALL, store).statuses) == {"proved": 4, "refused": 1}
    assert len(store.rows("small")) == 5


def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bouton.atlas", "subtraction", "--out", str(tmp_path)]
    killed = subprocess.Popen([*command, "--time", "5"])
    deadline = time.monotonic() + 30
    while not list(tmp_path.rglob("part-*.parquet")) and time.monotonic() < deadline:
        time.sleep(0.05)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    store = Store(tmp_path)
    before = store.rows("subtraction")
    assert before
    after = run(FAMILIES["subtraction"], store, SurveyLimits(time=5), most=20)
    rows = store.rows("subtraction")
    assert len(rows) == len(before) + after.surveyed == len({row.rules for row in rows})
    assert sum(after.statuses.values()) == len(rows)


def test_the_command_lists_its_families(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    assert "subtraction" in capsys.readouterr().out
    assert main(["subtraction", "--out", str(tmp_path), "--most", "2"]) == 0
    assert "2 proved (2 in this run; 379 left)" in capsys.readouterr().out
