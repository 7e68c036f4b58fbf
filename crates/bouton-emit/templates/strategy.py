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

#@if binary
# The law reads the binary digits of the numbers, most significant first: at each
# place one digit of each number, in order. The digit b leads from node n to
# NEXT[2 * n + b]. A node reached after whole places has an output.
#@else
#@if matrix
# Numbers are written in the digits 0, ..., DIGITS - 1 of a numeration: @NUMERATION@. A number is
# the first of two values: one more digit d takes v to MATRIX v + (d, SECOND[d]), MATRIX by rows.
# FIRST are the values of the number 1. In state s the digit d leads to WORDS[DIGITS * s + d]; no
# number is written with it where that is -1. The first state is 0.
DIGITS = @DIGITS@
MATRIX = @MATRIX@
SECOND = @SECOND@
#@else
# Numbers are written in the digits 0, ..., DIGITS - 1 of a numeration: @NUMERATION@. The weight of
# the last digit is 1, that of each other one the sum of RECURRENCE[i] times the weight i + 1 places
# behind it; FIRST has the weight of the last place, and what stands for those behind it. In state s
# the digit d leads to WORDS[DIGITS * s + d]; no number is written with it where that is -1. The
# first state is 0.
DIGITS = @DIGITS@
RECURRENCE = @RECURRENCE@
#@end
FIRST = @FIRST@
WORDS = @WORDS@

# The law reads the digits of the numbers, most significant first: at each place
# one digit of each number, in order. The digit d leads from node n to
# NEXT[DIGITS * n + d]. A node reached after whole places has an output.
#@end
STARTS = @STARTS@
OUTPUTS = @OUTPUTS@
# Bit v is set if the output v can still be reached (bit 30 stands for all from 30 on).
REACH = @REACH@
NEXT = @NEXT@

# sum of coordinates[i] * x[i] + sum of unknowns[u] * t[u] + constant is
# kind 0: at most 0; kind 1: equal to 0; kind 2: congruent to residue.
#@if binary
Condition = namedtuple("Condition", "kind modulus residue constant low high coordinates unknowns")
#@else
Condition = namedtuple("Condition", "kind modulus residue constant low high up down size coordinates unknowns")
#@end
# The data of a search: formula is in postfix order (-1 not, -2 and, -3 or, -4 true,
# -5 false, else a condition); a step is 4 * index + action.
Task = namedtuple("Task", "extra unknowns conditions formula steps")
# A number of the position moved to, computed from the position.
Known = namedtuple("Known", "track constant coefficients")
# sources maps unknowns to numbers of the position moved to.
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
#@if binary
    for place in reversed(range(max([0] + [number.bit_length() for number in position]))):
        for number in position:
            node = NEXT[2 * node + (number >> place & 1)]
#@else
    weights = weights_for(max([0] + position), 0)
    words = [digits_of(number, weights) for number in position]
    for place in reversed(range(len(weights))):
        for word in words:
            node = NEXT[DIGITS * node + word[place]]
#@end
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
    """Numbers that fulfil the task's formula and lead the law to the wanted output.

    All ways to go on are followed at once, from the most significant digit to
#@if binary
    the least. A state is the node of the law, the guessed digits still to be
    read, and for each condition the value of its expression on the digits so far.
#@else
    the least. A state is the node of the law; for each unknown the guessed digit
    still to be read and its state in WORDS, four bits each; and for each condition
#@if matrix
    both values of its expression, without the constant, on the digits so far.
#@else
    the values of its expression, without the constant, on the digits so far and on
    the same with 1, 2, ... of the last places cut off.
#@end
#@end
    """
    conditions = task.conditions
#@if binary
    numbers = position + known
    places = max([1] + [number.bit_length() for number in numbers]) + task.extra
    running = settled(conditions, [c.constant >> places for c in conditions])
