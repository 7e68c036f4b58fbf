@HEADER@
//
// The outcome of a position with any number of heaps.
//
// A position is an array of heaps; empty heaps are counted among the heaps. The law reads the binary digits of
// all heaps in step, the most significant first, and of each place how many heaps have a 1 there. It is proved
// @NUMBERS@.

#include <stddef.h>

// The certificate that proves the law.
static const char *const CERTIFICATE = @CERTIFICATE@;

// Numbers of ones are taken modulo PERIOD from THRESHOLD on; these are the letters.
#define THRESHOLD @THRESHOLD@
#define PERIOD @PERIOD@
#define LETTERS (THRESHOLD + PERIOD)
#define START @START@
// The digits of a heap.
#define PLACES ((int)(8 * sizeof(heap_t)))

// The state after a state and a letter: entry state * LETTERS + letter.
static const unsigned int NEXT[@NEXT_COUNT@] = @NEXT@;
// The values of states if some heap is good at the end, and if none is.
static const unsigned int GOOD_VALUES[@STATE_COUNT@] = @GOOD_VALUES@;
static const unsigned int OTHER_VALUES[@STATE_COUNT@] = @OTHER_VALUES@;
// The state of a heap after its state, a letter and its digit: entry (state * LETTERS + letter) * 2 + digit.
static const unsigned int HEAP_NEXT[@HEAP_NEXT_COUNT@] = @HEAP_NEXT@;
// For each state of a heap whether the heap is good.
static const unsigned int HEAP_GOOD[@HEAP_COUNT@] = @HEAP_GOOD@;
static const char *const OUTCOMES[@OUTCOME_COUNT@] = @OUTCOMES@;

typedef unsigned long long heap_t;

const char *certificate(void) { return CERTIFICATE; }

static unsigned int letter_at(const heap_t *position, size_t count, int place) {
    size_t ones = 0;
    for (size_t i = 0; i < count; i++) {
        ones += (size_t)(position[i] >> place & 1);
    }
    return (unsigned int)(ones < LETTERS ? ones : THRESHOLD + (ones - THRESHOLD) % PERIOD);
}

// The number of the outcome of a position; -1 if the law is not about as many heaps.
int value(const heap_t *position, size_t count) {
@if odd
    if (count % 2 == 0) {
        return -1;
    }
@end
@if even
    if (count % 2 == 1) {
        return -1;
    }
@end
    unsigned int letters[8 * sizeof(heap_t)];
    unsigned int state = START;
    for (int place = PLACES - 1; place >= 0; place--) {
        letters[place] = letter_at(position, count, place);
        state = NEXT[state * LETTERS + letters[place]];
    }
    for (size_t i = 0; i < count && GOOD_VALUES[state] != OTHER_VALUES[state]; i++) {
        unsigned int heap = 0;
        for (int place = PLACES - 1; place >= 0; place--) {
            heap = HEAP_NEXT[(heap * LETTERS + letters[place]) * 2 + (unsigned int)(position[i] >> place & 1)];
        }
        if (HEAP_GOOD[heap] == 1) {
            return (int)GOOD_VALUES[state];
        }
    }
    return (int)OTHER_VALUES[state];
}

// The name of an outcome: P if the player who has just moved wins, N if the next one does.
const char *outcome_name(int value) {
    return value < 0 || value >= @OUTCOME_COUNT@ ? "?" : OUTCOMES[value];
}
