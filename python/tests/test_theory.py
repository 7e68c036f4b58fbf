"""The theory of Nim, the podium rule, the pass and bounds in total, compared with the sources."""

from __future__ import annotations

import pytest

import bouton
from bouton import document, in_total, nim, pass_, podium


def test_nim() -> None:
    assert nim.nim_sum([3, 4, 5]) == 2
    assert nim.nim_sum([7**5000, 7**5000]) == 0
    assert nim.standing([1, 2, 3]) == "non-obviously-lost" and nim.standing([5, 5]) == "obviously-lost"
    assert [(move.heap, move.from_, move.to) for move in nim.winning_moves([3, 4, 5])] == [(1, 3, 1)]
    assert nim.most_moves([1, 2, 3]) == 3
    assert nim.lost(3, 7).positions == [[1, 2, 3], [1, 4, 5], [1, 6, 7], [2, 4, 6], [2, 5, 7], [3, 4, 7], [3, 5, 6]]
    assert nim.lost(3, 7, limit=2).complete is False
    assert nim.suggest(9).positions[0] == [2, 3, 4, 5, 6, 8, 9, 11, 12]
    assert nim.triangles(12) == [0, 3, 7, 11]
    assert all(nim.is_lost(heaps) for heaps in nim.trapezoids(40))
    assert any(isinstance(one, document.NimClassMultiple) for one in nim.classes([2, 4, 6]).classes)
    assert nim.distance([1, 2, 3]).distance.moves > 0
    assert nim.farthest(3, 7).positions
    assert nim.bounded([5, 9], 3).grundy == (5 % 4) ^ (9 % 4)
    assert isinstance(nim.closing_sentence(3).closing_sentence, document.NimClosingSentenceHolds)
    assert isinstance(nim.closing_sentence(4).closing_sentence, document.NimClosingSentenceFails)


def test_podium() -> None:
    assert podium.canonical([7, 7, 6, 2]) == [7, 6, 6, 3]
    reduced = podium.reduce([11, 11, 8, 6, 5, 5, 3])
    assert podium.canonical([11, 11, 8, 6, 5, 5, 3]) == reduced.canonical
    assert podium.equal([11, 11, 8, 6, 5, 5, 3], podium.canonical([11, 11, 8, 6, 5, 5, 3])).equal
    assert podium.outcome([15, 14, 23, 5]) == "N"
    assert podium.value([1, 1, 1]).digits == [0]
    assert podium.linked([15, 14, 23, 5]).linked
    assert podium.classes(2, 2).classes
    assert podium.form("{2}").equal_to_piles is not None
    assert podium.form("{2}", play="coalition").equal_to_piles is None
    assert podium.coalitions().sums
    assert podium.moore([1, 2, 3], players=2).p_position is True


def test_numbers_are_given_in_a_list_or_one_by_one() -> None:
    assert nim.nim_sum(3, 4, 5) == nim.nim_sum([3, 4, 5]) == nim.nim_sum("3,4,5") == 2
    assert nim.winning_moves(3, 4, 5) == nim.winning_moves((3, 4, 5))
    assert podium.canonical(7, 7, 6, 2) == podium.canonical([7, 7, 6, 2]) == [7, 6, 6, 3]
    assert pass_.theorem(3, 0, 0, 0) == pass_.theorem((3, 0, 0, 0))


def test_a_pass() -> None:
    assert pass_.theorem((3, 0, 0, 0)).outcome == "P"
    compared = pass_.compare()
    assert (len(compared.wrong), len(compared.missing)) == (2, 53)
    rows = pass_.table(9)
    game = bouton.Game("small-pass")
    assert rows and all(game.solve(row.heaps).outcome == row.outcome for row in rows)
    assert pass_.small_sizes().rows


def test_a_bound_in_total() -> None:
    assert in_total.base_cases().calculated == 220
    assert in_total.base_cases(value="grundy").calculated == 270
    proof = in_total.lemmas()
    assert proof.verified and all(line.verified for line in proof.lines)
    assert len(in_total.lemmas(row=(1, 2, 6)).lines) == 1
    member = in_total.member(4, 2, 2)
    assert member.status == "proved" and member.ending == "stop"
    both = in_total.family([(2, 1, 1, "empty"), (2, 2, 2, "stop")])
    assert [(one.heaps, one.from_) for one in both] == [(2, 1), (2, 2)]


@pytest.mark.parametrize(
    "ask",
    [
        lambda: nim.nim_sum([-1]),
        lambda: nim.bounded([3], 0),
        lambda: nim.suggest(2),
        lambda: nim.lost(3, 7, order="size"),  # type: ignore[arg-type]
        lambda: podium.form("{x"),
        lambda: podium.value([3], players=1),
        lambda: podium.moore([3], piles=0),
        lambda: pass_.theorem((1, 2)),
        lambda: in_total.member(0, 1, 1),
        lambda: in_total.member(3, 1, 1, ending="never"),  # type: ignore[arg-type]
        lambda: in_total.lemmas(row=(3, 2, 1)),
    ],
)
def test_what_makes_no_sense_is_refused(ask: object) -> None:
    assert callable(ask)
    with pytest.raises((bouton.InputError, OverflowError)):
        ask()


def test_a_search_that_is_too_long_says_its_bound() -> None:
    with pytest.raises(bouton.LimitReached) as caught:
        nim.distance([9, 10, 12, 15], limit=10)
    assert caught.value.met == "positions"
