"""An attribute that is looked for in vain is answered with what the object has instead."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import bouton
from bouton import Game, Position, StoredTable, Theorem, _hints, commands, document
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
