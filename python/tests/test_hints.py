"""An attribute that is looked for in vain is answered with what the object has instead."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import pytest
from matplotlib import pyplot

import bouton
from bouton import Game, InputError, Position, RulesError, StoredTable, Theorem, _hints, commands, document
from bouton._array import ArrayOfValues
from bouton._repr import Document

GAME = Game("wythoff")


@pytest.mark.parametrize(
    ("found", "name", "instead"),
    [
        (Position((3, 5)), "h2", "position[1]"),
        (Position((3, 5)), "h3", "it has 2 numbers"),
        (Position((3, 5)), "outcome", "game.solve(position).outcome"),
        (GAME.count(5), "P", "count['P']"),
        (GAME.count(5), "save", "bouton.document.write(found)"),
        (GAME, "moves", "game.solve(position).moves"),
        (GAME, "outcome", "game.solve(position).outcome"),
        (GAME, "save", "game.rules"),
        (GAME.table(3), "save", "np.save(path, found.values)"),
        (GAME.table(3), "equals", "np.array_equal(one, other)"),
        (GAME.positions(3), "save", ".to_pandas().to_csv(path)"),
        (GAME.positions(3), "h1", ".to_pandas().h1"),
        (GAME.solve(1, 3), "winning_move", "winning_moves"),
        (GAME.prove(), "moves", "theorem.solve(position).moves"),
    ],
)
def test_an_attribute_is_answered_with_what_there_is(found: Any, name: str, instead: str) -> None:
    with pytest.raises(AttributeError) as caught:
        getattr(found, name)
    assert str(caught.value).startswith(f"'{type(found).__name__}' object has no attribute '{name}'")
    assert instead in str(caught.value)
    assert not hasattr(found, "colour") and not hasattr(found, "_hidden")


def test_no_attribute_that_exists_is_named_as_missing() -> None:
    classes = [ArrayOfValues, Document, Game, Position, StoredTable, Theorem, bouton.Answer, bouton.Positions, bouton.Sequence]
    assert {found.__name__ for found in classes} == set(_hints.INSTEAD)
    for found in classes:
        assert not set(_hints.INSTEAD[found.__name__]) & set(dir(found)), found
        assert not set(_hints.INSTEAD[found.__name__]) & set(getattr(found, "__annotations__", ())), found


def test_a_command_with_a_name_of_python_is_named() -> None:
    for name in ("list", "sum"):
        with pytest.raises(AttributeError, match=f"has no attribute '{name}', but `{name}_`"):
            getattr(commands, name)
        assert callable(getattr(commands, f"{name}_"))
    with pytest.raises(AttributeError, match="has no attribute 'positions'$"):
        commands.positions  # type: ignore[attr-defined]


def test_what_has_hints_is_copied_and_sent() -> None:
    several: list[Any] = [Position((1, 2), "used"), GAME.count(5), GAME.positions(3), GAME.solve(1, 3), GAME]
    for found in several:
        assert copy.copy(found) == pickle.loads(pickle.dumps(found)) == copy.deepcopy(found) == found
    assert document.read(document.Count, document.write(GAME.count(5))) == GAME.count(5)


def test_a_theorem_names_the_outcomes_of_its_numbers() -> None:
    assert GAME.prove().outcomes == GAME.table(1).outcomes == ["P", "N"]
    podium = Game("podium-nim", heaps=2)
    law = podium.prove()
    assert law.outcomes == ["P", "N", "O"]
    assert all(law.outcomes[law.at(listed)] == podium.solve(listed).outcome for listed in podium.positions(4))
    assert Game("nim", heaps=2).prove(value="grundy").outcomes == []
    assert Game("octal 0.77; play misere").prove(value="quotient").outcomes == ["P", "N"]
    letters = Game("for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap").prove()
    assert letters.outcomes == ["P", "N"]
    assert Game("nim-with-a-pass", heaps=2).prove().outcomes == ["P", "N"]


def test_an_option_of_the_plots_of_data_frames_is_named() -> None:
    table, sequence = GAME.table(5), Game("kayles").sequence(9)
    several: list[Any] = [table, sequence]
    for found in several:
        with pytest.raises(InputError, match=r"there is no option `kind`; its data frame has other plots, as `\.to_pandas\(\)"):
            found.plot(kind="bar")
    assert table.to_pandas().outcome.value_counts().plot(kind="bar").patches
    assert sequence.to_pandas().plot("heap", "grundy", kind="bar").patches
    pyplot.close("all")


def test_an_empty_game_is_named_as_empty() -> None:
    for text in ("", " \n"):
        with pytest.raises(RulesError, match="the text of the game is empty"):
            Game(text)


def test_a_folder_that_cannot_be_made_is_not_called_complete(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    for folder, message in ((file, "is a file, expected a folder"), (file / "below", "cannot be")):
        with pytest.raises(InputError, match=message) as refused:
            GAME.store(9, folder)
        assert str(folder) in str(refused.value) and "complete" not in str(refused.value)
        assert refused.value.code == "store"
    assert GAME.store(9, tmp_path / "folder").fill().computed


def test_a_refused_row_says_why() -> None:
    several = bouton.survey(["nim", "wythoff"])  # type: ignore[arg-type]
    assert several.status == "refused" and "several are `[survey(one) for one in rules]`" in repr(several)
    assert repr(bouton.survey("hepas 1")).startswith("<Row refused: error[E0101]: no line begins with this word")
    row = bouton.survey("take-three")
    assert repr(row).startswith("<Row proved: P if h1 mod 4 is 0, else N.; 3 states; rules game take-three; heaps 1; ")
    assert "<b>sentence</b>" in row._repr_html_() and row.certificate is not None and row.certificate in row._repr_html_()
    assert len(repr(bouton.survey("x" * 10_000))) < 1000


def test_a_control_state_is_given_beside_a_position() -> None:
    game = Game("nim-with-a-pass", heaps=2)
    theorem, table = game.prove(), game.table(4)
    for place in ((1, 2), (2, 3), (4, 4)):
        for control in game.controls:
            own = Position(place, control)
            outcome = game.solve(own).outcome
            assert game.solve(*place, control=control).position == own == Position.of(own, control=control)
            assert outcome == game.solve(place, control=control).outcome == table.outcome(place, control=control)
            assert outcome == theorem.solve(place, control=control).outcome == theorem.outcomes[theorem.at(*place, control=control)]
            assert outcome == theorem.why(place, control=control).outcome == game.why(*place, control=control).outcome
    with pytest.raises(InputError, match="position `1,2:used` has a control state of its own, beside `pass`"):
        game.solve("1,2:used", control="pass")
    several: list[Any] = [lambda: theorem.law([[1, 2]], control="foo"), lambda: theorem.at(1, 2, control="foo"), lambda: theorem.at("1,2:foo")]
    for asked in several:
        with pytest.raises(InputError, match="there is no control state `foo`: expected pass, used"):
            asked()
    with pytest.raises(InputError, match="the game has no control states, found `foo`"):
        GAME.prove().law([[1, 2]], control="foo")
    with pytest.raises(InputError, match="no control state"):
        game.solve(1, 2, control="foo")


def test_a_number_of_heaps_is_given_to_a_proof_and_a_comparison() -> None:
    nim = Game("nim")
    assert nim.prove(heaps=3) == Game("nim", heaps=3).prove() and nim.prove(heaps=3).coordinates == ["h1", "h2", "h3"]
    assert nim.prove(heaps="all").coordinates == [] and "any number of heaps" in nim.prove(heaps="all").subject
    assert bouton.compare("nim", "misere-nim", heaps=2).position == "0,0"
    assert nim.compare("nim", heaps=3).equal is True
    for asked in (lambda: nim.prove(heaps="every"), lambda: nim.prove(heaps=-1), lambda: nim.compare("nim", heaps=-1)):  # type: ignore[arg-type]
        with pytest.raises(InputError, match="heaps is .*, expected a natural number"):
            asked()
    with pytest.raises(InputError, match="the rules fix 2 heaps"):
        Game("nim", heaps=2).prove(heaps=3)


def test_data_frames_of_positions_are_named_where_they_are_looked_for() -> None:
    lost = GAME.positions(6, lost=True)
    assert list(lost.to_pandas().columns) == ["h1", "h2", "outcome"]
    assert "to_pandas()" in lost._repr_html_()


def test_the_control_states_of_a_data_frame_count() -> None:
    game = Game("nim-with-a-pass", heaps=2)
    theorem, table = game.prove(), game.table(6)
    frame = table.to_pandas()
    numbers = theorem.law(frame)
    letters = pandas.Categorical.from_codes(numbers, pandas.Index(theorem.outcomes))
    assert letters.tolist() == frame.outcome.tolist()
    assert numbers.dtype == np.int8 and numbers.tolist() == table.values.ravel().tolist()
    assert theorem.law(table.to_polars()).tolist() == numbers.tolist()
    used = frame[frame.control == "used"]
    assert theorem.law(used, control="used").tolist() == theorem.law(used).tolist() == table.values[..., 1].ravel().tolist()
    assert theorem.law(frame[["h1", "h2"]], control="used").tolist() == [number for number in theorem.law(used) for _ in range(2)]
    with pytest.raises(InputError, match="the data frame has other control states than `pass`"):
        theorem.law(frame, control="pass")
    assert theorem.law(frame[:0]).tolist() == []
    values = game.grundy(used)
    assert list(values) == [game.solve(row.h1, row.h2, control="used", value="grundy").grundy for row in used.itertuples()]
    assert list(values) != list(game.grundy(used.assign(control="pass")))


def test_an_answer_is_not_compared_with_a_text() -> None:
    answer = GAME.solve(1, 2)
    assert answer == GAME.solve(1, 2) and answer != GAME.solve(1, 3) and answer != 3
    assert len({answer, GAME.solve(1, 2), GAME.solve(1, 3)}) == 2
    several: list[Any] = [lambda: answer == "P", lambda: answer != "P"]
    for compare in several:
        with pytest.raises(TypeError, match='compare `answer.outcome`, as in `answer.outcome == "N"`'):
            compare()


def test_counts_are_compared_as_mappings() -> None:
    counts = Game("nim", heaps=2).count(3)
    assert counts == {"P": 4, "N": 12} and counts != {"P": 4} and counts != 4
    assert counts == Game("nim", heaps=2).count(3) != Game("misere-nim", heaps=2).count(3)
