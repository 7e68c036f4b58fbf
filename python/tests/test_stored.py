"""Tables in folders, in this process and on a cluster."""

from __future__ import annotations

import os
import pickle
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bouton
from bouton import Game, InputError, Position
from bouton.atlas import Cluster, TileError, fill
from bouton.atlas.tiles import TileWork, compute

FOUR = Game("two-in-total")


def test_a_table_in_a_folder(tmp_path: Path) -> None:
    table = FOUR.store(20, tmp_path / "four", side=8)
    graph = table.tiles()
    assert (graph.side, len(graph.tiles)) == (8, 81)
    # Each tile comes after the tiles that it needs.
    seen = set[str]()
    for tile in graph.tiles:
        assert seen.issuperset(tile.needs) and not tile.done
        seen.add(tile.id)
    with pytest.raises(InputError, match=r"tile 0-0-0-0 .*has not been computed; `fill\(\)` computes") as missing:
        table.compute("1-0-0-0")
    assert missing.value.code == "store"
    with pytest.raises(InputError, match=r"has not been computed; `fill\(\)` computes"):
        table.count()
    assert table.compute("0-0-0-0").counts == FOUR.count(7).counts
    assert repr(table) == "<StoredTable of two-in-total up to 20: 1 of 81 tiles are stored>"
    assert table.fill() == (1, 80, 0)
    assert table.count().counts == FOUR.count(20).counts
    values = FOUR.table(20).values
    for place in [(0, 0, 0, 0), (3, 5, 7, 9), (20, 1, 8, 13), (20, 20, 20, 20)]:
        answer = FOUR.solve(place, table=table)
        assert answer.outcome == ("P" if values[place] == 0 else "N")
        assert answer.winning_moves == FOUR.solve(place).winning_moves
    with pytest.raises(InputError, match="outside of the table"):
        FOUR.solve((3, 5, 7, 21), table=table)
    with pytest.raises(InputError, match="another table"):
        Game("wythoff").solve((3, 5), table=table)
    with pytest.raises(InputError, match="goes up to"):
        FOUR.store(21, tmp_path / "four")


def test_a_table_in_a_folder_calculates_as_an_array(tmp_path: Path) -> None:
    game = Game("wythoff")
    table, stored = game.table(40), game.store(40, tmp_path / "outcome", side=16)
    with pytest.raises(InputError, match="has not been computed"):
        stored == table
    stored.fill()
    assert stored.outcomes == table.outcomes == ["P", "N"]
    assert (stored == table).all() and (table == stored).all() and (stored == game.store(40, tmp_path / "outcome")).all()
    several: tuple[Any, ...] = (stored == "P", "P" == stored, stored == 0, ~(stored != "P"))
    for found in several:
        assert found.shape == stored.shape and found.sum() == (table == "P").sum()
    assert np.array_equal(1 - stored, 1 - table) and "P" in stored and 2 not in stored
    with pytest.raises(InputError, match="there is no outcome `O`: expected P, N"):
        stored == "O"
    with pytest.raises(InputError, match="read-only"):
        stored += 1
    numbers = FOUR.store(5, tmp_path / "grundy", value="grundy")
    numbers.fill()
    assert numbers.outcomes == [] and (numbers == FOUR.table(5, value="grundy")).all()
    with pytest.raises(InputError, match="a table of Grundy values is compared with one of outcomes"):
        numbers == stored
    three = Game("heaps 2; players 3 podium; move take any from 1 heap")
    places = three.store(6, tmp_path / "three")
    places.fill()
    assert places.outcomes == three.table(6).outcomes == ["P", "N", "O"] and (places == three.table(6)).all()


