@HEADER@
"""The value of a position, and a move that achieves it.

A position is a sequence of @COORDINATES@ natural numbers of any size: @NAMES_OF_COORDINATES@.
A control state is a number: @NAMES_OF_CONTROLS@.
@MEANING@
"""

CERTIFICATE = @CERTIFICATE@
COORDINATES = @COORDINATES@
CONTROLS = @CONTROLS@
#@if changes

# A move: the control states before and after it, a condition (-1: none) and
# what is added to each number.
MOVES = @MOVES@
#@end


def value(position, control=0):
    """The value of the position."""
    position, control = checked(position, control)
@VALUE_BODY@


def outcome_name(value):
    """The name of the outcome that a value stands for."""
#@if names
    return @OUTCOME_NAMES@[value]
#@end
#@if grundy
    return "P" if value == 0 else "N"
#@end


def winning_move(position, control=0):
    """A best move as (position to move to, its control state), or None.

    @MOVE_DOC@
    """
    position, control = checked(position, control)
#@if decisive
    if value(position, control) != 1:
        return None
    wanted = 0
#@end
#@if grundy
    if value(position, control) == 0:
        return None
    wanted = 0
#@end
#@if podium
    wanted = (value(position, control) + @PLAYERS@ - 1) % @PLAYERS@
#@end
#@if stop
    if holds(0, position):
        return None
#@end
#@if changes
    for before, after, condition, *change in MOVES:
        if before != control@HOLDS@:
            continue
        target = tuple(x + y for x, y in zip(position, change))
        if min(target, default=0) >= 0 and value(target, after) == wanted:
            return target, after
    return None
#@end
#@if nim
    total = 0
    for heap in position:
        total ^= heap
    for index, heap in enumerate(position):
        # Bouton: the size that makes the nim-sum 0; at the end of misere play 0 or 1.
        for rest in (heap ^ total, 0, 1):
            target = tuple(position[:index] + [rest] + position[index + 1:])
            if rest < heap and value(target, control) == wanted:
                return target, control
    return None
#@end
#@if conditions


def holds(condition, position):
    """Whether a condition holds."""
@CONDITIONS@
#@end
#@if columns


def columns(position, divisor):
    """Whether in each binary place the number of ones is a multiple of the divisor."""
    places = max(number.bit_length() for number in position)
    return all(sum(x >> place & 1 for x in position) % divisor == 0 for place in range(places))
#@end


def checked(position, control):
    """The position as a list and the control state, or ValueError."""
    position = list(position)
    if len(position) != COORDINATES or not all(isinstance(x, int) and x >= 0 for x in position):
        raise ValueError("a position has %d natural numbers, not %r" % (COORDINATES, position))
    if control not in range(len(CONTROLS)):
        raise ValueError("there is no control state %r" % (control,))
    return position, control
