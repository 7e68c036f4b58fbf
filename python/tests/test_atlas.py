"""Surveys: one ruleset, a family, a store that is complete at every moment."""

from __future__ import annotations

import errno
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import fsspec
import numpy as np
import pyarrow.parquet
import pytest

import bouton
from bouton import Game, Row, SurveyLimits, survey
from bouton.atlas import FAMILIES, Cost, Family, Here, Member, Store, StoreError, check, identity, run
from bouton.atlas.__main__ import main

SMALL = Family(
    "small",
    "some games of a heap",
    lambda: (
        Member(f"heaps 1; move take 1..{k} from 1 heap" if k < 5 else "heaps 1; move tkae 1", {"k": k})
        for k in (1, 2, 3, 4, 5)
    ),
)
WHOLE = {"proved": 4, "refused": 1}


if sys.platform != "win32":
    import fcntl


def found(row: Row) -> dict[str, Any]:
    """A row without the fields that differ from run to run."""
    return {**row.as_dict(), "seconds": 0}


def in_files(folder: Path, family: str) -> list[str]:
    """The rulesets of a family, read by a plain Parquet reader."""
    parts = (folder / f"family={family}").glob("*.parquet")
    return [rules for part in parts for rules in pyarrow.parquet.ParquetFile(part).read()["rules"].to_pylist()]