def test_tables_of_numbers(tmp_path: Path) -> None:
    for value in ("grundy", "remoteness"):
        table = FOUR.store(12, tmp_path / value, value=value, side=5)
        assert table.fill() == (0, 81, 0)
        found = table.count()
        assert (found.value, found.counts) == (value, FOUR.count(12, value=value).counts)
        values, counts = np.unique(FOUR.table(12, value=value).values, return_counts=True)
        assert {name: count for name, count in found.counts.items() if count} == {
            str(number): int(count) for number, count in zip(values, counts, strict=True)
        }
        with pytest.raises(InputError, match=f"its values are {value}, not outcome"):
            FOUR.store(12, tmp_path / value)
    with pytest.raises(InputError, match="there is no value `mex`"):
        FOUR.store(12, tmp_path / "mex", value="mex")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="moves of any size"):
        Game("wythoff").store(12, tmp_path / "wythoff", value="grundy")


def test_a_damaged_tile_is_computed_again(tmp_path: Path) -> None:
    table = FOUR.store(20, tmp_path, side=8)
    table.fill()
    whole = {path.name: path.read_bytes() for path in tmp_path.glob("*.tile")}
    chance = random.Random(1)
    for name in chance.sample(sorted(whole), 5):
        content = bytearray(whole[name])
        # After the header there are faces and bits, each with padding that is never read.
        content = content[: len(content) - 64]
        (tmp_path / name).write_bytes(content)
    assert FOUR.store(20, tmp_path).fill() == (76, 5, 5)
    assert {path.name: path.read_bytes() for path in tmp_path.glob("*.tile")} == whole


def test_two_workers_of_whom_some_are_killed(tmp_path: Path) -> None:
    game = Game("heaps 3; move take any from 1 heap; move take the same any from 2 heaps")
    expected = game.count(60).counts
    told = list[int]()
    with Cluster(workers=2, memory=1 << 30) as cluster:
        over, killed = threading.Event(), list[int]()

        def kill() -> None:
            while len(killed) < 2 and not over.wait(0.7):
                for worker in cluster.processes[:1]:
                    try:
                        os.kill(worker, signal.SIGKILL)
                        killed.append(worker)
                    except ProcessLookupError:
                        pass

        thread = threading.Thread(target=kill)
        thread.start()
        try:
            found = fill(game, 60, tmp_path, side=16, workers=cluster, tell=lambda done, tiles: told.append(done), work=slow)
        finally:
            over.set()
            thread.join()
    assert killed and (found.tiles, found.computed) == (64, 64)
    assert told == list(range(1, 65))
    assert found.count.counts == expected
    # Existing tiles are not computed again.
    again = fill(game, 60, tmp_path)
    assert (again.computed, again.count.counts) == (0, expected)


def slow(work: TileWork) -> bouton.document.Tile:
    """Like `compute`, but slow enough to be killed."""
    import time

    time.sleep(0.05)
    return compute(work)


def test_what_cannot_be_computed_is_told(tmp_path: Path) -> None:
    wythoff = Game("wythoff")
    fill(wythoff, 50, tmp_path, side=20)
    first = tmp_path / "0-0.tile"
    content = bytearray(first.read_bytes())
    content[-1 - 8 * 20 - 64] ^= 255
    (tmp_path / "1-1.tile").unlink()
    first.write_bytes(content[:200])
    with pytest.raises(TileError, match="0-0.*damaged|damaged.*0-0"):
        # Its header is damaged, so it is computed first; then one of its faces is lost.
        fill(wythoff, 50, tmp_path, work=damaging)
    # A fill in one process verifies all tiles.
    assert wythoff.store(50, tmp_path).fill().found >= 7
    assert fill(wythoff, 50, tmp_path).count.counts == wythoff.count(50).counts


def damaging(work: TileWork) -> bouton.document.Tile:
    """Like `compute`, but then damages the first tile."""
    tile = compute(work)
    first = Path(work.folder) / "0-0.tile"
    content = bytearray(first.read_bytes())
    length = int.from_bytes(content[16:20], "little")
    start = (24 + length + 63) // 64 * 64
    content[start] ^= 1
    first.write_bytes(content)
    return tile


