@HEADER@
"""The value of a position, and a move that achieves it.

A position is a sequence of @COORDINATES@ natural numbers of any size: @NAMES_OF_COORDINATES@.
A control state is a number: @NAMES_OF_CONTROLS@.
@MEANING@
"""

from collections import namedtuple

CERTIFICATE = @CERTIFICATE@
COORDINATES = @COORDINATES@
CONTROLS = @CONTROLS@

# The law reads the binary digits of the numbers, most significant first: at each
# place one digit of each number, in order. The digit b leads from node n to
# NEXT[2 * n + b]. A node reached after whole places has an output.
STARTS = @STARTS@
OUTPUTS = @OUTPUTS@
# Bit v is set if the output v can still be reached (bit 30 stands for all from 30 on).
REACH = @REACH@
NEXT = @NEXT@

# sum of coordinates[i] * x[i] + sum of unknowns[u] * t[u] + constant is
# kind 0: at most 0; kind 1: equal to 0; kind 2: congruent to residue.
Condition = namedtuple("Condition", "kind modulus residue constant low high coordinates unknowns")
# What to search: formula is in postfix order (-1 not, -2 and, -3 or, -4 true,
# -5 false, else a condition); a step is 4 * index + action.
Task = namedtuple("Task", "extra unknowns conditions formula steps")
# A number of the position moved to, computed from the position.
Known = namedtuple("Known", "track constant coefficients")
# sources says which unknown is which number of the position moved to.
Move = namedtuple("Move", "control target_control known sources task")

STOP = @STOP@
MOVES = @MOVES@
#@if exists
EXISTS = @EXISTS@
#@end
#@if nim_heap
LAST = @LAST@
#@end

READ_KNOWN, GUESS, READ_GUESSED, DROP = range(4)
FALSE, TRUE, OPEN = range(3)


def value(position, control=0):
    """The value of the position."""
#@if nim_heap
    position, control = checked(position, control)
    found = search(LAST, position, position + [0], STARTS[control], 0)
    if found is None:
        raise ValueError("the law gives no value")
    return found[0]
#@else
    position, control = checked(position, control)
    node = STARTS[control]
    for place in reversed(range(max([0] + [number.bit_length() for number in position]))):
        for number in position:
            node = NEXT[2 * node + (number >> place & 1)]
    return OUTPUTS[node]
#@end


def outcome_name(value):
    """The name of the outcome that a value stands for."""
#@if names
    return @OUTCOME_NAMES@[value]
#@end
#@if grundy
    return "P" if value == 0 else "N"
#@end
#@if remoteness
    return "P" if value % 2 == 0 else "N"
#@end


def winning_move(position, control=0):
    """A best move as (position to move to, its control state), or None.

    @MOVE_DOC@
    """
    position, control = checked(position, control)
    if search(STOP, position, position, 0, None) is not None:
        return None
    wanted = wanted_output(value(position, control))
    if wanted is None:
        return None
    for move in MOVES:
        if move.control != control:
            continue
        # The last number is the Nim heap of laws that have one.
        known = position + [0]
        for track, constant, coefficients in move.known:
            known[track] = constant + sum(c * x for c, x in zip(coefficients, position))
        if min(known) < 0:
            continue
        found = search(move.task, position, known, STARTS[move.target_control], wanted)
        if found is not None:
            target = [x if source < 0 else found[source] for x, source in zip(known, move.sources)]
            return tuple(target), move.target_control
    return None


def wanted_output(value):
    """The output of the law after a best move from a position of this value."""
#@if decisive
    return 0 if value == 1 else None
#@end
#@if grundy
    return 0 if value > 0 else None
#@end
#@if remoteness
    return value - 1 if value % 2 == 1 else None
#@end
#@if podium
    return (value + @PLAYERS@ - 1) % @PLAYERS@
#@end


