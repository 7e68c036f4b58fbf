@HEADER@
"""The Grundy value of a position, and a winning move.

A position is a sequence of heaps, natural numbers of any size.
g(n + @LENGTH@) = g(n) for all heaps n >= @PREPERIOD@ is proved; the value of a position is the
nim-sum of the values of its heaps, and the player to move wins unless it is 0.
"""

CERTIFICATE = @CERTIFICATE@
# Bit j of entry k: k objects may be taken from a heap if what is left is put into j heaps.
DIGITS = @DIGITS@
PREPERIOD = @PREPERIOD@
LENGTH = @LENGTH@
# The values of heaps below PREPERIOD + LENGTH.
VALUES = @VALUES@


def grundy(heap):
    """The Grundy value of one heap."""
    if heap >= PREPERIOD:
        heap = PREPERIOD + (heap - PREPERIOD) % LENGTH
    return VALUES[heap]


def value(position):
    """The Grundy value of a position."""
    total = 0
    for heap in checked(position):
        total ^= grundy(heap)
    return total


def outcome_name(value):
    """P if the player who has just moved wins, N if the player to move wins."""
    return "P" if value == 0 else "N"


def winning_move(position):
    """The heaps after a winning move, or None if there is none."""
    position = checked(position)
    total = value(position)
    if total == 0:
        return None
    for index, heap in enumerate(position):
        wanted = total ^ grundy(heap)
        for parts in ways(heap):
            left = 0
            for part in parts:
                left ^= grundy(part)
            if left == wanted:
                return position[:index] + parts + position[index + 1:]
    return None


def ways(heap):
    """The parts that one heap may become; of parts that repeat with the period one of each kind."""
    most = PREPERIOD + LENGTH
    for taken, digit in enumerate(DIGITS):
        left = heap - taken
        if heap == 0 or left < 0:
            return
        if digit & 1 and left == 0:
            yield []
        if digit & 2 and left > 0:
            yield [left]
        if digit & 4:
            for first in range(1, min(left // 2, most) + 1):
                yield [first, left - first]
        if digit & 8:
            for first in range(1, min(left // 3, most) + 1):
                for second in range(first, min((left - first) // 2, most) + 1):
                    yield [first, second, left - first - second]


def checked(position):
    """The position as a list, or ValueError."""
    position = list(position)
    if not all(isinstance(heap, int) and heap >= 0 for heap in position):
        raise ValueError("heaps are natural numbers, not %r" % (position,))
    return position
