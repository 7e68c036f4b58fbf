"""Sequences of single heaps."""

from __future__ import annotations

import collections.abc
import pickle
from typing import Any

import numpy as np
import pandas
import polars
import pyarrow
import pytest

import bouton
from bouton import Game
from bouton._array import signed


def test_values_and_period() -> None:
    sequence = Game("0.137").sequence(100_000)
    assert len(sequence) == len(sequence.values) == 100_001
    assert sequence.values.dtype == np.int32
    assert sequence.period is not None
    assert (sequence.period.length, sequence.period.preperiod, sequence.period.saltus) == (34, 52, 0)
    assert sequence.period.proved and sequence.period.theorem
    tail = sequence.values[52:]
    assert np.array_equal(tail[34:], tail[:-34])
    assert np.shares_memory(np.asarray(sequence), sequence.values)


def test_a_period_that_is_not_proved_says_what_is_missing() -> None:
    sequence = Game("0.137").sequence(150)
    assert sequence.period is not None and not sequence.period.proved
    assert sequence.period.applies_from and sequence.period.applies_from > 150
    assert "not proved" in repr(sequence)


def test_no_period_is_none() -> None:
    assert Game("nim").sequence(50).period is None or Game("nim").sequence(50).period.saltus  # type: ignore[union-attr]
    assert Game("0.007").sequence(300).period is None


def test_a_plot_marks_the_period() -> None:
    from matplotlib import pyplot

    ax = Game("kayles").sequence(200).plot()
    assert "period 12 from 71 on, proved" in ax.get_title()
    assert len(ax.lines[0].get_ydata()) == 201
    for shown in (Game("kayles").sequence(20), Game("nim", heaps=2).table(5)):
        ax = shown.plot(title="mine", figsize=(3, 2))
        assert ax.get_title() == "mine" and ax.figure.get_size_inches().tolist() == [3, 2]
    pyplot.close("all")


def test_a_game_without_single_heaps_is_refused() -> None:
    with pytest.raises(bouton.InputError, match="one heap"):
        Game("wythoff").sequence(10)
    with pytest.raises(bouton.InputError):
        Game("misere-nim").sequence(10)


def test_notebooks_show_values_by_periods() -> None:
    sequence = Game("kayles").sequence(300)
    shown = sequence._repr_html_()
    assert "period 12 from 71 on" in shown and "and 101 more values" in shown
    assert "<b>12 …</b>" in shown and "background:#d9e8f5" in shown


def test_equal_sequences_are_equal() -> None:
    sequence = Game("kayles").sequence(20)
    other = Game("0.137").sequence(20)
    assert (sequence == Game("kayles").sequence(20)).all() and not (sequence != sequence).any()
    assert ((sequence != other) == (sequence.values != other.values)).all() and (sequence != other).any()
    assert np.array_equal(sequence, sequence.tolist()) and (sequence == sequence.tolist()).all()
    assert (sequence == 0).tolist() == (sequence.values == 0).tolist()
    assert (sequence + 1).max() == sequence.max() + 1
    assert sequence.to_polars().shape == (21, 2)


def test_a_sequence_is_a_series_of_integers() -> None:
    sequence = Game("kayles").sequence(20)
    numbers = sequence.values.tolist()
    assert isinstance(sequence, collections.abc.Sequence) and sequence
    assert list(reversed(sequence)) == numbers[::-1]
    assert (sequence.index(3), sequence.count(3)) == (numbers.index(3), numbers.count(3))
    series = polars.Series("g", sequence)
    assert series.dtype == polars.Int32 and series.to_list() == numbers
    frame = polars.DataFrame({"n": range(21), "g": sequence})
    assert frame.with_columns(polars.Series("again", sequence)).get_column("again").to_list() == numbers
    assert polars.DataFrame(sequence, schema=["g"]).get_column("g").to_list() == numbers
    assert pandas.Series(sequence).tolist() == pandas.DataFrame(sequence)[0].tolist() == numbers
    assert pandas.DataFrame({"n": range(21)}).assign(g=sequence).g.tolist() == numbers
    assert pyarrow.array(sequence).to_pylist() == numbers