#@else
    weights = weights_for(max([1] + position + known), task.extra)
    places = len(weights)
    position_digits = [digits_of(number, weights) for number in position]
    known_digits = [digits_of(number, weights) for number in known]
    running = settled(conditions, [(0,) * len(FIRST)] * len(conditions))
#@end
    layer = {(start, 0, running): None}
    for place in reversed(range(places)):
#@if binary
        digits = [number >> place & 1 for number in position]
        added = [
            (c.constant >> place & 1) + sum(a for a, digit in zip(c.coordinates, digits) if digit)
            for c in conditions
        ]
        layer = {
            (node, guessed, tuple(2 * s + a for s, a in zip(running, added))): path
            for (node, guessed, running), path in layer.items()
        }
#@else
#@if matrix
        pairs = [pair(digits[place]) for digits in position_digits]
        added = [[sum(a * p[i] for a, p in zip(c.coordinates, pairs)) for i in (0, 1)] for c in conditions]
#@else
        added = [sum(a * digits[place] for a, digits in zip(c.coordinates, position_digits)) for c in conditions]
#@end
        layer = {
            (node, guessed, tuple(increased(longer(v), a) for v, a in zip(running, added))): path
            for (node, guessed, running), path in layer.items()
        }
#@end
        for step in task.steps:
            index, action = divmod(step, 4)
            following = {}
            for (node, guessed, running), path in layer.items():
                if action == GUESS:
#@if binary
                    following.setdefault((node, guessed, running), (path, 0))
                    one = tuple(s + c.unknowns[index] for s, c in zip(running, conditions))
                    following.setdefault((node, guessed | 1 << index, one), (path, 1))
#@else
                    others, word = guessed & ~(255 << 8 * index), guessed >> 8 * index + 4 & 15
                    for digit, after in enumerate(WORDS[DIGITS * word : DIGITS * (word + 1)]):
                        if after >= 0:
                            more = others | (after << 4 | digit) << 8 * index
#@if matrix
                            sums = tuple(
                                increased(v, [c.unknowns[index] * p for p in pair(digit)])
                                for v, c in zip(running, conditions)
                            )
#@else
                            sums = tuple(increased(v, digit * c.unknowns[index]) for v, c in zip(running, conditions))
#@end
                            following.setdefault((node, more, sums), (path, digit))
#@end
                    continue
#@if binary
                if action == READ_KNOWN:
                    node = NEXT[2 * node + (known[index] >> place & 1)]
                elif action == READ_GUESSED:
                    node = NEXT[2 * node + (guessed >> index & 1)]
                elif action == DROP:
                    guessed &= ~(1 << index)
#@else
                if action == READ_KNOWN:
                    node = NEXT[DIGITS * node + known_digits[index][place]]
                elif action == READ_GUESSED:
                    node = NEXT[DIGITS * node + (guessed >> 8 * index & 15)]
                elif action == DROP:
                    guessed &= ~(15 << 8 * index)
#@end
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
#@if binary
                found[task.unknowns - 1 - guess % task.unknowns] |= digit << guess // task.unknowns
