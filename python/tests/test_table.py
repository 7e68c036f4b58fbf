"""Tables: arrays of whole boxes, and their conversions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas
import polars
import pyarrow
import pytest

import bouton
from bouton import Game, InputError, Position


def test_every_position_has_its_value() -> None:
    nim = Game("nim", heaps=3).table(15, value="grundy")
    heaps = np.indices((16, 16, 16))
    assert nim.shape == (16, 16, 16) and nim.dtype == np.int32
    assert np.array_equal(np.asarray(nim), heaps[0] ^ heaps[1] ^ heaps[2])
    wythoff = Game("wythoff")
    table = wythoff.table(20, value="remoteness")
    for place in ((0, 0), (3, 5), (20, 20), (7, 1)):
        assert table[place] == wythoff.solve(place, value="remoteness").remoteness


def test_an_asymmetric_game_keeps_its_axes_apart() -> None:
    game = Game("counters a, b; move a -> a - 1 when b >= 1; move b -> b - 2")
    table = game.table(9)
    assert table.coordinates == ["a", "b"]
    for place in np.ndindex(10, 10):
        assert table.outcome(place) == game.solve(place).outcome, place


def test_control_states_are_the_last_axis() -> None:
    game = Game("nim-with-a-pass", heaps=2)
    table = game.table(7)
    assert table.shape == (8, 8, 2) and table.controls == game.controls
    for place in np.ndindex(8, 8):
        for index, control in enumerate(table.controls):
            position = bouton.Position(place, control)
            assert table.outcomes[table[(*place, index)]] == game.solve(position).outcome == table.outcome(position)


def test_heaps_of_a_code_are_as_many_as_are_said() -> None:
    kayles = Game("0.77", heaps=2).table(12, value="grundy")
    single = Game("0.77").sequence(12).values
    assert np.array_equal(np.asarray(kayles), np.bitwise_xor.outer(single, single))
    assert Game("0.77").table(12, value="grundy").shape == (13,)


def test_a_table_is_an_array_for_other_libraries() -> None:
    table = Game("nim", heaps=2).table(3, value="grundy")
    assert pandas.DataFrame(table).equals(pandas.DataFrame(table.values))
    assert (table == 0).sum() == 4 and (table == np.asarray(table)).all() and bool((table != 9).all())
    other = Game("wythoff").table(3, value="grundy")
    assert (table == Game("nim", heaps=2).table(3, value="grundy")).all() and np.array_equal(table, table.values)
    assert np.array_equal(table != other, table.values != other.values) and (table != other).any()
    assert np.where(table != other, 1, 0).sum() == (table.values != other.values).sum()
    assert (table != [0, 1, 2, 3]).sum() == 12
    with pytest.raises(bouton.InputError, match="a table of Grundy values is compared with one of outcomes"):
        table == Game("wythoff").table(3)
    assert table != None and not table == None  # noqa: E711
    assert pandas.Series(Game("kayles").sequence(5)).tolist() == [0, 1, 2, 3, 1, 4]
    with pytest.raises(bouton.InputError, match="a table of Grundy values"):
        table.outcome((1, 1))


def test_a_table_is_printed_as_a_grid() -> None:
    nim = Game("nim", heaps=3).table(20, value="grundy")
    head, names, *rows = str(nim).splitlines()
    assert head == "nim: grundy, 21 × 21 × 21 (h3 = 0)"
    assert names.split() == ["h1", "\\", "h2", *map(str, range(12)), "…"] and len(rows) == 13 and rows[-1].strip() == "…"
    assert rows[3].split() == ["3", *(str(3 ^ heap) for heap in range(12)), "…"]
    one = str(Game("take-three").table(9)).splitlines()
    assert one[1].split() == ["h1", *map(str, range(10))] and one[2].split() == ["outcome", *"PNNNPNNNPN"]
    passes = str(Game("nim-with-a-pass", heaps=2).table(2)).splitlines()
    assert passes[0] == "nim-with-a-pass: outcome, 3 × 3 × 2 (pass)"
    partial = str(Game("counters a, b; positions where a <= b; move b -> b - 1 when b > a").table(2)).splitlines()
    assert partial[2].split() == ["0", "P", "N", "P"] and partial[3].split() == ["1", "P", "N"]


def test_positions_that_do_not_exist_are_marked() -> None:
    game = Game("counters a, b; positions where a <= b; move b -> b - 1 when b > a; move a, b -> a - 1, b - 1")
    table = game.table(5)
    assert table.exists is not None
    a, b = np.indices((6, 6))
    assert np.array_equal(table.exists, a <= b)
    assert (np.asarray(table)[~table.exists] == -1).all() and table.dtype == np.int8
    assert np.max(table) == table.max() == 1 and np.min(table) == 0
    assert np.sum(table) == table.sum() == table.values[table.exists].sum()
    assert np.mean(table) == table.mean() == table.values[table.exists].mean()
    assert np.sum(table, axis=0).tolist() == table.sum(axis=0).tolist()
    assert len(table.to_pandas()) == 21
    assert table.to_arrow().num_rows == 21
    with pytest.raises(bouton.InputError, match="does not exist"):
        table.outcome((3, 1))


def test_nothing_is_copied() -> None:
    table = Game("wythoff").table(50)
    assert np.shares_memory(np.asarray(table), table.values)
    assert np.array(table, copy=True).flags.writeable
    assert not np.asarray(table).flags.writeable
    assert table.values.base is not None, "a view of memory that the extension has given out"
    with pytest.raises(ValueError, match="needs a copy"):
        table.__array__(np.float64, copy=False)
    values = table.to_arrow().column("outcome").chunk(0).indices
    assert values.buffers()[1].address == table.values.ctypes.data


@pytest.mark.parametrize(
    ("rules", "heaps", "value", "bits"),
    [
        ("wythoff", None, "outcome", 1),
        ("podium-nim", 2, "outcome", 2),
        ("nim", 3, "grundy", 4),
        ("nim", 1, "grundy", 4),
        ("wythoff", None, "grundy", 8),
    ],
)
def test_packed_values_are_the_same_values(rules: str, heaps: int | None, value: str, bits: int) -> None:
    table = Game(rules, heaps=heaps).table(14, value=value)  # type: ignore[arg-type]
    packed = table.packed()
    assert packed.bits == bits
    assert np.array_equal(packed.unpacked(), np.asarray(table))
    assert len(packed.data) == -(-table.values.size * bits // 8)


def test_arrow_and_pandas_have_a_row_for_each_position() -> None:
    table = Game("nim-with-a-pass", heaps=2).table(3)
    arrow = table.to_arrow()
    assert isinstance(arrow, pyarrow.Table)
    assert arrow.column_names == ["h1", "h2", "control", "outcome"]
    frame = table.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert arrow.to_pandas().astype(str).equals(frame.astype(str))
    row = frame[(frame.h1 == 2) & (frame.h2 == 3) & (frame.control == "used")]
    assert row.outcome.tolist() == [table.outcome("2,3:used")]
    grundy = Game("nim", heaps=2).table(3, value="grundy").to_pandas()
    assert (grundy.grundy == (grundy.h1 ^ grundy.h2)).all()


def test_tables_and_sequences_are_read_through_the_interface_of_arrow() -> None:
    table = Game("nim-with-a-pass", heaps=2).table(3)
    assert pyarrow.table(table).equals(table.to_arrow())
    frame = polars.DataFrame(table)
    assert frame.columns == ["h1", "h2", "control", "outcome"]
    lost = frame.filter((polars.col("outcome") == "P") & (polars.col("control") == "used")).select("h1", "h2").rows()
    assert lost == [(number, number) for number in range(4)]
    assert polars.concat([frame.drop("control"), polars.DataFrame(Game("nim", heaps=2).positions(3))]).height == 42
    columns = table.to_pandas()
    assert (columns.h1 - columns.h2).min() == -3 == (columns.h1 - 3).min()
    sequence = Game("kayles").sequence(100)
    assert (sequence.to_pandas().heap - 1).min() == -1
    assert sequence.to_polars().equals(polars.DataFrame(sequence.to_pandas()))
    assert pyarrow.table(sequence).column("grundy").to_pylist() == sequence.values.tolist()
    assert sequence.to_pandas().heap.tolist() == list(range(101))


def test_lost_positions_are_listed() -> None:
    table = Game("wythoff").table(8)
    assert table.positions("P").tolist()[:5] == [[0, 0], [1, 2], [2, 1], [3, 5], [4, 7]]
    with pytest.raises(bouton.InputError, match="no outcome"):
        table.positions("O")
    for ask in (table.positions, table.plot):
        with pytest.raises(bouton.InputError, match="no control state `used`: expected none"):
            ask(control="used")


def test_a_table_is_compared_with_outcomes_and_indexed_by_positions() -> None:
    table = Game("wythoff").table(8)
    assert np.argwhere(table == "P").tolist() == table.positions("P").tolist()
    assert ((table == "N") == (table != "P")).all()
    assert "P" in table and "O" not in Game("podium-nim", heaps=2).table(0)
    for asked in (lambda: table == "L", lambda: table != "O", lambda: "O" in table):
        with pytest.raises(InputError, match="there is no outcome `[LO]`: expected P, N"):
            asked()
    with pytest.raises(InputError, match="a number, since the table is of Grundy values"):
        Game("wythoff").table(3, value="grundy") == "P"
    assert table["3,5"] == table[Position((3, 5))] == table[3, 5] == 0
    with pytest.raises(InputError, match="not in the box"):
        table["3,9"]
    # Positions that do not exist have no outcome.
    sorted_heaps = Game("heap sizes 1..3; move take any from 1 heap").table(4)
    assert (sorted_heaps == "P").sum() + (sorted_heaps == "N").sum() == sorted_heaps.size
    passed = Game("nim-with-a-pass", heaps=2).table(5)
    for control in (0, 1):
        place = Position((2, 3), passed.controls[control])
        assert passed[place] == passed[2, 3, control]
        assert ("N" if passed[place] else "P") == passed.outcome(place)
    assert passed[1, 2, 0] != passed[1, 2, 1] and passed["1,2"] == passed[1, 2, 0]


def test_what_data_frames_have_is_named() -> None:
    table, sequence = Game("nim", 2).table(3), Game("kayles").sequence(5)
    several: list[Any] = [table, sequence, Game("nim", 2).positions(3)]
    for found in several:
        column = "outcome" if found is not sequence else "grundy"
        with pytest.raises(AttributeError, match=rf"a column of its data frame has: `\.to_pandas\(\)\.{column}\.value_counts`"):
            found.value_counts
        assert found.to_pandas()[column].value_counts().sum() == len(found.to_pandas()) and found.to_pandas()[column].nunique() > 1
        with pytest.raises(AttributeError, match=r"its data frame has: `\.to_pandas\(\)\.groupby`"):
            found.groupby
        with pytest.raises(AttributeError, match=r"its data frame has: `\.to_polars\(\)\.group_by`"):
            found.group_by
        assert not hasattr(found, "colour") and not hasattr(found, "_hidden")
    assert sequence.to_list() == sequence.values.tolist()


def test_a_map_is_drawn() -> None:
    from matplotlib import pyplot

    table = Game("nim", heaps=3).table(7)
    ax = table.plot(fix={"h1": 5}, axes=("h2", "h3"))
    image = ax.images[0].get_array()
    assert np.array_equal(np.asarray(image), np.asarray(table)[5].T)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("h2", "h3")
    assert Game("take-three").table(12).plot().lines
    assert Game("nim-with-a-pass", heaps=2).table(7, value="grundy").plot(control="used").images
    with pytest.raises(bouton.InputError, match="the game has no"):
        table.plot(fix={"h4": 5})
    pyplot.close("all")


def test_a_box_that_is_too_large_is_refused_before_it_is_begun() -> None:
    with pytest.raises(bouton.LimitReached) as caught:
        Game("nim", heaps=5).table(1000)
    assert caught.value.met == "memory"
    assert caught.value.needed is not None and caught.value.needed > 10**12
    with pytest.raises(bouton.LimitReached):
        Game("wythoff").table(1 << 62)
    with pytest.raises(bouton.InputError, match="say how many"):
        Game("nim").table(3)


def test_notebooks_show_a_grid() -> None:
    shown = Game("wythoff").table(30)._repr_html_()
    # Up to 20, with the numbers of rows and columns; 0,0 and 1,2 are lost.
    assert shown.count("<tr>") == 22 and "as far as 20" in shown
    assert shown.count("background:#0072b2") == len(Game("wythoff").table(20).positions("P"))
    grundy = Game("nim", heaps=3).table(3, value="grundy")._repr_html_()
    assert "h3 = 0" in grundy and grundy.count("<tr>") == 5
    assert "<td" in Game("take-three").table(4)._repr_html_()


def test_a_fixed_number_is_within_the_table() -> None:
    table = Game("nim", heaps=3).table(7)
    with pytest.raises(bouton.InputError, match="h3 is 8, but the table ends at 7"):
        table.plot(fix={"h3": 8})


def test_a_table_has_what_an_array_has() -> None:
    table = Game("nim", heaps=2).table(5, value="grundy")
    values = table.values
    assert (table.ndim, table.size, table.T.tolist()) == (2, 36, values.T.tolist())
    assert table.tolist() == values.tolist() and table.to_numpy() is values
    for name in ("min", "max", "mean", "sum"):
        assert getattr(table, name)() == getattr(np, name)(table) == getattr(values, name)()
    assert table.mean(axis=0).tolist() == values.mean(axis=0).tolist()
    assert (table + 1).tolist() == (1 + values).tolist() and (table < 3).tolist() == (values < 3).tolist()
    assert np.bitwise_xor(table, 1)[0, 0] == 1
    assert 7 in table and 8 not in table
    with pytest.raises(AttributeError, match=r"its array has: `.values.std`"):
        table.std()  # type: ignore[attr-defined]
    assert not hasattr(table, "nothing")
    assert table.to_polars().shape == (36, 3)


def test_positions_that_do_not_exist_have_no_part_in_sums() -> None:
    game = Game("counters a, b; positions where a <= b; move b -> b - 1 when b > a; move a, b -> a - 1, b - 1")
    table = game.table(4, value="grundy")
    exist = table.to_pandas().grundy
    assert (table.max(), table.sum(), table.mean()) == (exist.max(), exist.sum(), exist.mean())
    assert len(table.positions(0)) == (exist == 0).sum()
    assert int(table.values.min()) == -1 not in table


def test_positions_that_do_not_exist_have_no_part_in_any_array() -> None:
    rules = "counters a, b; positions where a <= b; move b -> b - 1 when b > a; move a, b -> a - 1, b - 1"
    table, outcomes = Game(rules).table(4, value="grundy"), Game(rules).table(4)
    assert table.exists is not None
    there, known = table.exists, table.values[table.exists].astype(np.int64)
    assert table.masked.compressed().tolist() == known.tolist() and table.values[3, 1] == -1
    # Sets of values.
    assert np.unique(table).tolist() == sorted(set(known.tolist()))
    found, counts = np.unique(table, return_counts=True)
    assert dict(zip(found.tolist(), counts.tolist(), strict=True)) == {n: (known == n).sum() for n in set(known.tolist())}
    assert np.bincount(table).sum() == known.size and np.histogram(table)[0].sum() == known.size
    assert np.percentile(table, 50) == np.percentile(known, 50) and np.count_nonzero(table) == (known != 0).sum()
    # Functions of masked arrays.
    assert np.median(table) == np.median(known) and np.std(table) == known.std() and np.size(table) == 25
    steps: Any = np.diff(table, axis=0)
    pairs = there[1:] & there[:-1]
    assert np.array_equal(np.ma.getmaskarray(steps), ~pairs)
    assert (steps.compressed() == np.diff(table.values.astype(np.int64), axis=0)[pairs]).all()
    # Arithmetic and comparisons.
    assert (table - table).sum() == 0 and (table - table).count() == known.size
    assert (1 - table).compressed().tolist() == (1 - known).tolist()
    assert np.add.reduce(table, axis=None) == known.sum() and np.maximum.reduce(table, axis=None) == known.max()
    for equal in (outcomes == "P", outcomes != "P", table > 0, table != 0):
        assert not np.asarray(equal)[~there].any() and not np.where(equal, 1, 0)[~there].any()
    assert (outcomes == "P").sum() + (~(outcomes == "P")).sum() == known.size == (outcomes == "P").sum() + (outcomes != "P").sum()
    assert len(np.argwhere(outcomes == "P")) == len(outcomes.positions("P"))
    # Parts.
    assert table[3, 1] is np.ma.masked and table[1].tolist() == table.tolist()[1] == list(table)[1].tolist()
    flat: Any = table.reshape(-1)
    assert table.tolist()[2][:2] == [None, None] and flat.count() == known.size and table.T.tolist() == table.masked.T.tolist()
    assert table[1, 3] == table["1,3"] == table.values[1, 3]
    with pytest.raises(InputError, match="position `3,1` does not exist"):
        table["3,1"]
    # What cannot leave them out is refused.
    for refused in (lambda: np.flip(table), lambda: np.unique(table, axis=0), lambda: np.unique(table, return_index=True)):
        with pytest.raises(InputError, match=r"positions that do not exist.* `table.masked.compressed\(\)`"):
            refused()
    with pytest.raises(InputError, match=r"np.bitwise_xor.at|np.add.at"):
        np.add.at(table, 0, 1)
    with pytest.raises(AttributeError, match=r"its array has: `.masked.std`"):
        table.std()  # type: ignore[attr-defined]
    whole = Game("nim", heaps=2).table(2, value="grundy")
    assert whole.masked.count() == 9 and type(whole[1:]) is type(whole - 1) is type(whole == 1) is np.ndarray


def test_numbers_are_found_in_a_table() -> None:
    table = Game("wythoff").table(4, value="grundy")
    assert [tuple(place) for place in table.positions(1)] == [(0, 1), (1, 0), (2, 2)]
    with pytest.raises(InputError, match="a number, since the table is of Grundy values"):
        table.positions("P")
    with pytest.raises(InputError, match="both axes"):
        table.plot(axes=("h1", "h1"))
    assert Game("wythoff").table(4).outcome(1, 2) == "P"


def test_the_numbers_of_a_map_are_whole() -> None:
    from matplotlib import pyplot

    for upto in (1, 2, 3, 40):
        ticks = Game("nim", heaps=2).table(upto, value="grundy").plot().images[0].colorbar.get_ticks()
        assert len(ticks) > 1 and all(tick == int(tick) for tick in ticks)
    pyplot.close("all")


def test_a_map_has_one_or_two_axes() -> None:
    from matplotlib import pyplot

    table = Game("nim", heaps=3).table(5, value="grundy")
    line = table.plot(axes="h2", fix={"h1": 3})
    assert (line.get_xlabel(), line.lines[0].get_ydata().tolist()) == ("h2", [3, 2, 1, 0, 7, 6])
    assert table.plot(axes=("h2", "h3")).get_ylabel() == "h3"
    for axes in ((), ("h1", "h2", "h3")):
        with pytest.raises(bouton.InputError, match="one or two axes"):
            table.plot(axes=axes)
    pyplot.close("all")


def test_values_are_not_changed_in_place() -> None:
    read_only: list[Any] = [Game("wythoff").table(3), Game("kayles").sequence(5)]
    for values in read_only:
        with pytest.raises(InputError, match="read-only"):
            values += 1
        with pytest.raises(InputError, match="read-only"):
            np.add(1, 1, out=values)


def test_absent_positions_are_in_the_domain_of_every_function() -> None:
    table = Game("counters a, b; positions where a <= b; move b -> b - 1 when b > a").table(3)
    assert table.exists is not None
    with np.errstate(all="raise"):
        several: tuple[tuple[Any, Any], ...] = (
            (2**table, 2**table.masked.compressed()),
            (np.sqrt(table), np.sqrt(table.masked.compressed())),
            (np.log(table + 1), np.log(table.masked.compressed() + 1)),
            (1 << table, 1 << table.masked.compressed()),
        )
        for found, expected in several:
            assert found.mask.tolist() == (~table.exists).tolist() and np.array_equal(found.compressed(), expected)


def test_a_table_of_heaps_that_are_never_broken_needs_little_memory() -> None:
    # A heap is never split, so that the positions below one are as many as its objects.
    for rules in ("subtraction all but {1,4}", "octal 0.33"):
        game = Game(rules)
        table = game.table(300, value="remoteness", memory="16MiB")
        for place in (0, 1, 5, 77, 300):
            assert table[place] == game.solve(place, value="remoteness").remoteness, (rules, place)


def test_products_of_matrices_with_absent_positions_are_refused() -> None:
    table = Game("counters a, b; positions where a <= b; move b -> b - 1 when b > a").table(3)
    for product in (np.matmul, lambda one, other: one @ other):
        with pytest.raises(InputError, match="np.matmul cannot leave out the positions"):
            product(table, table)
    full = Game("nim", heaps=2).table(3, value="grundy")
    assert (full @ full == np.dot(full, full)).all()
