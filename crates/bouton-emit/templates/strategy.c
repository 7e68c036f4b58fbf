@HEADER@
//
// The value of a position, and a move that achieves it (C99).
//
// A position has @COORDINATES@ natural numbers: @NAMES_OF_COORDINATES@.
// A control state is a number: @NAMES_OF_CONTROLS@.
@MEANING@
//
// int value(const number position[], int control, number *result);
// const char *outcome_name(number value);
// int winning_move(const number position[], int control, number target[], int *target_control);
//
// The functions with the type int say what happened, see enum status.

#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long number;

enum status {
    DONE = 0,        // there is a result
    NO_MOVE = 1,     // there is no move to name
    BAD_CONTROL = 2, // there is no such control state
    TOO_LARGE = 3,   // a number of the answer may not fit the type number
//@if exists
    MISSING = 5,     // there is no such position: positions where @EXISTING@
//@end
    NO_MEMORY = 4    // memory ran out
};

enum {
    COORDINATES = @COORDINATES@,
    CONTROL_COUNT = @CONTROL_COUNT@,
    TRACKS = COORDINATES + 1,  // the last number is the Nim heap of laws that have one
    SPARE = @GROWTH@,          // by how many binary digits a number may grow in a move
    MAX_CONDITIONS = @MAX_CONDITIONS@,
    MAX_UNKNOWNS = @MAX_UNKNOWNS@,
    MAX_DEPTH = @MAX_DEPTH@,
//@if binary
    WIDTH = sizeof(number) * CHAR_BIT
//@else
    WIDTH = sizeof(number) * CHAR_BIT,
    DIGITS = @DIGITS@,
    TERMS = @TERMS@,
    MAX_PLACES = @DOUBLING@ * WIDTH + 1  // no number has more digits
//@end
};

const char *const certificate = @CERTIFICATE@;
const char *const control_names[] = @CONTROLS@;

//@if binary
// The law reads the binary digits of the numbers, most significant first: at each
// place one digit of each number, in order. The digit b leads from node n to
// next_node[2 * n + b]. A node reached after whole places has an output.
//@else
//@if matrix
// Numbers are written in the digits 0, ..., DIGITS - 1 of a numeration: @NUMERATION@. A number is
// the first of two values: one more digit d takes v to matrix v + (d, second[d]), matrix by rows.
// first are the values of the number 1. In state s the digit d leads to words[DIGITS * s + d]; no
// number is written with it where that is -1. The first state is 0.
static const long long matrix[TERMS * TERMS] = @MATRIX@;
static const long long second[DIGITS] = @SECOND@;
//@else
// Numbers are written in the digits 0, ..., DIGITS - 1 of a numeration: @NUMERATION@. The weight of
// the last digit is 1, that of each other one the sum of recurrence[i] times the weight i + 1 places
// behind it; first has the weight of the last place, and what stands for those behind it. In state s
// the digit d leads to words[DIGITS * s + d]; no number is written with it where that is -1. The
// first state is 0.
static const long long recurrence[TERMS] = @RECURRENCE@;
//@end
static const long long first[TERMS] = @FIRST@;
static const signed char words[] = @WORDS@;

// The law reads the digits of the numbers, most significant first: at each place
// one digit of each number, in order. The digit d leads from node n to
// next_node[DIGITS * n + d]. A node reached after whole places has an output.
//@end
static const unsigned int starts[] = @STARTS@;
static const unsigned int outputs[] = @OUTPUTS@;
// Bit v is set if the output v can still be reached (bit 30 stands for all from 30 on).
static const unsigned int reach[] = @REACH@;
static const unsigned int next_node[] = @NEXT@;

// The sum of coordinates[i] * x[i] + unknowns[u] * t[u] + constant is, kind 0:
// at most 0; kind 1: equal to 0; kind 2: congruent to residue.
struct condition {
    int kind;
//@if binary
    long long modulus, residue, constant, low, high;
//@else
    long long modulus, residue, constant, low, high, up, down, size;
//@end
    size_t coordinates_count, unknowns_count;
    const long long *coordinates, *unknowns;
};

// The data of a search: the formula is in postfix order (-1 not, -2 and, -3 or,
// -4 true, -5 false, else a condition); a step is 4 * index + action.
struct task {
    int extra;
    int unknowns;
    size_t conditions_count, formula_count, steps_count;
    const struct condition *conditions;
    const long long *formula, *steps;
};

