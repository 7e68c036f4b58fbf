"""Every parameter of a question is a parameter of the function that asks it."""

import inspect
import json
from collections.abc import Callable
from typing import Any

import pytest

from bouton import Game, _bouton, compare, sum_of

# The functions that ask the questions, with the parameters that are the function's own subject.
FUNCTIONS: dict[str, tuple[Callable[..., Any], set[str]]] = {
    "solve": (Game.solve, {"game", "heaps", "set"}),
    "table": (Game.table, {"game", "heaps", "set"}),
    "list": (Game.positions, {"game", "heaps", "set"}),
    "count": (Game.count, {"game", "heaps", "set"}),
    "sequence": (Game.sequence, {"game", "heaps", "set"}),
    "genus": (Game.genus, {"game", "heaps", "set"}),
    "grundy": (Game.grundy, {"game", "heaps", "set"}),
    "sum": (sum_of, set()),
    "compare": (compare, {"game", "other", "heaps"}),
}

# What only a text has, and what an array or an `Answer` has in another way.
ELSEWHERE: dict[str, set[str]] = {
    "solve": {"explain-plan"},  # `Answer.engine` and `Answer.reason`
    "table": {"rows-by-largest", "square", "fix", "explain-plan"},  # an axis for each coordinate
    "list": {"column"},  # of b-files
    "count": {"outcome"},  # of b-files
    "sequence": set(),
}

REGISTER = json.loads(_bouton.commands_of_register())


def test_every_question_has_a_function() -> None:
    assert set(REGISTER) == set(FUNCTIONS)


@pytest.mark.parametrize("command", sorted(REGISTER))
def test_functions_have_the_parameters_of_their_questions(command: str) -> None:
    function, subject = FUNCTIONS[command]
    known = set(inspect.signature(function).parameters)
    asked = set(REGISTER[command]["parameters"])
    elsewhere = ELSEWHERE.get(command, set())
    assert elsewhere <= asked
    missing = {name for name in asked - subject - elsewhere if name.replace("-", "_") not in known}
    assert not missing


def test_answers_are_those_of_the_program() -> None:
    nim = Game("nim", heaps=2)
    each = nim.count(3, each=True).each
    assert each is not None and each[-1].others == {"P": 4, "N": 12}
    assert nim.count(3, explain_plan=True, verify=True).plan is not None
    lost = nim.positions(lost=True, largest=2)
    assert [listed.position for listed in lost.positions] == ["0,0", "1,1", "2,2"]
    assert nim.positions(total=4, limit=1).complete is False
    assert Game("kayles").genus((5, 3)).grundy == 7
    assert [value.grundy for value in nim.grundy([(3, 4), "7,7"]).values] == [7, 0]
    assert sum_of([(Game("nim"), (3, 4)), (Game("kayles"), (7,))]).grundy == 5
    fibonacci = compare(Game("wythoff"), Game("wythoff"), numeration="fibonacci")
    assert fibonacci.equal is True
