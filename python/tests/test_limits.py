"""Limits of computations, Ctrl-C, progress, release of the interpreter."""

from __future__ import annotations

import datetime
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tqdm import tqdm

import bouton
from bouton import Game, Progress


# A game with no sign of a law in any numeration.
LAWLESS = "heaps 2; move take any from 1 heap; move take the same any from 2 heaps; pass 1 unless empty"

# Computations that take far longer than any test, each in another engine.
ENDLESS: dict[str, Callable[..., object]] = {
    "prove": lambda **options: Game(LAWLESS).prove(time="1h", memory="8G", states=10**7, **options),
    "table": lambda **options: Game("nim", heaps=4).table(120, value="grundy", **{"memory": "8G", **options}),
    "count": lambda **options: Game("nim", heaps=4).count(1500, engine="tables", time="1h", memory="8G", **options),
    "sequence": lambda **options: Game("0.007").sequence(10**8, memory="8G", **options),
    "solve": lambda **options: Game("0.007").solve((9 * 10**6,), value="grundy", memory="8G", time="1h", **options),
}


@pytest.mark.parametrize("ask", ENDLESS)
def test_ctrl_c_stops_at_once(ask: str) -> None:
    # In a separate process, because a signal to this one would end the tests.
    program = f"""
import os, signal, threading, time
from test_limits import ENDLESS

def interrupt():
    global asked
    asked = time.process_time()
    os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(0.5, interrupt).start()
try:
    ENDLESS["{ask}"]()
except KeyboardInterrupt:
    print(time.process_time() - asked)
"""
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, cwd=__file__.rsplit("/", 1)[0]
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout, "it ended before it was interrupted"
    # Work, on all cores: the time that passes depends on other processes.
    assert float(run.stdout) < 2.0


@pytest.mark.parametrize("limit", [0.3, "300ms", datetime.timedelta(seconds=0.3)])
def test_time_is_a_limit(limit: float | str | datetime.timedelta) -> None:
    began = time.monotonic()
    with pytest.raises(bouton.LimitReached) as caught:
        Game(LAWLESS).prove(time=limit, states=10**7, memory="8G")
    assert time.monotonic() - began < 3
    assert (caught.value.met, caught.value.allowed, caught.value.code) == ("time", 0.3, "limit")


def test_memory_is_a_limit() -> None:
    with pytest.raises(bouton.LimitReached) as caught:
        Game("wythoff").table(2000, value="grundy", memory="1M")
    assert caught.value.met == "memory"
    assert caught.value.allowed == 1 << 20
    assert "memory=" in str(caught.value)


def test_states_are_a_limit() -> None:
    with pytest.raises(bouton.LimitReached) as caught:
        Game(LAWLESS).prove(states=10)
    assert caught.value.met == "states"
    assert caught.value.allowed == 10


def test_work_is_a_limit() -> None:
    with pytest.raises(bouton.LimitReached, match="work=… allows a longer search|raise it with work=…") as caught:
        Game(LAWLESS).prove(work=10)
    assert caught.value.met == "work"


def test_limits_that_are_none_are_refused() -> None:
    for wrong in ({"time": -1}, {"time": "soon"}, {"memory": "much"}, {"threads": 0}):
        with pytest.raises(bouton.InputError):
            Game("nim").solve((1, 2), **wrong)


def test_progress_is_told() -> None:
    told: list[Progress] = []

    def until_there_are_states(now: Progress) -> None:
        told.append(now)
        assert threading.current_thread() is threading.main_thread()
        if now.states and len(told) >= 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        Game(LAWLESS).prove(time=60, states=10**7, memory="8G", progress=until_there_are_states)
    assert all(early.work <= late.work and early.seconds <= late.seconds for early, late in zip(told, told[1:]))
    assert any(now.phase for now in told)


