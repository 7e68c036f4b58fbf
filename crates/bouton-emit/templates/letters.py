@HEADER@
"""The @KIND@ of @SUBJECT@, for all numbers that the letters of the rules may be.

It is proved for all @LETTERS@ with
@RANGE@.
"""

CERTIFICATE = @CERTIFICATE@
# The names of the control states, which are numbered from 0 on.
CONTROLS = @CONTROLS@
@if outcomes
OUTCOMES = @OUTCOMES@
@end


def value(@PARAMETERS@):
    """The @KIND@ of @SUBJECT@ as a number, for numbers of any size."""
    for number in (@NUMBERS@):
        if not isinstance(number, int) or number < 0:
            raise ValueError("natural numbers are expected, not %r" % (number,))
    if control not in range(len(CONTROLS)):
        raise ValueError("there is no control state %r" % (control,))
    if not (@CONE@):
        raise ValueError("the theorem is about other numbers")
@BODY@
@if blocks


def begin(block, length, step, modulus, longer):
    """The beginning of a block."""
    return block * length + block * step // modulus * longer


def block_of(heap, length, step, modulus, longer):
    """The block of a heap."""
    low, high = 0, heap // min(length, length + longer) + 1
    while low + 1 < high:
        middle = (low + high) // 2
        if begin(middle, length, step, modulus, longer) <= heap:
            low = middle
        else:
            high = middle
    return low
@end


@if sum
def outcome(heaps, @LETTER_NAMES@):
    """The outcome of a position with these heaps: P if the player who has just moved wins, N if the next one does."""
    values = [value(heap, @LETTER_NAMES@) for heap in heaps]
    total = 0
    for number in values:
        total ^= number
@if misere
    large = any(number > 1 for number in values)
    return "P" if total == (0 if large else 1) else "N"
@else
    return "P" if total == 0 else "N"
@end
@else
def outcome_name(value):
    """The name of an outcome: P if the player who has just moved wins, N if the next one does."""
@if outcomes
    return OUTCOMES[value]
@else
    return "P" if value == 0 else "N"
@end
@end