def test_the_command(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bouton.atlas.tiles", "nim", "--heaps", "2", "--upto", "99", "--workers", "0"]
    done = subprocess.run([*command, "--store", str(tmp_path), "--side", "40"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("P 100 N 9900\n9 of 9 tiles in this run")
    wrong = subprocess.run([*command, "--store", str(tmp_path), "--side", "41"], capture_output=True, text=True)
    assert wrong.returncode == 2 and "side of its tiles is 40, not 41" in wrong.stderr


@pytest.mark.parametrize(
    ("text", "heaps", "value"),
    [("two-in-total", None, "grundy"), ("wythoff", None, "outcome"), ("nim-with-a-pass", 2, "outcome")],
)
def test_a_stored_table_is_indexed_as_its_array(text: str, heaps: int | None, value: Any, tmp_path: Path) -> None:
    game = Game(text, heaps)
    stored = game.store(12, tmp_path, value=value, side=5)
    with pytest.raises(InputError, match=r"has not been computed; `fill\(\)` computes all missing tiles"):
        stored["0,0" if len(game.coordinates) == 2 else "0,0,0,0"]
    stored.fill()
    values = game.table(12, value=value).values
    assert stored.shape == values.shape
    places: list[Any] = [np.s_[...], np.s_[3], np.s_[3, 5], np.s_[-1, ::-4], np.s_[..., 1], np.s_[2:4, ..., 0], np.s_[4:4]]
    for place in places:
        found = stored[place]
        assert np.array_equal(found, values[place]) and found.dtype == values.dtype
    at = game.positions(12, limit=9)[8]
    assert stored[at] == stored[str(at)] == values[(*at, 0) if game.controls else tuple(at)]
    outside: list[Any] = [np.s_[13], np.s_[0, -14], np.s_[0, 0, 0, 0, 0]]
    for wrong in outside:
        with pytest.raises(IndexError):
            stored[wrong]
    with pytest.raises(IndexError, match="integers and slices"):
        stored[1.0]
    with pytest.raises(InputError, match="not in the box"):
        stored[Position((13,) * len(game.coordinates))]


def test_slices_are_arrays_for_numpy(tmp_path: Path) -> None:
    """The table and its files agree: rows along the last coordinate, lowest bit first."""
    FOUR.store(20, tmp_path, side=21).fill()
    content = (tmp_path / "0-0-0-0.tile").read_bytes()
    length = int.from_bytes(content[16:20], "little")
    start = (24 + length + 63) // 64 * 64
    words = np.frombuffer(content, dtype=np.uint8, offset=start)[: 8 * 21**3]
    bits = np.unpackbits(words, bitorder="little").reshape(21, 21, 21, 64)[..., :21]
    assert np.array_equal(bits == 1, FOUR.table(20).values == 0)


def test_a_stored_table_travels_as_its_folder(tmp_path: Path) -> None:
    stored = Game("wythoff").store(20, tmp_path, side=10)
    stored.fill()
    again = pickle.loads(pickle.dumps(stored))
    assert (again.upto, again.folder, again.value, again.game) == (20, str(tmp_path), "outcome", Game("wythoff"))
    assert again.count() == stored.count() and again.solve(4, 7).outcome == "P"


def test_a_stored_table_is_an_array(tmp_path: Path) -> None:
    game = Game("nim-with-a-pass", heaps=2)
    stored, table = game.store(12, tmp_path, side=5), game.table(12)
    with pytest.raises(InputError, match="has not been computed"):
        np.asarray(stored)
    stored.fill()
    assert (stored.shape, stored.ndim, stored.size, len(stored)) == (table.shape, 3, 13 * 13 * 2, 13)
    assert stored.dtype == np.asarray(stored).dtype == table.dtype == np.int8
    assert np.array_equal(stored, table) and np.asarray(stored, dtype=float).dtype == float
    assert (stored[0, :3, 0] - 1).tolist() == (table.values[0, :3, 0].astype(int) - 1).tolist() == [-1, 0, 0]
    with pytest.raises(AttributeError, match=r"`game\.table\(12, value='outcome'\)\.plot`"):
        stored.plot  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match=r"`stored\[\.\.\.\]\.sum`"):
        stored.sum  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="no attribute 'foo'$"):
        stored.foo  # type: ignore[attr-defined]
