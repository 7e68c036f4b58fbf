"""Games: their names, and the messages about their faults."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import polars
import pyarrow
import pytest

import bouton
from bouton import Game, InputError, Position

FAULTY = "heaps 2\nmvoe take any from 1 heap\npaly misere"


def test_a_game_is_named_coded_or_written() -> None:
    assert Game("wythoff").coordinates == ["h1", "h2"]
    assert Game("0.137").title == "octal 0.137"
    assert str(Game("heaps 2; move take any from 1 heap")) == "heaps 2\nmove take any from 1 heap"
    assert Game("nim").heaps is None
    assert Game("nim", heaps=4).heaps == 4
    assert Game("small-pass").controls == ["pass", "used"]
    assert Game("podium-nim", heaps=2).players == 3
    assert Game("0.77", heaps=3).coordinates == ["h1", "h2", "h3"]


def test_names_defined_by_let_take_other_numbers() -> None:
    rules = "heaps 1; let k = 3; move take 1..k from 1 heap"
    assert Game(rules).solve((4,)).outcome == "P"
    assert Game(rules, set={"k": 4}).solve((4,)).outcome == "N"
    with pytest.raises(bouton.RulesError):
        Game(rules, set={"j": 4})


def test_a_file_holds_rules_alone(tmp_path: Path) -> None:
    file = tmp_path / "my.game"
    file.write_text("game mine\nheaps 1\nmove take 1..3 from 1 heap\n", encoding="utf-8")
    game = Game.from_file(file)
    assert game.title == "mine"
    assert game == pickle.loads(pickle.dumps(game))
    file.write_text("nim", encoding="utf-8")
    with pytest.raises(bouton.RulesError):
        Game.from_file(file)
    file.write_text(Game("take-three").prove().certificate, encoding="utf-8")
    with pytest.raises(bouton.InputError, match="certificate"):
        Game.from_file(file)
    with pytest.raises(FileNotFoundError):
        Game.from_file(tmp_path / "none.game")


def test_faults_of_rules_are_told_as_on_a_terminal() -> None:
    with pytest.raises(bouton.RulesError) as caught:
        Game(FAULTY)
    told = str(caught.value)
    assert told.startswith("error[E0101]")
    assert "2 | mvoe take any from 1 heap" in told
    assert "did you mean `move`?" in told
    assert caught.value.text == FAULTY
    assert caught.value.code == "rules"
    places = [(fault.line, fault.code, fault.suggestion) for fault in caught.value.faults]
    assert (2, "E0101", "did you mean `move`?") in places
    assert len(places) == 2
    with pytest.raises(bouton.RulesError, match="did you mean `nim`"):
        Game("nmi")


@pytest.mark.parametrize("text", ["coins 5; take 1 from 1 heap", "2 heaps of size 4; take 1 from 1 heap"])
def test_hints_about_rules_name_no_other_program(text: str) -> None:
    with pytest.raises(bouton.RulesError, match="the start of a game, which is chosen afterwards") as refused:
        Game(text)
    assert "bouton" not in str(refused.value)


def test_errors_travel_between_processes() -> None:
    lawless = "heaps 2; move take any from 1 heap; move take the same any from 2 heaps; pass 1 unless empty"
    for ask in (lambda: Game(FAULTY), lambda: Game(lawless).prove(states=3), lambda: Game("nim").table(3)):
        with pytest.raises(bouton.Error) as caught:
            ask()
        again = pickle.loads(pickle.dumps(caught.value))
        assert type(again) is type(caught.value)
        assert str(again) == str(caught.value)
        assert again.__dict__ == caught.value.__dict__


def test_equal_games_are_equal() -> None:
    game = Game("nim", heaps=3)
    assert game == Game("nim", heaps=3) == copy.deepcopy(game)
    assert hash(game) == hash(copy.copy(game))
    assert game != Game("nim", heaps=2)
    assert game != "nim"


def test_the_number_of_heaps_must_be_said_where_it_matters() -> None:
    with pytest.raises(bouton.InputError, match=r"say how many: Game\(…, heaps=3\)"):
        Game("nim").table(3)
    with pytest.raises(bouton.InputError):
        Game("wythoff", heaps=3)


def test_positions_are_tuples_arrays_and_texts() -> None:
    game = Game("small-pass")
    answers = [
        game.solve(place)
        for place in ("3,0,0,0:pass", Position((3, 0, 0, 0), "pass"), (3, 0, 0, 0), np.array([3, 0, 0, 0]))
    ]
    assert len({answer.position for answer in answers}) == 1
    assert answers[0].position.control == "pass"
    for wrong in ("3,x", (3, 4), (3, 0, 0, -1), "3,0,0,0:gone", ()):
        with pytest.raises(bouton.InputError):
            game.solve(wrong)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: Game("nim", heaps=-1),
        lambda: Game("nim").solve((3, -1)),
        lambda: Position((-1,)),
        lambda: Game("wythoff").table(-1),
        lambda: Game("wythoff").count(-1),
        lambda: Game("wythoff").positions(largest=-1),
        lambda: Game("kayles").sequence(-1),
    ],
)
def test_negative_numbers_are_refused_in_words(ask: Callable[[], object]) -> None:
    with pytest.raises(bouton.InputError, match="-1"):
        ask()


def test_a_game_that_is_not_a_text_is_refused_in_words() -> None:
    with pytest.raises(bouton.InputError, match=r'as in Game\("0.77"\), found 0.77'):
        Game(0.77)  # type: ignore[arg-type]


def test_games_are_shown_with_their_rules() -> None:
    shown = Game("heaps 2; move take any from 1 heap when h1 < h2")._repr_html_()
    assert "h1 &lt; h2" in shown and "h1, h2; 2 players" in shown
    assert "any number of heaps" in Game("nim")._repr_html_()


def test_a_position_is_a_tuple() -> None:
    position = Position((3, 5))
    assert position == (3, 5) and (3, 5) == position and hash(position) == hash((3, 5))
    other = Position((3, 5), "used")
    assert other != position and other != (3, 5) and other == Position.of("3,5:used")
    assert pickle.loads(pickle.dumps(other)) == other
    assert {position: 1}[Position((3, 5))] == 1


def test_built_in_games_say_where_they_come_from() -> None:
    games = bouton.games()
    assert {"nim", "wythoff", "two-in-total", "kayles"} <= {game.name for game in games}
    assert all(game.summary and game.source for game in games)
    for game in games:
        assert Game(game.name) == Game(game.text)


def test_two_games_are_compared() -> None:
    found = bouton.compare(Game("nim", heaps=2), Game("heaps 2; move take 1..3 from 1 heap"))
    assert (found.equal, found.position) == (False, "0,4")
    assert bouton.compare(Game("nim", heaps=2), Game("heaps 2; move take any from 1 heap")).equal


def test_numbers_that_are_none_are_named() -> None:
    for wrong in ((3.0, 4.5), (3, -4), (3, None)):
        with pytest.raises(bouton.InputError, match="expected natural numbers"):
            Game("wythoff").solve(wrong)  # type: ignore[arg-type]
    for upto in (-1, 3.5, "x"):
        with pytest.raises(bouton.InputError, match="upto is .*, expected a natural number"):
            Game("wythoff").table(upto)  # type: ignore[arg-type]
    # The bounds of a type of the engine are of no interest here.
    with pytest.raises(bouton.InputError, match="heaps.* is a (whole )?number from") as found:
        bouton.nim.suggest(-1)
    assert "usize" not in str(found.value)


def test_games_are_compared_by_a_method() -> None:
    nim = Game("nim", heaps=2)
    assert nim.compare(Game("heaps 2; move take 1..3 from 1 heap")).position == "0,4"
    assert nim.compare(nim).equal is True


def test_numbers_of_numpy_are_positions() -> None:
    nim = Game("nim")
    assert nim.solve(np.int64(7)).grundy == nim.solve((7,)).grundy == 7
    assert nim.solve(np.int64(3), np.int64(4), 5).grundy == 2
    assert nim.why(np.uint8(7)).position == "7"
    for wrong in (7.0, np.float64(7)):
        with pytest.raises(InputError, match="a position has .*, expected natural numbers"):
            nim.solve(wrong)  # type: ignore[arg-type]
        with pytest.raises(InputError, match=r"not floats: int\(7.0\)"):
            nim.solve(wrong, 5)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="a position is a tuple .*, found None"):
        nim.solve(None)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="a position is one tuple"):
        nim.solve((3, 4), 5)


def test_rules_with_letters_need_numbers() -> None:
    letters = "for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap"
    with pytest.raises(InputError, match=r'set=\{"a": 3, "b": 5\}'):
        Game(letters).solve(9)
    assert Game(letters, set={"a": 3, "b": 5}).solve(9).outcome == "P"


def test_counts_and_values_are_data() -> None:
    nim = Game("nim", 2)
    count = nim.count(3, each=True)
    assert (count["P"], count["N"]) == (4, 12)
    assert count.to_pandas().values.tolist() == [[upto, upto + 1, upto * (upto + 1)] for upto in range(4)]
    assert nim.count(3, value="grundy")[3] == nim.count(3, value="grundy")["3"] == 4
    assert count.to_polars().rows() == [(upto, upto + 1, upto * (upto + 1)) for upto in range(4)]
    assert dict(count) == count.counts == dict(count.items()) and "P" in count and "O" not in count
    assert "3" in nim.count(3, value="grundy") and pandas.Series(count).to_dict() == count.counts
    assert count == nim.count(3, each=True) != nim.count(3) and pickle.loads(pickle.dumps(count)) == count
    with pytest.raises(KeyError, match="expected P, N"):
        count["O"]
    values = nim.grundy([(3, 4), (7, 7), (10**30, 0)])
    assert list(values) == values.to_numpy().tolist() == [7, 0, 10**30] and values[0] == 7 and len(values) == 3
    assert values.to_pandas().position.tolist() == ["3,4", "7,7", f"{10**30},0"]
    assert np.asarray(nim.grundy([(3, 4), (2**63 - 1, 0)])).dtype == np.int64
    assert nim.grundy([(2**63, 0)]).to_numpy().tolist() == [2**63] and (nim.grundy([(3, 3)]).to_numpy() - 1).tolist() == [-1]
    assert (nim.grundy([(3, 3), (1, 0), (0, 0)]).to_pandas().grundy.diff().tolist()[1:]) == [1, -1]
    assert values.tolist() == values.to_list() == list(values) and values.index(0) == 1 and values.count(7) == 1
    assert polars.Series(nim.grundy([(3, 4), (7, 7)])).to_list() == pandas.Series(nim.grundy([(3, 4), (7, 7)])).tolist() == [7, 0]
    assert repr(nim.grundy([(n, 0) for n in range(20)])) == f"<20 Grundy values of nim: {', '.join(map(str, range(12)))}, …>"
    assert (repr(nim.grundy([(3, 4)])), repr(nim.grundy([]))) == ("<1 Grundy value of nim: 7>", "<0 Grundy values of nim>")
    found = nim.grundy([(3, 4), (7, 7)])
    for equal in (found == [7, 0], found == nim.grundy([(3, 4), (7, 7)]), found == np.array([7, 0]), found != 1):
        assert equal.tolist() == [True, True]
    assert (found == 0).sum() == 1 and (found + 1).tolist() == [8, 1] and 7 in found and 1 not in found
    assert (found == np.ones(2)).tolist() == [False, False] and (found == nim.grundy([(1, 0), (0, 0)])).tolist() == [False, True]
    assert (Game("kayles").grundy([n for n in range(6)]) == Game("kayles").sequence(5)).all()
    assert (nim.grundy([]).game, len(nim.grundy([]))) == ("nim", 0)


def test_a_game_with_a_similar_name_is_suggested() -> None:
    with pytest.raises(bouton.RulesError, match=r"`bouton\.games\(\)` lists the built-in ones; did you mean `nim`\?"):
        Game("nmi")
    with pytest.raises(KeyError, match="did you mean 'nim'"):
        bouton.games()["nmi"]


def test_solutions_are_rows() -> None:
    found = Game("wythoff").ask("P(a, b) and a < b", limit=4).solutions
    assert found is not None and len(found) == 4 and list(found) == [tuple(row) for row in found.least]
    assert found.to_pandas().values.tolist() == found.least and found.to_polars().rows() == list(found)
    none = Game("wythoff").ask("P(a, b) and a < b and b < a").solutions
    assert none and len(none) == 0 and none.to_pandas().shape == none.to_polars().shape == (0, 2)


def test_questions_list_as_many_solutions_as_are_wanted() -> None:
    game = Game("take-three")
    for limit in (0, 1, 12, 100):
        solutions = game.ask("P(n)", limit=limit).solutions
        assert solutions is not None and solutions.least == [[4 * n] for n in range(limit)] and not solutions.complete
    found = game.ask("P(n) and n < 200", limit=50).solutions
    assert found is not None and found.complete and len(found.least) == 50
    assert found == game.ask("P(n) and n < 200", limit=10**9).solutions
    listed = game.ask("P(n)").solutions
    assert listed is not None and len(listed.least) == 12
    with pytest.raises(InputError, match="no free names"):
        game.ask("exists n: P(n)", limit=3)
    with pytest.raises(InputError, match="limit is -1"):
        game.ask("P(n)", limit=-1)


def test_reasons_that_are_known_do_not_wait_for_a_law() -> None:
    found = Game("grundys-game").why(50)
    assert found.move is not None and found.no_law is not None and "steps of work" in found.no_law
    more = Game("grundys-game").why(5, work=1000)
    assert more.no_law is not None and more.no_law != found.no_law


def test_games_of_comparisons_and_sums_may_be_texts() -> None:
    assert bouton.compare("nim", "wythoff").position == Game("nim", heaps=2).compare("wythoff").position == "1,1"
    assert bouton.sum_of([("nim", "3,5"), (Game("kayles"), 7)]).outcome == "N"


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: Game("nim", heaps=10**30), "below 2^32"),
        (lambda: Game("wythoff").table(10**40), "below 2^64"),
        (lambda: Game("kayles").sequence(10**40), "below 2^64"),
        (lambda: Game("nim").play((1, 2), seed=10**30), "below 2^64"),
        (lambda: Game("nim").prove(threads=-1), "threads is -1"),
        (lambda: Game("nim").prove(states=10**30), "states is 1000000000000000000000000000000, expected a number below 2^63"),
        (lambda: Game("let k = 3; heaps 1; move take 1..k from 1 heap", set={"k": "5"}), "k is set to '5'"),  # type: ignore[dict-item]
        (lambda: Game("let k = 3; heaps 1; move take 1..k from 1 heap", set={"k": 2**63}), "below 2^63"),
        (lambda: Game("nim", set="k=5"), "a dictionary"),  # type: ignore[arg-type]
        (lambda: Game("nim", set={"k": 4.0}), "not floats: int(4.0)"),  # type: ignore[dict-item]
        (lambda: bouton.ask("solve", game="nim", position=(1,), set={"k": 4.0}), "not floats: int(4.0)"),
        (lambda: Game("nim", 2).table(3.0), "upto is 3.0, expected a natural number, not a float: int(3.0)"),  # type: ignore[arg-type]
        (lambda: Game("nim", 2).table(3, value=None), "there is no value `None`"),  # type: ignore[arg-type]
        (lambda: Game("nim").solve([[3, 4], [5, 6]]), "one position is expected"),  # type: ignore[list-item]
        (lambda: Game("nim").solve(np.array([[3, 4], [5, 6]])), "one position is expected"),
        (lambda: Game("nim").solve((3, 4), using="law.cert"), "using is a Theorem"),  # type: ignore[arg-type]
        (lambda: Game("nim").solve((3, 4), table="folder"), "table is a StoredTable"),  # type: ignore[arg-type]
        (lambda: Game("nim").compare(3), "found 3"),  # type: ignore[arg-type]
        (lambda: Game("nim", 2).prove(claim=5), "a claim is a text"),  # type: ignore[arg-type]
        (lambda: Game("nim", 2).prove(claim="equal heaps"), "`equal heaps` is neither a claim"),
        (lambda: bouton.Theorem.of(5), "a text or its bytes"),  # type: ignore[arg-type]
        (lambda: Game("nim").play((1, 2), level=5), "level is a text"),  # type: ignore[arg-type]
        (lambda: Game("kayles").sequence(5, engine=3), "there is no engine `3`"),  # type: ignore[arg-type]
        (lambda: bouton.ask(5), "a command is a name"),  # type: ignore[arg-type]
        (lambda: Game("nim", 2).positions(5, outcome=5), "`outcome` is `5`, expected a text"),  # type: ignore[arg-type]
        (lambda: Game("nim", 2).positions(5, lost="yes"), "`lost` is `yes`, expected true or false"),  # type: ignore[arg-type]
        (lambda: Game("nim", 2).ask(5), "`sentence` is `5`, expected a text"),  # type: ignore[arg-type]
        (lambda: bouton.nim.lost("x", 3), "`heaps` is `x`, expected a whole number"),  # type: ignore[arg-type]
        (lambda: bouton.ask("count", game="nim", heaps=2, upto=5.0), "`upto` is `5.0`, expected a"),
        (lambda: bouton.check(5), "a certificate is a text"),  # type: ignore[arg-type]
        (lambda: Game("nim").table(3), "say how many: Game(…, heaps=3)"),
        (lambda: Game("nim").count(3), "say how many: Game(…, heaps=3)"),
        (lambda: Game("nim").positions(3), "say how many: Game(…, heaps=3)"),
        (lambda: Game("nim").solve({3, 4, 5}), "in their order"),
        (lambda: Game("nim").solve({"h1": 3}), "in their order"),  # type: ignore[dict-item]
        (lambda: Position(1, 2), "one tuple"),  # type: ignore[arg-type]
        (lambda: Game("nim", heaps=3).grundy((3, 4, 5)), "several positions"),
        (lambda: Game("nim").grundy("3,4"), "several positions are expected, as in grundy(['3,4'])"),
        (lambda: Game("nim").grundy(Position((3, 4))), "several positions are expected, as in grundy([Position((3, 4))])"),
        (lambda: Game(bouton.games()["nim"]), "the built-in game of this entry is Game('nim')"),  # type: ignore[arg-type]
        (lambda: Game("nim", 2).table(3).plot(h1=2), "fix={'h1': 2}"),
        (lambda: bouton.Theorem("nim.cert"), "Theorem.from_file(path)"),  # type: ignore[arg-type]
        (lambda: bouton.sum_of("kayles 5"), "a pair of a game and a position"),  # type: ignore[arg-type]
        (lambda: bouton.ask("prov"), "did you mean `prove`"),
        (lambda: bouton.ask("for all a: P(a, a)"), "Game.ask"),
        (lambda: Game("nim").play((1, 2), first="me"), "expected you or computer"),  # type: ignore[arg-type]
    ],
)
def test_what_is_not_understood_is_told_in_words(ask: Callable[[], object], words: str) -> None:
    with pytest.raises(InputError, match=re.escape(words)):
        ask()


def test_the_name_of_a_file_is_not_a_game(tmp_path: Path) -> None:
    path = tmp_path / "my.game"
    path.write_text("heaps 1; move take 1..3 from 1 heap")
    with pytest.raises(bouton.RulesError, match="Game.from_file"):
        Game(str(path))
    with pytest.raises(InputError, match="Game.from_file"):
        Game(path)  # type: ignore[arg-type]


def test_numbers_of_a_position_may_be_given_one_by_one() -> None:
    assert Game("nim").why(3, 4, 5).position == Game("nim").why("3,4,5").position
    assert Game("kayles").genus(5, 3).genus == "7^{57}"
    assert Position("1,2:used") == Position((1, 2), "used") == Position.of("1,2:used")


def test_built_in_games_are_found_by_name() -> None:
    games = bouton.games()
    assert games.__contains__("nim") and games["nim"] in games and not games.__contains__("go")
    assert games["nim"] == games[2]
    assert len(games.to_pandas()) == len(games.to_polars()) == len(games)
    with pytest.raises(KeyError, match="no built-in game 'go'"):
        games["go"]


def test_rows_of_frames_are_positions() -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    rows = {"h1": [1, 3], "h2": [2, 4]}
    for frame in (pandas.DataFrame(rows), polars.DataFrame(rows), [(1, 2), (3, 4)]):
        assert [found.grundy for found in Game("wythoff").grundy(frame).values] == [0, 2]


def test_rules_with_letters_name_the_settings() -> None:
    game = Game("for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap")
    for ask in (lambda: game.sequence(5), lambda: game.ask("P(n)"), lambda: game.table(5)):
        with pytest.raises(InputError, match=r'set=\{"a": 3, "b": 5\}'):
            ask()


def test_a_comparison_is_true_or_false() -> None:
    assert bouton.compare("nim", "nim")
    assert not bouton.compare("nim", "wythoff")


def test_large_boxes_are_counted_by_the_law() -> None:
    # Two numbers below a power of two determine a third one whose nim-sum with them is 0.
    for game in (Game("nim", heaps=3), Game("heaps 3; move take any from 1 heap")):
        assert game.count(2**40 - 1).counts == {"P": 4**40, "N": 8**40 - 4**40}
    with pytest.raises(bouton.LimitReached, match="too large to be solved exactly"):
        Game("nim-with-a-pass", heaps=4).count(10**9)


def test_the_end_of_a_take_and_break_game_is_a_position() -> None:
    for text, heaps in (("kayles", None), ("kayles", 2), ("subtraction all but {1,3}", 1), ("octal 0.77; play misere", None)):
        game = Game(text, heaps)
        end = next(move.to for move in game.solve(1 if game.heaps != 1 else 5).moves if not move.to)
        zeros = [0] * (game.heaps or 1)
        assert end == () and game.solve(end) == game.solve(()) == game.solve("") == game.solve(zeros)
        assert game.solve(end).outcome == ("N" if "misere" in text else "P") and not game.solve(end).moves
        listed = game.positions(3)
        assert listed.index(end) == listed.index(zeros) == 0 and listed[1:].index(1) == listed.index(1) - 1
        assert game.genus(end) == game.genus(0) and game.why(end) == game.why(0) == Game(text).why(0)
        assert game.why(end).game == game.title and game.why(end).outcome == game.solve(end).outcome
    two = Game("kayles", heaps=2)
    for upto in (3, 4):
        for value in ("outcome", "grundy"):
            table = two.table(upto, value=value)
            for move in two.solve((2, 3)).moves:
                if len(move.to) <= 2:
                    assert table[move.to] == table[str(move.to)] == table[(*move.to, 0, 0)[:2]]
            assert table[Position(())] == table[""] == 0
    assert two.table(3).outcome(two.solve(2).winning_moves[0]) == "P"
    assert pickle.loads(pickle.dumps(two.table(3))).outcome(()) == "P"
    assert two.positions(3).index(3, 1) == two.positions(3).index(1, 3)
    # Other games have heaps at the end.
    wythoff = Game("wythoff")
    asks: list[Any] = [wythoff.solve, wythoff.table(3).outcome, Game("nim").solve]
    for ask in asks:
        with pytest.raises(InputError):
            ask(())
    with pytest.raises(ValueError, match="not in the list"):
        wythoff.positions(3).index(())
    with pytest.raises(InputError, match="not in the box"):
        two.table(3).outcome((1, 1, 1))


def test_rows_of_frames_are_read_by_their_names() -> None:
    nim, law = Game("nim"), Game("nim").prove(heaps="all", value="grundy").law
    frame = pandas.DataFrame({"id": [9, 9, 9], "h2": [4, 7, 2], "h1": [3, 7, 1], "h3": [5, 0, 2]})
    right = [3 ^ 4 ^ 5, 0, 1]
    for some in (frame, polars.from_pandas(frame), pyarrow.Table.from_pandas(frame), frame.assign(g=right)):
        assert list(nim.grundy(some)) == list(Game("nim", heaps=3).grundy(some)) == law(some).tolist() == right
    assert list(nim.grundy(Game("nim", heaps=2).table(3).to_arrow())) == Game("nim", heaps=2).table(3, value="grundy").values.reshape(-1).tolist()
    # Columns that have only the numbers of an array are read in their order.
    array = frame[["h1", "h2", "h3"]].to_numpy()
    for some in (pandas.DataFrame(array), polars.DataFrame(array)):
        assert list(nim.grundy(some)) == law(some).tolist() == right
    kayles = Game("kayles").prove().law
    assert list(Game("kayles").grundy(frame[["id", "h1"]])) == kayles(frame[["id", "h1"]]).tolist() == Game("kayles").sequence(9).values[[3, 7, 1]].tolist()
    letters = Game("for all a where a >= 1; heaps any; move take 1..a from 1 heap").prove().law
    assert letters(frame[["id", "h2", "h1"]], set={"a": 3}).tolist() == [3 ^ 0, 0, 3]
    for game, wrong in (("nim", frame[["id", "h1", "h3"]]), ("nim", frame[["id"]]), ("wythoff", frame[["id", "h2"]])):
        for ask in (Game(game).grundy, Game(game).prove().law):
            with pytest.raises(InputError, match="expected"):
                ask(wrong)
    with pytest.raises(InputError, match=r"`frame.collect\(\)`"):
        nim.grundy(polars.from_pandas(frame).lazy())


def test_a_row_with_labels_is_read_by_them() -> None:
    game = Game("counters a, b; move a -> a - t where t >= 1, t <= 3; move b -> b - 1 when a > 0")
    frame = pandas.DataFrame({"b": [1, 0, 7], "x": [5, 5, 5], "a": [2, 5, 1]})
    theorem = game.prove()
    grundy = list(game.grundy(frame))
    assert [game.solve(row, value="grundy").grundy for _, row in frame.iterrows()] == grundy
    assert [game.solve(row, value="grundy").grundy for row in frame.itertuples()] == grundy
    assert [theorem.at(row) for row in frame.itertuples()] == [int(theorem.law(frame.iloc[at])) for at in range(3)] == theorem.law(frame).tolist()
    assert game.table(7).outcome(frame.iloc[2]) == game.solve(1, 7).outcome
    assert bouton.nim.nim_sum(pandas.Series({"h2": 3, "h1": 4})) == 7 and Position(pandas.Series([3, 4])) == (3, 4)
    for wrong in (frame.iloc[0][["a", "x"]], pandas.Series({"x": 1, "y": 2})):
        for ask in (game.solve, theorem.at, theorem.law):
            with pytest.raises(InputError, match="expected"):
                ask(wrong)
    passes = Game("nim-with-a-pass", heaps=2)
    row = pandas.Series({"control": "used", "h2": 3, "h1": 3})
    assert passes.solve(row).position == Position((3, 3), control="used") and passes.prove().at(row) == passes.prove().at((3, 3), control="used")
    assert game.solve(next(frame.itertuples(index=False, name="Row"))).position == (2, 1)


def test_columns_with_other_names_are_refused() -> None:
    one, wythoff = Game("heaps 2; move take 1 from h1; move take 1..2 from h2"), Game("wythoff")
    frame = pandas.DataFrame({"H2": [1, 2], "H1": [3, 0]})
    for ask in (one.grundy, one.prove().law, wythoff.grundy, wythoff.prove().law):
        with pytest.raises(InputError, match="the data frame has the columns H2, H1, expected those of the coordinates, h1, h2"):
            ask(frame)
        assert list(ask(frame.to_numpy())) == list(ask(pandas.DataFrame(frame.to_numpy())))


def test_the_names_of_an_index_are_those_of_columns() -> None:
    games = pandas.DataFrame({"h1": [1, 3, 3], "h2": [2, 5, 5], "wins": [3, 7, 1]})
    wythoff, nim = Game("wythoff"), Game("nim")
    for found in (games.groupby(["h1", "h2"])[["wins"]].sum(), games.groupby(["h2", "h1"]).agg({"wins": "max"}), games.set_index("h1")):
        expected = found.reset_index()[["h1", "h2"]].to_numpy()
        for ask in (wythoff.grundy, nim.grundy, wythoff.prove().law, nim.prove(heaps="all").law):
            assert list(ask(found)) == list(ask(expected))
    passes = Game("nim-with-a-pass", heaps=2)
    some = passes.table(2).to_pandas()
    assert list(passes.grundy(some.set_index(["control", "h1"]))) == list(passes.grundy(some))


def test_missing_and_masked_numbers_are_refused() -> None:
    frame = pandas.DataFrame({"h1": [1.0, float("nan")], "h2": [2.0, 3.0]}).iloc[1:]
    several: tuple[Any, ...] = (frame, frame.astype("Int64"), pandas.DataFrame({"h1": [1.0, float("nan")], "h2": [2, 3]}))
    for frames in (*several, polars.DataFrame({"h1": [1, None], "h2": [2, 3]}), pyarrow.table({"h1": [1, None], "h2": [2, 3]})):
        with pytest.raises(InputError, match="values are missing in the row .*: leave such rows out first"):
            Game("wythoff").grundy(frames)
    with pytest.raises(InputError, match="masked"):
        Game("wythoff").prove().law(np.ma.masked_equal([[1, 2], [4, 4]], 4))
    with pytest.raises(InputError, match=r"`\.reshape\(-1, d\)`"):
        Game("wythoff").grundy(np.zeros((2, 2, 2), dtype=int))