@pytest.mark.parametrize(
    ("rules", "status"),
    [
        ("heaps 2; move take {1,3} from 1 heap", "proved"),
        ("octal 0.77", "period"),
        ("heaps 20; move take 1 from at most 2 heaps", "no-law"),
        ("heaps 2; move take any from 1 heap; move take the same any from 2 heaps; pass 1 unless empty", "limit"),
        ("heaps 1; move tkae 1", "refused"),
        ("misere-kayles-of-nobody", "refused"),
        ("octal 0.77; play misere", "proved"),
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
    assert found(row) == found(survey(rules, SurveyLimits(states=20), family="any", parameters={"a": 1}))


@pytest.mark.parametrize(
    "rules",
    [
        "heaps 2; move take any from 1 heap; move take the same any from 2 heaps; pass 1 unless empty",
        "octal 0.007",
        "heaps 3; move take the same any from 2 heaps",
    ],
)
def test_work_ends_a_search_at_the_same_place_everywhere(rules: str) -> None:
    rows = [survey(rules, SurveyLimits(work=3_000_000, time=600)) for _ in range(2)]
    assert (rows[0].status, rows[0].limit) == ("limit", "work")
    assert found(rows[0]) == found(rows[1])


def test_what_is_no_survey_is_refused(tmp_path: Path) -> None:
    few = Family("few", "", lambda: iter([Member("heaps 1; move take 1 from 1 heap", {})]))
    store, wrong = Store(tmp_path), cast(Any, "octal")
    asks: list[tuple[Callable[[], object], str]] = [
        (lambda: survey("0.77", cast(Any, 5)), "limits is a SurveyLimits.*found 5"),
        (lambda: run(few, store, cast(Any, 5)), "limits is a SurveyLimits.*found 5"),
        (lambda: run(wrong, store), "family is a Family.*found 'octal'"),
        (lambda: run(few, wrong), "store is a Store.*found 'octal'"),
        (lambda: check("few", wrong), "store is a Store.*found 'octal'"),
        (lambda: check(cast(Any, few), store), "family is the name of a family"),
        (lambda: SurveyLimits(work=-1), "work is -1"),
        (lambda: SurveyLimits(states=0), "states: expected at least 1"),
        (lambda: SurveyLimits(memory="much"), "memory"),
        (lambda: SurveyLimits(time=-1), "time"),
    ]
    for ask, words in asks:
        with pytest.raises(bouton.InputError, match=words):
            ask()
    found = run(few, store)
    assert len(found.by) == 1 and repr(found).startswith("Summary(statuses=Counter({'proved': 1}), surveyed=1") and "by=" not in repr(found)


def test_families_are_games() -> None:
    assert len(FAMILIES) >= 10
    sizes = {}
    for name, family in FAMILIES.items():
        games = list(family.games())
        sizes[name] = len(games)
        assert len({json.dumps(dict(game.parameters)) for game in games}) == len(games)
        # Each is a ruleset without faults.
        for game in games[:: max(1, len(games) // 100)]:
            assert Game(game.rules).rules
    assert sum(sizes.values()) >= 5000, sizes
    subtraction = next(FAMILIES["subtraction"].games())
    assert subtraction.rules == "heaps 1; move take {1} from 1 heap"


def test_interchangeable_rulesets_are_one() -> None:
    same = [
        ["take-three", "heaps 1; move take 1..3 from 1 heap", "heaps 1\nmove take {3,1,2} from 1 heap"],
        ["heaps 3; move h1, h2 -> h1 - 1, h2 - 1", "heaps 3; move h3, h1 -> h3 - 1, h1 - 1"],
        [
            "counters a, b; move a, b -> s, t where s < a, t < b; move a -> a - 1",
            "counters a, b; move b -> b - 1; move a, b -> p, q where q < b, p < a",
        ],
        ["heaps 2; move h1 -> h1 - 3", "heaps 2; move h2 -> h2 - 3"],
        ["counters a, b; move a -> a - 3", "counters a, b; move b -> b - 3"],
        ["heaps 1; move tkae", "heaps 1; move tkae"],
    ]
    texts = [[identity(rules) for rules in rulesets] for rulesets in same]
    assert [len(set(kind)) for kind in texts] == [1] * len(same)
    assert len({kind[0] for kind in texts}) == len(same)
    different = [
        "heaps 2; move h1 -> h1 - 1",
        "heaps 2; move h1 -> h1 - 2",
        "heaps 3; move h1 -> h1 - 1",
        "heaps 2; move h1 -> h1 - 1; move h2 -> h2 - 1",
        "heaps 2; move h1 -> h1 - 1; play misere",
        "counters a, b; move a, b -> a - 1, b - 2",
        "counters a, b; move a, b -> a - 1, b - 2 when a > b",
        "counters a, b; move a, b -> a - 1, b - 2 when b > a",
    ]
    assert len(set(map(identity, different))) == len(different)


def test_what_is_left_out_of_a_family_is_a_game_of_it_renamed() -> None:
    known: dict[str, str] = {}
    twice = 0
    for member in FAMILIES["counters"].members():
        first = known.setdefault(identity(member.rules), member.rules)
        if first != member.rules and twice < 40:
            twice += 1
            one, other = (np.asarray(Game(rules).table(9)) for rules in (first, member.rules))
            assert np.array_equal(one, other.T) or np.array_equal(one, other), (first, member.rules)
    assert twice == 40


def test_a_family_is_surveyed_once(tmp_path: Path) -> None:
    store = Store(tmp_path)
    first = run(SMALL, store, most=3, part=2)
    assert (first.surveyed, first.left, dict(first.statuses)) == (3, 2, {"proved": 3})
    second = run(SMALL, store, part=2)
    assert (second.surveyed, second.left) == (2, 0)
    assert dict(second.statuses) == WHOLE
    assert run(SMALL, store, part=2).surveyed == 0
    rows = store.rows("small")
    assert [row.parameters["k"] for row in rows] == [1, 2, 3, 4, 5]
    assert [len(store.rows("small", part)) for part in store.parts("small")] == [2, 2, 1]
    assert sorted(in_files(tmp_path, "small")) == sorted(row.rules for row in rows)
    for row in rows:
        if row.certificate:
            assert bouton.check(store.certificate(row)).accepted
    assert store.families() == ["small"]
    assert store.about("small")["version"] == bouton.__version__
    assert json.loads(store.about("small")["limits"])["states"] == SurveyLimits().states


def test_rows_of_other_limits_or_families_are_not_mixed(tmp_path: Path) -> None:
    store = Store(tmp_path)
    run(SMALL, store)
    for asked, told in (({"limits": SurveyLimits(states=7)}, "this run has --states 7:"), ({"part": 3}, "this run has --part 3:")):
        with pytest.raises(StoreError, match=told):
            run(SMALL, store, **asked)
    other = Family("small", "", lambda: iter([Member("heaps 1; move take 1 from 1 heap", {"k": 77})]))
    with pytest.raises(StoreError, match="does not belong to the family"):
        run(other, store)
    twins = Family("twins", "", lambda: (Member(f"heaps 1; move take {k} from 1 heap", {}) for k in (1, 2)))
    with pytest.raises(ValueError, match="same parameters"):
        run(twins, store)


@pytest.mark.parametrize("when", range(1, 8))
def test_a_full_store_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: int) -> None:
    store, fsync, calls = Store(tmp_path, pauses=(0,)), os.fsync, 0

    def full(descriptor: int) -> None:
        nonlocal calls
        calls += 1
        if calls >= when:
            raise OSError(errno.ENOSPC, "No space left on device")
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError, match="No space left"):
        run(SMALL, store, part=2)
    monkeypatch.undo()
    assert not list(tmp_path.rglob("*.part"))
    for row in store.rows("small"):
        assert row.certificate is None or store.has_certificate(row)
    assert dict(run(SMALL, store, part=2).statuses) == WHOLE
    assert len(in_files(tmp_path, "small")) == len(set(in_files(tmp_path, "small"))) == 5


def test_a_store_that_was_full_for_a_moment_is_written_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, fsync, calls = Store(tmp_path, pauses=(0, 0)), os.fsync, 0

    def full_at_first(descriptor: int) -> None:
        nonlocal calls
        calls += 1
        if calls % 2:
            raise OSError(errno.ENOSPC, "No space left on device")
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", full_at_first)
    assert dict(run(SMALL, store).statuses) == WHOLE
    assert calls == 2 * (4 + 1)


@pytest.mark.skipif(sys.platform == "win32", reason="no file can be locked")
def test_what_killed_runs_have_left_goes_and_what_a_living_one_writes_stays(tmp_path: Path) -> None:
    store = Store(tmp_path)
    run(SMALL, store, part=2)
    [part, *_] = sorted(tmp_path.rglob("part-*.parquet"))
    left, held = part.with_name(f".{part.name}.1.part"), part.with_name(f".{part.name}.2.part")
    part.unlink()
    left.write_bytes(b"half")
    with held.open("wb") as file:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX)
        run(SMALL, store, part=2)
        assert part.exists() and held.exists() and not left.exists()
    part.unlink()
    run(SMALL, store, part=2)
    assert part.exists() and not held.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes")
def test_a_named_pipe_in_place_of_a_file_is_refused_at_once(tmp_path: Path) -> None:
    store = Store(tmp_path)
    run(SMALL, store, part=5)
    row = next(row for row in store.rows("small") if row.certificate)
    for file, read in (
        (tmp_path / "certs" / f"{row.certificate}.cert", lambda: store.certificate(row)),
        (next(tmp_path.rglob("part-*.parquet")), lambda: store.rows("small")),
    ):
        file.unlink()
        os.mkfifo(file)
        with pytest.raises(StoreError, match="it is not a regular file"):
            read()


def test_a_store_may_be_anywhere() -> None:
    store = Store("memory://somewhere/atlas")
    run(SMALL, store, most=3, part=2)
    assert dict(run(SMALL, Store("memory://somewhere/atlas"), part=2).statuses) == WHOLE
    assert len(store.rows("small")) == 5
    assert check("small", store).accepted == 4
    names = fsspec.filesystem("memory").find("/somewhere/atlas")
    assert len([name for name in names if name.endswith(".cert")]) == 4
    assert len([name for name in names if "/checks/" in name]) == 2


def test_certificates_are_checked_again(tmp_path: Path) -> None:
    store = Store(tmp_path)
    run(SMALL, store, part=3)
    first = check("small", store)
    assert (first.accepted, first.checked, first.refused) == (4, 4, [])
    second = check("small", store)
    assert (second.accepted, second.checked) == (4, 0)
    names = [tmp_path / "certs" / f"{row.certificate}.cert" for row in store.rows("small") if row.certificate]
    # One certificate is changed, one is replaced by that of another game, one is removed.
    text = names[0].read_text(encoding="utf-8")
    names[0].write_text(text.replace("output 0", "output 1"), encoding="utf-8")
    names[1].write_bytes(names[3].read_bytes())
    names[2].unlink()
    third = check("small", store, again=True)
    assert (third.accepted, third.checked) == (1, 4)
    assert {verdict.certificate: verdict.step for verdict in third.refused} == {
        names[0].stem: "decode",
        names[1].stem: "identity",
        names[2].stem: "decode",
    }


def test_a_ruleset_that_fails_here_is_told(tmp_path: Path) -> None:
    def broken(question: Any) -> Row:
        if question.parameters["k"] == 2:
            raise bouton.Defect("a fault of the library")
        return survey(question.rules, question.limits, family="small", parameters=question.parameters)

    store = Store(tmp_path)
    assert dict(run(SMALL, store, survey=broken, workers=Here()).statuses) == {**WHOLE, "proved": 3, "poison": 1}
    [poison] = [row for row in store.rows("small") if row.status == "poison"]
    assert (poison.limit, poison.sentence) == ("defect", "Defect: a fault of the library")
    assert poison.rules == "heaps 1\nmove take 1..2 from 1 heap"


def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    limits = SurveyLimits(work=20_000_000)
    command = [sys.executable, "-m", "bouton.atlas", "subtraction", "--out", str(tmp_path), "--workers", "0"]
    chance = random.Random(5)
    for _ in range(3):
        killed = subprocess.Popen([*command, "--work", "20000000", "--part", "20"])
        seen, deadline = len(list(tmp_path.rglob("part-*.parquet"))), time.monotonic() + 60
        while len(list(tmp_path.rglob("part-*.parquet"))) == seen and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(chance.random() / 20)
        killed.send_signal(signal.SIGKILL)
        killed.wait()
    store = Store(tmp_path)
    before = store.rows("subtraction")
    assert before
    after = run(FAMILIES["subtraction"], store, limits, most=20, part=20)
    rows = store.rows("subtraction")
    assert len(rows) == len(before) + after.surveyed == len(set(in_files(tmp_path, "subtraction")))
    assert sum(after.statuses.values()) == len(rows)


def test_a_run_that_is_ended_keeps_what_it_has(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bouton.atlas", "octal", "--out", str(tmp_path), "--workers", "0"]
    ended = subprocess.Popen([*command, "--work", "1000000", "--part", "7"], stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while not list(tmp_path.rglob("part-*.parquet")) and time.monotonic() < deadline:
        time.sleep(0.01)
    ended.send_signal(signal.SIGTERM)
    _, told = ended.communicate(timeout=60)
    assert (ended.returncode, told) == (130, "\nstopped; the same command continues\n")
    assert 7 <= len(Store(tmp_path).rows("octal")) < 575


def test_the_cost_of_many() -> None:
    rows = [survey(f"heaps 1; move take 1..{k} from 1 heap") for k in range(1, 6)]
    cost = Cost.of(rows, overhead=0.001, efficiency=0.8)
    assert cost.rulesets == 5 and cost.mean == pytest.approx(sum(row.seconds for row in rows) / 5)
    slow = Cost(rulesets=10, seconds=20.0, longest=3.0, overhead=0.001, efficiency=0.8)
    # Twice the cores take half the time, until the process at the head is fully occupied.
    assert slow.hours(10**6, cores=200) == pytest.approx(slow.hours(10**6, cores=100) / 2, rel=1e-3)
    assert slow.hours(10**6, cores=10 * slow.cores()) == pytest.approx(1000 / 3600)
    assert slow.cores() == 2500


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    told = capsys.readouterr().out
    assert all(f"  {name} " in told for name in [*FAMILIES, "all"])
    here = ["subtraction", "--out", str(tmp_path), "--workers", "0"]
    assert main([*here, "--most", "2", "--note", "a note"]) == 0
    left = len(list(FAMILIES["subtraction"].games())) - 2
    told = capsys.readouterr().out
    assert "2 proved (2 in this run, " in told and f"; {left} left)" in told
    assert Store(tmp_path).about("subtraction")["note"] == "a note"
    assert main([*here, "--check-only"]) == 0
    assert "2 certificates accepted, 0 refused" in capsys.readouterr().out
    with pytest.raises(SystemExit) as ended:
        main([*here, "--work", "-1"])
    assert ended.value.code == 2 and "error: work is -1, expected a natural number" in capsys.readouterr().err
    assert main([*here, "--cost", "1000000"]) == 0
    assert "64 machines" in capsys.readouterr().out
    assert main([*here, "--states", "7"]) == 1
    said = capsys.readouterr().err
    assert f"were found with --states {SurveyLimits().states}, and this run has --states 7" in said
    assert "choose another folder" in said and "the same command continues" not in said
    next(tmp_path.glob("certs/*.cert")).write_text("bouton certificate 1\n", encoding="utf-8")
    for part in (tmp_path / "checks").rglob("*.parquet"):
        part.unlink()
    assert main([*here, "--check-only"]) == 1
    assert "REFUSED" in capsys.readouterr().out


def test_statuses_are_counted_once(tmp_path: Path) -> None:
    # Two runs at once, in turns: each writes the same rows as the other.
    store = Store(tmp_path)
    family = Family(
        "both", "", lambda: (Member(f"heaps 1; move take 1..{k} from 1 heap", {"k": k}) for k in range(1, 8))
    )
    inner: list[Row] = []

    def tell(row: Row) -> None:
        if not inner:
            inner.append(row)
            run(family, Store(tmp_path), part=3)

    run(family, store, part=3, tell=tell)
    assert Counter(in_files(tmp_path, "both")).most_common(1)[0][1] == 1
    assert len(in_files(tmp_path, "both")) == 7
