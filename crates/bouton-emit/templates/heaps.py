@HEADER@
"""The outcome of a position with any number of heaps.

A position is a sequence of heaps, natural numbers of any size; empty heaps are counted among the heaps.
The law reads the binary digits of all heaps in step, the most significant first, and of each place how many
heaps have a 1 there. It is proved @NUMBERS@.
"""

CERTIFICATE = @CERTIFICATE@
# Numbers of ones are taken modulo PERIOD from THRESHOLD on; these are the letters.
THRESHOLD = @THRESHOLD@
PERIOD = @PERIOD@
LETTERS = THRESHOLD + PERIOD
START = @START@
# The state after a state and a letter: entry state * LETTERS + letter.
NEXT = @NEXT@
# The values of states if some heap is good at the end, and if none is.
GOOD_VALUES = @GOOD_VALUES@
OTHER_VALUES = @OTHER_VALUES@
# The state of a heap after its state, a letter and its digit: entry (state * LETTERS + letter) * 2 + digit.
HEAP_NEXT = @HEAP_NEXT@
# For each state of a heap whether the heap is good.
HEAP_GOOD = @HEAP_GOOD@
OUTCOMES = @OUTCOMES@


def value(position):
    """The number of the outcome of a position."""
    position = checked(position)
    letters = []
    for place in reversed(range(max([0] + [heap.bit_length() for heap in position]))):
        ones = sum(heap >> place & 1 for heap in position)
        letters.append(ones if ones < LETTERS else THRESHOLD + (ones - THRESHOLD) % PERIOD)
    state = START
    for letter in letters:
        state = NEXT[state * LETTERS + letter]
    if GOOD_VALUES[state] == OTHER_VALUES[state]:
        return GOOD_VALUES[state]
    good = any(is_good(heap, letters) for heap in position)
    return GOOD_VALUES[state] if good else OTHER_VALUES[state]


def is_good(heap, letters):
    """Whether a heap is good at the end."""
    state = 0
    for place, letter in zip(reversed(range(len(letters))), letters):
        state = HEAP_NEXT[(state * LETTERS + letter) * 2 + (heap >> place & 1)]
    return HEAP_GOOD[state] == 1


def outcome_name(value):
    """The name of an outcome: P if the player who has just moved wins, N if the next one does."""
    return OUTCOMES[value]


def checked(position):
    """The position as a list, or ValueError."""
    position = list(position)
    if not all(isinstance(heap, int) and heap >= 0 for heap in position):
        raise ValueError("heaps are natural numbers, not %r" % (position,))
@if odd
    if len(position) % 2 == 0:
        raise ValueError("the law is about odd numbers of heaps, not %d" % len(position))
@end
@if even
    if len(position) % 2 == 1:
        raise ValueError("the law is about even numbers of heaps, not %d" % len(position))
@end
    return position
