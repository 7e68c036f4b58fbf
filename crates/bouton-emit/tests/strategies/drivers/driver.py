"""Answers positions, one a line: the control state and the coordinates."""

import importlib.util
import sys

specification = importlib.util.spec_from_file_location("strategy", sys.argv[1])
strategy = importlib.util.module_from_spec(specification)
specification.loader.exec_module(strategy)
print(strategy.CERTIFICATE)
for line in sys.stdin:
    control, *position = map(int, line.split())
    value = strategy.value(position, control)
    move = strategy.winning_move(position, control)
    answer = "none" if move is None else " ".join(map(str, [move[1], *move[0]]))
    print(value, strategy.outcome_name(value), answer)
for position, control in (([-1] * strategy.COORDINATES + [0], 0), ([0] * strategy.COORDINATES, 99)):
    try:
        strategy.value(position, control)
        sys.exit("a bad position was answered")
    except ValueError:
        pass
