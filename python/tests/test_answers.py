"""Values of positions: the cited suite, numbers of any size, engines."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import suite

import bouton
from bouton import Game, Position

CASES = suite()


@pytest.mark.parametrize("name", CASES)
def test_the_cited_suite_holds(name: str) -> None:
    case: dict[str, Any] = CASES[name]
    game, asked = Game(case["rules"]), 0
    for claim in case.get("positions", []):
        for place in claim["at"]:
            value = next((value for value in ("grundy", "remoteness") if value in claim), "outcome")
            answer = game.solve(place, value=value)  # type: ignore[arg-type]
            assert claim.get("outcome", answer.outcome) == answer.outcome, place
            assert claim.get("grundy", answer.grundy) == answer.grundy, place
            assert claim.get("remoteness", answer.remoteness) == answer.remoteness, place
            asked += 1
    sequence = case.get("sequence")
    if sequence:
        values = sequence["values"]
        assert game.sequence(len(values) - 1).values.tolist() == values
        asked += len(values)
        if "period" in sequence:
            found = game.sequence(4 * (sequence["period"]["preperiod"] + sequence["period"]["length"])).period
            assert found is not None
            assert {name: getattr(found, name) for name in sequence["period"]} == sequence["period"]
    assert asked > 0


def test_moves_are_told_with_their_outcomes() -> None:
    answer = Game("wythoff").solve((3, 4), value="grundy")
    assert answer.outcome == "N"
    assert answer.winning_moves == [(1, 2)]
    assert len(answer.moves) == 3 + 4 + 3
    assert answer.moves_complete and answer.winning_moves_complete
    assert all(move.winning == (move.outcome == "P") for move in answer.moves)
    assert answer.grundy == 2
    assert str(answer) == "3,4: N, Grundy value 2"
    assert len(Game("wythoff").solve((30, 40), moves=5).moves) == 5


def test_numbers_are_of_any_size() -> None:
    # More decimal digits than `str` of Python allows.
    heap = 7**9000
    answer = Game("nim", heaps=2).solve((heap, heap + 1), value="grundy")
    assert answer.grundy == heap ^ (heap + 1)
    assert answer.position == (heap, heap + 1)
    assert [move for move in answer.winning_moves] == [(heap, heap)]
    assert Game("0.77").solve((10**40, 1), value="grundy").grundy == Game("0.77").solve((10**40 % 12 + 72, 1)).grundy


def test_a_theorem_answers_for_its_game() -> None:
    theorem = Game("heaps 1; move take 1..3 from 1 heap").prove()
    answer = Game("take-three").solve((10**30 + 1,), using=theorem)
    assert (answer.outcome, answer.engine, answer.certificate) == ("N", "law", theorem.identity)
    with pytest.raises(bouton.InputError, match="other rules"):
        Game("wythoff").solve((1, 2), using=theorem)


def test_engines_agree() -> None:
    game = Game("wythoff")
    for place in ((3, 5), (13, 21), (7, 9)):
        answers = [game.solve(place, value="grundy", engine=engine) for engine in ("tables", "reference")]
        assert answers[0].grundy == answers[1].grundy
        assert answers[0].moves == answers[1].moves
    with pytest.raises(bouton.InputError, match="no engine"):
        game.solve((1, 2), engine="fast")  # type: ignore[arg-type]
    with pytest.raises(bouton.LimitReached) as caught:
        game.solve((1, 2), value="grundy", engine="law")
    assert caught.value.met == "engine"


def test_what_a_game_has_not_is_refused() -> None:
    with pytest.raises(bouton.InputError) as caught:
        Game("misere-nim").solve((1, 2), value="grundy")
    assert caught.value.code == "hypothesis"
    with pytest.raises(bouton.InputError, match="there is no value `length`"):
        Game("nim").solve((1, 2), value="length")  # type: ignore[arg-type]


def test_three_players() -> None:
    assert Game("podium-nim").solve((1, 1)).outcome == "O"
    assert Game("coalition-nim").solve(Position((1,))).outcome == "N"


def test_counts_are_those_of_the_whole_box() -> None:
    count = Game("two-in-total").count(63)
    assert count.counts == {"P": 5_589_176, "N": 11_188_040}
    assert Game("nim-with-a-pass", heaps=2).count(5).controls is not None


def test_answers_are_short_on_a_line_and_tables_in_notebooks() -> None:
    answer = Game("nim").solve((3, 4, 5))
    assert repr(answer) == "<Answer 3,4,5: N, Grundy value 2; 1 winning of 12 moves>"
    shown = answer._repr_html_()
    assert shown.index("<b>1,4,5</b>") < shown.index("0,4,5") and shown.count("<tr>") == 13
    many = Game("nim").solve((30, 41, 50))
    assert f"and {len(many.moves) - 30} more moves" in many._repr_html_()


def test_answers_are_members_of_sets() -> None:
    game = Game("nim")
    assert len({game.solve(3, 4), game.solve((3, 4)), game.solve(4, 3)}) == 2


def test_what_is_not_a_question_of_yes_or_no_has_no_truth() -> None:
    nim = Game("nim", heaps=2)
    found: list[tuple[object, str]] = [
        (nim.solve(1, 1), "answer.outcome"),
        (bouton.commands.solve("nim", (1, 1)), "`outcome`"),
        (nim.why(1, 1), "`outcome`"),
        (bouton.sum_of([("nim", "1,1")]), "`outcome`"),
        (bouton.commands.prove("take-three"), "`status`"),
    ]
    for answer, instead in found:
        with pytest.raises(TypeError, match=f"neither true nor false: compare .*{instead}"):
            bool(answer)
    with pytest.raises(ValueError, match="ambiguous"):
        bool(nim.table(3))


def test_what_is_a_question_of_yes_or_no_has_its_truth() -> None:
    certificate = Game("take-three").prove().certificate
    assert bouton.commands.check(certificate)
    assert not bouton.commands.check(certificate.replace("1..3", "1..4"))
    assert bouton.podium.equal([3, 3], [3, 3])
    assert bouton.commands.podium_equal("3,3", "3,3") and not bouton.commands.podium_equal("3,3", "3,5")


def test_moves_are_rows() -> None:
    answer = Game("podium-nim").solve(1, 2, 3)
    for frame in (answer.to_pandas(), answer.to_polars()):
        assert list(frame["to"]) == [str(move.to) for move in answer.moves]
        assert list(frame.columns) == ["to", "outcome", "winning", "best"]
        assert [place for place, best in zip(frame["to"], frame["best"], strict=True) if best] == list(map(str, answer.best_moves))
    assert len(answer.best_moves) == 2 and not answer.winning_moves


def test_numbers_of_any_size_are_shown() -> None:
    heap = 7**9000
    answer, count = Game("nim", heaps=2).solve(heap, 3), Game("nim", heaps=2).count(heap, lost=True)
    digits = bouton.document.write(count).split('"upto": "')[1].split('"')[0]
    assert len(digits) == 7606 and digits in repr(answer) and digits in answer._repr_html_()
    assert repr(answer.position) == f"Position(({digits}, 3))" and repr(Position((heap,))) == f"Position(({digits},))"
    assert f"upto={digits[:7]}…{digits[-7:]}, 7606 digits" in repr(count) and "7606 digits" in count._repr_html_()


def test_moves_that_are_not_listed_are_not_counted() -> None:
    nim = Game("nim")
    assert repr(nim.solve((3, 4, 5), moves=0)) == "<Answer 3,4,5: N, Grundy value 2; no moves are listed>"
    assert repr(nim.solve((3, 4, 5))) == "<Answer 3,4,5: N, Grundy value 2; 1 winning of 12 moves>"
    assert repr(nim.solve((0,), moves=0)) == "<Answer 0: P, Grundy value 0; 0 winning of 0 moves>"
    assert repr(nim.solve((3, 4, 5), moves=2)) == "<Answer 3,4,5: N, Grundy value 2; 1 winning of 2 or more moves>"
    assert repr(nim.solve((1, 1, 1), moves=2)) == "<Answer 1,1,1: N, Grundy value 1; 2 or more winning of 2 or more moves>"
