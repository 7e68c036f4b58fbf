@HEADER@
//
// The Grundy value of a position, and a winning move.
//
// A position is an array of heaps. g(n + @LENGTH@) = g(n) for all heaps n >= @PREPERIOD@ is proved; the
// value of a position is the nim-sum of the values of its heaps, and the player to move wins unless it is 0.

#include <stddef.h>

// The certificate that proves the period.
static const char *const CERTIFICATE = @CERTIFICATE@;

#define DIGIT_COUNT @DIGIT_COUNT@
#define PREPERIOD @PREPERIOD@ULL
#define LENGTH @LENGTH@ULL

// Bit j of entry k: k objects may be taken from a heap if what is left is put into j heaps.
static const unsigned int DIGITS[DIGIT_COUNT] = @DIGITS@;
// The values of heaps below PREPERIOD + LENGTH.
static const unsigned int VALUES[@VALUE_COUNT@] = @VALUES@;

typedef unsigned long long heap_t;

const char *certificate(void) { return CERTIFICATE; }

// The Grundy value of one heap.
unsigned int grundy(heap_t heap) {
    if (heap >= PREPERIOD + LENGTH) {
        heap -= (heap - PREPERIOD) / LENGTH * LENGTH;
    }
    return VALUES[heap];
}

// The Grundy value of a position.
unsigned int value(const heap_t *position, size_t count) {
    unsigned int total = 0;
    for (size_t i = 0; i < count; i++) {
        total ^= grundy(position[i]);
    }
    return total;
}

// P if the player who has just moved wins, N if the player to move wins.
const char *outcome_name(unsigned int value) { return value == 0 ? "P" : "N"; }

static heap_t least(heap_t left, heap_t right) { return left < right ? left : right; }

// Parts that a heap may become so that it has the wanted value: their number, or -1. Of parts
// that repeat with the period one of each kind is tried.
static int move_to(heap_t heap, unsigned int wanted, heap_t parts[3]) {
    const heap_t most = PREPERIOD + LENGTH;
    for (size_t taken = 0; taken < DIGIT_COUNT; taken++) {
        if (heap == 0 || heap < taken) {
            return -1;
        }
        heap_t left = heap - taken;
        if ((DIGITS[taken] & 1) && left == 0 && wanted == 0) {
            return 0;
        }
        if ((DIGITS[taken] & 2) && left > 0 && grundy(left) == wanted) {
            parts[0] = left;
            return 1;
        }
        if (DIGITS[taken] & 4) {
            for (heap_t first = 1; first <= least(left / 2, most); first++) {
                if ((grundy(first) ^ grundy(left - first)) == wanted) {
                    parts[0] = first;
                    parts[1] = left - first;
                    return 2;
                }
            }
        }
        if (DIGITS[taken] & 8) {
            for (heap_t first = 1; first <= least(left / 3, most); first++) {
                for (heap_t second = first; second <= least((left - first) / 2, most); second++) {
                    heap_t third = left - first - second;
                    if ((grundy(first) ^ grundy(second) ^ grundy(third)) == wanted) {
                        parts[0] = first;
                        parts[1] = second;
                        parts[2] = third;
                        return 3;
                    }
                }
            }
        }
    }
    return -1;
}

// A winning move: the number of parts that the heap *changed becomes, -1 if there is none.
int winning_move(const heap_t *position, size_t count, size_t *changed, heap_t parts[3]) {
    unsigned int total = value(position, count);
    if (total == 0) {
        return -1;
    }
    for (size_t i = 0; i < count; i++) {
        int number = move_to(position[i], total ^ grundy(position[i]), parts);
        if (number >= 0) {
            *changed = i;
            return number;
        }
    }
    return -1;
}
