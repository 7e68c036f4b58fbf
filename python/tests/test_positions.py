"""Lists of positions as sequences and as tables."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import polars
import pytest

import bouton
from bouton import Game, Position


def test_listed_positions_are_a_sequence() -> None:
    lost = Game("wythoff").positions(lost=True, largest=10)
    assert isinstance(lost, bouton.Positions) and isinstance(lost, bouton.document.List)
    assert list(lost) == [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)] and lost[-1] == (6, 10) and len(lost[:2]) == 2
    assert set(lost.outcomes) == {"P"} and lost.coordinates == ["h1", "h2"]
    assert np.asarray(lost).tolist() == [list(place) for place in lost] and lost.array.dtype == np.int64
    assert repr(lost) == "<5 positions of wythoff up to the order of the heaps: 0,0 P; 1,2 P; 3,5 P; 4,7 P; 6,10 P>"
    assert pickle.loads(pickle.dumps(lost)).array.tolist() == lost.array.tolist()
    assert bouton.document.write(lost) == bouton.document.write(bouton.ask("list", game="wythoff", lost=True, largest=10))


def test_listed_positions_are_frames() -> None:
    some = Game("nim-with-a-pass", heaps=2).positions(largest=1)
    frame = some.to_pandas()
    assert list(frame.columns) == ["h1", "h2", "control", "outcome"] and len(frame) == len(some) == 6
    assert list(frame.control.cat.categories) == ["pass", "used"] and frame.h2.dtype == np.int64
    assert frame.outcome.tolist() == some.outcomes
    assert polars.DataFrame(some).rows() == [tuple(row) for row in frame.itertuples(index=False)]
    counters = Game("counters a, outcome; move a -> a - 1; move outcome -> outcome - 2").positions(largest=2)
    assert list(counters.to_pandas().columns)[0] == "a"
    assert Game("kayles").positions(total=5).coordinates == ["h1"]


def test_a_part_of_a_list_is_a_list() -> None:
    some = Game("nim-with-a-pass", heaps=2).positions(largest=3)
    for place in (slice(1, 4), slice(None, None, -2), [0, 2], np.arange(len(some)) % 3 == 1, slice(0, 0)):
        part = some[place]
        expected = some.to_pandas().iloc[place].reset_index(drop=True)
        assert isinstance(part, bouton.Positions) and len(part) == part.count == len(expected)
        assert part.to_pandas()[["h1", "h2"]].equals(expected[["h1", "h2"]]) and part.outcomes == expected.outcome.tolist()
        assert [position.control for position in part] == expected.control.tolist()
    assert some[np.int64(1)] == some[1] == list(some)[1] and some[:] == some
    several: list[Any] = ["h1", 1.5, np.array([[0]])]
    for wrong in several:
        with pytest.raises(IndexError):
            some[wrong]
    with pytest.raises(IndexError):
        some[len(some)]


def test_a_position_has_a_place_in_a_list() -> None:
    lost = Game("wythoff").positions(lost=True, largest=10)
    assert [lost.index(position) for position in lost] == list(range(len(lost)))
    assert lost.index("3,5") == lost.index(3, 5) == 2
    assert lost.index((5, 3)) == 2 and (5, 3) in lost and "5,3" in lost and lost[1:3].index(5, 3) == 1
    with pytest.raises(ValueError, match="`4,5` is not in the list"):
        lost.index((4, 5))
    for other in ((5, 4), (3, 5, 0), "used", None, 3.5):
        assert other not in lost


def test_a_list_says_whether_the_order_of_the_heaps_matters() -> None:
    lost = Game("wythoff").positions(lost=True, largest=10)
    assert lost.in_any_order and str(lost).endswith("\nup to the order of the heaps")
    assert "up to the order of the heaps" in lost._repr_html_() and lost[:2].in_any_order
    # Each of the 4 unequal positions has two orders.
    assert len(Game("wythoff").table(10).positions("P")) == 2 * len(lost) - 1
    counters = Game("counters a, b; move a -> a - 1; move b -> b - 2").positions(lost=True, largest=4)
    assert not counters.in_any_order and "order of" not in f"{counters!r}{counters}{counters._repr_html_()}"
    assert len(counters) == len(Game("counters a, b; move a -> a - 1; move b -> b - 2").table(4).positions("P"))
    for one in (Game("take-three"), Game("kayles")):
        assert not one.positions(lost=True, largest=9).in_any_order
    passes = Game("nim-with-a-pass", heaps=2).positions(largest=3)
    assert (3, 1) in passes and passes.index(3, 1) == passes.index(Position((1, 3), control="pass"))
    assert passes.in_any_order and Position((3, 1), control="used") in passes and Position((3, 1), control="other") not in passes
    assert (0, 5) in Game("kayles", heaps=2).positions(largest=5) and (5,) in Game("kayles", heaps=2).positions(largest=5)


def test_an_empty_list_has_its_columns() -> None:
    none = Game("nim", heaps=2).positions(total=3, lost=True)
    assert len(none) == 0 and none.array.shape == (0, 2) and list(none.to_pandas().columns) == ["h1", "h2", "outcome"]
    assert polars.DataFrame(none).height == 0 and str(none) == "h1  h2  outcome\nup to the order of the heaps"


def test_long_lists_are_printed_in_part() -> None:
    many = Game("nim", heaps=2).positions(largest=9)
    assert len(many) > 20 and str(many).splitlines()[-1] == f"{len(many) - 20} more, up to the order of the heaps"
    assert repr(many).endswith("; …>") and f"{len(many) - 20} more" in many._repr_html_()
    cut = Game("nim", heaps=2).positions(largest=9, limit=3)
    assert not cut.complete and str(cut).splitlines()[-1] == "and others, up to the order of the heaps"


def test_positions_of_large_numbers_are_frames() -> None:
    found = bouton.document.List(
        game="nim", count=1, complete=True, positions=[bouton.document.ListEntry(position=f"{10**30},1", outcome="N")]
    )
    large = bouton.Positions.of(found, ["h1", "h2"])
    assert large[0] == Position((10**30, 1)) and large.to_pandas().h1[0] == 10**30
    assert large.to_arrow().to_pylist() == [{"h1": 10**30, "h2": 1, "outcome": "N"}]


def test_numbers_beyond_the_range_of_a_list_are_refused_in_words() -> None:
    with pytest.raises(bouton.InputError, match="below 2\\^64"):
        Game("wythoff").positions(largest=10**25)


def test_a_list_of_positions_helps_those_who_want_columns() -> None:
    lost = Game("wythoff").positions(10, lost=True)
    assert lost.tolist() == lost.to_list() == list(lost) and isinstance(lost.tolist()[0], Position)
    with pytest.raises(IndexError, match=r"`\.to_pandas\(\)\['h1'\]`"):
        lost["h1"]  # type: ignore[call-overload]
    with pytest.raises(AttributeError, match=r"its data frame has: `\.to_pandas\(\)\.h1`"):
        lost.h1  # type: ignore[attr-defined]
    assert f"{lost[1]:>5}|{lost[1]}" == "  1,2|1,2"
