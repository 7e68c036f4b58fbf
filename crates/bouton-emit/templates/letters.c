@HEADER@
//
// The @KIND@ of @SUBJECT@, for all numbers that the letters of the rules may be.
//
// It is proved for all @LETTERS@ with
// @RANGE@.

// The certificate that proves the law.
static const char *const CERTIFICATE = @CERTIFICATE@;
// The names of the control states, which are numbered from 0 on.
static const char *const CONTROLS[@CONTROL_COUNT@] = @CONTROLS@;
// No number may be larger.
#define LARGEST @LARGEST@LL
//@if outcomes
static const char *const OUTCOMES[@OUTCOME_COUNT@] = @OUTCOMES@;
//@end

const char *certificate(void) { return CERTIFICATE; }

const char *control_name(int control) { return CONTROLS[control]; }

//@if blocks
// The beginning of a block.
static long long begin(long long block, long long length, long long step, long long modulus, long long longer) {
    return block * length + block * step / modulus * longer;
}

// The block of a heap.
static long long block_of(long long heap, long long length, long long step, long long modulus, long long longer) {
    const long long shortest = longer < 0 ? length + longer : length;
    long long low = 0, high = heap / shortest + 1;
    while (low + 1 < high) {
        const long long middle = (low + high) / 2;
        if (begin(middle, length, step, modulus, longer) <= heap) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

//@end
// The @KIND@ of @SUBJECT@ as a number; -1 if the theorem is about other numbers, or one is larger than LARGEST.
long long value(@PARAMETERS@) {
    const long long numbers[] = {@NUMBERS@};
    for (unsigned int i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (numbers[i] < 0 || numbers[i] > LARGEST) {
            return -1;
        }
    }
    if (control < 0 || control >= @CONTROL_COUNT@ || !(@CONE@)) {
        return -1;
    }
@BODY@
}

//@if sum
// The outcome of a position with these heaps: P if the player who has just moved wins, N if the next one does; a null
// pointer if the theorem is about other numbers, or one is larger than LARGEST.
const char *outcome(const long long *heaps, unsigned long count, @LETTER_PARAMETERS@) {
    long long total = 0;
//@if misere
    int large = 0;
//@end
    for (unsigned long i = 0; i < count; i++) {
        const long long of_heap = value(heaps[i], @LETTER_NAMES@, 0);
        if (of_heap < 0) {
            return 0;
        }
        total ^= of_heap;
//@if misere
        large |= of_heap > 1;
//@end
    }
//@if misere
    return total == (large ? 0 : 1) ? "P" : "N";
//@else
    return total == 0 ? "P" : "N";
//@end
}
//@else
// The name of an outcome: P if the player who has just moved wins, N if the next one does; ? if the value is not one of the game.
const char *outcome_name(long long value) {
//@if outcomes
    return value < 0 || value >= @OUTCOME_COUNT@ ? "?" : OUTCOMES[value];
//@else
    return value < 0 ? "?" : value == 0 ? "P" : "N";
//@end
}
//@end