#@else
#@if matrix
                found[task.unknowns - 1 - guess % task.unknowns] += weights[guess // task.unknowns][digit]
#@else
                found[task.unknowns - 1 - guess % task.unknowns] += digit * weights[guess // task.unknowns]
#@end
#@end
                guess += 1
            return found
    return None


#@if binary
def settled(conditions, running):
    """The running values, those that have decided their condition made equal."""
    return tuple(
        s % c.modulus if c.kind == 2 else max(c.low, min(c.high, s))
        for s, c in zip(running, conditions)
    )
#@else
#@if matrix
def pair(digit):
    """The amounts that a digit adds to the two values of a number."""
    return digit, SECOND[digit]


def weights_for(number, more):
    """The value of each digit at the places of a number, the least first, and at further places."""
    a, b, c, d = MATRIX
    weights, row = [], (1, 0)
    while True:
        meant = [row[0] * first + row[1] * second for first, second in map(pair, range(DIGITS))]
        if meant[1] > number:
            if more <= 0:
                return weights
            more -= 1
        weights.append(meant)
        row = (row[0] * a + row[1] * c, row[0] * b + row[1] * d)


def digits_of(number, weights):
    """The digits of a number, the least significant first: always the largest that fits."""
    digits, word = [], 0
    for meant in reversed(weights):
        digit = DIGITS - 1
        while WORDS[DIGITS * word + digit] < 0 or meant[digit] > number:
            digit -= 1
        digits.append(digit)
        number -= meant[digit]
        word = WORDS[DIGITS * word + digit]
    return digits[::-1]


def longer(values):
    """The values of an expression when all its numbers get a further digit 0."""
    a, b, c, d = MATRIX
    return a * values[0] + b * values[1], c * values[0] + d * values[1]


def increased(values, amounts):
    """The values of an expression when the last digits add these to them."""
    return tuple(v + amount for v, amount in zip(values, amounts))
#@else
def weights_for(number, more):
    """The weights of the places of a number, the least first, and those of further places."""
    weights, recent = [], FIRST
    while recent[0] <= number or more > 0:
        if recent[0] > number:
            more -= 1
        weights.append(recent[0])
        recent = [sum(c * weight for c, weight in zip(RECURRENCE, recent))] + recent[:-1]
    return weights


def digits_of(number, weights):
    """The digits of a number, the least significant first: always the largest that fits."""
    digits, word = [], 0
    for weight in reversed(weights):
        digit = min(number // weight, DIGITS - 1)
        while WORDS[DIGITS * word + digit] < 0:
            digit -= 1
        digits.append(digit)
        number -= digit * weight
        word = WORDS[DIGITS * word + digit]
    return digits[::-1]


def longer(values):
    """The running values of an expression when all its numbers get a further digit 0."""
    return (sum(c * v for c, v in zip(RECURRENCE, values)),) + values[:-1]


def increased(values, amount):
    """The running values of an expression when the last digits add this to it."""
    return tuple(v + weight * amount for v, weight in zip(values, FIRST))
#@end


def decided(c, values):
    """The sign of an expression that further digits cannot change, else 0."""
    if values[0] + c.constant > 0:
        return 1 if all(v >= weight * c.up for v, weight in zip(values, FIRST)) else 0
    if values[0] + c.constant < 0:
        return -1 if all(v <= -weight * c.down for v, weight in zip(values, FIRST)) else 0
    return 0


def settled(conditions, running):
    """The running values, those that have decided their condition made equal."""
    result = []
    for c, values in zip(conditions, running):
        if c.kind == 2:
            values = tuple(v % c.modulus for v in values)
        elif decided(c, values):
            sign = decided(c, values)
            values = (c.high if sign > 0 else c.low,) + (sign * c.size,) * (len(values) - 1)
        result.append(values)
    return tuple(result)
#@end


def truth(task, running, ended):
    """Whether the formula holds: FALSE, TRUE, or OPEN before the last digit."""
    stack = []
    for token in task.formula:
        if token >= 0:
#@if binary
            s, c = running[token], task.conditions[token]
            if not ended and (c.kind == 2 or c.low < s < c.high):
                stack.append(OPEN)
            elif c.kind == 0:
                stack.append(TRUE if s <= 0 else FALSE)
            else:
                stack.append(TRUE if s == c.residue else FALSE)
#@else
            values, c = running[token], task.conditions[token]
            s = values[0] + c.constant
            if not ended and (c.kind == 2 or not decided(c, values)):
                stack.append(OPEN)
            elif c.kind == 0:
                stack.append(TRUE if s <= 0 else FALSE)
            elif c.kind == 1:
                stack.append(TRUE if s == 0 else FALSE)
            else:
                stack.append(TRUE if s % c.modulus == c.residue else FALSE)
#@end
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
