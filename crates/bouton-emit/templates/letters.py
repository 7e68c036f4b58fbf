@HEADER@
"""The @KIND@ of a heap, for all numbers that the letters of the rules may be.

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
    """The @KIND@ of a heap as a number, for numbers of any size."""
    for number in (@NUMBERS@):
        if not isinstance(number, int) or number < 0:
            raise ValueError("natural numbers are expected, not %r" % (number,))
    if control not in range(len(CONTROLS)):
        raise ValueError("there is no control state %r" % (control,))
    if not (@CONE@):
        raise ValueError("the theorem is about other numbers")
@BODY@


def outcome_name(value):
    """The name of an outcome: P if the player who has just moved wins, N if the next one does."""
@if outcomes
    return OUTCOMES[value]
@else
    return "P" if value == 0 else "N"
@end
