"""Theorems: proofs, checks, explanations, values of positions."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import polars
import pytest

import bouton
from bouton import Game, Position, Theorem


@pytest.fixture(scope="module")
def four_heaps() -> Theorem:
    return Game("two-in-total").prove()


def test_a_theorem_is_a_sentence_with_a_certificate(four_heaps: Theorem) -> None:
    assert str(four_heaps) == four_heaps.sentence
    assert four_heaps.value == "outcome"
    assert four_heaps.states and four_heaps.states > 50
    assert four_heaps.text.startswith("Theorem. two-in-total (4 heaps, normal play)")
    assert four_heaps.identity.startswith("sha256:")
    verdict = bouton.check(four_heaps.certificate)
    assert verdict and verdict.accepted and verdict.step is None
    assert verdict.identity == four_heaps.identity
    assert verdict.claim == four_heaps.claim
    assert str(verdict).startswith("accepted: ")


def test_a_law_is_proved_for_rules_of_ones_own() -> None:
    theorem = Game("heaps 2; move take 1..4 from 1 heap").prove()
    assert "modulo 5" in theorem.sentence
    n = np.arange(40)
    pairs = np.stack(np.meshgrid(n, n), axis=-1).reshape(-1, 2)
    assert np.array_equal(theorem.law(pairs), (pairs[:, 0] % 5 != pairs[:, 1] % 5).astype(np.int8))


def test_a_changed_certificate_is_refused(four_heaps: Theorem, tmp_path: Path) -> None:
    wrong = four_heaps.certificate.replace("take 1..2", "take 1..3")
    verdict = bouton.check(wrong)
    assert not verdict
    assert verdict.claim is None and verdict.step and verdict.reason
    assert str(verdict) == f"refused: step `{verdict.step}` fails: {verdict.reason}"
    file = tmp_path / "four.cert"
    file.write_text(four_heaps.certificate, encoding="utf-8")
    assert bouton.check(file).accepted
    assert bouton.check(four_heaps.certificate, rules=True).schemas
    assert Theorem.from_file(file) == four_heaps
    with pytest.raises(bouton.InputError) as caught:
        Theorem.of(wrong)
    assert caught.value.code == "certificate"


def test_the_law_is_the_table(four_heaps: Theorem) -> None:
    table = Game("two-in-total").table(12)
    places = np.indices(table.shape).reshape(4, -1).T
    assert np.array_equal(four_heaps.law(places), np.asarray(table).reshape(-1))


def test_the_law_of_grundy_values_is_the_table() -> None:
    theorem = Game("two-in-total").prove(value="grundy")
    assert theorem.value == "grundy"
    table = Game("two-in-total").table(9, value="grundy")
    places = np.indices(table.shape).reshape(4, -1).T
    assert np.array_equal(theorem.law(places), np.asarray(table).reshape(-1))
    nim = Game("nim", heaps=3).prove(value="grundy")
    places = np.random.default_rng(1).integers(0, 1 << 40, (200, 3))
    assert np.array_equal(nim.law(places), np.bitwise_xor.reduce(places, axis=1))
    assert nim.law([[1 << 62, 3, 0]]).tolist() == [(1 << 62) + 3]
    # Beyond 63 bits a value has no sign in 64 bits.
    assert nim.law([[1 << 63, 3, 0]]).tolist() == [(1 << 63) + 3]
    assert nim.law(places).dtype == nim.law([[2**63 - 1, 0, 0]]).dtype == theorem.law([[1, 2, 3, 4]]).dtype == np.int64
    assert (theorem.law([[0, 0, 0, 0]]) - 1).tolist() == (nim.law([[5, 5, 0]]) - 1).tolist() == [-1]
    assert (Game("kayles").prove().law([[0], [1], [2]]) - 1).tolist() == [-1, 0, 1]


def test_control_states_have_laws_of_their_own() -> None:
    theorem = Game("small-pass").prove()
    table = Game("small-pass").table(5)
    places = np.indices(table.shape[:-1]).reshape(4, -1).T
    for index, control in enumerate(theorem.controls):
        expected = np.asarray(table)[..., index].reshape(-1)
        assert np.array_equal(theorem.law(places, control=control), expected)
    with pytest.raises(bouton.InputError, match="no control state"):
        theorem.law(places, control="gone")


def test_numbers_are_of_any_size(four_heaps: Theorem) -> None:
    large = 3**200
    rows = [[large, large, large, 1], [1, 2, 3, 4]]
    assert four_heaps.law(rows).tolist() == [four_heaps.at(row) for row in rows]
    assert four_heaps.at((large, large, large, 1)) == int(Game("two-in-total").solve(rows[0]).outcome == "N")
    small = np.array([[5, 7, 9, 11]])
    for kind in (np.int8, np.uint16, np.int64, np.uint64, object):
        assert four_heaps.law(small.astype(kind)).tolist() == [four_heaps.at(small[0])]
    assert four_heaps.law(np.full((1, 4), np.iinfo(np.uint64).max)).tolist() == [four_heaps.at([2**64 - 1] * 4)]
    nim = Game("nim", heaps=2).prove(value="grundy")
    assert nim.law([[2**70, 1]]).tolist() == [2**70 + 1]
    assert four_heaps.law(np.empty((0, 4))).tolist() == []


def test_what_is_no_position_is_refused(four_heaps: Theorem) -> None:
    for wrong in ([[1, 2, 3]], [1, 2, 3], 5, [[1, 2, 3, -1]], [[0.5, 1, 2, 3]], [[1, 2, 3, 4], [1, 2]], "1,2,3,4"):
        with pytest.raises(bouton.InputError):
            four_heaps.law(wrong)
    with pytest.raises(bouton.InputError, match="row 1 has the coordinate -7"):
        four_heaps.law([[1, 2, 3, 4], [1, -7, 3, 4]])
    some = Game("counters a, b; positions where a <= b; move b -> b - 1 when b > a; move a, b -> a - 1, b - 1")
    theorem = some.prove()
    assert theorem.law([[1, 2]]).tolist() == [theorem.at((1, 2))]
    for ask in (lambda: theorem.law([[1, 2], [2, 1]]), lambda: theorem.at((2, 1))):
        with pytest.raises(bouton.InputError, match="does not exist"):
            ask()


def test_the_automaton_reads_as_the_law(four_heaps: Theorem) -> None:
    automaton = four_heaps.automaton
    assert automaton.states == four_heaps.states == len(automaton.transitions)
    assert (automaton.tracks, automaton.digits, four_heaps.numeration) == (4, 2, "2")
    assert automaton.starts.dtype == automaton.outputs.dtype == automaton.transitions.dtype == np.int32
    position = (1000, 77, 3, 512)
    state = automaton.starts[0]
    for place in reversed(range(10)):
        letter = sum((heap >> place & 1) << track for track, heap in enumerate(position))
        state = automaton.transitions[state, letter]
    assert automaton.outputs[state] == four_heaps.at(position)
    assert "digraph" in Game("take-three").prove().diagram("dot").text
    assert Game("take-three").prove().diagram(digits="least").digits == "least"


def test_notebooks_get_latex_and_a_picture() -> None:
    theorem = Game("take-three").prove()
    assert r"P if $h_1 \bmod 4$ is $0$, else N." in theorem._repr_latex_()
    assert "<math><msub><mi>h</mi><mn>1</mn></msub>" in theorem._repr_html_()
    svg = theorem._repr_svg_()
    assert svg is not None and svg.startswith("<svg ")
    many = Game("two-in-total").prove()
    latex = many._repr_latex_()
    assert r"\begin{tabular}{llll}" in latex and r"\toprule" in latex
    assert r"$\langle 0, 0, 0, z \rangle$ & P & P & P \\" in latex
    html = many._repr_html_()
    assert html.count("<tr>") == html.count("</tr>") == 10 and "|" not in html and "`" not in html
    assert many._repr_svg_() is None or "<svg" in str(many._repr_svg_())
    assert "mod 4" in theorem.explain("markdown")
    assert theorem.document.theorem == theorem.sentence
    with pytest.raises(bouton.InputError, match="expected text, markdown, latex, html or typst"):
        theorem.explain("rtf")  # type: ignore[arg-type]


def test_emitted_code_plays_the_law(four_heaps: Theorem, tmp_path: Path) -> None:
    program = four_heaps.emit("python")
    file = tmp_path / "strategy.py"
    file.write_text(program + "\nprint(outcome_name(value([3, 5, 7, 9])))\n", encoding="utf-8")
    run = subprocess.run([sys.executable, file], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == Game("two-in-total").solve((3, 5, 7, 9)).outcome
    for language in ("rust", "c", "javascript"):
        assert four_heaps.emit(language)
    with pytest.raises(bouton.InputError, match="no language"):
        four_heaps.emit("cobol")  # type: ignore[arg-type]


def test_laws_are_handed_to_other_tools() -> None:
    theorem = Game("wythoff").prove()
    assert "\nmsd_fib msd_fib\n" in theorem.export("walnut")
    assert theorem.export("hoa").startswith("HOA: v1")
    with pytest.raises(bouton.InputError, match="expected hoa, walnut or mona"):
        theorem.export("maple")  # type: ignore[arg-type]
    with pytest.raises(bouton.InputError, match="control"):
        theorem.export("walnut", control="used")
    assert "ws1s;" in Game("nim", heaps=3).prove().export("mona")
    passed = Game("heaps 2; move take any from 1 heap; pass 1 unless empty").prove()
    assert passed.export("hoa") == passed.export("hoa", control=passed.controls[0])
    assert passed.export("hoa") != passed.export("hoa", control=passed.controls[1])


def test_a_period_is_a_theorem() -> None:
    theorem = Game("kayles").prove()
    assert theorem.value == "grundy" and theorem.states is None
    assert theorem.period is not None
    assert (theorem.period.length, theorem.period.preperiod, theorem.period.saltus) == (12, 71, 0)
    single = Game("kayles").sequence(500).values
    n = np.arange(500)
    assert np.array_equal(theorem.law(n[:, None]), single[:500])
    pairs = np.stack([n, n[::-1]], axis=1)
    assert np.array_equal(theorem.law(pairs), single[n] ^ single[n[::-1]])
    assert theorem.at((10**50,)) == single[10**50 % 12 + 12 * 10]
    assert "<svg" in str(theorem._repr_svg_())
    with pytest.raises(bouton.InputError, match="has no automaton that reads positions"):
        _ = theorem.automaton
    assert isinstance(theorem.document, bouton.document.PeriodInWords)


def test_a_misere_quotient_is_a_theorem() -> None:
    game = Game("octal 0.77; play misere")
    theorem = game.prove(value="quotient")
    assert (theorem.value, theorem.states, theorem.period) == ("quotient", None, None)
    told = theorem.document
    assert isinstance(told, bouton.document.QuotientInWords)
    assert (told.order, told.theorem, told.certificate) == (40, theorem.sentence, theorem.identity)
    pairs = np.indices((12, 12)).reshape(2, -1).T
    outcomes = [game.solve(tuple(pair)).outcome for pair in pairs]
    assert theorem.law(pairs).tolist() == [int(outcome == "N") for outcome in outcomes]
    # Φ is periodic, so heaps of any size have a value.
    assert told.period is not None and told.periodic_from is not None
    small = told.periodic_from + (10**40 - told.periodic_from) % told.period
    assert theorem.at((10**40, 3)) == theorem.at((small, 3))
    assert bouton.Theorem.of(theorem.certificate) == theorem
    asked = (lambda: theorem.automaton, lambda: theorem.emit("python"), lambda: theorem.export("hoa"))
    for ask in asked:
        with pytest.raises(bouton.InputError):
            ask()
    with pytest.raises(bouton.InputError, match="take-and-break"):
        Game("wythoff").prove(value="quotient")


def test_work_ends_a_search_in_the_same_way_everywhere() -> None:
    lawless = "heaps 2; move take any from 1 heap; move take the same any from 2 heaps; pass 1 unless empty"
    told = set()
    for _ in range(2):
        with pytest.raises(bouton.LimitReached) as ended:
            Game(lawless).prove(work=2_000_000, time=600)
        told.add(str(ended.value))
        assert ended.value.met == "work"
    assert len(told) == 1
    assert Game("take-three").prove(work=2_000_000).states == 3


def test_a_theorem_travels_as_its_certificate() -> None:
    theorem = Game("take-three").prove()
    assert pickle.loads(pickle.dumps(theorem)) == theorem


def test_what_is_no_law_is_said_so() -> None:
    with pytest.raises(bouton.NoLaw):
        Game("heaps 20; move take 1 from at most 2 heaps").prove()
    with pytest.raises(bouton.InputError, match="outcome, grundy or quotient"):
        Game("wythoff").prove(value="remoteness")  # type: ignore[arg-type]


def test_notebooks_show_a_theorem_with_its_picture() -> None:
    theorem = Game("take-three").prove()
    shown = theorem._repr_html_()
    assert "<math>" in shown and "<svg" in shown
    assert "<svg" in Game("kayles").prove()._repr_html_()
    large = Game("two-in-total").prove()
    assert large.states is not None and large.states > 24
    assert "<svg" not in large._repr_html_()


def test_a_theorem_about_every_number_of_heaps() -> None:
    nim = Game("nim").prove()
    assert nim.subject == "nim (any number of heaps, normal play)"
    heaps = [*range(1, 1000), 10**100]
    expected = 0
    for heap in heaps:
        expected ^= heap
    assert nim.at(heaps) == expected
    assert nim.law([[1, 2, 3], [3, 4, 5]]).tolist() == [0, 2]
    assert "def value(position):" in nim.emit("python")
    moore = Game("heaps any; move take any from at most 2 heaps").prove()
    assert moore.value == "outcome"
    assert moore.law([[1, 1, 1, 0], [2, 1, 1, 1]]).tolist() == [0, 1]
    assert isinstance(moore.document, bouton.document.EveryNumberInWords)


def test_columns_of_a_data_frame_are_found_by_their_names() -> None:
    game = Game("wythoff")
    frame = game.table(8, value="grundy").to_pandas()
    theorem = game.prove()
    expected = (game.table(8).values.reshape(-1)).tolist()
    assert theorem.law(frame).tolist() == theorem.law(frame[["grundy", "h2", "h1"]]).tolist() == expected
    lawful = game.positions(8).to_polars()
    assert ["PN"[number] for number in theorem.law(lawful)] == lawful["outcome"].to_list()
    assert list(game.grundy(frame.head(20))) == frame.grundy.head(20).tolist()
    with pytest.raises(bouton.InputError):
        theorem.law(frame.rename(columns={"h1": "a"}))


def test_a_theorem_says_why() -> None:
    why = Game("nim", heaps=3).prove().why((3, 4, 5))
    assert (why.outcome, why.reason) == ("N", "the nim-sum is 3 ⊕ 4 ⊕ 5 = 2, not 0")
    assert why.move is not None and (why.move.to, why.move.outcome) == ("1,4,5", "P")
    letters = "for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap"
    found = bouton.ask("why", game=letters, position="9", set=["a=2", "b=5"])
    assert found.reason == "n mod (a + b) = 9 mod 7 = 2, and 2 ≥ a = 2"


def test_a_theorem_with_letters_is_one_like_others() -> None:
    rules = "for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap"
    theorem = Game(rules).prove()
    assert theorem.letters == ["a", "b"] and theorem.value == "outcome" and theorem.states is None
    assert theorem.sentence == "For all 1 ≤ a ≤ b: P exactly when n mod (a + b) < a."
    assert isinstance(theorem.document, bouton.document.ExplainLetters)
    for heap in range(40):
        found = theorem.solve((heap,), set={"a": 2, "b": 5})
        assert found.outcome == Game("heaps 1; move take 2..5 from 1 heap").solve((heap,)).outcome
        assert found.certificate == theorem.identity
    assert theorem.solve((10**40,), set={"a": 10**20, "b": 10**20 + 9}).outcome == "N"
    assert theorem.why((9,), set={"a": 2, "b": 5}).reason == "n mod (a + b) = 9 mod 7 = 2, and 2 ≥ a = 2"
    assert "def value(heap, a, b, control=0):" in theorem.emit("python")
    assert bouton.check(theorem.certificate).accepted
    again = bouton.Theorem.of(theorem.certificate)
    assert again == theorem and pickle.loads(pickle.dumps(theorem)).solve((3,), set={"a": 2, "b": 5}).outcome == "N"
    for wrong in ({}, {"a": 3}, {"a": 3, "b": 2}):
        with pytest.raises(bouton.Error):
            theorem.solve((9,), set=wrong)
    with pytest.raises(bouton.Error):
        theorem.at((9,))
    sums = Game("for all m where m >= 1; heaps any; move take 1..m from 1 heap; play misere").prove()
    assert sums.solve((5, 6, 8), set={"m": 3}).outcome == "N"
    assert [move.to for move in sums.solve((5, 6, 8), set={"m": 3}).moves if move.winning]
    grundy = Game(rules.replace("a <= b", "a < b, b <= 2 * a").replace("a..b", "{a, b}")).prove(value="grundy")
    assert grundy.value == "grundy" and grundy.solve((9,), set={"a": 3, "b": 5}).grundy == 0
    assert Game("take-three").prove().solve((10**30 + 1,)).winning_moves == [(10**30,)]


def test_an_answer_of_a_theorem_is_one_of_a_game() -> None:
    rules = "for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap"
    found = Game(rules).prove().solve((13,), set={"a": 2, "b": 5})
    assert isinstance(found, bouton.Answer)
    assert repr(found) == "<Answer 13: N; 1 winning of 4 moves>"
    assert "<b>8</b>" in found._repr_html_() and "wins" in found._repr_html_()
    controlled = Game("nim-with-a-pass", heaps=2).prove().solve("3,5")
    assert controlled.position == bouton.Position((3, 5), "pass")
    assert controlled.winning_moves == [bouton.Position((3, 4), "pass")]


def test_missing_numbers_for_letters_are_named() -> None:
    theorem = Game("for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap").prove()
    for asked in (theorem.solve, theorem.why):
        with pytest.raises(bouton.InputError, match=r'as in set=\{"a": 3, "b": 5\}'):
            asked((9,), set={"a": 2})
        with pytest.raises(bouton.InputError, match="b is -1, expected a natural number"):
            asked((9,), set={"a": 2, "b": -1})


def test_laws_of_outcomes_are_bytes_in_every_numeration() -> None:
    for game in (Game("wythoff"), Game("nim", heaps=2)):
        assert game.prove().law([[1, 2], [3, 5]]).dtype == np.int8


def test_representations_of_theorems_are_short() -> None:
    theorem = Game("kayles").prove()
    assert repr(theorem.period) == "<Period 12 from 71 on>"
    assert repr(bouton.check(Game("take-three").prove())).startswith("<accepted: For the game `game take-three")
    assert "bouton certificate" not in repr(bouton.survey("heaps 1; move take {1,3} from 1 heap"))


def test_an_answer_to_a_question_is_a_sentence() -> None:
    nim = Game("nim")
    true = nim.ask("exists a, b: 0 < a and a < b and P(a, b, a + b)")
    assert true and repr(true).startswith("<True: exists a, b: ") and repr(true).endswith(", least example a = 1, b = 2>")
    false = nim.ask("for all a, b: P(a, b)")
    assert not false and "Least counterexample a = 0, b = 1." in str(false)
    solved = Game("take-three").ask("P(n)", upto=99)
    assert repr(solved).startswith("<P(n): n = 0, 4, 8, ") and repr(solved).endswith("25 solutions up to 99>")
    assert "Exactly when n mod 4 = 0." in str(solved) and "in base 2" in str(solved)
    assert "n mod 4 = 0" in solved._repr_html_()
    with pytest.raises(bouton.InputError, match="neither true nor false"):
        bool(solved)
    pairs = Game("wythoff").ask("P(a, b) and a < b and b < 6")
    assert repr(pairs).startswith("<P(a, b) and a < b and b < 6: (a, b) = (1, 2), (3, 5)")
    assert repr(Game("wythoff").ask("P(a, a) and a > 0")) == "<P(a, a) and a > 0: no solutions>"


def test_reasons_are_short_on_a_line_and_whole_in_notebooks() -> None:
    why = Game("nim").why((3, 4, 5))
    assert repr(why) == "<nim 3,4,5 is N: the nim-sum is 3 ⊕ 4 ⊕ 5 = 2, not 0; winning move to 1,4,5>"
    shown = why._repr_html_()
    assert "ones" in shown and "A winning move is to 1,4,5" in shown and "there the nim-sum is 1 ⊕ 4 ⊕ 5 = 0" in shown


def test_a_theorem_with_letters_has_a_picture_over_the_heap_and_one_letter() -> None:
    one = Game("for all m where m >= 1; heaps 1; move take 1..m from 1 heap").prove()
    assert "1..m from 1 heap: outcomes</title>" in str(one._repr_svg_()) and "<svg" in one._repr_html_()
    two = Game("for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap").prove()
    assert "a = 2" in str(two._repr_svg_())


def test_a_theorem_is_latex_and_a_picture() -> None:
    theorem = Game("take-three").prove()
    assert theorem.latex == theorem.explain("latex") and r"\begin{theorem}" in theorem.latex
    assert "<math" in theorem._repr_html_() and "<svg" in theorem._repr_html_()
    assert theorem._repr_latex_() == theorem.latex


def test_rows_have_the_numbers_of_a_position() -> None:
    law = Game("nim", heaps=3).prove().law
    with pytest.raises(bouton.InputError, match="a position has 2 numbers, but one of this law has 3"):
        law([[1, 2]])


def test_a_law_takes_arrays_of_any_shape(four_heaps: Theorem) -> None:
    grid = np.moveaxis(np.indices((3, 4, 2, 5)), 0, -1)
    assert four_heaps.law(grid).tolist() == four_heaps.law(grid.reshape(-1, 4)).reshape(3, 4, 2, 5).tolist()
    assert four_heaps.law([1, 2, 3, 4]) == four_heaps.at(1, 2, 3, 4)
    heaps = Game("take-three").prove().law
    assert heaps(range(5)).tolist() == heaps([[0], [1], [2], [3], [4]]).tolist() == [0, 1, 1, 1, 0]
    assert heaps(8) == 0 and heaps(np.arange(6).reshape(2, 3)).tolist() == [[0, 1, 1], [1, 0, 1]]
    # One heap in an array is an array of one value.
    for one in ([5], (5,), np.array([5]), pandas.Series([5]), [[5]]):
        assert heaps(one).tolist() == [1] and np.bincount(heaps(one)).tolist() == [0, 1]
    with pytest.raises(bouton.InputError, match="a position has 2 numbers"):
        heaps(3, 5)
    assert heaps([]).shape == four_heaps.law([]).shape == (0,)
    period = Game("kayles").prove().law
    assert period([[5, 3]]).tolist() == [7]
    with pytest.raises(bouton.InputError, match="about two positions"):
        period([5, 3])
    # A position of a take-and-break game has any number of heaps, also none.
    assert period([(5, 3), (7,), ()]).tolist() == [7, 2, 0] and period([()]).tolist() == period([[0]]).tolist() == [0]
    assert period(np.empty((2, 0), int)).tolist() == [0, 0]
    quotient = Game("octal 0.77; play misere").prove(value="quotient")
    assert quotient.law([(), (1,), (3, 4)]).tolist() == [quotient.at(()), quotient.at(1), quotient.at((3, 4))] == [1, 0, 1]
    for law in (four_heaps.law, Game("nim").prove(heaps="all").law):
        with pytest.raises(bouton.InputError, match="different lengths"):
            law([(1, 2, 3, 4), (1, 2)])
    with pytest.raises(bouton.InputError, match="a position has 0 numbers"):
        four_heaps.law([()])


def test_integers_of_any_size_stay_exact_in_lists() -> None:
    law = Game("nim", heaps=2).prove().law
    assert law([[2**63, 2**63], [2**64 - 1, 1], [3, 3]]).tolist() == [0, 1, 0]
    with pytest.raises(bouton.InputError, match=r"astype\(int\)"):
        law([[1.0, 2.0]])


def test_a_law_with_letters_takes_arrays() -> None:
    theorem = Game("for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap").prove()
    found = theorem.law(range(40), set={"a": 2, "b": 5})
    assert found.dtype == np.int8
    assert found.tolist() == Game("heaps 1; move take 2..5 from 1 heap").table(39).values.tolist()
    assert theorem.at(10**40, set={"a": 10**39, "b": 10**40}) == 1
    for wrong in ({"a": 5, "b": 2}, {"a": 2, "b": 5, "c": 1}, {"a": 2}):
        with pytest.raises(bouton.InputError):
            theorem.law([3], set=wrong)
    values = Game("for all m where m >= 1; heaps any; move take 1..m from 1 heap").prove(value="grundy")
    assert values.law([[7, 2], [5, 5]], set={"m": 4}).tolist() == [0, 0]


def test_a_certificate_is_a_file_for_those_who_say_so(tmp_path: Path) -> None:
    theorem = Game("take-three").prove()
    theorem.save(tmp_path / "law.cert")
    assert Theorem.from_file(tmp_path / "law.cert") == theorem
    assert bouton.check(tmp_path / "law.cert").accepted
    assert bouton.check(str(tmp_path / "law.cert")).accepted
    for name in ("law.cert", "nofile.cert"):
        with pytest.raises(bouton.InputError, match=rf"Theorem\.from_file\('.*{name}'\)"):
            Theorem.of(str(tmp_path / name))


def test_a_certificate_file_that_does_not_exist_is_not_found(tmp_path: Path) -> None:
    path = tmp_path / "nofile.cert"
    asks: list[Callable[[Any], object]] = [bouton.check, Theorem.from_file]
    for ask in asks:
        for given in (path, str(path)):
            with pytest.raises(FileNotFoundError, match="begins with `bouton certificate`") as missing:
                ask(given)
            assert missing.value.filename == str(path)
    # A text is a text, though it is a wrong one.
    for text in ("", "bouton certificate 1", "nofile\ncert", "\0", b"nofile.cert"):
        assert bouton.check(text).step == "decode"
    # A file that is not a text, either.
    path.write_bytes(bytes(range(256)))
    assert bouton.check(path).step == "decode"
    with pytest.raises(bouton.InputError):
        Theorem.from_file(path)


def test_moves_are_the_reasons_where_no_law_is_known() -> None:
    game = Game("grundys-game")
    for position in range(12):
        why, answer = game.why(position, work=10**6), game.solve(position)
        assert (why.outcome, why.theorem, why.certificate) == (answer.outcome, None, None)
        assert why.no_law is not None and why.no_law in why.text
        if answer.outcome == "N":
            assert why.move is not None and Position.of(why.move.to) in answer.winning_moves
            assert why.reason == f"the move to {why.move.to} leads to a P-position"
            assert why.move.reason in ("every move leads to an N-position", "there is no move")
    assert "No law was found" in game.why(5, work=10**6)._repr_html_()
    assert game.why(0, work=10**6).reason == "there is no move"


def test_the_coordinates_of_a_law_are_columns() -> None:
    law = Game("wythoff").prove().law
    table = Game("wythoff").table(9).values
    one, other = np.indices(table.shape)
    assert np.array_equal(law(one, other), table) and np.array_equal(law(one.tolist(), other.tolist()), table)
    frame = pandas.DataFrame({"label": 7, "h2": other.ravel(), "h1": one.ravel()})
    assert np.array_equal(law(frame.h1, frame.h2), table.ravel())
    assert np.array_equal(law(frame, control=None), table.ravel())
    assert law(3, 5) == 0 and law([3, 4], 5).tolist() == [0, 1]
    assert law(np.array([2**63], np.uint64), [1]).tolist() == [1] and law([10**40], 10**40).tolist() == [1]
    columns: list[tuple[Callable[[], object], str]] = [
        (lambda: law([1, 2], [1, 2, 3]), r"arrays of different shapes: \(2,\) and \(3,\)"),
        (lambda: law(1, 2, 3), "a position has 3 numbers"),
        (lambda: law(frame.h1 + 0.5, frame.h2), "expected integers"),
        # Another column is not taken for the one that is missing.
        (lambda: law(frame[["h1", "label"]]), "the data frame has no column h2: expected h1, h2"),
        (lambda: law(pandas.DataFrame({"h1": [1, None], "h2": [1, 2]})), "values are missing"),
        (lambda: law(polars.DataFrame({"h1": [1, None], "h2": [1, 2]})), "values are missing"),
        (lambda: Game("wythoff").grundy(frame[["h2", "label"]]), "has no column h1"),
    ]
    for ask, words in columns:
        with pytest.raises(bouton.InputError, match=words):
            ask()
    with pytest.raises(bouton.InputError, match="the data frame has the columns a, b, expected those of the coordinates, h1, h2"):
        law(frame[["h1", "h2"]].set_axis(["a", "b"], axis=1))


@pytest.mark.parametrize(
    ("rules", "value"),
    [
        ("octal 0.77; play misere", "quotient"),
        ("for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap", None),
        ("kayles", None),
        ("nim", None),
        ("two-in-total", None),
    ],
)
def test_notebooks_show_every_kind_of_game_and_theorem(rules: str, value: Any) -> None:
    game = Game(rules)
    assert game._repr_html_().startswith("<p><b>")
    theorem = game.prove(value=value)
    shown = [theorem._repr_html_(), theorem._repr_latex_(), theorem._repr_svg_()]
    assert shown[0] and shown[1] and (shown[2] is None or shown[2].startswith("<svg"))


@pytest.mark.parametrize("game", ["nim", "subtraction {1,3,4}", "for all a where a >= 1; heaps any; move take 1..a from 1 heap"])
def test_outcomes_that_are_requested_are_outcomes(game: str) -> None:
    theorem, numbers = Game(game).prove(value="outcome"), Game(game).prove(value="grundy")
    letters: dict[str, Any] = {"set": {"a": 3}} if theorem.letters else {}
    assert (theorem.value, theorem.outcomes, numbers.value, numbers.outcomes) == ("outcome", ["P", "N"], "grundy", [])
    rows = [[first, second] for first in range(12) for second in range(12)]
    found, known = theorem.law(rows, **letters), numbers.law(rows, **letters)
    assert found.dtype == np.int8 and found.tolist() == (known != 0).tolist() and known.max() > 1
    assert [theorem.at(row, **letters) for row in rows] == found.tolist()
    large = [[10**30, 10**30], [10**30, 10**30 + 1]]
    assert theorem.law(large, **letters).tolist() == (numbers.law(large, **letters) != 0).tolist()
    again = pickle.loads(pickle.dumps(theorem))
    assert again.value == "outcome" and again.law(rows, **letters).tolist() == found.tolist() and again == theorem
    if game == "nim":
        program: dict[str, Any] = {}
        exec(theorem.emit("python"), program)
        assert [program["value"](row) for row in rows] == found.tolist()


def test_a_refuted_claim_says_where_it_is_wrong() -> None:
    with pytest.raises(bouton.NoLaw, match="refuted: for m = 1, at 1 the claim says P, but it is N") as wrong:
        Game("for all m where m >= 1; heaps 1; move take 1..m from 1 heap").prove(claim="P iff h1 mod m = 0")
    assert (wrong.value.position, wrong.value.set) == (Position((1,)), {"m": 1})
    with pytest.raises(bouton.NoLaw, match="refuted: at 4 ") as wrong:
        Game("take-three").prove(claim="P iff h1 = 0")
    assert (wrong.value.position, wrong.value.set) == (Position((4,)), {}) and pickle.loads(pickle.dumps(wrong.value)).position == (4,)
    with pytest.raises(bouton.NoLaw) as none:
        Game("heaps 20; move take 1 from at most 2 heaps").prove()
    assert (none.value.position, none.value.set) == (None, {})


def test_a_law_without_conditions_in_a_state_is_a_claim() -> None:
    game = Game("heaps 1; players 3 podium; move take 1 from 1 heap when h1 < 0; pass 1 unless empty")
    claim = bouton.ask("explain", game=game.prove(), format="claim")
    assert "iff true" in claim and game.prove(claim=claim).law([[0], [1]], control="used").tolist() == [0, 0]


def test_a_theorem_about_three_heaps_of_any_number_says_so() -> None:
    rules = "game four-or-one; heaps any; move take any from 1 heap; move take 1 from exactly 4 heaps"
    theorem = Game(rules).prove()
    assert theorem.of_heaps == 3 and str(theorem).startswith("With 3 heaps (the game has any number): ")
    assert "With 3 heaps (the game has any number)" in theorem._repr_html_() and "With 3 heaps" in repr(theorem)
    assert (bouton.survey(rules, bouton.SurveyLimits(work=10**7)).sentence or "").startswith("With 3 heaps")
    for whole in (Game(rules, heaps=3).prove(), Game(rules).prove(heaps=3), Game("nim").prove(), Game("wythoff").prove()):
        assert whole.of_heaps is None and "any number)" not in f"{whole}{whole._repr_html_()}"


def test_a_comparison_of_games_with_any_number_of_heaps_says_how_many() -> None:
    one, other = Game("heaps any; move take any from at most 3 heaps"), Game("heaps any; move take any from any heaps")
    found = one.compare(other)
    assert found and found.heaps == 3 and "at all positions of 3 heaps" in repr(found) and "of 3 heaps" in str(found)
    assert one.compare(other, heaps=4).position == "1,1,1,1"
    # The same rules are compared for every number, and wythoff has two heaps.
    assert bouton.compare("nim", "nim").heaps is None and bouton.compare("nim", "wythoff").heaps is None