// A number of the position moved to, computed from the position.
struct known {
    int track;
    long long constant;
    size_t coefficients_count;
    const long long *coefficients;
};

// sources maps unknowns to numbers of the position moved to.
struct move {
    int control, target_control;
    size_t known_count, sources_count;
    const struct known *known;
    const long long *sources;
    struct task task;
};

static const struct task stop = @STOP@;
//@if exists
static const struct task exists = @EXISTS@;
//@end
enum { MOVE_COUNT = @MOVE_COUNT@ };
static const struct move moves[] = @MOVES@;
//@if nim_heap
static const struct task last = @LAST@;
//@end

//@if binary
// The number of binary digits of the longest number.
static int length(const number numbers[], int count) {
//@else
// The number of binary digits of the longest number.
static int bits(const number numbers[], int count) {
//@end
    number all = 0;
    int digits = 0;
    for (int i = 0; i < count; i++) all |= numbers[i];
    for (; all; all >>= 1) digits++;
    return digits;
}
//@if binary
//@else
//@if matrix

// Adds a product to a sum, unless that does not fit the type number.
static int add_product(number *sum, number factor, number other) {
    if (factor && other > ((number)-1 - *sum) / factor) return 0;
    *sum += factor * other;
    return 1;
}

// The value of each digit at each place, the least first, and the number of places: a digit 1 fits
// the type number at each. What does not fit is 0.
static int all_weights(number weights[MAX_PLACES][DIGITS]) {
    number left = 1, right = 0;
    int fits = 1; // whether right does: it may not where left does
    for (int count = 0; count < MAX_PLACES; count++) {
        for (int d = 0; d < DIGITS; d++) {
            number sum = 0;
            int whole = (fits || !second[d]) && add_product(&sum, (number)d, left) && add_product(&sum, (number)second[d], right);
            weights[count][d] = whole ? sum : 0;
        }
        if (!weights[count][1]) return count;
        number next = 0, other = 0;
        if (!fits || !add_product(&next, (number)matrix[0], left) || !add_product(&next, (number)matrix[2], right)) return count + 1;
        fits = add_product(&other, (number)matrix[1], left) && add_product(&other, (number)matrix[3], right);
        left = next, right = other;
    }
    return MAX_PLACES;
}

// The number of digits of the longest number.
static int length(const number numbers[], int count) {
    number weights[MAX_PLACES][DIGITS];
    int places = all_weights(weights);
    for (; places > 0; places--) {
        for (int i = 0; i < count; i++) {
            if (numbers[i] >= weights[places - 1][1]) return places;
        }
    }
    return 0;
}

// The digits of a number, the least significant first: always the largest that fits.
static void write_digits(number value, unsigned char digits[MAX_PLACES]) {
    number weights[MAX_PLACES][DIGITS];
    int state = 0;
    memset(digits, 0, MAX_PLACES);
    for (int place = all_weights(weights) - 1; place >= 0; place--) {
        int digit = DIGITS - 1;
        for (; digit > 0; digit--) {
            number meant = weights[place][digit];
            if (words[DIGITS * state + digit] >= 0 && meant && meant <= value) break;
        }
        digits[place] = (unsigned char)digit;
        value -= weights[place][digit];
        state = words[DIGITS * state + digit];
    }
}
//@else

// The weights that fit the type number, the least first, and how many there are.
static int all_weights(number weights[MAX_PLACES]) {
    number recent[TERMS];
    for (int i = 0; i < TERMS; i++) recent[i] = (number)first[i];
    for (int count = 0; count < MAX_PLACES;) {
        number next = 0;
        weights[count++] = recent[0];
        for (int i = 0; i < TERMS; i++) {
            number factor = (number)recurrence[i];
            if (factor && recent[i] > ((number)-1 - next) / factor) return count;
            next += factor * recent[i];
        }
        for (int i = TERMS - 1; i > 0; i--) recent[i] = recent[i - 1];
        recent[0] = next;
    }
    return MAX_PLACES;
}

// The number of digits of the longest number.
static int length(const number numbers[], int count) {
    number weights[MAX_PLACES];
    int places = all_weights(weights);
    for (; places > 0; places--) {
        for (int i = 0; i < count; i++) {
            if (numbers[i] >= weights[places - 1]) return places;
        }
    }
    return 0;
}

// The digits of a number, the least significant first: always the largest that fits.
static void write_digits(number value, unsigned char digits[MAX_PLACES]) {
    number weights[MAX_PLACES];
    int state = 0;
    memset(digits, 0, MAX_PLACES);
    for (int place = all_weights(weights) - 1; place >= 0; place--) {
        number digit = value / weights[place];
        if (digit > DIGITS - 1) digit = DIGITS - 1;
        while (words[DIGITS * state + (int)digit] < 0) digit--;
        digits[place] = (unsigned char)digit;
        value -= digit * weights[place];
        state = words[DIGITS * state + (int)digit];
    }
}
//@end
//@end

static unsigned int digit(number value, int place) {
    return place < WIDTH ? (unsigned int)(value >> place & 1) : 0;
}

// constant / 2^places, rounded down.
static long long shifted(long long constant, int places) {
    if (places > 62) return constant < 0 ? -1 : 0;
    long long divisor = 1LL << places, quotient = constant / divisor;
    return quotient * divisor > constant ? quotient - 1 : quotient;
}

//@if binary
// A state of the search: the node of the law, the guessed digits still to be
// read, and for each condition the value of its expression on the digits so far.
struct state {
    unsigned int node;
    unsigned long long guessed;
    long long running[MAX_CONDITIONS];
//@else
// A state of the search: the node of the law; for each unknown the guessed digit still to be read
//@if matrix
// and its state in words, four bits each; and for each condition both values of its expression, without
// the constant, on the digits so far.
//@else
// and its state in words, four bits each; and for each condition the TERMS values of its expression, without
// the constant, on the digits so far and on the same with 1, 2, ... of the last places cut off.
//@end
struct state {
    unsigned int node;
    unsigned long long guessed;
    long long running[MAX_CONDITIONS * TERMS];
//@end
    size_t path; // the last of its guesses, counted from 1
};

// The states at one point of the search, and a hash table of their numbers from 1.
struct layer {
    struct state *states;
    size_t count, room, *slots, slot_count;
};

struct guess {
    size_t before; // the guess before this one, counted from 1
    unsigned int digit;
};

struct guesses {
    struct guess *list;
    size_t count, room;
};

static int same(const struct state *a, const struct state *b, size_t conditions) {
//@if binary
//@else
    conditions *= TERMS;
//@end
    return a->node == b->node && a->guessed == b->guessed &&
           memcmp(a->running, b->running, conditions * sizeof a->running[0]) == 0;
}

static size_t hash(const struct state *state, size_t conditions) {
//@if binary
//@else
    conditions *= TERMS;
//@end
    unsigned long long sum = state->node * 0x9e3779b97f4a7c15ULL ^ state->guessed;
    for (size_t i = 0; i < conditions; i++) {
        sum = (sum ^ (unsigned long long)state->running[i]) * 0x9e3779b97f4a7c15ULL;
        sum ^= sum >> 29;
    }
    return (size_t)(sum ^ sum >> 32);
}

// Adds a state unless an equal one is there: 1 added, 0 not, -1 no memory.
static int add(struct layer *layer, const struct state *state, size_t conditions) {
    if (layer->count == layer->room) {
        size_t room = 2 * layer->room + 8, slot_count = 4 * room;
        struct state *states = realloc(layer->states, room * sizeof *states);
        if (!states) return -1;
        layer->states = states;
        size_t *slots = calloc(slot_count, sizeof *slots);
        if (!slots) return -1;
        free(layer->slots);
        layer->slots = slots;
        layer->slot_count = slot_count;
        layer->room = room;
        for (size_t i = 0; i < layer->count; i++) {
            size_t slot = hash(&layer->states[i], conditions) % slot_count;
            while (slots[slot]) slot = (slot + 1) % slot_count;
            slots[slot] = i + 1;
        }
    }
    size_t slot = hash(state, conditions) % layer->slot_count;
    for (; layer->slots[slot]; slot = (slot + 1) % layer->slot_count) {
        if (same(&layer->states[layer->slots[slot] - 1], state, conditions)) return 0;
    }
    layer->states[layer->count++] = *state;
    layer->slots[slot] = layer->count;
    return 1;
}

//@if binary
//@else
// The remainder, never negative.
static long long modulo(long long value, long long modulus) {
    return (value % modulus + modulus) % modulus;
}

// The sign of an expression that further digits cannot change, else 0.
static int decided(const struct condition *c, const long long values[]) {
    int above = values[0] + c->constant > 0, below = values[0] + c->constant < 0;
    for (int i = 0; i < TERMS; i++) {
        above = above && values[i] >= first[i] * c->up;
        below = below && values[i] <= -first[i] * c->down;
    }
    return above ? 1 : below ? -1 : 0;
}

//@if matrix
// The values of an expression to which a multiple of a digit is added.
static void increase(long long values[], long long times, unsigned int digit) {
    values[0] += times * digit;
    values[1] += times * second[digit];
}

// The values of an expression when all its numbers get a further digit 0.
static void lengthen(long long values[]) {
    long long left = values[0], right = values[1];
    values[0] = matrix[0] * left + matrix[1] * right;
    values[1] = matrix[2] * left + matrix[3] * right;
}
//@else
// The running values of an expression when the last digits add this to it.
static void increase(long long values[], long long amount) {
    for (int i = 0; i < TERMS; i++) values[i] += first[i] * amount;
}

// The running values of an expression when all its numbers get a further digit 0.
static void lengthen(long long values[]) {
    long long sum = 0;
    for (int i = 0; i < TERMS; i++) sum += recurrence[i] * values[i];
    for (int i = TERMS - 1; i > 0; i--) values[i] = values[i - 1];
    values[0] = sum;
}
//@end

//@end
// Makes the running values equal that have decided their condition.
static void settle(const struct task *task, long long running[]) {
    for (size_t i = 0; i < task->conditions_count; i++) {
        const struct condition *c = &task->conditions[i];
//@if binary
        if (c->kind == 2) {
            running[i] = (running[i] % c->modulus + c->modulus) % c->modulus;
        } else if (running[i] < c->low) {
            running[i] = c->low;
        } else if (running[i] > c->high) {
            running[i] = c->high;
        }
//@else
        long long *values = &running[i * TERMS];
        int sign = decided(c, values);
        for (int j = 0; j < TERMS; j++) {
            if (c->kind == 2) {
                values[j] = modulo(values[j], c->modulus);
            } else if (sign) {
                values[j] = j > 0 ? sign * c->size : sign > 0 ? c->high : c->low;
            }
        }
//@end
    }
}

// Whether the formula holds: 0 no, 1 yes, 2 open before the last digit.
static int truth(const struct task *task, const long long running[], int ended) {
    int stack[MAX_DEPTH] = {0}, depth = 0;
    for (size_t i = 0; i < task->formula_count; i++) {
        long long token = task->formula[i];
        if (token >= 0) {
            const struct condition *c = &task->conditions[token];
//@if binary
            long long s = running[token];
            if (!ended && (c->kind == 2 || (c->low < s && s < c->high))) {
                stack[depth++] = 2;
            } else {
                stack[depth++] = c->kind == 0 ? s <= 0 : s == c->residue;
            }
//@else
            long long s = running[token * TERMS] + c->constant;
            if (!ended && (c->kind == 2 || !decided(c, &running[token * TERMS]))) {
                stack[depth++] = 2;
            } else {
                stack[depth++] = c->kind == 0 ? s <= 0 : c->kind == 1 ? s == 0 : modulo(s, c->modulus) == c->residue;
            }
//@end
        } else if (token == -1) {
            if (stack[depth - 1] != 2) stack[depth - 1] = !stack[depth - 1];
        } else if (token == -4 || token == -5) {
            stack[depth++] = token == -4;
        } else {
            int zero = token == -3, a = stack[--depth], b = stack[depth - 1];
            stack[depth - 1] = a == zero || b == zero ? zero : a == 2 || b == 2 ? 2 : !zero;
        }
    }
    return stack[0];
}

//@if binary
// Adds what follows from a state by a step: 0 done, -1 no memory.
static int follow(const struct task *task, long long step, const number known[], int place,
                  const struct state *from, struct layer *into, struct guesses *guesses) {
//@else
// Adds what follows from a state by a step: 0 done, -1 no memory.
static int follow(const struct task *task, long long step, const unsigned char known[][MAX_PLACES], int place,
                  const struct state *from, struct layer *into, struct guesses *guesses) {
//@end
    int index = (int)(step / 4);
    struct state state = *from;
    switch (step % 4) {
//@if binary
    case 0:
        state.node = next_node[2 * state.node + digit(known[index], place)];
        break;
    case 2:
        state.node = next_node[2 * state.node + (state.guessed >> index & 1)];
        break;
    case 3:
        state.guessed &= ~(1ULL << index);
        break;
    default:
        for (unsigned int b = 0; b < 2; b++) {
//@else
    case 0:
        state.node = next_node[DIGITS * state.node + (place < MAX_PLACES ? known[index][place] : 0)];
        break;
    case 2:
        state.node = next_node[DIGITS * state.node + (state.guessed >> 8 * index & 15)];
        break;
    case 3:
        state.guessed &= ~(15ULL << 8 * index);
        break;
    default:
        for (unsigned int b = 0; b < DIGITS; b++) {
            int after = words[DIGITS * (from->guessed >> (8 * index + 4) & 15) + b];
            if (after < 0) continue;
//@end
            if (guesses->count == guesses->room) {
                size_t room = 2 * guesses->room + 64;
                struct guess *list = realloc(guesses->list, room * sizeof *list);
                if (!list) return -1;
                guesses->list = list;
                guesses->room = room;
            }
//@if binary
            if (b) {
                state.guessed |= 1ULL << index;
                for (size_t i = 0; i < task->conditions_count; i++) {
                    state.running[i] += task->conditions[i].unknowns[index];
                }
            }
//@else
            state = *from;
            state.guessed &= ~(255ULL << 8 * index);
            state.guessed |= ((unsigned long long)after << 4 | b) << 8 * index;
            for (size_t i = 0; i < task->conditions_count; i++) {
//@if matrix
                increase(&state.running[i * TERMS], task->conditions[i].unknowns[index], b);
//@else
                increase(&state.running[i * TERMS], b * task->conditions[i].unknowns[index]);
//@end
            }
//@end
            state.path = guesses->count + 1;
            int added = add(into, &state, task->conditions_count);
            if (added < 0) return -1;
            if (added) {
                guesses->list[guesses->count].before = from->path;
                guesses->list[guesses->count++].digit = b;
            }
        }
        return 0;
    }
    return add(into, &state, task->conditions_count) < 0 ? -1 : 0;
}

static void clear(struct layer *layer) {
    layer->count = 0;
    if (layer->slots) memset(layer->slots, 0, layer->slot_count * sizeof layer->slots[0]);
}

// Numbers that fulfil the task's formula and lead the law to the wanted output
// (any output if that is negative).
//
// All ways to go on are followed at once, from the most significant digit to
// the least.
static int search(const struct task *task, const number position[], const number known[],
                  unsigned int start, long long wanted, int places, number found[]) {
    struct layer layer = {0, 0, 0, 0, 0}, following = {0, 0, 0, 0, 0}, swap;
    struct guesses guesses = {0, 0, 0};
    struct state state;
    int status = NO_MOVE;
    memset(&state, 0, sizeof state);
    state.node = start;
//@if binary
    for (size_t i = 0; i < task->conditions_count; i++) {
        state.running[i] = shifted(task->conditions[i].constant, places);
    }
//@else
//@if matrix
    number weights[MAX_PLACES][DIGITS];
//@else
    number weights[MAX_PLACES];
//@end
    unsigned char position_digits[TRACKS][MAX_PLACES], known_digits[TRACKS][MAX_PLACES];
    int weight_count = all_weights(weights);
    for (int i = 0; i < TRACKS; i++) {
        write_digits(i < COORDINATES ? position[i] : 0, position_digits[i]);
        write_digits(i < COORDINATES ? known[i] : 0, known_digits[i]);
    }
//@end
    settle(task, state.running);
    if (add(&layer, &state, task->conditions_count) < 0) goto no_memory;
    for (int place = places - 1; place >= 0; place--) {
//@if binary
        long long added[MAX_CONDITIONS] = {0};
        for (size_t i = 0; i < task->conditions_count; i++) {
            const struct condition *c = &task->conditions[i];
            added[i] = shifted(c->constant, place) - 2 * shifted(c->constant, place + 1);
            for (size_t j = 0; j < c->coordinates_count; j++) {
                added[i] += c->coordinates[j] * (long long)digit(position[j], place);
            }
        }
        for (size_t at = 0; at < layer.count; at++) {
            for (size_t i = 0; i < task->conditions_count; i++) {
                layer.states[at].running[i] = 2 * layer.states[at].running[i] + added[i];
            }
        }
//@else
//@if matrix
        for (size_t at = 0; at < layer.count; at++) {
            for (size_t i = 0; i < task->conditions_count; i++) {
                const struct condition *c = &task->conditions[i];
                long long *values = &layer.states[at].running[i * TERMS];
                lengthen(values);
                for (size_t j = 0; j < c->coordinates_count && place < MAX_PLACES; j++) {
                    increase(values, c->coordinates[j], position_digits[j][place]);
                }
            }
        }
//@else
        long long added[MAX_CONDITIONS] = {0};
        for (size_t i = 0; i < task->conditions_count; i++) {
            const struct condition *c = &task->conditions[i];
            for (size_t j = 0; j < c->coordinates_count && place < MAX_PLACES; j++) {
                added[i] += c->coordinates[j] * position_digits[j][place];
            }
        }
        for (size_t at = 0; at < layer.count; at++) {
            for (size_t i = 0; i < task->conditions_count; i++) {
                lengthen(&layer.states[at].running[i * TERMS]);
                increase(&layer.states[at].running[i * TERMS], added[i]);
            }
        }
//@end
//@end
        for (size_t step = 0; step < task->steps_count; step++) {
            clear(&following);
            for (size_t at = 0; at < layer.count; at++) {
//@if binary
                if (follow(task, task->steps[step], known, place, &layer.states[at], &following, &guesses) < 0)
                    goto no_memory;
//@else
                if (follow(task, task->steps[step], (const unsigned char(*)[MAX_PLACES])known_digits, place,
                           &layer.states[at], &following, &guesses) < 0)
                    goto no_memory;
//@end
            }
            swap = layer, layer = following, following = swap;
        }
        clear(&following);
        for (size_t at = 0; at < layer.count; at++) {
            state = layer.states[at];
            if (wanted >= 0 && !(reach[state.node] >> (wanted < 30 ? wanted : 30) & 1)) continue;
            settle(task, state.running);
            if (truth(task, state.running, place == 0) == 0) continue;
            if (add(&following, &state, task->conditions_count) < 0) goto no_memory;
        }
        swap = layer, layer = following, following = swap;
    }
    for (size_t at = 0; at < layer.count && status == NO_MOVE; at++) {
        if (wanted >= 0 && outputs[layer.states[at].node] != (unsigned long long)wanted) continue;
        size_t path = layer.states[at].path;
        for (int u = 0; u < task->unknowns; u++) found[u] = 0;
        for (int guess = 0; path; guess++) {
            int place = guess / task->unknowns, u = task->unknowns - 1 - guess % task->unknowns;
//@if binary
            // Only numbers that are not part of the answer can be longer.
            if (place < WIDTH) found[u] |= (number)guesses.list[path - 1].digit << place;
//@else
            // A number that is too large becomes the largest.
//@if matrix
            number digit = guesses.list[path - 1].digit, largest = (number)-1;
            number meant = place < weight_count ? weights[place][digit] : 0;
            if (digit) found[u] = meant && meant <= largest - found[u] ? found[u] + meant : largest;
//@else
            number digit = guesses.list[path - 1].digit, largest = (number)-1;
            number most = digit ? (largest - found[u]) / digit : largest;
            if (digit) found[u] = place < weight_count && weights[place] <= most ? found[u] + digit * weights[place] : largest;
//@end
//@end
            path = guesses.list[path - 1].before;
        }
        status = DONE;
    }
    goto end;
no_memory:
    status = NO_MEMORY;
end:
    free(layer.states);
    free(layer.slots);
    free(following.states);
    free(following.slots);
    free(guesses.list);
    return status;
}

// The value of the position.
int value(const number position[], int control, number *result) {
    if (control < 0 || control >= CONTROL_COUNT) return BAD_CONTROL;
//@if exists
    number none[MAX_UNKNOWNS];
    int there = search(&exists, position, position, 0, -1, length(position, COORDINATES) + 1, none);
    if (there != DONE) return there == NO_MOVE ? MISSING : there;
//@end
//@if nim_heap
    number found[MAX_UNKNOWNS];
    int places = length(position, COORDINATES) + 1 + last.extra;
//@if binary
    int status = search(&last, position, position, starts[control], 0, places < WIDTH ? places : WIDTH, found);
//@else
//@if matrix
    number weights[MAX_PLACES][DIGITS];
//@else
    number weights[MAX_PLACES];
//@end
    int most = all_weights(weights);
    int status = search(&last, position, position, starts[control], 0, places < most ? places : most, found);
//@end
//@if binary
    if (status == DONE) *result = found[0];
    return status == NO_MOVE ? TOO_LARGE : status;
//@else
    // The largest number stands for those that do not fit, too.
    if (status == DONE && found[0] == (number)-1) return TOO_LARGE;
    if (status == DONE) *result = found[0];
    return status == NO_MOVE ? TOO_LARGE : status;
//@end
//@else
    unsigned int node = starts[control];
//@if binary
    for (int place = length(position, COORDINATES) - 1; place >= 0; place--) {
        for (int i = 0; i < COORDINATES; i++) node = next_node[2 * node + digit(position[i], place)];
    }
//@else
    unsigned char digits[TRACKS][MAX_PLACES];
    for (int i = 0; i < COORDINATES; i++) write_digits(position[i], digits[i]);
    for (int place = length(position, COORDINATES) - 1; place >= 0; place--) {
        for (int i = 0; i < COORDINATES; i++) node = next_node[DIGITS * node + digits[i][place]];
    }
//@end
    *result = outputs[node];
    return DONE;
//@end
}

// The name of the outcome that a value stands for.
const char *outcome_name(number value) {
//@if names
    static const char *const names[] = @OUTCOME_NAMES@;
    return value < sizeof names / sizeof names[0] ? names[value] : "?";
//@end
//@if grundy
    return value == 0 ? "P" : "N";
//@end
//@if remoteness
    return value % 2 == 0 ? "P" : "N";
//@end
}

// The output of the law after a best move from a position of this value, or -1.
static long long wanted_output(number value) {
//@if decisive
    return value == 1 ? 0 : -1;
//@end
//@if grundy
    return value > 0 ? 0 : -1;
//@end
//@if remoteness
    return value % 2 == 1 ? (long long)(value - 1) : -1;
//@end
//@if podium
    return (long long)((value + @PLAYERS@ - 1) % @PLAYERS@);
//@end
}

// Computes the numbers that do not depend on unknowns; false if one is negative.
static int known_part(const struct move *move, const number position[], number target[]) {
    for (int i = 0; i < COORDINATES; i++) target[i] = position[i];
    target[COORDINATES] = 0;
    for (size_t k = 0; k < move->known_count; k++) {
        const struct known *known = &move->known[k];
        long long carry = known->constant;
        number sum = 0;
        for (int place = 0; place < WIDTH; place++) {
            for (size_t i = 0; i < known->coefficients_count; i++) {
                carry += known->coefficients[i] * (long long)digit(position[i], place);
            }
            long long half = shifted(carry, 1);
            sum |= (number)(carry - 2 * half) << place;
            carry = half;
        }
        if (carry != 0) return 0;
        target[known->track] = sum;
    }
    return 1;
}

// A best move: the position moved to and its control state.
// @MOVE_DOC@
int winning_move(const number position[], int control, number target[], int *target_control) {
    number result, found[MAX_UNKNOWNS], known[TRACKS];
    int status = value(position, control, &result);
    if (status != DONE) return status;
    long long wanted = wanted_output(result);
    int digits = length(position, COORDINATES);
    status = search(&stop, position, position, 0, -1, digits + 1, found);
    if (status == NO_MEMORY) return status;
    if (status == DONE || wanted < 0) return NO_MOVE;
//@if binary
    if (digits + SPARE > WIDTH) return TOO_LARGE;
//@else
    if (bits(position, COORDINATES) + SPARE > WIDTH) return TOO_LARGE;
//@end
    for (int m = 0; m < MOVE_COUNT; m++) {
        const struct move *move = &moves[m];
        if (move->control != control || !known_part(move, position, known)) continue;
        int longest = length(known, COORDINATES);
        int places = (digits > longest ? digits : longest) + 1 + move->task.extra;
        status = search(&move->task, position, known, starts[move->target_control], wanted, places, found);
        if (status == NO_MEMORY) return status;
        if (status == NO_MOVE) continue;
        for (int i = 0; i < COORDINATES; i++) target[i] = move->sources[i] < 0 ? known[i] : found[move->sources[i]];
        *target_control = move->target_control;
        return DONE;
    }
    return NO_MOVE;
}