def search(task, position, known, start, wanted):
    """Numbers that fulfil the task's formula and lead the law to the output wanted.

    All ways to go on are followed at once, from the most significant digit to
    the least. A state is the node of the law, the guessed digits still to be
    read, and for each condition the value of its expression on the digits so far.
    """
    conditions = task.conditions
    numbers = position + known
    places = max([1] + [number.bit_length() for number in numbers]) + task.extra
    running = settled(conditions, [c.constant >> places for c in conditions])
    layer = {(start, 0, running): None}
    for place in reversed(range(places)):
        digits = [number >> place & 1 for number in position]
        added = [
            (c.constant >> place & 1) + sum(a for a, digit in zip(c.coordinates, digits) if digit)
            for c in conditions
        ]
        layer = {
            (node, guessed, tuple(2 * s + a for s, a in zip(running, added))): path
            for (node, guessed, running), path in layer.items()
        }
        for step in task.steps:
            index, action = divmod(step, 4)
            following = {}
            for (node, guessed, running), path in layer.items():
                if action == GUESS:
                    following.setdefault((node, guessed, running), (path, 0))
                    one = tuple(s + c.unknowns[index] for s, c in zip(running, conditions))
                    following.setdefault((node, guessed | 1 << index, one), (path, 1))
                    continue
                if action == READ_KNOWN:
                    node = NEXT[2 * node + (known[index] >> place & 1)]
                elif action == READ_GUESSED:
                    node = NEXT[2 * node + (guessed >> index & 1)]
                elif action == DROP:
                    guessed &= ~(1 << index)
                following.setdefault((node, guessed, running), path)
            layer = following
        following = {}
        for (node, guessed, running), path in layer.items():
            running = settled(conditions, running)
            hopeful = wanted is None or REACH[node] >> min(wanted, 30) & 1
            if hopeful and truth(task, running, place == 0) != FALSE:
                following.setdefault((node, guessed, running), path)
        layer = following
    for (node, _, _), path in layer.items():
        if wanted is None or OUTPUTS[node] == wanted:
            found = [0] * task.unknowns
            guess = 0
            while path is not None:
                path, digit = path
                found[task.unknowns - 1 - guess % task.unknowns] |= digit << guess // task.unknowns
                guess += 1
            return found
    return None


def settled(conditions, running):
    """The running values, those that have decided their condition made equal."""
    return tuple(
        s % c.modulus if c.kind == 2 else max(c.low, min(c.high, s))
        for s, c in zip(running, conditions)
    )


def truth(task, running, ended):
    """Whether the formula holds: FALSE, TRUE, or OPEN before the last digit."""
    stack = []
    for token in task.formula:
        if token >= 0:
            s, c = running[token], task.conditions[token]
            if not ended and (c.kind == 2 or c.low < s < c.high):
                stack.append(OPEN)
            elif c.kind == 0:
                stack.append(TRUE if s <= 0 else FALSE)
            else:
                stack.append(TRUE if s == c.residue else FALSE)
        elif token == -1:
            stack.append((TRUE, FALSE, OPEN)[stack.pop()])
        elif token == -4:
            stack.append(TRUE)
        elif token == -5:
            stack.append(FALSE)
        else:
            pair = (stack.pop(), stack.pop())
            unit, zero = (TRUE, FALSE) if token == -2 else (FALSE, TRUE)
            stack.append(zero if zero in pair else OPEN if OPEN in pair else unit)
    return stack[0]


def checked(position, control):
    """The position as a list and the control state, or ValueError."""
    position = list(position)
    if len(position) != COORDINATES or not all(isinstance(x, int) and x >= 0 for x in position):
        raise ValueError("a position has %d natural numbers, not %r" % (COORDINATES, position))
    if control not in range(len(CONTROLS)):
        raise ValueError("there is no control state %r" % (control,))
#@if exists
    if search(EXISTS, position, position, 0, None) is None:
        raise ValueError("the position %r does not exist: positions where @EXISTING@" % (position,))
#@end
    return position, control