def test_progress_goes_to_a_bar_of_tqdm(capsys: pytest.CaptureFixture[str]) -> None:
    bar: Any = tqdm(file=sys.stderr)
    with pytest.raises(bouton.LimitReached):
        Game(LAWLESS).prove(time=0.5, progress=bar)
    assert bar.n > 0
    bar.close()
    with pytest.raises(bouton.LimitReached):
        Game(LAWLESS).prove(time=0.5, progress=True)
    written = capsys.readouterr().err
    # It is not drawn before there is something to be told, and has one colon at most.
    assert "steps" in written and "0.00 steps" not in written and ": :" not in written
    with pytest.raises(TypeError, match="progress"):
        Game("wythoff").solve((1, 2), progress=7)


def test_an_exception_of_the_callback_ends_it() -> None:
    def enough(_: Progress) -> None:
        raise RuntimeError("enough")

    began = time.monotonic()
    with pytest.raises(RuntimeError, match="enough"):
        Game(LAWLESS).prove(time=60, states=10**7, progress=enough)
    assert time.monotonic() - began < 3


def test_the_interpreter_is_released() -> None:
    turns, done = 0, threading.Event()

    def count() -> None:
        nonlocal turns
        while not done.is_set():
            turns += 1
            time.sleep(0.001)

    other = threading.Thread(target=count)
    other.start()
    try:
        with pytest.raises(bouton.LimitReached):
            Game(LAWLESS).prove(time=0.5)
    finally:
        done.set()
        other.join()
    assert turns > 50, f"the other thread had {turns} turns"


def test_signals_keep_their_handlers() -> None:
    before = signal.getsignal(signal.SIGINT)
    Game("nim", heaps=3).table(20)
    assert signal.getsignal(signal.SIGINT) is before


def test_answers_do_not_depend_on_threads() -> None:
    game = Game("nim", heaps=3)
    assert np.array_equal(game.table(40, threads=1), game.table(40, threads=2))


def test_a_bar_appears_with_the_first_report(capsys: pytest.CaptureFixture[str]) -> None:
    # A computation that ends before its first report shows no empty bar.
    from bouton._limits import Reporter

    with Reporter(True) as tell:
        assert tell is not None
    assert capsys.readouterr().err == ""
    with Reporter(True) as tell:
        assert tell is not None
        tell("", 0, 0, 0.0, 0, 0, 0)
        assert capsys.readouterr().err == ""
        tell("learning", 7, 0, 0.1, 0, 3, 1)
    assert "learning" in capsys.readouterr().err


def test_a_limit_is_named_whatever_it_ended(tmp_path: Path) -> None:
    wythoff, code = Game("wythoff"), Game("0.007")
    tiles = Game("heaps 3; move take 1..2 in total from at most 2 heaps").store(300, tmp_path / "tiles", side=100)
    theorem = Game("two-in-total").prove()
    law = Game("heaps 4; move take any from 1 heap")
    ended: list[tuple[Callable[[], object], str, float | None]] = [
        (lambda: wythoff.ask("exists a: g(a, a + 1) = 5", time=0.5), "time", 0.5),
        (lambda: wythoff.why((10**6, 5), value="grundy", time=0.5), "time", 0.5),
        (lambda: law.ask("P(a, b, c, d)", states=1), "states", None),
        (lambda: wythoff.ask("exists a: g(a, a + 1) = 5", work=1000), "work", None),
        (lambda: wythoff.prove(value="grundy", time=0.5), "time", 0.5),
        (lambda: tiles.fill(time=0.001), "time", 0.001),
        (lambda: tiles.fill(memory="300k"), "memory", None),
        (lambda: tiles.compute("0-0-0", memory="1k"), "memory", 1024.0),
        (lambda: code.genus((40, 41), time=0.01), "time", 0.01),
        (lambda: bouton.check(theorem, memory="1k"), "memory", 1024.0),
        (lambda: bouton.Theorem.of(theorem.certificate, memory="1k"), "memory", 1024.0),
        (lambda: code.sequence(10**6, time=0.01), "time", 0.01),
    ]
    for number, (ask, met, allowed) in enumerate(ended):
        with pytest.raises(bouton.LimitReached) as reached:
            ask()
        assert reached.value.met == met, (number, str(reached.value))
        assert allowed is None or reached.value.allowed == allowed, (number, reached.value.allowed)
