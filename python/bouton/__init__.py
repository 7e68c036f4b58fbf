"""State the rules of a heap game. Get its winning strategy, with a proof.

>>> import bouton
>>> bouton.Game("nim").solve((3, 4, 5)).winning_moves
[Position((1, 4, 5))]
>>> theorem = bouton.Game("two-in-total").prove()
>>> bouton.check(theorem.certificate).accepted
True

`Game` solves positions, computes tables and proves theorems; `Theorem` is a claim that the checker
has accepted; `document` contains a dataclass for each JSON document of the program; `nim`,
`podium`, `pass_` and `in_total` contain closed forms with their theorems; `commands` has a function
for each command of the program. Long computations release
the interpreter, end at Ctrl-C, report their `progress`, and take limits as arguments (`time`,
`memory`, `states`).
"""

from . import commands, document, in_total, nim, pass_, podium
from ._bouton import VERSION as __version__
from ._ask import ask
from .answer import Answer, Move
from .errors import Defect, Error, InputError, LimitReached, NoLaw, RulesError
from .game import Game, Games, compare, games, sum_of
from .play import Play
from .position import Position
from .positions import Positions
from .progress import Progress
from .sequence import Sequence
from .stored import StoredTable, TileCounts
from ._hints import no_command
from ._survey import Row, SurveyLimits, survey
from .table import Packed, Table
from .theorem import Automaton, Period, Theorem, Verdict, check

__all__ = [
    "Answer",
    "Automaton",
    "Defect",
    "Error",
    "Game",
    "Games",
    "InputError",
    "LimitReached",
    "Move",
    "NoLaw",
    "Packed",
    "Period",
    "Play",
    "Position",
    "Positions",
    "Progress",
    "Row",
    "RulesError",
    "Sequence",
    "StoredTable",
    "SurveyLimits",
    "Table",
    "Theorem",
    "TileCounts",
    "Verdict",
    "__version__",
    "ask",
    "check",
    "commands",
    "compare",
    "document",
    "games",
    "in_total",
    "nim",
    "pass_",
    "podium",
    "sum_of",
    "survey",
]


# `commands.py` is written by the program, and has functions only.
setattr(commands, "__getattr__", no_command)


def __dir__() -> list[str]:
    return __all__
