"""Every parameter of a question is a parameter of the function that asks it."""

import inspect
import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from bouton import Game, InputError, NoLaw, _bouton, ask, check, commands, compare, document, sum_of

# Functions beside `bouton.ask`, with the parameters that are the function's own subject.
FUNCTIONS: dict[str, tuple[Callable[..., Any], set[str]]] = {
    "solve": (Game.solve, {"game", "heaps", "set"}),
    "table": (Game.table, {"game", "heaps", "set"}),
    "list": (Game.positions, {"game", "heaps", "set"}),
    "count": (Game.count, {"game", "heaps", "set"}),
    "sequence": (Game.sequence, {"game", "heaps", "set"}),
    "genus": (Game.genus, {"game", "heaps", "set"}),
    "grundy": (Game.grundy, {"game", "heaps", "set"}),
    "sum": (sum_of, set()),
    "compare": (compare, {"game", "other"}),
    "prove": (Game.prove, {"game", "set"}),
    "check": (check, {"certificates"}),
}

# Options of texts only, and options that an array, an `Answer` or a `Theorem` provides in another way.
ELSEWHERE: dict[str, set[str]] = {
    "solve": {"explain-plan"},  # `Answer.engine` and `Answer.reason`
    "table": {"rows-by-largest", "square", "fix", "explain-plan"},  # an axis for each coordinate
    "list": {"column"},  # of b-files
    "count": {"outcome"},  # of b-files
    "sequence": {"dark"},  # of pictures
    "prove": {"cones", "slice", "verbose"},  # of documents: rules with letters, slices, and texts
    "sum": {"set"},  # `set` of each `Game`
}

REGISTER = json.loads(_bouton.commands_of_register())


@pytest.mark.parametrize("command", sorted(REGISTER))
def test_the_example_of_every_question_is_answered(command: str) -> None:
    example = {name.replace("-", "_"): value for name, value in REGISTER[command]["example"].items()}
    found = ask(command, **example)
    assert type(found).__name__ in REGISTER[command]["documents"]
    with pytest.raises(InputError, match="unknown parameter `colour`"):
        ask(command, **example, colour="red")


def function_of(command: str) -> Callable[..., Any]:
    """The function of `bouton.commands` for a command."""
    name = command.replace(" ", "_").replace("-", "_")
    # `bouton.ask` has its name in that module, too.
    found: Callable[..., Any] = getattr(commands, f"{name}_", None) or getattr(commands, name)
    return found


@pytest.mark.parametrize("command", sorted(REGISTER))
def test_every_command_is_a_function_with_its_parameters_and_defaults(command: str) -> None:
    function = function_of(command)
    limits = {"time", "memory", "states", "threads", "work", "progress"}
    known = inspect.signature(function).parameters
    found = {name: known[name].default for name in known if name not in limits}
    expected = {}
    for name, default in REGISTER[command]["defaults"].items():
        written = name.replace("-", "_")
        required = name in REGISTER[command]["required"]
        value = () if default == [] else False if default is False else default
        expected[written if written in found else f"{written}_"] = inspect.Parameter.empty if required else value
    assert found == expected
    example = REGISTER[command]["example"].items()
    asked = {name if name in found else f"{name}_": value for name, value in example}
    assert type(function(**asked)).__name__ in REGISTER[command]["documents"]


@pytest.mark.parametrize("command", sorted(FUNCTIONS))
def test_functions_have_the_parameters_of_their_questions(command: str) -> None:
    function, subject = FUNCTIONS[command]
    known = set(inspect.signature(function).parameters)
    asked = set(REGISTER[command]["parameters"])
    elsewhere = ELSEWHERE.get(command, set())
    assert elsewhere <= asked
    missing = {name for name in asked - subject - elsewhere if name.replace("-", "_") not in known}
    assert not missing


def test_games_and_theorems_are_named_as_they_are() -> None:
    theorem = Game("take-three").prove()
    assert ask("explain", game=theorem).theorem == theorem.sentence
    assert ask("emit", game=theorem, lang="python", format="text") == theorem.emit("python")
    assert ask("check", certificates=[theorem.certificate]).accepted is True
    assert ask("prove", game=Game("nim"), heaps="all").heaps == "all"
    letters = "for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap"
    assert ask("prove", game=letters).status == "proved"
    with pytest.raises(NoLaw, match="at 4 the claim says P"):
        Game("heaps 1; move take 1..4 from 1 heap").prove(claim=theorem)
    assert Game("take-three").prove(claim=theorem) == theorem


def test_functions_of_commands_take_games_as_they_are() -> None:
    assert commands.count(Game("nim", heaps=2), 1).counts == {"P": 2, "N": 2}
    named = Game("let k = 2; heaps 1; move take 1..k from 1 heap", set={"k": 3})
    assert commands.solve(named, 4).outcome == "P"
    assert commands.solve(named, (5,), using=named.prove()).outcome == "N"
    assert commands.nim_lost(heaps=3, largest=7).count == 7
    member = commands.in_total_family(heaps=2, total=2, from_=2, ending="stop")
    assert isinstance(member, document.InTotalMember) and member.status == "proved"


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
    several: tuple[Any, ...] = ([(Game("nim"), (3, 4)), ("kayles", 7)], (("nim", [3, 4]), ("kayles", np.array([7]))), ["nim", "3,4", ("kayles", "7")])
    for terms in several:
        assert commands.sum_(terms).grundy == 5
    fibonacci = compare(Game("wythoff"), Game("wythoff"), numeration="fibonacci")
    assert fibonacci.equal is True