def test_differences_are_signed() -> None:
    sequence, numbers = Game("kayles").sequence(20), np.array(Game("kayles").sequence(20).tolist())
    frame, columns = sequence.to_pandas(), sequence.to_polars()
    for found, expected in [
        # In NumPy and in data frames, one step after the sequence.
        (sequence[1:] - sequence[:-1], np.diff(numbers)),
        (np.diff(sequence[:6]), np.diff(numbers[:6])),
        (sequence % 2 - 1, numbers % 2 - 1),
        (sequence * 2 - 5, numbers * 2 - 5),
        (frame.grundy - 3, numbers - 3),
        (frame.grundy.diff()[1:], np.diff(numbers)),
        (pandas.Series(sequence).diff()[1:], np.diff(numbers)),
        (columns.get_column("grundy").diff()[1:], np.diff(numbers)),
        (columns.select(polars.col("grundy") - 3).to_series(), numbers - 3),
        (pyarrow.table(sequence).to_pandas().grundy.diff()[1:], np.diff(numbers)),
        (pickle.loads(pickle.dumps(sequence)) - 3, numbers - 3),
        (sequence - 1, numbers - 1),
        (1 - sequence, 1 - numbers),
        (-sequence, -numbers),
        (sequence - sequence.values[::-1], numbers - numbers[::-1]),
        (np.diff(sequence), np.diff(numbers)),
        (np.gradient(sequence), np.gradient(numbers)),
    ]:
        assert found.min() < 0 and np.array_equal(found, expected)
    one, other = Game("nim", heaps=2).table(5), Game("wythoff").table(5)
    assert np.array_equal(one - other, np.array(one.tolist()) - np.array(other.tolist())) and (one - other).min() == -1
    packed = one.packed().unpacked()
    assert np.array_equal(packed - other, one - other) and packed.dtype == one.dtype == np.int8
    for value in ("grundy", "remoteness"):
        table = Game("nim", heaps=2).table(40, value=value)
        assert (table.sum(axis=0) - 9999).max() < 0 and (table.values[::-1] - table.max()).min() == -table.max()
        assert (table.to_pandas()[value] - 99).max() < 0 and (table.to_polars()[value] - 99).max() < 0
        assert table.packed().unpacked().dtype == table.dtype == np.int32
    # Other functions keep the type.
    assert np.concatenate([sequence, sequence]).dtype == (sequence + 1).dtype == np.sort(sequence).dtype == np.int32
    assert np.stack([one, other], axis=2).shape == (6, 6, 2) and np.where(one, 1, other).shape == (6, 6)


def test_numbers_of_every_size_have_a_sign() -> None:
    kinds: list[tuple[int, Any]] = [(8, np.uint8), (32, np.uint32), (64, np.uint64)]
    for bits, dtype in kinds:
        small = np.array([0, 2 ** (bits - 1) - 1], dtype)
        assert np.shares_memory(signed(small), small) and signed(small).dtype == np.dtype(f"i{bits // 8}")
        # The largest number is the mark of the positions that do not exist.
        for large in (2 ** (bits - 1), 2**bits - 1):
            values, exists = np.array([large, 5, 2**bits - 1], dtype), np.array([True, True, False])
            assert signed(values).tolist() == values.tolist() and signed(values, exists).tolist() == [large, 5, -1]
        few = np.array([3, 2**bits - 1], dtype)
        assert signed(few, np.array([True, False])).tolist() == [3, -1] and np.shares_memory(signed(few, np.array([True, False])), few)
    assert signed(np.array([], np.uint32)).dtype == np.int32
    many = Game("players 200 podium; heaps 1; move take 1 from 1 heap").table(199)
    assert many.values.tolist() == list(range(200)) and many.packed().unpacked().tolist() == list(range(200))
    assert many.to_pandas().outcome.tolist() == many.to_arrow().column("outcome").to_pylist() == many.outcomes


def test_heaps_are_found_by_value() -> None:
    sequence, numbers = Game("kayles").sequence(50), Game("kayles").sequence(50).tolist()
    for value in set(numbers):
        assert sequence.index(value) == numbers.index(value) and sequence.count(value) == numbers.count(value)
    assert sequence.index(1, 5) == numbers.index(1, 5) and sequence.index(1, -9) == numbers.index(1, -9)
    with pytest.raises(ValueError, match="no heap from 0 to 3 has the value 7"):
        sequence.index(7, 0, 4)


def test_a_saltus_is_said() -> None:
    assert repr(Game("nim").sequence(5)) == "Sequence('nim', 0..5, period 1 with saltus 1 from 0 on)"
    assert "period 4 with saltus 4 from 1 on" in str(Game("laskers-nim").sequence(60))
    assert "saltus" not in repr(Game("kayles").sequence(200))
